// Races of a run in the relaxed order: accesses of one location, one of them a write, that nothing
// orders. Two tasks on one looper exclude each other: what they have is an order violation. Others
// race unless a lock keeps them apart.
//
// For each location those accesses are kept that a later one could race with; one is dropped when a
// later access that comes after it would race with whatever it would. So for every location and
// kind a race is found if there is one, though not every pair.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "causality/clock.h"
#include "causality/relaxed_order.h"
#include "causality/shared.h"
#include "trace/operation.h"
#include "trace/tables.h"
#include "witness/locksets.h"
#include "witness/race.h"

namespace heddle::witness {

class RelaxedRaces {
 public:
  RelaxedRaces(Races& races, const Locksets& locksets) : races_(races), locksets_(locksets) {}

  // A plain access by the task; `held` are the locks of its thread.
  void apply(const trace::Tables& tables, const trace::Record& record, const causality::Task& task,
             LocksetId held);

  [[nodiscard]] bool has_race(trace::LocationId location, RaceKind kind) const;

 private:
  static constexpr std::uint32_t kNoLooper = 0xFFFF'FFFFU;

  struct Access {
    causality::Moment moment;
    std::uint32_t task = 0;
    std::uint32_t looper = kNoLooper;  // the thread, of a task on a looper
    LocksetId locks = kNoLocks;
    AccessKind kind{};
    causality::TaskKind task_kind{};
    trace::ThreadId thread{};
    trace::PlaceId place{};
    causality::Ref<causality::Origin> origin;
  };
  struct Location {
    std::vector<Access> accesses;
    bool has_data_race = false, has_order_violation = false;
    std::size_t next_thinning = 128;  // accesses
  };

  void compare(const trace::Tables& tables, const trace::Record& record, const Access& earlier,
               const Access& later, Location& location);
  static void thin_out(Location& location);
  [[nodiscard]] bool stands_for(const Access& later, const Access& earlier) const;

  Races& races_;
  const Locksets& locksets_;
  std::vector<Location> locations_;
};

}  // namespace heddle::witness
