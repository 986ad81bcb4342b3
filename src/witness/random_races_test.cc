// The streaming detectors against the definitions, all pairs of accesses, on random runs.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/id.h"
#include "causality/closure_test_only.h"
#include "causality/options.h"
#include "causality/relaxed_order.h"
#include "causality/simulator_test_only.h"
#include "trace/convert_test_only.h"
#include "trace/operation.h"
#include "trace/source.h"
#include "trace/tables.h"
#include "witness/locksets.h"
#include "witness/race.h"
#include "witness/relaxed_races.h"
#include "witness/strict_races.h"
#include "witness/use_free.h"

namespace heddle::witness {
namespace {

using causality::Closure;
using trace::Operation;
using trace::Record;
using trace::WholeTrace;

// The locks held at each operation, by definition.
std::vector<std::set<std::uint32_t>> held_at(const WholeTrace& trace) {
  std::vector<std::multiset<std::uint32_t>> held(trace.tables.threads.size());
  std::vector<std::set<std::uint32_t>> result;
  for (const Record& record : trace.records) {
    auto& mine = held[base::index(record.thread)];
    if (record.operation == Operation::kLock || record.operation == Operation::kWait)
      mine.insert(record.subject);
    if (record.operation == Operation::kUnlock && mine.contains(record.subject))
      mine.erase(mine.find(record.subject));
    result.emplace_back(mine.begin(), mine.end());
  }
  return result;
}

bool share(const std::set<std::uint32_t>& one, const std::set<std::uint32_t>& other) {
  return std::any_of(one.begin(), one.end(), [&](std::uint32_t id) { return other.contains(id); });
}

// Locations that race, by all pairs: data races, order violations.
std::pair<std::set<std::uint32_t>, std::set<std::uint32_t>> all_pairs(const WholeTrace& trace) {
  const Closure closure(trace);
  const auto held = held_at(trace);
  std::set<std::uint32_t> data, order;
  for (std::size_t second = 0; second < trace.records.size(); ++second)
    for (std::size_t first = 0; first < second; ++first) {
      const Record &one = trace.records[first], &other = trace.records[second];
      if (!trace::is_access(one.operation) || !trace::is_access(other.operation)) continue;
      if (one.subject != other.subject) continue;
      if (one.operation == Operation::kRead && other.operation == Operation::kRead) continue;
      if (closure.is_ordered(first, second)) continue;
      const std::size_t looper = closure.looper(first);
      if (looper != Closure::kNothing && looper == closure.looper(second))
        order.insert(one.subject);
      else if (!share(held[first], held[second]))
        data.insert(one.subject);
    }
  return {data, order};
}

// As where very many are kept.
constexpr RelaxedRaces::Limits kFrugal{.few = 1, .recent = 1};

struct Streamed {
  std::set<std::uint32_t> data, order, use_free;
};

Streamed streamed(const WholeTrace& trace, UseFreeMistake mistake = UseFreeMistake::kNone,
                  RelaxedRaces::Limits limits = {}) {
  causality::RelaxedOptions options;
  if (trace.records.size() < 10'000) options.collects_from = 0;
  causality::RelaxedOrder order(options);
  Locksets locksets;
  Races races;
  RelaxedRaces detector(races, locksets, limits);
  UseFreeRaces use_free(races, locksets, mistake, {.few = limits.few, .recent = limits.recent});
  for (const Record& record : trace.records) {
    if (record.operation == Operation::kLock || record.operation == Operation::kUnlock ||
        record.operation == Operation::kWait)
      locksets.apply(record);
    const LocksetId held = locksets.held_by(record.thread);
    switch (record.operation) {
      case Operation::kRead:
      case Operation::kWrite:
        detector.apply(trace.tables, record, order.task(record.thread), held);
        [[fallthrough]];
      case Operation::kDereference:
      case Operation::kNullTest:
        use_free.apply(trace.tables, record, order.task(record.thread), held);
        break;
      default:
        order.apply(trace.tables, record, trace.sends);
        for (const std::uint32_t task : order.ended()) use_free.end(trace.tables, task);
    }
  }
  use_free.finish(trace.tables);
  Streamed result;
  for (std::uint32_t each = 0; each < trace.tables.locations.size(); ++each) {
    const auto location = static_cast<trace::LocationId>(each);
    if (detector.has_race(location, RaceKind::kDataRace)) result.data.insert(each);
    if (detector.has_race(location, RaceKind::kOrderViolation)) result.order.insert(each);
    if (use_free.has_race(location)) result.use_free.insert(each);
  }
  return result;
}

// All pairs of them would take hours.
TEST(RelaxedRaces, AreFoundAmongVeryManyThatRace) {
  std::string text;
  for (std::size_t each = 0; each < 30'000; ++each)
    text += "T" + std::to_string(each) + "|w(x)|1\n";
  const Streamed found = streamed(*read_all(trace::Form::kStd, text));
  EXPECT_EQ(found.data, std::set<std::uint32_t>{0});
}

// Events of one looper that nothing orders, each of them doing the same.
WholeTrace unordered_events(std::size_t count, std::string_view even, std::string_view odd) {
  std::string text = "heddle-trace 1\nmain loop-enter ui\n";
  for (std::size_t each = 0; each < count; ++each)
    text += "A" + std::to_string(each) + " send ui e" + std::to_string(each) + "\n";
  for (std::size_t each = 0; each < count; ++each) {
    text += "main begin e" + std::to_string(each) + "\n";
    text += each % 2 == 0 ? even : odd;
    text += "main end e" + std::to_string(each) + "\n";
  }
  return *read_all(trace::Form::kText, text + "B write x\nB write y\n");
}

TEST(RelaxedRaces, AreFoundAmongVeryManyEventsOfOneLooper) {
  constexpr std::string_view kReads = "main read p value=5 not-null\nmain dereference object=5\n";
  const Streamed found = streamed(unordered_events(20'000,
                                                   "main write x\nmain lock L\nmain read y\n"
                                                   "main unlock L\nmain write p null\n",
                                                   kReads));
  EXPECT_EQ(found.data, (std::set<std::uint32_t>{0, 1}));
  EXPECT_EQ(found.order, (std::set<std::uint32_t>{0, 2}));
  EXPECT_EQ(found.use_free, std::set<std::uint32_t>{2});
}

// Nothing orders them, but the lock keeps them apart; the last one comes without.
TEST(RelaxedRaces, AreFoundAmongVeryManyThatALockExcuses) {
  std::string text;
  for (std::size_t each = 0; each < 100'000; ++each)
    text += fmt::format("T{0}|acq(L)|1\nT{0}|w(x)|1\nT{0}|r(y)|1\nT{0}|rel(L)|1\n", each);
  EXPECT_TRUE(streamed(*read_all(trace::Form::kStd, text)).data.empty());
  const Streamed found = streamed(*read_all(trace::Form::kStd, text + "T0|w(x)|1\nT0|w(y)|1\n"));
  EXPECT_EQ(found.data, (std::set<std::uint32_t>{0, 1}));
}

// One thread comes after all of them, and goes on.
TEST(RelaxedRaces, AreNotLookedForAgainWhereAThreadHasPassed) {
  std::string text;
  for (std::size_t each = 0; each < 20'000; ++each)
    text += fmt::format("M|fork(T{0})|1\nT{0}|r(x)|1\nT{0}|end(0)|1\n", each);
  for (std::size_t each = 0; each < 20'000; ++each) text += fmt::format("M|join(T{0})|1\n", each);
  text += "M|acq(L)|1\n";
  for (std::size_t each = 0; each < 20'000; ++each)
    text += fmt::format("M|fork(U{0})|1\nM|w(x)|1\n", each);
  EXPECT_TRUE(streamed(*read_all(trace::Form::kStd, text)).data.empty());
}

TEST(RelaxedRacesOnRandomTraces, EqualAllPairs) {
  std::size_t data = 0, order = 0;
  for (std::size_t seed = 0; seed < 1500; ++seed) {
    const WholeTrace trace =
        causality::simulate({.seed = seed, .steps = 60 + seed % 4 * 40, .has_accesses = true});
    const auto [expected_data, expected_order] = all_pairs(trace);
    const Streamed found = streamed(trace);
    ASSERT_EQ(found.data, expected_data) << "seed " << seed << "\n"
                                         << write_all(trace::Form::kText, trace);
    ASSERT_EQ(found.order, expected_order) << "seed " << seed << "\n"
                                           << write_all(trace::Form::kText, trace);
    const Streamed frugal = streamed(trace, UseFreeMistake::kNone, kFrugal);
    ASSERT_EQ(frugal.data, expected_data) << "seed " << seed;
    ASSERT_EQ(frugal.order, expected_order) << "seed " << seed;
    data += expected_data.size();
    order += expected_order.size();
  }
  EXPECT_GT(data, 300U);
  EXPECT_GT(order, 100U);
}

// Turns plain accesses into reads and writes of pointers, with dereferences behind some reads.
WholeTrace with_pointers(const WholeTrace& plain, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  WholeTrace trace = plain;
  trace.records.clear();
  for (Record record : plain.records) {
    if (!trace::is_access(record.operation)) {
      trace.records.push_back(record);
      continue;
    }
    const bool is_write = record.operation == Operation::kWrite;
    const bool is_null = random() % 3 == 0;
    record.flags = is_null
                       ? trace::flag::kNull
                       : static_cast<std::uint8_t>(trace::flag::kNotNull | trace::flag::kHasValue);
    record.value = is_null ? 0 : 1 + random() % 3;
    if (is_write && is_null && random() % 5 == 0) record.flags |= trace::flag::kInitial;
    trace.records.push_back(record);
    if (is_write || is_null) continue;
    Record next = record;
    next.flags = 0;
    next.subject = 0;
    if (random() % 4 == 0) {
      next.operation = Operation::kNullTest;
      trace.records.push_back(next);
    }
    if (random() % 3 == 0) continue;
    next.operation = Operation::kDereference;
    if (random() % 8 == 0) next.value = 1 + random() % 3;
    trace.records.push_back(next);
  }
  return trace;
}

// Locations with a use and a free that nothing orders, by all pairs and the text of the filters.
std::set<std::uint32_t> use_free_pairs(const WholeTrace& trace) {
  const Closure closure(trace);
  const auto held = held_at(trace);
  const auto& records = trace.records;
  const std::size_t count = records.size();
  std::vector<bool> is_use(count), is_guarded(count), is_known(count);
  for (std::size_t at = 0; at < count; ++at) {
    if (records[at].operation != Operation::kDereference) continue;
    bool has_guard = false;
    for (std::size_t before = 0; before < at; ++before)
      has_guard |= records[before].operation == Operation::kNullTest &&
                   records[before].value == records[at].value &&
                   closure.task(before) == closure.task(at);
    for (std::size_t before = at; before-- > 0;) {
      const Record& read = records[before];
      if (read.operation != Operation::kRead || (read.flags & trace::flag::kNotNull) == 0 ||
          read.value != records[at].value || closure.task(before) != closure.task(at))
        continue;
      // Of a thread, the first dereference settles it.
      is_guarded[before] = has_guard && (is_guarded[before] || !is_use[before]);
      is_use[before] = true;
      break;
    }
  }
  const auto is_free = [&](std::size_t at) {
    return records[at].operation == Operation::kWrite &&
           (records[at].flags & trace::flag::kNull) != 0 &&
           (records[at].flags & trace::flag::kInitial) == 0;
  };
  const auto has_allocation = [&](std::size_t from, std::size_t to, std::size_t like) {
    for (std::size_t at = from; at < to; ++at)
      if (records[at].operation == Operation::kWrite &&
          (records[at].flags & trace::flag::kNotNull) != 0 &&
          records[at].subject == records[like].subject && closure.task(at) == closure.task(like))
        return true;
    return false;
  };
  std::vector<std::size_t> queue_of_task(count, Closure::kNothing);
  std::vector<std::size_t> queue_of_event(trace.sends.size() + count, Closure::kNothing);
  for (const Record& record : records)
    if (record.operation == Operation::kSend)
      queue_of_event[base::index(trace.sends[record.value].event)] = record.subject;
  for (std::size_t at = 0; at < count; ++at)
    if (records[at].operation == Operation::kBegin)
      queue_of_task[closure.task(at)] = queue_of_event[records[at].subject];
  std::set<std::uint32_t> racy;
  for (std::size_t use = 0; use < count; ++use)
    for (std::size_t free = 0; free < count; ++free) {
      if (!is_use[use] || !is_free(free) || records[use].subject != records[free].subject) continue;
      if (closure.is_ordered(std::min(use, free), std::max(use, free))) continue;
      const std::size_t looper = closure.looper(use);
      const bool is_one = looper != Closure::kNothing && looper == closure.looper(free);
      const bool may_filter =
          is_one && queue_of_task[closure.task(use)] == queue_of_task[closure.task(free)];
      const bool is_safe =
          is_guarded[use] || has_allocation(0, use, use) || has_allocation(free + 1, count, free);
      if (may_filter && is_safe) continue;
      if (!is_one && share(held[use], held[free])) continue;
      racy.insert(records[use].subject);
    }
  return racy;
}

TEST(UseFreeRacesOnRandomTraces, EqualAllPairs) {
  std::size_t found = 0;
  for (std::size_t seed = 0; seed < 1500; ++seed) {
    const WholeTrace trace =
        with_pointers(causality::simulate({.seed = seed, .steps = 60 + seed % 4 * 40}), seed);
    const auto expected = use_free_pairs(trace);
    ASSERT_EQ(streamed(trace).use_free, expected) << "seed " << seed << "\n"
                                                  << write_all(trace::Form::kText, trace);
    ASSERT_EQ(streamed(trace, UseFreeMistake::kNone, kFrugal).use_free, expected)
        << "seed " << seed;
    found += expected.size();
  }
  EXPECT_GT(found, 200U);
}

// An event that uses, after two that free; the second one also allocates, after its free.
constexpr std::string_view kFirstFreeIsReal = R"(heddle-trace 1
main loop-enter ui
A send ui e0
A send ui e1
B send ui e2
main begin e0
main write p null
main end e0
main begin e1
main write p null
main write p value=8 not-null
main end e1
main begin e2
main read p value=8 not-null
main dereference object=8
main end e2
)";
constexpr std::string_view kFreeIsFiltered = R"(heddle-trace 1
main loop-enter ui
A send ui e0
B send ui e2
main begin e0
main write p null
main write p value=8 not-null
main end e0
main begin e2
main read p value=8 not-null
main dereference object=8
main end e2
)";

bool is_noticed(const WholeTrace& trace, UseFreeMistake mistake) {
  EXPECT_EQ(streamed(trace).use_free, use_free_pairs(trace));
  return streamed(trace, mistake).use_free != use_free_pairs(trace);
}

// The last two are about pairs that random traces seldom have alone on a location.
TEST(UseFreeRacesOnRandomTraces, NoticeEveryMistake) {
  for (const UseFreeMistake mistake :
       {UseFreeMistake::kReadIsUse, UseFreeMistake::kConstructorFrees,
        UseFreeMistake::kFilterEverywhere}) {
    bool has_noticed = false;
    for (std::size_t seed = 0; seed < 300 && !has_noticed; ++seed)
      has_noticed = is_noticed(
          with_pointers(causality::simulate({.seed = seed, .steps = 60 + seed % 4 * 40}), seed),
          mistake);
    EXPECT_TRUE(has_noticed) << "mistake " << static_cast<int>(mistake);
  }
  const auto real = trace::read_all(trace::Form::kText, kFirstFreeIsReal);
  const auto filtered = trace::read_all(trace::Form::kText, kFreeIsFiltered);
  EXPECT_TRUE(is_noticed(*real, UseFreeMistake::kNearestFreeOnly));
  EXPECT_TRUE(is_noticed(*filtered, UseFreeMistake::kNoAllocationAfterFree));
}

// A random trace of threads, forks, joins and locks, as STD can say it.
WholeTrace random_threads(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const std::size_t threads = 2 + random() % 4, locks = 1 + random() % 3, variables = 3;
  std::string text;
  std::vector<std::vector<std::size_t>> held(threads);
  std::vector<int> owner(locks, -1);
  std::vector<int> state(threads, 0);  // 0 not begun, 1 running, 2 ended
  state[0] = 1;
  for (std::size_t step = 0; step < 90; ++step) {
    const std::size_t thread = random() % threads;
    if (state[thread] != 1) continue;
    const std::string name = "T" + std::to_string(thread) + "|";
    const std::size_t what = random() % 12;
    const std::string place = ")|" + std::to_string(random() % 20) + "\n";
    const std::size_t lock = random() % locks, other = random() % threads;
    if (what < 6) {
      text +=
          name + (random() % 2 == 0 ? "r(x" : "w(x") + std::to_string(random() % variables) + place;
    } else if (what < 8 && owner[lock] < 0) {
      owner[lock] = static_cast<int>(thread);
      held[thread].push_back(lock);
      text += name + "acq(L" + std::to_string(lock) + place;
    } else if (what < 10 && !held[thread].empty()) {
      owner[held[thread].back()] = -1;
      text += name + "rel(L" + std::to_string(held[thread].back()) + place;
      held[thread].pop_back();
    } else if (what == 10 && state[other] == 0) {
      state[other] = 1;
      text += name + "fork(T" + std::to_string(other) + place;
    } else if (what == 11) {
      if (other != thread && state[other] == 2) {
        text += name + "join(T" + std::to_string(other) + place;
      } else if (thread != 0 && held[thread].empty() && random() % 3 == 0) {
        state[thread] = 2;
        text += name + "end(0" + place;
      }
    }
  }
  return *read_all(trace::Form::kStd, text);
}

// Happens-before by its definition: edges, and reachability by search from each operation.
std::set<std::uint32_t> racy_by_definition(const WholeTrace& trace) {
  const auto& records = trace.records;
  const std::size_t count = records.size();
  std::vector<std::vector<std::size_t>> next(count);
  for (std::size_t to = 0; to < count; ++to)
    for (std::size_t from = 0; from < to; ++from) {
      const Record &one = records[from], &other = records[to];
      const bool is_program_order = one.thread == other.thread;
      const bool is_lock = one.operation == Operation::kUnlock &&
                           other.operation == Operation::kLock && one.subject == other.subject;
      const bool is_fork =
          one.operation == Operation::kFork && one.subject == base::index(other.thread);
      const bool is_join =
          other.operation == Operation::kJoin && other.subject == base::index(one.thread);
      if (is_program_order || is_lock || is_fork || is_join) next[from].push_back(to);
    }
  std::set<std::uint32_t> racy;
  for (std::size_t from = 0; from < count; ++from) {
    if (!trace::is_access(records[from].operation)) continue;
    std::vector<bool> reached(count);
    std::vector<std::size_t> work{from};
    while (!work.empty()) {
      const std::size_t at = work.back();
      work.pop_back();
      for (const std::size_t each : next[at])
        if (!reached[each]) {
          reached[each] = true;
          work.push_back(each);
        }
    }
    for (std::size_t to = from + 1; to < count; ++to)
      if (trace::is_access(records[to].operation) && !reached[to] &&
          records[to].subject == records[from].subject &&
          (records[to].operation == Operation::kWrite ||
           records[from].operation == Operation::kWrite))
        racy.insert(records[from].subject);
  }
  return racy;
}

TEST(StrictRacesOnRandomTraces, EqualTheDefinition) {
  std::size_t racy = 0, calm = 0;
  for (std::size_t seed = 0; seed < 2000; ++seed) {
    const WholeTrace trace = random_threads(seed);
    Races races;
    StrictRaces strict(races);
    strict.apply(trace.tables, trace.records, trace.sends);
    std::set<std::uint32_t> found;
    for (std::uint32_t each = 0; each < trace.tables.locations.size(); ++each)
      if (strict.is_racy(static_cast<trace::LocationId>(each))) found.insert(each);
    const auto expected = racy_by_definition(trace);
    ASSERT_EQ(found, expected) << "seed " << seed << "\n" << write_all(trace::Form::kStd, trace);
    racy += expected.size();
    calm += trace.tables.locations.size() - expected.size();
  }
  EXPECT_GT(racy, 500U);
  EXPECT_GT(calm, 500U);
}

// A clock goes with its event.
TEST(StrictRaces, ManyEventsTakeNoMoreThanThoseThatWait) {
  std::string text = "heddle-trace 1\n";
  for (std::size_t each = 0; each < 1'000; ++each)
    text += fmt::format("A send q e{0}\nB begin e{0}\nB end e{0}\nA send q f{0}\nA remove f{0}\n",
                        each);
  const WholeTrace trace = trace::read_all(trace::Form::kText, text).value();
  Races races;
  StrictRaces strict(races);
  strict.apply(trace.tables, trace.records, trace.sends);
  EXPECT_LT(strict.clock_bytes(), 100U);
}

// T3 has heard of the last release, but not of the one before, which the trace does not order with
// it.
TEST(StrictRaces, ALockComesAfterReleasesThatNothingOrders) {
  const WholeTrace trace = trace::read_all(trace::Form::kText, R"(heddle-trace 1
T1 write x
T1 unlock L
T2 unlock L
T2 signal h
T3 await h
T3 lock L
T3 write x
)")
                               .value();
  Races races;
  StrictRaces strict(races);
  strict.apply(trace.tables, trace.records, trace.sends);
  EXPECT_EQ(strict.racy_locations(), 0U);
}

}  // namespace
}  // namespace heddle::witness
