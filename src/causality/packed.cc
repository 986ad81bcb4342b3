// Each part of a knowledge is a list by keys. What two lists differ in is a list, too, in which an
// entry without a value says that the key is gone. To unpack, the changes of all steps are put
// together, the latest of each key first, and then go into the list that they all began with.
#include "causality/packed.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "causality/clock.h"
#include "causality/knowledge.h"
#include "causality/shared.h"

namespace heddle::causality {
namespace {

using Entry = Components::Entry;

std::uint64_t key_in(const Entry& entry) { return static_cast<std::uint64_t>(entry.first); }
std::uint64_t key_in(const KnownSend& known) { return known.key(); }
std::uint64_t key_in(const KnownSpan& known) { return static_cast<std::uint64_t>(known.chain); }

bool is_gone(const Entry& entry) { return entry.second == 0; }
bool is_gone(const KnownSend& known) { return known.node() == nullptr; }
bool is_gone(const KnownSpan& known) { return known.span == nullptr; }

Entry gone(const Entry& entry) { return {entry.first, 0}; }
KnownSend gone(const KnownSend& known) { return {known.key(), nullptr}; }
KnownSpan gone(const KnownSpan& known) { return {known.chain, nullptr}; }

bool is_same(const Entry& one, const Entry& other) { return one == other; }
bool is_same(const KnownSend& one, const KnownSend& other) { return one.node() == other.node(); }
bool is_same(const KnownSpan& one, const KnownSpan& other) { return one.span == other.span; }

const auto has_lower_key = [](const auto& one, const auto& other) {
  return key_in(one) < key_in(other);
};

// Calls visit(change) for each entry that makes `after` of `before`.
template <typename Each, typename Visit>
void visit_changes(const std::vector<Each>& before, const std::vector<Each>& after,
                   const Visit& visit) {
  auto old = before.begin();
  for (const Each& entry : after) {
    for (; old != before.end() && key_in(*old) < key_in(entry); ++old) visit(gone(*old));
    const bool has_key = old != before.end() && key_in(*old) == key_in(entry);
    if (!has_key || !is_same(*old, entry)) visit(entry);
    if (has_key) ++old;
  }
  for (; old != before.end(); ++old) visit(gone(*old));
}

// The changes lie one step after the other, the last step first.
template <typename Each>
void apply(std::vector<Each>& list, std::vector<Each>& changes) {
  if (changes.empty()) return;
  std::stable_sort(changes.begin(), changes.end(), has_lower_key);
  std::vector<Each> changed;
  changed.reserve(list.size() + changes.size());
  auto old = list.begin();
  for (std::size_t each = 0; each < changes.size(); ++each) {
    const std::uint64_t key = key_in(changes[each]);
    if (each > 0 && key_in(changes[each - 1]) == key) continue;
    while (old != list.end() && key_in(*old) < key) changed.push_back(*old++);
    if (old != list.end() && key_in(*old) == key) ++old;
    if (!is_gone(changes[each])) changed.push_back(changes[each]);
  }
  changed.insert(changed.end(), old, list.end());
  list = std::move(changed);
}

void list_clock(const Clock& clock, std::vector<Entry>& result) {
  const Moment own = clock.now();
  const bool has_own = own.chain != kNoChain && own.time != 0;
  bool is_in = !has_own;
  clock.components().any([&](Chain chain, Time time) {
    if (!is_in && own.chain <= chain) {
      is_in = true;
      result.emplace_back(own.chain, own.time);
    }
    if (!has_own || chain != own.chain) result.emplace_back(chain, time);
    return false;
  });
  if (!is_in) result.emplace_back(own.chain, own.time);
}

void list(const Knowledge& knowledge, Unpacked& result) {
  list_clock(knowledge.clock, result.clock);
  result.sent.reserve(knowledge.sent.size());
  for (const Latest& latest : knowledge.sent) result.sent.emplace_back(latest.key(), latest.node());
  for (const Ref<Span>& span : knowledge.open)
    result.open.push_back({span->begin.chain, span.get()});
  std::sort(result.open.begin(), result.open.end(), has_lower_key);
}

}  // namespace

Ref<Packed> Packed::base_for_next() {
  Packed* result = this;
  if (steps_ + 1 >= kMostSteps)
    while (result->base_) result = result->base_.get();
  return Ref(result);
}

Packed::Packed(Heap& heap, const Knowledge& knowledge, const Ref<Packed>& like) : Shared(heap) {
  Unpacked before, after, changes;
  list(knowledge, after);
  chains_ = static_cast<std::uint32_t>(after.clock.size());
  if (like) {
    base_ = like->base_for_next();
    base_->unpack(before);
  }
  const auto compare = [](const auto& from, const auto& to, auto& result) {
    visit_changes(from, to, [&](const auto& change) { result.push_back(change); });
  };
  compare(before.clock, after.clock, changes.clock);
  compare(before.sent, after.sent, changes.sent);
  compare(before.open, after.open, changes.open);
  const auto size = [](const Unpacked& lists) { return lists.clock.size() + lists.sent.size(); };
  if (2 * size(changes) > size(after)) {
    base_ = {};
    changes = std::move(after);
  }
  steps_ = base_ ? base_->steps_ + 1 : 0;
  clock_.assign(changes.clock.begin(), changes.clock.end());
  sent_.reserve(changes.sent.size());
  for (const KnownSend& each : changes.sent) sent_.emplace_back(each.key(), Ref<Node>(each.node()));
  open_.reserve(changes.open.size());
  for (const KnownSpan& each : changes.open) open_.push_back({each.chain, Ref<Span>(each.span)});
}

void Packed::forget() {
  base_ = {};
  sent_.clear();
  open_.clear();
}

void Packed::unpack(Unpacked& result) const {
  Unpacked changes;
  const auto add_to = [](const Packed& from, Unpacked& lists) {
    lists.clock.insert(lists.clock.end(), from.clock_.begin(), from.clock_.end());
    for (const Latest& latest : from.sent_) lists.sent.emplace_back(latest.key(), latest.node());
    for (const OpenChange& each : from.open_) lists.open.push_back({each.chain, each.span.get()});
  };
  const Packed* step = this;
  for (; step->base_; step = step->base_.get()) add_to(*step, changes);
  result.clock.clear();
  result.sent.clear();
  result.open.clear();
  add_to(*step, result);
  apply(result.clock, changes.clock);
  apply(result.sent, changes.sent);
  apply(result.open, changes.open);
}

}  // namespace heddle::causality
