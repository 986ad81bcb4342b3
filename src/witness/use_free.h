// Use-free races: a pointer that one task dereferences and another one sets to null, and nothing
// orders the two (CAFA, section 3.2).
//
// A use is a read whose value the same task later dereferences; the dereference belongs to the
// closest read before it that gave the object. A free is a write of null outside the object's
// constructor. Between tasks of one looper two filters hold: a use behind a null test of the same
// object (if-guard), or after a write of an object in the same event, is safe; so is a free that
// the same event follows by such a write (intra-event allocation). Other pairs are filtered by
// locks.
//
// What a read or free turns out to be is known at the end of its event. Until then it is a
// candidate; pairs are found as the operations come and judged when both sides are known.
//
// For every location a race is found if there is one, and a predicted one if there is one; where
// there is, a candidate is held against the last few others only.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
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

// Wrong readings of the paper, for the tests that must notice them.
enum class UseFreeMistake : std::uint8_t {
  kNone,
  kReadIsUse,              // whether it is dereferenced or not
  kConstructorFrees,       // null stored by the object's constructor
  kFilterEverywhere,       // not only within one looper and queue
  kNearestFreeOnly,        // one that is filtered hides an older one
  kNoAllocationAfterFree,  // what the event does after the free is not waited for
};

class UseFreeRaces {
 public:
  struct Limits {
    std::size_t few = 16;     // candidates of a location that are looked at each time
    std::size_t recent = 32;  // that are looked at once it has a race
  };

  UseFreeRaces(Races& races, const Locksets& locksets,
               UseFreeMistake mistake = UseFreeMistake::kNone)
      : UseFreeRaces(races, locksets, mistake, Limits()) {}
  UseFreeRaces(Races& races, const Locksets& locksets, UseFreeMistake mistake, Limits limits)
      : races_(races), locksets_(locksets), mistake_(mistake), limits_(limits) {}

  // Reads, writes, dereferences and null tests.
  void apply(const trace::Tables& tables, const trace::Record& record, const causality::Task& task,
             LocksetId held);
  // The task is over: an event or idle code that ended.
  void end(const trace::Tables& tables, std::uint32_t task);
  // The trace is over.
  void finish(const trace::Tables& tables);

  [[nodiscard]] bool has_race(trace::LocationId location) const;

 private:
  static constexpr std::uint32_t kNoLooper = 0xFFFF'FFFFU;

  // A read that may be a use, or a free.
  struct Candidate final : causality::Shared {
    using Shared::Shared;
    causality::Moment moment;
    std::uint32_t location = 0, task = 0, looper = kNoLooper;
    std::uint32_t queue = kNoLooper;
    bool is_free = false;
    bool is_real = false;              // frees are; a read is once it was dereferenced
    bool is_after_allocation = false;  // in the same event
    bool is_guarded = false;           // every dereference of it
    bool is_before_allocation = false;
    bool is_final = false;  // nothing above will change
    RaceSide side;
    std::vector<causality::Ref<Candidate>> partners;  // unordered with it; judged by the last final

    // Against tasks of the same looper and queue.
    [[nodiscard]] bool is_safe() const {
      return is_after_allocation || is_guarded || is_before_allocation;
    }
  };
  using CandidateRef = causality::Ref<Candidate>;
  struct Guard {
    std::uint64_t object = 0;
    trace::SiteId site{};
    std::uint32_t target = 0;  // plus one
    bool is_taken = false;
  };
  struct TaskState {
    std::vector<CandidateRef> candidates;
    boost::unordered_flat_map<std::uint64_t, CandidateRef> last_read;  // by object
    boost::unordered_flat_map<std::uint32_t, bool> allocated;          // locations
    std::vector<Guard> guards;
  };
  struct Candidates {
    std::vector<CandidateRef> all;  // in the order of the run
    std::size_t next_cleaning = 0;
  };
  struct Location {
    Candidates uses, frees;
    bool has_race = false, has_predicted = false;

    Candidates& like(const Candidate& candidate) { return candidate.is_free ? frees : uses; }
    Candidates& against(const Candidate& candidate) { return candidate.is_free ? uses : frees; }
  };

  void access(const trace::Tables& tables, const trace::Record& record, const causality::Task& task,
              LocksetId held);
  void allocate(const trace::Record& record, TaskState& state, bool is_on_looper);
  void add(const CandidateRef& candidate, const causality::Task& task);
  void dereference(const trace::Tables& tables, const trace::Record& record, TaskState& state,
                   bool is_on_looper);
  void forget_reads(const trace::Tables& tables, TaskState& state);
  [[nodiscard]] static bool is_guarded(const trace::Tables& tables, const TaskState& state,
                                       std::uint64_t object, trace::PlaceId use);
  void finalize(const trace::Tables& tables, const CandidateRef& candidate);
  void judge(const trace::Tables& tables, const Candidate& one, const Candidate& other);
  void forget_covered(const Candidate& candidate);
  void clean(Candidates& candidates) const;
  [[nodiscard]] bool covers(const Candidate& candidate, const Candidate& older) const;

  Races& races_;
  const Locksets& locksets_;
  UseFreeMistake mistake_;
  Limits limits_;
  causality::Heap heap_;
  boost::unordered_flat_map<std::uint32_t, TaskState> tasks_;  // by serial
  std::vector<Location> locations_;
};

}  // namespace heddle::witness
