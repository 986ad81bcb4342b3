// The method that AsyncClock was compared with: a graph of all synchronization of a run, kept
// whole, in which each beginning event looks for its predecessors by going back from its send
// (Bielik, Raychev and Vechev, "Scalable Race Detection for Android Applications"; section 4.5.3 of
// the thesis).
//
// For bench/ and tests. Knows everything of the relaxed order but paused events, idle code and the
// window. Going back stops behind a send whose event covers those before it, and for rule ATOMIC at
// events of the looper; it never visits a node twice in one search; clocks of nodes that know the
// same are shared, as in the real engine.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <vector>

#include "causality/clock.h"
#include "causality/knowledge.h"
#include "causality/shared.h"
#include "trace/operation.h"
#include "trace/tables.h"

namespace heddle::causality {

class GraphOrder {
 public:
  explicit GraphOrder(ClockForm form = ClockForm::kSparse) : form_(form) {}

  void apply(const trace::Tables& tables, const trace::Record& record,
             std::span<const trace::Send> sends);

  [[nodiscard]] Moment last_moment() const { return last_moment_; }
  [[nodiscard]] const Clock& last_clock() const { return last_clock_; }
  [[nodiscard]] std::size_t nodes() const { return nodes_.size(); }
  [[nodiscard]] std::uint64_t visited() const { return visited_; }

 private:
  using Index = std::uint32_t;
  static constexpr Index kNothing = 0xFFFF'FFFFU;

  struct Node {
    Clock clock;
    std::vector<Index> before;
    Index event = kNothing;  // the event sent here, or begun
    bool is_send = false, is_begin = false;
    std::uint32_t visit = 0;
  };
  struct Event {
    Index send = kNothing, begin = kNothing, end = kNothing;
    std::uint32_t queue = 0, looper = kNothing;
    TagClass tags{};
    std::uint64_t time = 0;
  };
  struct Task {
    Clock clock;
    Index last = kNothing;
    Index event = kNothing;
    bool is_on_looper = false;
  };
  struct Thread {
    Task task;
    bool has_begun = false, is_looping = false;
    Index forked = kNothing, end = kNothing, enter = kNothing;
    std::unique_ptr<Task> event;
    std::vector<Index> ends;  // of events since the loop began
  };
  struct Chains {
    Time next = 1;
    bool is_open = false;
  };

  Thread& thread(std::uint32_t index);
  Task& thread_task(Thread& thread);
  void start(Task& task);
  Index add_node(Task& task);
  void add_edge(Index from, Task& task, Index to);
  void release(Task& task);
  void begin(const trace::Tables& tables, const trace::Record& record);
  void search(Index from, const Event* beginning, std::uint32_t looper, Index own,
              std::vector<Index>& ends);
  bool join_ends(std::vector<Index>& ends, Task& task, Index node);
  bool join_atomic(Task& task, Index node);
  bool join_fronts(const Event& event, Task& task, Index node);
  void synchronize(const trace::Tables& tables, const trace::Record& record, Task& task);

  ClockForm form_;
  Heap heap_;
  std::deque<Node> nodes_;
  std::vector<Event> events_;
  boost::unordered_flat_map<std::uint32_t, Index> event_of_;
  std::vector<std::unique_ptr<Thread>> threads_;
  std::vector<Chains> chains_;
  std::vector<std::vector<Index>> fronts_;  // events, by queue
  boost::unordered_flat_map<std::uint32_t, std::vector<Index>> signals_, notified_;
  boost::unordered_flat_map<std::uint32_t, std::deque<Index>> permits_;
  boost::unordered_flat_map<std::uint32_t, std::uint32_t> taken_;
  boost::unordered_flat_map<std::uint32_t, Index> volatiles_, notified_all_;
  Task outside_;
  std::uint32_t visit_ = 0;
  std::uint64_t visited_ = 0;
  Moment last_moment_;
  Clock last_clock_;
};

}  // namespace heddle::causality
