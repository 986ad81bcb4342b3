#include "recording/merger.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "recording/event.h"

namespace heddle::recording {

void Merger::add(std::uint64_t number, Words events) {
  if (events.empty()) return;
  const auto [found, is_new] = positions_.try_emplace(number, threads_.size());
  if (is_new) threads_.emplace_back().number = number;
  Thread& thread = threads_[found->second];
  if (!thread.is_waiting) events = events.subspan(hand_on(found->second, events));
  if (events.empty()) return;
  if (thread.words.capacity() == 0 && !spare_.empty()) {
    thread.words = std::move(spare_.back());
    spare_.pop_back();
  }
  thread.words.insert(thread.words.end(), events.begin(), events.end());
  pending_ += events.size();
}

std::size_t Merger::hand_on(std::size_t position, Words events) {
  Thread& thread = threads_[position];
  std::size_t at = 0;
  for (; at < events.size(); at += words_of(what_is(events[at]))) {
    if (!has_stamp(what_is(events[at]))) continue;
    const std::uint64_t stamp = events[at + 1];
    if (stamp > next_) {
      waiting_.emplace(stamp, position);
      thread.is_waiting = true;
      break;
    }
    if (stamp == next_) ++next_;
  }
  if (at != 0) out_(thread.number, events.first(at));
  return at;
}

void Merger::advance(std::size_t position) {
  Thread& thread = threads_[position];
  const std::size_t due = hand_on(position, Words(thread.words).subspan(thread.at));
  pending_ -= due;
  drop(thread, thread.at + due);
}

void Merger::drop(Thread& thread, std::size_t at) {
  thread.at = at;
  if (at < thread.words.size() - at) return;
  const auto begin = thread.words.begin();
  thread.words.erase(begin, begin + static_cast<std::ptrdiff_t>(at));
  thread.at = 0;
  if (thread.words.empty() && spare_.size() < kMostSpare)
    spare_.push_back(std::exchange(thread.words, {}));
}

void Merger::merge() {
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
