// Where operations come from: a trace, read batch by batch in one pass.
//
//   while (true) {
//     const auto batch = source.next();
//     if (!batch) …;                       // what is wrong with the bytes
//     if (batch->empty()) break;
//     for (const Record& record : *batch) …
//   }
//
// Every id in a batch is below the size of its table, so nobody behind a source checks again;
// events may have any number but the last, and times end where a signed number would. A batch and
// its sends live until the next call. A source is used by one thread; its bytes outlive it.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/malformed.h"
#include "trace/operation.h"
#include "trace/tables.h"

namespace heddle::trace {

using Batch = std::span<const Record>;

class Source {
 public:
  Source() = default;
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;
  virtual ~Source() = default;

  // The next operations, in order; none at the end.
  virtual std::expected<Batch, base::Malformed> next() = 0;

  [[nodiscard]] virtual const Tables& tables() const = 0;
  // What the last batch sent; the value of a record with Operation::kSend is a position here.
  [[nodiscard]] virtual std::span<const Send> sends() const = 0;
  // Why the end came early, if the trace was cut short; empty: it did not.
  [[nodiscard]] virtual std::string cut_short() const { return {}; }
};

enum class Form : std::uint8_t { kBinary, kText, kStd };

// By the ending of the name: .trace, .txt, .std.
std::expected<Form, std::string> form_of(std::string_view path);

// A source over a whole file's bytes.
std::expected<std::unique_ptr<Source>, base::Malformed> open(Form form, base::Bytes bytes);

}  // namespace heddle::trace
