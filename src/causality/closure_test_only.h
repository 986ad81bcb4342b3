// The relaxed order of a small trace by brute force: every rule of docs/analysis/order-relaxed.md
// as it is written there, applied until nothing changes. Shares no code with the engine.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "trace/convert_test_only.h"
#include "trace/operation.h"

namespace heddle::causality {

enum class Rule : std::uint8_t {
  kFork,
  kJoin,
  kSignal,
  kNotify,
  kVolatile,
  kSend,
  kLoopBegin,
  kLoopEnd,
  kPriority,
  kAtFront,
  kAtomic,
  kInput,
  kWindow,
};
inline constexpr std::size_t kRuleCount = 13;

class Closure {
 public:
  // A window of 0 is none.
  explicit Closure(const trace::WholeTrace& trace, std::uint64_t window = 0);

  // Does the first operation come before the second? Wants first < second.
  [[nodiscard]] bool is_ordered(std::size_t first, std::size_t second) const {
    return (before_[second][first / 64] >> (first % 64) & 1) != 0;
  }
  // How often each rule gave an order, and PRIORITY for each pair of tags.
  [[nodiscard]] const std::array<std::uint64_t, kRuleCount>& fired() const { return fired_; }
  [[nodiscard]] const std::array<std::array<std::uint64_t, 6>, 6>& fired_tags() const {
    return fired_tags_;
  }
  // Orders that the run itself does not keep: a rule is wrong, or the simulator.
  [[nodiscard]] const std::vector<std::string>& contradictions() const { return contradictions_; }

  static constexpr std::size_t kNothing = ~std::size_t{0};
  // The task that did the operation.
  [[nodiscard]] std::size_t task(std::size_t operation) const { return task_[operation]; }
  // The looper on which the operation ran as part of an event or idle code; kNothing: on none.
  [[nodiscard]] std::size_t looper(std::size_t operation) const;

 private:
  struct Span {
    std::size_t thread = 0, first = kNothing, last = kNothing, loop = kNothing;
    bool is_atomic = true, has_ended = false;
    std::uint64_t begin_time = 0, end_time = 0;
  };
  struct Event {
    std::size_t send = kNothing, begin = kNothing, first_end = kNothing;
    std::size_t queue = 0, tags = 0;
    std::uint64_t time = 0;
    bool is_call = false;
  };
  struct Loop {
    std::size_t enter = kNothing, exit = kNothing, thread = 0;
  };
  struct Reading;

  void read(const trace::WholeTrace& trace);
  void add_edge(Rule rule, std::size_t from, std::size_t to);
  void close();
  bool apply_rules();
  bool conclude(Rule rule, std::size_t from, std::size_t to);
  bool apply_priority();
  bool apply_front();
  bool apply_atomic();
  bool apply_window(std::uint64_t window);

  std::size_t count_ = 0;
  std::uint64_t window_ = 0;
  std::vector<std::size_t> task_, span_of_;
  std::vector<std::vector<std::size_t>> into_;  // edges, by their ends
  std::vector<std::vector<std::uint64_t>> before_;
  std::vector<Span> spans_;
  std::vector<Event> events_;
  std::vector<Loop> loops_;
  std::array<std::uint64_t, kRuleCount> fired_{};
  std::array<std::array<std::uint64_t, 6>, 6> fired_tags_{};
  std::vector<std::string> contradictions_;
};

}  // namespace heddle::causality
