// The shape of report/id.h will not do here: it has ordinals, which a run does not know, and no
// lines, which both know and which are of one build of the program.
#include "report/join.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report/finding.h"
#include "report/merge.h"
#include "report/names.h"
#include "report/report.h"

namespace heddle::report {
namespace {

// Told by no field that holds it.
bool is_of_library(const Finding& finding) {
  return finding.object && finding.subject && !finding.subject->field;
}

std::string field_of(const Finding& finding) {
  if (!finding.subject || !finding.subject->field) return {};
  return without_numbers(finding.subject->class_name) + "." +
         without_numbers(*finding.subject->field);
}

bool is_same_place(const Place& one, const Place& other) {
  return (one.line == other.line || one.line == 0 || other.line == 0) &&
         without_numbers(one.class_name) == without_numbers(other.class_name) &&
         without_numbers(one.method) == without_numbers(other.method);
}

// What two calls do to an object inside a library has other operations than the calls.
bool is_same(const Finding& one, const Finding& other) {
  if (one.kind != other.kind || one.sides.size() != other.sides.size()) return false;
  const bool is_call = is_of_library(one) || is_of_library(other);
  if (!is_call && field_of(one) != field_of(other)) return false;
  if (is_call &&
      (!one.object || !other.object || one.object->class_name != other.object->class_name))
    return false;
  return std::is_permutation(one.sides.begin(), one.sides.end(), other.sides.begin(),
                             [&](const Side& mine, const Side& theirs) {
                               return (is_call || mine.operation == theirs.operation) &&
                                      is_same_place(mine.at, theirs.at);
                             });
}

// The findings of a report by field; those of libraries' objects are below the empty name.
class Known {
 public:
  explicit Known(Report& report) {
    for (auto* const list : {&report.findings, &report.suppressed})
      for (Finding& finding : *list) add(finding);
  }

  [[nodiscard]] std::vector<Finding*> same_as(const Finding& finding) const {
    std::vector<Finding*> same;
    for (Finding* const known : on_field(is_of_library(finding) ? "" : field_of(finding)))
      if (is_same(*known, finding)) same.push_back(known);
    return same;
  }

  [[nodiscard]] std::string why_missed(const Finding& finding) const {
    const std::size_t elsewhere = on_field(field_of(finding)).size();
    if (is_of_library(finding) || elsewhere == 0) return "the static report has nothing on it";
    return fmt::format("the static report has {} on it, for other accesses",
                       elsewhere == 1 ? "a finding" : std::to_string(elsewhere) + " findings");
  }

 private:
  void add(Finding& finding) {
    by_field_[field_of(finding)].push_back(&finding);
    // A field that holds the library's object is the subject too.
    if (finding.object && !field_of(finding).empty()) by_field_[""].push_back(&finding);
  }

  [[nodiscard]] const std::vector<Finding*>& on_field(const std::string& field) const {
    static const std::vector<Finding*> none;
    const auto found = by_field_.find(field);
    return found == by_field_.end() ? none : found->second;
  }

  std::map<std::string, std::vector<Finding*>> by_field_;
};

}  // namespace

Joined join(Report& into, Report run) {
  Joined joined;
  std::vector<Finding> missed;
  {
    const Known known(into);
    std::vector<const Finding*> supported;
    for (Finding& finding : run.findings) {
      const std::vector<Finding*> same = known.same_as(finding);
      for (Finding* const each : same) {
        merge_finding(*each, finding);
        supported.push_back(each);
      }
      if (!same.empty()) continue;
      finding.missed = known.why_missed(finding);
      missed.push_back(std::move(finding));
    }
    std::ranges::sort(supported);
    joined.supported = supported.size() - std::ranges::unique(supported).size();
  }
  joined.missed = missed.size();
  run.findings = std::move(missed);
  for (Finding& finding : run.findings) finding.id.clear();
  std::ranges::move(run.findings, std::back_inserter(into.findings));
  run.findings.clear();
  merge(into, std::move(run));
  into.analysed.counts.emplace_back("supported_by_run", joined.supported);
  into.analysed.counts.emplace_back("static_misses", joined.missed);
  return joined;
}

}  // namespace heddle::report
