#include "modular/schedule.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

namespace heddle::modular {
namespace {

template <typename Visit>
void for_each_call(const MethodCalls& calls, const Components& components, const Visit& visit) {
  for (std::uint32_t from = 0; from < components.of.size(); ++from)
    for (const ir::MethodId callee : calls.callees[from]) {
      const std::uint32_t caller = components.of[from];
      const std::uint32_t called = components.of[calls.place(callee)];
      if (caller != called) visit(caller, called);
    }
}

}  // namespace

Schedule::Schedule(const MethodCalls& calls, const Components& components,
                   std::function<void(const Component&)> summarise)
    : components_(components), summarise_(std::move(summarise)), missing_(components.all.size()) {
  find_callers(calls);
  find_order();
  for (const std::uint32_t component : order_)
    if (missing_[component] == 0) first_.push_back(place_[component]);
  left_ = order_.size();
}

void Schedule::work() {
  std::vector<std::uint32_t> mine, freed;
  std::unique_lock lock(mutex_);
  while (left_ != 0) {
    const std::size_t ready = ready_.size() + first_.size() - next_first_;
    if (ready == 0) {
      changed_.wait(lock);
      continue;
    }
    const std::size_t most = std::clamp<std::size_t>(ready / 4, 1, 64);
    mine.clear();
    while (mine.size() < most) mine.push_back(take());
    lock.unlock();
    for (const std::uint32_t component : mine) summarise_(components_.all[component]);
    find_freed(mine, freed);
    lock.lock();
    left_ -= mine.size();
    for (const std::uint32_t component : freed) add(component);
    changed_.notify_all();
  }
}

void Schedule::find_callers(const MethodCalls& calls) {
  first_caller_.resize(missing_.size() + 1);
  for_each_call(calls, components_,
                [&](std::uint32_t, std::uint32_t called) { ++first_caller_[called + 1]; });
  std::partial_sum(first_caller_.begin(), first_caller_.end(), first_caller_.begin());
  callers_.resize(first_caller_.back());
  std::vector<std::uint32_t> end(first_caller_);
  for_each_call(calls, components_, [&](std::uint32_t caller, std::uint32_t called) {
    callers_[end[called]++] = caller;
    missing_[caller].fetch_add(1, std::memory_order_relaxed);
  });
}

std::span<const std::uint32_t> Schedule::callers(std::uint32_t component) const {
  return std::span(callers_).subspan(first_caller_[component],
                                     first_caller_[component + 1] - first_caller_[component]);
}

// By how many methods there are on the longest way up, roughly. Callers come behind their callees.
void Schedule::find_order() {
  std::vector<std::size_t> heights(missing_.size());
  for (auto i = static_cast<std::uint32_t>(heights.size()); i-- != 0;) {
    for (const std::uint32_t caller : callers(i))
      heights[i] = std::max(heights[i], heights[caller]);
    heights[i] += components_.all[i].size();
  }
  order_.resize(heights.size());
  std::iota(order_.begin(), order_.end(), 0U);
  std::ranges::stable_sort(order_, std::ranges::greater(), [&](std::uint32_t component) {
    return std::bit_width(heights[component]);
  });
  place_.resize(order_.size());
  for (std::uint32_t i = 0; i < order_.size(); ++i) place_[order_[i]] = i;
}

// Those for which the last callee was among what is done now.
void Schedule::find_freed(std::span<const std::uint32_t> done, std::vector<std::uint32_t>& freed) {
  freed.clear();
  for (const std::uint32_t component : done)
    for (const std::uint32_t caller : callers(component))
      if (missing_[caller].fetch_sub(1, std::memory_order_acq_rel) == 1) freed.push_back(caller);
}

void Schedule::add(std::uint32_t component) {
  ready_.push_back(place_[component]);
  std::ranges::push_heap(ready_, std::ranges::greater());
}

std::uint32_t Schedule::take() {
  if (ready_.empty() || (next_first_ < first_.size() && first_[next_first_] < ready_.front()))
    return order_[first_[next_first_++]];
  std::ranges::pop_heap(ready_, std::ranges::greater());
  const std::uint32_t place = ready_.back();
  ready_.pop_back();
  return order_[place];
}

}  // namespace heddle::modular
