// Findings that someone has looked at and does not want to see: by a comment in the source, by an
// annotation in the class files, by a rule of the project. docs/formats/report.md.
//
// A finding is suppressed if any of its sites is. What suppresses nothing is told, so that it can
// be taken away. Stateless; each finding against each rule and annotation.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/finding.h"
#include "report/report.h"
#include "report/source.h"

namespace heddle::report {

// From a configuration. Whatever is given must match; `*` in a text stands for anything.
struct SuppressionRule {
  std::string where{};  // "heddle.toml:3"
  std::string why{};
  std::optional<Kind> kind{};
  std::string id{};
  std::string class_name{};  // with `field` that of the subject, with `method` that of a site
  std::string field{};
  std::string method{};  // with or without its descriptor
};

// An annotation on a class, or on a member of it. It reaches into nested classes and lambdas.
struct AnnotatedElement {
  std::string annotation{};  // its class: "com.acme.SuppressHeddle"
  std::string class_name{};
  std::string field{};                // one of these two, or neither
  std::string method{};               // with its descriptor
  std::vector<std::string> values{};  // kinds it is about, as the report names them; none: all
};

struct Suppressions {
  std::vector<SuppressionRule> rules{};
  std::vector<AnnotatedElement> annotated{};  // others than of `annotation_names` are passed over
  std::vector<std::string> annotation_names{"SuppressHeddle"};  // simple names
  std::vector<SourceFile> files{};  // searched for comments that suppress nothing
};

// Whether an annotation's class has one of the simple names, whatever its package.
bool is_suppressing(std::string_view annotation, const std::vector<std::string>& simple_names);

// Moves what is suppressed out of the findings of a finished report, which stays finished, and
// lists what suppresses nothing. Comments are looked for in the files of the findings' sites as
// well.
void suppress(Report& report, const Suppressions& suppressions, Sources& sources);

}  // namespace heddle::report
