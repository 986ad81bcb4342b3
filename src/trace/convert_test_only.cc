#include "trace/convert_test_only.h"

#include <expected>
#include <memory>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "trace/operation.h"
#include "trace/sink.h"
#include "trace/source.h"

namespace heddle::trace {

std::expected<WholeTrace, std::string> read_all(Form form, std::string_view bytes) {
  auto source = open(form, base::as_bytes(bytes));
  if (!source) return std::unexpected(source.error().describe());
  WholeTrace trace;
  while (true) {
    const auto batch = (*source)->next();
    if (!batch) return std::unexpected(batch.error().describe());
    if (batch->empty()) break;
    for (Record record : *batch) {
      if (record.operation == Operation::kSend) {
        trace.sends.push_back((*source)->sends()[record.value]);
        record.value = trace.sends.size() - 1;
      }
      trace.records.push_back(record);
    }
  }
  trace.tables = (*source)->tables();
  trace.cut_short = (*source)->cut_short();
  return trace;
}

std::string write_all(Form form, const WholeTrace& trace) {
  std::string out;
  const std::unique_ptr<Sink> sink = write(form, out);
  const auto added = sink->add(trace.tables, trace.records, trace.sends);
  if (!added) return "error: " + added.error();
  sink->finish();
  return out;
}

std::string converted(Form from, Form to, std::string_view bytes) {
  const auto trace = read_all(from, bytes);
  return trace ? write_all(to, *trace) : "error: " + trace.error();
}

}  // namespace heddle::trace
