// Baselines: findings that were there before and are accepted for now. docs/formats/report.md.
//
// A baseline names each finding by its id, and by its sites for people; no lines, so that it stays
// as it is while code moves. Sorted, an entry a line: it is made to be kept under version control.
// Stateless; n log n.
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "base/malformed.h"
#include "report/report.h"

namespace heddle::report {

// The findings of a finished report as entries, sorted; suppressed ones are not among them.
std::vector<BaselineEntry> baseline_of(const Report& report);

// `heddle-baseline/1`. The same entries give the same bytes, in whatever order they come.
std::string to_baseline(std::vector<BaselineEntry> entries);

// What to_baseline wrote, or the first thing that is wrong with it and where.
std::expected<std::vector<BaselineEntry>, base::Malformed> from_baseline(std::string_view text);

// Marks each finding as known or new and lists the entries that are found no longer as fixed. An
// entry whose finding is suppressed by now is not fixed.
void compare(Report& report, const std::vector<BaselineEntry>& baseline);

}  // namespace heddle::report
