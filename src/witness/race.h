// Two accesses that nothing orders, as the detectors find them, and where they go.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "causality/clock.h"
#include "causality/knowledge.h"
#include "causality/relaxed_order.h"
#include "causality/shared.h"
#include "trace/operation.h"
#include "trace/tables.h"
#include "witness/locksets.h"

namespace heddle::witness {

enum class RaceKind : std::uint8_t { kDataRace, kOrderViolation, kUseFree };
enum class AccessKind : std::uint8_t { kRead, kWrite, kUse, kFree };
enum class Proof : std::uint8_t { kPossible, kPredicted, kWitnessed };

struct RaceSide {
  AccessKind access{};
  causality::TaskKind task{};
  trace::ThreadId thread{};
  trace::PlaceId place{0xFFFF'FFFFU};
  LocksetId locks = kNoLocks;
  causality::Ref<causality::Origin> origin;  // of an event
};

struct Race {
  RaceKind kind{};
  Proof proof{};
  trace::LocationId location{};
  RaceSide first, second;  // in the order of the run
  std::uint64_t instances = 1;
};

// One race for each kind, field and pair of sites: the first one seen, and how many there were.
class Races {
 public:
  void add(const trace::Tables& tables, Race race);
  // In the order they were first seen.
  [[nodiscard]] const std::vector<Race>& all() const { return races_; }

 private:
  boost::unordered_flat_map<std::uint64_t, std::size_t> by_hash_;
  std::vector<Race> races_;
};

}  // namespace heddle::witness
