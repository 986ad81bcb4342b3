#include "report/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/finding.h"
#include "report/names.h"
#include "report/rank.h"

namespace heddle::report {
namespace {

// "a", "a and b", "a, b and c".
std::string list_in_words(const std::vector<std::string>& items) {
  std::string out;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i != 0) out += i + 1 == items.size() ? " and " : ", ";
    out += items[i];
  }
  return out;
}

std::string deadlock_title(const Finding& finding) {
  std::vector<std::string> threads;
  for (const Side& side : finding.sides) threads.push_back(thread_in_words(side.thread));
  threads.erase(std::ranges::unique(threads).begin(), threads.end());
  if (threads.empty()) return "deadlock";
  if (threads.size() == 1) return "deadlock of " + threads[0] + " with others like it";
  return "deadlock between " + list_in_words(threads);
}

bool is_pair(const Finding& finding) {
  return finding.sides.size() == 2 && finding.kind != Kind::kDeadlock;
}

const Lock* lock_named(const std::vector<Lock>& locks, std::string_view name) {
  const auto found = std::ranges::find(locks, name, &Lock::name);
  return found == locks.end() ? nullptr : &*found;
}

// How the locks of two sides fail to keep them apart.
std::string lock_clause(const Side& one, const Side& other) {
  if (one.locks.empty() && other.locks.empty()) return "neither side holds a lock";
  if (one.locks.empty() || other.locks.empty()) return "only one side holds a lock";
  for (const Lock& lock : one.locks) {
    const Lock* const partner = lock_named(other.locks, lock.name);
    if (partner == nullptr) continue;
    if (lock.mode != LockMode::kExclusive && partner->mode != LockMode::kExclusive)
      return fmt::format("both hold {}, but only in a mode that lets several in", lock.name);
    if (lock.mode == LockMode::kOptimistic || partner->mode == LockMode::kOptimistic)
      return fmt::format("an optimistic read of {} keeps nobody out", lock.name);
    const bool has_article = lock.name.starts_with("a ");
    return fmt::format("both hold {}{}, but not surely the same one", has_article ? "" : "a ",
                       lock.name);
  }
  return "no lock is held on both sides";
}

std::string guard_clause(const Side& side) {
  if (!side.wants) return {};
  return fmt::format("{} guards it elsewhere and is not held here", side.wants->name);
}

}  // namespace

std::string_view kind_in_words(Kind kind, bool several) {
  switch (kind) {
    case Kind::kDataRace: return several ? "data races" : "data race";
    case Kind::kDeadlock: return several ? "deadlocks" : "deadlock";
    case Kind::kUseFreeRace: return several ? "use-free races" : "use-free race";
    case Kind::kOrderViolation: return several ? "order violations" : "order violation";
    case Kind::kGuardViolation: return several ? "guard violations" : "guard violation";
    case Kind::kEndlessWait: return several ? "endless waits" : "endless wait";
    case Kind::kUnreleasedLock: return several ? "unreleased locks" : "unreleased lock";
    case Kind::kUncheckedCall: return several ? "unchecked calls" : "unchecked call";
  }
  return "";
}

std::string title(const Finding& finding) {
  if (finding.kind == Kind::kDeadlock) return deadlock_title(finding);
  const std::string kind(kind_in_words(finding.kind));
  return finding.subject ? kind + " on " + subject_in_words(*finding.subject) : kind;
}

std::string_view headline_reason(const Finding& finding) {
  if (finding.reasons.empty()) return {};
  if (finding.severity != Severity::kLikelyHarmless) return phrase(finding.reasons[0].kind);
  for (const Reason& reason : finding.reasons)
    if (phrase(reason.kind).starts_with("likely harmless")) return phrase(reason.kind);
  return "likely harmless";
}

std::string thread_in_words(const Thread& thread) {
  std::string name =
      thread.name.empty() ? std::string("some ") + std::string(word(thread.kind)) : thread.name;
  if (thread.kind == ThreadKind::kMain && thread.name.empty()) name = "main";
  return thread.many ? name + " (several at once)" : name;
}

std::string lock_in_words(const Lock& lock) {
  switch (lock.mode) {
    case LockMode::kExclusive: return lock.name;
    case LockMode::kShared: return lock.name + " (shared)";
    case LockMode::kOptimistic: return lock.name + " (optimistic read)";
  }
  return lock.name;
}

// A trace may know no more of a place than a number.
std::string place_in_words(const Place& place) {
  if (place.class_name.empty() && place.file.empty())
    return place.line == 0 ? "somewhere" : fmt::format("line {}", place.line);
  return fmt::format("{} ({})", method_in_words(place),
                     place.file.empty() ? "source not known" : where(place));
}

bool is_against_itself(const Finding& finding) {
  return is_pair(finding) && finding.sides[0].operation == finding.sides[1].operation &&
         finding.sides[0].at == finding.sides[1].at &&
         finding.sides[0].ordinal == finding.sides[1].ordinal;
}

std::string why_unordered(const Finding& finding) {
  if (finding.kind == Kind::kGuardViolation && !finding.sides.empty())
    return finding.unordered.empty() ? guard_clause(finding.sides[0]) : finding.unordered;
  if (!is_pair(finding)) return finding.unordered;
  if (finding.kind == Kind::kOrderViolation) return finding.unordered;
  const std::string locks = lock_clause(finding.sides[0], finding.sides[1]);
  return finding.unordered.empty() ? locks + ", and no start, join or hand-off puts one first"
                                   : finding.unordered + ", and " + locks;
}

std::string advice(const Finding& finding) {
  if (finding.kind == Kind::kGuardViolation || !is_pair(finding)) return {};
  for (const bool is_turned : {false, true}) {
    const Side& holder = finding.sides[is_turned ? 1 : 0];
    const Side& other = finding.sides[is_turned ? 0 : 1];
    if (holder.locks.empty() || !other.locks.empty()) continue;
    const Lock& lock = holder.locks.back();
    if (lock.mode != LockMode::kExclusive) continue;
    return fmt::format("hold {} in {} too", lock.name, method_in_words(other.at));
  }
  return {};
}

}  // namespace heddle::report
