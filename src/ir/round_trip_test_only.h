// What tests ask of texts and classes: that they come back as they went.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ir/class.h"
#include "ir/verify.h"

namespace heddle::ir {

// The classes of a text that must parse; a failure is reported and gives none.
std::vector<std::unique_ptr<Class>> parsed(std::string_view text);
// "" or what is wrong with the text.
std::string parse_error(std::string_view text);
// All violations in all bodies, one a line, behind the method's name.
std::string violations_in(const Class& in);
// Prints, parses, prints: the text, the code and all hashes must come out the same.
void expect_round_trip(const Class& in);
// The method of that name; it must exist.
const Method& method_named(const Class& in, std::string_view name);
const Body& body_named(const Class& in, std::string_view name);

}  // namespace heddle::ir
