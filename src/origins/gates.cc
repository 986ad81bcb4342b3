#include "origins/gates.h"

#include <algorithm>
#include <map>

#include "base/id.h"
#include "ir/dominance.h"
#include "origins/cell_gates.h"
#include "origins/cells.h"
#include "origins/counter_gates.h"
#include "origins/signal_gates.h"

namespace heddle::origins {

using base::index;
using pointsto::InstanceId;

Gates::Gates(CallGraph& calls, Origins& origins, Facts& facts, const StartFacts& starts,
             Times& times, const HeldThere& held)
    : calls_(calls), origins_(origins), times_(times) {
  SignalGates(calls, origins, facts, times, *this).find(starts.awaited());
  Cells cells(calls, origins, facts, held);
  CellGates(calls, facts, cells, *this).find();
  CounterGates(calls, facts, times, cells, *this).find();
}

std::optional<std::uint32_t> Gates::gate_of(pointsto::ObjectId object) const {
  const auto found = gates_of_.find(index(object));
  return found == gates_of_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::uint32_t> Gates::add(const Number& needed, std::span<const Signal> signals) {
  if (needed.kind == Number::Kind::kUnknown) return std::nullopt;
  Gate gate{.needed = needed, .givers = {}};
  std::map<OriginId, std::vector<Signal>> by_origin;
  for (const Signal& signal : signals) {
    const auto runners =
        origins_.list(signal.through.empty() ? signal.instance : signal.through.front().instance);
    if (runners.empty()) return std::nullopt;
    for (const OriginId origin : runners) by_origin[origin].push_back(signal);
  }
  bool suffice = false;
  std::int64_t most = 0;
  for (auto& [origin, mine] : by_origin) {
    std::map<InstanceId, std::vector<std::uint32_t>> places;
    std::uint32_t heaviest = 1;
    for (Signal& signal : mine) {
      const std::uint64_t alone = times_.in_run(origin, signal.instance, {&signal.instruction, 1});
      signal.times =
          static_cast<std::uint32_t>(std::min<std::uint64_t>(alone * signal.weight, Times::kMany));
      places[signal.instance].push_back(signal.instruction);
      heaviest = std::max(heaviest, signal.weight);
    }
    std::uint64_t times = 0;
    for (const auto& [id, instructions] : places)
      times += std::uint64_t{times_.in_run(origin, id, instructions)} * heaviest;
    Giver& giver = gate.givers.emplace_back();
    giver.origin = origin;
    giver.signals = std::move(mine);
    giver.times = static_cast<std::uint32_t>(std::min<std::uint64_t>(times, Times::kMany));
    giver.runs = times_.runs(origin);
    suffice |= giver.times == Times::kMany || giver.runs.kind != Number::Kind::kConstant;
    if (giver.runs.kind == Number::Kind::kConstant) most += giver.times * giver.runs.value;
  }
  // Who never gets through has nothing behind the gate; more likely a signal was not seen.
  const bool opens = suffice || (needed.kind == Number::Kind::kConstant && needed.value >= 1 &&
                                 most >= needed.value);
  if (!opens || gate.givers.empty()) return std::nullopt;
  gates_.push_back(std::move(gate));
  return static_cast<std::uint32_t>(gates_.size() - 1);
}

std::vector<ir::BlockId> branches_where(const ir::Body& body, ir::ValueId value, bool is_zero) {
  std::vector<ir::BlockId> found;
  for (const ir::Block& block : body.blocks) {
    const ir::Instruction& last = body.instructions[block.end - 1];
    if (last.opcode != ir::Opcode::kIf || last.a != index(value) || last.b != index(ir::kNoValue))
      continue;
    const bool is_equal = last.condition() == ir::Condition::kEqual;
    if (!is_equal && last.condition() != ir::Condition::kNotEqual) continue;
    const ir::BlockId taken = body.successors_of(block)[is_equal == is_zero ? 0 : 1];
    if (body.predecessors_of(body.block(taken)).size() == 1) found.push_back(taken);
  }
  return found;
}

std::optional<std::vector<ir::BlockId>> blocks_past(const ir::Body& body, ir::ValueId wait,
                                                    bool is_over_if_zero) {
  const std::vector<ir::BlockId> given_up = branches_where(body, wait, !is_over_if_zero);
  if (given_up.empty()) return std::nullopt;
  const ir::Dominance dominance(body);
  const auto is_given_up = [&](ir::BlockId block) {
    return std::ranges::any_of(
        given_up, [&](ir::BlockId branch) { return dominance.dominates(branch, block); });
  };
  std::vector<ir::BlockId> found = branches_where(body, wait, is_over_if_zero);
  for (std::uint32_t b = 0; b < body.blocks.size(); ++b) {
    const auto block = base::id_at<ir::BlockId>(b);
    const bool leaves = std::ranges::any_of(body.predecessors_of(body.blocks[b]), is_given_up);
    const bool comes_round = std::ranges::any_of(
        given_up, [&](ir::BlockId branch) { return dominance.dominates(block, branch); });
    if (leaves && !is_given_up(block) && !comes_round) found.push_back(block);
  }
  return found;
}

// Of a count of 64 bits the comparison with zero is looked at, which is zero or above as well.
std::vector<ir::BlockId> branches_where_none(const ir::Body& body, ir::ValueId count) {
  using ir::Condition;
  std::vector<ir::BlockId> found;
  for (const ir::Block& block : body.blocks) {
    const ir::Instruction& last = body.instructions[block.end - 1];
    if (last.opcode != ir::Opcode::kIf || last.b != index(ir::kNoValue)) continue;
    const ir::Instruction& compared = body.instructions[last.a];
    bool is_of_count = last.a == index(count);
    if (compared.opcode == ir::Opcode::kCompare && compared.a == index(count)) {
      const ir::Instruction& with = body.instructions[compared.b];
      is_of_count = with.opcode == ir::Opcode::kConstLong && with.a == 0 && with.b == 0;
    }
    if (!is_of_count) continue;
    const Condition condition = last.condition();
    const bool if_yes = condition == Condition::kEqual || condition == Condition::kLessOrEqual;
    const bool if_no = condition == Condition::kNotEqual || condition == Condition::kGreater;
    if (!if_yes && !if_no) continue;
    const ir::BlockId taken = body.successors_of(block)[if_yes ? 0 : 1];
    if (body.predecessors_of(body.block(taken)).size() == 1) found.push_back(taken);
  }
  return found;
}

}  // namespace heddle::origins
