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
#include <set>
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

// A sanitizer looks for other faults than disagreement, and makes the slow twin ten times slower.
#if defined(HEDDLE_SANITIZED)
constexpr bool kIsSanitized = true;
#else
constexpr bool kIsSanitized = false;
#endif

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

Facts twin_facts(TextProgram& world, std::string_view policy) {
  return reference_facts(world.program, world.models, world.entries, policy, small_surroundings());
}

// By the names that reference_facts() knows.
Policy policy_of(std::string_view name) {
  const std::size_t comma = name.find(',');
  Policy policy = *parse_policy(name.substr(0, comma));
  if (comma != std::string_view::npos)
    policy.steps_down = static_cast<unsigned>(name[comma + 2] - '0');
  return policy;
}

Facts solver_facts(TextProgram& world, std::string_view policy, Techniques techniques) {
  Options options;
  options.policy = policy_of(policy);
  options.techniques = techniques;
  options.surroundings = small_surroundings();
  return facts_of(*solve(world.program, world.models, world.entries, options).heap);
}

// Cycles and order from the first edge on, groups from the first receiver: programs are small here.
constexpr Techniques kAll{.collapse_cycles = true,
                          .topological_order = true,
                          .difference_propagation = true,
                          .share_variables = true,
                          .share_calls = true,
                          .ranking_starts_at = 1,
                          .grouping_starts_at = 1,
                          .junction_bits = 1};

std::size_t size_of(const Facts& facts) {
  std::size_t size = 0;
  for (const auto& [pointer, objects] : facts.points_to) size += objects.size();
  return size;
}

// False if they differ, and then the failure is told.
bool expect_agreement(std::uint64_t seed, TextProgram& world, std::string_view policy) {
  if (twin_facts(world, policy) == solver_facts(world, policy, kAll)) return true;
  const auto differ = [&](std::string_view text) {
    TextProgram mine(text), theirs(text);
    return difference(twin_facts(mine, policy), solver_facts(theirs, policy, kAll));
  };
  const std::string small =
      shrink(random_program(seed), [&](std::string_view text) { return !differ(text).empty(); });
  ADD_FAILURE() << fmt::format("seed {}, {}\n{}\n- the twin only, + the solver only:\n{}", seed,
                               policy, small, differ(small));
  return false;
}

// Agreement is worth what the programs do.
TEST(RandomProgram, AllOperationsFindSomething) {
  constexpr std::string_view kFound[] = {
      "java.lang.Class.forName(Ljava/lang/String;)Ljava/lang/Class;[model ",
      "java.lang.Class.newInstance()Ljava/lang/Object;[model ",
      "java.lang.Class.getComponentType()Ljava/lang/Class;[model ",
      "java.lang.Class.constants()[Ljava/lang/Object;[model ",
      "java.lang.Class.getMethods()[Ljava/lang/reflect/Method;[model ",
      "java.lang.Class.getName()Ljava/lang/String;[model ",
      "java.lang.invoke.Handle.run(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;[model ",
      "util.Pool.bundle(Ljava/lang/String;)Ljava/lang/Object;[model ",
      "java.lang.Class.getConstructors()[Ljava/lang/reflect/Constructor;[model ",
      "java.lang.reflect.Array.newInstance(Ljava/lang/Class;I)Ljava/lang/Object;[model ",
      "java.lang.reflect.Constructor.newInstance([Ljava/lang/Object;)Ljava/lang/Object;[model ",
      "java.lang.reflect.Field.get(Ljava/lang/Object;)Ljava/lang/Object;[model ",
      "java.lang.reflect.Method.invoke(Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;"
      "[model ",
      "java.lang.invoke.VarHandle.swap(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;"
      "[model ",
      "util.Memory.read(Ljava/lang/Object;J)Ljava/lang/Object;[model ",
      "util.Memory.swap(Ljava/lang/Object;JLjava/lang/Object;)Ljava/lang/Object;[model "};
  std::set<std::string_view> missing(std::begin(kFound), std::end(kFound));
  bool proxies_called = false;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    TextProgram world(random_program(seed));
    Options options;
    options.policy = policy_of("insensitive");
    options.surroundings = small_surroundings();
    const Facts facts = facts_of(*solve(world.program, world.models, world.entries, options).heap);
    for (const auto& [pointer, objects] : facts.points_to) {
      if (!pointer.ends_with("#result")) continue;
      std::erase_if(missing, [&](std::string_view found) { return pointer.starts_with(found); });
    }
    for (const auto& [pointer, objects] : facts.points_to)
      for (const std::string& object : objects)
        proxies_called |= object.starts_with("methods app.I.i:") && pointer.ends_with("#1");
  }
  EXPECT_EQ(missing, std::set<std::string_view>());
  EXPECT_TRUE(proxies_called);
}

TEST(RandomProgram, SolverAndTwinAgree) {
  constexpr std::string_view kCoarse[] = {"origin(1)", "call-site(1)"};
  constexpr std::string_view kFine[] = {"origin(2)",
                                        "object(1)",
                                        "object(2)",
                                        "call-site(2)",
                                        "recommended",
                                        "recommended, 1 step down",
                                        "recommended, 2 steps down",
                                        "recommended, 3 steps down",
                                        "recommended, 4 steps down"};
  // The twin is slow where sets are large; those programs are for the coarse policies.
  constexpr std::size_t kMostFacts = 400;
  const std::uint64_t first = number_from("HEDDLE_FIRST_SEED", 0);
  const std::uint64_t count = number_from("HEDDLE_PROGRAMS", kIsSanitized ? 50 : 1000);
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    TextProgram world(random_program(seed));
    const bool small = size_of(solver_facts(world, "insensitive", kAll)) <= kMostFacts;
    if (!expect_agreement(seed, world, "insensitive")) return;
    const std::string_view policy =
        small ? kFine[seed % std::size(kFine)] : kCoarse[seed % std::size(kCoarse)];
    if (!expect_agreement(seed, world, policy)) return;
  }
}

// Each way to do less work, alone, together and not at all.
TEST(RandomProgram, TechniquesChangeNothing) {
  const std::uint64_t count = number_from("HEDDLE_PROGRAMS", kIsSanitized ? 20 : 100);
  for (std::uint64_t seed = 0; seed < count; ++seed) {
    TextProgram world(random_program(seed));
    for (const std::string_view policy : {"insensitive", "recommended"}) {
      const Facts expected = solver_facts(world, policy, kAll);
      for (unsigned bits = 0; bits < 31; ++bits) {
        const Techniques some{.collapse_cycles = (bits & 1U) != 0,
                              .topological_order = (bits & 2U) != 0,
                              .difference_propagation = (bits & 4U) != 0,
                              .share_variables = (bits & 8U) != 0,
                              .share_calls = (bits & 16U) != 0,
                              .ranking_starts_at = 1,
                              .grouping_starts_at = 1 + (bits & 2U),
                              .junction_bits = bits & 1U};
        ASSERT_EQ(difference(expected, solver_facts(world, policy, some)), "")
            << fmt::format("seed {}, {}, techniques {:b}", seed, policy, bits);
      }
    }
  }
}

TEST(RandomProgram, CallsAreJoined) {
  std::uint64_t junctions = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    TextProgram world(random_program(seed));
    Options options;
    options.policy = *parse_policy("insensitive");
    options.techniques = kAll;
    junctions +=
        solve(world.program, world.models, world.entries, options).heap->totals().junctions;
  }
  EXPECT_GT(junctions, 20);
}

TEST(RandomProgram, CyclesAreCollapsed) {
  std::uint64_t collapsed = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    TextProgram world(random_program(seed));
    Options options;
    options.techniques = kAll;
    collapsed +=
        solve(world.program, world.models, world.entries, options).heap->totals().collapsed;
  }
  EXPECT_GT(collapsed, 100);
}

}  // namespace
}  // namespace heddle::pointsto
