#include "causality/clock.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "causality/shared.h"

namespace heddle::causality {
namespace {

std::size_t index(Chain chain) { return static_cast<std::size_t>(chain); }

constexpr std::size_t kMostPairs = 1024, kVeryFewPairs = 4;

auto find(auto& entries, Chain chain) {
  return std::lower_bound(
      entries.begin(), entries.end(), chain,
      [](const Components::Entry& entry, Chain wanted) { return entry.first < wanted; });
}

// Clocks are many and grow seldom: they have little room to spare.
std::size_t roomy(std::size_t entries) { return entries + entries / 8; }

void insert(std::vector<Components::Entry>& entries, auto place, const Components::Entry& entry) {
  if (entries.size() < entries.capacity()) {
    entries.insert(place, entry);
    return;
  }
  std::vector<Components::Entry> grown;
  grown.reserve(roomy(entries.size()) + 2);
  grown.insert(grown.end(), entries.begin(), place);
  grown.push_back(entry);
  grown.insert(grown.end(), place, entries.end());
  entries = std::move(grown);
}

}  // namespace

std::size_t Components::most_pairs() const {
  switch (form_) {
    case ClockForm::kTree: return kMostPairs;
    case ClockForm::kEarlyTree: return kVeryFewPairs;
    default: return std::numeric_limits<std::size_t>::max();
  }
}

Time Components::at(Chain chain) const {
  if (is_tree_) return tree_.at(static_cast<std::uint32_t>(chain));
  if (form_ == ClockForm::kDense) return index(chain) < dense_.size() ? dense_[index(chain)] : 0;
  const auto found = find(sparse_, chain);
  return found != sparse_.end() && found->first == chain ? found->second : 0;
}

void Components::raise(Chain chain, Time time) {
  if (is_tree_) return tree_.raise(static_cast<std::uint32_t>(chain), time);
  if (form_ == ClockForm::kDense) {
    if (index(chain) >= dense_.size()) dense_.resize(index(chain) + 1);
    dense_[index(chain)] = std::max(dense_[index(chain)], time);
    return;
  }
  const auto found = find(sparse_, chain);
  if (found != sparse_.end() && found->first == chain)
    found->second = std::max(found->second, time);
  else
    insert(sparse_, found, {chain, time});
}

void Components::make_tree() {
  for (const Entry& entry : sparse_)
    tree_.raise(static_cast<std::uint32_t>(entry.first), entry.second);
  sparse_ = {};
  is_tree_ = true;
}

bool Components::covers(const Components& other, Chain but) const {
  if (is_tree_)
    return std::all_of(other.sparse_.begin(), other.sparse_.end(), [&](const Entry& entry) {
      return entry.first == but || at(entry.first) >= entry.second;
    });
  if (form_ == ClockForm::kDense) {
    for (std::size_t each = 0; each < other.dense_.size(); ++each)
      if (other.dense_[each] > (each < dense_.size() ? dense_[each] : 0) && each != index(but))
        return false;
    return true;
  }
  auto mine = sparse_.begin();
  for (const Entry& theirs : other.sparse_) {
    while (mine != sparse_.end() && mine->first < theirs.first) ++mine;
    const bool is_known =
        mine != sparse_.end() && mine->first == theirs.first && mine->second >= theirs.second;
    if (!is_known && theirs.first != but) return false;
  }
  return true;
}

void Components::join(const Components& other) {
  if (is_tree_) {
    for (const Entry& entry : other.sparse_) raise(entry.first, entry.second);
    return;
  }
  if (form_ == ClockForm::kDense) {
    if (other.dense_.size() > dense_.size()) dense_.resize(other.dense_.size());
    for (std::size_t each = 0; each < other.dense_.size(); ++each)
      dense_[each] = std::max(dense_[each], other.dense_[each]);
    return;
  }
  // Most are known to both: there is no room to spare for those that are not.
  const std::size_t least = std::max(sparse_.size(), other.sparse_.size());
  std::vector<Entry> joined;
  joined.reserve(roomy(least));
  auto mine = sparse_.begin();
  auto theirs = other.sparse_.begin();
  while (mine != sparse_.end() && theirs != other.sparse_.end()) {
    if (mine->first < theirs->first) {
      joined.push_back(*mine++);
    } else if (theirs->first < mine->first) {
      joined.push_back(*theirs++);
    } else {
      joined.emplace_back(mine->first, std::max(mine->second, theirs->second));
      ++mine;
      ++theirs;
    }
  }
  joined.insert(joined.end(), mine, sparse_.end());
  joined.insert(joined.end(), theirs, other.sparse_.end());
  sparse_ = std::move(joined);
  if (sparse_.size() > most_pairs()) make_tree();
}

void Components::subtract(const Components& other) {
  if (is_tree_ && other.is_tree_) tree_.subtract(other.tree_);
  if (other.is_tree_) {
    other.tree_.drop_reached(sparse_);
  } else {
    auto theirs = other.sparse_.begin();
    std::erase_if(sparse_, [&](const Entry& entry) {
      while (theirs != other.sparse_.end() && theirs->first < entry.first) ++theirs;
      return theirs != other.sparse_.end() && theirs->first == entry.first &&
             theirs->second >= entry.second;
    });
  }
  for (std::size_t each = 0; each < dense_.size(); ++each)
    if (dense_[each] <= other.at(static_cast<Chain>(each))) dense_[each] = 0;
}

void Components::shrink() {
  if (sparse_.capacity() > roomy(sparse_.size()) + 2) sparse_.shrink_to_fit();
}

void Components::make_pairs() {
  if (!is_tree_) return;
  std::vector<Entry> pairs;
  const bool has_more = tree_.any([&](std::uint32_t chain, Time time) {
    pairs.emplace_back(static_cast<Chain>(chain), time);
    return pairs.size() > most_pairs();
  });
  if (has_more) return;
  pairs.shrink_to_fit();
  sparse_ = std::move(pairs);
  tree_ = {};
  is_tree_ = false;
}

Components& Clock::own_components() {
  if (components_->owners() > 1) components_ = Ref(new Components(*heap_, *components_));
  return *components_;
}

Clock Clock::with(std::vector<Components::Entry> entries) const {
  Clock result;
  result.heap_ = heap_;
  result.components_ = Ref(new Components(*heap_, components_->form(), std::move(entries)));
  return result;
}

void Clock::become(Moment own) {
  if (own_.chain != kNoChain && own_.time != 0 && components_->at(own_.chain) < own_.time)
    own_components().raise(own_.chain, own_.time);
  own_ = own;
}

// What the other one knows of our own chain is no news, so that is said first.
bool Clock::join_tree(const ClockTree& other) {
  if (!components_->is_tree()) own_components().make_tree();
  if (own_.chain != kNoChain) {
    const auto own = static_cast<std::uint32_t>(own_.chain);
    if (other.at(own) > components_->at(own_.chain)) own_components().raise(own_.chain, own_.time);
  }
  ClockTree joined(components_->tree());
  const bool has_grown = joined.join(other);
  if (has_grown || components_->owners() == 1) own_components().set_tree(std::move(joined));
  return has_grown;
}

void Pasts::set(std::size_t slot, const Ref<Past>& past) {
  by_slot[slot] = past;
  if (!past) return;
  slots = std::max(slots, slot + 1);
  until = std::max(until, past->until);
}

Time Clock::time_in_pasts(Chain chain, std::uint64_t since) const {
  Time time = 0;
  if (pasts_->until < since) return time;
  for (std::size_t slot = 0; slot < pasts_->slots; ++slot) {
    const Ref<Past>& past = pasts_->by_slot[slot];
    if (past && past->until >= since) time = std::max(time, past->components->at(chain));
  }
  return time;
}

bool Clock::join_pasts(const Clock& other) {
  if (!other.pasts_ || pasts_ == other.pasts_) return false;
  const auto version = [](const Ref<Past>& past) { return past ? past->version : 0; };
  bool has_less = false, has_more = false;
  const std::size_t slots = std::max(pasts_ ? pasts_->slots : 0, other.pasts_->slots);
  for (std::size_t slot = 0; slot < slots; ++slot) {
    const auto mine = pasts_ ? version(pasts_->by_slot[slot]) : 0;
    const auto theirs = version(other.pasts_->by_slot[slot]);
    has_less |= mine < theirs;
    has_more |= mine > theirs;
  }
  if (!has_less) return false;
  is_trim_ = false;
  if (!has_more) {
    pasts_ = other.pasts_;
    return true;
  }
  const Ref<Pasts> joined(new Pasts(*heap_));
  for (std::size_t slot = 0; slot < slots; ++slot) {
    const Ref<Past>& mine = pasts_->by_slot[slot];
    const Ref<Past>& theirs = other.pasts_->by_slot[slot];
    joined->set(slot, version(mine) < version(theirs) ? theirs : mine);
  }
  pasts_ = joined;
  return true;
}

Clock Clock::as_past(std::size_t slot, std::uint32_t version, std::uint64_t until) const {
  const Ref<Past> past(new Past(*heap_));
  past->version = version;
  past->until = until;
  past->components = components_;
  Clock result(*heap_, components_->form());
  result.pasts_ = Ref(new Pasts(*heap_));
  for (std::size_t each = 0; pasts_ && each < pasts_->slots; ++each)
    result.pasts_->set(each, pasts_->by_slot[each]);
  result.pasts_->set(slot, past);
  return result;
}

void Clock::forget_past(std::size_t slot) {
  if (!pasts_ || !pasts_->by_slot[slot]) return;
  const Ref<Pasts> left(new Pasts(*heap_));
  for (std::size_t each = 0; each < pasts_->slots; ++each)
    if (each != slot) left->set(each, pasts_->by_slot[each]);
  pasts_ = left;
}

void Clock::trim() {
  if (is_trim_ || is_whole_ || !pasts_) return;
  is_trim_ = true;
  for (const Ref<Past>& past : pasts_->by_slot)
    if (past) own_components().subtract(*past->components);
  if (components_->is_tree()) own_components().make_pairs();
  components_->shrink();
}

bool Clock::join_components(const Components& other) {
  if (other.is_tree()) return join_tree(other.tree());
  count_work(components_->pairs() + other.pairs());
  if (components_->covers(other, own_.chain)) return false;
  own_components().join(other);
  return true;
}

bool Clock::join(const Clock& other) {
  bool has_grown = join_pasts(other);
  if (components_ != other.components_ && join_components(*other.components_)) {
    has_grown = true;
    is_trim_ = false;
  }
  if (other.own_.chain != kNoChain && at(other.own_.chain) < other.own_.time) {
    own_components().raise(other.own_.chain, other.own_.time);
    has_grown = true;
  }
  return has_grown;
}

}  // namespace heddle::causality
