// Joins are the expensive part, and most of them bring nothing: a thread that takes a lock it
// released last, or whose last holder it has heard of since, knows everything already. The epoch of
// the last release tells, because a lock's clock is the whole clock of the thread that released it.
//
// For the same reason a release overwrites the lock's clock instead of joining it. Where a thread
// releases a lock whose last release it has not heard of, which no run does, the clock is of
// several threads from then on, and no epoch stands for it.
#include "causality/strict_order.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/id.h"
#include "trace/operation.h"

namespace heddle::causality {

using trace::Operation;
using trace::Record;

namespace {

constexpr std::size_t kLanes = 16;

// In steps of a known length, which compilers turn into a few instructions each.
void raise_all(std::uint32_t* __restrict mine, const std::uint32_t* __restrict theirs,
               std::size_t count) {
  std::size_t each = 0;
  for (; each + kLanes <= count; each += kLanes)
    for (std::size_t lane = 0; lane < kLanes; ++lane)
      mine[each + lane] = std::max(mine[each + lane], theirs[each + lane]);
  for (; each < count; ++each) mine[each] = std::max(mine[each], theirs[each]);
}

}  // namespace

void StrictOrder::grow(std::size_t threads) {
  if (threads <= threads_.size()) return;
  threads_.resize(threads);
  own_.resize(threads, 1);
}

void StrictOrder::join(Times& clock, const Times& other) {
  if (other.size() > clock.size()) {
    numbers_ += other.size() - clock.size();
    clock.resize(other.size());
  }
  raise_all(clock.data(), other.data(), other.size());
}

void StrictOrder::forget_event(std::uint32_t event) {
  const auto found = events_.find(event);
  if (found == events_.end()) return;
  numbers_ -= found->second.size();
  events_.erase(found);
}

void StrictOrder::publish(std::uint32_t thread, Times& clock) {
  join(clock, threads_[thread]);
  if (clock.size() <= thread) {
    numbers_ += thread + 1 - clock.size();
    clock.resize(thread + 1);
  }
  clock[thread] = std::max(clock[thread], own_[thread]++);
}

void StrictOrder::overwrite(std::uint32_t thread, Times& clock) {
  const Times& own = threads_[thread];
  const std::size_t size = std::max<std::size_t>(own.size(), thread + 1);
  if (clock.size() < size) {
    numbers_ += size - clock.size();
    clock.resize(size);
  }
  std::copy(own.begin(), own.end(), clock.begin());
  clock[thread] = own_[thread]++;
}

void StrictOrder::acquire(const Record& record) {
  if (record.subject >= locks_.size()) return;
  const Lock& lock = locks_[record.subject];
  Times& clock = threads_[base::index(record.thread)];
  if (!lock.is_of_one || !has_reached(record.thread, lock.released)) join(clock, lock.exclusive);
  if ((record.flags & trace::flag::kShared) == 0 && !lock.shared.empty()) join(clock, lock.shared);
}

void StrictOrder::release(const Record& record) {
  if (record.subject >= locks_.size()) locks_.resize(record.subject + 1);
  Lock& lock = locks_[record.subject];
  const std::uint32_t thread = base::index(record.thread);
  if ((record.flags & trace::flag::kShared) != 0) {
    publish(thread, lock.shared);
  } else {
    lock.is_of_one &= has_reached(record.thread, lock.released);
    lock.released = now(record.thread);
    if (lock.is_of_one)
      overwrite(thread, lock.exclusive);
    else
      publish(thread, lock.exclusive);
    lock.shared.clear();
  }
}

void StrictOrder::apply(const Record& record, std::span<const trace::Send> sends) {
  const std::uint32_t thread = base::index(record.thread);
  switch (record.operation) {
    case Operation::kLock:
    case Operation::kWait: return acquire(record);
    case Operation::kUnlock: return release(record);
    case Operation::kFork:
      if (record.subject != thread) publish(thread, threads_[record.subject]);
      return;
    case Operation::kJoin:
      if (record.subject != thread) publish(record.subject, threads_[thread]);
      return;
    case Operation::kVolatileRead:
    case Operation::kUpdate:
      if (const auto found = volatiles_.find(record.subject); found != volatiles_.end())
        join(threads_[thread], found->second);
      if (record.operation == Operation::kVolatileRead) return;
      [[fallthrough]];
    case Operation::kVolatileWrite: return publish(thread, volatiles_[record.subject]);
    case Operation::kSignal:
      if (record.subject >= handles_.size()) handles_.resize(record.subject + 1);
      return publish(thread, handles_[record.subject]);
    case Operation::kAwait:
      if (record.subject < handles_.size()) join(threads_[thread], handles_[record.subject]);
      return;
    case Operation::kSend: {
      const trace::Send& send = sends[record.value];
      if (send.is_refused || send.is_input) return;
      return publish(thread, events_[base::index(send.event)]);
    }
    case Operation::kBegin:
      if (const auto found = events_.find(record.subject); found != events_.end()) {
        join(threads_[thread], found->second);
        forget_event(record.subject);
      }
      return;
    case Operation::kRemove: return forget_event(record.subject);
    default: return;
  }
}

}  // namespace heddle::causality
