// A report as SARIF 2.1.0, for code hosts and viewers: docs/formats/report.md says what goes where.
//
// Stateless; the same report, options and sources give the same bytes.
#pragma once

#include <cstddef>
#include <string>

#include "report/report.h"
#include "report/source.h"

namespace heddle::report {

// What code hosts take; more is cut off and said to be.
struct SarifOptions {
  std::size_t most_results = 5000;
  std::size_t most_locations = 100;  // of one result, and of one thread's flow
  bool with_suppressed = false;      // as suppressed results; else they are only counted
};

// Wants a finished report (report/finish.h). Paths are relative: where `sources` has the file, else
// package and file name.
std::string to_sarif(const Report& report, Sources& sources, const SarifOptions& options = {});

}  // namespace heddle::report
