// A loop hands out parts of one size: what is first is `k * size`, for a k that counts up, or goes
// up by the size itself. Then the next round's first is `first + size`, and no part may reach
// beyond. What is behind may be less (`Math.min(first + size, length)`, `behind > length ? length :
// behind`), and in the last round, `k == rounds - 1`, anything: no round comes after it.
#include "races/parts.h"

#include <algorithm>
#include <array>

#include "base/id.h"
#include "ir/instruction.h"
#include "races/rounds.h"

namespace heddle::races {

using base::index;
using ir::Condition;
using ir::Instruction;
using ir::Opcode;
using ir::ValueId;

namespace {

constexpr unsigned kDeepest = 6;

std::optional<std::int32_t> constant(const ir::Body& body, ValueId value) {
  const Instruction& at = body.at(value);
  if (at.opcode != Opcode::kConstInt) return std::nullopt;
  return static_cast<std::int32_t>(at.a);
}

bool is_sum_with(const ir::Body& body, ValueId value, ValueId of, std::int32_t number) {
  const Instruction& sum = body.at(value);
  return sum.opcode == Opcode::kAdd && sum.a == index(of) &&
         constant(body, static_cast<ValueId>(sum.b)) == number;
}

constexpr Condition turned(Condition condition) {
  switch (condition) {
    case Condition::kLess: return Condition::kGreater;
    case Condition::kGreater: return Condition::kLess;
    case Condition::kLessOrEqual: return Condition::kGreaterOrEqual;
    case Condition::kGreaterOrEqual: return Condition::kLessOrEqual;
    default: return condition;
  }
}

constexpr Condition denied(Condition condition) {
  switch (condition) {
    case Condition::kEqual: return Condition::kNotEqual;
    case Condition::kNotEqual: return Condition::kEqual;
    case Condition::kLess: return Condition::kGreaterOrEqual;
    case Condition::kGreaterOrEqual: return Condition::kLess;
    case Condition::kGreater: return Condition::kLessOrEqual;
    case Condition::kLessOrEqual: return Condition::kGreater;
  }
  return condition;
}

bool is_at_most(Condition condition) {
  return condition == Condition::kLess || condition == Condition::kLessOrEqual ||
         condition == Condition::kEqual;
}

class Reader {
 public:
  explicit Reader(origins::BodyFlow& flow) : flow_(flow), body_(flow.body()) {}

  // Does the test hold whenever the instruction runs?
  template <typename Test>
  bool holds_at(std::uint32_t instruction, Test&& test) const {
    return std::ranges::any_of(body_.blocks, [&](const ir::Block& block) {
      const Instruction& branch = body_.instructions[block.end - 1];
      if (!compares(branch)) return false;
      for (const bool is_taken : {true, false}) {
        const ir::Block& side = body_.block(body_.successors_of(block)[is_taken ? 0 : 1]);
        if (body_.predecessors_of(side).size() == 1 && is_behind(instruction, side) &&
            says(branch, is_taken, test))
          return true;
      }
      return false;
    });
  }

  // Does it hold on the way from the block into the other?
  template <typename Test>
  bool holds_between(ir::BlockId from, ir::BlockId to, Test&& test) const {
    const ir::Block& block = body_.block(from);
    const Instruction& branch = body_.instructions[block.end - 1];
    const auto sides = body_.successors_of(block);
    if (compares(branch) && sides[0] != sides[1] && says(branch, sides[0] == to, test)) return true;
    return holds_at(block.end - 1, test);
  }

  // The same number, whenever both are worked out in one round?
  [[nodiscard]] bool is_same(ValueId a, ValueId b, unsigned depth = 0) const {
    if (a == b) return true;
    const Instruction &x = body_.at(a), &y = body_.at(b);
    if (x.opcode != y.opcode || depth > kDeepest) return false;
    if (x.opcode == Opcode::kConstInt) return x.a == y.a;
    if (x.opcode == Opcode::kArrayLength)
      return is_same(static_cast<ValueId>(x.a), static_cast<ValueId>(y.a), depth + 1);
    return is_arithmetic(x.opcode) &&
           is_same(static_cast<ValueId>(x.a), static_cast<ValueId>(y.a), depth + 1) &&
           is_same(static_cast<ValueId>(x.b), static_cast<ValueId>(y.b), depth + 1);
  }

  // The same number in every round?
  [[nodiscard]] bool is_steady(ValueId value, unsigned depth = 0) const {
    const Instruction& at = body_.at(value);
    if (at.opcode == Opcode::kConstInt || at.opcode == Opcode::kParameter) return true;
    if (!flow_.in_loop(index(value))) return true;
    if (depth > kDeepest) return false;
    if (at.opcode == Opcode::kArrayLength) return is_steady(static_cast<ValueId>(at.a), depth + 1);
    return is_arithmetic(at.opcode) && is_steady(static_cast<ValueId>(at.a), depth + 1) &&
           is_steady(static_cast<ValueId>(at.b), depth + 1);
  }

 private:
  // Does whoever comes to the instruction come through the block?
  [[nodiscard]] bool is_behind(std::uint32_t instruction, const ir::Block& block) const {
    return (block.first <= instruction && instruction < block.end) ||
           flow_.always_passes(block.first, instruction, {});
  }
  static bool is_arithmetic(Opcode opcode) {
    return opcode == Opcode::kAdd || opcode == Opcode::kSubtract || opcode == Opcode::kMultiply ||
           opcode == Opcode::kDivide;
  }
  static bool compares(const Instruction& branch) {
    return branch.opcode == Opcode::kIf && branch.b != index(ir::kNoValue);
  }
  template <typename Test>
  static bool says(const Instruction& branch, bool is_taken, Test&& test) {
    const Condition condition = is_taken ? branch.condition() : denied(branch.condition());
    const auto a = static_cast<ValueId>(branch.a), b = static_cast<ValueId>(branch.b);
    return test(Known{.condition = condition, .a = a, .b = b}) ||
           test(Known{.condition = turned(condition), .a = b, .b = a});
  }

  origins::BodyFlow& flow_;
  const ir::Body& body_;
};

// Whether what a loop hands out is apart.
class Rounds {
 public:
  Rounds(origins::BodyFlow& flow, const IsLeast& is_least, std::uint32_t giver)
      : flow_(flow), body_(flow.body()), is_least_(is_least), read_(flow), giver_(giver) {}

  bool are_apart(const Part& part) {
    first_ = part.first;
    return finds_size() && read_.is_steady(size_) && advances() && is_within(part.behind, 0);
  }

 private:
  // By `first = k * size`, or by what first goes up by.
  bool finds_size() {
    const Instruction& first = body_.at(first_);
    if (first.opcode == Opcode::kMultiply) {
      for (const auto& [k, size] : {std::array{first.a, first.b}, std::array{first.b, first.a}}) {
        counter_ = static_cast<ValueId>(k);
        size_ = static_cast<ValueId>(size);
        if (counts_up(flow_, counter_)) return true;
      }
      return false;
    }
    const auto step = step_of(flow_, first_);
    if (!step) return false;
    counter_ = first_;
    size_ = *step;
    return true;
  }

  // Does the counter count between any two parts?
  [[nodiscard]] bool advances() const {
    return !flow_.reaches_without(giver_, giver_, index(counter_));
  }

  // Does no part begin below, in this round or later?
  bool is_within(ValueId behind, unsigned depth) {
    if (depth > kDeepest) return false;
    const Instruction& at = body_.at(behind);
    switch (at.opcode) {
      case Opcode::kAdd:
        return is_next(static_cast<ValueId>(at.a), static_cast<ValueId>(at.b)) ||
               is_next(static_cast<ValueId>(at.b), static_cast<ValueId>(at.a));
      case Opcode::kMultiply:
        return is_next_multiple(static_cast<ValueId>(at.a), static_cast<ValueId>(at.b)) ||
               is_next_multiple(static_cast<ValueId>(at.b), static_cast<ValueId>(at.a));
      case Opcode::kInvoke: return is_least(at, depth);
      case Opcode::kPhi: return is_choice(behind, depth);
      default: return false;
    }
  }

  [[nodiscard]] bool is_next(ValueId first, ValueId size) const {
    return read_.is_same(first, first_) && read_.is_same(size, size_);
  }

  [[nodiscard]] bool is_next_multiple(ValueId k, ValueId size) const {
    return counter_ != first_ && is_sum_with(body_, k, counter_, 1) && read_.is_same(size, size_);
  }

  bool is_least(const Instruction& call, unsigned depth) {
    return is_least_(call) && std::ranges::any_of(body_.values(call), [&](ValueId one) {
             return is_within(one, depth + 1);
           });
  }

  // Each by itself, or by what is known where it is chosen.
  bool is_choice(ValueId phi, unsigned depth) {
    const ir::BlockId here = base::id_at<ir::BlockId>(flow_.block_of(index(phi)));
    const auto from = body_.predecessors_of(body_.block(here));
    const auto parts = body_.values(body_.at(phi));
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const ValueId one = parts[i];
      if (one == phi) return false;
      const bool is_good =
          is_within(one, depth + 1) || read_.holds_between(from[i], here, [&](const Known& known) {
            return is_bounded(known, one, depth) || is_last_round(known);
          });
      if (!is_good) return false;
    }
    return true;
  }

  bool is_bounded(const Known& known, ValueId one, unsigned depth) {
    return is_at_most(known.condition) && read_.is_same(known.a, one) && known.b != one &&
           is_within(known.b, depth + 1);
  }

  // `k == rounds - 1`, in a loop that goes on while `k < rounds`.
  bool is_last_round(const Known& known) {
    if (known.condition != Condition::kEqual || known.a != counter_) return false;
    return read_.holds_at(giver_, [&](const Known& bound) {
      return bound.condition == Condition::kLess && bound.a == counter_ &&
             read_.is_steady(bound.b) && is_one_less(known.b, bound.b);
    });
  }

  [[nodiscard]] bool is_one_less(ValueId less, ValueId than) const {
    const auto x = constant(body_, less), y = constant(body_, than);
    if (x && y) return *x == *y - 1;
    const Instruction& difference = body_.at(less);
    return difference.opcode == Opcode::kSubtract &&
           constant(body_, static_cast<ValueId>(difference.b)) == 1 &&
           read_.is_same(static_cast<ValueId>(difference.a), than);
  }

  origins::BodyFlow& flow_;
  const ir::Body& body_;
  const IsLeast& is_least_;
  Reader read_;
  std::uint32_t giver_;
  ValueId first_{}, counter_{}, size_{};
};

}  // namespace

std::vector<Part> parts_of(origins::BodyFlow& flow, ValueId counter, std::uint32_t instruction) {
  const ir::Body& body = flow.body();
  if (!counts_up(flow, counter)) return {};
  const auto values = body.values(body.at(counter));
  const auto is_step = [&](ValueId value) { return is_sum_with(body, value, counter, 1); };
  const auto first = std::ranges::find_if_not(values, is_step);
  const Reader read(flow);
  const auto is_below = [&](const Known& known) {
    return known.condition == Condition::kLess && known.a == counter;
  };
  const bool steps_stay_below = std::ranges::all_of(values, [&](ValueId value) {
    return !is_step(value) || read.holds_at(index(value), is_below);
  });
  std::vector<Part> parts;
  if (first == values.end() || !steps_stay_below) return parts;
  read.holds_at(instruction, [&](const Known& known) {
    if (is_below(known)) parts.push_back({.first = *first, .behind = known.b});
    return false;
  });
  return parts;
}

bool is_known_at(origins::BodyFlow& flow, std::uint32_t instruction,
                 const std::function<bool(const Known&)>& test) {
  return Reader(flow).holds_at(instruction, test);
}

bool are_apart(origins::BodyFlow& flow, const IsLeast& is_least, const Part& part,
               std::uint32_t giver) {
  return Rounds(flow, is_least, giver).are_apart(part);
}

}  // namespace heddle::races
