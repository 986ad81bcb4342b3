// A report that a person can read: the groups that are doubted least, and of those the most
// serious. A group is what is said of one field, one kind of library object or array, or one set of
// locks.
#pragma once

#include <cstddef>

#include "report/report.h"

namespace heddle::report {

inline constexpr std::size_t kMostGroups = 200;

// Keeps the findings of so many groups, in the order of the report, and notes how many it left out.
void keep_groups(Report& report, std::size_t most = kMostGroups);

}  // namespace heddle::report
