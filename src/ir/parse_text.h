// Reads classes from the text form of the IR. The grammar is in docs/formats/ir.md.
//
// Everything print.h prints comes back as it was; what people write may name values and blocks as
// they like, leave out what follows from the rest (predecessors, most types, side tables), and give
// methods in register form, shaped as Dalvik code is (register_form.h).
//
// Bodies in SSA form are read as they stand and not verified (verify.h); those in register form go
// through the SSA builder. The classes own all their texts; `text` may go away. Stateless. Linear.
#pragma once

#include <expected>
#include <memory>
#include <string_view>
#include <vector>

#include "base/malformed.h"
#include "ir/class.h"

namespace heddle::ir {

// All classes in the text, or what is wrong with it: "line 12: expected a type, found `(`".
std::expected<std::vector<std::unique_ptr<Class>>, base::Malformed> parse_text(
    std::string_view text);

}  // namespace heddle::ir
