// First the trace is cut into tasks and spans, and the rules that look at single operations give
// edges; then the closure and the rules that look at orders take turns.
#include "causality/closure_test_only.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "trace/convert_test_only.h"
#include "trace/operation.h"
#include "trace/tables.h"

namespace heddle::causality {
namespace {

using trace::Operation;

enum Cell : std::uint8_t { kNever, kTimed, kAlways };

// Table 3.1, rows and columns: delayed async, delayed sync, at time async, at time sync, at front
// async, at front sync.
constexpr Cell kPriorities[6][6] = {
    {kTimed, kTimed, kNever, kNever, kNever, kNever},
    {kNever, kTimed, kNever, kNever, kNever, kNever},
    {kNever, kNever, kTimed, kTimed, kNever, kNever},
    {kNever, kNever, kNever, kTimed, kNever, kNever},
    {kAlways, kAlways, kAlways, kAlways, kNever, kNever},
    {kNever, kAlways, kNever, kAlways, kNever, kNever},
};

std::size_t tags_of(const trace::Send& send) {
  return 2 * static_cast<std::size_t>(send.when) + (send.is_asynchronous ? 0 : 1);
}

}  // namespace

struct Closure::Reading {
  struct Thread {
    std::size_t task = kNothing, forked = kNothing, last = kNothing, end = kNothing;
    std::size_t loop = kNothing;
    std::vector<std::size_t> events;  // running and paused
    bool is_paused = false;
    std::size_t span = kNothing;  // open on this thread
    std::size_t idle = kNothing;  // task of idle code
  };
  std::vector<Thread> threads;
  std::vector<std::size_t> event_tasks;  // by event
  std::map<std::uint32_t, std::size_t> event_of;
  std::vector<std::size_t> last_of_task;
  std::map<std::uint32_t, std::vector<std::size_t>> signals;
  std::map<std::uint32_t, std::deque<std::size_t>> permits;
  std::map<std::uint32_t, std::uint32_t> taken;
  std::map<std::uint32_t, std::vector<std::size_t>> notified;
  std::map<std::uint32_t, std::size_t> notified_all;
  std::map<std::uint32_t, std::size_t> volatile_write;
  std::size_t outside = kNothing;
  std::uint64_t now = 0;
};

Closure::Closure(const trace::WholeTrace& trace, std::uint64_t window)
    : count_(trace.records.size()), window_(window) {
  into_.resize(count_);
  task_.assign(count_, kNothing);
  span_of_.assign(count_, kNothing);
  read(trace);
  do close();
  while (apply_rules());
}

std::size_t Closure::looper(std::size_t operation) const {
  const std::size_t span = span_of_[operation];
  return span == kNothing || !spans_[span].is_atomic ? kNothing : spans_[span].thread;
}

void Closure::add_edge(Rule rule, std::size_t from, std::size_t to) {
  if (from == kNothing) return;
  ++fired_[static_cast<std::size_t>(rule)];
  into_[to].push_back(from);
}

void Closure::read(const trace::WholeTrace& trace) {
  Reading now;
  now.threads.resize(trace.tables.threads.size());
  const auto new_task = [&] {
    now.last_of_task.push_back(kNothing);
    return now.last_of_task.size() - 1;
  };
  const auto close_span = [&](Reading::Thread& thread, std::size_t at) {
    if (thread.span == kNothing) return;
    Span& span = spans_[thread.span];
    if (at != kNothing) span.last = at;
    span.has_ended = true;
    span.end_time = now.now;
    if (span.loop != kNothing && loops_[span.loop].exit != kNothing)
      add_edge(Rule::kLoopEnd, span.last, loops_[span.loop].exit);
    thread.span = kNothing;
  };
  const auto close_idle = [&](Reading::Thread& thread) {
    if (thread.idle == kNothing) return;
    close_span(thread, kNothing);
    thread.idle = kNothing;
  };
  const auto open_span = [&](std::size_t index, std::size_t at, bool is_atomic) {
    Reading::Thread& thread = now.threads[index];
    Span span;
    span.thread = index;
    span.first = at;
    span.loop = is_atomic ? thread.loop : kNothing;
    span.is_atomic = is_atomic;
    span.begin_time = now.now;
    thread.span = spans_.size();
    spans_.push_back(span);
    if (span.loop != kNothing) add_edge(Rule::kLoopBegin, loops_[span.loop].enter, at);
  };

  for (std::size_t at = 0; at < count_; ++at) {
    const trace::Record& record = trace.records[at];
    if (record.operation == Operation::kTime) {
      now.now = record.value;
      continue;
    }
    const auto index = static_cast<std::size_t>(record.thread);
    Reading::Thread& thread = now.threads[index];
    const auto thread_task = [&] {
      if (thread.task == kNothing) {
        thread.task = new_task();
        add_edge(Rule::kFork, thread.forked, at);
      }
      return thread.task;
    };
    const bool is_input =
        record.operation == Operation::kSend && trace.sends[record.value].is_input;
    std::size_t task = kNothing;
    switch (record.operation) {
      case Operation::kLoopEnter: task = thread_task(); break;
      case Operation::kLoopExit:
        close_idle(thread);
        task = thread_task();
        break;
      case Operation::kBegin:
      case Operation::kResume: {
        close_idle(thread);
        const std::size_t event = now.event_of.at(record.subject);
        if (record.operation == Operation::kBegin) {
          thread.events.push_back(event);
          now.event_tasks[event] = new_task();
          events_[event].begin = at;
          add_edge(Rule::kSend, events_[event].send, at);
        }
        thread.is_paused = false;
        open_span(index, at, !events_[event].is_call);
        task = now.event_tasks[event];
        break;
      }
      default:
        if (is_input) {
          if (now.outside == kNothing)
            now.outside = new_task();
          else
            ++fired_[static_cast<std::size_t>(Rule::kInput)];
          task = now.outside;
        } else if (!thread.events.empty() && !thread.is_paused) {
          task = now.event_tasks[thread.events.back()];
        } else if (thread.loop != kNothing || thread.is_paused) {
          if (thread.idle == kNothing) {
            thread.idle = new_task();
            open_span(index, at, true);
          }
          task = thread.idle;
        } else {
          task = thread_task();
        }
    }
    // Program order.
    task_[at] = task;
    if (now.last_of_task[task] != kNothing) into_[at].push_back(now.last_of_task[task]);
    now.last_of_task[task] = at;
    const bool is_of_thread = task == thread.task;
    if (!is_input && !is_of_thread && thread.span != kNothing) {
      span_of_[at] = thread.span;
      spans_[thread.span].last = at;
    }
    switch (record.operation) {
      case Operation::kFork: now.threads[record.subject].forked = at; break;
      case Operation::kThreadEnd: thread.end = at; break;
      case Operation::kJoin: add_edge(Rule::kJoin, now.threads[record.subject].end, at); break;
      case Operation::kSignal:
        if (trace.tables.handles[record.subject].kind == trace::HandleKind::kSemaphore)
          now.permits[record.subject].push_back(at);
        else
          now.signals[record.subject].push_back(at);
        break;
      case Operation::kAwait: {
        const trace::Handle& handle = trace.tables.handles[record.subject];
        if (handle.kind == trace::HandleKind::kSemaphore) {
          auto& permits = now.permits[record.subject];
          if (now.taken[record.subject]++ < handle.permits || permits.empty()) break;
          add_edge(Rule::kSignal, permits.front(), at);
          permits.pop_front();
          break;
        }
        for (const std::size_t signal : now.signals[record.subject])
          add_edge(Rule::kSignal, signal, at);
        if (handle.kind == trace::HandleKind::kNotify) now.signals[record.subject].clear();
        break;
      }
      case Operation::kNotify:
        if (record.flags != 0) {
          now.notified_all[record.subject] = at;
        } else {
          now.notified_all.erase(record.subject);
          now.notified[record.subject].push_back(at);
        }
        break;
      case Operation::kWait:
        for (const std::size_t notify : now.notified[record.subject])
          add_edge(Rule::kNotify, notify, at);
        now.notified[record.subject].clear();
        if (const auto all = now.notified_all.find(record.subject); all != now.notified_all.end())
          add_edge(Rule::kNotify, all->second, at);
        break;
      case Operation::kVolatileRead:
      case Operation::kUpdate:
        if (const auto write = now.volatile_write.find(record.subject);
            write != now.volatile_write.end())
          add_edge(Rule::kVolatile, write->second, at);
        if (record.operation == Operation::kUpdate) now.volatile_write[record.subject] = at;
        break;
      case Operation::kVolatileWrite: now.volatile_write[record.subject] = at; break;
      case Operation::kLoopEnter: {
        Loop loop;
        loop.enter = at;
        loop.thread = index;
        thread.loop = loops_.size();
        loops_.push_back(loop);
        break;
      }
      case Operation::kLoopExit:
        for (const Span& span : spans_)
          if (thread.loop != kNothing && span.loop == thread.loop && span.has_ended)
            add_edge(Rule::kLoopEnd, span.last, at);
        thread.loop = kNothing;
        break;
      case Operation::kSend: {
        const trace::Send& send = trace.sends[record.value];
        if (send.is_refused) break;
        Event event;
        event.send = at;
        event.queue = record.subject;
        event.tags = tags_of(send);
        event.time = send.time;
        event.is_call = trace.tables.queues[record.subject].kind == trace::QueueKind::kBinder;
        now.event_of[static_cast<std::uint32_t>(send.event)] = events_.size();
        events_.push_back(event);
        now.event_tasks.push_back(kNothing);
        break;
      }
      case Operation::kEnd:
      case Operation::kPause: {
        Event& event = events_[now.event_of.at(record.subject)];
        if (event.first_end == kNothing) event.first_end = at;
        close_span(thread, at);
        if (record.operation == Operation::kEnd) thread.events.pop_back();
        thread.is_paused = record.operation == Operation::kPause || !thread.events.empty();
        break;
      }
      default: break;
    }
  }
}

void Closure::close() {
  const std::size_t words = count_ / 64 + 1;
  before_.assign(count_, std::vector<std::uint64_t>(words));
  for (std::size_t at = 0; at < count_; ++at)
    for (const std::size_t from : into_[at]) {
      for (std::size_t word = 0; word < words; ++word) before_[at][word] |= before_[from][word];
      before_[at][from / 64] |= std::uint64_t{1} << (from % 64);
    }
}

bool Closure::conclude(Rule rule, std::size_t from, std::size_t to) {
  if (from == kNothing || from >= to) {
    contradictions_.push_back("rule " + std::to_string(static_cast<int>(rule)) + ": " +
                              std::to_string(from) + " before " + std::to_string(to));
    return false;
  }
  if (is_ordered(from, to)) return false;
  into_[to].push_back(from);
  ++fired_[static_cast<std::size_t>(rule)];
  return true;
}

// All rules that look at orders; true if one of them gave a new one.
bool Closure::apply_rules() {
  if (!contradictions_.empty()) return false;
  bool is_new = apply_priority();
  is_new |= apply_front();
  is_new |= apply_atomic();
  is_new |= apply_window(window_);
  return is_new && contradictions_.empty();
}

bool Closure::apply_priority() {
  bool is_new = false;
  for (const Event& first : events_)
    for (const Event& second : events_) {
      if (first.queue != second.queue || first.is_call || first.begin == kNothing ||
          second.begin == kNothing || first.send >= second.send)
        continue;
      const Cell cell = kPriorities[first.tags][second.tags];
      if (cell == kNever || (cell == kTimed && first.time > second.time)) continue;
      if (!is_ordered(first.send, second.send)) continue;
      if (!conclude(Rule::kPriority, first.first_end, second.begin)) continue;
      ++fired_tags_[first.tags][second.tags];
      is_new = true;
    }
  return is_new;
}

bool Closure::apply_front() {
  bool is_new = false;
  for (const Event& front : events_)
    for (const Event& other : events_) {
      if (front.tags < 4 || front.queue != other.queue || front.is_call ||
          front.begin == kNothing || other.begin == kNothing || other.send >= front.send ||
          front.send >= other.begin)
        continue;
      if (!is_ordered(other.send, front.send) || !is_ordered(front.send, other.begin)) continue;
      is_new |= conclude(Rule::kAtFront, front.first_end, other.begin);
    }
  return is_new;
}

bool Closure::apply_atomic() {
  bool is_new = false;
  for (std::size_t each = 0; each < spans_.size(); ++each) {
    const Span& span = spans_[each];
    if (!span.is_atomic || !span.has_ended) continue;
    for (std::size_t at = span.first + 1; at < count_; ++at) {
      if (span_of_[at] == kNothing || span_of_[at] == each || looper(at) != span.thread) continue;
      if (is_ordered(span.first, at)) is_new |= conclude(Rule::kAtomic, span.last, at);
    }
  }
  return is_new;
}

bool Closure::apply_window(std::uint64_t window) {
  if (window == 0) return false;
  bool is_new = false;
  for (const Span& old : spans_)
    for (const Span& young : spans_)
      if (old.thread == young.thread && old.has_ended && old.last < young.first &&
          old.end_time + window < young.begin_time)
        is_new |= conclude(Rule::kWindow, old.last, young.first);
  return is_new;
}

}  // namespace heddle::causality
