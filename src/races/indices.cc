// From the value back to constants: through sums, masks, parameters, and counters of loops. A
// counter is a phi of a number and of itself and one more; below, it is bounded by where it begins,
// above, by a test that the access stands behind. The step itself must stand behind that test, too:
// then it does not wrap around.
#include "races/indices.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <string_view>

#include "base/id.h"

namespace heddle::races {

using base::index;
using ir::Condition;
using ir::Opcode;
using pointsto::InstanceId;

namespace {

constexpr unsigned kDeepest = 8;
constexpr unsigned kMostSteps = 100;

std::optional<Range> if_int(std::int64_t first, std::int64_t last) {
  using Limits = std::numeric_limits<std::int32_t>;
  if (first < Limits::min() || last > Limits::max()) return std::nullopt;
  return Range{.first = first, .last = last};
}

std::optional<std::int64_t> constant(const ir::Body& body, ir::ValueId value) {
  const ir::Instruction& at = body.at(value);
  if (at.opcode != Opcode::kConstInt) return std::nullopt;
  return static_cast<std::int32_t>(at.a);
}

// The value that this one is one more than.
ir::ValueId one_less(const ir::Body& body, ir::ValueId value) {
  const ir::Instruction& sum = body.at(value);
  if (sum.opcode != Opcode::kAdd) return ir::kNoValue;
  return constant(body, static_cast<ir::ValueId>(sum.b)) == 1 ? static_cast<ir::ValueId>(sum.a)
                                                              : ir::kNoValue;
}

}  // namespace

std::optional<Range> Indices::range(InstanceId id, ir::ValueId value, std::uint32_t instruction) {
  steps_ = 0;
  return find({.instance = id, .value = value, .instruction = instruction});
}

std::optional<Range> Indices::find(const At& at) {
  const ir::Body* body = calls_.program().body(calls_.at(at.instance).method);
  if (body == nullptr || at.depth > kDeepest || ++steps_ > kMostSteps) return std::nullopt;
  const ir::Instruction& value = body->at(at.value);
  switch (value.opcode) {
    case Opcode::kConstInt: {
      const std::int64_t number = *constant(*body, at.value);
      return Range{.first = number, .last = number};
    }
    case Opcode::kParameter: return of_parameter(at, value.a);
    case Opcode::kAdd:
    case Opcode::kSubtract: return of_sum(at, value);
    case Opcode::kAnd: return of_masked(at, value);
    case Opcode::kRemainder: return of_remainder(at, value);
    case Opcode::kPhi: return of_counter(at);
    case Opcode::kInvoke: return of_least_or_most(at, value);
    default: return std::nullopt;
  }
}

// Between the least and the greatest that any call gives.
std::optional<Range> Indices::of_parameter(const At& at, std::uint32_t position) {
  const auto calls = calls_.calls_to(at.instance);
  if (calls.empty() || std::ranges::find(calls_.roots(), at.instance) != calls_.roots().end())
    return std::nullopt;
  const bool is_started = std::ranges::any_of(
      calls_.starts(), [&](const origins::Call& start) { return start.callee == at.instance; });
  if (is_started) return std::nullopt;
  std::optional<Range> all;
  for (const origins::Call& call : calls) {
    const auto arguments = calls_.arguments(call);
    if (position >= arguments.size()) return std::nullopt;
    const auto one = find({.instance = call.caller,
                           .value = arguments[position],
                           .instruction = call.instruction,
                           .depth = at.depth + 1});
    if (!one) return std::nullopt;
    all = all ? Range{.first = std::min(all->first, one->first),
                      .last = std::max(all->last, one->last)}
              : *one;
  }
  return all;
}

std::optional<Range> Indices::of_sum(const At& at, const ir::Instruction& sum) {
  const ir::Body& body = *calls_.program().body(calls_.at(at.instance).method);
  const auto number = constant(body, static_cast<ir::ValueId>(sum.b));
  if (!number) return std::nullopt;
  At of = at;
  of.value = static_cast<ir::ValueId>(sum.a);
  ++of.depth;
  const auto from = find(of);
  if (!from) return std::nullopt;
  const std::int64_t more = sum.opcode == Opcode::kAdd ? *number : -*number;
  return if_int(from->first + more, from->last + more);
}

std::optional<Range> Indices::of_masked(const At& at, const ir::Instruction& mask) {
  const ir::Body& body = *calls_.program().body(calls_.at(at.instance).method);
  for (const std::uint32_t side : {mask.a, mask.b}) {
    const auto number = constant(body, static_cast<ir::ValueId>(side));
    if (number && *number >= 0) return Range{.first = 0, .last = *number};
  }
  return std::nullopt;
}

std::optional<Range> Indices::of_remainder(const At& at, const ir::Instruction& remainder) {
  const ir::Body& body = *calls_.program().body(calls_.at(at.instance).method);
  const auto number = constant(body, static_cast<ir::ValueId>(remainder.b));
  if (!number || *number <= 0) return std::nullopt;
  return Range{.first = 1 - *number, .last = *number - 1};
}

// `Math.min(a, b)` is at most what either is, `Math.max(a, b)` at least.
std::optional<Range> Indices::of_least_or_most(const At& at, const ir::Instruction& call) {
  ir::Program& program = calls_.program();
  const ir::MethodId method = calls_.at(at.instance).method;
  const auto target = program.resolve_method(program.owner(method),
                                             static_cast<ir::MethodRef>(call.a), call.invocation());
  if (!target.runs() || program.name(program.owner(target.member)) != "java/lang/Math" ||
      program.descriptor(target.member) != "(II)I")
    return std::nullopt;
  const std::string_view name = program.name(target.member);
  if (name != "min" && name != "max") return std::nullopt;
  using Limits = std::numeric_limits<std::int32_t>;
  const Range all{.first = Limits::min(), .last = Limits::max()};
  std::array<Range, 2> both{all, all};
  for (std::size_t side = 0; side < 2; ++side) {
    At of = at;
    of.value = program.body(method)->values(call)[side];
    ++of.depth;
    both[side] = find(of).value_or(all);
  }
  if (name == "min")
    return Range{.first = std::min(both[0].first, both[1].first),
                 .last = std::min(both[0].last, both[1].last)};
  return Range{.first = std::max(both[0].first, both[1].first),
               .last = std::max(both[0].last, both[1].last)};
}

std::optional<Range> Indices::of_counter(const At& at) {
  const ir::Body& body = *calls_.program().body(calls_.at(at.instance).method);
  const auto last = upper_bound(at, at.value, at.instruction);
  if (!last) return std::nullopt;
  std::optional<std::int64_t> first;
  for (const ir::ValueId part : body.values(body.at(at.value))) {
    if (one_less(body, part) == at.value) {
      if (!upper_bound(at, at.value, index(part))) return std::nullopt;
      continue;
    }
    At of = at;
    of.value = part;
    of.instruction = index(at.value);
    ++of.depth;
    const auto begin = find(of);
    if (!begin) return std::nullopt;
    first = first ? std::min(*first, begin->first) : begin->first;
  }
  // A loop that is never entered has no accesses.
  if (!first || *first > *last) return std::nullopt;
  return Range{.first = *first, .last = *last};
}

std::optional<std::int64_t> Indices::upper_bound(const At& at, ir::ValueId counter,
                                                 std::uint32_t instruction) {
  const ir::MethodId method = calls_.at(at.instance).method;
  const ir::Body& body = *calls_.program().body(method);
  const auto here = base::id_at<ir::BlockId>(calls_.flow(method)->block_of(instruction));
  std::optional<std::int64_t> least;
  for (const ir::Block& block : body.blocks) {
    const std::uint32_t test = block.end - 1;
    const ir::Instruction& branch = body.instructions[test];
    if (branch.opcode != Opcode::kIf || branch.a != index(counter) ||
        branch.b == index(ir::kNoValue))
      continue;
    const Condition condition = branch.condition();
    const bool is_yes = condition == Condition::kLess || condition == Condition::kLessOrEqual;
    const bool is_no = condition == Condition::kGreaterOrEqual || condition == Condition::kGreater;
    if (!is_yes && !is_no) continue;
    const ir::BlockId passed = body.successors_of(block)[is_yes ? 0 : 1];
    if (body.predecessors_of(body.block(passed)).size() != 1 ||
        !dominance(method).dominates(passed, here))
      continue;
    const auto limit = find({.instance = at.instance,
                             .value = static_cast<ir::ValueId>(branch.b),
                             .instruction = test,
                             .depth = at.depth + 1});
    if (!limit) continue;
    const bool is_below = condition == Condition::kLess || condition == Condition::kGreaterOrEqual;
    const std::int64_t most = is_below ? limit->last - 1 : limit->last;
    least = least ? std::min(*least, most) : most;
  }
  return least;
}

const ir::Dominance& Indices::dominance(ir::MethodId method) {
  std::unique_ptr<ir::Dominance>& known = dominance_[index(method)];
  if (!known) known = std::make_unique<ir::Dominance>(*calls_.program().body(method));
  return *known;
}

}  // namespace heddle::races
