#include "report/finish.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/parallel.h"
#include "base/parallel_sort.h"
#include "report/finding.h"
#include "report/id.h"
#include "report/merge.h"
#include "report/rank.h"
#include "report/report.h"

namespace heddle::report {
namespace {

bool changes_something(const Side& side) {
  return side.operation == Operation::kWrite || side.operation == Operation::kFree;
}

bool comes_first(const Side& one, const Side& other) {
  const bool is_change = changes_something(one);
  if (is_change != changes_something(other)) return is_change;
  return std::tie(one.at.class_name, one.at.line, one) <
         std::tie(other.at.class_name, other.at.line, other);
}

// The sides of a deadlock follow each other round the cycle; an order violation tells what came
// first in the run. The others have no order of their own.
void order_sides(Finding& finding) {
  std::vector<Side>& sides = finding.sides;
  if (finding.kind == Kind::kOrderViolation) return;
  if (finding.kind == Kind::kDeadlock)
    std::ranges::rotate(sides, std::ranges::min_element(sides, comes_first));
  else
    std::ranges::sort(sides, comes_first);
}

constexpr std::size_t kPiece = 256;

// Findings are large: only their places are moved about until all have one.
template <typename Before>
void sort_in_place(std::vector<Finding>& findings, unsigned workers, const Before& is_first) {
  std::vector<std::size_t> order(findings.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  base::parallel_sort(order, workers, is_first);
  std::vector<Finding> sorted;
  sorted.reserve(findings.size());
  for (const std::size_t at : order) sorted.push_back(std::move(findings[at]));
  findings = std::move(sorted);
}

// Everything in one list, in an order that does not depend on who came first.
std::vector<Finding> take_all(Report& report, unsigned workers) {
  std::vector<Finding> all = std::move(report.findings);
  std::ranges::move(report.suppressed, std::back_inserter(all));
  base::parallel_for(all.size(), workers, kPiece,
                     [&](std::size_t at, unsigned) { order_sides(all[at]); });
  sort_in_place(all, workers,
                [&](std::size_t one, std::size_t other) { return all[one] < all[other]; });
  report.findings.clear();
  report.suppressed.clear();
  return all;
}

void sort_by_rank(std::vector<Finding>& findings, unsigned workers) {
  std::vector<std::string> subjects;
  for (const Finding& finding : findings) subjects.push_back(subject_of(finding));
  sort_in_place(findings, workers, [&](std::size_t one, std::size_t other) {
    return is_before(findings[one], subjects[one], findings[other], subjects[other]);
  });
}

template <typename T>
void sort_unique(std::vector<T>& values) {
  std::ranges::sort(values);
  values.erase(std::ranges::unique(values).begin(), values.end());
}

}  // namespace

void finish(Report& report, unsigned workers) {
  std::vector<Finding> all = take_all(report, workers);
  const std::vector<std::string> shapes = merge_equal_shapes(all, workers);
  for (Finding& finding : all) rank(finding);
  assign_ids(all, shapes, workers);
  sort_by_rank(all, workers);
  report.findings.reserve(all.size());
  for (Finding& finding : all)
    (finding.suppressed ? report.suppressed : report.findings).push_back(std::move(finding));
  sort_unique(report.analysed.skipped);
  sort_unique(report.analysed.notes);
  sort_unique(report.unused_suppressions);
}

Outcome outcome(const Report& report) {
  const bool is_new = std::ranges::any_of(
      report.findings, [](const Finding& finding) { return !finding.known.value_or(false); });
  if (is_new) return Outcome::kFindings;
  const Analysed& analysed = report.analysed;
  const bool saw_something =
      analysed.classes != 0 || !report.findings.empty() || !report.suppressed.empty() ||
      std::ranges::any_of(analysed.counts, [](const auto& count) { return count.second != 0; });
  return saw_something ? Outcome::kNothingFound : Outcome::kNothingAnalysed;
}

}  // namespace heddle::report
