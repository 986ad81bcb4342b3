// What the order of one run says of all others: tiny programs, every schedule.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "causality/clock.h"
#include "causality/options.h"
#include "causality/relaxed_order.h"
#include "causality/schedules_test_only.h"
#include "trace/operation.h"

namespace heddle::causality {
namespace {

using Pair = std::pair<std::uint64_t, std::uint64_t>;

struct Counts {
  std::size_t programs = 0, whole = 0, runs = 0, ordered = 0, predicted = 0, both = 0;
};

// Runs that do the same steps are the same run under another schedule.
std::map<std::vector<std::uint64_t>, std::vector<const Run*>> same_runs(
    const std::vector<Run>& runs) {
  std::map<std::vector<std::uint64_t>, std::vector<const Run*>> groups;
  for (const Run& run : runs) {
    std::vector<std::uint64_t> steps = run.steps;
    std::sort(steps.begin(), steps.end());
    groups[steps].push_back(&run);
  }
  return groups;
}

std::set<Pair> pairs_in(const Run& run) {
  std::set<Pair> pairs;
  for (std::size_t second = 0; second < run.steps.size(); ++second)
    for (std::size_t first = 0; first < second; ++first)
      if (run.steps[first] != 0 && run.steps[second] != 0)
        pairs.emplace(run.steps[first], run.steps[second]);
  return pairs;
}

bool is_access_of_event(const Run& run, std::size_t operation) {
  const trace::Record& record = run.trace.records[operation];
  return record.operation == trace::Operation::kWrite &&
         static_cast<std::size_t>(record.thread) == TinyProgram::kThreads;
}

void check(const Run& run, const std::set<Pair>& seen, Mistake mistake, Counts& counts,
           std::size_t& wrong) {
  RelaxedOptions options;
  options.mistake = mistake;
  RelaxedOrder order(options);
  std::vector<Moment> moments;
  for (std::size_t at = 0; at < run.steps.size(); ++at) {
    order.apply(run.trace.tables, run.trace.records[at], run.trace.sends);
    const Clock clock = order.last_clock();
    for (std::size_t earlier = 0; run.steps[at] != 0 && earlier < at; ++earlier) {
      if (run.steps[earlier] == 0) continue;
      const bool is_reversed = seen.contains({run.steps[at], run.steps[earlier]});
      if (clock.has_reached(moments[earlier])) {
        ++counts.ordered;
        wrong += is_reversed ? 1U : 0U;
      } else if (is_access_of_event(run, earlier) && is_access_of_event(run, at)) {
        ++counts.predicted;
        counts.both += is_reversed ? 1U : 0U;
      }
    }
    moments.push_back(order.last_moment());
  }
}

std::size_t check_programs(std::size_t count, Mistake mistake, Counts& counts) {
  constexpr std::size_t kMostRuns = 2'000, kChecked = 40;
  std::size_t wrong = 0;
  for (std::size_t seed = 0; seed < count; ++seed) {
    const std::vector<Run> runs = runs_of(random_program(seed), kMostRuns);
    ++counts.programs;
    if (runs.size() == kMostRuns) continue;
    ++counts.whole;
    counts.runs += runs.size();
    for (const auto& [steps, group] : same_runs(runs)) {
      std::set<Pair> seen;
      for (const Run* const run : group) seen.merge(pairs_in(*run));
      const std::size_t apart = std::max<std::size_t>(1, group.size() / kChecked);
      for (std::size_t each = 0; each < group.size(); each += apart)
        check(*group[each], seen, mistake, counts, wrong);
    }
  }
  return wrong;
}

#if defined(HEDDLE_SANITIZED)
constexpr std::size_t kPrograms = 8, kPlantedPrograms = 8;
constexpr std::size_t kFewestOrdered = 100, kFewestBoth = 10;
#else
constexpr std::size_t kPrograms = 40, kPlantedPrograms = 40;
constexpr std::size_t kFewestOrdered = 1'000, kFewestBoth = 100;
#endif

TEST(Schedules, WhatIsOrderedNeverOccursInTheOtherOrder) {
  const char* const wanted = std::getenv("HEDDLE_PROGRAMS");
  const std::size_t count = wanted != nullptr ? std::strtoull(wanted, nullptr, 10) : kPrograms;
  Counts counts;
  EXPECT_EQ(check_programs(count, Mistake::kNone, counts), 0U);
  EXPECT_GT(counts.ordered, kFewestOrdered);
  EXPECT_GT(counts.both, kFewestBoth);
  std::printf(
      "schedules: %zu programs, %zu with all their schedules (%zu runs); %zu ordered pairs, "
      "none reversed; %zu predicted pairs, %.1f %% seen both ways\n",
      counts.programs, counts.whole, counts.runs, counts.ordered, counts.predicted,
      100.0 * static_cast<double>(counts.both) /
          static_cast<double>(std::max<std::size_t>(1, counts.predicted)));
}

// The check itself notices an order that is too strong.
TEST(Schedules, NoticeAnOrderThatIsTooStrong) {
  Counts counts;
  EXPECT_GT(check_programs(kPlantedPrograms, Mistake::kExtendOpenChain, counts), 0U);
}

}  // namespace
}  // namespace heddle::causality
