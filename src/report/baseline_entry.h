// An entry of a baseline as JSON: in the baseline itself, and in a report that lists what is fixed.
#pragma once

#include "base/json_writer.h"
#include "report/json_node.h"
#include "report/report.h"

namespace heddle::report {

void write_entry(base::JsonWriter& json, const BaselineEntry& entry);
BaselineEntry read_entry(const JsonNode& node);

}  // namespace heddle::report
