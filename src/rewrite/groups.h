// Accesses to fields of one object that come surely together: one probe tells of all of them.
//
//   x = a * x; y = a * y;      a read and a write of `x`, a read and a write of `y`: a group of
//   four
//
// From the first to the last of a group control goes straight on, nothing can be thrown, nothing
// synchronizes, and the local variable that holds the object stays. So whoever did the last did
// all, and no other thread could tell in which order. Only fields that the class itself declares
// are taken, as it must be known that they are neither volatile nor final.
//
// Thread safety: a call uses its arguments only. Cost: linear in the code.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string_view>
#include <vector>

#include "classfile/class_file.h"
#include "classfile/code.h"

namespace heddle::rewrite {

struct Group {
  std::uint8_t local = 0;              // the variable that holds the object
  std::vector<std::uint32_t> offsets;  // of the accesses, ascending; at least two
};

// Of accesses behind the offset `from`; `is_wanted` says whether that at an offset has a probe. The
// code's instructions have been found whole.
std::vector<Group> find_groups(const classfile::ClassFile& file, const classfile::Member& method,
                               const classfile::Code& code, std::uint32_t from,
                               const std::function<bool(std::uint32_t)>& is_wanted);

inline constexpr std::string_view kBuilder = "java/lang/StringBuilder";

// The calls of string builders that were made on the stack just before and are nowhere else yet, as
// `"a" + b` was compiled to once.
std::set<std::uint32_t> find_fresh_calls(const classfile::ClassFile& file,
                                         const classfile::Member& method,
                                         const classfile::Code& code);

}  // namespace heddle::rewrite
