// Where operations go: the bytes of a trace in one of its forms.
//
// Feed it batch by batch with the tables they refer to, which may have grown in between, then
// finish it once. The error is an operation that the form has no words for.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <span>
#include <string>

#include "trace/operation.h"
#include "trace/source.h"
#include "trace/tables.h"

namespace heddle::trace {

class Sink {
 public:
  Sink() = default;
  Sink(const Sink&) = delete;
  Sink& operator=(const Sink&) = delete;
  virtual ~Sink() = default;

  // Record::value of a send is a position in `sends`.
  virtual std::expected<void, std::string> add(const Tables& tables, Batch records,
                                               std::span<const Send> sends) = 0;
  virtual void finish() = 0;
};

// Appends to `out`, which outlives the sink; whoever owns it may empty it between calls.
std::unique_ptr<Sink> write(Form form, std::string& out);

}  // namespace heddle::trace
