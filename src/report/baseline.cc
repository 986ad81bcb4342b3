#include "report/baseline.h"

#include <algorithm>
#include <expected>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "base/json_writer.h"
#include "base/malformed.h"
#include "report/baseline_entry.h"
#include "report/finding.h"
#include "report/id.h"
#include "report/json_node.h"
#include "report/names.h"
#include "report/report.h"

namespace heddle::report {
namespace {

constexpr std::string_view kSchema = "heddle-baseline/1";

BaselineEntry entry_of(const Finding& finding) {
  BaselineEntry entry{.id = finding.id, .kind = finding.kind};
  if (finding.subject) entry.subject = without_numbers(subject_in_words(*finding.subject));
  for (const Side& side : finding.sides) entry.sites.push_back(site_of(side));
  return entry;
}

// By what it is about, so that a new entry stands beside its like.
void sort_entries(std::vector<BaselineEntry>& entries) {
  std::ranges::sort(entries, [](const BaselineEntry& one, const BaselineEntry& other) {
    return std::tie(one.subject, one.kind, one.sites, one.id) <
           std::tie(other.subject, other.kind, other.sites, other.id);
  });
  entries.erase(std::ranges::unique(entries).begin(), entries.end());
}

}  // namespace

std::vector<BaselineEntry> baseline_of(const Report& report) {
  std::vector<BaselineEntry> entries;
  for (const Finding& finding : report.findings) entries.push_back(entry_of(finding));
  sort_entries(entries);
  return entries;
}

std::string to_baseline(std::vector<BaselineEntry> entries) {
  sort_entries(entries);
  std::string out;
  base::JsonWriter json(out);
  json.begin_object().key("schema").value(kSchema).key("findings").begin_array();
  for (const BaselineEntry& entry : entries) write_entry(json, entry);
  json.end_array().end_object();
  return out;
}

std::expected<std::vector<BaselineEntry>, base::Malformed> from_baseline(std::string_view text) {
  JsonDocument document(text);
  const JsonNode root = document.root();
  const JsonNode schema = root.required("schema");
  if (schema.text() != kSchema)
    schema.fail("want \"heddle-baseline/1\"; this is not a baseline, or one of another version");
  std::vector<BaselineEntry> entries;
  root.required("findings").each([&](const JsonNode& node) {
    entries.push_back(read_entry(node));
  });
  if (document.fault()) return std::unexpected(*document.fault());
  return entries;
}

void compare(Report& report, const std::vector<BaselineEntry>& baseline) {
  std::set<std::string_view> known;
  for (const BaselineEntry& entry : baseline) known.insert(entry.id);
  std::set<std::string_view> found;
  for (Finding& finding : report.findings) {
    finding.known = known.contains(finding.id);
    found.insert(finding.id);
  }
  for (const Finding& finding : report.suppressed) found.insert(finding.id);
  report.fixed.clear();
  for (const BaselineEntry& entry : baseline)
    if (!found.contains(entry.id)) report.fixed.push_back(entry);
  sort_entries(report.fixed);
}

}  // namespace heddle::report
