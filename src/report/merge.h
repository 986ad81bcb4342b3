// Several engines, one list: findings that are the same become one.
//
// Two findings are the same if they have one shape (report/id.h) and their sites are at the same
// lines, as far as lines are known. The joined finding keeps the id of the first, has the support
// of both, and shows the clearer sides. Stateless; n log n, but quadratic in findings of one shape.
#pragma once

#include <string>
#include <vector>

#include "report/finding.h"
#include "report/report.h"

namespace heddle::report {

// Joins what is the same in one list; the first of them keeps its place.
void merge_equal(std::vector<Finding>& findings);
// The same; gives the shape (id.h) of each that is left.
std::vector<std::string> merge_equal_shapes(std::vector<Finding>& findings, unsigned workers = 1);

// Two that are the same become one.
void merge_finding(Finding& into, Finding more);

// Adds what another run found and looked at. Ids of `into` are kept. Findings that are alone of
// their shape in both reports are the same even where lines differ, for the source may have moved
// between the runs. What is suppressed in one stays so. Counts are added up.
void merge(Report& into, Report more);

}  // namespace heddle::report
