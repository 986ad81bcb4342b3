// The locks a thread holds, as numbers: equal sets have equal ids, and questions about two sets are
// answered from their contents. Grows with the distinct sets of a run, which are few.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <span>
#include <vector>

#include "trace/operation.h"

namespace heddle::witness {

enum class LocksetId : std::uint32_t {};
inline constexpr LocksetId kNoLocks{0};

struct HeldLock {
  trace::LockId lock{};
  bool is_shared = false;
  trace::PlaceId acquired{0xFFFF'FFFFU};  // where some thread took it
};

class Locksets {
 public:
  Locksets();

  // The set after the operation, which locks, unlocks or waits; others change nothing. A lock may
  // be taken several times; it is held until it is released as often.
  LocksetId apply(const trace::Record& record);
  [[nodiscard]] LocksetId held_by(trace::ThreadId thread) const;

  [[nodiscard]] std::span<const HeldLock> locks(LocksetId set) const {
    return sets_[static_cast<std::uint32_t>(set)];
  }
  // What cannot be, and is tolerated: a lock taken exclusively while another thread holds it so,
  // and one released that the thread does not hold.
  [[nodiscard]] std::uint64_t taken_twice() const { return taken_twice_; }
  [[nodiscard]] std::uint64_t released_unheld() const { return released_unheld_; }
  // Does a lock keep a holder of one and a holder of the other apart?
  [[nodiscard]] bool exclude(LocksetId first, LocksetId second) const;
  // Does every lock in the first keep others out no more than it does in the second?
  [[nodiscard]] bool is_within(LocksetId first, LocksetId second) const;

 private:
  struct Held {
    HeldLock lock;
    std::uint32_t depth = 1;
  };
  struct Thread {
    std::vector<Held> held;  // by lock
    LocksetId id = kNoLocks;
  };
  LocksetId intern(const std::vector<Held>& held);
  // The thread that holds the lock exclusively, plus one; 0: none.
  std::uint32_t& owner(trace::LockId lock);

  std::vector<Thread> threads_;
  std::vector<std::vector<HeldLock>> sets_;
  boost::unordered_flat_map<std::uint64_t, std::uint32_t> by_hash_;
  std::vector<std::uint32_t> owners_;  // by lock
  std::uint64_t taken_twice_ = 0, released_unheld_ = 0;
};

}  // namespace heddle::witness
