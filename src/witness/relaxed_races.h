// Races of a run in the relaxed order: accesses of one location, one of them a write, that nothing
// orders. Two tasks on one looper exclude each other: what they have is an order violation. Others
// race unless a lock keeps them apart.
//
// For each location those accesses are kept that a later one could race with; one is dropped when a
// later access that comes after it would race with whatever it would. So for every location and
// kind a race is found if there is one, though not every pair.
//
// Not thread safe. Cost: an access looks at a few others, however many a location has, but where
// the location has no race of a kind yet and the access comes after all that it could race with in
// a way that nobody did before.
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
  struct Limits {
    std::size_t few = 16;     // accesses alike that are looked at each time
    std::size_t recent = 32;  // that are compared once the location has a race of the kind
  };

  RelaxedRaces(Races& races, const Locksets& locksets) : RelaxedRaces(races, locksets, Limits()) {}
  RelaxedRaces(Races& races, const Locksets& locksets, Limits limits)
      : races_(races), locksets_(locksets), limits_(limits) {}

  // A plain access by the task; `held` are the locks of its thread.
  void apply(const trace::Tables& tables, const trace::Record& record, const causality::Task& task,
             LocksetId held);

  [[nodiscard]] bool has_race(trace::LocationId location, RaceKind kind) const;
  // How many accesses are kept of the location.
  [[nodiscard]] std::size_t kept(trace::LocationId location) const;

 private:
  static constexpr std::uint32_t kNoLooper = 0xFFFF'FFFFU;

  struct Access {
    causality::Moment moment;
    std::uint32_t task = 0;
    causality::TaskKind task_kind{};
    trace::ThreadId thread{};
    trace::PlaceId place{};
    causality::Ref<causality::Origin> origin;
  };
  // Accesses of which each may race with what the others may.
  struct Group {
    AccessKind kind{};
    LocksetId locks = kNoLocks;
    std::uint32_t looper = kNoLooper;  // the thread, of tasks on a looper
    std::vector<Access> accesses;      // in the order of the run
    // Whoever has reached that moment comes after so many of them, the first ones.
    causality::Moment passed;
    std::size_t passed_count = 0;
    std::size_t next_cleaning = 0;
  };
  struct Location {
    std::vector<Group> groups;
    bool has_data_race = false, has_order_violation = false;
  };
  // The access that is being looked at.
  struct Now {
    const trace::Tables& tables;
    const trace::Record& record;
    const causality::Task& task;
    AccessKind kind{};
    LocksetId locks = kNoLocks;
    std::uint32_t looper = kNoLooper;
  };

  static Group& group_of(Location& location, const Now& now);
  [[nodiscard]] bool is_known(const Location& location, const Now& now) const;
  // Looks at no more than `looks` of those that are told for the sake of other places.
  void compare(const Now& now, Group& group, Location& location, std::size_t& looks);
  void compare_all(const Now& now, Group& group, Location& location);
  void report(const Now& now, const Group& group, const Access& earlier);
  void clean(const Now& now, Group& group, const Location& location) const;
  [[nodiscard]] static bool is_needed(const Group& group, const Location& location);
  static void drop_groups(Location& location);
  [[nodiscard]] bool stands_for(const Now& now, const Group& group) const;

  Races& races_;
  const Locksets& locksets_;
  Limits limits_;
  std::vector<Location> locations_;
};

}  // namespace heddle::witness
