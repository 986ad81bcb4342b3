#include "witness/strict_races.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/id.h"
#include "causality/relaxed_order.h"
#include "causality/strict_order.h"
#include "trace/operation.h"
#include "trace/source.h"
#include "trace/tables.h"
#include "witness/locksets.h"
#include "witness/race.h"

namespace heddle::witness {
namespace {

using causality::thread_of;
using causality::time_of;
using trace::Operation;
using trace::Record;

constexpr causality::Epoch kSharedRead = causality::Epoch{1} << 63;
constexpr causality::Epoch kRacy = ~causality::Epoch{0};
constexpr std::size_t kLookAhead = 24;

}  // namespace

void StrictRaces::apply(const trace::Tables& tables, trace::Batch batch,
                        std::span<const trace::Send> sends) {
  order_.grow(tables.threads.size());
  held_.resize(tables.threads.size(), kNoLocks);
  locations_.resize(tables.locations.size());
  for (std::size_t each = 0; each < batch.size(); ++each) {
    const Record& record = batch[each];
    if (each + kLookAhead < batch.size()) {
      const Record& later = batch[each + kLookAhead];
      if (trace::is_access(later.operation)) __builtin_prefetch(&locations_[later.subject]);
    }
    if (record.operation == Operation::kRead) {
      read(tables, record);
    } else if (record.operation == Operation::kWrite) {
      write(tables, record);
    } else {
      order_.apply(record, sends);
      if (record.operation == Operation::kLock || record.operation == Operation::kUnlock ||
          record.operation == Operation::kWait)
        held_[base::index(record.thread)] = locksets_.apply(record);
    }
  }
}

bool StrictRaces::is_racy(trace::LocationId location) const {
  return base::index(location) < locations_.size() &&
         locations_[base::index(location)].write == kRacy;
}

void StrictRaces::read(const trace::Tables& tables, const Record& record) {
  Location& location = locations_[record.subject];
  const Epoch now = order_.now(record.thread);
  if (location.read == now || location.write == kRacy) return;
  if (!order_.has_reached(record.thread, location.write))
    return report(tables, record, location, AccessKind::kWrite, location.write,
                  location.write_place, location.write_locks);
  if ((location.read & kSharedRead) != 0) return share(location, record, now);
  if (!order_.has_reached(record.thread, location.read)) return share(location, record, now);
  location.read = now;
  location.read_place = record.place;
  location.read_locks = held_[base::index(record.thread)];
}

void StrictRaces::share(Location& location, const Record& record, Epoch now) {
  if ((location.read & kSharedRead) == 0) {
    std::uint32_t slot = static_cast<std::uint32_t>(shared_.size());
    if (free_shared_.empty()) {
      shared_.emplace_back();
    } else {
      slot = free_shared_.back();
      free_shared_.pop_back();
    }
    std::vector<SharedRead>& reads = shared_[slot];
    const std::uint32_t thread = thread_of(location.read);
    reads.clear();
    reads.resize(thread + 1);
    reads[thread] = {time_of(location.read), location.read_place, location.read_locks};
    location.read = kSharedRead | slot;
  }
  std::vector<SharedRead>& reads = shared_[time_of(location.read)];
  const std::uint32_t thread = base::index(record.thread);
  if (thread >= reads.size()) reads.resize(thread + 1);
  reads[thread] = {time_of(now), record.place, held_[thread]};
}

void StrictRaces::write(const trace::Tables& tables, const Record& record) {
  Location& location = locations_[record.subject];
  const Epoch now = order_.now(record.thread);
  if (location.write == now || location.write == kRacy) return;
  if (!order_.has_reached(record.thread, location.write))
    return report(tables, record, location, AccessKind::kWrite, location.write,
                  location.write_place, location.write_locks);
  if (location.read != 0 && !check_readers(tables, record, location)) return;
  location.write = now;
  location.write_place = record.place;
  location.write_locks = held_[base::index(record.thread)];
}

// False if one of the readers races. Those that come before the write are forgotten.
bool StrictRaces::check_readers(const trace::Tables& tables, const Record& record,
                                Location& location) {
  if ((location.read & kSharedRead) == 0) {
    if (order_.has_reached(record.thread, location.read)) return true;
    report(tables, record, location, AccessKind::kRead, location.read, location.read_place,
           location.read_locks);
    return false;
  }
  const std::uint32_t slot = time_of(location.read);
  const std::vector<SharedRead>& reads = shared_[slot];
  for (std::uint32_t thread = 0; thread < reads.size(); ++thread) {
    const Epoch epoch = (Epoch{thread} << 32) | reads[thread].time;
    if (order_.has_reached(record.thread, epoch)) continue;
    report(tables, record, location, AccessKind::kRead, epoch, reads[thread].place,
           reads[thread].locks);
    return false;
  }
  free_shared_.push_back(slot);
  location.read = 0;
  return true;
}

void StrictRaces::report(const trace::Tables& tables, const Record& record, Location& location,
                         AccessKind earlier, Epoch epoch, trace::PlaceId place, LocksetId locks) {
  Race race;
  race.kind = RaceKind::kDataRace;
  race.proof = Proof::kWitnessed;
  race.location = static_cast<trace::LocationId>(record.subject);
  race.first.access = earlier;
  race.first.thread = static_cast<trace::ThreadId>(thread_of(epoch));
  race.first.place = place;
  race.first.locks = locks;
  race.second.access =
      record.operation == Operation::kRead ? AccessKind::kRead : AccessKind::kWrite;
  race.second.thread = record.thread;
  race.second.place = record.place;
  race.second.locks = held_[base::index(record.thread)];
  races_.add(tables, std::move(race));
  location.write = kRacy;
  ++racy_locations_;
}

}  // namespace heddle::witness
