// A report that a person can read: where there is much, only what nothing speaks against, and of
// that the most serious. A group is what is said of one field, one kind of library object or array,
// or one set of locks.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "report/finding.h"
#include "report/report.h"

namespace heddle::report {

struct ListLimits {
  std::size_t few = 40;      // groups that are all listed, doubted or not
  std::size_t most = 200;    // that are listed at all
  std::size_t circles = 20;  // deadlocks of the same locks that are
};

// The count of findings that were left out.
inline constexpr std::string_view kNotListed = "findings_not_listed";

// Of many deadlocks of the same locks, keeps the first. Of more than a few groups, keeps the
// findings that are not doubted, even if all are: who mends the last of them is not shown all that
// was doubted. Keeps the order of the report, and notes how many it left out; those are given back.
std::vector<Finding> keep_groups(Report& report, ListLimits limits = {});

}  // namespace heddle::report
