// What is saved and loaded must go on as if nothing had happened: on random programs, every number
// of the answer is compared, not only what the numbers mean.
#include "pointsto/snapshot.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "base/persist.h"
#include "ir/program_snapshot.h"
#include "pointsto/facts_test_only.h"
#include "pointsto/platform_layer.h"
#include "pointsto/random_program_test_only.h"
#include "pointsto/solve.h"
#include "pointsto/solver.h"
#include "pointsto/state.h"

namespace heddle::pointsto {
namespace {

using Saved = std::vector<std::uint64_t>;  // for its alignment
using Numbers = std::vector<std::uint64_t>;
using Entries = TextProgram::Entries;

constexpr std::uint64_t kPrograms = 40;
constexpr const char* kPolicies[] = {"insensitive", "recommended", "object(2)", "origin"};
constexpr std::uint64_t kNoLimit = ~std::uint64_t{0};

// Cycles and order from the first edge on: programs are small here.
constexpr Techniques kTechniques{.collapse_cycles = true,
                                 .topological_order = true,
                                 .difference_propagation = true,
                                 .share_variables = true,
                                 .share_calls = true,
                                 .ranking_starts_at = 0,
                                 .grouping_starts_at = 2,
                                 .junction_bits = 1};

Options options_of(std::string_view policy) {
  Options options;
  options.policy = *parse_policy(policy);
  options.techniques = kTechniques;
  options.surroundings = small_surroundings();
  return options;
}

template <typename Save>
Saved saved(Save&& save) {
  std::vector<std::uint8_t> bytes;
  {
    base::Saver saver(
        [&](base::Bytes piece) { bytes.insert(bytes.end(), piece.begin(), piece.end()); });
    save(saver);
  }
  Saved words(bytes.size() / 8);
  std::memcpy(words.data(), bytes.data(), bytes.size());
  return words;
}

base::Loader loader_of(const Saved& saved) {
  return base::Loader({reinterpret_cast<const std::uint8_t*>(saved.data()), saved.size() * 8});
}

void add_set(Numbers& numbers, const ObjectSet& set) {
  numbers.push_back(set.size());
  set.for_each([&](ObjectId object) { numbers.push_back(base::index(object)); });
}

// Everything that is numbered in an answer, and what it took.
Numbers numbers_of(const State& state) {
  Numbers numbers;
  const auto add = [&](auto... values) {
    (numbers.push_back(static_cast<std::uint64_t>(values)), ...);
  };
  for (const Instance& one : state.instances)
    add(one.method, one.context, one.first, one.first_call, one.shape->variables);
  for (const Object& one : state.objects) add(one.site, one.heap, one.type, one.kind, one.fields);
  for (const CallEdge& one : state.call_edges)
    add(one.caller, one.instruction, one.callee, one.starts);
  for (std::uint32_t i = 0; i < state.graph.size(); ++i)
    add_set(numbers, state.graph.points(base::id_at<NodeId>(i)));
  const Graph::Counts& counts = state.graph.counts();
  add(counts.edges, counts.unions, counts.rankings, counts.collapsed, counts.popped, state.work,
      state.program.class_count());
  return numbers;
}

TEST(Snapshot, WhatIsBuiltOnALoadedPlatformHasTheSameNumbers) {
  for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
    for (const char* policy : kPolicies) {
      const std::string text = random_program(seed);
      const Options options = options_of(policy);
      TextProgram first(text, Entries::kLater), second(text, Entries::kLater);

      auto platform = PlatformLayer::solve(first.program, first.models, options);
      ASSERT_TRUE(platform->is_complete());
      const Saved bytes = saved([&](base::Saver& saver) { platform->save(saver); });
      first.find_entries();
      const Solved cold =
          solve(first.program, first.models, first.entries, options, std::move(platform));

      base::Loader loader = loader_of(bytes);
      auto loaded = PlatformLayer::load(second.program, second.models, options, loader, nullptr);
      ASSERT_NE(loaded, nullptr) << "seed " << seed;
      EXPECT_TRUE(loader.at_end());
      second.find_entries();
      const Solved warm =
          solve(second.program, second.models, second.entries, options, std::move(loaded));

      ASSERT_EQ(first.entries, second.entries);
      ASSERT_EQ(numbers_of(cold.heap->state()), numbers_of(warm.heap->state()))
          << "seed " << seed << ", " << policy << "\n"
          << difference(facts_of(*cold.heap), facts_of(*warm.heap));
    }
  }
}

// A state and the solver that fills it.
struct Solving {
  Solving(TextProgram& world, const Options& options)
      : state(world.program, world.models, options.policy, options.techniques),
        solver(state, options.surroundings) {}

  State state;
  Solver solver;
};

TEST(Snapshot, WhatIsResumedGoesOnWithTheSameNumbers) {
  for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
    for (const char* policy : kPolicies) {
      const std::string text = random_program(seed);
      const Options options = options_of(policy);
      TextProgram first(text), second(text, Entries::kLater);
      const std::span<const ir::MethodId> entries = first.entries;
      const auto half = entries.first(entries.size() / 2);
      const auto rest = entries.subspan(entries.size() / 2);

      Solving cold(first, options);
      ASSERT_TRUE(cold.solver.run_platform(kNoLimit, nullptr));
      ASSERT_TRUE(cold.solver.run(half, kNoLimit, nullptr));
      const Saved bytes = saved([&](base::Saver& saver) {
        ir::ProgramSnapshot::save(first.program, saver);
        Snapshot::save_resumable(cold.state, cold.solver, saver);
      });
      ASSERT_TRUE(cold.solver.run(rest, kNoLimit, nullptr));

      base::Loader loader = loader_of(bytes);
      ASSERT_TRUE(ir::ProgramSnapshot::load(second.program, loader, nullptr));
      Solving warm(second, options);
      ASSERT_TRUE(Snapshot::load_resumable(warm.state, warm.solver, loader));
      ASSERT_TRUE(warm.solver.run(rest, kNoLimit, nullptr));
      ASSERT_EQ(numbers_of(cold.state), numbers_of(warm.state))
          << "seed " << seed << ", " << policy;
      ASSERT_EQ(cold.solver.work(), warm.solver.work());
    }
  }
}

TEST(Snapshot, ALoadedAnswerSaysTheSame) {
  for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
    const std::string text = random_program(seed);
    const Options options = options_of("recommended");
    TextProgram first(text), second(text, Entries::kLater);
    const Solved cold = solve(first.program, first.models, first.entries, options);
    const Saved bytes = saved([&](base::Saver& saver) { save(cold, saver); });
    base::Loader loader = loader_of(bytes);
    const auto warm = load(second.program, second.models, options, loader);
    ASSERT_TRUE(warm) << "seed " << seed;
    ASSERT_EQ(numbers_of(cold.heap->state()), numbers_of(warm->heap->state()));
    ASSERT_EQ(difference(facts_of(*cold.heap), facts_of(*warm->heap)), "");
    ASSERT_EQ(cold.heap->unmodelled(), warm->heap->unmodelled());
    ASSERT_EQ(cold.heap->policy(), warm->heap->policy());
  }
}

TEST(Snapshot, WhatIsCutOffIsNotLoaded) {
  const std::string text = random_program(5);
  const Options options = options_of("recommended");
  TextProgram first(text, Entries::kLater);
  const auto platform = PlatformLayer::solve(first.program, first.models, options);
  const Saved bytes = saved([&](base::Saver& saver) { platform->save(saver); });
  for (std::size_t size = 0; size < bytes.size(); size += 1 + size / 16) {
    TextProgram second(text, Entries::kLater);
    const Saved cut(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
    base::Loader loader = loader_of(cut);
    EXPECT_EQ(PlatformLayer::load(second.program, second.models, options, loader, nullptr), nullptr)
        << size;
  }
}

TEST(Snapshot, IsNotLoadedWhereAClassIsNowThereOrGone) {
  const std::string text = random_program(5);
  const Options options = options_of("insensitive");
  TextProgram first(text, Entries::kLater);
  const auto platform = PlatformLayer::solve(first.program, first.models, options);
  const Saved bytes = saved([&](base::Saver& saver) { platform->save(saver); });
  std::size_t classes = 0;
  const auto count = [&](std::string_view, std::optional<ir::Layer>) { return ++classes, true; };
  TextProgram second(text, Entries::kLater);
  base::Loader loader = loader_of(bytes);
  EXPECT_NE(PlatformLayer::load(second.program, second.models, options, loader, count), nullptr);
  ASSERT_GT(classes, 3U);
  for (std::size_t odd = 1; odd <= classes; ++odd) {
    TextProgram third(text, Entries::kLater);
    std::size_t at = 0;
    const auto all_but_one = [&](std::string_view, std::optional<ir::Layer>) {
      return ++at != odd;
    };
    base::Loader again = loader_of(bytes);
    EXPECT_EQ(PlatformLayer::load(third.program, third.models, options, again, all_but_one),
              nullptr);
    EXPECT_EQ(third.program.class_count(), 0U);
  }
}

}  // namespace
}  // namespace heddle::pointsto
