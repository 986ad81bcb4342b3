#include "report/json.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_writer.h"
#include "report/baseline_entry.h"
#include "report/finding.h"
#include "report/report.h"

namespace heddle::report {
namespace {

using base::JsonWriter;
using Layout = base::JsonWriter::Layout;

void write_text(JsonWriter& json, std::string_view key, std::string_view text) {
  json.key(key);
  text.empty() ? json.null() : json.value(text);
}

void write_place(JsonWriter& json, const Place& place) {
  json.begin_object(Layout::kLine);
  json.key("class").value(place.class_name);
  json.key("method").value(place.method);
  write_text(json, "file", place.file);
  json.key("line");
  place.line == 0 ? json.null() : json.value(place.line);
  json.end_object();
}

void write_place(JsonWriter& json, std::string_view key, const std::optional<Place>& place) {
  json.key(key);
  place ? write_place(json, *place) : void(json.null());
}

void write_lock(JsonWriter& json, const Lock& lock) {
  json.begin_object(Layout::kLine);
  json.key("name").value(lock.name);
  json.key("mode").value(word(lock.mode));
  write_place(json, "acquired", lock.acquired);
  json.end_object();
}

void write_locks(JsonWriter& json, std::string_view key, const std::vector<Lock>& locks) {
  json.key(key).begin_array();
  for (const Lock& lock : locks) write_lock(json, lock);
  json.end_array();
}

void write_sends(JsonWriter& json, const std::vector<Send>& sends) {
  json.key("sends").begin_array();
  for (const Send& send : sends) {
    json.begin_object().key("from").value(send.from);
    write_place(json, "at", send.at);
    json.end_object();
  }
  json.end_array();
}

void write_thread(JsonWriter& json, const Thread& thread) {
  json.key("thread").begin_object(thread.sends.empty() ? Layout::kLine : Layout::kBlock);
  json.key("kind").value(word(thread.kind));
  json.key("name").value(thread.name);
  write_place(json, "started", thread.started);
  json.key("many").value(thread.many);
  if (!thread.runs_on.empty()) json.key("runs_on").value(thread.runs_on);
  if (!thread.sends.empty()) write_sends(json, thread.sends);
  json.end_object();
}

void write_side(JsonWriter& json, const Finding& finding, const Side& side) {
  json.begin_object();
  json.key("operation").value(word(side.operation));
  write_place(json, "at", side.at);
  if (side.ordinal != 0) json.key("ordinal").value(side.ordinal);
  write_thread(json, side.thread);
  if (side.wants) write_lock(json.key("wants"), *side.wants);
  if (finding.kind == Kind::kDeadlock) {
    write_locks(json, "holds", side.holds);
  } else {
    write_locks(json, "locks", side.locks);
    write_locks(json, "maybe_locks", side.maybe_locks);
  }
  json.key("stack").begin_array();
  for (const Place& frame : side.stack) write_place(json, frame);
  json.end_array().end_object();
}

void write_support(JsonWriter& json, const std::vector<Support>& all) {
  json.key("support").begin_array(Layout::kLine);
  for (const Support& support : all)
    json.begin_object()
        .key("engine")
        .value(word(support.engine))
        .key("evidence")
        .value(word(support.evidence))
        .end_object();
  json.end_array();
}

void write_reasons(JsonWriter& json, const std::vector<Reason>& reasons) {
  json.key("reasons").begin_array();
  for (const Reason& reason : reasons) {
    json.begin_object(Layout::kLine).key("kind").value(word(reason.kind));
    write_text(json, "why", reason.why);
    json.end_object();
  }
  json.end_array();
}

void write_subject(JsonWriter& json, const std::optional<Subject>& subject) {
  json.key("subject");
  if (!subject) return void(json.null());
  json.begin_object(Layout::kLine).key("class").value(subject->class_name).key("field");
  subject->field ? json.value(*subject->field) : json.null();
  json.end_object();
}

void write_object(JsonWriter& json, const std::optional<Object>& object) {
  json.key("object");
  if (!object) return void(json.null());
  json.begin_object(Layout::kLine).key("class").value(object->class_name);
  write_place(json, "allocated", object->allocated);
  json.end_object();
}

void write_suppression(JsonWriter& json, const Suppression& suppression) {
  json.key("suppressed").begin_object(Layout::kLine);
  json.key("by").value(word(suppression.kind));
  json.key("where").value(suppression.where);
  write_text(json, "why", suppression.why);
  json.end_object();
}

void write_texts(JsonWriter& json, std::string_view key, const std::vector<std::string>& texts) {
  json.key(key).begin_array();
  for (const std::string& text : texts) json.value(text);
  json.end_array();
}

void write_finding(JsonWriter& json, const Finding& finding) {
  json.begin_object();
  json.key("id").value(finding.id);
  json.key("kind").value(word(finding.kind));
  json.key("evidence").value(word(finding.evidence));
  write_support(json, finding.support);
  json.key("severity").value(word(finding.severity));
  write_reasons(json, finding.reasons);
  write_subject(json, finding.subject);
  write_object(json, finding.object);
  json.key("sides").begin_array();
  for (const Side& side : finding.sides) write_side(json, finding, side);
  json.end_array();
  json.key("instances").value(finding.instances);
  write_text(json, "unordered", finding.unordered);
  if (!finding.doubts.empty()) write_texts(json, "doubts", finding.doubts);
  if (!finding.how.empty()) write_texts(json, "how", finding.how);
  if (!finding.missed.empty()) json.key("static_miss").value(finding.missed);
  if (finding.suppressed) write_suppression(json, *finding.suppressed);
  if (finding.known) json.key("known").value(*finding.known);
  json.end_object();
}

void write_findings(JsonWriter& json, std::string_view key, const std::vector<Finding>& findings) {
  json.key(key).begin_array();
  for (const Finding& finding : findings) write_finding(json, finding);
  json.end_array();
}

void write_remarks(JsonWriter& json, std::string_view key, const std::vector<Remark>& remarks) {
  json.key(key).begin_array();
  for (const Remark& remark : remarks)
    json.begin_object(Layout::kLine)
        .key("what")
        .value(remark.what)
        .key("why")
        .value(remark.why)
        .end_object();
  json.end_array();
}

void write_analysed(JsonWriter& json, const Analysed& analysed) {
  json.key("analysed").begin_object();
  json.key("classes").value(analysed.classes);
  json.key("methods").value(analysed.methods);
  json.key("reachable_methods").value(analysed.reachable_methods);
  json.key("origins").value(analysed.origins);
  write_remarks(json, "skipped", analysed.skipped);
  write_remarks(json, "notes", analysed.notes);
  json.key("counts").begin_object();
  for (const auto& [name, count] : analysed.counts) json.key(name).value(count);
  json.end_object().end_object();
}

void write_fixed(JsonWriter& json, const std::vector<BaselineEntry>& fixed) {
  json.key("fixed").begin_array();
  for (const BaselineEntry& entry : fixed) write_entry(json, entry);
  json.end_array();
}

// A method a line: there may be thousands.
void write_guide(JsonWriter& json, const std::vector<GuideClass>& classes) {
  json.key("guide").begin_object().key("classes").begin_array();
  for (const GuideClass& each : classes) {
    json.begin_object(each.methods.empty() ? Layout::kLine : Layout::kBlock);
    json.key("class").value(each.class_name).key("bytes").value(each.bytes);
    json.key("methods").begin_array();
    for (const GuideMethod& method : each.methods) {
      json.begin_object(Layout::kLine).key("method").value(method.method);
      json.key("proven").begin_array();
      for (const std::uint32_t offset : method.proven) json.value(offset);
      json.end_array().end_object();
    }
    json.end_array().end_object();
  }
  json.end_array().end_object();
}

void write_cost(JsonWriter& json, const Report& report) {
  if (!report.seconds.empty()) {
    json.key("seconds").begin_object(Layout::kLine);
    for (const auto& [phase, seconds] : report.seconds) json.key(phase).decimal(seconds, 4);
    json.end_object();
  }
  if (report.peak_megabytes) json.key("peak_mb").decimal(*report.peak_megabytes, 1);
}

}  // namespace

std::string to_json(const Report& report) {
  std::string out;
  JsonWriter json(out);
  json.begin_object().key("schema").value("heddle-report/1");
  json.key("tool").begin_object(Layout::kLine).key("name").value("heddle");
  json.key("version").value(report.version).end_object();
  write_analysed(json, report.analysed);
  write_findings(json, "findings", report.findings);
  write_findings(json, "suppressed", report.suppressed);
  write_remarks(json, "unused_suppressions", report.unused_suppressions);
  write_fixed(json, report.fixed);
  if (report.guide) write_guide(json, *report.guide);
  write_cost(json, report);
  json.end_object();
  return out;
}

}  // namespace heddle::report
