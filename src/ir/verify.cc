// The table of contents of the verifier, and the clauses about tables rather than code.
//
// The order is the order of trust: first that every range lies inside its table, then that the
// graph is one, then, walking each instruction once, what it reads and makes.
#include "ir/verify.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/id.h"
#include "ir/body.h"
#include "ir/class.h"
#include "ir/instruction.h"
#include "ir/type.h"
#include "ir/verify_checks.h"

namespace heddle::ir {
namespace {

bool in_range(std::uint32_t first, std::uint32_t count, std::size_t size) {
  return first <= size && count <= size - first;
}

// Which of sub, a, b, c the opcode gives a meaning to.
struct Fields {
  unsigned subs;  // how many values `sub` may have; 1: it is zero
  bool a, b, c;
};

Fields fields_of(Opcode opcode) {
  switch (opcode) {
    case Opcode::kCatch:
    case Opcode::kConstNull:
    case Opcode::kGoto: return {1, false, false, false};
    case Opcode::kParameter:
    case Opcode::kConstInt:
    case Opcode::kConstFloat:
    case Opcode::kConstString:
    case Opcode::kConstClass:
    case Opcode::kConstMethodType:
    case Opcode::kConstMethodHandle:
    case Opcode::kConstDynamic:
    case Opcode::kNegate:
    case Opcode::kNew:
    case Opcode::kArrayLength:
    case Opcode::kMonitorEnter:
    case Opcode::kMonitorExit:
    case Opcode::kReturn:
    case Opcode::kThrow: return {1, true, false, false};
    case Opcode::kConvert: return {kConversionCount, true, false, false};
    case Opcode::kConstLong:
    case Opcode::kConstDouble:
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
    case Opcode::kInstanceOf:
    case Opcode::kCheckCast:
    case Opcode::kNewArray:
    case Opcode::kGetField: return {1, true, true, false};
    case Opcode::kCompare: return {kComparisonCount, true, true, false};
    case Opcode::kArrayLoad: return {kElementCount, true, true, false};
    case Opcode::kIf: return {kConditionCount, true, true, false};
    case Opcode::kPhi: return {1, false, true, true};
    case Opcode::kGetStatic: return {1, false, true, false};
    case Opcode::kPutStatic: return {1, false, true, true};
    case Opcode::kNewMultiArray:
    case Opcode::kPutField:
    case Opcode::kInvokeDynamic:
    case Opcode::kSwitch: return {1, true, true, true};
    case Opcode::kArrayStore:
    case Opcode::kFillArray: return {kElementCount, true, true, true};
    case Opcode::kInvoke: return {kInvocationCount, true, true, true};
  }
  return {0, false, false, false};
}

bool verify_tables(Verification& to) {
  const Body& body = to.body;
  const std::size_t before = to.violations.size();
  if (body.blocks.empty() || body.instructions.empty()) to.add(Clause::kTables, "", "has no code");
  if (body.types.size() != body.instructions.size())
    to.add(
        Clause::kTables, "",
        fmt::format("{} types for {} instructions", body.types.size(), body.instructions.size()));
  for (std::size_t at = 0; at < body.blocks.size(); ++at) {
    const Block& block = body.blocks[at];
    if (!in_range(block.successors, block.successor_count, body.successors.size()) ||
        !in_range(block.predecessors, block.predecessor_count, body.predecessors.size()) ||
        !in_range(block.handlers, block.handler_count, body.handlers.size()))
      to.add(Clause::kTables, fmt::format("b{}", at), "has edges outside the tables of edges");
  }
  return to.violations.size() == before;
}

bool verify_tiling(Verification& to) {
  const std::size_t before = to.violations.size();
  std::uint32_t next = 0;
  for (std::size_t at = 0; at < to.body.blocks.size(); ++at) {
    const Block& block = to.body.blocks[at];
    if (block.first != next || block.end <= block.first || block.end > to.body.instructions.size())
      to.add(Clause::kTiling, fmt::format("b{}", at),
             fmt::format("is [{}, {}), not the instructions from {} on", block.first, block.end,
                         next));
    next = block.end;
  }
  if (to.violations.size() == before && next != to.body.instructions.size())
    to.add(Clause::kTiling, "", fmt::format("instructions from {} on are in no block", next));
  return to.violations.size() == before;
}

bool verify_fields(Verification& to) {
  const std::size_t before = to.violations.size();
  for (std::uint32_t at = 0; at < to.body.instructions.size(); ++at) {
    const Instruction& instruction = to.body.instructions[at];
    const Fields fields = fields_of(instruction.opcode);
    if (fields.subs == 0) {
      to.add_at(Clause::kFields, at, "is no instruction");
      continue;
    }
    if (instruction.sub >= fields.subs)
      to.add_at(Clause::kFields, at, fmt::format("has sub {}", instruction.sub));
    if (instruction.reserved != 0 || (!fields.a && instruction.a != 0) ||
        (!fields.b && instruction.b != 0) || (!fields.c && instruction.c != 0))
      to.add_at(Clause::kFields, at, "sets a field it does not use");
    const bool has_list = has_value_list(instruction.opcode) || has_word_list(instruction.opcode);
    if (has_list && !in_range(instruction.b, instruction.c, to.body.operands.size()))
      to.add_at(Clause::kTables, at, "has a list outside the operand pool");
  }
  return to.violations.size() == before;
}

}  // namespace

std::string Violation::describe() const {
  return fmt::format("C{}{}{}: {}", clause, where.empty() ? "" : " at ", where, what);
}

void Verification::add_at_block(Clause clause, std::size_t block, std::string what) {
  add(clause, fmt::format("b{}", block), std::move(what));
}

void Verification::add_at(Clause clause, std::uint32_t instruction, std::string what) {
  std::size_t block = 0;
  while (block < body.blocks.size() && body.blocks[block].end <= instruction) ++block;
  add(clause, fmt::format("b{} %{}", block, instruction), std::move(what));
}

bool verify_shape(Verification& verification) {
  return verify_tables(verification) && verify_tiling(verification) && verify_fields(verification);
}

void verify_side_tables(Verification& to) {
  const Body& body = to.body;
  if (body.offsets.size() != body.instructions.size())
    to.add(Clause::kOffsets, "",
           fmt::format("{} offsets for {} instructions", body.offsets.size(),
                       body.instructions.size()));
  for (std::size_t at = 1; at < body.lines.size(); ++at)
    if (body.lines[at].offset <= body.lines[at - 1].offset)
      to.add(Clause::kLines, "", fmt::format("line entry {} does not ascend", at));
  for (std::size_t at = 0; at < body.names.size(); ++at) {
    const std::uint32_t value = base::index(body.names[at].value);
    if (at > 0 && body.names[at].value < body.names[at - 1].value)
      to.add(Clause::kNames, "", fmt::format("name {} does not ascend", at));
    if (value >= body.types.size() || body.types[value] == kVoidType)
      to.add(Clause::kNames, "", fmt::format("name {} is of no value", at));
  }
}

std::vector<Violation> verify(const Class& in, const Method& method, const Body& body) {
  Verification verification{.in = in, .method = method, .body = body, .violations = {}};
  if (!verify_shape(verification)) return std::move(verification.violations);
  if (verify_graph(verification)) verify_values(verification);
  verify_side_tables(verification);
  return std::move(verification.violations);
}

}  // namespace heddle::ir
