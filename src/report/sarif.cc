// A finding becomes a result: its first side is the location, every other place that helps to judge
// it a related location with a number, which links in the message name. Each side is a thread flow
// from where the thread is started down its stack to the access.
#include "report/sarif.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/json_writer.h"
#include "report/finding.h"
#include "report/report.h"
#include "report/sarif_location.h"
#include "report/source.h"
#include "report/words.h"

namespace heddle::report {
namespace {

using base::JsonWriter;
using Layout = base::JsonWriter::Layout;

// --- rules ---------------------------------------------------------------------------------------

struct Rule {
  Kind kind;
  std::string_view name, brief, full;
};

// In the order of Kind: the place in the list is the rule's index.
constexpr std::array<Rule, 8> kRules = {{
    {Kind::kDataRace, "DataRace", "Two threads use a field at once, and one of them writes.",
     "Two threads may use the same field of the same object at the same time, at least one of them "
     "writes, and no lock or other order keeps them apart."},
    {Kind::kDeadlock, "Deadlock", "Threads wait for each other's locks.",
     "Each thread of a cycle holds a lock that the next one wants; if they meet, none goes on."},
    {Kind::kUseFreeRace, "UseFreeRace", "A value is used after it may have been taken away.",
     "One side uses what the other side frees, and nothing says that the use comes first."},
    {Kind::kOrderViolation, "OrderViolation", "Two events break when their order changes.",
     "Two events happened in an order that nothing guarantees, and the other order fails."},
    {Kind::kGuardViolation, "GuardViolation", "A field is used without the lock that guards it.",
     "Other code holds a lock whenever it uses this field; here it is not held."},
    {Kind::kEndlessWait, "EndlessWait", "A thread waits, and nobody can wake it.",
     "No code of the program notifies the object, or signals the condition, that is waited for."},
    {Kind::kUnreleasedLock, "UnreleasedLock", "A lock is taken and not given back on some way out.",
     "The method gives the lock back on one way out and leaves it locked on another one."},
    {Kind::kUncheckedCall, "UncheckedCall", "Nobody says that what is called is thread-safe.",
     "A class that promises to be thread-safe calls, under no lock, a method of an interface that "
     "promises nothing."},
}};

std::string_view level_of(Severity severity) {
  switch (severity) {
    case Severity::kSerious: return "error";
    case Severity::kModerate: return "warning";
    case Severity::kLikelyHarmless: return "note";
  }
  return "warning";
}

void write_rules(JsonWriter& json) {
  json.key("rules").begin_array();
  for (const Rule& rule : kRules) {
    json.begin_object().key("id").value(word(rule.kind)).key("name").value(rule.name);
    write_message(json, "shortDescription", rule.brief);
    write_message(json, "fullDescription", rule.full);
    json.key("defaultConfiguration").begin_object().key("level").value("warning").end_object();
    json.end_object();
  }
  json.end_array();
}

// --- what a result points at ---------------------------------------------------------------------

struct Related {
  const Place* place;
  std::string message;
};

void relate_lock(std::vector<Related>& all, const Lock& lock, std::string_view what) {
  if (lock.acquired)
    all.push_back({&*lock.acquired, fmt::format("{} {}", what, lock_in_words(lock))});
}

void relate_side(std::vector<Related>& all, const Side& side) {
  for (const Lock& lock : side.locks) relate_lock(all, lock, "takes");
  for (const Lock& lock : side.holds) relate_lock(all, lock, "takes");
  if (side.thread.started)
    all.push_back({&*side.thread.started, "starts " + thread_in_words(side.thread)});
}

std::string side_message(const Side& side) {
  return fmt::format("{} in {}", word(side.operation), thread_in_words(side.thread));
}

// The other sides come first: the message links to them by their numbers, from 1 on.
std::vector<Related> related_to(const Finding& finding, std::size_t most) {
  std::vector<Related> all;
  for (std::size_t i = 1; i < finding.sides.size(); ++i)
    all.push_back({&finding.sides[i].at, side_message(finding.sides[i])});
  for (const Side& side : finding.sides) relate_side(all, side);
  if (finding.object && finding.object->allocated)
    all.push_back({&*finding.object->allocated, "makes the object"});
  if (all.size() > most) all.resize(most);
  return all;
}

// --- the message ---------------------------------------------------------------------------------

std::string locks_clause(const Side& side) {
  const std::vector<Lock>& held = side.holds.empty() ? side.locks : side.holds;
  std::string out;
  for (const Lock& lock : held) out += (out.empty() ? "" : ", ") + lock_in_words(lock);
  return out.empty() ? "no lock" : out;
}

std::string side_sentence(const Side& side, std::size_t number) {
  const std::string place = escaped(place_in_words(side.at));
  return fmt::format("{} in {} by {}, holding {}", word(side.operation),
                     number == 0 ? place : fmt::format("[{}]({})", place, number),
                     escaped(thread_in_words(side.thread)), escaped(locks_clause(side)));
}

std::string message_of(const Finding& finding, std::size_t links) {
  std::string text = escaped(title(finding));
  if (const std::string_view reason = headline_reason(finding); !reason.empty())
    text += fmt::format(" ({})", reason);
  for (std::size_t i = 0; i < finding.sides.size(); ++i)
    text += fmt::format("{}{}", i == 0 ? ": " : "; ",
                        side_sentence(finding.sides[i], i <= links ? i : 0));
  if (const std::string why = why_unordered(finding); !why.empty())
    text += fmt::format(". Why: {}", escaped(why));
  text[0] = static_cast<char>(text[0] >= 'a' && text[0] <= 'z' ? text[0] - 'a' + 'A' : text[0]);
  return text + ".";
}

// --- thread flows --------------------------------------------------------------------------------

void write_step(JsonWriter& json, Sources& sources, const Place& place, std::string_view message,
                std::size_t nesting) {
  json.begin_object(Layout::kLine).key("location");
  write_location(json, place, sources, {.message = message});
  json.key("nestingLevel").value(nesting);
  if (!message.empty()) json.key("importance").value("essential");
  json.end_object();
}

// Frames nearest to the access stay if there are too many.
void write_thread_flow(JsonWriter& json, Sources& sources, const Side& side, std::size_t number,
                       std::size_t most) {
  const std::string thread = thread_in_words(side.thread);
  json.begin_object().key("id").value(fmt::format("{}", number + 1));
  write_message(json, "message", thread);
  json.key("locations").begin_array();
  if (side.thread.started) write_step(json, sources, *side.thread.started, "starts " + thread, 0);
  const bool ends_at_access = !side.stack.empty() && side.stack.back() == side.at;
  const std::size_t frames = side.stack.size() - (ends_at_access ? 1 : 0);
  for (std::size_t i = frames > most ? frames - most : 0; i < frames; ++i)
    write_step(json, sources, side.stack[i], "", i);
  write_step(json, sources, side.at, side_message(side), frames);
  json.end_array().end_object();
}

void write_code_flow(JsonWriter& json, Sources& sources, const Finding& finding, std::size_t most) {
  if (finding.sides.empty()) return;
  json.key("codeFlows").begin_array().begin_object().key("threadFlows").begin_array();
  for (std::size_t i = 0; i < finding.sides.size(); ++i)
    write_thread_flow(json, sources, finding.sides[i], i, most);
  json.end_array().end_object().end_array();
}

// --- results -------------------------------------------------------------------------------------

void write_locations(JsonWriter& json, Sources& sources, const Finding& finding,
                     const std::vector<Related>& related) {
  json.key("locations").begin_array();
  if (!finding.sides.empty()) {
    const std::string message = side_message(finding.sides[0]);
    write_location(json, finding.sides[0].at, sources, {.message = message, .with_snippet = true});
  }
  json.end_array().key("relatedLocations").begin_array();
  for (std::size_t i = 0; i < related.size(); ++i)
    write_location(json, *related[i].place, sources,
                   {.id = i + 1, .message = related[i].message, .with_snippet = true});
  json.end_array();
}

void write_suppression(JsonWriter& json, const Suppression& suppression) {
  const bool is_in_source = suppression.kind != SuppressionKind::kConfiguration;
  json.key("suppressions").begin_array().begin_object(Layout::kLine);
  json.key("kind").value(is_in_source ? "inSource" : "external");
  if (!suppression.why.empty()) json.key("justification").value(suppression.why);
  json.end_object().end_array();
}

void write_properties(JsonWriter& json, const Finding& finding) {
  json.key("properties").begin_object(Layout::kLine);
  json.key("evidence").value(word(finding.evidence));
  json.key("severity").value(word(finding.severity));
  json.key("instances").value(finding.instances);
  json.key("support").begin_array();
  for (const Support& support : finding.support)
    json.value(fmt::format("{}: {}", word(support.engine), word(support.evidence)));
  json.end_array().key("reasons").begin_array();
  for (const Reason& reason : finding.reasons) json.value(word(reason.kind));
  json.end_array();
  if (!finding.missed.empty()) json.key("staticMiss").value(finding.missed);
  json.end_object();
}

// From 0 to 100: severity first, evidence within it.
int rank_of(const Finding& finding) {
  return 30 * static_cast<int>(finding.severity) + 10 * static_cast<int>(finding.evidence) + 10;
}

void write_result(JsonWriter& json, Sources& sources, const Finding& finding,
                  const SarifOptions& options) {
  const std::vector<Related> related = related_to(finding, options.most_locations);
  json.begin_object().key("ruleId").value(word(finding.kind));
  json.key("ruleIndex").value(static_cast<int>(finding.kind));
  json.key("level").value(level_of(finding.severity));
  json.key("rank").value(rank_of(finding));
  write_message(json, "message", message_of(finding, related.size()));
  write_locations(json, sources, finding, related);
  write_code_flow(json, sources, finding, options.most_locations);
  for (const std::string_view key : {"fingerprints", "partialFingerprints"})
    json.key(key)
        .begin_object(Layout::kLine)
        .key("heddleFinding/v1")
        .value(finding.id)
        .end_object();
  if (finding.known) json.key("baselineState").value(*finding.known ? "unchanged" : "new");
  if (finding.suppressed) write_suppression(json, *finding.suppressed);
  write_properties(json, finding);
  json.end_object();
}

// --- the run -------------------------------------------------------------------------------------

void write_notification(JsonWriter& json, std::string_view level, std::string_view text) {
  json.begin_object(Layout::kLine).key("level").value(level);
  write_message(json, "message", text);
  json.end_object();
}

void write_remarks(JsonWriter& json, std::string_view level, std::string_view what,
                   const std::vector<Remark>& remarks) {
  for (const Remark& remark : remarks)
    write_notification(json, level, fmt::format("{}: {}: {}", what, remark.what, remark.why));
}

void write_invocation(JsonWriter& json, const Report& report, const SarifOptions& options) {
  json.key("invocations").begin_array().begin_object().key("executionSuccessful").value(true);
  json.key("toolExecutionNotifications").begin_array();
  write_remarks(json, "warning", "not analysed", report.analysed.skipped);
  write_remarks(json, "note", "analysed with less than full knowledge", report.analysed.notes);
  write_remarks(json, "warning", "unused suppression", report.unused_suppressions);
  if (report.findings.size() > options.most_results)
    write_notification(
        json, "warning",
        fmt::format("{} findings are left out: only the {} most serious are here",
                    report.findings.size() - options.most_results, options.most_results));
  if (!report.suppressed.empty())
    write_notification(json, "note",
                       fmt::format("{} findings are suppressed", report.suppressed.size()));
  for (const BaselineEntry& entry : report.fixed)
    write_notification(json, "note",
                       fmt::format("fixed since the baseline: {} {} {}", entry.id,
                                   kind_in_words(entry.kind), entry.subject));
  json.end_array().end_object().end_array();
}

void write_results(JsonWriter& json, Sources& sources, const Report& report,
                   const SarifOptions& options) {
  json.key("results").begin_array();
  const std::size_t most = std::min(report.findings.size(), options.most_results);
  for (std::size_t i = 0; i < most; ++i) write_result(json, sources, report.findings[i], options);
  if (options.with_suppressed)
    for (std::size_t i = 0; i < std::min(report.suppressed.size(), options.most_results - most);
         ++i)
      write_result(json, sources, report.suppressed[i], options);
  json.end_array();
}

}  // namespace

std::string to_sarif(const Report& report, Sources& sources, const SarifOptions& options) {
  std::string out;
  JsonWriter json(out);
  json.begin_object();
  json.key("$schema").value("https://json.schemastore.org/sarif-2.1.0.json");
  json.key("version").value("2.1.0").key("runs").begin_array().begin_object();
  json.key("tool").begin_object().key("driver").begin_object().key("name").value("heddle");
  if (!report.version.empty()) json.key("version").value(report.version);
  write_rules(json);
  json.end_object().end_object();
  json.key("columnKind").value("utf16CodeUnits");
  json.key("originalUriBaseIds").begin_object().key(kSourceRoot).begin_object();
  write_message(json, "description", "The folder that the sources are relative to.");
  json.end_object().end_object();
  write_invocation(json, report, options);
  write_results(json, sources, report, options);
  json.end_object().end_array().end_object();
  return out;
}

}  // namespace heddle::report
