// Races of a trace, told as findings: named threads and events, stacks, locks, how each event came
// to be sent, and why nothing orders the two.
// Races inside a library are told at the calls of the application that cause them.
#pragma once

#include <vector>

#include "report/finding.h"
#include "trace/operation.h"
#include "trace/tables.h"
#include "witness/locksets.h"
#include "witness/quiet.h"
#include "witness/race.h"

namespace heddle::witness {

// `forked` says where each thread was forked, none where that is not known.
std::vector<report::Finding> tell(const trace::Tables& tables, const std::vector<Race>& races,
                                  const Locksets& locksets,
                                  const std::vector<trace::PlaceId>& forked,
                                  const QuietList& quiet);

}  // namespace heddle::witness
