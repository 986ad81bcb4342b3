// A report as JSON, `heddle-report/1`: docs/formats/report.md.
//
// Stateless. The same report gives the same bytes.
#pragma once

#include <string>

#include "report/report.h"

namespace heddle::report {

// In the order of the report.
std::string to_json(const Report& report);

}  // namespace heddle::report
