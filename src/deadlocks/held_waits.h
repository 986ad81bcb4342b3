// Who waits, without a limit, for what only somebody can bring who wants a lock that is held
// meanwhile: for the end of a thread or task that takes the lock itself, or for a signal that
// nobody gives but under the lock (a notify under an outer monitor, the count-down of a latch). Or
// for the end of what runs in the waiting thread itself: of a task of the same one-thread executor.
//
// Only locks that are surely held and are one single object count. Lifetime: all that is handed in
// must outlive it.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "deadlocks/waits.h"
#include "locks/held.h"
#include "locks/locks.h"
#include "locks/paths.h"
#include "origins/call_graph.h"
#include "origins/describe.h"
#include "origins/joins.h"
#include "origins/order.h"
#include "origins/origins.h"
#include "report/finding.h"

namespace heddle::deadlocks {

struct HeldWait {
  // Of who waits: where, and where the lock was taken; of the other: where it takes the lock.
  origins::Point wait{}, taken{}, wanted{};
  origins::OriginId waiter{}, other{};
  pointsto::ObjectId lock{};
  locks::PathId held_name{}, wanted_name{};  // of the lock, in the terms of either; may be none
  enum class For : std::uint8_t {
    kSignal,
    kEnd,   // of the other
    kTurn,  // for the end of what must wait for its own: there is no lock
  };
  For what = For::kSignal;
};

class HeldWaits {
 public:
  HeldWaits(origins::CallGraph& calls, origins::Origins& origins, origins::Joins& joins,
            origins::Order& order, locks::Held& held, locks::Locks& locks, locks::Paths& paths,
            Waits& waits);

  [[nodiscard]] std::span<const HeldWait> found() const { return found_; }
  report::Finding finding(const HeldWait& wait, origins::Describe& describe);

 private:
  // A lock that is one object, held at some point.
  struct Held {
    std::uint64_t key = 0;  // of the Lock
    pointsto::ObjectId object{};
    locks::PathId name{};
    origins::Point taken{};
  };
  struct Taking {
    origins::Point at{};
    locks::PathId name{};
  };

  void look_at_ends(pointsto::InstanceId id);
  void add_turn(origins::Point wait, origins::OriginId other);
  void look_at_signals(const Waits::Place& wait, bool gives_back);
  void add_end(const Held& held, origins::Point wait, origins::OriginId other);
  // The lock that all of them hold surely, and one of them that may meet the wait.
  void add_signal(const Held& held, origins::Point wait, std::span<const origins::Point> signals);
  std::vector<Held> held_at(origins::Point point);
  // Takes out what a wait gives back itself; false: that is not known.
  bool give_back(pointsto::InstanceId id, std::uint32_t instruction, std::vector<Held>& held);
  // Where a lock is taken that is not held there yet.
  const std::vector<Taking>& takings(std::uint64_t key);
  void find_takings();
  bool is_ordered(origins::Point one, origins::OriginId of_one, origins::Point other,
                  origins::OriginId of_other);
  void add(HeldWait wait);
  report::Lock lock(locks::PathId name, pointsto::ObjectId object, origins::Point at,
                    origins::Describe& describe);

  origins::CallGraph& calls_;
  origins::Origins& origins_;
  origins::Joins& joins_;
  origins::Order& order_;
  locks::Held& held_;
  locks::Locks& locks_;
  locks::Paths& paths_;
  Waits& waits_;
  // By key of the lock; none: nobody has asked yet.
  std::optional<boost::unordered_flat_map<std::uint64_t, std::vector<Taking>>> takings_;
  std::vector<HeldWait> found_;
};

}  // namespace heddle::deadlocks
