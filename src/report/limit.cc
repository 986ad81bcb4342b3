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

}  // namespace

void keep_groups(Report& report, std::size_t most) {
  // By group: the fewest doubts of a finding in it, and where the report first names it.
  std::map<Group, std::pair<std::size_t, std::size_t>> groups;
  for (std::size_t i = 0; i < report.findings.size(); ++i) {
    const Finding& finding = report.findings[i];
    const auto place = groups.try_emplace(group_of(finding), finding.doubts.size(), i).first;
    place->second.first = std::min(place->second.first, finding.doubts.size());
  }
  if (groups.size() <= most) return;
  std::vector<std::pair<std::size_t, std::size_t>> order;
  for (const auto& [group, place] : groups) order.push_back(place);
  std::ranges::nth_element(order, order.begin() + static_cast<std::ptrdiff_t>(most));
  const auto first_left_out = order[most];
  std::vector<Finding> findings;
  for (Finding& finding : report.findings)
    if (groups.at(group_of(finding)) < first_left_out) findings.push_back(std::move(finding));
  const std::size_t fewer = report.findings.size() - findings.size();
  report.findings = std::move(findings);
  report.analysed.notes.push_back(
      {.what = "findings",
       .why = fmt::format("{} that are more doubtful or less serious, on {} other fields and "
                          "objects, are not listed: --all lists them",
                          fewer, groups.size() - most)});
  std::ranges::sort(report.analysed.notes);
}

}  // namespace heddle::report
