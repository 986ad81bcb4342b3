// Freeing what nobody can ask for again.
//
// An event matters as long as somebody's knowledge has it: a running task, a waiting event, a
// synchronization variable, or an ended event that itself matters. Counted references say who has
// an event; ended events can have each other, so now and then a collection marks from those that
// run and frees the rest.
//
// Multi-path reduction: an event E in what an ended event F knows, and known to F since its own
// send, is asked for through F only by successors of F, which also know it by the way that leads
// from F's send past F, unless something on that way made it superfluous. If nobody but F has E,
// that is the case. Without the condition on F's send, E may be known through F alone.
//
// The window: what ended so long ago on a looper comes before everything that begins on it from now
// on; one knowledge of all of it, `old`, replaces what each of them knew.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "causality/clock.h"
#include "causality/knowledge.h"
#include "causality/options.h"
#include "causality/packed.h"
#include "causality/relaxed_order.h"
#include "causality/relaxed_state.h"
#include "causality/shared.h"

namespace heddle::causality {
namespace {

constexpr unsigned kPrunedAtOnce = 4;
bool is_worth_packing(const Knowledge& knowledge, std::size_t least) {
  const Components& components = knowledge.clock.components();
  return components.is_tree() || components.pairs() + 2 * knowledge.sent.size() >= least;
}

}  // namespace

void RelaxedOrder::reduce_paths(Knowledge& knowledge) {
  const bool asks = options_.mistake != Mistake::kReduceUnsentPaths;
  for (Latest& latest : knowledge.sent) {
    if (asks && !latest.is_inherited()) continue;
    while (latest.head && latest.head->owners() == 1 && latest.head->event &&
           latest.head->event->owners() == 1) {
      latest.head = Ref<Node>(latest.head->before);
      ++statistics_.reduced_paths;
    }
  }
  drop_if(knowledge.sent, [](const Latest& latest) { return !latest.head; });
}

void RelaxedOrder::inherit_window(ThreadState& now, Knowledge& knowledge) {
  if (options_.window == 0) return;
  LooperState& loop = now.loop;
  leave_window(loop);
  if (!loop.old) return;
  if (loop.slot == Pasts::kMost)
    knowledge.join(*loop.old);
  else
    knowledge.join(loop.past);
}

// Adds to the looper's past what has become old.
void RelaxedOrder::leave_window(LooperState& loop) {
  const auto is_due = [&] {
    return !loop.recent.empty() && is_out_of_window(loop.recent.front()->end_time);
  };
  if (!is_due()) return;
  if (!loop.old) {
    loop.old = std::make_unique<Knowledge>(heap_, options_.clocks);
    loop.old->clock.keep_whole();
    if (slots_ < std::min(options_.most_pasts, Pasts::kMost)) loop.slot = slots_++;
  }
  std::uint64_t until = 0;
  while (is_due()) {
    const Ref<Span> span = loop.recent.front();
    loop.recent.pop_front();
    until = span->end_time;
    loop.old->join(span->at_end);
    span->is_old = true;
    if (span->event != nullptr) span->event->is_old = true;
    span->at_end = {};
    ChainState& chain = chains_[static_cast<std::size_t>(span->end.chain)];
    if (!chain.is_open && !chain.is_old && chain.next == span->end.time + 1) {
      chain.is_old = true;
      loop.old_chains.push_back(span->end.chain);
    }
    const auto last = loop.last.find(static_cast<std::uint32_t>(span->end.chain));
    if (last != loop.last.end() && last->second == span) loop.last.erase(last);
  }
  prune_some(loop);
  if (loop.slot != Pasts::kMost) loop.old->clock.forget_past(loop.slot);
  loop.old->prune_old();
  if (loop.slot == Pasts::kMost) return;
  loop.past.clock = loop.old->clock.as_past(loop.slot, ++loop.version, until);
  loop.past.sent = loop.old->sent;
  loop.past.open = loop.old->open;
}

// What those in the window know becomes old, too. It is forgotten a few at a time, long before they
// leave.
void RelaxedOrder::prune_some(LooperState& loop) {
  for (unsigned each = 0; each < kPrunedAtOnce && !loop.recent.empty(); ++each) {
    if (loop.next_pruned >= loop.recent.size()) loop.next_pruned = 0;
    Knowledge& at_end = loop.recent[loop.next_pruned++]->at_end;
    at_end.prune_old();
    at_end.sent.shrink_to_fit();
  }
}

// Those that have just ended are asked for most, and many of them soon by nobody. With a window
// there are few, and what they know becomes old together.
void RelaxedOrder::pack_later(const Task& task) {
  if (!packs()) return;
  young_.push_back({task.span, task.after, task.sender});
  if (young_.size() <= options_.packs_after) return;
  const Young oldest = std::move(young_.front());
  young_.pop_front();
  if (oldest.span->is_forgotten || !is_worth_packing(oldest.span->at_end, options_.packs_from))
    return;
  // The one that knows more is the one that is more like it.
  Ref<Packed> like = oldest.after ? oldest.after->packed : Ref<Packed>();
  const Ref<Packed> other = oldest.sender ? oldest.sender->packed : Ref<Packed>();
  if (!like || (other && other->chains() > like->chains())) like = other;
  if (options_.reduces_paths && oldest.span->is_event) reduce_paths(oldest.span->at_end);
  oldest.span->packed = Ref(new Packed(heap_, oldest.span->at_end, like));
  oldest.span->at_end = Knowledge();
  oldest.span->at_end.sent.shrink_to_fit();
  oldest.span->at_end.open.shrink_to_fit();
}

void RelaxedOrder::collect_if_due() {
  if (!options_.reclaims || spans_.size() < next_collection_) return;
  collect();
  const std::size_t least = options_.collects_from;
  next_collection_ = least == 0 ? 0 : std::max(least, spans_.size() + spans_.size() / 4);
}

void RelaxedOrder::collect() {
  ++statistics_.collections;
  visit_roots([](Knowledge& knowledge) { knowledge.prune(); });
  for (const Ref<Span>& span : spans_) {
    if (span->is_old || span->packed) continue;
    span->at_end.prune_old();
    span->at_end.sent.shrink_to_fit();
    if (options_.reduces_paths && span->is_event) reduce_paths(span->at_end);
  }

  gathered_.clear();
  gathered_spans_.clear();
  const std::size_t before = spans_.size();
  if (options_.forgets_unasked) forget_unasked();
  mark_reached();
  std::erase_if(spans_, [&](Ref<Span>& span) { return span->mark(mark_) || span->is_old; });
  statistics_.reclaimed += before - spans_.size();
  heap_.sweep(mark_);
}

// Marks what can still be asked for, and takes what is old out of the lists on the way.
void RelaxedOrder::mark_reached() {
  ++mark_;
  std::vector<Span*> spans;
  std::vector<Knowledge*> waiting;
  Unpacked unpacked;
  const auto find_span = [&](Span* span) {
    if (span != nullptr && span->mark(mark_)) spans.push_back(span);
  };
  const auto find_event = [&](Event* event) {
    if (event == nullptr || !event->mark(mark_)) return;
    find_span(event->first.get());
    if (event->at_send) waiting.push_back(event->at_send.get());
  };
  const auto find_nodes = [&](Node* node) {
    for (; node != nullptr; node = node->before.get()) {
      if (!node->mark(mark_)) break;
      while (node->before && is_old(*node->before)) node->before = Ref(node->before->before);
      find_event(node->event.get());
      if (node->merged) waiting.push_back(&node->merged->at_ends);
    }
  };
  const auto follow = [&](const Knowledge& knowledge) {
    for (const Latest& latest : knowledge.sent) find_nodes(latest.node());
    for (const Ref<Span>& span : knowledge.open) find_span(span.get());
  };
  // What its base has is found with the base, if somebody can ask for that.
  const auto follow_packed = [&](Packed& packed) {
    packed.set_followed(mark_);
    if (packed.base() == nullptr || packed.base()->is_followed(mark_))
      return packed.visit_new(find_nodes, find_span);
    packed.unpack(unpacked);
    for (const KnownSend& known : unpacked.sent) find_nodes(known.node());
    for (const KnownSpan& known : unpacked.open) find_span(known.span);
  };
  const auto find_task = [&](const Task& task) {
    find_event(task.event.get());
    find_span(task.span.get());
  };
  visit_roots([&](Knowledge& knowledge) { follow(knowledge); });
  for (const auto& [id, event] : events_) find_event(event.get());
  for (const auto& thread : threads_) {
    if (!thread) continue;
    for (const auto& task : thread->events) find_task(*task);
    if (thread->idle) find_task(*thread->idle);
    for (const auto& [chain, span] : thread->loop.last) find_span(span.get());
    for (const Ref<Span>& span : thread->loop.recent) find_span(span.get());
  }
  for (const Young& each : young_) find_span(each.span.get());
  for (const auto& queue : queues_)
    if (queue)
      for (const Ref<Event>& front : queue->fronts) find_event(front.get());
  while (!spans.empty() || !waiting.empty()) {
    if (!waiting.empty()) {
      const Knowledge* const next = waiting.back();
      waiting.pop_back();
      follow(*next);
      continue;
    }
    const Span* const next = spans.back();
    spans.pop_back();
    if (!next->has_ended || next->is_old) continue;
    if (next->packed)
      follow_packed(*next->packed);
    else
      follow(next->at_end);
  }
}

}  // namespace heddle::causality
