// The relaxed order of a run, in one pass: what would come before what under every schedule that
// the platform allows, by the rules of docs/analysis/order-relaxed.md. Locks do not order, events
// of one looper only as their sends, tags and synchronizations say.
//
// Feed it every record of a trace in order. In between, task(thread) is who runs on a thread now,
// with a clock that has reached exactly the moments before the last operation of that task.
//
// After "Race Detection for Event-Driven Mobile Applications" (CAFA) and AsyncClock. A trace may
// begin and end in the middle of things; what does not fit is counted in oddities() and tolerated.
//
// Not thread safe. Cost: an event costs about the size of a clock; memory grows with the events
// that can still get successors, or is bounded by the window.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "causality/clock.h"
#include "causality/knowledge.h"
#include "causality/options.h"
#include "causality/shared.h"
#include "trace/operation.h"
#include "trace/tables.h"

namespace heddle::causality {

enum class TaskKind : std::uint8_t { kThread, kEvent, kCall, kIdle, kOutside };

// Who runs: a thread, an event, a call from another process, idle code of a looper.
struct Task {
  TaskKind kind{};
  std::uint32_t serial = 0;  // no two tasks have the same
  trace::ThreadId thread{};
  bool is_on_looper = false;  // its spans exclude those of the same thread
  bool has_grown = false;     // its knowledge, since its span began
  Knowledge knowledge;
  Ref<Span> span;
  Ref<Span> after;   // the latest of the events that made it wait
  Ref<Span> sender;  // or what sent it, or that sent before
  Ref<Event> sent;   // the last one it sent, if it is a thread
  Ref<Event> event;
  Ref<Origin> origin;
};

// What does not fit into a trace, and is tolerated.
enum class Oddity : std::uint8_t {
  kBegunNeverSent,
  kEndedNeverBegun,
  kBegunTwice,
  kBegunInsideAnother,
  kResumedNeverPaused,
  kLoopNotEntered,
  kLoopNotExited,
  kForkedTwice,
  kForkedAfterBegin,
  kJoinedBeforeFork,
  kJoinedBeforeEnd,
  kSentTwice,
  kNoPermit,
};
inline constexpr std::size_t kOddityCount = 13;
std::string_view describe(Oddity oddity);

struct OddityCount {
  std::uint64_t count = 0;
  std::uint64_t first = 0;  // the number of the operation
};

struct RelaxedStatistics {
  std::uint64_t operations = 0, events = 0, chains = 0;
  std::uint64_t live_events = 0, live_spans = 0;  // after the last collection or now
  std::uint64_t collections = 0, reclaimed = 0, reduced_paths = 0;
  std::uint64_t work = 0;  // entries of clocks and lists of sends looked at
};

class RelaxedOrder {
 public:
  explicit RelaxedOrder(const RelaxedOptions& options);
  RelaxedOrder(const RelaxedOrder&) = delete;
  RelaxedOrder& operator=(const RelaxedOrder&) = delete;
  ~RelaxedOrder();

  // `sends` are those of the record's batch.
  void apply(const trace::Tables& tables, const trace::Record& record,
             std::span<const trace::Send> sends);

  // Counts an operation that changes no order, instead of apply(): plain accesses and the like.
  void pass() { ++position_; }

  // Who runs on the thread now; idle code begins with its first operation.
  const Task& task(trace::ThreadId thread);
  // The moment of the last operation itself, and all it comes after.
  [[nodiscard]] Moment last_moment() const { return last_moment_; }
  [[nodiscard]] const Clock& last_clock() const { return last_clock_; }

  // Serials of tasks on loopers, and of calls, that the last operation ended.
  [[nodiscard]] std::span<const std::uint32_t> ended() const { return ended_; }

  [[nodiscard]] std::span<const OddityCount> oddities() const { return oddities_; }
  [[nodiscard]] RelaxedStatistics statistics() const;

 private:
  struct ThreadState;
  struct LooperState;
  struct QueueState;
  struct HandleState;
  struct MonitorState;
  struct ChainState {
    Time next = 1;
    bool is_open = false;
    bool is_old = false;     // and at hand for the looper it ended on
    std::uint8_t level = 0;  // how many queues lie between it and a thread
  };

  ThreadState& state(trace::ThreadId thread);
  Task& running(trace::ThreadId thread);
  Task& thread_task(ThreadState& state, trace::ThreadId thread);
  void start(Task& task, Chain preferred);
  Chain choose_chain(const Task& task, Chain preferred);
  [[nodiscard]] bool may_extend(Chain chain, Time known) const;
  Knowledge snapshot(const Task& task) const;
  void release(Task& task);
  void acquire(Task& task, const Knowledge& from);
  void settle(Task& task);
  bool join_atomic(Knowledge& knowledge, trace::ThreadId looper, const Span* own);
  void odd(Oddity oddity);
  void mark(const Task& task);

  void synchronize(const trace::Tables& tables, const trace::Record& record, Task& task);
  void fork(trace::ThreadId child, Task& task);
  void join_thread(trace::ThreadId child, Task& task);
  void notify(const trace::Record& record, Task& task);
  void wait(const trace::Record& record, Task& task);
  void signal(const trace::Tables& tables, const trace::Record& record, Task& task);
  void await(const trace::Tables& tables, const trace::Record& record, Task& task);

  void enter_loop(const trace::Record& record);
  void exit_loop(trace::ThreadId thread);
  void send(const trace::Record& record, const trace::Send& send, Task& task);
  void remember_send(Task& task, const Ref<Event>& event);
  Ref<Node> list_without(const Ref<Node>& list, std::uint64_t time, unsigned depth);
  Ref<Origin> make_origin(const trace::Record& record, const trace::Send& send, const Task& task);
  void begin(const trace::Tables& tables, const trace::Record& record);
  void begin_call(ThreadState& state, Task& task);
  void begin_event(ThreadState& state, Task& task, Event* event);
  void open_span(Task& task, bool is_atomic);
  void close_span(ThreadState& state, Task& task);
  void end(const trace::Record& record);
  void end_current(ThreadState& state);
  void pause(const trace::Record& record);
  void resume(const trace::Record& record);
  void start_idle(ThreadState& state, trace::ThreadId thread);
  void end_idle(ThreadState& state);
  void remove(trace::EventId event);
  void quit(trace::QueueId queue, bool is_safe);
  Ref<Event> take_event(trace::EventId id);

  [[nodiscard]] bool is_out_of_window(std::uint64_t time) const {
    return options_.window != 0 && time + options_.window < now_;
  }
  void inherit_window(ThreadState& state, Knowledge& knowledge);
  void leave_window(LooperState& loop);
  void prune_some(LooperState& loop);
  [[nodiscard]] bool may_come_first(TagClass first, TagClass second) const;
  void gather(const Event& event, const Knowledge& from);
  void gather_list(const Event& event, Node* node);
  void gather_front(Node* node);
  void merge_front(Node& node, const Span* own);
  bool join_fronts(const Event& event, Knowledge& knowledge);
  void add_front(Event& event);
  // What was known at the span's end.
  bool join_end(Knowledge& knowledge, const Span& span);

  void collect_if_due();
  void collect();
  void mark_reached();
  void forget_unasked();
  void fold_last(LooperState& loop);
  void reduce_paths(Knowledge& knowledge);
  [[nodiscard]] bool packs() const {
    return options_.packs && options_.window == 0 && options_.clocks != ClockForm::kDense;
  }
  void pack_later(const Task& task);
  template <typename Visit>
  void visit_roots(const Visit& visit);

  RelaxedOptions options_;
  Heap heap_;
  std::vector<std::unique_ptr<ThreadState>> threads_;
  std::vector<std::unique_ptr<QueueState>> queues_;
  std::vector<HandleState> handles_;
  std::vector<MonitorState> monitors_;
  boost::unordered_flat_map<std::uint32_t, std::unique_ptr<Knowledge>> volatiles_;
  boost::unordered_flat_map<std::uint32_t, Ref<Event>> events_;  // sent and not ended, by id
  boost::unordered_flat_map<std::uint64_t, Chain> fifo_;         // by queue and sending chain
  std::vector<ChainState> chains_;
  std::vector<Ref<Span>> spans_;  // ended ones, for collections
  struct Young {
    Ref<Span> span, after, sender;  // and two that may have known much the same
  };
  std::deque<Young> young_;           // ended ones that are not packed yet
  std::vector<Ref<Event>> kept_;      // all events, when nothing is reclaimed
  std::vector<Ref<Node>> gathered_;   // merged ones
  std::vector<Ref<Event>> resolved_;  // by a mistake only
  std::vector<Ref<Span>> gathered_spans_;
  std::size_t slots_ = 0;  // of pasts
  std::uint32_t visit_ = 0;
  std::uint32_t mark_ = 0;
  Task outside_;
  Moment last_moment_;
  Clock last_clock_;
  std::vector<std::uint32_t> ended_;
  std::uint64_t now_ = 0, position_ = 0;
  std::uint32_t next_serial_ = 0;
  std::size_t next_collection_ = 0;
  std::uint32_t collections_to_wait_ = 0, last_wait_ = 0;  // before the unasked are looked for
  RelaxedStatistics statistics_;
  std::vector<OddityCount> oddities_;
};

}  // namespace heddle::causality
