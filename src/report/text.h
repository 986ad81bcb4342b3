// A report for people.
//
// Stateless; the same report, options and sources give the same bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "report/finding.h"
#include "report/report.h"
#include "report/source.h"

namespace heddle::report {

// What findings are put together by.
enum class View : std::uint8_t { kField, kObject, kClass };

struct TextOptions {
  bool colour = false;
  View view = View::kField;
  std::size_t most_in_group = 3;  // findings of a group told in full; the others take a line each,
  std::size_t most_lines = 20;    // up to so many
  bool is_kept = true;            // `heddle explain` finds the report; else nobody is sent there
  std::string report_file{};      // where, if it has to be told
};

// Short: the groups most serious first, then what was suppressed, known, fixed, looked at and left
// out. Wants a finished report (report/finish.h). Findings known from a baseline are only counted.
std::string to_text(const Report& report, Sources& sources, const TextOptions& options = {});

// All that is known of one finding.
std::string explain(const Finding& finding, Sources& sources, const TextOptions& options = {});

}  // namespace heddle::report
