// A report as JSON, `heddle-report/1`: docs/formats/report.md.
//
// Stateless. The same report gives the same bytes, and what was read back prints the same again.
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "base/malformed.h"
#include "report/report.h"

namespace heddle::report {

// In the order of the report.
std::string to_json(const Report& report);

// The report that the text is. Keys that are not known are passed over, for a later version may
// write more, and most may be missing; what is there must have its type. Otherwise the first thing
// that is wrong, with its place: "findings[3].sides[0].at.line: want a whole number, found a text".
// Linear in the text, whoever wrote it.
std::expected<Report, base::Malformed> from_json(std::string_view text);

}  // namespace heddle::report
