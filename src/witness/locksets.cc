#include "witness/locksets.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "base/id.h"
#include "trace/operation.h"

namespace heddle::witness {

Locksets::Locksets() : sets_(1) {}

LocksetId Locksets::held_by(trace::ThreadId thread) const {
  const std::uint32_t index = base::index(thread);
  return index < threads_.size() ? threads_[index].id : kNoLocks;
}

LocksetId Locksets::apply(const trace::Record& record) {
  const std::uint32_t index = base::index(record.thread);
  if (index >= threads_.size()) threads_.resize(index + 1);
  Thread& thread = threads_[index];
  const auto lock = static_cast<trace::LockId>(record.subject);
  auto held = std::lower_bound(thread.held.begin(), thread.held.end(), lock,
                               [](const Held& each, trace::LockId wanted) {
                                 return base::index(each.lock.lock) < base::index(wanted);
                               });
  const bool is_held = held != thread.held.end() && held->lock.lock == lock;
  if (record.operation == trace::Operation::kUnlock) {
    if (!is_held) ++released_unheld_;
    if (!is_held || --held->depth > 0) return thread.id;
    if (owner(lock) == index + 1) owner(lock) = 0;
    thread.held.erase(held);
  } else if (is_held) {
    ++held->depth;
    return thread.id;
  } else {
    const bool is_shared =
        record.operation == trace::Operation::kLock && (record.flags & trace::flag::kShared) != 0;
    thread.held.insert(held, Held{{lock, is_shared, record.place}, 1});
    if (!is_shared && std::exchange(owner(lock), index + 1) != 0) ++taken_twice_;
  }
  thread.id = intern(thread.held);
  return thread.id;
}

std::uint32_t& Locksets::owner(trace::LockId lock) {
  if (base::index(lock) >= owners_.size()) owners_.resize(base::index(lock) + 1);
  return owners_[base::index(lock)];
}

LocksetId Locksets::intern(const std::vector<Held>& held) {
  if (held.empty()) return kNoLocks;
  base::Hasher hasher;
  for (const Held& each : held) hasher.add(each.lock.lock).add(each.lock.is_shared);
  const auto [found, is_new] =
      by_hash_.emplace(hasher.finish().low, static_cast<std::uint32_t>(sets_.size()));
  if (is_new) {
    std::vector<HeldLock>& set = sets_.emplace_back();
    for (const Held& each : held) set.push_back(each.lock);
  }
  return static_cast<LocksetId>(found->second);
}

bool Locksets::exclude(LocksetId first, LocksetId second) const {
  if (first == kNoLocks || second == kNoLocks) return false;
  for (const HeldLock& one : locks(first))
    for (const HeldLock& other : locks(second))
      if (one.lock == other.lock && !(one.is_shared && other.is_shared)) return true;
  return false;
}

bool Locksets::is_within(LocksetId first, LocksetId second) const {
  if (first == second || first == kNoLocks) return true;
  for (const HeldLock& one : locks(first)) {
    const auto others = locks(second);
    const bool is_there = std::any_of(others.begin(), others.end(), [&](const HeldLock& other) {
      return other.lock == one.lock && (one.is_shared || !other.is_shared);
    });
    if (!is_there) return false;
  }
  return true;
}

}  // namespace heddle::witness
