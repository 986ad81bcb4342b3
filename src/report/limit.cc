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

}  // namespace

std::vector<Finding> keep_groups(Report& report, ListLimits limits) {
  const Groups all = groups_of(report);
  std::vector<Finding> left_out;
  if (all.size() <= limits.few) return left_out;
  const auto is_doubted = [](const Finding& finding) { return !finding.doubts.empty(); };
  leave_out(report, left_out, is_doubted);
  keep_first(report, left_out, groups_of(report), limits.most);
  if (left_out.empty()) return left_out;
  report.analysed.notes.push_back(
      {.what = "findings",
       .why = fmt::format("{} that are doubted or less serious, {} fields and objects among them, "
                          "are not listed: --all lists them",
                          left_out.size(), all.size() - groups_of(report).size())});
  std::ranges::sort(report.analysed.notes);
  report.analysed.counts.emplace_back(kNotListed, left_out.size());
  return left_out;
}

}  // namespace heddle::report
