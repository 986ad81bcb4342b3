#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report/finding.h"
#include "report/names.h"
#include "report/page.h"
#include "report/rank.h"
#include "report/source.h"
#include "report/text.h"
#include "report/words.h"

namespace heddle::report {
namespace {

constexpr std::size_t kColumn = 14;
constexpr std::uint32_t kContext = 2;

// A name in the left column, its lines in the right one; nothing if there are none.
void put_rows(Page& page, std::string_view name, const std::vector<std::string>& rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i == 0) page.column(2).put(name, Style::kFaint);
    page.column(kColumn).put(rows[i]).end_line();
  }
}

std::vector<std::string> support_rows(const Finding& finding) {
  std::vector<std::string> rows;
  for (const Support& support : finding.support)
    rows.push_back(
        fmt::format("{}, by the {} analysis", word(support.evidence), word(support.engine)));
  if (rows.empty()) rows.emplace_back(word(finding.evidence));
  return rows;
}

std::vector<std::string> severity_rows(const Finding& finding) {
  std::vector<std::string> rows = {std::string(
      finding.severity == Severity::kLikelyHarmless ? "likely harmless" : word(finding.severity))};
  for (const Reason& reason : finding.reasons)
    rows.push_back(fmt::format("{}: {}", phrase(reason.kind), explanation(reason)));
  return rows;
}

std::vector<std::string> object_rows(const Finding& finding) {
  if (!finding.object) return {};
  const Object& object = *finding.object;
  if (!object.allocated) return {object.class_name};
  return {fmt::format("{}, made in {}", object.class_name, place_in_words(*object.allocated))};
}

std::vector<std::string> thread_rows(const Thread& thread) {
  std::vector<std::string> rows = {thread_in_words(thread)};
  if (!thread.runs_on.empty()) rows.push_back("runs on " + thread.runs_on);
  for (const Send& send : thread.sends)
    rows.push_back(fmt::format("sent by {}{}", send.from,
                               send.at ? " in " + place_in_words(*send.at) : std::string()));
  if (thread.started) rows.push_back("started in " + place_in_words(*thread.started));
  return rows;
}

std::vector<std::string> lock_rows(const std::vector<Lock>& locks,
                                   std::string_view how = "taken in") {
  std::vector<std::string> rows;
  for (const Lock& lock : locks)
    rows.push_back(lock.acquired ? fmt::format("{}, {} {}", lock_in_words(lock), how,
                                               place_in_words(*lock.acquired))
                                 : lock_in_words(lock));
  return rows;
}

std::vector<std::string> stack_rows(const Side& side) {
  std::vector<std::string> rows;
  for (const Place& frame : side.stack) rows.push_back(place_in_words(frame));
  if (side.stack.empty() || side.stack.back() != side.at) rows.push_back(place_in_words(side.at));
  return rows;
}

void put_snippet(Page& page, Sources& sources, const Place& place) {
  const std::vector<Sources::Line> lines = sources.around(place, kContext);
  if (lines.empty()) return;
  page.gap().column(4).put(sources.path(place), Style::kFaint).end_line();
  for (const Sources::Line& line : lines) {
    const bool is_it = line.number == place.line;
    page.column(2)
        .put(is_it ? "> " : "  ")
        .put(fmt::format("{:>5} | ", line.number), Style::kFaint);
    page.put(line.text, is_it ? Style::kStrong : Style::kPlain).end_line();
  }
}

void put_side(Page& page, Sources& sources, const Finding& finding, const Side& side) {
  page.gap().put(fmt::format("{} in {}", word(side.operation), place_in_words(side.at)),
                 Style::kStrong);
  page.end_line();
  put_rows(page, "thread", thread_rows(side.thread));
  const bool is_deadlock = finding.kind == Kind::kDeadlock;
  if (side.wants && is_deadlock) put_rows(page, "wants", lock_rows({*side.wants}, "asked for in"));
  if (side.wants && !is_deadlock) put_rows(page, "guarded by", lock_rows({*side.wants}));
  std::vector<std::string> held = lock_rows(is_deadlock ? side.holds : side.locks);
  if (held.empty()) held.emplace_back("nothing");
  put_rows(page, "holds", held);
  put_rows(page, "maybe holds", lock_rows(side.maybe_locks));
  put_rows(page, "stack", stack_rows(side));
  put_snippet(page, sources, side.at);
}

// Code that races with itself is told once.
void put_sides(Page& page, Sources& sources, const Finding& finding) {
  const bool is_mirrored = finding.sides.size() == 2 && finding.sides[0] == finding.sides[1];
  for (std::size_t i = 0; i < finding.sides.size(); ++i)
    if (i == 0 || !is_mirrored) put_side(page, sources, finding, finding.sides[i]);
  if (is_mirrored) page.gap().put("the other side is the same, in another thread").end_line();
}

void put_paragraph(Page& page, std::string_view heading, const std::vector<std::string>& lines) {
  if (lines.empty()) return;
  page.gap().put(heading, Style::kStrong).end_line();
  for (const std::string& line : lines) page.column(2).put(line).end_line();
}

std::vector<std::string> unless_empty(std::string text) {
  return text.empty() ? std::vector<std::string>() : std::vector{std::move(text)};
}

std::string_view order_heading(Kind kind) {
  switch (kind) {
    case Kind::kGuardViolation: return "what is missing";
    case Kind::kEndlessWait: return "why nobody can wake it";
    case Kind::kUnreleasedLock: return "why it stays locked";
    case Kind::kUncheckedCall: return "what nobody promises";
    default: return "why nothing orders them";
  }
}

}  // namespace

std::string explain(const Finding& finding, Sources& sources, const TextOptions& options) {
  Page page(options.colour);
  page.put(finding.id, Style::kFaint).put("  ").put(title(finding), Style::kStrong).end_line();
  put_rows(page, "evidence", support_rows(finding));
  put_rows(page, "severity", severity_rows(finding));
  put_rows(page, "doubts", finding.doubts);
  put_rows(page, "object", object_rows(finding));
  if (finding.instances > 1)
    put_rows(page, "instances", {fmt::format("{}; the clearest is shown", finding.instances)});
  if (!finding.missed.empty()) put_rows(page, "static miss", {finding.missed});
  if (finding.suppressed)
    put_rows(
        page, "suppressed",
        {fmt::format("by a {} at {}", word(finding.suppressed->kind), finding.suppressed->where)});
  put_sides(page, sources, finding);
  put_paragraph(page, order_heading(finding.kind), unless_empty(why_unordered(finding)));
  put_paragraph(page, "how it happens", finding.how);
  put_paragraph(page, "what would help", unless_empty(advice(finding)));
  return std::move(page).take();
}

}  // namespace heddle::report
