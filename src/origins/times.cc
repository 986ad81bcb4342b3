#include "origins/times.h"

#include <algorithm>
#include <map>
#include <vector>

#include "base/id.h"
#include "ir/class.h"
#include "ir/dominance.h"

namespace heddle::origins {

using base::index;
using ir::Opcode;
using pointsto::InstanceId;

namespace {

std::uint32_t product(std::uint32_t left, std::uint32_t right) {
  return static_cast<std::uint32_t>(
      std::min<std::uint64_t>(std::uint64_t{left} * right, Times::kMany));
}

std::uint32_t sum(std::uint32_t left, std::uint32_t right) {
  return std::min(left + right, Times::kMany);
}

}  // namespace

bool counts_from_zero(const ir::Body& body, std::uint32_t value) {
  const ir::Instruction& phi = body.instructions[value];
  if (phi.opcode != Opcode::kPhi || phi.c != 2) return false;
  const auto is_constant = [&](std::uint32_t at, std::uint32_t wanted) {
    const ir::Instruction& constant = body.instructions[at];
    return constant.opcode == Opcode::kConstInt && constant.a == wanted;
  };
  const auto parts = body.values(phi);
  for (const unsigned first : {0U, 1U}) {
    const ir::Instruction& next = body.at(parts[1 - first]);
    if (is_constant(index(parts[first]), 0) && next.opcode == Opcode::kAdd &&
        ((next.a == value && is_constant(next.b, 1)) ||
         (next.b == value && is_constant(next.a, 1))))
      return true;
  }
  return false;
}

// --- numbers -------------------------------------------------------------------------------------

// A parameter is what the only caller gives; the length of an array is named by the array.
Number Times::number(InstanceId id, ir::ValueId value, unsigned depth) {
  constexpr unsigned kDeepest = 6;
  const ir::MethodId method = calls_.at(id).method;
  const ir::Body* body = calls_.program().body(method);
  if (body == nullptr || value == ir::kNoValue) return {};
  value = ir::without_casts(*body, value);
  const ir::Instruction& made = body->at(value);
  base::Hasher name;
  switch (made.opcode) {
    case Opcode::kConstInt: return constant(static_cast<std::int32_t>(made.a));
    case Opcode::kParameter: {
      const auto callers = calls_.calls_to(id);
      if (callers.size() != 1 || depth == kDeepest) break;
      const auto given = calls_.arguments(callers[0]);
      if (made.a >= given.size()) break;
      return number(callers[0].caller, given[made.a], depth + 1);
    }
    case Opcode::kArrayLength: {
      const ir::Instruction& array =
          body->at(ir::without_casts(*body, static_cast<ir::ValueId>(made.a)));
      if (array.opcode == Opcode::kNewArray)
        return number(id, static_cast<ir::ValueId>(array.a), depth);
      if (!origins_.is_once(id) || calls_.in_loop(id, made.a)) return {};
      name.add(1U).add(index(id)).add(made.a);
      return {.kind = Number::Kind::kNamed, .name = name.finish()};
    }
    case Opcode::kGetStatic: {
      const auto field = calls_.program().resolve_field(calls_.program().owner(method),
                                                        static_cast<ir::FieldRef>(made.b), true);
      if (!field.runs() || !calls_.program().is(field.member, ir::Access::kFinal)) return {};
      name.add(2U).add(index(field.member));
      return {.kind = Number::Kind::kNamed, .name = name.finish()};
    }
    default: break;
  }
  if (!origins_.is_once(id) || calls_.in_loop(id, index(value))) return {};
  name.add(3U).add(index(id)).add(index(value));
  return {.kind = Number::Kind::kNamed, .name = name.finish()};
}

// --- in one run ----------------------------------------------------------------------------------

// The longest chain of them that one path can take: a `finally` has the same call twice, and only
// one of the two runs.
std::uint32_t Times::in_body(InstanceId id, std::span<const std::uint32_t> instructions) {
  BodyFlow* flow = calls_.flow(id);
  std::vector<std::uint32_t> list(instructions.begin(), instructions.end());
  const auto outside = [&](std::uint32_t at) {
    return flow == nullptr || at >= flow->body().instructions.size();
  };
  if (std::ranges::any_of(list, outside)) return static_cast<std::uint32_t>(list.size());
  if (std::ranges::any_of(list, [&](std::uint32_t at) { return flow->in_loop(at); })) return kMany;
  // Out of loops `reaches` is a partial order; how many come before says in which order to look.
  const auto before = [&](std::uint32_t at) {
    return std::ranges::count_if(list, [&](std::uint32_t from) { return flow->reaches(from, at); });
  };
  std::ranges::sort(list, {}, before);
  std::vector<std::uint32_t> longest(list.size(), 1);
  for (std::size_t i = 0; i < list.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j)
      if (flow->reaches(list[j], list[i])) longest[i] = std::max(longest[i], longest[j] + 1);
  }
  return longest.empty() ? 0 : *std::ranges::max_element(longest);
}

std::uint32_t Times::in_run(OriginId origin, InstanceId id,
                            std::span<const std::uint32_t> instructions) {
  return product(in_body(id, instructions), in_run(origin, id));
}

std::uint32_t Times::in_run(OriginId origin, InstanceId id) {
  const std::uint64_t key = std::uint64_t{index(origin)} << 32U | index(id);
  const auto [place, fresh] = in_run_.try_emplace(key, kMany);  // while it is worked out: a circle
  if (!fresh) return place->second;
  if (calls_.is_class_initializer(id)) return in_run_[key] = 1;
  const auto& entries = origins_[origin].entries;
  std::uint32_t times = std::ranges::find(entries, id) != entries.end() ? 1 : 0;
  std::map<InstanceId, std::vector<std::uint32_t>> callers;
  for (const Call& call : calls_.calls_to(id))
    if (origins_.runs(origin, call.caller)) callers[call.caller].push_back(call.instruction);
  for (const auto& [caller, instructions] : callers) {
    times = sum(times, product(in_body(caller, instructions), in_run(origin, caller)));
    if (times >= kMany) break;
  }
  return in_run_[key] = times;
}

// --- runs ----------------------------------------------------------------------------------------

Number Times::runs(OriginId origin) {
  const auto known = runs_.find(index(origin));
  if (known != runs_.end()) return known->second;
  const Number found = find_runs(origin);
  runs_.emplace(index(origin), found);
  return found;
}

Number Times::find_runs(OriginId origin) {
  const Origin& of = origins_[origin];
  if (!of.many) return constant(1);
  if (of.events.empty()) return {};
  Number all = constant(0);
  for (const std::uint32_t e : of.events) {
    const StartEvent& event = origins_.events()[e];
    const Number here = rounds(event.caller, event.instruction);
    if (of.events.size() == 1) return here;
    if (here.kind != Number::Kind::kConstant) return {};
    all.value += here.value;
  }
  return all;
}

// Up to the loop around it, which counts from zero and takes this instruction once a round.
Number Times::rounds(InstanceId id, std::uint32_t instruction) {
  constexpr unsigned kHighest = 6;
  for (unsigned up = 0; up < kHighest && !calls_.in_loop(id, instruction); ++up) {
    if (origins_.is_once(id)) return constant(1);
    const auto callers = calls_.calls_to(id);
    if (callers.size() != 1) return {};
    instruction = callers[0].instruction;
    id = callers[0].caller;
  }
  if (!calls_.in_loop(id, instruction) || !origins_.is_once(id)) return {};
  BodyFlow& flow = *calls_.flow(id);
  const ir::Body& body = flow.body();
  const ir::Dominance dominance(body);
  for (std::uint32_t b = 0; b < body.blocks.size(); ++b) {
    const std::uint32_t test = body.blocks[b].end - 1;
    const ir::Instruction& condition = body.instructions[test];
    if (condition.opcode != Opcode::kIf || condition.b == index(ir::kNoValue)) continue;
    if (!counts_from_zero(body, condition.a) || flow.block_of(condition.a) != b) continue;
    // if (i >= n) leave
    const bool leaves = condition.condition() == ir::Condition::kGreaterOrEqual;
    if (!leaves && condition.condition() != ir::Condition::kLess) continue;
    const ir::BlockId inside = body.successors_of(body.blocks[b])[leaves ? 1 : 0];
    if (body.predecessors_of(body.block(inside)).size() != 1 ||
        !dominance.dominates(inside, base::id_at<ir::BlockId>(flow.block_of(instruction))))
      continue;
    if (flow.reaches_without(instruction, instruction, test)) continue;
    // Who has left the loop does not come to it again.
    const ir::BlockId outside = body.successors_of(body.blocks[b])[leaves ? 0 : 1];
    if (flow.reaches(body.block(outside).first, test)) continue;
    return number(id, static_cast<ir::ValueId>(condition.b));
  }
  return {};
}

}  // namespace heddle::origins
