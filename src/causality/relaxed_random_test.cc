// The engine against the closure of all rules, on random runs.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "causality/clock.h"
#include "causality/closure_test_only.h"
#include "causality/graph_test_only.h"
#include "causality/options.h"
#include "causality/relaxed_order.h"
#include "causality/simulator_test_only.h"
#include "trace/convert_test_only.h"
#include "trace/operation.h"
#include "trace/source.h"

namespace heddle::causality {
namespace {

constexpr std::uint64_t kWindow = 6'000'000;

// HEDDLE_TRACES=20000 goes on for longer.
std::size_t trace_count(std::size_t usual) {
  const char* const wanted = std::getenv("HEDDLE_TRACES");
  return wanted != nullptr ? std::strtoull(wanted, nullptr, 10) : usual;
}

struct Step {
  Moment moment;
  Clock clock;
};

std::string describe(const trace::WholeTrace& trace, std::size_t operation) {
  trace::WholeTrace one = trace;
  one.records = {trace.records[operation]};
  const std::string text = trace::write_all(trace::Form::kText, one);
  const std::size_t line = text.rfind('\n', text.size() - 2) + 1;
  return std::to_string(operation) + " (" + text.substr(line, text.size() - line - 1) + ")";
}

// The first pair on which engine and closure differ, in words; empty: none.
template <typename Order>
std::string difference_of(const trace::WholeTrace& trace, const Closure& closure, Order& order) {
  std::vector<Step> steps(trace.records.size());
  std::string found;
  for (std::size_t at = 0; at < trace.records.size() && found.empty(); ++at) {
    order.apply(trace.tables, trace.records[at], trace.sends);
    if (trace.records[at].operation == trace::Operation::kTime) continue;
    steps[at] = {order.last_moment(), order.last_clock()};
    for (std::size_t earlier = 0; earlier < at; ++earlier) {
      if (steps[earlier].moment.time == 0) continue;
      const bool is_ordered = steps[at].clock.has_reached(steps[earlier].moment);
      if (is_ordered == closure.is_ordered(earlier, at)) continue;
      found = describe(trace, earlier) +
              (is_ordered ? " comes before " : " does not come before ") + describe(trace, at);
      break;
    }
  }
  return found;
}

std::string difference(const trace::WholeTrace& trace, const Closure& closure,
                       const RelaxedOptions& options) {
  RelaxedOrder order(options);
  return difference_of(trace, closure, order);
}

std::vector<RelaxedOptions> combinations(std::uint64_t window) {
  std::vector<RelaxedOptions> all;
  for (const ClockForm clocks :
       {ClockForm::kTree, ClockForm::kEarlyTree, ClockForm::kSparse, ClockForm::kDense})
    for (const Chains chains : {Chains::kFifo, Chains::kGreedy, Chains::kTrivial})
      for (unsigned bits = 0; bits < 16; ++bits)
        all.push_back({.clocks = clocks,
                       .chains = chains,
                       .reclaims = (bits & 1) != 0,
                       .reduces_paths = (bits & 2) != 0,
                       .reduces_sends = (bits & 4) != 0,
                       .stops_early = (bits & 8) != 0,
                       .collects_from = 0,
                       .window = window});
  return all;
}

std::string name_of(const RelaxedOptions& options) {
  return "clocks " + std::to_string(static_cast<int>(options.clocks)) + " chains " +
         std::to_string(static_cast<int>(options.chains)) + " reclaims " +
         std::to_string(options.reclaims) + " paths " + std::to_string(options.reduces_paths) +
         " sends " + std::to_string(options.reduces_sends) + " stops " +
         std::to_string(options.stops_early) + " window " + std::to_string(options.window);
}

TEST(RelaxedOrderOnRandomTraces, EqualsTheClosure) {
  const std::size_t count = trace_count(1500);
  const bool is_long = count >= 10'000;
  const auto exact = combinations(0), windowed = combinations(kWindow);
  std::array<std::uint64_t, kRuleCount> fired{};
  std::array<std::array<std::uint64_t, 6>, 6> fired_tags{};
  std::vector<std::size_t> sizes;
  std::uint64_t comparisons = 0;
  for (std::size_t seed = 0; seed < count; ++seed) {
    const trace::WholeTrace trace = simulate({.seed = seed, .steps = 60 + seed % 5 * 40});
    sizes.push_back(trace.records.size());
    const Closure closure(trace), in_window(trace, kWindow);
    ASSERT_TRUE(closure.contradictions().empty())
        << "seed " << seed << ": " << closure.contradictions().front() << "\n"
        << trace::write_all(trace::Form::kText, trace);
    for (std::size_t rule = 0; rule < kRuleCount; ++rule) fired[rule] += in_window.fired()[rule];
    for (std::size_t first = 0; first < 6; ++first)
      for (std::size_t second = 0; second < 6; ++second)
        fired_tags[first][second] += closure.fired_tags()[first][second];
    for (std::size_t each = 0; each < exact.size(); ++each) {
      if (!is_long && (each + seed) % 12 != 0) continue;
      ++comparisons;
      const std::string found = difference(trace, closure, exact[each]);
      ASSERT_EQ(found, "") << "seed " << seed << ", " << name_of(exact[each]) << "\n"
                           << trace::write_all(trace::Form::kText, trace);
      if ((each + seed) % 4 != 0) continue;
      const std::string with_window = difference(trace, in_window, windowed[each]);
      ASSERT_EQ(with_window, "") << "seed " << seed << ", " << name_of(windowed[each]) << "\n"
                                 << trace::write_all(trace::Form::kText, trace);
    }
    // The window only adds order.
    for (std::size_t second = 0; second < trace.records.size(); ++second)
      for (std::size_t first = 0; first < second; ++first)
        ASSERT_TRUE(!closure.is_ordered(first, second) || in_window.is_ordered(first, second));
  }
  std::nth_element(sizes.begin(), sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2),
                   sizes.end());
  std::printf("traces %zu, median operations %zu, comparisons %llu\n", count,
              sizes[sizes.size() / 2], static_cast<unsigned long long>(comparisons));
  for (std::size_t rule = 0; rule < kRuleCount; ++rule)
    std::printf("rule %zu fired %llu\n", rule, static_cast<unsigned long long>(fired[rule]));
  for (std::size_t first = 0; first < 6; ++first)
    for (std::size_t second = 0; second < 6; ++second)
      if (fired_tags[first][second] != 0)
        std::printf("tags %zu %zu fired %llu\n", first, second,
                    static_cast<unsigned long long>(fired_tags[first][second]));
}

TEST(GraphOrderOnRandomTraces, EqualsTheClosure) {
  for (std::size_t seed = 0; seed < 800; ++seed) {
    const trace::WholeTrace trace =
        simulate({.seed = seed, .steps = 60 + seed % 5 * 40, .has_nesting = false});
    GraphOrder order;
    ASSERT_EQ(difference_of(trace, Closure(trace), order), "")
        << "seed " << seed << "\n"
        << trace::write_all(trace::Form::kText, trace);
  }
}

struct Planted {
  Mistake mistake{};
  const char* name = nullptr;
};

TEST(RelaxedOrderOnRandomTraces, NoticesEveryMistake) {
  const std::vector<Planted> all{
      {Mistake::kStopAtAnyEvent, "early stop at any event"},
      {Mistake::kReduceEverySend, "reduction for every send"},
      {Mistake::kReduceAcrossClasses, "reduction across classes of tags"},
      {Mistake::kAtomicAtBeginOnly, "ATOMIC at begin only"},
      {Mistake::kFrontWithoutFixpoint, "ATFRONT and ATOMIC without the fixpoint"},
      {Mistake::kDropRemoved, "removed events dropped"},
      {Mistake::kResolveAtRemoval, "removed events resolved at removal"},
      {Mistake::kExtendOpenChain, "chains extended whose tail has not ended"},
      {Mistake::kReduceUnsentPaths, "multi-path reduction without the test on send order"},
      {Mistake::kLoopFromThreadBegin, "LOOPBEGIN from the thread's begin"},
      {Mistake::kIdleInProgramOrder, "idle code in the looper's program order"},
      {Mistake::kNoRelease, "sends that do not advance their chain"},
  };
  const std::size_t count = trace_count(1500) >= 10'000 ? 5'000 : 8'000;
  const bool counts_all = count == 5'000;
  for (const Planted& planted : all) {
    std::size_t wrong = 0;
    for (std::size_t seed = 0; seed < count && (counts_all || wrong == 0); ++seed) {
      const trace::WholeTrace trace = simulate({.seed = seed, .steps = 60 + seed % 5 * 40});
      RelaxedOptions options;
      options.mistake = planted.mistake;
      options.collects_from = 0;
      if (!difference(trace, Closure(trace), options).empty()) ++wrong;
    }
    EXPECT_GE(wrong, 1U) << planted.name << " goes unnoticed";
    if (counts_all)
      std::printf("mistake %s: wrong in %zu of %zu runs, noticed\n", planted.name, wrong, count);
  }
}

}  // namespace
}  // namespace heddle::causality
