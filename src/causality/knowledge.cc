#include "causality/knowledge.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/id.h"
#include "causality/clock.h"
#include "causality/packed.h"
#include "trace/operation.h"

namespace heddle::causality {
namespace {

bool key_is_less(const Latest& latest, std::uint64_t key) { return latest.key() < key; }

// A settled node leaves its list when it is the first; inside the list it does no harm.
template <typename Test>
void prune_list(Latest& latest, const Test& test) {
  Node* head = latest.head.get();
  while (head != nullptr && test(*head)) head = head->before.get();
  if (head != latest.head.get()) latest.head = Ref<Node>(head);
}

template <typename Sent, typename Test>
void prune_lists(Sent& sent, const Test& test) {
  for (Latest& latest : sent) prune_list(latest, test);
  drop_if(sent, [](const Latest& latest) { return !latest.head; });
}

// Does somebody with that clock, who does not have the event, do without it? Not if what he knows
// of it comes from the event itself, which does not have itself, and has not ended for him.
bool does_without(const Clock& clock, const Node& node) {
  if (clock.has_past()) return false;  // what is old leaves the lists soon enough
  if (!node.event || !clock.has_reached(node.send)) return false;
  const Event& event = *node.event;
  return !event.first || !clock.has_reached(event.first->begin) ||
         (event.has_ended && clock.has_reached(event.end, event.end_time));
}

constexpr unsigned kMostAsked = 8;

// The same of a whole list.
bool is_spare(const Clock& clock, const Node* node) {
  if (clock.has_past() || !clock.has_reached(node->send)) return false;
  for (unsigned asked = 0; node != nullptr && asked < kMostAsked; ++asked) {
    if (!does_without(clock, *node)) return false;
    node = node->before.get();
  }
  return node == nullptr;
}

// Of two lists of one chain that begin with different events: is it enough to have theirs?
bool is_better(const Clock& own, const Node* mine, const Clock& other, const Node* theirs) {
  if (mine->send.time < theirs->send.time) return !does_without(own, *theirs);
  return theirs->send.time < mine->send.time && does_without(other, *mine);
}

}  // namespace

TagClass class_of(const trace::Send& send) {
  const auto base = send.when == trace::When::kDelayed  ? TagClass::kDelayedAsync
                    : send.when == trace::When::kAtTime ? TagClass::kAtTimeAsync
                                                        : TagClass::kFrontAsync;
  return send.is_asynchronous ? base : static_cast<TagClass>(static_cast<std::uint8_t>(base) + 1);
}

bool may_precede(TagClass first, TagClass second) {
  const auto is_asynchronous = [](TagClass tags) { return static_cast<unsigned>(tags) % 2 == 0; };
  if (is_front(second)) return false;
  if (!is_asynchronous(first) && is_asynchronous(second)) return false;
  return is_front(first) || static_cast<unsigned>(first) / 2 == static_cast<unsigned>(second) / 2;
}

std::uint64_t first_key(trace::QueueId queue, TagClass tags) {
  return (std::uint64_t{base::index(queue)} << 35) | (static_cast<std::uint64_t>(tags) << 32);
}

std::uint64_t key_of(trace::QueueId queue, TagClass tags, Chain chain) {
  return first_key(queue, tags) | static_cast<std::uint64_t>(chain);
}

bool is_settled(const Knowledge& knowledge, const Span& span) {
  return span.is_old || (span.has_ended && knowledge.clock.has_reached(span.end, span.end_time));
}

bool is_settled(const Knowledge& knowledge, const Event& event) {
  return event.is_old ||
         (event.has_ended && knowledge.clock.has_reached(event.end, event.end_time));
}

bool is_settled(const Knowledge& knowledge, const Node& node) {
  if (node.event) return is_settled(knowledge, *node.event);
  const Merged& merged = *node.merged;
  return merged.is_old || std::all_of(merged.ends.begin(), merged.ends.end(), [&](const End& end) {
           return knowledge.clock.has_reached(end.moment, end.time);
         });
}

bool is_old(const Node& node) { return node.event ? node.event->is_old : node.merged->is_old; }

bool Knowledge::join(const Knowledge& other) {
  const Clock before = clock;
  // Where the clock has nothing new, nothing was sent or begun that is not known here.
  if (!clock.join(other.clock)) return false;
  join_sent(before, other.clock, other.sent);
  for (const Ref<Span>& span : other.open) join_open(*span);
  return true;
}

bool Knowledge::join(const Packed& other) {
  Unpacked unpacked;
  other.unpack(unpacked);
  const Clock before = clock, theirs = clock.with(std::move(unpacked.clock));
  if (!clock.join(theirs)) return false;
  join_sent(before, theirs, unpacked.sent);
  for (const KnownSpan& known : unpacked.open) join_open(*known.span);
  return true;
}

// Who knows of a send and does not have its event has come after the event, or has another one that
// stands for it. So what one side has and the other one does without, both do without.
//
// Most of the time both know of the same senders. The few that only the other one knows of are put
// between the own ones from behind.
template <typename Sent>
void Knowledge::join_sent(const Clock& before, const Clock& other, const Sent& others) {
  clock.count_work(sent.size() + others.size());
  boost::container::small_vector<KnownSend, 64> news;
  bool has_spare = false;
  const auto drop_spare = [&](Latest& mine) {
    if (!is_spare(other, mine.node())) return;
    mine.head = {};
    has_spare = true;
  };
  auto mine = sent.begin();
  for (const auto& theirs : others) {
    for (; mine != sent.end() && mine->key() < theirs.key(); ++mine) drop_spare(*mine);
    if (mine == sent.end() || mine->key() != theirs.key()) {
      if (!is_spare(before, theirs.node())) news.emplace_back(theirs.key(), theirs.node());
      continue;
    }
    if (mine->node() != theirs.node() && is_better(before, mine->node(), other, theirs.node()))
      *mine = Latest(theirs.key(), Ref<Node>(theirs.node()));
    ++mine;
  }
  for (; mine != sent.end(); ++mine) drop_spare(*mine);
  if (has_spare) drop_if(sent, [](const Latest& latest) { return !latest.head; });
  drop_if(news,
          [](const KnownSend& known) { return is_old(*known.node()) && !known.node()->before; });
  if (news.empty()) return;
  std::size_t last = sent.size();
  sent.resize(last + news.size());
  for (std::size_t place = sent.size(); !news.empty();) {
    --place;
    if (last > 0 && sent[last - 1].key() > news.back().key()) {
      sent[place] = std::move(sent[--last]);
    } else {
      sent[place] = Latest(news.back().key(), Ref<Node>(news.back().node()));
      news.pop_back();
    }
  }
}

void Knowledge::join_open(Span& span) {
  if (is_settled(*this, span)) return;
  const auto same = std::find_if(open.begin(), open.end(), [&](const Ref<Span>& each) {
    return each->begin.chain == span.begin.chain;
  });
  if (same == open.end())
    open.emplace_back(&span);
  else if ((*same)->begin.time < span.begin.time)
    *same = Ref<Span>(&span);
}

Span::Span(Heap& heap) : Shared(heap) {}
Span::~Span() = default;

void Span::forget() {
  at_end = Knowledge();
  packed = {};
}

void Knowledge::prune() {
  clock.trim();
  clock.count_work(sent.size() + open.size());
  prune_lists(sent, [&](const Node& node) { return is_settled(*this, node); });
  drop_if(open, [&](const Ref<Span>& span) { return is_settled(*this, *span); });
}

void Knowledge::prune_old() {
  clock.trim();
  clock.count_work(sent.size() + open.size());
  prune_lists(sent, [](const Node& node) { return is_old(node); });
  drop_if(open, [](const Ref<Span>& span) { return span->is_old; });
}

Latest& Knowledge::latest(std::uint64_t key) {
  auto found = std::lower_bound(sent.begin(), sent.end(), key, key_is_less);
  if (found == sent.end() || found->key() != key) found = sent.insert(found, Latest(key, {}));
  return *found;
}

}  // namespace heddle::causality
