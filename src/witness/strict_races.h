// Races of a run in the strict order: for every location whether it has one, and the first.
//
// FastTrack (Flanagan and Freund, 2009): the last write and the last reads of a location as epochs,
// a list of reads only while several threads read. After the first race on a location the order no
// longer tells what could happen, so the location is left alone from then on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/large_pages.h"
#include "causality/strict_order.h"
#include "trace/operation.h"
#include "trace/source.h"
#include "trace/tables.h"
#include "witness/locksets.h"
#include "witness/race.h"

namespace heddle::witness {

class StrictRaces {
 public:
  explicit StrictRaces(Races& races) : races_(races) {}

  // One batch of a source, with its tables and sends.
  void apply(const trace::Tables& tables, trace::Batch batch, std::span<const trace::Send> sends);

  [[nodiscard]] const Locksets& locksets() const { return locksets_; }
  [[nodiscard]] std::uint64_t racy_locations() const { return racy_locations_; }
  [[nodiscard]] std::uint64_t clock_bytes() const { return order_.bytes(); }
  [[nodiscard]] bool is_racy(trace::LocationId location) const;

 private:
  using Epoch = causality::Epoch;

  struct Location {
    Epoch write = 0;
    Epoch read = 0;  // kSharedRead and a position in shared_, where several threads read
    trace::PlaceId write_place{}, read_place{};
    LocksetId write_locks{}, read_locks{};
  };
  static_assert(sizeof(Location) == 32);
  struct SharedRead {
    std::uint32_t time = 0;
    trace::PlaceId place{};
    LocksetId locks{};
  };

  void read(const trace::Tables& tables, const trace::Record& record);
  void write(const trace::Tables& tables, const trace::Record& record);
  void share(Location& location, const trace::Record& record, Epoch now);
  bool check_readers(const trace::Tables& tables, const trace::Record& record, Location& location);
  void report(const trace::Tables& tables, const trace::Record& record, Location& location,
              AccessKind earlier, Epoch epoch, trace::PlaceId place, LocksetId locks);

  Races& races_;
  causality::StrictOrder order_;
  Locksets locksets_;
  std::vector<LocksetId> held_;  // by thread
  std::vector<Location, base::LargePages<Location>> locations_;
  std::vector<std::vector<SharedRead>> shared_;  // by thread, each
  std::vector<std::uint32_t> free_shared_;
  std::uint64_t racy_locations_ = 0;
};

}  // namespace heddle::witness
