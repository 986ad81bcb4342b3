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

bool key_is_less(const Latest& latest, std::uint64_t key) { return latest.key < key; }

// A settled node leaves its list when it is the first; inside the list it does no harm.
void prune_list(const Knowledge& knowledge, Ref<Node>& head) {
  while (head && is_settled(knowledge, *head)) head = Ref<Node>(head->before);
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
  return event.first && is_settled(knowledge, *event.first);
}

bool is_settled(const Knowledge& knowledge, const Node& node) {
  if (node.event) return is_settled(knowledge, *node.event);
  return node.is_old || std::all_of(node.ends.begin(), node.ends.end(),
                                    [&](Moment end) { return knowledge.clock.has_reached(end); });
}

bool is_old(const Node& node) {
  return node.event ? node.event->first && node.event->first->is_old : node.is_old;
}

bool Knowledge::join(const Knowledge& other) {
  const bool has_grown = clock.join(other.clock);
  // Where the clock has nothing new, nothing was sent or begun that is not known here.
  if (!has_grown) return false;
  join_sent(other);
  join_open(other);
  return true;
}

void Knowledge::join_sent(const Knowledge& other) {
  if (other.sent.empty()) return;
  decltype(sent) joined;
  joined.reserve(sent.size() + other.sent.size());
  auto mine = sent.begin();
  auto theirs = other.sent.begin();
  while (mine != sent.end() || theirs != other.sent.end()) {
    if (theirs == other.sent.end() || (mine != sent.end() && mine->key < theirs->key)) {
      joined.push_back(std::move(*mine++));
    } else if (mine == sent.end() || theirs->key < mine->key) {
      Node* head = theirs->head.get();
      while (head != nullptr && is_old(*head)) head = head->before.get();
      if (head != nullptr) joined.push_back({theirs->key, Ref<Node>(head), false});
      ++theirs;
    } else {
      if (mine->head != theirs->head && mine->head->send.time < theirs->head->send.time)
        joined.push_back({theirs->key, theirs->head, false});
      else
        joined.push_back(std::move(*mine));
      ++mine;
      ++theirs;
    }
  }
  sent = std::move(joined);
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
  for (Latest& latest : sent) prune_list(*this, latest.head);
  drop_if(sent, [](const Latest& latest) { return !latest.head; });
  drop_if(open, [&](const Ref<Span>& span) { return is_settled(*this, *span); });
}

Latest& Knowledge::latest(std::uint64_t key) {
  auto found = std::lower_bound(sent.begin(), sent.end(), key, key_is_less);
  if (found == sent.end() || found->key != key) found = sent.insert(found, Latest{key, {}, false});
  return *found;
}

}  // namespace heddle::causality
