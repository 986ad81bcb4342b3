// Races of a trace, told as findings: named threads and events, stacks, locks, how each event came
// to be sent, and why nothing orders the two.
//
// What the platform does among itself, and what may come in either order, is left out and counted.
// Races inside a library that the same two calls of the application cause are one finding, told at
// these calls.
#pragma once

#include <cstdint>
#include <vector>

#include "report/finding.h"
#include "trace/operation.h"
#include "trace/tables.h"
#include "witness/locksets.h"
#include "witness/quiet.h"
#include "witness/race.h"

namespace heddle::witness {

struct Told {
  std::vector<report::Finding> findings;
  std::uint64_t left_out = 0;  // by the list
};

// `forked` says where each thread was forked, none where that is not known.
Told tell(const trace::Tables& tables, const std::vector<Race>& races, const Locksets& locksets,
          const std::vector<trace::PlaceId>& forked, const QuietList& quiet);

}  // namespace heddle::witness
