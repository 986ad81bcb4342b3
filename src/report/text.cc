// A finding takes some eight lines: what, the two sides with their threads and locks and a line of
// source each, why nothing orders them, what speaks against it, and where to read on.
#include "report/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report/finding.h"
#include "report/limit.h"
#include "report/names.h"
#include "report/page.h"
#include "report/rank.h"
#include "report/report.h"
#include "report/source.h"
#include "report/words.h"

namespace heddle::report {
namespace {

constexpr std::size_t kHeadingColumn = 64;
constexpr std::size_t kSideColumn = 9;
constexpr std::size_t kMostRemarks = 3;

// --- groups --------------------------------------------------------------------------------------

struct Group {
  std::string heading;  // empty: that of its only finding
  std::vector<const Finding*> findings;
};

std::string object_in_words(const Finding& finding) {
  if (!finding.object) return finding.subject ? "objects not told apart" : "locks";
  const Object& object = *finding.object;
  return object.allocated
             ? fmt::format("{} made at {}", object.class_name, where(*object.allocated))
             : object.class_name;
}

std::string class_of(const Finding& finding) {
  if (finding.subject) return finding.subject->class_name;
  return finding.sides.empty() ? std::string() : finding.sides[0].at.class_name;
}

std::string group_of(const Finding& finding, View view) {
  switch (view) {
    case View::kObject: return object_in_words(finding);
    case View::kClass: return class_of(finding);
    case View::kField: break;
  }
  if (!finding.subject) return finding.id;
  return fmt::format("{} on {}", word(finding.kind), subject_in_words(*finding.subject));
}

std::string heading_of(const std::vector<const Finding*>& findings, View view) {
  const Finding& first = *findings[0];
  if (view != View::kField) return group_of(first, view);
  if (findings.size() == 1) return title(first);
  return fmt::format("{} {} on {}", findings.size(), kind_in_words(first.kind, true),
                     subject_in_words(*first.subject));
}

// In the order of the most serious finding of each.
std::vector<Group> groups_of(const Report& report, View view) {
  std::vector<Group> groups;
  std::map<std::string, std::size_t> index;
  for (const Finding& finding : report.findings) {
    if (finding.known.value_or(false)) continue;
    const auto [at, is_new] = index.try_emplace(group_of(finding, view), groups.size());
    if (is_new) groups.emplace_back();
    groups[at->second].findings.push_back(&finding);
  }
  for (Group& group : groups) group.heading = heading_of(group.findings, view);
  return groups;
}

// --- findings ------------------------------------------------------------------------------------

std::string standing(const Finding& finding) {
  std::string out(word(finding.evidence));
  if (const std::string_view reason = headline_reason(finding); !reason.empty())
    out += fmt::format(" · {}", reason);
  return out;
}

Style style_of(Severity severity) {
  switch (severity) {
    case Severity::kSerious: return Style::kAlarm;
    case Severity::kModerate: return Style::kPlain;
    case Severity::kLikelyHarmless: return Style::kFaint;
  }
  return Style::kPlain;
}

void put_heading(Page& page, std::string_view heading, const Finding& finding) {
  page.put(heading, Style::kStrong).column(kHeadingColumn);
  page.put(standing(finding), style_of(finding.severity)).end_line();
}

std::string locks_in_words(const std::vector<Lock>& locks) {
  std::string out;
  for (const Lock& lock : locks) out += (out.empty() ? "" : ", ") + lock_in_words(lock);
  return out.empty() ? "nothing" : out;
}

void put_source_line(Page& page, Sources& sources, const Place& place, std::size_t column) {
  for (const Sources::Line& line : sources.around(place, 0)) {
    const std::size_t begin = std::min(line.text.find_first_not_of(' '), line.text.size());
    page.column(column).put(fmt::format("{} | ", line.number), Style::kFaint);
    page.put(line.text.substr(begin)).end_line();
  }
}

void put_side(Page& page, Sources& sources, const Side& side, std::size_t thread_column) {
  page.column(2).put(word(side.operation)).column(kSideColumn).put(place_in_words(side.at));
  page.column(thread_column).put("in ").put(thread_in_words(side.thread)).end_line();
  page.column(kSideColumn).put("holds " + locks_in_words(side.locks));
  if (!side.maybe_locks.empty()) page.put(", maybe " + locks_in_words(side.maybe_locks));
  page.end_line();
  put_source_line(page, sources, side.at, kSideColumn);
}

void put_sides(Page& page, Sources& sources, const Finding& finding) {
  std::size_t column = 0;
  for (const Side& side : finding.sides)
    column = std::max(column, kSideColumn + width_of(place_in_words(side.at)) + 2);
  const bool is_mirrored =
      is_against_itself(finding) && finding.sides[0].locks == finding.sides[1].locks;
  put_side(page, sources, finding.sides[0], column);
  if (is_mirrored)
    page.column(2)
        .put("and")
        .column(kSideColumn)
        .put("the same place")
        .column(column)
        .put("in " + thread_in_words(finding.sides[1].thread))
        .end_line();
  else
    for (std::size_t i = 1; i < finding.sides.size(); ++i)
      put_side(page, sources, finding.sides[i], column);
}

void put_deadlock(Page& page, Sources& sources, const Finding& finding) {
  for (const Side& side : finding.sides) {
    page.column(2).put(thread_in_words(side.thread)).end_line();
    for (const Lock& lock : side.holds) {
      page.column(4).put("holds  " + lock_in_words(lock));
      if (lock.acquired) page.put(", taken in " + place_in_words(*lock.acquired));
      page.end_line();
    }
    page.column(4).put("wants  " + (side.wants ? lock_in_words(*side.wants) : "another"));
    page.put(" in " + place_in_words(side.at)).end_line();
    put_source_line(page, sources, side.at, kSideColumn + 2);
  }
}

std::string_view order_heading(Kind kind) {
  switch (kind) {
    case Kind::kGuardViolation: return "the guard: ";
    case Kind::kDeadlock: return "each waits for the next: ";
    case Kind::kEndlessWait: return "nobody can wake it: ";
    case Kind::kUnreleasedLock: return "it stays locked: ";
    case Kind::kUncheckedCall: return "nobody promises: ";
    default: return "nothing orders them: ";
  }
}

// What to type for more.
std::string how_to_explain(const Finding& finding, const TextOptions& options) {
  std::string command = "heddle explain " + finding.id;
  return options.report_file.empty() ? command : command + " --report " + options.report_file;
}

// What speaks against it, the first of it in full.
void put_doubts(Page& page, const Finding& finding) {
  if (finding.doubts.empty()) return;
  page.column(2).put("doubted: ").put(finding.doubts[0]);
  if (finding.doubts.size() > 1) page.put(fmt::format("; and {} more", finding.doubts.size() - 1));
  page.end_line();
}

void put_finding(Page& page, Sources& sources, const Finding& finding, bool with_standing,
                 const TextOptions& options) {
  if (finding.kind == Kind::kDeadlock)
    put_deadlock(page, sources, finding);
  else if (!finding.sides.empty())
    put_sides(page, sources, finding);
  if (const std::string why = why_unordered(finding); !why.empty())
    page.column(2).put(order_heading(finding.kind)).put(why).end_line();
  put_doubts(page, finding);
  if (!finding.missed.empty()) page.column(2).put("static miss: ").put(finding.missed).end_line();
  page.column(2).put(finding.id, Style::kFaint);
  if (with_standing) page.put(" · " + standing(finding), style_of(finding.severity));
  if (options.is_kept) page.put(" · " + how_to_explain(finding, options), Style::kFaint);
  page.end_line();
}

// One line: "r-5f1c09ab  write Account.deposit (Account.java:12), read …".
void put_brief(Page& page, const Finding& finding) {
  page.column(4).put(finding.id, Style::kFaint).put("  ");
  for (std::size_t i = 0; i < finding.sides.size(); ++i) {
    const Side& side = finding.sides[i];
    page.put(i == 0 ? "" : ", ");
    page.put(fmt::format("{} {}", word(side.operation), place_in_words(side.at)));
  }
  if (!finding.doubts.empty()) page.put(" · doubted");
  page.end_line();
}

std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

void put_group(Page& page, Sources& sources, const Group& group, const TextOptions& options) {
  page.gap();
  put_heading(page, group.heading, *group.findings[0]);
  const std::size_t full =
      std::min(group.findings.size(), std::max<std::size_t>(options.most_in_group, 1));
  const bool is_field = options.view == View::kField;
  for (std::size_t i = 0; i < full; ++i) {
    if (i != 0) page.gap();
    if (!is_field) page.column(2).put(title(*group.findings[i])).end_line();
    put_finding(page, sources, *group.findings[i], !is_field || group.findings.size() > 1, options);
  }
  if (full == group.findings.size()) return;
  page.gap().column(2).put(fmt::format("and {} more:", group.findings.size() - full)).end_line();
  const std::size_t end = std::min(group.findings.size(), full + options.most_lines);
  for (std::size_t i = full; i < end; ++i) put_brief(page, *group.findings[i]);
  if (end == group.findings.size()) return;
  const std::size_t left = group.findings.size() - end;
  page.column(4)
      .put(fmt::format("{} not shown; --format json lists all", grouped(left)))
      .end_line();
}

// --- the rest ------------------------------------------------------------------------------------

std::string counted(std::uint64_t number, std::string_view one, std::string_view several) {
  return grouped(number) + " " + std::string(number == 1 ? one : several);
}

void put_remarks(Page& page, std::string_view heading, const std::vector<Remark>& remarks) {
  if (remarks.empty()) return;
  page.put(fmt::format("{} {}", grouped(remarks.size()), heading)).end_line();
  for (std::size_t i = 0; i < std::min(remarks.size(), kMostRemarks); ++i)
    page.column(2).put(remarks[i].what + ": " + remarks[i].why).end_line();
  if (remarks.size() > kMostRemarks)
    page.column(2)
        .put(fmt::format("and {} more; --format json lists all",
                         grouped(remarks.size() - kMostRemarks)))
        .end_line();
}

std::uint64_t count_of(const Analysed& analysed, std::string_view what) {
  const auto found = std::ranges::find(
      analysed.counts, what, [](const auto& count) { return std::string_view(count.first); });
  return found == analysed.counts.end() ? 0 : found->second;
}

void put_totals(Page& page, const Report& report) {
  std::map<Severity, std::size_t, std::greater<>> by_severity;
  std::size_t known = 0;
  std::size_t shown = 0;
  std::size_t doubted = 0;
  for (const Finding& finding : report.findings) {
    if (finding.known.value_or(false)) {
      ++known;
      continue;
    }
    ++by_severity[finding.severity];
    ++shown;
    doubted += finding.doubts.empty() ? 0 : 1;
  }
  const std::uint64_t not_listed = count_of(report.analysed, kNotListed);
  page.put(shown != 0        ? counted(shown, "finding", "findings")
           : not_listed != 0 ? "nothing found that nothing speaks against"
                             : "nothing found",
           Style::kStrong);
  std::string_view before = ": ";
  for (const auto& [severity, count] : by_severity) {
    page.put(before).put(
        fmt::format("{} {}", count,
                    severity == Severity::kLikelyHarmless ? "likely harmless" : word(severity)));
    before = ", ";
  }
  if (doubted != 0) page.put(fmt::format("; {} of them doubted", doubted));
  if (known != 0) page.put(fmt::format("; {} known from the baseline", known));
  if (!report.suppressed.empty())
    page.put(fmt::format("; {} suppressed", report.suppressed.size()));
  if (not_listed != 0)
    page.put(fmt::format("; {} doubted or less serious, which --all lists", grouped(not_listed)));
  page.end_line();
}

bool has_support_of(const Finding& finding, bool is_of_run) {
  return std::ranges::any_of(finding.support, [&](const Support& support) {
    return (support.engine == Engine::kTrace) == is_of_run;
  });
}

// Of a report that a run was joined to.
void put_joined(Page& page, const Report& report) {
  const auto is_joined = [](const auto& count) { return count.first == "supported_by_run"; };
  if (std::ranges::none_of(report.analysed.counts, is_joined)) return;
  std::size_t of_analysis = 0, supported = 0, missed = 0;
  for (const Finding& finding : report.findings) {
    const bool is_static = has_support_of(finding, false);
    of_analysis += is_static ? 1 : 0;
    supported += is_static && has_support_of(finding, true) ? 1 : 0;
    missed += finding.missed.empty() ? 0 : 1;
  }
  page.put(fmt::format("the run shows {} of {}", supported,
                       counted(of_analysis, "static finding", "static findings")));
  if (missed != 0) page.put("; " + counted(missed, "static miss", "static misses"));
  page.end_line();
}

void put_fixed(Page& page, const std::vector<BaselineEntry>& fixed) {
  if (fixed.empty()) return;
  page.put(counted(fixed.size(), "finding", "findings") + " of the baseline fixed:").end_line();
  for (const BaselineEntry& entry : fixed) {
    page.column(2).put(entry.id, Style::kFaint).put("  ").put(kind_in_words(entry.kind));
    if (!entry.subject.empty()) page.put(" on " + entry.subject);
    page.end_line();
  }
}

// Of the engine that looks at one method at a time.
void put_methods(Page& page, const Analysed& analysed) {
  const auto count = [&](std::string_view name) {
    const auto found =
        std::ranges::find_if(analysed.counts, [&](const auto& each) { return each.first == name; });
    return found == analysed.counts.end() ? std::uint64_t{0} : found->second;
  };
  const std::uint64_t all = count("methods_summarised"), anew = count("methods_reanalysed");
  if (all == 0 || analysed.reachable_methods != 0) return;
  page.put(", " + counted(all, "method", "methods"));
  if (anew < all) page.put(", " + grouped(anew) + " of them anew");
}

void put_analysed(Page& page, const Analysed& analysed) {
  if (analysed.classes != 0) {
    page.put("looked at " + counted(analysed.classes, "class", "classes"));
    if (analysed.reachable_methods != 0)
      page.put(", " + counted(analysed.reachable_methods, "reachable method", "reachable methods"));
    if (analysed.origins != 0)
      page.put(", " +
               counted(analysed.origins, "thread, task or event", "threads, tasks and events"));
    put_methods(page, analysed);
    page.end_line();
  }
  put_remarks(page, "skipped, not looked at:", analysed.skipped);
  put_remarks(page, "looked at with less than full knowledge:", analysed.notes);
}

}  // namespace

std::string to_text(const Report& report, Sources& sources, const TextOptions& options) {
  Page page(options.colour);
  for (const Group& group : groups_of(report, options.view))
    put_group(page, sources, group, options);
  page.gap();
  put_totals(page, report);
  put_joined(page, report);
  put_fixed(page, report.fixed);
  put_remarks(
      page, report.unused_suppressions.size() == 1 ? "unused suppression:" : "unused suppressions:",
      report.unused_suppressions);
  put_analysed(page, report.analysed);
  return std::move(page).take();
}

}  // namespace heddle::report
