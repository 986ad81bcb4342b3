// What the relaxed order remembers of threads, queues and synchronization; for its own sources
// only.
#pragma once

#include <boost/container/deque.hpp>  // an empty one allocates nothing
#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <memory>
#include <vector>

#include "causality/clock.h"
#include "causality/knowledge.h"
#include "causality/relaxed_order.h"
#include "causality/shared.h"
#include "trace/operation.h"

namespace heddle::causality {

struct RelaxedOrder::LooperState {
  bool is_active = false;
  trace::QueueId queue{};
  Knowledge enter;
  boost::unordered_flat_map<std::uint32_t, Ref<Span>> last;  // of each chain, since the loop began
  std::unique_ptr<Knowledge> folded;                         // of those that were
  boost::container::deque<Ref<Span>> recent;                 // in the window
  std::size_t next_pruned = 0;                               // of these
  std::unique_ptr<Knowledge> old;                            // of all that left the window
  std::vector<Chain> old_chains;                             // whose last tasks did
  std::size_t slot = Pasts::kMost;                           // of the past that is made of it
  std::uint32_t version = 0;
  Knowledge past;  // that has reached it, if there was a slot
};

struct RelaxedOrder::ThreadState {
  Task task;
  bool has_begun = false, has_ended = false;
  std::unique_ptr<Knowledge> forked;
  std::vector<std::unique_ptr<Task>> events;  // all but the last are paused
  bool is_paused = false;                     // so is the last
  std::unique_ptr<Task> idle;
  LooperState loop;

  [[nodiscard]] Task* event() const {
    return events.empty() || is_paused ? nullptr : events.back().get();
  }
};

struct RelaxedOrder::QueueState {
  std::vector<Ref<Event>> fronts;  // sent to the front, and run
  std::size_t next_look = 64;
};

struct RelaxedOrder::HandleState {
  std::unique_ptr<Knowledge> all;  // of the signals that count for the next await
  boost::container::deque<std::unique_ptr<Knowledge>> permits;
  std::uint32_t initial = 0;
  bool is_known = false;
};

struct RelaxedOrder::MonitorState {
  std::unique_ptr<Knowledge> one;    // of notifies that nobody has returned from yet
  std::unique_ptr<Knowledge> every;  // of the last notify of all
};

// Calls visit(knowledge) for whatever somebody may still inherit, ended spans apart.
template <typename Visit>
void RelaxedOrder::visit_roots(const Visit& visit) {
  const auto visit_owned = [&](const std::unique_ptr<Knowledge>& knowledge) {
    if (knowledge) visit(*knowledge);
  };
  for (const auto& thread : threads_) {
    if (!thread) continue;
    if (thread->has_begun) visit(thread->task.knowledge);
    visit_owned(thread->forked);
    for (const auto& task : thread->events) visit(task->knowledge);
    if (thread->idle) visit(thread->idle->knowledge);
    if (thread->loop.is_active) visit(thread->loop.enter);
    visit_owned(thread->loop.old);
    visit_owned(thread->loop.folded);
    if (thread->loop.version != 0) visit(thread->loop.past);
  }
  for (HandleState& handle : handles_) {
    visit_owned(handle.all);
    for (const auto& permit : handle.permits) visit_owned(permit);
  }
  for (MonitorState& monitor : monitors_) {
    visit_owned(monitor.one);
    visit_owned(monitor.every);
  }
  for (auto& [location, knowledge] : volatiles_) visit_owned(knowledge);
  for (auto& [id, event] : events_) visit_owned(event->at_send);
  if (outside_.serial != 0) visit(outside_.knowledge);
}

}  // namespace heddle::causality
