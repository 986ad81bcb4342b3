// What an ended span knew is kept for those who come after it. Whoever comes after it by way of
// somebody who has come after all of that already will not look at it:
//
//   D1, D2   delayed events of one worker, so D2 comes after D1
//   e, f     D2 comes after e, which sent f to another queue; D1 is in what f knows
//
// D2 has f, f has D1, D1 has what was before: without more ado each keeps the one before it, down
// to the beginning of the run. But who comes after f because D2 told him of it has come after D1.
//
// So a span is asked for in a context, the clock of the one who has it: what that clock has reached
// is not followed. The contexts of a span are few as a rule; where they are many, what it knows is
// followed without one. Clocks only grow, so what nobody asks for now nobody will ask for.
//
// Why nothing is lost: let everyone who has an unsettled span have asked for it in a context that
// is no more than his clock. Who then comes after it has all that both knew; what is still
// unsettled for him was unsettled in that context, and so was asked for, in the context of the span
// or one that is less.
#include <algorithm>
#include <cstddef>
#include <cstdint>
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

constexpr std::uint32_t kMostAskers = 4;
constexpr std::size_t kMostInContext = 8;

// Follows who asks for what, beginning with roots.
class Asking {
 public:
  // `everyones`, if it is there, is everyone's context: a mistake, for tests.
  Asking(std::uint32_t mark, const Clock* everyones) : mark_(mark), everyones_(everyones) {}

  // `context` may be none: then the span is followed as a whole.
  void ask_for(Span* span, const Clock* context) {
    if (span == nullptr || span->is_old || !span->has_ended) return;
    if (span->asked_in != mark_) {
      span->asked_in = mark_;
      span->askers = 0;
    }
    if (span->askers > kMostAskers) return;
    const bool is_last = context == nullptr || span->packed || span->askers == kMostAskers;
    span->askers = is_last ? kMostAskers + 1 : span->askers + 1;
    work_.push_back({span, is_last ? nullptr : context});
  }

  void follow(const Knowledge& knowledge, const Clock* context) {
    const Clock* const next = &knowledge.clock;
    if (everyones_ != nullptr) context = everyones_;
    for (const Latest& latest : knowledge.sent) ask_for_list(latest.node(), context, next);
    for (const Ref<Span>& span : knowledge.open)
      if (context == nullptr || !context->has_reached(span->end, span->end_time))
        ask_for(span.get(), next);
  }

  void finish() {
    while (!work_.empty() || !wholes_.empty()) {
      if (!wholes_.empty()) {
        const Knowledge* const whole = wholes_.back();
        wholes_.pop_back();
        follow(*whole, nullptr);
        continue;
      }
      const Work next = work_.back();
      work_.pop_back();
      if (next.span->packed)
        follow_packed(*next.span->packed);
      else
        follow(next.span->at_end, next.context);
    }
  }

 private:
  struct Work {
    Span* span = nullptr;
    const Clock* context = nullptr;
  };

  // Those far back in a list are asked for without a context. So are those sent to the front, which
  // are merged whether they are settled or not.
  void ask_for_list(Node* node, const Clock* context, const Clock* next) {
    for (std::size_t each = 0; node != nullptr; node = node->before.get(), ++each) {
      if (each >= kMostInContext && !node->mark(mark_)) return;
      const bool is_far = each >= kMostInContext;
      if (node->merged && node->mark(mark_)) wholes_.push_back(&node->merged->at_ends);
      if (!node->event) continue;
      Event& event = *node->event;
      if (event.state == Event::State::kRemoved) {
        if (event.at_send && event.mark(mark_)) wholes_.push_back(event.at_send.get());
        continue;
      }
      const bool is_front_event = is_front(event.tags);
      if (!is_far && !is_front_event && context != nullptr && event.has_ended &&
          context->has_reached(event.end, event.end_time))
        continue;
      ask_for(event.first.get(), is_far || is_front_event ? nullptr : next);
    }
  }

  void follow_packed(const Packed& packed) {
    packed.unpack(unpacked_);
    for (const KnownSend& known : unpacked_.sent) ask_for_list(known.node(), nullptr, nullptr);
    for (const KnownSpan& known : unpacked_.open) ask_for(known.span, nullptr);
  }

  std::uint32_t mark_;
  const Clock* everyones_;
  std::vector<Work> work_;
  std::vector<const Knowledge*> wholes_;  // to be followed without a context
  Unpacked unpacked_;
};

}  // namespace

// What the thread will know when it leaves the loop, of spans that have ended.
void RelaxedOrder::fold_last(LooperState& loop) {
  if (loop.last.empty() || options_.window != 0) return;
  if (!loop.folded) loop.folded = std::make_unique<Knowledge>(heap_, options_.clocks);
  for (const auto& [chain, span] : loop.last)
    if (!loop.folded->clock.has_reached(span->end)) join_end(*loop.folded, *span);
  loop.folded->prune();
  loop.last.clear();
}

// Where little is found, it is looked for less and less often.
void RelaxedOrder::forget_unasked() {
  if (collections_to_wait_ > 0) {
    --collections_to_wait_;
    return;
  }
  const std::size_t before = spans_.size();
  for (const auto& thread : threads_)
    if (thread) fold_last(thread->loop);
  Clock all(heap_, options_.clocks);
  const bool forgets_for_all = options_.mistake == Mistake::kForgetForAll;
  if (forgets_for_all) visit_roots([&](const Knowledge& each) { all.join(each.clock); });
  Asking asking(++mark_, forgets_for_all ? &all : nullptr);
  visit_roots([&](const Knowledge& knowledge) { asking.follow(knowledge, &knowledge.clock); });
  for (const auto& thread : threads_) {
    if (!thread) continue;
    for (const auto& [chain, span] : thread->loop.last) asking.ask_for(span.get(), nullptr);
    for (const Ref<Span>& span : thread->loop.recent) asking.ask_for(span.get(), nullptr);
  }
  for (const auto& queue : queues_)
    if (queue)
      for (const Ref<Event>& front : queue->fronts) asking.ask_for(front->first.get(), nullptr);
  asking.finish();
  std::erase_if(spans_, [&](const Ref<Span>& span) {
    if (span->asked_in == mark_ || span->is_old) return false;
    span->forget();
    span->is_forgotten = true;
    return true;
  });
  const bool is_worth_it = before - spans_.size() >= before / 4;
  last_wait_ = is_worth_it ? 0 : std::min(2 * last_wait_ + 1, options_.most_wait);
  collections_to_wait_ = last_wait_;
}

}  // namespace heddle::causality
