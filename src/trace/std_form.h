// RAPID's STD format: a line an operation, `T1|acq(L1)|12`, the last number a place in the code.
//
// The form has no words for events, handles, modes of locks and the like; a trace with such
// operations cannot be written in it. Values, call stacks and times are left out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/malformed.h"
#include "trace/interning.h"
#include "trace/operation.h"
#include "trace/sink.h"
#include "trace/source.h"
#include "trace/tables.h"

namespace heddle::trace {

class StdSource final : public Source {
 public:
  explicit StdSource(base::Bytes bytes) : text_(base::as_text(bytes)) {}

  std::expected<Batch, base::Malformed> next() override;
  [[nodiscard]] const Tables& tables() const override { return tables_; }
  [[nodiscard]] std::span<const Send> sends() const override { return {}; }

 private:
  std::expected<void, base::Malformed> read_line(std::string_view line, std::size_t at);
  std::uint32_t named(std::vector<std::string>& table, NameMap& names, std::string_view name);
  std::uint32_t location(std::string_view name);
  PlaceId place(std::string_view number);

  std::string_view text_;
  std::size_t offset_ = 0, line_number_ = 0;
  std::vector<Record> records_;
  Tables tables_;
  NameMap threads_, locks_, locations_, places_;
};

class StdSink final : public Sink {
 public:
  explicit StdSink(std::string& out) : out_(out) {}

  std::expected<void, std::string> add(const Tables& tables, Batch records,
                                       std::span<const Send> sends) override;
  void finish() override {}

 private:
  void name(const Tables& tables);
  [[nodiscard]] std::string_view subject_word(const Record& record) const;

  std::string& out_;
  std::uint64_t written_ = 0;
  Words threads_, locks_, locations_;
};

}  // namespace heddle::trace
