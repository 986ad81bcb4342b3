#include "witness/use_free.h"

#include <algorithm>
#include <boost/unordered/unordered_flat_set.hpp>
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

using trace::Operation;
using trace::Record;

// A thread's dereference is looked for among so many reads at least.
constexpr std::ptrdiff_t kMostReads = 512;
constexpr std::uint32_t kEnd = 0xFFFF'FFFFU;

// Figure 3.8: where the object is known not to be null, between two offsets of the method.
struct Region {
  std::uint32_t from = 0, to = kEnd;
};
Region guarded_region(std::uint32_t branch, std::uint32_t target, bool is_taken) {
  if (!is_taken) return target > branch ? Region{branch, target} : Region{branch, kEnd};
  return target > branch ? Region{target, kEnd} : Region{target, branch};
}

}  // namespace

void UseFreeRaces::apply(const trace::Tables& tables, const Record& record,
                         const causality::Task& task, LocksetId held) {
  switch (record.operation) {
    case Operation::kRead:
    case Operation::kWrite: return access(tables, record, task, held);
    case Operation::kDereference:
      if (const auto found = tasks_.find(task.serial); found != tasks_.end())
        dereference(tables, record, found->second, task.is_on_looper);
      return;
    case Operation::kNullTest:
      if (!base::is_none(record.place))
        tasks_[task.serial].guards.push_back({record.value, tables[record.place].site,
                                              record.subject,
                                              (record.flags & trace::flag::kTaken) != 0});
      return;
    default: return;
  }
}

void UseFreeRaces::access(const trace::Tables& tables, const Record& record,
                          const causality::Task& task, LocksetId held) {
  const bool is_null = (record.flags & trace::flag::kNull) != 0;
  const bool has_object =
      (record.flags & trace::flag::kNotNull) != 0 && (record.flags & trace::flag::kHasValue) != 0;
  const bool is_write = record.operation == Operation::kWrite;
  const bool is_initial =
      (record.flags & trace::flag::kInitial) != 0 && mistake_ != UseFreeMistake::kConstructorFrees;
  const bool is_free = is_write && is_null && !is_initial;
  const bool is_allocation = is_write && (record.flags & trace::flag::kNotNull) != 0;
  if (!is_free && !is_allocation && (is_write || !has_object)) return;
  TaskState& state = tasks_[task.serial];
  if (record.subject >= locations_.size()) locations_.resize(tables.locations.size());
  if (is_allocation) return allocate(record, state, task.is_on_looper);
  const CandidateRef candidate(new Candidate(heap_));
  candidate->moment = task.knowledge.clock.now();
  candidate->location = record.subject;
  candidate->task = task.serial;
  if (task.is_on_looper) candidate->looper = base::index(task.thread);
  if (task.event) candidate->queue = base::index(task.event->queue);
  candidate->is_free = is_free;
  candidate->is_real = is_free || mistake_ == UseFreeMistake::kReadIsUse;
  candidate->is_after_allocation =
      !is_free && task.is_on_looper && state.allocated.contains(record.subject);
  candidate->side.access = is_free ? AccessKind::kFree : AccessKind::kUse;
  candidate->side.task = task.kind;
  candidate->side.thread = task.thread;
  candidate->side.place = record.place;
  candidate->side.locks = held;
  candidate->side.origin = task.origin;
  add(candidate, task);
  if (is_free && !task.is_on_looper) return finalize(tables, candidate);
  state.candidates.push_back(candidate);
  if (is_free) return;
  state.last_read[record.value] = candidate;
  if (!task.is_on_looper && std::ssize(state.candidates) > kMostReads) forget_reads(tables, state);
}

// A free before it is seen by nobody else on this looper.
void UseFreeRaces::allocate(const Record& record, TaskState& state, bool is_on_looper) {
  if (!is_on_looper) return;
  state.allocated[record.subject] = true;
  if (mistake_ == UseFreeMistake::kNoAllocationAfterFree) return;
  for (const CandidateRef& each : state.candidates)
    if (each->is_free && each->location == record.subject) each->is_before_allocation = true;
}

void UseFreeRaces::add(const CandidateRef& candidate, const causality::Task& task) {
  Location& location = locations_[candidate->location];
  const std::vector<CandidateRef>& others = location.against(*candidate).all;
  const bool has_enough =
      location.has_predicted || (location.has_race && candidate->looper == kNoLooper);
  const std::size_t looked_at =
      has_enough ? std::min(others.size(), limits_.recent) : others.size();
  for (std::size_t each = others.size() - looked_at; each < others.size(); ++each)
    if (others[each]->task != candidate->task &&
        !task.knowledge.clock.has_reached(others[each]->moment))
      candidate->partners.push_back(others[each]);
  location.like(*candidate).all.push_back(candidate);
}

void UseFreeRaces::dereference(const trace::Tables& tables, const Record& record, TaskState& state,
                               bool is_on_looper) {
  const auto found = state.last_read.find(record.value);
  if (found == state.last_read.end()) return;
  const CandidateRef read = found->second;
  const bool is_guarded =
      is_on_looper && this->is_guarded(tables, state, record.value, record.place);
  // One dereference without a guard is enough.
  read->is_guarded = is_guarded && (read->is_guarded || !read->is_real);
  read->is_real = true;
  // Of a thread nothing is filtered later. It may go on for long: what is known is not kept.
  if (is_on_looper) return;
  state.last_read.erase(found);
  std::erase(state.candidates, read);
  finalize(tables, read);
}

// A thread's oldest reads that nobody has dereferenced yet.
void UseFreeRaces::forget_reads(const trace::Tables& tables, TaskState& state) {
  const auto middle = state.candidates.begin() + kMostReads / 2;
  const std::vector<CandidateRef> old(state.candidates.begin(), middle);
  state.candidates.erase(state.candidates.begin(), middle);
  boost::unordered::erase_if(state.last_read, [&](const auto& entry) {
    return std::find(old.begin(), old.end(), entry.second) != old.end();
  });
  for (const CandidateRef& read : old) finalize(tables, read);
}

bool UseFreeRaces::is_guarded(const trace::Tables& tables, const TaskState& state,
                              std::uint64_t object, trace::PlaceId use) {
  if (base::is_none(use)) return false;
  const trace::Site& site = tables[tables[use].site];
  return std::any_of(state.guards.begin(), state.guards.end(), [&](const Guard& guard) {
    const trace::Site& branch = tables[guard.site];
    if (guard.object != object || branch.class_name != site.class_name ||
        branch.method != site.method)
      return false;
    const bool has_offsets =
        branch.offset != trace::kNoNumber && site.offset != trace::kNoNumber && guard.target != 0;
    if (!has_offsets) return true;
    const Region region = guarded_region(branch.offset, guard.target - 1, guard.is_taken);
    return site.offset >= region.from && site.offset < region.to;
  });
}

void UseFreeRaces::end(const trace::Tables& tables, std::uint32_t task) {
  const auto found = tasks_.find(task);
  if (found == tasks_.end()) return;
  const TaskState state = std::move(found->second);
  tasks_.erase(found);
  for (const CandidateRef& candidate : state.candidates) finalize(tables, candidate);
}

// What is known of the candidate will not change any more.
void UseFreeRaces::finalize(const trace::Tables& tables, const CandidateRef& candidate) {
  candidate->is_final = true;
  const std::vector<CandidateRef> partners = std::move(candidate->partners);
  if (!candidate->is_real) {
    std::erase(locations_[candidate->location].like(*candidate).all, candidate);
    return;
  }
  for (const CandidateRef& partner : partners) {
    if (partner->is_final)
      judge(tables, *partner, *candidate);
    else
      partner->partners.push_back(candidate);
  }
  forget_covered(*candidate);
}

void UseFreeRaces::judge(const trace::Tables& tables, const Candidate& one,
                         const Candidate& other) {
  if (!one.is_real || !other.is_real) return;
  const bool is_one_looper = one.looper != kNoLooper && one.looper == other.looper;
  const bool may_filter =
      (is_one_looper && one.queue == other.queue) || mistake_ == UseFreeMistake::kFilterEverywhere;
  if (may_filter && (one.is_safe() || other.is_safe())) return;
  if (!is_one_looper && locksets_.exclude(one.side.locks, other.side.locks)) return;
  Race race;
  race.kind = RaceKind::kUseFree;
  race.proof = is_one_looper ? Proof::kPredicted : Proof::kPossible;
  race.location = static_cast<trace::LocationId>(one.location);
  race.first = one.side;
  race.second = other.side;
  Location& location = locations_[one.location];
  location.has_race = true;
  location.has_predicted |= race.proof == Proof::kPredicted;
  races_.add(tables, std::move(race));
}

// An older candidate of the same chain is not needed once this one would race with whatever it
// would: later operations that are unordered with the older one are unordered with this one.
bool UseFreeRaces::covers(const Candidate& candidate, const Candidate& older) const {
  return older.is_final && older.moment.chain == candidate.moment.chain &&
         older.moment.time < candidate.moment.time && older.looper == candidate.looper &&
         older.queue == candidate.queue &&
         (older.is_safe() || !candidate.is_safe() ||
          mistake_ == UseFreeMistake::kNearestFreeOnly) &&
         locksets_.is_within(candidate.side.locks, older.side.locks);
}

// A long list is cleaned each time it has doubled.
void UseFreeRaces::forget_covered(const Candidate& candidate) {
  Location& location = locations_[candidate.location];
  Candidates& candidates = location.like(candidate);
  if (candidates.all.size() <= limits_.few) {
    std::erase_if(candidates.all,
                  [&](const CandidateRef& older) { return covers(candidate, *older); });
  } else if (location.has_predicted) {
    if (candidates.all.size() > 2 * limits_.recent)
      candidates.all.erase(candidates.all.begin(),
                           candidates.all.end() - static_cast<std::ptrdiff_t>(limits_.recent));
  } else if (candidates.all.size() >= candidates.next_cleaning) {
    clean(candidates);
    candidates.next_cleaning = 2 * candidates.all.size();
  }
}

// Each is held against the next few of its chain.
void UseFreeRaces::clean(Candidates& candidates) const {
  std::vector<const Candidate*> by_chain;
  for (const CandidateRef& each : candidates.all) by_chain.push_back(each.get());
  std::stable_sort(by_chain.begin(), by_chain.end(),
                   [](const Candidate* one, const Candidate* two) {
                     return one->moment.chain < two->moment.chain;
                   });
  boost::unordered_flat_set<const Candidate*> covered;
  for (std::size_t each = 0; each < by_chain.size(); ++each)
    for (std::size_t later = each + 1; later < by_chain.size() && later <= each + limits_.few;
         ++later)
      if (by_chain[later]->is_final && covers(*by_chain[later], *by_chain[each])) {
        covered.insert(by_chain[each]);
        break;
      }
  std::erase_if(candidates.all,
                [&](const CandidateRef& each) { return covered.contains(each.get()); });
}

void UseFreeRaces::finish(const trace::Tables& tables) {
  std::vector<std::uint32_t> running;
  for (const auto& [serial, state] : tasks_) running.push_back(serial);
  std::sort(running.begin(), running.end());
  for (const std::uint32_t serial : running) end(tables, serial);
}

bool UseFreeRaces::has_race(trace::LocationId location) const {
  return base::index(location) < locations_.size() && locations_[base::index(location)].has_race;
}

}  // namespace heddle::witness
