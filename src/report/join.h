// What a static analysis says of a program, and what a recorded run of it shows, as one report.
//
// A finding of the run is one of the static report if they are of one kind, on one field, and do
// the same at the same two places: class, method and line, numbers of lambdas and anonymous classes
// aside. Where one line has several such accesses a run cannot tell them apart: it supports all of
// them. What is no field but a library's object is compared by its class, and the two calls.
//
// Such a finding gets the run's support, and with it its evidence; its id stays. What only the run
// shows is added as a static miss (Finding::missed): it says where the static analysis has a hole.
// Stateless; linear but for findings on one field.
#pragma once

#include <cstdint>

#include "report/report.h"

namespace heddle::report {

struct Joined {
  std::uint64_t supported = 0;  // findings of the static report that the run shows
  std::uint64_t missed = 0;     // findings of the run that the static report does not have
};

// Neither must be finished, and the result is not; the counts also reach its `analysed`.
Joined join(Report& into, Report run);

}  // namespace heddle::report
