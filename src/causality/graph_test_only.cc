#include "causality/graph_test_only.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "base/id.h"
#include "causality/clock.h"
#include "causality/knowledge.h"
#include "trace/operation.h"
#include "trace/tables.h"

namespace heddle::causality {

using trace::Operation;
using trace::Record;

GraphOrder::Thread& GraphOrder::thread(std::uint32_t index) {
  if (index >= threads_.size()) threads_.resize(index + 1);
  if (!threads_[index]) threads_[index] = std::make_unique<Thread>();
  return *threads_[index];
}

// Greedy: any chain whose last task has ended and came before.
void GraphOrder::start(Task& task) {
  task.clock.become({});
  Chain found = kNoChain;
  task.clock.components().any([&](Chain chain, Time time) {
    const Chains& state = chains_[static_cast<std::size_t>(chain)];
    if (state.is_open || time + 1 < state.next) return false;
    found = chain;
    return true;
  });
  if (found == kNoChain) {
    found = static_cast<Chain>(chains_.size());
    chains_.emplace_back();
  }
  Chains& state = chains_[static_cast<std::size_t>(found)];
  state.is_open = true;
  task.clock.become({found, state.next++});
}

GraphOrder::Task& GraphOrder::thread_task(Thread& thread) {
  if (thread.has_begun) return thread.task;
  thread.has_begun = true;
  thread.task.clock = thread.forked == kNothing ? Clock(heap_, form_) : nodes_[thread.forked].clock;
  thread.task.last = thread.forked;
  start(thread.task);
  return thread.task;
}

GraphOrder::Index GraphOrder::add_node(Task& task) {
  const auto index = static_cast<Index>(nodes_.size());
  Node& node = nodes_.emplace_back();
  if (task.last != kNothing) node.before.push_back(task.last);
  node.clock = task.clock;
  task.last = index;
  return index;
}

void GraphOrder::add_edge(Index from, Task& task, Index to) {
  if (from == kNothing) return;
  nodes_[to].before.push_back(from);
  task.clock.join(nodes_[from].clock);
  nodes_[to].clock = task.clock;
}

void GraphOrder::release(Task& task) {
  task.clock.step(chains_[static_cast<std::size_t>(task.clock.now().chain)].next++);
}

// Goes back from a node. For a beginning event: ends of events sent before that its queue runs
// first. In any case: ends of events of the looper that began before.
void GraphOrder::search(Index from, const Event* beginning, std::uint32_t looper, Index own,
                        std::vector<Index>& ends) {
  ++visit_;
  std::vector<Index> work{from};
  while (!work.empty()) {
    const Index index = work.back();
    work.pop_back();
    Node& node = nodes_[index];
    if (node.visit == visit_) continue;
    node.visit = visit_;
    ++visited_;
    bool goes_on = true;
    if (node.event != kNothing && node.event != own) {
      const Event& event = events_[node.event];
      if (node.is_begin && event.looper == looper && event.end != kNothing) {
        ends.push_back(event.end);
        // It came after the events of its looper that began before it.
        goes_on = beginning != nullptr;
      }
      if (node.is_send && beginning != nullptr && event.queue == beginning->queue &&
          may_precede(event.tags, beginning->tags) &&
          (is_front(event.tags) || event.time <= beginning->time) && event.end != kNothing) {
        ends.push_back(event.end);
        // Whatever was sent before with this tag is covered, and so is all that began before.
        goes_on = !(event.tags == beginning->tags && event.time == beginning->time);
      }
    }
    if (goes_on)
      for (const Index before : node.before) work.push_back(before);
  }
}

// The latest ones first: they tend to know of the others, which then get no edge.
bool GraphOrder::join_ends(std::vector<Index>& ends, Task& task, Index node) {
  std::sort(ends.begin(), ends.end(), std::greater<>());
  bool has_grown = false;
  for (const Index end : ends) {
    if (task.clock.has_reached(nodes_[end].clock.now())) continue;
    add_edge(end, task, node);
    has_grown = true;
  }
  return has_grown;
}

bool GraphOrder::join_atomic(Task& task, Index node) {
  std::vector<Index> ends;
  search(node, nullptr, events_[task.event].looper, task.event, ends);
  return join_ends(ends, task, node);
}

bool GraphOrder::join_fronts(const Event& event, Task& task, Index node) {
  if (event.queue >= fronts_.size()) return false;
  bool has_grown = false;
  for (const Index index : fronts_[event.queue]) {
    const Event& front = events_[index];
    if (front.end == kNothing || task.clock.has_reached(nodes_[front.end].clock.now())) continue;
    const Clock& sent = nodes_[front.send].clock;
    if (!sent.has_reached(nodes_[event.send].clock.now()) || !task.clock.has_reached(sent.now()))
      continue;
    if (front.send < event.send) continue;
    add_edge(front.end, task, node);
    has_grown = true;
  }
  return has_grown;
}

void GraphOrder::begin(const trace::Tables& tables, const Record& record) {
  const std::uint32_t looper = base::index(record.thread);
  Thread& now = thread(looper);
  const Index index = event_of_.at(record.subject);
  Event& event = events_[index];
  const bool is_call = tables.queues[event.queue].kind == trace::QueueKind::kBinder;
  now.event = std::make_unique<Task>();
  Task& task = *now.event;
  task.event = index;
  task.is_on_looper = !is_call;
  task.clock = nodes_[event.send].clock;
  task.clock.become({});
  task.last = event.send;
  const Index node = add_node(task);
  if (!is_call) {
    event.looper = looper;
    std::vector<Index> ends;
    search(event.send, &event, looper, index, ends);
    join_ends(ends, task, node);
    if (now.is_looping) add_edge(now.enter, task, node);
    bool has_grown = true;
    while (has_grown) {
      has_grown = join_fronts(event, task, node);
      has_grown |= join_atomic(task, node);
    }
  }
  start(task);
  nodes_[node].clock = task.clock;
  nodes_[node].event = index;
  nodes_[node].is_begin = true;
  event.begin = node;
  last_moment_ = task.clock.now();
  last_clock_ = task.clock;
}

void GraphOrder::apply(const trace::Tables& tables, const Record& record,
                       std::span<const trace::Send> sends) {
  if (record.operation == Operation::kTime) return;
  if (record.operation == Operation::kBegin) return begin(tables, record);
  Thread& now = thread(base::index(record.thread));
  const bool is_input = record.operation == Operation::kSend && sends[record.value].is_input;
  if (is_input && outside_.clock.now().chain == kNoChain) {
    outside_.clock = Clock(heap_, form_);
    start(outside_);
  }
  Task& task = is_input ? outside_ : now.event ? *now.event : thread_task(now);
  last_moment_ = task.clock.now();
  if (record.operation == Operation::kSend) {
    const trace::Send& send = sends[record.value];
    if (!send.is_refused) {
      const Index node = add_node(task);
      Event event;
      event.send = node;
      event.queue = record.subject;
      event.tags = class_of(send);
      event.time = send.time;
      const auto index = static_cast<Index>(events_.size());
      nodes_[node].event = index;
      nodes_[node].is_send = true;
      event_of_[base::index(send.event)] = index;
      events_.push_back(event);
      if (is_front(event.tags)) {
        if (event.queue >= fronts_.size()) fronts_.resize(event.queue + 1);
        fronts_[event.queue].push_back(index);
      }
      release(task);
    }
    last_clock_ = task.clock;
    return;
  }
  synchronize(tables, record, task);
  if (record.operation == Operation::kEnd) {
    last_clock_ = task.clock;
    chains_[static_cast<std::size_t>(task.clock.now().chain)].is_open = false;
    now.event.reset();
    return;
  }
  last_clock_ = task.clock;
}

void GraphOrder::synchronize(const trace::Tables& tables, const Record& record, Task& task) {
  Thread& now = thread(base::index(record.thread));
  const auto released = [&] {
    const Index node = add_node(task);
    release(task);
    return node;
  };
  const auto acquired = [&](std::span<const Index> from) {
    const Index node = add_node(task);
    for (const Index each : from) add_edge(each, task, node);
    if (task.is_on_looper) join_atomic(task, node);
  };
  const auto acquired_one = [&](Index from) { acquired(std::span(&from, 1)); };
  switch (record.operation) {
    case Operation::kFork: thread(record.subject).forked = released(); return;
    case Operation::kThreadEnd:
      now.end = add_node(task);
      chains_[static_cast<std::size_t>(task.clock.now().chain)].is_open = false;
      return;
    case Operation::kJoin: return acquired_one(thread(record.subject).end);
    case Operation::kLoopEnter:
      now.is_looping = true;
      now.enter = released();
      return;
    case Operation::kLoopExit: {
      const Index node = add_node(task);
      for (const Index end : now.ends) add_edge(end, task, node);
      now.ends.clear();
      now.is_looping = false;
      return;
    }
    case Operation::kEnd: {
      const Index node = add_node(task);
      events_[task.event].end = node;
      if (now.is_looping) now.ends.push_back(node);
      return;
    }
    case Operation::kSignal:
      if (tables.handles[record.subject].kind == trace::HandleKind::kSemaphore)
        permits_[record.subject].push_back(released());
      else
        signals_[record.subject].push_back(released());
      return;
    case Operation::kAwait: {
      const trace::Handle& handle = tables.handles[record.subject];
      if (handle.kind != trace::HandleKind::kSemaphore) {
        acquired(signals_[record.subject]);
        if (handle.kind == trace::HandleKind::kNotify) signals_[record.subject].clear();
        return;
      }
      auto& permits = permits_[record.subject];
      if (taken_[record.subject]++ < handle.permits || permits.empty()) return;
      acquired_one(permits.front());
      permits.pop_front();
      return;
    }
    case Operation::kNotify:
      if (record.flags != 0) {
        notified_all_[record.subject] = released();
      } else {
        notified_all_.erase(record.subject);
        notified_[record.subject].push_back(released());
      }
      return;
    case Operation::kWait: {
      std::vector<Index> from = notified_[record.subject];
      notified_[record.subject].clear();
      if (const auto all = notified_all_.find(record.subject); all != notified_all_.end())
        from.push_back(all->second);
      return acquired(from);
    }
    case Operation::kVolatileRead:
    case Operation::kUpdate:
      if (const auto found = volatiles_.find(record.subject); found != volatiles_.end())
        acquired_one(found->second);
      if (record.operation == Operation::kUpdate) volatiles_[record.subject] = released();
      return;
    case Operation::kVolatileWrite: volatiles_[record.subject] = released(); return;
    default: return;
  }
}

}  // namespace heddle::causality
