// The engine against the closure of all rules, on random runs.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <future>
#include <string>
#include <thread>
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

std::string describe(const trace::WholeTrace& trace, std::size_t operation) {
  trace::WholeTrace one = trace;
  one.records = {trace.records[operation]};
  const std::string text = trace::write_all(trace::Form::kText, one);
  const std::size_t line = text.rfind('\n', text.size() - 2) + 1;
  return std::to_string(operation) + " (" + text.substr(line, text.size() - line - 1) + ")";
}

// The operations of one chain, by their times.
struct ChainSteps {
  std::vector<Time> times;
  std::vector<std::size_t> operations;
};

// The first pair on which engine and closure differ, in words; empty: none.
//
// Within a chain the closure has to order all, which is seen as they come, and it is transitive: of
// the operations of a chain it is enough to ask for the last one that was reached, and the next.
template <typename Order>
std::string difference_of(const trace::WholeTrace& trace, const Closure& closure, Order& order) {
  std::vector<ChainSteps> chains;
  for (std::size_t at = 0; at < trace.records.size(); ++at) {
    order.apply(trace.tables, trace.records[at], trace.sends);
    if (trace.records[at].operation == trace::Operation::kTime) continue;
    const Moment now = order.last_moment();
    const Clock& clock = order.last_clock();
    for (std::size_t chain = 0; chain < chains.size(); ++chain) {
      const ChainSteps& steps = chains[chain];
      const Time reached = clock.at(static_cast<Chain>(chain));
      const auto next = static_cast<std::size_t>(
          std::upper_bound(steps.times.begin(), steps.times.end(), reached) - steps.times.begin());
      if (next > 0 && !closure.is_ordered(steps.operations[next - 1], at))
        return describe(trace, steps.operations[next - 1]) + " comes before " + describe(trace, at);
      if (next < steps.times.size() && closure.is_ordered(steps.operations[next], at))
        return describe(trace, steps.operations[next]) + " does not come before " +
               describe(trace, at);
    }
    if (now.time == 0) continue;
    const auto own = static_cast<std::size_t>(now.chain);
    if (own >= chains.size()) chains.resize(own + 1);
    chains[own].times.push_back(now.time);
    chains[own].operations.push_back(at);
  }
  return {};
}

std::string difference(const trace::WholeTrace& trace, const Closure& closure,
                       const RelaxedOptions& options) {
  RelaxedOrder order(options);
  return difference_of(trace, closure, order);
}

std::vector<RelaxedOptions> combinations(std::uint64_t window) {
  std::vector<RelaxedOptions> all;
  // Clocks this small are trees only if they are early ones.
  for (const ClockForm clocks : {ClockForm::kEarlyTree, ClockForm::kSparse, ClockForm::kDense})
    for (const Chains chains : {Chains::kFifo, Chains::kGreedy, Chains::kTrivial})
      for (unsigned bits = 0; bits < 16; ++bits)
        all.push_back({.clocks = clocks,
                       .chains = chains,
                       .reclaims = (bits & 1) != 0,
                       .reduces_paths = (bits & 2) != 0,
                       .reduces_sends = (bits & 4) != 0,
                       .stops_early = (bits & 8) != 0,
                       .forgets_unasked = (bits + static_cast<unsigned>(chains)) % 4 != 0,
                       .most_wait = bits % 5 == 0 ? 3U : 0U,
                       .packs = std::popcount(bits) % 2 == 0,
                       .packs_from = bits % 4 == 3 ? 32U : 0U,
                       .packs_after = bits % 3,
                       .collects_from = 0,
                       .window = window,
                       .most_pasts = bits % 4 == 0 ? 1U : 32U});
  return all;
}

std::string name_of(const RelaxedOptions& options) {
  return "clocks " + std::to_string(static_cast<int>(options.clocks)) + " chains " +
         std::to_string(static_cast<int>(options.chains)) + " reclaims " +
         std::to_string(options.reclaims) + " paths " + std::to_string(options.reduces_paths) +
         " sends " + std::to_string(options.reduces_sends) + " stops " +
         std::to_string(options.stops_early) + " window " + std::to_string(options.window);
}

// What a share of the traces gave; the first failure in words.
struct Tally {
  std::array<std::uint64_t, kRuleCount> fired{};
  std::array<std::array<std::uint64_t, 6>, 6> fired_tags{};
  std::vector<std::size_t> sizes;
  std::uint64_t comparisons = 0;
  std::string failure;

  void add(const Tally& other) {
    for (std::size_t rule = 0; rule < kRuleCount; ++rule) fired[rule] += other.fired[rule];
    for (std::size_t first = 0; first < 6; ++first)
      for (std::size_t second = 0; second < 6; ++second)
        fired_tags[first][second] += other.fired_tags[first][second];
    sizes.insert(sizes.end(), other.sizes.begin(), other.sizes.end());
    comparisons += other.comparisons;
    if (failure.empty()) failure = other.failure;
  }
};

// The window only adds order.
bool only_adds(const trace::WholeTrace& trace, const Closure& closure, const Closure& in_window) {
  for (std::size_t second = 0; second < trace.records.size(); ++second)
    for (std::size_t first = 0; first < second; ++first)
      if (closure.is_ordered(first, second) && !in_window.is_ordered(first, second)) return false;
  return true;
}

// One of so many combinations for each trace; all of them for 1.
std::string compare_all(const trace::WholeTrace& trace, std::size_t seed, std::size_t one_of,
                        Tally& tally) {
  static const auto exact = combinations(0), windowed = combinations(kWindow);
  const Closure closure(trace), in_window(trace, kWindow);
  if (!closure.contradictions().empty()) return closure.contradictions().front();
  for (std::size_t rule = 0; rule < kRuleCount; ++rule)
    tally.fired[rule] += in_window.fired()[rule];
  for (std::size_t first = 0; first < 6; ++first)
    for (std::size_t second = 0; second < 6; ++second)
      tally.fired_tags[first][second] += closure.fired_tags()[first][second];
  for (std::size_t each = 0; each < exact.size(); ++each) {
    if ((each + seed) % one_of != 0) continue;
    ++tally.comparisons;
    const std::string found = difference(trace, closure, exact[each]);
    if (!found.empty()) return name_of(exact[each]) + ": " + found;
    if ((each + seed) % 4 != 0) continue;
    const std::string with_window = difference(trace, in_window, windowed[each]);
    if (!with_window.empty()) return name_of(windowed[each]) + ": " + with_window;
  }
  return only_adds(trace, closure, in_window) ? "" : "the window takes order away";
}

Tally tally_share(std::size_t first, std::size_t count, std::size_t step, std::size_t one_of) {
  Tally tally;
  for (std::size_t seed = first; seed < count && tally.failure.empty(); seed += step) {
    const trace::WholeTrace trace = simulate({.seed = seed, .steps = 60 + seed % 5 * 40});
    tally.sizes.push_back(trace.records.size());
    const std::string failure = compare_all(trace, seed, one_of, tally);
    if (failure.empty()) continue;
    tally.failure = "seed " + std::to_string(seed) + ", " + failure + "\n" +
                    trace::write_all(trace::Form::kText, trace);
  }
  return tally;
}

TEST(RelaxedOrderOnRandomTraces, EqualsTheClosure) {
  const std::size_t count = trace_count(1500);
  const bool is_long = count >= 10'000;
  const std::size_t shares = is_long ? std::max(1U, std::thread::hardware_concurrency()) : 1;
  std::vector<std::future<Tally>> running;
  for (std::size_t share = 0; share < shares; ++share)
    running.push_back(
        std::async(std::launch::async, tally_share, share, count, shares, is_long ? 1 : 12));
  Tally tally;
  for (std::future<Tally>& share : running) tally.add(share.get());
  ASSERT_EQ(tally.failure, "");
  auto& [fired, fired_tags, sizes, comparisons, failure] = tally;
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
      {Mistake::kEqualTimesUnordered, "equal times do not order"},
      {Mistake::kCompareAllTimes, "delays compared with moments"},
      {Mistake::kSyncBeforeAsync, "synchronous before asynchronous"},
      {Mistake::kSignalForEveryAwait, "a signal for every later await, whatever the handle"},
      {Mistake::kInputFromItsThread, "input sent by a thread"},
      {Mistake::kPauseIsNoBreak, "no break at a pause"},
      {Mistake::kForgetForAll, "what one has come after forgotten for all"},
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
      options.most_wait = 0;
      if (!difference(trace, Closure(trace), options).empty()) ++wrong;
    }
    EXPECT_GE(wrong, 1U) << planted.name << " goes unnoticed";
    if (counts_all)
      std::printf("mistake %s: wrong in %zu of %zu runs, noticed\n", planted.name, wrong, count);
  }
}

}  // namespace
}  // namespace heddle::causality
