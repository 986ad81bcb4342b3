// Memory without a window: as many spans are kept as can still get successors.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "causality/options.h"
#include "causality/relaxed_order.h"
#include "trace/convert_test_only.h"
#include "trace/operation.h"
#include "trace/source.h"

namespace heddle::causality {
namespace {

// Four workers send to two loopers, every fourth time with a delay; each of these events sends one
// to the other looper. A looper runs what is due in the order it was sent.
std::string settled_events(std::size_t count) {
  std::string text = "heddle-trace 1\nlooper0 loop-enter q0\nlooper1 loop-enter q1\n";
  const auto into = std::back_inserter(text);
  std::vector<std::deque<std::pair<std::size_t, bool>>> waiting(2), delayed(2);
  std::size_t next = 0;
  for (std::size_t step = 0; next < count; ++step) {
    const std::size_t worker = step % 4, queue = worker % 2;
    const bool is_delayed = step % 7 == 0;
    fmt::format_to(into, "worker{} send q{} e{}{}\n", worker, queue, next,
                   is_delayed ? " delay=16ms" : "");
    (is_delayed ? delayed : waiting)[queue].emplace_back(next++, false);
    for (std::size_t looper = 0; looper < 2; ++looper) {
      auto& due = delayed[looper].size() > 3 ? delayed[looper] : waiting[looper];
      if (due.empty()) continue;
      const auto [event, is_passed_on] = due.front();
      due.pop_front();
      fmt::format_to(into, "looper{} begin e{}\n", looper, event);
      if (!is_passed_on) {
        fmt::format_to(into, "looper{} send q{} e{}\n", looper, 1 - looper, next);
        waiting[1 - looper].emplace_back(next++, true);
      }
      fmt::format_to(into, "looper{} end e{}\n", looper, event);
    }
  }
  return text;
}

std::uint64_t most_live_spans(const std::string& text, const RelaxedOptions& options) {
  const auto trace = trace::read_all(trace::Form::kText, text);
  RelaxedOrder order(options);
  std::uint64_t most = 0;
  for (const trace::Record& record : trace->records) {
    order.apply(trace->tables, record, trace->sends);
    most = std::max(most, order.statistics().live_spans);
  }
  return most;
}

TEST(LiveSpans, AreAsFewInALongRunAsInAShortOne) {
  const std::string text = settled_events(60'000);
  EXPECT_LE(most_live_spans(text, {.collects_from = 256}), 512U);
  EXPECT_LE(most_live_spans(text, {.clocks = ClockForm::kSparse, .collects_from = 256}), 512U);
  // Each delayed event would keep the one before it.
  EXPECT_GT(most_live_spans(text, {.forgets_unasked = false, .collects_from = 256}), 5'000U);
}

}  // namespace
}  // namespace heddle::causality
