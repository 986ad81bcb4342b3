#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/malformed.h"
#include "report/baseline_entry.h"
#include "report/finding.h"
#include "report/json.h"
#include "report/json_node.h"
#include "report/report.h"

namespace heddle::report {
namespace {

template <typename T, typename Read>
std::vector<T> read_list(const JsonNode& list, Read read) {
  std::vector<T> all;
  list.each([&](const JsonNode& item) { all.push_back(read(item)); });
  return all;
}

template <typename T, typename Read>
std::optional<T> read_optional(const JsonNode& node, Read read) {
  if (node.is_missing()) return std::nullopt;
  return read(node);
}

std::string read_text(const JsonNode& node) { return node.text(); }

Place read_place(const JsonNode& node) {
  return {.class_name = node.member("class").text(),
          .method = node.member("method").text(),
          .file = node.member("file").text(),
          .line = node.member("line").whole<std::uint32_t>()};
}

std::optional<Place> read_place_if_any(const JsonNode& node) {
  return read_optional<Place>(node, read_place);
}

Lock read_lock(const JsonNode& node) {
  return {.name = node.member("name").text(),
          .mode = node.member("mode").word<LockMode>(),
          .acquired = read_place_if_any(node.member("acquired"))};
}

Send read_send(const JsonNode& node) {
  return {.from = node.member("from").text(), .at = read_place_if_any(node.member("at"))};
}

Thread read_thread(const JsonNode& node) {
  Thread thread;
  if (node.is_missing()) return thread;
  thread.kind = node.required("kind").word<ThreadKind>();
  thread.name = node.member("name").text();
  thread.started = read_place_if_any(node.member("started"));
  thread.many = node.member("many").truth();
  thread.runs_on = node.member("runs_on").text();
  thread.sends = read_list<Send>(node.member("sends"), read_send);
  return thread;
}

Side read_side(const JsonNode& node) {
  return {.operation = node.required("operation").word<Operation>(),
          .at = read_place(node.member("at")),
          .ordinal = node.member("ordinal").whole<std::uint32_t>(),
          .thread = read_thread(node.member("thread")),
          .locks = read_list<Lock>(node.member("locks"), read_lock),
          .maybe_locks = read_list<Lock>(node.member("maybe_locks"), read_lock),
          .stack = read_list<Place>(node.member("stack"), read_place),
          .wants = read_optional<Lock>(node.member("wants"), read_lock),
          .holds = read_list<Lock>(node.member("holds"), read_lock)};
}

Support read_support(const JsonNode& node) {
  return {.engine = node.required("engine").word<Engine>(),
          .evidence = node.required("evidence").word<Evidence>()};
}

Reason read_reason(const JsonNode& node) {
  return {.kind = node.required("kind").word<ReasonKind>(), .why = node.member("why").text()};
}

Subject read_subject(const JsonNode& node) {
  return {.class_name = node.member("class").text(),
          .field = read_optional<std::string>(node.member("field"), read_text),
          .type = {}};
}

Object read_object(const JsonNode& node) {
  return {.class_name = node.member("class").text(),
          .allocated = read_place_if_any(node.member("allocated"))};
}

Suppression read_suppression(const JsonNode& node) {
  return {.kind = node.required("by").word<SuppressionKind>(),
          .where = node.member("where").text(),
          .why = node.member("why").text()};
}

bool read_truth(const JsonNode& node) { return node.truth(); }

Finding read_finding(const JsonNode& node) {
  Finding finding;
  finding.id = node.required("id").text();
  finding.kind = node.required("kind").word<Kind>();
  finding.evidence = node.required("evidence").word<Evidence>();
  finding.support = read_list<Support>(node.member("support"), read_support);
  if (const JsonNode severity = node.member("severity"); !severity.is_missing())
    finding.severity = severity.word<Severity>();
  finding.reasons = read_list<Reason>(node.member("reasons"), read_reason);
  finding.subject = read_optional<Subject>(node.member("subject"), read_subject);
  finding.object = read_optional<Object>(node.member("object"), read_object);
  finding.sides = read_list<Side>(node.required("sides"), read_side);
  if (const JsonNode instances = node.member("instances"); !instances.is_missing())
    finding.instances = instances.whole<std::uint64_t>();
  finding.unordered = node.member("unordered").text();
  finding.doubts = read_list<std::string>(node.member("doubts"), read_text);
  finding.how = read_list<std::string>(node.member("how"), read_text);
  finding.missed = node.member("static_miss").text();
  finding.suppressed = read_optional<Suppression>(node.member("suppressed"), read_suppression);
  finding.known = read_optional<bool>(node.member("known"), read_truth);
  return finding;
}

Remark read_remark(const JsonNode& node) {
  return {.what = node.member("what").text(), .why = node.member("why").text()};
}

Analysed read_analysed(const JsonNode& node) {
  Analysed analysed;
  analysed.classes = node.member("classes").whole<std::uint64_t>();
  analysed.methods = node.member("methods").whole<std::uint64_t>();
  analysed.reachable_methods = node.member("reachable_methods").whole<std::uint64_t>();
  analysed.origins = node.member("origins").whole<std::uint64_t>();
  analysed.skipped = read_list<Remark>(node.member("skipped"), read_remark);
  analysed.notes = read_list<Remark>(node.member("notes"), read_remark);
  node.member("counts").each_member([&](std::string_view name, const JsonNode& count) {
    analysed.counts.emplace_back(name, count.whole<std::uint64_t>());
  });
  return analysed;
}

GuideMethod read_guide_method(const JsonNode& node) {
  return {.method = node.required("method").text(),
          .proven = read_list<std::uint32_t>(node.member("proven"), [](const JsonNode& offset) {
            return offset.whole<std::uint32_t>();
          })};
}

GuideClass read_guide_class(const JsonNode& node) {
  return {.class_name = node.required("class").text(),
          .bytes = node.required("bytes").text(),
          .methods = read_list<GuideMethod>(node.member("methods"), read_guide_method)};
}

std::vector<GuideClass> read_guide(const JsonNode& node) {
  return read_list<GuideClass>(node.required("classes"), read_guide_class);
}

Report read_report(const JsonNode& root) {
  Report report;
  const JsonNode schema = root.required("schema");
  if (const std::string found = schema.text(); found != "heddle-report/1")
    schema.fail("want \"heddle-report/1\"; this is not a report, or one of another version");
  report.version = root.member("tool").member("version").text();
  report.analysed = read_analysed(root.member("analysed"));
  report.findings = read_list<Finding>(root.required("findings"), read_finding);
  report.suppressed = read_list<Finding>(root.member("suppressed"), read_finding);
  report.unused_suppressions = read_list<Remark>(root.member("unused_suppressions"), read_remark);
  report.fixed = read_list<BaselineEntry>(root.member("fixed"), read_entry);
  report.guide = read_optional<std::vector<GuideClass>>(root.member("guide"), read_guide);
  root.member("seconds").each_member([&](std::string_view phase, const JsonNode& seconds) {
    report.seconds.emplace_back(phase, seconds.decimal());
  });
  if (const JsonNode peak = root.member("peak_mb"); !peak.is_missing())
    report.peak_megabytes = peak.decimal();
  return report;
}

}  // namespace

std::expected<Report, base::Malformed> from_json(std::string_view text) {
  JsonDocument document(text);
  Report report = read_report(document.root());
  if (document.fault()) return std::unexpected(*document.fault());
  return report;
}

}  // namespace heddle::report
