// Where a program starts: its main methods.
//
// Stateless. Cost: loads the classes it looks at.
#pragma once

#include <expected>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ir/ids.h"
#include "ir/program.h"

namespace heddle::entry {

// What `java CLASS` runs: public static void main(String[]), declared by the class or inherited; an
// interface may have one too. The class is named as people do (`a.b.C`) or as the JVM does.
// Otherwise why there is none: "a.b.C has no public static void main(String[])".
std::expected<ir::MethodId, std::string> main_method(ir::Program& program, std::string_view name);

// The main methods that some classes declare themselves, in the order of the names.
std::vector<ir::MethodId> main_methods(ir::Program& program, std::span<const std::string> names);

}  // namespace heddle::entry
