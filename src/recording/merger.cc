#include "recording/merger.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "recording/event.h"

namespace heddle::recording {

void Merger::add(std::uint64_t number, const Event& event) {
  const auto [found, is_new] = positions_.try_emplace(number, threads_.size());
  if (is_new) threads_.emplace_back().number = number;
  Thread& thread = threads_[found->second];
  if (thread.events.empty() && !thread.is_waiting) fresh_.push_back(found->second);
  thread.events.push_back(event);
  ++pending_;
}

// Everything up to the next event whose stamp is not due.
void Merger::advance(std::size_t position) {
  Thread& thread = threads_[position];
  while (!thread.events.empty()) {
    const Event event = thread.events.front();
    if (has_stamp(event.what)) {
      if (event.stamp > next_) {
        waiting_.emplace(event.stamp, position);
        thread.is_waiting = true;
        return;
      }
      if (event.stamp == next_) ++next_;
    }
    thread.events.pop_front();
    --pending_;
    out_(thread.number, event);
  }
}

void Merger::merge() {
  for (const std::size_t each : fresh_) advance(each);
  fresh_.clear();
  for (auto found = waiting_.find(next_); found != waiting_.end(); found = waiting_.find(next_)) {
    const std::size_t position = found->second;
    waiting_.erase(found);
    threads_[position].is_waiting = false;
    advance(position);
  }
}

void Merger::skip_lost() {
  if (waiting_.empty()) return;
  std::uint64_t smallest = ~std::uint64_t{0};
  for (const auto& [stamp, thread] : waiting_) smallest = std::min(smallest, stamp);
  lost_ += smallest - next_;
  next_ = smallest;
  merge();
}

}  // namespace heddle::recording
