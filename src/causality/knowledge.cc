#include "causality/knowledge.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/id.h"
#include "causality/clock.h"
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
  const bool has_grown = clock.join(other.clock);
  // Where the clock has nothing new, nothing was sent or begun that is not known here.
  if (!has_grown) return false;
  join_sent(other);
  join_open(other);
  return true;
}

// Most of the time both know of the same senders. The few that only the other one knows of are put
// between the own ones from behind.
void Knowledge::join_sent(const Knowledge& other) {
  clock.count_work(sent.size() + other.sent.size());
  boost::container::small_vector<const Latest*, 64> news;
  auto mine = sent.begin();
  for (const Latest& theirs : other.sent) {
    while (mine != sent.end() && mine->key() < theirs.key()) ++mine;
    if (mine == sent.end() || mine->key() != theirs.key())
      news.push_back(&theirs);
    else if (mine->head != theirs.head && mine->head->send.time < theirs.head->send.time)
      *mine = Latest(theirs.key(), theirs.head);
  }
  drop_if(news,
          [](const Latest* theirs) { return is_old(*theirs->head) && !theirs->head->before; });
  if (news.empty()) return;
  std::size_t last = sent.size();
  sent.resize(last + news.size());
  for (std::size_t place = sent.size(); !news.empty();) {
    --place;
    if (last > 0 && sent[last - 1].key() > news.back()->key()) {
      sent[place] = std::move(sent[--last]);
    } else {
      sent[place] = Latest(news.back()->key(), news.back()->head);
      news.pop_back();
    }
  }
}

void Knowledge::join_open(const Knowledge& other) {
  for (const Ref<Span>& span : other.open) {
    if (is_settled(*this, *span)) continue;
    const auto same = std::find_if(open.begin(), open.end(), [&](const Ref<Span>& each) {
      return each->begin.chain == span->begin.chain;
    });
    if (same == open.end())
      open.push_back(span);
    else if ((*same)->begin.time < span->begin.time)
      *same = span;
  }
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
