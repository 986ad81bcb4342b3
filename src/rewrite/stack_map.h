// Stack maps (JVMS 4.7.4) while the code they describe moves.
//
// Frames keep their types as they are: probes leave the stack as they found it. Only offsets
// change, those of the frames and those of `new` instructions that an uninitialized type names.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <string>
#include <vector>

#include "base/bytes.h"

namespace heddle::rewrite {

// Where an offset of the old code is in the new code.
struct Moved {
  std::function<std::uint32_t(std::uint32_t)> target;       // what a jump there jumps to
  std::function<std::uint32_t(std::uint32_t)> instruction;  // the instruction itself
};

// A frame to add behind all others: no locals, an object of a class on the stack.
struct HandlerFrame {
  std::uint32_t offset = 0;
  std::uint16_t class_constant = 0;
};

// The content of the attribute for the moved code; `handler` may be null. The error is what is
// wrong with the old content. An offset that is none of an instruction is the error, too: `moved`
// answers with kNowhere.
inline constexpr std::uint32_t kNowhere = ~std::uint32_t{0};
std::expected<std::vector<std::uint8_t>, std::string> move_stack_map(base::Bytes content,
                                                                     const Moved& moved,
                                                                     const HandlerFrame* handler);

}  // namespace heddle::rewrite
