#include "races/rounds.h"

#include "base/id.h"
#include "ir/class.h"
#include "ir/symbols.h"

namespace heddle::races {

using base::index;
using ir::Opcode;

namespace {

bool is_one(const ir::Body& body, std::uint32_t value) {
  const ir::Instruction& number = body.instructions[value];
  return number.opcode == Opcode::kConstInt && number.a == 1;
}

}  // namespace

std::optional<ir::ValueId> step_of(origins::BodyFlow& flow, ir::ValueId value) {
  const ir::Body& body = flow.body();
  if (body.at(value).opcode != Opcode::kPhi) return std::nullopt;
  const ir::Block& block = body.blocks[flow.block_of(index(value))];
  const auto parts = body.values(body.at(value));
  std::optional<ir::ValueId> step;
  unsigned beginnings = 0;
  for (std::size_t part = 0; part < parts.size(); ++part) {
    const ir::Instruction& sum = body.at(parts[part]);
    if (sum.opcode == Opcode::kAdd && sum.a == index(value)) {
      const bool is_other = step && index(*step) != sum.b;
      if (is_other && !(is_one(body, sum.b) && is_one(body, index(*step)))) return std::nullopt;
      step = static_cast<ir::ValueId>(sum.b);
      continue;
    }
    const ir::Block& before = body.block(body.predecessors_of(block)[part]);
    if (++beginnings > 1 || flow.reaches(index(value), before.end - 1)) return std::nullopt;
  }
  return beginnings == 1 ? step : std::nullopt;
}

bool counts_up(origins::BodyFlow& flow, ir::ValueId value) {
  const auto step = step_of(flow, value);
  return step && is_one(flow.body(), index(*step));
}

bool is_next_element(origins::BodyFlow& flow, const ir::Symbols& symbols, ir::ValueId value) {
  const ir::Body& body = flow.body();
  const ir::Instruction& made = body.at(ir::without_casts(body, value));
  if (made.opcode == Opcode::kArrayLoad) return counts_up(flow, static_cast<ir::ValueId>(made.b));
  if (made.opcode != Opcode::kInvoke) return false;
  const ir::MethodSymbol& called = symbols.method(static_cast<ir::MethodRef>(made.a));
  if (called.name == "get" && made.c == 2)
    return ir::type_descriptor(symbols, called.owner).starts_with("Ljava/util/") &&
           counts_up(flow, body.values(made)[1]);
  if (called.name != "next" || made.c != 1) return false;
  const ir::ValueId iterator = ir::without_casts(body, body.values(made)[0]);
  return body.at(iterator).opcode == Opcode::kInvoke && !flow.in_loop(index(iterator));
}

}  // namespace heddle::races
