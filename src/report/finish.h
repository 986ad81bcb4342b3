// The last step of every engine: what it filled becomes a report that can be printed.
#pragma once

#include "report/report.h"

namespace heddle::report {

// Joins what is the same, puts the sides of each finding in their order (who writes first), gives
// ids and ranks, and sorts: findings most serious first, remarks by name. Afterwards the report is
// the same whatever order it was filled in. Doing it again changes nothing.
// It does not depend on the number of workers either.
void finish(Report& report, unsigned workers = 1);

// What a run comes to, for its exit code.
enum class Outcome { kNothingFound, kFindings, kNothingAnalysed };

// Findings count unless they are suppressed or known from a baseline.
Outcome outcome(const Report& report);

}  // namespace heddle::report
