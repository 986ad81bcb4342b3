// Events of the relaxed order: sends, and what an event comes after when it begins.
//
// Rule PRIORITY asks for all events of the queue that were sent before and whose tags let them run
// first. The sender's knowledge at the send has, for each class of tags and chain, the latest of
// them; behind it hangs a list:
//
//   delays sent by one thread:   … 5  0  5  0      an event with delay 3 comes after the last 0;
//   the
//                                          ^latest  5s may run later, older 0s came before that 0
//
// A list is walked back until all that is left is covered: no time in it is later than that of an
// event already found, which came after them all. Of events sent to the front none covers another.
//
// An event that was removed, or never ran, has no end. Whoever would come after it comes after what
// it would have come after: the search goes on in what was known at its send, at the time somebody
// asks, since those events may not have run when it was removed.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/id.h"
#include "causality/clock.h"
#include "causality/knowledge.h"
#include "causality/options.h"
#include "causality/relaxed_order.h"
#include "causality/relaxed_state.h"
#include "causality/shared.h"
#include "trace/operation.h"
#include "trace/tables.h"

namespace heddle::causality {
namespace {

using trace::EventId;
using trace::QueueId;
using trace::Record;
using trace::ThreadId;

constexpr unsigned kMostCopied = 8;
constexpr std::uint32_t kMostAncestors = 16, kKeptAncestors = 8;
constexpr std::uint8_t kMostLevels = 3;

bool has_first_end(const Event& event) { return event.has_ended; }

std::uint64_t fifo_key(QueueId queue, Chain sender) {
  return (std::uint64_t{base::index(queue)} << 32) | static_cast<std::uint64_t>(sender);
}

}  // namespace

void RelaxedOrder::send(const Record& record, const trace::Send& send, Task& task) {
  if (send.is_refused) return;
  ++statistics_.events;
  const Ref<Event> event(new Event(heap_));
  event->id = send.event;
  event->queue = static_cast<QueueId>(record.subject);
  event->tags = class_of(send);
  event->time = send.time;
  event->is_ordinary = send.when == trace::When::kDelayed && send.time == 0;
  event->send = task.knowledge.clock.now();
  event->send_position = position_;
  event->at_send = std::make_unique<Knowledge>(snapshot(task));
  if (is_front(event->tags)) event->send_clock = std::make_unique<Clock>(event->at_send->clock);
  event->origin = make_origin(record, send, task);
  Ref<Event>& known = events_[base::index(send.event)];
  if (known) odd(Oddity::kSentTwice);
  known = event;
  if (!options_.reclaims) kept_.push_back(event);
  remember_send(task, event);
  if (packs()) {
    event->sending = task.span;
    if (!task.span) event->sibling = std::exchange(task.sent, event);
  }
  if (options_.mistake != Mistake::kNoRelease) release(task);
}

void RelaxedOrder::remember_send(Task& task, const Ref<Event>& event) {
  Latest& latest = task.knowledge.latest(key_of(event->queue, event->tags, event->send.chain));
  const Ref<Node> node(new Node(heap_));
  node->event = event;
  node->send = event->send;
  node->time = event->time;
  const bool may_reduce = options_.reduces_sends && !is_front(event->tags);
  node->before = may_reduce ? list_without(latest.head, event->time, kMostCopied) : latest.head;
  if (node->before) node->most_before = std::max(node->before->time, node->before->most_before);
  latest.head = node;
  latest.set_inherited(false);
  if (!may_reduce) return;
  // Whatever comes after one of these by its tags comes after the new one, which comes after them.
  const std::uint64_t first = first_key(event->queue, event->tags), own = latest.key();
  const bool takes_all = options_.mistake == Mistake::kReduceEverySend;
  const bool takes_others = options_.mistake == Mistake::kReduceAcrossClasses;
  const std::uint64_t from = takes_others ? first_key(event->queue, TagClass{}) : first;
  const std::uint64_t to =
      takes_others ? first_key(event->queue, TagClass{}) + 6 * kKeysOfClass : first + kKeysOfClass;
  drop_if(task.knowledge.sent, [&](Latest& each) {
    if (each.key() < from || each.key() >= to || each.key() == own) return false;
    if (!takes_all && !takes_others) each.head = list_without(each.head, event->time, kMostCopied);
    if (!each.head) return true;
    return takes_all || (!each.head->before && each.head->time == event->time);
  });
  if (takes_all) task.knowledge.latest(own).head->before = {};
}

// The list without the latest event of that time among its first few: the new one stands for it.
Ref<Node> RelaxedOrder::list_without(const Ref<Node>& list, std::uint64_t time, unsigned depth) {
  const Node* found = list.get();
  unsigned steps = 0;
  while (found != nullptr && found->time != time && steps < depth) {
    found = found->before.get();
    ++steps;
  }
  if (found == nullptr || found->time != time) return list;
  std::vector<const Node*> kept;
  for (const Node* node = list.get(); node != found; node = node->before.get())
    kept.push_back(node);
  Ref<Node> rest = found->before;
  for (auto node = kept.rbegin(); node != kept.rend(); ++node) {
    const Ref<Node> copy(new Node(heap_));
    copy->event = (*node)->event;
    copy->send = (*node)->send;
    copy->time = (*node)->time;
    copy->before = rest;
    if (rest) copy->most_before = std::max(rest->time, rest->most_before);
    rest = copy;
  }
  return rest;
}

Ref<Origin> RelaxedOrder::make_origin(const Record& record, const trace::Send& send,
                                      const Task& task) {
  const auto with_parent = [&](const Origin& model, const Ref<Origin>& parent) {
    const Ref<Origin> origin(new Origin(heap_));
    origin->handler = model.handler;
    origin->sender = model.sender;
    origin->place = model.place;
    origin->is_input = model.is_input;
    origin->parent = parent;
    origin->depth = parent ? parent->depth + 1 : 0;
    return origin;
  };
  Origin own(heap_);
  own.handler = send.handler;
  own.sender = record.thread;
  own.place = record.place;
  own.is_input = send.is_input;
  if (!task.origin || task.origin->depth < kMostAncestors) return with_parent(own, task.origin);
  std::vector<const Origin*> ancestors;
  for (const Origin* each = task.origin.get(); each != nullptr && ancestors.size() < kKeptAncestors;
       each = each->parent.get())
    ancestors.push_back(each);
  Ref<Origin> parent;
  for (auto each = ancestors.rbegin(); each != ancestors.rend(); ++each)
    parent = with_parent(**each, parent);
  return with_parent(own, parent);
}

Ref<Event> RelaxedOrder::take_event(EventId id) {
  const auto found = events_.find(base::index(id));
  if (found == events_.end()) return {};
  Ref<Event> event = std::move(found->second);
  events_.erase(found);
  return event;
}

void RelaxedOrder::begin(const trace::Tables& tables, const Record& record) {
  ThreadState& now = state(record.thread);
  end_idle(now);
  if (now.event() != nullptr) {
    odd(Oddity::kBegunInsideAnother);
    end_current(now);
  }
  const Ref<Event> event = take_event(static_cast<EventId>(record.subject));
  if (!event) odd(Oddity::kBegunNeverSent);
  now.events.push_back(std::make_unique<Task>());
  now.is_paused = false;
  Task& task = *now.events.back();
  task.kind = TaskKind::kEvent;
  task.thread = record.thread;
  task.event = event;
  task.knowledge = event ? std::move(*event->at_send) : Knowledge(heap_, options_.clocks);
  if (event) event->at_send.reset();
  task.knowledge.clock.become({});
  if (event) {
    task.origin = event->origin;
    task.sender = event->sibling ? event->sibling->first : event->sending;
    event->sending = {};
    event->sibling = {};
  }
  const bool is_call =
      event && tables.queues[base::index(event->queue)].kind == trace::QueueKind::kBinder;
  if (is_call)
    begin_call(now, task);
  else
    begin_event(now, task, event.get());
  mark(task);
}

void RelaxedOrder::begin_call(ThreadState& now, Task& task) {
  task.kind = TaskKind::kCall;
  inherit_window(now, task.knowledge);
  task.knowledge.prune();
  start(task, kNoChain);
  open_span(task, false);
}

void RelaxedOrder::begin_event(ThreadState& now, Task& task, Event* event) {
  task.is_on_looper = true;
  Knowledge& knowledge = task.knowledge;
  gathered_.clear();
  gathered_spans_.clear();
  ++visit_;
  for (Latest& latest : knowledge.sent) latest.set_inherited(true);
  if (event != nullptr) gather(*event, knowledge);
  for (const Ref<Node>& node : gathered_)
    if (!is_settled(knowledge, *node)) knowledge.join(node->merged->at_ends);
  // The latest ones first: they tend to know of the others.
  std::sort(gathered_spans_.begin(), gathered_spans_.end(),
            [](const Ref<Span>& one, const Ref<Span>& other) {
              return one->end_position > other->end_position;
            });
  for (const Ref<Span>& span : gathered_spans_)
    if (!knowledge.clock.has_reached(span->end, span->end_time)) {
      join_end(knowledge, *span);
      if (!task.after) task.after = span;
    }
  for (const Ref<Event>& removed : resolved_) knowledge.join(*removed->at_send);
  resolved_.clear();
  const bool from_thread = options_.mistake == Mistake::kLoopFromThreadBegin;
  if (now.loop.is_active && !from_thread) knowledge.join(now.loop.enter);
  if (from_thread && now.forked) knowledge.join(*now.forked);
  inherit_window(now, knowledge);
  const bool repeats = options_.mistake != Mistake::kFrontWithoutFixpoint;
  bool has_grown = true;
  while (has_grown) {
    has_grown = event != nullptr && join_fronts(*event, knowledge);
    has_grown |= join_atomic(knowledge, task.thread, nullptr);
    has_grown &= repeats;
  }
  knowledge.prune();

  const bool is_fifo = event != nullptr && event->is_ordinary && options_.chains == Chains::kFifo &&
                       chains_[static_cast<std::size_t>(event->send.chain)].level < kMostLevels;
  Chain preferred = kNoChain;
  if (is_fifo) {
    const auto known = fifo_.find(fifo_key(event->queue, event->send.chain));
    if (known != fifo_.end()) preferred = known->second;
  }
  start(task, preferred);
  const Chain chain = knowledge.clock.now().chain;
  if (is_fifo && chain != preferred) {
    fifo_[fifo_key(event->queue, event->send.chain)] = chain;
    chains_[static_cast<std::size_t>(chain)].level =
        static_cast<std::uint8_t>(chains_[static_cast<std::size_t>(event->send.chain)].level + 1);
  }
  open_span(task, true);
  if (event != nullptr) {
    event->state = Event::State::kBegun;
    event->set_first(task.span);
  }
}

bool RelaxedOrder::may_come_first(TagClass first, TagClass second) const {
  if (options_.mistake == Mistake::kSyncBeforeAsync && first != second && !is_front(second))
    return is_front(first) || static_cast<unsigned>(first) / 2 == static_cast<unsigned>(second) / 2;
  if (options_.mistake == Mistake::kCompareAllTimes && !is_front(first) && !is_front(second))
    return static_cast<unsigned>(first) % 2 <= static_cast<unsigned>(second) % 2;
  return may_precede(first, second);
}

// Spans of all events that have to come first, into gathered_spans_ and gathered_.
void RelaxedOrder::gather(const Event& event, const Knowledge& from) {
  for (std::size_t each = 0; each < kTagClassCount; ++each) {
    const auto tags = static_cast<TagClass>(each);
    if (!may_come_first(tags, event.tags)) continue;
    const std::uint64_t first = first_key(event.queue, tags);
    auto latest =
        std::lower_bound(from.sent.begin(), from.sent.end(), first,
                         [](const Latest& entry, std::uint64_t key) { return entry.key() < key; });
    for (; latest != from.sent.end() && latest->key() < first + kKeysOfClass; ++latest) {
      if (is_front(tags))
        gather_front(latest->head.get());
      else
        gather_list(event, latest->head.get());
    }
  }
}

void RelaxedOrder::gather_list(const Event& event, Node* node) {
  bool has_covered = false;
  std::uint64_t covered = 0;
  for (; node != nullptr; node = node->before.get()) {
    const bool stops_wrongly =
        options_.mistake == Mistake::kStopAtAnyEvent && node->most_before <= node->time;
    const bool is_in_time = options_.mistake == Mistake::kEqualTimesUnordered
                                ? node->time < event.time
                                : node->time <= event.time;
    if (is_in_time && !(has_covered && node->time <= covered && options_.stops_early)) {
      Event& earlier = *node->event;
      if (has_first_end(earlier)) {
        has_covered = true;
        covered = std::max(covered, node->time);
        if (!earlier.is_old) gathered_spans_.push_back(earlier.first);
      } else if (earlier.visit != visit_ && options_.mistake != Mistake::kDropRemoved) {
        earlier.visit = visit_;
        if (options_.mistake == Mistake::kResolveAtRemoval) {
          if (earlier.state == Event::State::kRemoved) resolved_.emplace_back(&earlier);
        } else {
          if (earlier.at_send) gather(event, *earlier.at_send);
        }
      }
    }
    if (options_.stops_early && has_covered && node->most_before <= covered) return;
    if (stops_wrongly) return;
  }
}

// Every event sent to the front counts. Those at the far end of the list that have run are merged
// into one, for good.
void RelaxedOrder::gather_front(Node* head) {
  std::vector<Node*> nodes;
  for (Node* node = head; node != nullptr; node = node->before.get()) nodes.push_back(node);
  bool may_merge = options_.reclaims;
  for (auto each = nodes.rbegin(); each != nodes.rend(); ++each) {
    Node& node = **each;
    if (!node.event) {  // merged before
      node.merged->is_old |= is_out_of_window(node.merged->last_end_time);
      gathered_.emplace_back(&node);
      continue;
    }
    const Event& event = *node.event;
    const bool is_gone = event.state == Event::State::kRemoved || event.is_old;
    if (!is_gone && has_first_end(event)) gathered_spans_.push_back(event.first);
    may_merge &= is_gone || has_first_end(event);
    if (!may_merge || (node.before && node.before->event)) continue;
    if (&node == nodes.back() && nodes.size() == 1) continue;
    std::erase(gathered_, node.before);
    merge_front(node, is_gone ? nullptr : event.first.get());
    gathered_.emplace_back(&node);
  }
}

bool RelaxedOrder::join_end(Knowledge& knowledge, const Span& span) {
  if (!span.is_forgotten)
    return span.packed ? knowledge.join(*span.packed) : knowledge.join(span.at_end);
  HEDDLE_CHECK(options_.mistake != Mistake::kNone, "somebody asks for what was forgotten");
  Clock end(heap_, options_.clocks);
  end.become(span.end);
  return knowledge.clock.join(end);
}

// The node stands for its own event, if that has an end, and for those merged before it.
void RelaxedOrder::merge_front(Node& node, const Span* own) {
  auto merged = std::make_unique<Merged>();
  Knowledge& at_ends = merged->at_ends;
  at_ends = Knowledge(heap_, options_.clocks);
  if (node.before && !is_old(*node.before)) {
    at_ends.join(node.before->merged->at_ends);
    merged->ends = node.before->merged->ends;
    merged->last_end_time = node.before->merged->last_end_time;
  }
  if (own != nullptr) {
    // Whoever comes after this one comes after what it comes after.
    Knowledge at_end(heap_, options_.clocks);
    join_end(at_end, *own);
    drop_if(merged->ends, [&](const End& end) {
      return is_out_of_window(end.time) || at_end.clock.has_reached(end.moment, end.time);
    });
    at_ends.join(at_end);
    merged->ends.push_back({own->end, own->end_time});
    merged->last_end_time = own->end_time;
  }
  at_ends.clock.become({});
  at_ends.prune_old();
  for (Latest& latest : at_ends.sent) latest.set_inherited(false);
  node.merged = std::move(merged);
  node.before = {};
  node.event = {};
}

// Rule ATFRONT: an event sent to the front after this one, and before this one could begin.
bool RelaxedOrder::join_fronts(const Event& event, Knowledge& knowledge) {
  const std::size_t index = base::index(event.queue);
  if (index >= queues_.size() || !queues_[index]) return false;
  bool has_grown = false;
  for (const Ref<Event>& front : queues_[index]->fronts) {
    if (front->send_position < event.send_position || front->is_old) continue;
    if (knowledge.clock.has_reached(front->end, front->end_time)) continue;
    if (!front->send_clock->has_reached(event.send) || !knowledge.clock.has_reached(front->send))
      continue;
    has_grown |= join_end(knowledge, *front->first);
  }
  return has_grown;
}

// An event that has run and was sent to the front matters as long as one sent before it waits.
void RelaxedOrder::add_front(Event& event) {
  const std::size_t index = base::index(event.queue);
  if (index >= queues_.size()) queues_.resize(index + 1);
  if (!queues_[index]) queues_[index] = std::make_unique<QueueState>();
  QueueState& queue = *queues_[index];
  queue.fronts.emplace_back(&event);
  if (queue.fronts.size() < queue.next_look) return;
  std::uint64_t oldest = position_;
  for (const auto& [id, waiting] : events_)
    if (waiting->queue == event.queue) oldest = std::min(oldest, waiting->send_position);
  std::erase_if(queue.fronts, [&](const Ref<Event>& front) {
    return front->send_position < oldest || front->is_old;
  });
  queue.next_look = std::max<std::size_t>(64, 2 * queue.fronts.size());
}

void RelaxedOrder::open_span(Task& task, bool is_atomic) {
  const Ref<Span> span(new Span(heap_));
  span->looper = task.thread;
  span->is_atomic = is_atomic;
  span->is_event = task.kind == TaskKind::kEvent;
  span->begin = task.knowledge.clock.now();
  task.span = span;
  task.has_grown = false;
  if (is_atomic) task.knowledge.open.push_back(span);
}

void RelaxedOrder::close_span(ThreadState& now, Task& task) {
  Span& span = *task.span;
  span.end = task.knowledge.clock.now();
  span.end_time = now_;
  span.end_position = position_;
  span.has_ended = true;
  if (task.has_grown)
    task.knowledge.prune();
  else
    drop_if(task.knowledge.open, [&](const Ref<Span>& each) { return each == task.span; });
  span.at_end = task.knowledge;
  if (options_.reduces_paths && span.is_event) reduce_paths(span.at_end);
  if (now.loop.is_active && span.is_atomic)
    now.loop.last[static_cast<std::uint32_t>(span.end.chain)] = task.span;
  if (options_.window != 0) now.loop.recent.push_back(task.span);
  spans_.push_back(task.span);
  pack_later(task);
  if (span.event == nullptr) return;
  span.event->has_ended = true;
  span.event->end = span.end;
  span.event->end_time = span.end_time;
  if (is_front(task.event->tags)) add_front(*task.event);
}

void RelaxedOrder::end(const Record& record) {
  ThreadState& now = state(record.thread);
  Task* const task = now.event();
  const bool fits =
      task != nullptr && (!task->event || task->event->id == static_cast<EventId>(record.subject));
  mark(task != nullptr ? *task : running(record.thread));
  if (!fits) return odd(Oddity::kEndedNeverBegun);
  end_current(now);
}

void RelaxedOrder::end_current(ThreadState& now) {
  const std::unique_ptr<Task> task = std::move(now.events.back());
  now.events.pop_back();
  now.is_paused = !now.events.empty();
  close_span(now, *task);
  ended_.push_back(task->serial);
  chains_[static_cast<std::size_t>(task->knowledge.clock.now().chain)].is_open = false;
  collect_if_due();
}

void RelaxedOrder::pause(const Record& record) {
  ThreadState& now = state(record.thread);
  Task* const task = now.event();
  mark(task != nullptr ? *task : running(record.thread));
  if (task == nullptr || !task->is_on_looper) return odd(Oddity::kEndedNeverBegun);
  now.is_paused = true;
  if (options_.mistake == Mistake::kPauseIsNoBreak) return;
  close_span(now, *task);
  release(*task);
}

void RelaxedOrder::resume(const Record& record) {
  ThreadState& now = state(record.thread);
  end_idle(now);
  if (now.event() != nullptr && now.events.size() > 1) {
    odd(Oddity::kBegunInsideAnother);
    end_current(now);
  }
  if (!now.is_paused) {
    odd(Oddity::kResumedNeverPaused);
    return mark(running(record.thread));
  }
  now.is_paused = false;
  Task& task = *now.events.back();
  if (options_.mistake == Mistake::kPauseIsNoBreak) return mark(task);
  release(task);
  inherit_window(now, task.knowledge);
  join_atomic(task.knowledge, task.thread, nullptr);
  task.knowledge.prune();
  open_span(task, true);
  mark(task);
}

void RelaxedOrder::start_idle(ThreadState& now, ThreadId thread) {
  now.idle = std::make_unique<Task>();
  Task& task = *now.idle;
  task.kind = TaskKind::kIdle;
  task.thread = thread;
  task.is_on_looper = true;
  task.knowledge = now.loop.is_active ? now.loop.enter : Knowledge(heap_, options_.clocks);
  task.knowledge.clock.become({});
  inherit_window(now, task.knowledge);
  join_atomic(task.knowledge, thread, nullptr);
  task.knowledge.prune();
  start(task, kNoChain);
  open_span(task, true);
}

void RelaxedOrder::end_idle(ThreadState& now) {
  if (!now.idle) return;
  const std::unique_ptr<Task> task = std::move(now.idle);
  close_span(now, *task);
  ended_.push_back(task->serial);
  chains_[static_cast<std::size_t>(task->knowledge.clock.now().chain)].is_open = false;
}

void RelaxedOrder::enter_loop(const Record& record) {
  ThreadState& now = state(record.thread);
  if (now.loop.is_active) {
    odd(Oddity::kLoopNotExited);
    exit_loop(record.thread);
  }
  Task& task = thread_task(now, record.thread);
  mark(task);
  now.loop.is_active = true;
  now.loop.queue = static_cast<QueueId>(record.subject);
  now.loop.enter = snapshot(task);
  release(task);
}

void RelaxedOrder::exit_loop(ThreadId thread) {
  ThreadState& now = state(thread);
  end_idle(now);
  if (now.event() != nullptr) {
    odd(Oddity::kLoopNotExited);
    end_current(now);
  }
  Task& task = thread_task(now, thread);
  if (now.loop.is_active) {
    if (now.loop.old) task.knowledge.join(*now.loop.old);
    if (now.loop.folded) task.knowledge.join(*now.loop.folded);
    now.loop.folded.reset();
    for (const auto& [chain, span] : now.loop.last)
      if (!task.knowledge.clock.has_reached(span->end, span->end_time))
        join_end(task.knowledge, *span);
    task.knowledge.prune();
    now.loop.last.clear();
    now.loop.is_active = false;
  } else {
    odd(Oddity::kLoopNotEntered);
  }
  mark(task);
}

void RelaxedOrder::remove(EventId id) {
  const Ref<Event> event = take_event(id);
  if (!event) return;
  event->state = Event::State::kRemoved;
  event->sending = {};
  event->sibling = {};
  if (options_.mistake != Mistake::kResolveAtRemoval) return;
  gathered_.clear();
  gathered_spans_.clear();
  ++visit_;
  gather(*event, *event->at_send);
  for (const Ref<Span>& span : gathered_spans_) join_end(*event->at_send, *span);
  resolved_.clear();
  event->at_send->sent.clear();
}

// What still waits never runs.
void RelaxedOrder::quit(QueueId queue, bool is_safe) {
  if (is_safe) return;
  std::vector<std::uint32_t> waiting;
  for (const auto& [id, event] : events_)
    if (event->queue == queue) waiting.push_back(id);
  for (const std::uint32_t id : waiting) remove(static_cast<EventId>(id));
}

}  // namespace heddle::causality
