// Whole traces in memory, for tests.
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "trace/operation.h"
#include "trace/source.h"
#include "trace/tables.h"

namespace heddle::trace {

// A trace read to its end. Record::value of a send is a position in `sends`.
struct WholeTrace {
  Tables tables;
  std::vector<Record> records;
  std::vector<Send> sends;
  std::string cut_short;
};

// The error is what the source said.
std::expected<WholeTrace, std::string> read_all(Form form, std::string_view bytes);
std::string write_all(Form form, const WholeTrace& trace);
// The trace in another form; a failure of ours becomes the text "error: …".
std::string converted(Form from, Form to, std::string_view bytes);

}  // namespace heddle::trace
