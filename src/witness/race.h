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
#include "witness/quiet.h"
#include "witness/quiet_ids.h"

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
  // The same two calls of the application cause it inside a library's object, and others with it.
  bool is_caused = false;
  std::uint64_t instances = 1;
};

// One race for each kind, field and pair of sites: the first one seen, and how many there were.
// Those inside a library are one for each pair of calls of the application that cause them.
//
// What the list says is not worth telling is only counted. So is what comes when a field has very
// many already, or the trace: of a field that has none one is always kept.
class Races {
 public:
  struct Limits {
    std::size_t of_field = 100;
    std::size_t in_all = 20'000;
  };

  explicit Races(const QuietList& quiet = {}) : Races(quiet, Limits()) {}
  Races(const QuietList& quiet, Limits limits) : quiet_(quiet), limits_(limits) {}

  void add(const trace::Tables& tables, Race race);
  // In the order they were first seen.
  [[nodiscard]] const std::vector<Race>& all() const { return races_; }
  // How many there were that the list leaves out, and that were too many.
  [[nodiscard]] std::uint64_t left_out() const { return left_out_; }
  [[nodiscard]] std::uint64_t too_many() const { return too_many_; }

 private:
  bool is_quiet(const trace::Tables& tables, const Race& race);
  std::uint64_t hash_of(const trace::Tables& tables, const Race& race);

  QuietIds quiet_;
  Limits limits_;
  boost::unordered_flat_map<std::uint64_t, std::size_t> by_hash_;
  boost::unordered_flat_map<std::uint64_t, std::size_t> of_field_;  // by kind and field
  std::vector<Race> races_;
  std::uint64_t left_out_ = 0, too_many_ = 0;
};

}  // namespace heddle::witness
