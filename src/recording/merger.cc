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
      await(stamp, position);
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

void Merger::await(std::uint64_t stamp, std::size_t thread) {
  Waiting& place = near_[stamp % kNear];
  if (place.thread != kNobody) {
    far_.emplace(stamp, thread);
    return;
  }
  place = {stamp, thread};
  ++near_count_;
}

std::size_t Merger::take_next() {
  Waiting& place = near_[next_ % kNear];
  if (place.thread != kNobody && place.stamp == next_) {
    --near_count_;
    return std::exchange(place.thread, kNobody);
  }
  const auto found = far_.find(next_);
  if (found == far_.end()) return kNobody;
  const std::size_t thread = found->second;
  far_.erase(found);
  return thread;
}

void Merger::merge() {
  for (std::size_t thread = take_next(); thread != kNobody; thread = take_next()) {
    threads_[thread].is_waiting = false;
    advance(thread);
  }
}

void Merger::skip_lost() {
  if (!is_waiting()) return;
  std::uint64_t smallest = ~std::uint64_t{0};
  for (const Waiting& each : near_)
    if (each.thread != kNobody) smallest = std::min(smallest, each.stamp);
  for (const auto& [stamp, thread] : far_) smallest = std::min(smallest, stamp);
  lost_ += smallest - next_;
  next_ = smallest;
  merge();
}

}  // namespace heddle::recording
