// The solver and its slow twin on random programs: every fact must agree, under every policy.
//
// HEDDLE_PROGRAMS says how many programs, HEDDLE_FIRST_SEED where to begin; a failure names its
// seed and shows the program, shrunk.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <string>
#include <string_view>

#include "pointsto/facts_test_only.h"
#include "pointsto/graph.h"
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

std::uint64_t number_from(const char* variable, std::uint64_t otherwise) {
  const char* text = std::getenv(variable);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

Facts twin_facts(std::string_view text, std::string_view policy) {
  TextProgram world(text);
  return reference_facts(world.program, world.models, world.entries, policy);
}

// By the names that reference_facts() knows.
Policy policy_of(std::string_view name) {
  const std::size_t comma = name.find(',');
  Policy policy = *parse_policy(name.substr(0, comma));
  if (comma != std::string_view::npos)
    policy.steps_down = static_cast<unsigned>(name[comma + 2] - '0');
  return policy;
}

Facts solver_facts(std::string_view text, std::string_view policy, Techniques techniques) {
  TextProgram world(text);
  Options options;
  options.policy = policy_of(policy);
  options.techniques = techniques;
  return facts_of(*solve(world.program, world.models, world.entries, options).heap);
}

// Cycles and order from the first edge on: programs are small here.
constexpr Techniques kAll{.collapse_cycles = true,
                          .topological_order = true,
                          .difference_propagation = true,
                          .ranking_starts_at = 1};

std::size_t size_of(const Facts& facts) {
  std::size_t size = 0;
  for (const auto& [pointer, objects] : facts.points_to) size += objects.size();
  return size;
}

// False if they differ, and then the failure is told.
bool expect_agreement(std::uint64_t seed, const std::string& text, std::string_view policy) {
  const Facts expected = twin_facts(text, policy);
  if (expected == solver_facts(text, policy, kAll)) return true;
  const std::string small = shrink(text, [&](std::string_view smaller) {
    return twin_facts(smaller, policy) != solver_facts(smaller, policy, kAll);
  });
  ADD_FAILURE() << fmt::format(
      "seed {}, {}\n{}\n- the twin only, + the solver only:\n{}", seed, policy, small,
      difference(twin_facts(small, policy), solver_facts(small, policy, kAll)));
  return false;
}

TEST(RandomProgram, SolverAndTwinAgree) {
  constexpr std::string_view kPolicies[] = {"insensitive",
                                            "origin(1)",
                                            "call-site(1)",
                                            "origin(2)",
                                            "object(1)",
                                            "object(2)",
                                            "call-site(2)",
                                            "recommended",
                                            "recommended, 1 step down",
                                            "recommended, 2 steps down",
                                            "recommended, 3 steps down"};
  constexpr std::size_t kCoarse = 3;  // the first so many
  // The twin is slow where sets are large; those programs are for the coarse policies.
  constexpr std::size_t kMostFacts = 400;
  const std::uint64_t first = number_from("HEDDLE_FIRST_SEED", 0);
  const std::uint64_t count = number_from("HEDDLE_PROGRAMS", 300);
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const std::string text = random_program(seed);
    const bool small = size_of(twin_facts(text, "insensitive")) <= kMostFacts;
    const std::size_t policies = small ? std::size(kPolicies) : kCoarse;
    for (std::size_t i = 0; i < policies; ++i)
      if (!expect_agreement(seed, text, kPolicies[i])) return;
  }
}

}  // namespace
}  // namespace heddle::pointsto
