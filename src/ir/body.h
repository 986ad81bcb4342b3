// The code of one method in SSA form: flat arrays, no pointers between parts.
//
// Layout, contract and text form are described in docs/formats/ir.md; verify.h checks the
// contract. A body is plain data in its class's arena, immutable once built, so any number of
// threads may read it. `offsets`, `lines` and `names` are side tables: they say where the code
// came from and are left out of content hashes (content_hash.h).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "base/id.h"
#include "ir/instruction.h"
#include "ir/type.h"

namespace heddle::ir {

// A handler of exceptions: those of `type` (any, where it does not exist) go to `block`.
struct Handler {
  BlockId block{};
  TypeRef type;

  friend bool operator==(const Handler&, const Handler&) = default;
};

struct Block {
  std::uint32_t first = 0;  // its instructions are [first, end)
  std::uint32_t end = 0;
  std::uint32_t successors = 0;  // [successors, successors + successor_count) in Body::successors
  std::uint32_t predecessors = 0;
  std::uint32_t handlers = 0;  // blocks of one try region share this range
  std::uint32_t successor_count = 0;
  std::uint32_t predecessor_count = 0;
  std::uint32_t handler_count = 0;
};

struct Line {
  std::uint32_t offset = 0;  // from this bytecode offset on
  std::uint32_t line = 0;
};

struct LocalName {
  ValueId value{};
  std::string_view name;
};

struct Body {
  std::span<const Instruction> instructions;
  std::span<const TypeRef> types;  // of each instruction's value; kVoidType where it makes none
  std::span<const std::uint32_t> operands;
  std::span<const Block> blocks;
  std::span<const BlockId> successors;
  std::span<const BlockId> predecessors;
  std::span<const Handler> handlers;

  // Side tables.
  std::span<const std::uint32_t> offsets;  // of each instruction, in the bytecode it came from
  std::span<const Line> lines;             // ascending by offset
  std::span<const LocalName> names;        // ascending by value; a value may have several

  [[nodiscard]] const Instruction& at(ValueId value) const {
    return instructions[base::index(value)];
  }
  [[nodiscard]] TypeRef type(ValueId value) const { return types[base::index(value)]; }
  [[nodiscard]] const Block& block(BlockId id) const { return blocks[base::index(id)]; }

  [[nodiscard]] std::span<const BlockId> successors_of(const Block& block) const {
    return successors.subspan(block.successors, block.successor_count);
  }
  // Each predecessor once, ascending. Those of a block that begins with kCatch are the blocks that
  // have it among their handlers and hold an instruction that may throw.
  [[nodiscard]] std::span<const BlockId> predecessors_of(const Block& block) const {
    return predecessors.subspan(block.predecessors, block.predecessor_count);
  }
  // In the order in which the JVM asks them.
  [[nodiscard]] std::span<const Handler> handlers_of(const Block& block) const {
    return handlers.subspan(block.handlers, block.handler_count);
  }
  // The operand list of a call, phi, switch or array filling.
  [[nodiscard]] std::span<const std::uint32_t> list(const Instruction& instruction) const {
    return operands.subspan(instruction.b, instruction.c);
  }
  // The same, for lists of values.
  [[nodiscard]] std::span<const ValueId> values(const Instruction& instruction) const {
    const auto words = list(instruction);
    return {reinterpret_cast<const ValueId*>(words.data()), words.size()};
  }

  // The source line of an instruction, 0 where unknown.
  [[nodiscard]] std::uint32_t line_of(ValueId instruction) const;
  [[nodiscard]] std::uint32_t parameter_count() const;
};

// What a value is before casts: the same object.
inline ValueId without_casts(const Body& body, ValueId value) {
  while (body.at(value).opcode == Opcode::kCheckCast)
    value = static_cast<ValueId>(body.at(value).a);
  return value;
}

// Calls visit(word) for each of a, b, c that names a value; lists are left out.
template <typename AnyInstruction, typename Visit>
void for_each_plain_operand(AnyInstruction& instruction, Visit&& visit) {
  switch (instruction.opcode) {
    case Opcode::kNegate:
    case Opcode::kConvert:
    case Opcode::kInstanceOf:
    case Opcode::kCheckCast:
    case Opcode::kNewArray:
    case Opcode::kArrayLength:
    case Opcode::kFillArray:
    case Opcode::kGetField:
    case Opcode::kMonitorEnter:
    case Opcode::kMonitorExit:
    case Opcode::kSwitch:
    case Opcode::kThrow: visit(instruction.a); return;
    case Opcode::kReturn:
      if (instruction.a != base::index(kNoValue)) visit(instruction.a);
      return;
    case Opcode::kIf:
      visit(instruction.a);
      if (instruction.b != base::index(kNoValue)) visit(instruction.b);
      return;
    case Opcode::kAdd:
    case Opcode::kSubtract:
    case Opcode::kMultiply:
    case Opcode::kDivide:
    case Opcode::kRemainder:
    case Opcode::kShiftLeft:
    case Opcode::kShiftRight:
    case Opcode::kShiftRightUnsigned:
    case Opcode::kAnd:
    case Opcode::kOr:
    case Opcode::kXor:
    case Opcode::kCompare:
    case Opcode::kArrayLoad:
      visit(instruction.a);
      visit(instruction.b);
      return;
    case Opcode::kArrayStore:
      visit(instruction.a);
      visit(instruction.b);
      visit(instruction.c);
      return;
    case Opcode::kPutField:
      visit(instruction.a);
      visit(instruction.c);
      return;
    case Opcode::kPutStatic: visit(instruction.c); return;
    case Opcode::kParameter:
    case Opcode::kPhi:
    case Opcode::kCatch:
    case Opcode::kConstInt:
    case Opcode::kConstLong:
    case Opcode::kConstFloat:
    case Opcode::kConstDouble:
    case Opcode::kConstNull:
    case Opcode::kConstString:
    case Opcode::kConstClass:
    case Opcode::kConstMethodType:
    case Opcode::kConstMethodHandle:
    case Opcode::kConstDynamic:
    case Opcode::kNew:
    case Opcode::kNewMultiArray:
    case Opcode::kGetStatic:
    case Opcode::kInvoke:
    case Opcode::kInvokeDynamic:
    case Opcode::kGoto: return;
  }
}

// Calls visit(value) for each value the instruction reads, in order.
template <typename Visit>
void for_each_operand(const Body& body, const Instruction& instruction, Visit&& visit) {
  if (has_value_list(instruction.opcode)) {
    for (const ValueId value : body.values(instruction)) visit(value);
  } else {
    for_each_plain_operand(instruction,
                           [&](std::uint32_t word) { visit(static_cast<ValueId>(word)); });
  }
}

}  // namespace heddle::ir
