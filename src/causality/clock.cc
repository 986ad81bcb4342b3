#include "causality/clock.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "causality/shared.h"

namespace heddle::causality {
namespace {

std::size_t index(Chain chain) { return static_cast<std::size_t>(chain); }

auto find(auto& entries, Chain chain) {
  return std::lower_bound(
      entries.begin(), entries.end(), chain,
      [](const Components::Entry& entry, Chain wanted) { return entry.first < wanted; });
}

}  // namespace

Time Components::at(Chain chain) const {
  if (form_ == ClockForm::kTree) return tree_.at(static_cast<std::uint32_t>(chain));
  if (form_ == ClockForm::kDense) return index(chain) < dense_.size() ? dense_[index(chain)] : 0;
  const auto found = find(sparse_, chain);
  return found != sparse_.end() && found->first == chain ? found->second : 0;
}

void Components::raise(Chain chain, Time time) {
  if (form_ == ClockForm::kTree) return tree_.raise(static_cast<std::uint32_t>(chain), time);
  if (form_ == ClockForm::kDense) {
    if (index(chain) >= dense_.size()) dense_.resize(index(chain) + 1);
    dense_[index(chain)] = std::max(dense_[index(chain)], time);
    return;
  }
  const auto found = find(sparse_, chain);
  if (found != sparse_.end() && found->first == chain)
    found->second = std::max(found->second, time);
  else
    sparse_.insert(found, {chain, time});
}

bool Components::covers(const Components& other, Chain but) const {
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
  if (form_ == ClockForm::kDense) {
    if (other.dense_.size() > dense_.size()) dense_.resize(other.dense_.size());
    for (std::size_t each = 0; each < other.dense_.size(); ++each)
      dense_[each] = std::max(dense_[each], other.dense_[each]);
    return;
  }
  std::vector<Entry> joined;
  joined.reserve(sparse_.size() + other.sparse_.size());
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
}

Components& Clock::own_components() {
  if (components_->owners() > 1) components_ = Ref(new Components(*heap_, *components_));
  return *components_;
}

void Clock::become(Moment own) {
  if (own_.chain != kNoChain && own_.time != 0 && components_->at(own_.chain) < own_.time)
    own_components().raise(own_.chain, own_.time);
  own_ = own;
}

// What the other one knows of our own chain is no news, so that is said first.
bool Clock::join_tree(const ClockTree& other) {
  if (own_.chain != kNoChain) {
    const auto own = static_cast<std::uint32_t>(own_.chain);
    if (other.at(own) > components_->at(own_.chain)) own_components().raise(own_.chain, own_.time);
  }
  ClockTree joined(components_->tree());
  const bool has_grown = joined.join(other);
  if (has_grown || components_->owners() == 1) own_components().set_tree(std::move(joined));
  return has_grown;
}

bool Clock::join(const Clock& other) {
  bool has_grown = false;
  if (components_ != other.components_ && components_->form() == ClockForm::kTree) {
    has_grown = join_tree(other.components_->tree());
    // What the other one knows of our own chain is known here, whatever the components say.
  } else if (components_ != other.components_ &&
             !components_->covers(*other.components_, own_.chain)) {
    own_components().join(*other.components_);
    has_grown = true;
  }
  if (other.own_.chain != kNoChain && at(other.own_.chain) < other.own_.time) {
    own_components().raise(other.own_.chain, other.own_.time);
    has_grown = true;
  }
  return has_grown;
}

}  // namespace heddle::causality
