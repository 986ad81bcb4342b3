// A report: the findings of one run, and what the run looked at.
//
// Engines fill it, `finish` (report/finish.h) puts it in order, printers write it. A value; no
// thread safety of its own.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "report/finding.h"

namespace heddle::report {

struct Remark {
  std::string what{};  // "lib/odd.jar!/a/B.class"
  std::string why{};

  auto operator<=>(const Remark&) const = default;
};

struct Analysed {
  std::uint64_t classes = 0;
  std::uint64_t methods = 0;
  std::uint64_t reachable_methods = 0;
  std::uint64_t origins = 0;  // threads, tasks and events
  std::vector<Remark> skipped{};
  std::vector<Remark> notes{};
  // What an engine counts beyond these, in its own order: {"pairs_considered", 1200}, …
  std::vector<std::pair<std::string, std::uint64_t>> counts{};

  auto operator<=>(const Analysed&) const = default;
};

// An entry of a baseline: a finding as it was when it was accepted, without lines.
struct BaselineEntry {
  std::string id{};
  Kind kind = Kind::kDataRace;
  std::string subject{};             // "bank.Account.balance"; empty for deadlocks
  std::vector<std::string> sites{};  // "write bank.Account.deposit(I)V"

  auto operator<=>(const BaselineEntry&) const = default;
};

// What the whole-program engine proved about single accesses, so that a recorder need not look at
// them. Whatever is not here was not proven.
struct GuideMethod {
  std::string method{};                 // "deposit(I)V"
  std::vector<std::uint32_t> proven{};  // offsets of accesses in its bytecode that cannot race

  auto operator<=>(const GuideMethod&) const = default;
};

struct GuideClass {
  std::string class_name{};
  std::string bytes{};  // a hash of the class file (base::hash_text), as sixteen digits
  std::vector<GuideMethod> methods{};

  auto operator<=>(const GuideClass&) const = default;
};

struct Report {
  std::string version{};  // of the tool
  Analysed analysed;
  std::vector<Finding> findings{};    // most serious first, once finished
  std::vector<Finding> suppressed{};  // each with `suppressed`
  std::vector<Remark> unused_suppressions{};
  std::vector<BaselineEntry> fixed{};                     // in the baseline, and no longer found
  std::optional<std::vector<GuideClass>> guide{};         // every class that was analysed
  std::vector<std::pair<std::string, double>> seconds{};  // by phase
  std::optional<double> peak_megabytes{};

  auto operator<=>(const Report&) const = default;
};

}  // namespace heddle::report
