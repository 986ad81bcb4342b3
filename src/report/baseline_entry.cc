#include "report/baseline_entry.h"

#include <string>

#include "base/json_writer.h"
#include "report/finding.h"
#include "report/json_node.h"
#include "report/report.h"

namespace heddle::report {

void write_entry(base::JsonWriter& json, const BaselineEntry& entry) {
  json.begin_object(base::JsonWriter::Layout::kLine);
  json.key("id").value(entry.id);
  json.key("kind").value(word(entry.kind));
  json.key("subject");
  entry.subject.empty() ? json.null() : json.value(entry.subject);
  json.key("sites").begin_array();
  for (const std::string& site : entry.sites) json.value(site);
  json.end_array().end_object();
}

BaselineEntry read_entry(const JsonNode& node) {
  BaselineEntry entry{.id = node.required("id").text(), .kind = node.required("kind").word<Kind>()};
  entry.subject = node.member("subject").text();
  node.member("sites").each([&](const JsonNode& site) { entry.sites.push_back(site.text()); });
  return entry;
}

}  // namespace heddle::report
