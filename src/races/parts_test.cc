// Parts that random loops hand out, against the parts themselves, round by round.
#include "races/parts.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/id.h"
#include "ir/class.h"
#include "ir/parse_text.h"

namespace heddle::races {
namespace {

using base::index;
using ir::Condition;
using ir::Opcode;

#if defined(HEDDLE_SANITIZED)
constexpr unsigned kPrograms = 300;
#else
constexpr unsigned kPrograms = 2000;
#endif

// b0 has the numbers, b1 the loop's test, b2 the first element, b3 to b5 what is behind the last,
// which b6 hands out.
std::string program_of(std::string_view first, std::string_view behind, std::string_view test,
                       std::string_view then, std::string_view otherwise, std::string_view given,
                       std::string_view step) {
  return fmt::format(R"(class app.Main extends java.lang.Object {{
  access public super
  method public static main(int, int, int) : void {{
  b0:
    %0 = parameter 0 : int
    %1 = parameter 1 : int
    %2 = parameter 2 : int
    %3 = const_int 0
    %4 = const_int 1
    %5 = subtract %0 %4 : int
    goto b1
  b1:
    %7 = phi (b0: %3, b6: %18) : int
    if less %7 %0 then b2 else b7
  b2:
    %9 = {}
    %10 = add %7 %4 : int
    %11 = {}
    if {} then b4 else b5
  b4:
    goto b6
  b5:
    goto b6
  b6:
    %15 = phi (b4: {}, b5: {}) : int
    invoke static app.Main.give(int, int) : void ({}, %15)
    %17 = add %1 %4 : int
    %18 = add %7 {} : int
    goto b1
  b7:
    return
  }}
  method public static give(int, int) : void {{
  b0:
    %0 = parameter 0 : int
    %1 = parameter 1 : int
    return
  }}
}}
)",
                     first, behind, test, then, otherwise, given, step);
}

// Runs the body, and keeps what it hands out.
class Interpreter {
 public:
  Interpreter(const ir::Body& body, std::vector<std::int64_t> arguments)
      : body_(body), arguments_(std::move(arguments)) {}

  std::vector<std::pair<std::int64_t, std::int64_t>> parts() {
    std::uint32_t block = 0, before = 0;
    for (unsigned steps = 0; steps < 400 && block < body_.blocks.size(); ++steps) {
      const std::uint32_t next = run(block, before);
      before = block;
      block = next;
    }
    return parts_;
  }

 private:
  std::uint32_t run(std::uint32_t block, std::uint32_t before) {
    const ir::Block& at = body_.blocks[block];
    for (std::uint32_t i = at.first; i < at.end; ++i) {
      const ir::Instruction& instruction = body_.instructions[i];
      switch (instruction.opcode) {
        case Opcode::kGoto: return index(body_.successors_of(at)[0]);
        case Opcode::kReturn: return 1000;
        case Opcode::kIf: return index(body_.successors_of(at)[holds(instruction) ? 0 : 1]);
        case Opcode::kPhi: values_[i] = chosen(instruction, at, before); break;
        case Opcode::kInvoke: {
          const auto given = body_.values(instruction);
          parts_.emplace_back(values_[index(given[0])], values_[index(given[1])]);
          break;
        }
        default: values_[i] = value(instruction);
      }
    }
    return 1000;
  }

  std::int64_t chosen(const ir::Instruction& phi, const ir::Block& at, std::uint32_t before) {
    const auto from = body_.predecessors_of(at);
    const auto place = std::ranges::find(from, base::id_at<ir::BlockId>(before)) - from.begin();
    return values_[index(body_.values(phi)[static_cast<std::size_t>(place)])];
  }

  std::int64_t value(const ir::Instruction& of) {
    switch (of.opcode) {
      case Opcode::kParameter: return arguments_[of.a];
      case Opcode::kConstInt: return static_cast<std::int32_t>(of.a);
      case Opcode::kAdd: return values_[of.a] + values_[of.b];
      case Opcode::kSubtract: return values_[of.a] - values_[of.b];
      case Opcode::kMultiply: return values_[of.a] * values_[of.b];
      default: ADD_FAILURE() << "an instruction that is not known"; return 0;
    }
  }

  bool holds(const ir::Instruction& branch) {
    const std::int64_t a = values_[branch.a], b = values_[branch.b];
    switch (branch.condition()) {
      case Condition::kEqual: return a == b;
      case Condition::kNotEqual: return a != b;
      case Condition::kLess: return a < b;
      case Condition::kGreaterOrEqual: return a >= b;
      case Condition::kGreater: return a > b;
      case Condition::kLessOrEqual: return a <= b;
    }
    return false;
  }

  const ir::Body& body_;
  std::vector<std::int64_t> arguments_;
  std::map<std::uint32_t, std::int64_t> values_;
  std::vector<std::pair<std::int64_t, std::int64_t>> parts_;
};

bool meet(const std::vector<std::pair<std::int64_t, std::int64_t>>& parts) {
  for (std::size_t i = 0; i < parts.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (std::max(parts[i].first, parts[j].first) < std::min(parts[i].second, parts[j].second))
        return true;
  return false;
}

// %0 is how many rounds, %1 a size, %2 a length, %7 the round.
class RandomLoop {
 public:
  explicit RandomLoop(std::uint64_t seed) : random_(seed) {}

  std::string text() {
    return program_of(one_of({"multiply %7 %1 : int", "multiply %1 %7 : int", "add %7 %3 : int",
                              "multiply %10 %1 : int"}),
                      one_of({"add %9 %1 : int", "multiply %10 %1 : int", "add %1 %9 : int",
                              "add %9 %2 : int", "multiply %7 %2 : int", "add %7 %1 : int"}),
                      fmt::format("{} {}",
                                  one_of({"equal", "not_equal", "less", "greater", "less_or_equal",
                                          "greater_or_equal"}),
                                  one_of({"%7 %5", "%5 %7", "%11 %2", "%2 %11", "%7 %0"})),
                      one_of({"%11", "%2", "%9"}), one_of({"%11", "%2"}),
                      one_of({"%9", "%9", "%7"}), one_of({"%4", "%4", "%4", "%1"}));
  }

 private:
  std::string_view one_of(std::vector<std::string_view> these) {
    return these[random_() % these.size()];
  }
  std::mt19937_64 random_;
};

TEST(Parts, ThatAreApartNeverMeet) {
  unsigned apart = 0, meeting = 0;
  for (unsigned seed = 0; seed < kPrograms; ++seed) {
    const std::string text = RandomLoop(seed).text();
    const auto classes = ir::parse_text(text);
    ASSERT_TRUE(classes.has_value()) << text;
    const ir::Body& body = *(*classes)[0]->bodies[0];
    origins::BodyFlow flow(body);
    std::uint32_t giver = 0;
    while (body.instructions[giver].opcode != Opcode::kInvoke) ++giver;
    const auto given = body.values(body.instructions[giver]);
    const bool are = are_apart(
        flow, [](const ir::Instruction&) { return false; }, {.first = given[0], .behind = given[1]},
        giver);
    bool ever_meet = false;
    for (const std::int64_t rounds : {1, 2, 5})
      for (const std::int64_t size : {1, 3, 10})
        for (const std::int64_t length : {0, 4, 11, 47})
          ever_meet |= meet(Interpreter(body, {rounds, size, length}).parts());
    EXPECT_FALSE(are && ever_meet) << text;
    apart += are ? 1 : 0;
    meeting += ever_meet ? 1 : 0;
  }
  EXPECT_GT(apart, kPrograms / 100);
  EXPECT_GT(meeting, kPrograms / 10);
}

}  // namespace
}  // namespace heddle::races
