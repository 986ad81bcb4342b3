#include "report/limit.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "report/finding.h"

namespace heddle::report {
namespace {

using Group = std::tuple<Kind, std::string, std::string>;

Group group_of(const Finding& finding) {
  if (finding.subject)
    return {finding.kind, finding.subject->class_name, finding.subject->field.value_or("")};
  if (finding.kind != Kind::kDeadlock) return {finding.kind, finding.id, ""};
  std::set<std::string> locks;
  for (const Side& side : finding.sides)
    if (side.wants) locks.insert(side.wants->name);
  return {finding.kind, fmt::format("{}", fmt::join(locks, ", ")), ""};
}

// The groups, each with where the report first names it.
using Groups = std::map<Group, std::size_t>;

Groups groups_of(const Report& report) {
  Groups groups;
  for (std::size_t i = 0; i < report.findings.size(); ++i)
    groups.try_emplace(group_of(report.findings[i]), i);
  return groups;
}

template <typename Which>
void leave_out(Report& report, std::vector<Finding>& left_out, const Which& is_left_out) {
  std::vector<Finding> kept;
  for (Finding& finding : report.findings)
    (is_left_out(finding) ? left_out : kept).push_back(std::move(finding));
  report.findings = std::move(kept);
}

void keep_first(Report& report, std::vector<Finding>& left_out, const Groups& groups,
                std::size_t most) {
  if (groups.size() <= most) return;
  std::vector<std::size_t> order;
  for (const auto& [group, place] : groups) order.push_back(place);
  std::ranges::nth_element(order, order.begin() + static_cast<std::ptrdiff_t>(most));
  const std::size_t first_left_out = order[most];
  leave_out(report, left_out,
            [&](const Finding& finding) { return groups.at(group_of(finding)) >= first_left_out; });
}

// Further ways round the same circle say little.
void keep_first_circles(Report& report, std::vector<Finding>& left_out, std::size_t most) {
  std::map<Group, std::size_t> seen;
  leave_out(report, left_out, [&](const Finding& finding) {
    return finding.kind == Kind::kDeadlock && ++seen[group_of(finding)] > most;
  });
}

std::string why(std::size_t findings, std::size_t groups) {
  if (groups == 0)
    return fmt::format("{} of the same locks as others are not listed: --all lists them", findings);
  return fmt::format(
      "{} that are doubted or less serious, {} fields and objects among them, "
      "are not listed: --all lists them",
      findings, groups);
}

}  // namespace

std::vector<Finding> keep_groups(Report& report, ListLimits limits) {
  const std::size_t all = groups_of(report).size();
  std::vector<Finding> left_out;
  keep_first_circles(report, left_out, limits.circles);
  if (all > limits.few) {
    const auto is_doubted = [](const Finding& finding) { return !finding.doubts.empty(); };
    leave_out(report, left_out, is_doubted);
    keep_first(report, left_out, groups_of(report), limits.most);
  }
  if (left_out.empty()) return left_out;
  report.analysed.notes.push_back(
      {.what = "findings", .why = why(left_out.size(), all - groups_of(report).size())});
  std::ranges::sort(report.analysed.notes);
  report.analysed.counts.emplace_back(kNotListed, left_out.size());
  return left_out;
}

}  // namespace heddle::report
