// Waiting for another thread while holding a lock that this one needs first: for its end (a join, a
// future), or for a signal that nobody gives without that lock, or without having taken it first (a
// latch, a queue, a monitor). Or,
// with no lock, for the end of a task that only the waiting thread itself could run.
//
//   synchronized (lock) { worker.join(); }        worker: synchronized (lock) { … }
//   synchronized (this) { latch.await(); }        synchronized (this) { latch.countDown(); }
//   synchronized (this) { latch.await(); }        synchronized (this) { … } latch.countDown();
//
// Waits with a time limit end by themselves. Lifetime: all that is handed in must outlive it.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "locks/held.h"
#include "locks/locks.h"
#include "locks/paths.h"
#include "origins/call_graph.h"
#include "origins/describe.h"
#include "origins/facts.h"
#include "origins/gates.h"
#include "origins/order.h"
#include "origins/origins.h"
#include "report/finding.h"

namespace heddle::deadlocks {

// Does one of two runs come to its point only where a field is unset that is set by then?
using IsSetBetween =
    std::function<bool(origins::Point, origins::OriginId, origins::Point, origins::OriginId)>;

struct HeldWait {
  origins::Point wait, wanted;  // where the lock is held, and where the other one takes it
  origins::OriginId waiting{}, awaited{};
  std::optional<locks::Lock> held;  // none: what is held is the thread that should run the other
  bool is_for_end = false;
};

class HeldWaits {
 public:
  HeldWaits(origins::CallGraph& calls, origins::Origins& origins, origins::Facts& facts,
            origins::Order& order, const origins::Gates& gates, locks::Held& held,
            locks::Locks& locks, locks::Paths& paths, IsSetBetween is_set_between);

  [[nodiscard]] std::span<const HeldWait> found() const { return found_; }
  report::Finding finding(const HeldWait& wait, origins::Describe& describe);

 private:
  // A call that waits, or signals, and on what.
  struct Place {
    ir::MethodId method{};
    std::uint32_t instruction = 0;
    ir::ValueId on = ir::kNoValue;
    bool is_for_end = false;
    bool is_monitor = false;
  };
  void scan(ir::MethodId method);
  bool is_inside_signal(ir::MethodId method, ir::ValueId on);
  void check(const Place& wait, pointsto::InstanceId id);
  std::vector<locks::Lock> held_at(const Place& wait, pointsto::InstanceId id);
  void check_ends(const Place& wait, pointsto::InstanceId id, std::span<const locks::Lock> held);
  void check_signals(const Place& wait, pointsto::InstanceId id, std::span<const locks::Lock> held);
  void check_turn(const Place& wait, pointsto::InstanceId id, origins::OriginId awaited);
  // Where each way through the method to one of those instructions takes the lock.
  std::optional<origins::Point> taken_before(pointsto::InstanceId id,
                                             std::span<const std::uint32_t> before,
                                             std::uint64_t lock, unsigned depth);
  std::optional<origins::Point> taken_by_call(const origins::Point& call, std::uint64_t lock,
                                              unsigned depth);
  void look_for_handed_on();
  [[nodiscard]] bool may_be_of(origins::OriginId origin, const pointsto::ObjectSet& on) const;
  void find_acquisitions();
  bool add(const Place& wait, origins::Point at, const locks::Lock& held, origins::Point wanted,
           origins::OriginId only);
  // The same two places in other contexts are one.
  void keep(const HeldWait& found);
  report::Lock lock(const locks::Lock& held, origins::Describe& describe) const;

  origins::CallGraph& calls_;
  origins::Origins& origins_;
  origins::Facts& facts_;
  origins::Order& order_;
  const origins::Gates& gates_;
  locks::Held& held_;
  locks::Locks& locks_;
  locks::Paths& paths_;
  IsSetBetween is_set_between_;
  std::vector<Place> waits_, signals_;
  std::set<std::pair<ir::MethodId, std::uint32_t>> signalling_;  // places in code
  std::set<ir::MethodId> signal_methods_;
  bool are_signals_handed_on_ = false;  // some are given by what is no code of a method
  bool has_acquisitions_ = false;
  std::map<std::uint64_t, std::vector<origins::Point>> acquisitions_;  // by lock
  std::set<std::array<std::uint32_t, 4>> known_;                       // by sites
  std::vector<HeldWait> found_;
};

}  // namespace heddle::deadlocks
