// Accesses of a location that differ in nothing but who made them, and when, are a group: two of
// them never race, if they are reads, and a lock that excuses one pair excuses all. So most groups
// need not be looked at. In the others an access looks for one that it does not come after.
//
// A race ends that search, and once the location has one of the kind only the last few of a group
// are compared, for the sake of other places. Without a race the access comes after all of the
// group: so does whoever has reached its moment, and need not look again.
//
// A group that has grown large is cleaned each time it has doubled, a small one at every access.
#include "witness/relaxed_races.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
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

constexpr std::size_t kMostGroups = 64;

bool is_before(const auto& earlier, const causality::Task& task) {
  return earlier.task == task.serial || task.knowledge.clock.has_reached(earlier.moment);
}

}  // namespace

void RelaxedRaces::apply(const trace::Tables& tables, const trace::Record& record,
                         const causality::Task& task, LocksetId held) {
  if (record.subject >= locations_.size()) locations_.resize(tables.locations.size());
  Location& location = locations_[record.subject];
  const Now now{
      .tables = tables,
      .record = record,
      .task = task,
      .kind = record.operation == trace::Operation::kWrite ? AccessKind::kWrite : AccessKind::kRead,
      .locks = held,
      .looper = task.is_on_looper ? base::index(task.thread) : kNoLooper};
  if (is_known(location, now)) return;
  std::size_t looks = 4 * limits_.recent;
  for (Group& group : location.groups) {
    compare(now, group, location, looks);
    if (group.accesses.size() >= group.next_cleaning) clean(now, group, location);
  }
  if (location.groups.size() > kMostGroups) drop_groups(location);
  std::erase_if(location.groups, [](const Group& group) { return group.accesses.empty(); });
  Access access;
  access.moment = task.knowledge.clock.now();
  access.task = task.serial;
  access.task_kind = task.kind;
  access.thread = task.thread;
  access.place = record.place;
  access.origin = task.origin;
  group_of(location, now).accesses.push_back(std::move(access));
}

RelaxedRaces::Group& RelaxedRaces::group_of(Location& location, const Now& now) {
  const auto found =
      std::find_if(location.groups.begin(), location.groups.end(), [&](const Group& group) {
        return group.kind == now.kind && group.locks == now.locks && group.looper == now.looper;
      });
  if (found != location.groups.end()) return *found;
  Group& group = location.groups.emplace_back();
  group.kind = now.kind;
  group.locks = now.locks;
  group.looper = now.looper;
  return group;
}

// Has the task done the same, or more, since it last let others go on?
bool RelaxedRaces::is_known(const Location& location, const Now& now) const {
  const causality::Moment moment = now.task.knowledge.clock.now();
  const auto is_same = [&](const Access& access) {
    return access.task == now.task.serial && access.moment == moment;
  };
  return std::any_of(location.groups.begin(), location.groups.end(), [&](const Group& group) {
    if (group.locks != now.locks || (group.kind != now.kind && now.kind != AccessKind::kRead))
      return false;
    const std::size_t looked_at = std::min(group.accesses.size(), limits_.few);
    return std::any_of(group.accesses.rbegin(),
                       group.accesses.rbegin() + static_cast<std::ptrdiff_t>(looked_at), is_same);
  });
}

void RelaxedRaces::compare(const Now& now, Group& group, Location& location, std::size_t& looks) {
  if (group.kind == AccessKind::kRead && now.kind == AccessKind::kRead) return;
  const bool is_one_looper = now.looper != kNoLooper && now.looper == group.looper;
  if (!is_one_looper && locksets_.exclude(group.locks, now.locks)) return;
  if (!(is_one_looper ? location.has_order_violation : location.has_data_race))
    compare_all(now, group, location);
  if (!(is_one_looper ? location.has_order_violation : location.has_data_race)) return;
  const std::size_t count = group.accesses.size();
  const std::size_t compared = std::min({count, limits_.recent, looks});
  looks -= compared;
  for (std::size_t each = count - compared; each < count; ++each)
    if (!is_before(group.accesses[each], now.task)) report(now, group, group.accesses[each]);
}

// Until one is found.
void RelaxedRaces::compare_all(const Now& now, Group& group, Location& location) {
  const causality::Clock& clock = now.task.knowledge.clock;
  const bool has_passed = group.passed_count != 0 && clock.has_reached(group.passed);
  const std::size_t count = group.accesses.size();
  for (std::size_t each = has_passed ? group.passed_count : 0; each < count; ++each) {
    if (is_before(group.accesses[each], now.task)) continue;
    // If it is not one of the last few, which come next.
    if (each + limits_.recent < count) report(now, group, group.accesses[each]);
    (now.looper != kNoLooper && now.looper == group.looper ? location.has_order_violation
                                                           : location.has_data_race) = true;
    return;
  }
  group.passed = clock.now();
  group.passed_count = count;
}

void RelaxedRaces::report(const Now& now, const Group& group, const Access& earlier) {
  const bool is_one_looper = now.looper != kNoLooper && now.looper == group.looper;
  Race race;
  race.kind = is_one_looper ? RaceKind::kOrderViolation : RaceKind::kDataRace;
  race.proof = is_one_looper ? Proof::kPredicted : Proof::kPossible;
  race.location = static_cast<trace::LocationId>(now.record.subject);
  race.first.access = group.kind;
  race.first.task = earlier.task_kind;
  race.first.thread = earlier.thread;
  race.first.place = earlier.place;
  race.first.locks = group.locks;
  race.first.origin = earlier.origin;
  race.second.access = now.kind;
  race.second.task = now.task.kind;
  race.second.thread = now.task.thread;
  race.second.place = now.record.place;
  race.second.locks = now.locks;
  race.second.origin = now.task.origin;
  races_.add(now.tables, std::move(race));
}

// Drops those that the access that is being looked at stands for, and, where the location has races
// of all the kinds that the group can be in, all but the last few.
void RelaxedRaces::clean(const Now& now, Group& group, const Location& location) const {
  std::vector<Access>& accesses = group.accesses;
  const std::size_t spare = is_needed(group, location) || accesses.size() < limits_.recent
                                ? 0
                                : accesses.size() - limits_.recent;
  const bool stands = stands_for(now, group);
  std::size_t kept = 0, passed = 0;
  for (std::size_t each = 0; each < accesses.size(); ++each) {
    if (each < spare || (stands && is_before(accesses[each], now.task))) continue;
    if (each < group.passed_count) ++passed;
    if (kept != each) accesses[kept] = std::move(accesses[each]);
    ++kept;
  }
  accesses.resize(kept);
  group.passed_count = passed;
  group.next_cleaning = kept < limits_.few ? 0 : 2 * kept;
  if (accesses.capacity() > 4 * kept + 4) accesses.shrink_to_fit();
}

// May one of the group be in the first race of a kind?
bool RelaxedRaces::is_needed(const Group& group, const Location& location) {
  return !location.has_data_race || (group.looper != kNoLooper && !location.has_order_violation);
}

// Each lock that is held once makes a group of its own.
void RelaxedRaces::drop_groups(Location& location) {
  std::size_t spare = location.groups.size() - kMostGroups;
  std::erase_if(location.groups, [&](const Group& group) {
    return spare != 0 && !is_needed(group, location) && spare-- != 0;
  });
}

// Would the access that is being looked at race with everything that those of the group which it
// comes after could still race with, in the same way? What is unordered with them is unordered with
// it.
bool RelaxedRaces::stands_for(const Now& now, const Group& group) const {
  if (now.kind == AccessKind::kRead && group.kind == AccessKind::kWrite) return false;
  if (now.looper != group.looper) return false;
  return locksets_.is_within(now.locks, group.locks);
}

bool RelaxedRaces::has_race(trace::LocationId id, RaceKind kind) const {
  if (base::index(id) >= locations_.size()) return false;
  const Location& location = locations_[base::index(id)];
  return kind == RaceKind::kDataRace ? location.has_data_race : location.has_order_violation;
}

std::size_t RelaxedRaces::kept(trace::LocationId id) const {
  std::size_t count = 0;
  if (base::index(id) < locations_.size())
    for (const Group& group : locations_[base::index(id)].groups) count += group.accesses.size();
  return count;
}

}  // namespace heddle::witness
