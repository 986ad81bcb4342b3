// Each way to suppress becomes a Suppressor: a question to ask a finding, and whether it was ever
// answered with yes. All are asked about every finding, so that one that is covered twice makes
// both of them used.
#include "report/suppress.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report/comments.h"
#include "report/finding.h"
#include "report/names.h"
#include "report/report.h"
#include "report/source.h"

namespace heddle::report {
namespace {

struct Suppressor {
  Suppression says;
  std::string unused;  // what is told of it if it suppresses nothing
  std::function<bool(const Finding&)> matches;
  bool is_used = false;
};

// Every place of the code that a finding is about.
std::vector<const Place*> places_of(const Finding& finding) {
  std::vector<const Place*> places;
  for (const Side& side : finding.sides) {
    places.push_back(&side.at);
    for (const Lock& lock : side.holds)
      if (lock.acquired) places.push_back(&*lock.acquired);
  }
  return places;
}

template <typename Matches>
bool any_place(const Finding& finding, Matches matches) {
  return std::ranges::any_of(places_of(finding),
                             [&](const Place* place) { return matches(*place); });
}

// --- by comment ----------------------------------------------------------------------------------

// By path, so that files come in their order and each once.
using Files = std::map<std::string, std::string_view>;

Files files_to_search(const Report& report, const Suppressions& suppressions, Sources& sources) {
  Files files;
  for (const SourceFile& file : suppressions.files) files.emplace(file.path, file.text);
  for (const Finding& finding : report.findings)
    for (const Place* const place : places_of(finding))
      if (const SourceFile* const file = sources.file(*place))
        files.emplace(file->path, file->text);
  return files;
}

std::string why_unused(const Comment& comment) {
  if (comment.unknown_kinds.empty()) return "this comment suppresses nothing";
  return fmt::format("`{}` is no kind of finding", comment.unknown_kinds[0]);
}

bool is_about(const std::vector<Kind>& kinds, Kind kind) {
  return kinds.empty() || std::ranges::find(kinds, kind) != kinds.end();
}

void add_comments(std::vector<Suppressor>& all, const Files& files, Sources& sources) {
  for (const auto& [path, text] : files)
    for (const Comment& comment : find_comments(text)) {
      const bool is_misspelt = comment.kinds.empty() && !comment.unknown_kinds.empty();
      all.push_back(
          {.says = {.kind = SuppressionKind::kComment,
                    .where = fmt::format("{}:{}", path, comment.line),
                    .why = comment.why},
           .unused = why_unused(comment),
           .matches = [&sources, &file = path, comment, is_misspelt](const Finding& finding) {
             return !is_misspelt && is_about(comment.kinds, finding.kind) &&
                    any_place(finding, [&](const Place& place) {
                      return place.line == comment.about_line && sources.path(place) == file;
                    });
           }});
    }
}

// --- by annotation -------------------------------------------------------------------------------

// The class itself or one inside it.
bool is_inside(std::string_view class_name, std::string_view outer) {
  return class_name.starts_with(outer) &&
         (class_name.size() == outer.size() || class_name[outer.size()] == '$');
}

bool covers(const AnnotatedElement& element, const Place& place) {
  if (element.method.empty()) return is_inside(place.class_name, element.class_name);
  return place.class_name == element.class_name &&
         (place.method == element.method ||
          (place.method.starts_with("lambda$") &&
           source_method(place.method) == method_name(element.method)));
}

bool covers(const AnnotatedElement& element, const Finding& finding) {
  const auto& subject = finding.subject;
  if (!element.field.empty())
    return subject && subject->class_name == element.class_name && subject->field == element.field;
  if (element.method.empty() && subject && is_inside(subject->class_name, element.class_name))
    return true;
  return any_place(finding, [&](const Place& place) { return covers(element, place); });
}

bool names_kind(const std::vector<std::string>& values, Kind kind) {
  return values.empty() || std::ranges::find(values, word(kind)) != values.end();
}

void add_annotations(std::vector<Suppressor>& all, const Suppressions& suppressions) {
  for (const AnnotatedElement& element : suppressions.annotated) {
    if (!is_suppressing(element.annotation, suppressions.annotation_names)) continue;
    const std::string member = element.field.empty() ? element.method : element.field;
    const std::string name = element.class_name + (member.empty() ? "" : "." + member);
    all.push_back(
        {.says = {.kind = SuppressionKind::kAnnotation,
                  .where = fmt::format("@{} on {}", simple_class(element.annotation), name)},
         .unused = "this annotation suppresses nothing",
         .matches = [&element](const Finding& finding) {
           return names_kind(element.values, finding.kind) && covers(element, finding);
         }});
  }
}

// --- by configuration ----------------------------------------------------------------------------

// `*` stands for anything; the pattern must fit the whole text. Greedy, with one step back.
bool fits(std::string_view text, std::string_view pattern) {
  std::size_t at = 0;
  std::size_t next = 0;
  std::size_t star = std::string_view::npos;
  std::size_t after_star = 0;
  while (at < text.size()) {
    if (next < pattern.size() && pattern[next] == '*') {
      star = next++;
      after_star = at;
    } else if (next < pattern.size() && pattern[next] == text[at]) {
      ++next, ++at;
    } else if (star != std::string_view::npos) {
      next = star + 1;
      at = ++after_star;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', next) == std::string_view::npos;
}

bool fits_if_given(std::string_view text, std::string_view pattern) {
  return pattern.empty() || fits(text, pattern);
}

bool fits_method(const Place& place, const SuppressionRule& rule) {
  return fits_if_given(place.class_name, rule.class_name) &&
         (fits(place.method, rule.method) || fits(source_method(place.method), rule.method));
}

bool fits_class(const Finding& finding, std::string_view pattern) {
  return (finding.subject && fits(finding.subject->class_name, pattern)) ||
         any_place(finding, [&](const Place& place) { return fits(place.class_name, pattern); });
}

bool fits_rule(const Finding& finding, const SuppressionRule& rule) {
  if (rule.kind && *rule.kind != finding.kind) return false;
  if (!fits_if_given(finding.id, rule.id)) return false;
  if (!rule.field.empty() &&
      !(finding.subject && finding.subject->field && fits(*finding.subject->field, rule.field) &&
        fits_if_given(finding.subject->class_name, rule.class_name)))
    return false;
  if (!rule.method.empty() &&
      !any_place(finding, [&](const Place& place) { return fits_method(place, rule); }))
    return false;
  const bool is_class_alone = rule.field.empty() && rule.method.empty() && !rule.class_name.empty();
  return !is_class_alone || fits_class(finding, rule.class_name);
}

void add_rules(std::vector<Suppressor>& all, const std::vector<SuppressionRule>& rules) {
  for (const SuppressionRule& rule : rules)
    all.push_back(
        {.says = {.kind = SuppressionKind::kConfiguration, .where = rule.where, .why = rule.why},
         .unused = "this rule suppresses nothing",
         .matches = [&rule](const Finding& finding) { return fits_rule(finding, rule); }});
}

// The first that matches; all that do count as used.
std::optional<Suppression> ask_all(std::vector<Suppressor>& all, const Finding& finding) {
  std::optional<Suppression> first;
  for (Suppressor& one : all) {
    if (!one.matches(finding)) continue;
    one.is_used = true;
    if (!first) first = one.says;
  }
  return first;
}

}  // namespace

bool is_suppressing(std::string_view annotation, const std::vector<std::string>& simple_names) {
  const std::string_view simple = annotation.substr(annotation.find_last_of("./$") + 1);
  return std::ranges::find(simple_names, simple) != simple_names.end();
}

void suppress(Report& report, const Suppressions& suppressions, Sources& sources) {
  const Files files = files_to_search(report, suppressions, sources);
  std::vector<Suppressor> all;
  add_comments(all, files, sources);
  add_annotations(all, suppressions);
  add_rules(all, suppressions.rules);

  std::vector<Finding> kept;
  for (Finding& finding : report.findings) {
    finding.suppressed = ask_all(all, finding);
    (finding.suppressed ? report.suppressed : kept).push_back(std::move(finding));
  }
  report.findings = std::move(kept);
  for (const Suppressor& one : all)
    if (!one.is_used)
      report.unused_suppressions.push_back({.what = one.says.where, .why = one.unused});
  std::vector<Remark>& unused = report.unused_suppressions;
  std::ranges::sort(unused);
  unused.erase(std::ranges::unique(unused).begin(), unused.end());
}

}  // namespace heddle::report
