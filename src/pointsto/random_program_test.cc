// The solver and its slow twin on random programs: every fact must agree, under every policy.
//
// HEDDLE_PROGRAMS says how many programs, HEDDLE_FIRST_SEED where to begin; a failure names its
// seed and shows the program, shrunk.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "pointsto/policy.h"
#include "pointsto/random_program_test_only.h"
#include "pointsto/reference_test_only.h"
#include "pointsto/solve.h"

namespace heddle::pointsto {
namespace {

TEST(RandomProgram, AllVerifyAndDiffer) {
  std::string last;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const std::string text = random_program(seed);
    ASSERT_EQ(problem_in(text), "") << "seed " << seed << "\n" << text;
    EXPECT_NE(text, last);
    EXPECT_EQ(text, random_program(seed));
    last = text;
  }
}

TEST(RandomProgram, ShrinksToWhatMatters) {
  const std::string text = random_program(3);
  const std::string small = shrink(text, [](std::string_view smaller) {
    return smaller.find("class java.lang.Runnable") != std::string_view::npos;
  });
  EXPECT_EQ(small, "// ---- platform\nclass java.lang.Runnable extends java.lang.Object {\n}\n");
}

#ifdef HEDDLE_COMPARES_FACTS
std::uint64_t number_from(const char* variable, std::uint64_t otherwise) {
  const char* text = std::getenv(variable);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

Facts twin_facts(std::string_view text, std::string_view policy) {
  TextProgram world(text);
  return reference_facts(world.program, world.models, world.entries, policy);
}

Facts solver_facts(std::string_view text, std::string_view policy) {
  TextProgram world(text);
  auto solved =
      solve(world.program, world.models, world.entries, {.policy = *parse_policy(policy)});
  return facts_of(solved);
}

std::size_t size_of(const Facts& facts) {
  std::size_t size = 0;
  for (const auto& [pointer, objects] : facts.points_to) size += objects.size();
  return size;
}

// False if they differ, and then the failure is told.
bool expect_agreement(std::uint64_t seed, const std::string& text, std::string_view policy) {
  const std::string wrong = difference(twin_facts(text, policy), solver_facts(text, policy));
  if (wrong.empty()) return true;
  const std::string small = shrink(text, [&](std::string_view smaller) {
    return twin_facts(smaller, policy) != solver_facts(smaller, policy);
  });
  ADD_FAILURE() << fmt::format("seed {}, {}\n{}\n- the twin only, + the solver only:\n{}", seed,
                               policy, small,
                               difference(twin_facts(small, policy), solver_facts(small, policy)));
  return false;
}

TEST(RandomProgram, SolverAndTwinAgree) {
  constexpr std::string_view kPolicies[] = {"insensitive",  "origin(1)",  "origin(2)",
                                            "object(1)",    "object(2)",  "call-site(1)",
                                            "call-site(2)", "recommended"};
  // The twin is slow where sets are large; those programs are for the coarse policies.
  constexpr std::size_t kMostFacts = 400;
  const std::uint64_t first = number_from("HEDDLE_FIRST_SEED", 0);
  const std::uint64_t count = number_from("HEDDLE_PROGRAMS", 300);
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const std::string text = random_program(seed);
    const bool small = size_of(twin_facts(text, "insensitive")) <= kMostFacts;
    for (const std::string_view policy : kPolicies) {
      const bool coarse =
          policy == "insensitive" || policy == "origin(1)" || policy == "call-site(1)";
      if ((small || coarse) && !expect_agreement(seed, text, policy)) return;
    }
  }
}

#endif

}  // namespace
}  // namespace heddle::pointsto
