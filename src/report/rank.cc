#include "report/rank.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "report/finding.h"
#include "report/names.h"

namespace heddle::report {
namespace {

// --- what names alone tell -----------------------------------------------------------------------

bool has_reason(const Finding& finding, ReasonKind kind) {
  return std::ranges::find(finding.reasons, kind, &Reason::kind) != finding.reasons.end();
}

void add(Finding& finding, ReasonKind kind, std::string why = {}) {
  if (!has_reason(finding, kind)) finding.reasons.push_back({.kind = kind, .why = std::move(why)});
}

bool has_operation(const Finding& finding, Operation operation) {
  return std::ranges::find(finding.sides, operation, &Side::operation) != finding.sides.end();
}

bool is_platform(std::string_view class_name) {
  constexpr std::array<std::string_view, 7> kPackages = {"java.",    "javax.",    "jdk.",   "sun.",
                                                         "android.", "androidx.", "kotlin."};
  return std::ranges::any_of(
      kPackages, [&](std::string_view package) { return class_name.starts_with(package); });
}

// The object that is fought over belongs to a library; the subject is what holds it.
bool is_library_object(const Finding& finding) {
  if (!finding.subject) return false;
  if (!finding.subject->field) return true;
  return finding.object && is_platform(finding.object->class_name) &&
         finding.object->class_name != finding.subject->class_name;
}

void add_what_names_tell(Finding& finding) {
  if (finding.kind != Kind::kDataRace || !finding.subject) return;
  if (!has_operation(finding, Operation::kWrite)) return;
  if (is_library_object(finding)) {
    const std::string& library =
        finding.object ? finding.object->class_name : finding.subject->class_name;
    return add(finding, ReasonKind::kCorruptedCollection,
               std::string(simple_class(library)) + " is not made for several threads at once");
  }
  const std::string& type = finding.subject->type;
  if (type == "J" || type == "D")
    add(finding, ReasonKind::kTornValue,
        std::string("a ") + (type == "J" ? "long" : "double") +
            " that is not volatile may be read half old, half new");
}

// --- severity ------------------------------------------------------------------------------------

bool is_harmless(ReasonKind kind) {
  return kind == ReasonKind::kIdempotentInitialise || kind == ReasonKind::kStatisticsCounter;
}

bool is_excused(const Finding& finding, ReasonKind kind) {
  switch (kind) {
    case ReasonKind::kLostUpdate: return has_reason(finding, ReasonKind::kStatisticsCounter);
    case ReasonKind::kCheckThenAct:
    case ReasonKind::kStaleRead: return has_reason(finding, ReasonKind::kIdempotentInitialise);
    default: return false;
  }
}

Severity severity_of(const Finding& finding) {
  const bool is_serious = std::ranges::any_of(finding.reasons, [&](const Reason& reason) {
    return !is_harmless(reason.kind) && !is_excused(finding, reason.kind);
  });
  if (is_serious) return Severity::kSerious;
  if (!finding.reasons.empty()) return Severity::kLikelyHarmless;
  switch (finding.kind) {
    case Kind::kDeadlock:
    case Kind::kUseFreeRace:
    case Kind::kOrderViolation:
    case Kind::kEndlessWait:
    case Kind::kUnreleasedLock: return Severity::kSerious;
    case Kind::kDataRace:
    case Kind::kGuardViolation: return Severity::kModerate;
    case Kind::kUncheckedCall: return Severity::kLikelyHarmless;
  }
  return Severity::kModerate;
}

}  // namespace

std::string subject_of(const Finding& finding) {
  return finding.subject ? subject_in_words(*finding.subject) : std::string();
}

void rank(Finding& finding) {
  for (const Support& support : finding.support)
    finding.evidence = std::max(finding.evidence, support.evidence);
  add_what_names_tell(finding);
  // What decides the severity comes first; within that, the order of the enumeration.
  std::ranges::sort(finding.reasons, {}, [&](const Reason& reason) {
    return std::tuple(is_excused(finding, reason.kind), reason.kind, reason.why);
  });
  finding.severity = severity_of(finding);
}

bool is_before(const Finding& one, const Finding& other) {
  return is_before(one, subject_of(one), other, subject_of(other));
}

bool is_before(const Finding& one, std::string_view its_subject, const Finding& other,
               std::string_view other_subject) {
  if (one.severity != other.severity) return one.severity > other.severity;
  if (one.evidence != other.evidence) return one.evidence > other.evidence;
  // What two engines find in ways of their own is hardly the mistake of one.
  if (one.support.size() != other.support.size()) return one.support.size() > other.support.size();
  return std::tuple(one.doubts.size(), one.kind, its_subject, std::string_view(one.id)) <
         std::tuple(other.doubts.size(), other.kind, other_subject, std::string_view(other.id));
}

std::string_view phrase(ReasonKind kind) {
  switch (kind) {
    case ReasonKind::kLostUpdate: return "lost update";
    case ReasonKind::kTornValue: return "torn value";
    case ReasonKind::kCheckThenAct: return "check-then-act";
    case ReasonKind::kUnsafePublication: return "unsafe publication";
    case ReasonKind::kCorruptedCollection: return "corrupted collection";
    case ReasonKind::kStaleRead: return "stale read";
    case ReasonKind::kIdempotentInitialise:
      return "likely harmless: idempotent lazy initialisation";
    case ReasonKind::kStatisticsCounter: return "likely harmless: statistics counter";
  }
  return "";
}

std::string_view explanation(const Reason& reason) {
  if (!reason.why.empty()) return reason.why;
  switch (reason.kind) {
    case ReasonKind::kLostUpdate:
      return "the value is read, changed and written back: one of two changes can be lost";
    case ReasonKind::kTornValue: return "the value may be read half old, half new";
    case ReasonKind::kCheckThenAct:
      return "what was checked may no longer hold when it is acted on";
    case ReasonKind::kUnsafePublication:
      return "the object may be seen before its fields have their values";
    case ReasonKind::kCorruptedCollection:
      return "the object is not made for several threads at once";
    case ReasonKind::kStaleRead:
      return "the field is not volatile: the other thread may never see the change";
    case ReasonKind::kIdempotentInitialise: return "whoever comes second stores an equal value";
    case ReasonKind::kStatisticsCounter: return "the value is counted up and only ever shown";
  }
  return "";
}

}  // namespace heddle::report
