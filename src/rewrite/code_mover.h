// Puts code between the instructions of a method and moves everything that speaks of offsets:
// jumps, switches and their padding, exception table, line and variable tables, stack map.
//
// What is inserted is straight-line, leaves the stack as it found it, and uses no locals;
// `extra_stack` slots of the stack are enough for it. A jump to an instruction arrives at what
// stands before it.
//
// The error is why the method has to stay as it is: too long, a conditional jump that no longer
// reaches (a longer form would need a frame of the stack map that nobody wrote), broken tables.
#pragma once

#include <cstdint>
#include <expected>
#include <map>
#include <string>
#include <vector>

#include "classfile/class_file.h"
#include "classfile/code.h"
#include "rewrite/constants.h"

namespace heddle::rewrite {

using Bytecode = std::vector<std::uint8_t>;

struct Edit {
  Bytecode before, after;
  Bytecode instead;  // of the instruction; empty: it stays
  // Ranges of the exception table that begin behind the instruction take in `after`, too.
  bool is_guarded = false;
};

struct Edits {
  Bytecode prologue;                    // runs once; a jump to offset 0 goes behind it
  std::map<std::uint32_t, Edit> edits;  // by the instruction's offset
  Bytecode on_throw;                    // runs, and the exception goes on; empty: nothing
  std::uint16_t extra_stack = 0;
};

// The content of the new Code attribute. Attributes of code that no JVM reads are left out.
std::expected<Bytecode, std::string> move_code(const classfile::ClassFile& file,
                                               const classfile::Code& code, const Edits& edits,
                                               Constants& constants);

}  // namespace heddle::rewrite
