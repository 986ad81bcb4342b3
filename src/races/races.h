// Pairs of accesses that may happen at once: same place, at least one writes, two runs that nothing
// orders, no common lock.
//
//   Races races(calls, origins, order, locks, …);
//   for (const Race& race : races.found()) …
//
// One race per pair of sites and subject; how many pairs of instances it stands for is counted.
// Lifetime: all that is handed in must outlive it.
#pragma once

#include <array>
#include <boost/unordered/unordered_flat_map.hpp>
#include <boost/unordered/unordered_flat_set.hpp>
#include <cstdint>
#include <functional>
#include <set>
#include <span>
#include <vector>

#include "locks/locks.h"
#include "origins/order.h"
#include "origins/origins.h"
#include "origins/set_before.h"
#include "races/accesses.h"
#include "races/arrivals.h"
#include "races/halves.h"
#include "races/only_runs.h"
#include "races/own_paths.h"
#include "races/ownership.h"
#include "races/run_own.h"
#include "races/slots.h"
#include "races/stripes.h"
#include "races/swapped.h"

namespace heddle::races {

struct RaceSide {
  std::uint32_t access = 0;
  origins::OriginId origin{};
};

struct Race {
  RaceSide first, second;
  pointsto::ObjectId object = base::kNone<pointsto::ObjectId>;
  std::uint64_t instances = 1;
};

// How many pairs each stage left.
struct Stages {
  std::uint64_t considered = 0;  // same place, one writes
  std::uint64_t unlocked = 0;    // no common lock
  std::uint64_t unordered = 0;   // in two runs that nothing orders
};

class Races {
 public:
  Races(origins::CallGraph& calls, origins::Origins& origins, origins::Order& order,
        locks::Locks& locks, locks::Paths& paths, const locks::Fields& fields, Ownership& ownership,
        const Accesses& accesses);

  [[nodiscard]] std::span<const Race> found() const { return found_; }
  [[nodiscard]] const Stages& stages() const { return stages_; }
  // Fields, or arrays and library objects of one site, with so many races that the search for more
  // of them was ended.
  [[nodiscard]] std::uint64_t cut_short() const { return cut_short_; }
  // Would what is held at the two sides of the race keep them apart?
  bool are_guarded(const Race& race, const std::vector<locks::Lock>& first,
                   const std::vector<locks::Lock>& second);
  // Is the instruction a side of a race, found or, where the search was cut short, not looked for?
  [[nodiscard]] bool may_race(ir::MethodId method, std::uint32_t instruction) const {
    return may_race_.contains(site_key(method, instruction));
  }
  // Does each run of the origin have an object of its own behind this one?
  bool is_run_own(origins::OriginId origin, pointsto::ObjectId object) {
    return run_own_.is_own(origin, object);
  }
  // Is the access to what a thread of the origin has for itself behind a join of that very thread?
  bool is_after_its_join(const Access& access, const Access& others, origins::OriginId other,
                         pointsto::ObjectId object);
  // May a run of the origin be at the access with that object?
  bool may_have(origins::OriginId origin, const Access& access, pointsto::ObjectId object) {
    return (having(access, object)[base::index(origin) >> 6U] >> (base::index(origin) & 63U) &
            1U) != 0;
  }
  // How a side of the race gets its object: the calls from where it has it on, and the access.
  // The first way that suits, if any does.
  Arrivals::Points way(const RaceSide& side, pointsto::ObjectId object,
                       const std::function<bool(const Arrivals::Points&)>& suits) {
    return arrivals_.way(side.origin, accesses_[side.access], object, suits);
  }
  // Does each run of the origin have elements of its own at these two accesses to the array?
  bool have_own_slots(origins::OriginId origin, const Access& a, const Access& b,
                      pointsto::ObjectId array) {
    return slots_.are_own(origin, a, b, array);
  }
  // Is each in the part of the array that the task has which makes the access, of tasks that halve?
  bool are_of_halves(const Access& a, const Access& b) { return halves_.are_apart(a, b); }
  // Is each the element of a number that what it runs on was given in a loop?
  bool seem_numbered(const Race& race) {
    return slots_.seem_numbered(accesses_[race.first.access], accesses_[race.second.access]);
  }
  // Does one of the two come there only where it finds unset what is set before they could meet?
  bool is_set_between(origins::Point x, origins::OriginId p, origins::Point y, origins::OriginId q);
  // Does each of the two runs have an object of its own there, whatever others may reach?
  bool have_own(const Access& x, origins::OriginId p, const Access& y, origins::OriginId q,
                pointsto::ObjectId object);
  // May two runs be at the accesses to one such object at once, as far as order, what runs have for
  // themselves and who comes there with it say? Locks are not asked.
  bool may_meet(pointsto::ObjectId object, const Access& x, const Access& y);
  // Does only one of all runs of the origin come to the two accesses?
  bool share_only_run(origins::OriginId origin, const Access& a, const Access& b) {
    return only_runs_.share_one(origin, a.instance, b.instance);
  }
  // Did each take it out of a queue?
  [[nodiscard]] bool are_taken(const Access& x, const Access& y, pointsto::ObjectId object) const;
  // Has one of them taken it out of the field that alone held it, under the other's lock?
  bool are_swapped(const Access& x, const Access& y) { return swapped_.are_apart(x, y); }

 private:
  // Of one field, or of the elements or the state of the objects of one site: so many pairs say
  // what there is to say.
  static constexpr std::uint32_t kMostOfOneSubject = 20;
  // A lock as two accesses to one object compare it.
  struct Guard {
    std::uint64_t key = 0;
    model::LockMode mode{};
  };
  void check(const Location& location);
  [[nodiscard]] std::uint64_t subject_key(const Location& location) const;
  // Accesses that differ in the order of their instances at most; never empty.
  using Alike = std::vector<std::uint32_t>;
  std::vector<Alike> distinct(const std::vector<std::uint32_t>& list);
  std::uint64_t likeness(std::uint32_t access);
  void check_groups(const Location& location, const Alike& first, const Alike& second);
  // They race, no two runs are at them at once, or they are safe whoever runs them.
  enum class Verdict : std::uint8_t { kRace, kApart, kSafe };
  Verdict check_pair(const Location& location, std::uint32_t a, std::uint32_t b);
  bool find_runs(pointsto::ObjectId object, const Access& x, const Access& y,
                 origins::OriginId& first, origins::OriginId& second);
  std::span<const std::uint64_t> having(const Access& access, pointsto::ObjectId object);
  // Two runs of which the first is of that origin; `others` may be at y, bits by origin. Says
  // whether some are at them in no order.
  bool find_second(pointsto::ObjectId object, const Access& x, const Access& y, origins::OriginId p,
                   std::span<std::uint64_t> others, origins::OriginId& second, bool& is_unordered);
  // Does that hold of a value where the access is made, or where every caller makes the call that
  // leads there? The access that it is asked with is the call, then.
  using Holds = std::function<bool(const Access&, ir::ValueId)>;
  bool is_held_by(const Access& access, const Holds& is, unsigned depth = 0);
  bool is_given_by_callers(const Access& access, std::uint32_t position, const Holds& is,
                           unsigned depth);
  // Is the access to what a run gave as its result, and has for itself?
  bool is_of_result(const Access& access, const Access& others, origins::OriginId other);
  bool gives_own(origins::OriginId origin);
  bool is_slot_of_joined(const Access& access, const Access& others, origins::OriginId other);
  bool is_joined_thread(const Access& access, ir::ValueId value, std::uint32_t from,
                        origins::OriginId origin);
  bool are_guarded(std::uint32_t a, std::uint32_t b);
  const std::vector<Guard>& guards(std::uint32_t access);
  std::vector<Guard> find_guards(const Access& access, const std::vector<locks::Lock>& held);
  static bool have_common(const std::vector<Guard>& one, const std::vector<Guard>& other);
  std::vector<locks::Lock> held_at(const Access& access);
  bool are_distinct_elements(const Access& a, const Access& b) const;
  static std::uint64_t site_key(ir::MethodId method, std::uint32_t instruction) {
    return std::uint64_t{base::index(method)} << 32U | instruction;
  }
  [[nodiscard]] std::uint64_t site_key(const Access& access) const;
  void give_up(const Location& location);

  origins::CallGraph& calls_;
  origins::Origins& origins_;
  origins::Order& order_;
  locks::Locks& locks_;
  locks::Paths& paths_;
  const locks::Fields& fields_;
  RunOwn run_own_;
  const Ownership& ownership_;
  OwnPaths own_paths_;
  OnlyRuns only_runs_;
  Arrivals arrivals_;
  Slots slots_;
  Halves halves_;
  Stripes stripes_;
  Swapped swapped_;
  origins::SetBefore set_before_;
  const Accesses& of_;
  std::span<const Access> accesses_;
  std::vector<std::vector<Guard>> guards_;  // by access
  std::vector<std::uint8_t> has_guards_;
  boost::unordered_flat_map<std::uint64_t, std::uint32_t> by_sites_;  // found_, by pair of sites
  std::set<base::Hash128> checked_;  // lists of accesses, with a site
  boost::unordered_flat_map<std::uint64_t, std::uint32_t> of_subject_;  // how many were found
  // Pairs of points that no two runs are at at once, whatever they have there.
  boost::unordered_flat_set<std::array<std::uint32_t, 4>> ordered_;
  // At the location at hand somebody comes to an access, but with other objects of the same site.
  bool some_have_others_ = false;
  std::uint64_t cut_short_ = 0;
  boost::unordered_flat_set<std::uint64_t> may_race_;  // by site
  std::vector<Race> found_;
  Stages stages_;
};

}  // namespace heddle::races
