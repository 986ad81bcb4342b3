#include "races/rounds.h"

#include "base/id.h"
#include "ir/class.h"

namespace heddle::races {

using base::index;
using ir::Opcode;

bool counts_up(origins::BodyFlow& flow, ir::ValueId value) {
  const ir::Body& body = flow.body();
  if (body.at(value).opcode != Opcode::kPhi) return false;
  const ir::Block& block = body.blocks[flow.block_of(index(value))];
  const auto parts = body.values(body.at(value));
  const auto is_step = [&](std::size_t part) {
    const ir::Instruction& sum = body.at(parts[part]);
    return sum.opcode == Opcode::kAdd && sum.a == index(value) &&
           body.instructions[sum.b].opcode == Opcode::kConstInt && body.instructions[sum.b].a == 1;
  };
  unsigned beginnings = 0;
  for (std::size_t part = 0; part < parts.size(); ++part) {
    if (is_step(part)) continue;
    const ir::Block& before = body.block(body.predecessors_of(block)[part]);
    if (++beginnings > 1 || flow.reaches(index(value), before.end - 1)) return false;
  }
  return beginnings == 1;
}

bool is_next_element(origins::BodyFlow& flow, const ir::Symbols& symbols, ir::ValueId value) {
  const ir::Body& body = flow.body();
  const ir::Instruction& made = body.at(ir::without_casts(body, value));
  if (made.opcode == Opcode::kArrayLoad) return counts_up(flow, static_cast<ir::ValueId>(made.b));
  if (made.opcode != Opcode::kInvoke || made.c != 1 ||
      symbols.method(static_cast<ir::MethodRef>(made.a)).name != "next")
    return false;
  const ir::ValueId iterator = ir::without_casts(body, body.values(made)[0]);
  return body.at(iterator).opcode == Opcode::kInvoke && !flow.in_loop(index(iterator));
}

}  // namespace heddle::races
