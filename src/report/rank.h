// How serious a finding is, and why, in words.
//
// Engines know what the code does and say so as reasons (a read whose value goes into the write: a
// lost update). What names and types alone tell is added here: a `long` can be torn, a `HashMap`
// corrupted. Stateless.
//
// A reason that makes harmless excuses only what it explains: a counter that is only shown may lose
// an update, but not corrupt a map; storing an equal value twice excuses the check before it, but
// not the object that is seen half made.
#pragma once

#include <string>
#include <string_view>

#include "report/finding.h"

namespace heddle::report {

// Completes the reasons (most serious first), sets the severity, and the evidence where there is
// support. Doing it again changes nothing.
void rank(Finding& finding);

// The order of a report: severity, then evidence, then how many engines say so, then how little it
// is doubted, then by name. Total on findings with ids.
bool is_before(const Finding& one, const Finding& other);
// The same for whoever sorts many, with what subject_of() says of each.
bool is_before(const Finding& one, std::string_view its_subject, const Finding& other,
               std::string_view other_subject);
// In words; empty where there is none.
std::string subject_of(const Finding& finding);

// "lost update", for a heading.
std::string_view phrase(ReasonKind kind);

// The reason's own words, or what is always said of its kind. A clause without a full stop.
std::string_view explanation(const Reason& reason);

}  // namespace heddle::report
