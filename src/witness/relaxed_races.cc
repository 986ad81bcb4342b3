#include "witness/relaxed_races.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "base/id.h"
#include "causality/clock.h"
#include "causality/relaxed_order.h"
#include "trace/operation.h"
#include "trace/tables.h"
#include "witness/locksets.h"
#include "witness/race.h"

namespace heddle::witness {
namespace {

RaceSide side_of(const auto& access) {
  RaceSide side;
  side.access = access.kind;
  side.task = access.task_kind;
  side.thread = access.thread;
  side.place = access.place;
  side.locks = access.locks;
  side.origin = access.origin;
  return side;
}

}  // namespace

void RelaxedRaces::apply(const trace::Tables& tables, const trace::Record& record,
                         const causality::Task& task, LocksetId held) {
  if (record.subject >= locations_.size()) locations_.resize(tables.locations.size());
  Location& location = locations_[record.subject];
  const causality::Clock& clock = task.knowledge.clock;
  const AccessKind kind =
      record.operation == trace::Operation::kWrite ? AccessKind::kWrite : AccessKind::kRead;
  for (const Access& known : location.accesses)
    if (known.task == task.serial && known.moment == clock.now() && known.locks == held &&
        (known.kind == kind || kind == AccessKind::kRead))
      return;
  Access access;
  access.moment = clock.now();
  access.task = task.serial;
  access.looper = task.is_on_looper ? base::index(task.thread) : kNoLooper;
  access.locks = held;
  access.kind = kind;
  access.task_kind = task.kind;
  access.thread = task.thread;
  access.place = record.place;
  access.origin = task.origin;
  std::size_t kept = 0;
  for (std::size_t each = 0; each < location.accesses.size(); ++each) {
    Access& earlier = location.accesses[each];
    const bool is_before = earlier.task == task.serial || clock.has_reached(earlier.moment);
    if (!is_before) compare(tables, record, earlier, access, location);
    if (is_before && stands_for(access, earlier)) continue;
    if (kept != each) location.accesses[kept] = std::move(earlier);
    ++kept;
  }
  location.accesses.resize(kept);
  location.accesses.push_back(std::move(access));
  if (location.accesses.size() >= location.next_thinning) thin_out(location);
}

// Where many accesses race each costs as much as there are. Once the location has races of all the
// kinds that an access can be in, the last one of a place stands for those before it.
void RelaxedRaces::thin_out(Location& location) {
  std::set<std::tuple<trace::PlaceId, AccessKind, LocksetId, std::uint32_t>> seen;
  std::vector<Access> kept;
  for (auto each = location.accesses.rbegin(); each != location.accesses.rend(); ++each) {
    const bool is_spare =
        location.has_data_race && (each->looper == kNoLooper || location.has_order_violation);
    const bool is_last = seen.emplace(each->place, each->kind, each->locks, each->looper).second;
    if (is_last || !is_spare) kept.push_back(std::move(*each));
  }
  std::reverse(kept.begin(), kept.end());
  location.accesses = std::move(kept);
  location.next_thinning = std::max<std::size_t>(128, 2 * location.accesses.size());
}

// Would the later one race with everything the earlier one could still race with, in the same way?
bool RelaxedRaces::stands_for(const Access& later, const Access& earlier) const {
  return later.looper == earlier.looper &&
         (later.kind == AccessKind::kWrite || earlier.kind == AccessKind::kRead) &&
         locksets_.is_within(later.locks, earlier.locks);
}

void RelaxedRaces::compare(const trace::Tables& tables, const trace::Record& record,
                           const Access& earlier, const Access& later, Location& location) {
  if (earlier.kind == AccessKind::kRead && later.kind == AccessKind::kRead) return;
  const bool is_one_looper = earlier.looper != kNoLooper && earlier.looper == later.looper;
  if (!is_one_looper && locksets_.exclude(earlier.locks, later.locks)) return;
  Race race;
  race.kind = is_one_looper ? RaceKind::kOrderViolation : RaceKind::kDataRace;
  race.proof = is_one_looper ? Proof::kPredicted : Proof::kPossible;
  race.location = static_cast<trace::LocationId>(record.subject);
  race.first = side_of(earlier);
  race.second = side_of(later);
  (is_one_looper ? location.has_order_violation : location.has_data_race) = true;
  races_.add(tables, std::move(race));
}

bool RelaxedRaces::has_race(trace::LocationId id, RaceKind kind) const {
  if (base::index(id) >= locations_.size()) return false;
  const Location& location = locations_[base::index(id)];
  return kind == RaceKind::kDataRace ? location.has_data_race : location.has_order_violation;
}

}  // namespace heddle::witness
