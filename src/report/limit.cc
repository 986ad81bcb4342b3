#include "report/limit.h"

#include <fmt/format.h>

#include <algorithm>
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
  return {finding.kind, finding.id, ""};
}

}  // namespace

void keep_groups(Report& report, std::size_t most) {
  std::set<Group> kept, left_out;
  std::vector<Finding> findings;
  for (Finding& finding : report.findings) {
    Group group = group_of(finding);
    const bool has_room = kept.size() < most || kept.contains(group);
    (has_room ? kept : left_out).insert(std::move(group));
    if (has_room) findings.push_back(std::move(finding));
  }
  const std::size_t fewer = report.findings.size() - findings.size();
  report.findings = std::move(findings);
  if (left_out.empty()) return;
  report.analysed.notes.push_back(
      {.what = "findings",
       .why = fmt::format("{} less serious ones, on {} other fields and objects, are not listed: "
                          "--all lists them",
                          fewer, left_out.size())});
  std::ranges::sort(report.analysed.notes);
}

}  // namespace heddle::report
