// Reads the text form, a line an operation; see docs/formats/trace.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/malformed.h"
#include "trace/interning.h"
#include "trace/operation.h"
#include "trace/source.h"
#include "trace/tables.h"

namespace heddle::trace {

class TextSource final : public Source {
 public:
  static std::expected<std::unique_ptr<TextSource>, base::Malformed> open(base::Bytes bytes);

  std::expected<Batch, base::Malformed> next() override;
  [[nodiscard]] const Tables& tables() const override { return tables_; }
  [[nodiscard]] std::span<const Send> sends() const override { return sends_; }

 private:
  // The words of a line, apart by what they look like.
  struct Line {
    std::vector<std::string_view> words;
    std::vector<std::pair<std::string_view, std::string_view>> settings;  // key=value
    std::string_view place;                                               // behind @
  };

  explicit TextSource(std::string_view text) : text_(text) {}
  bool take_line(std::string_view& line);
  void split(std::string_view line);
  bool read_line();
  bool says_no_more(std::string_view what);
  bool read_declaration(std::string_view what);
  bool declare_location(std::string_view word);
  bool declare_place(std::string_view word);
  bool read_operation();
  bool read_subject(Record& record, std::size_t& word);
  bool read_send(Record& record, std::size_t& word);
  bool read_flags(Record& record, std::size_t word);
  bool read_settings(Record& record);
  std::optional<std::uint32_t> thread(std::string_view word);
  [[nodiscard]] std::string no_thread(std::string_view word) const;
  std::optional<std::uint32_t> location(std::string_view word);
  std::optional<std::uint32_t> place(std::string_view word);
  std::optional<std::uint32_t> event(std::string_view word);
  std::uint32_t field(Field field);
  std::uint32_t site(Site site);
  bool is_new(NameMap& names, std::string_view word, std::size_t id);
  bool fail(std::string what);
  [[nodiscard]] std::optional<std::string_view> setting(std::string_view key) const;

  std::string_view text_;
  std::size_t offset_ = 0, line_at_ = 0, line_number_ = 0;
  bool has_large_events_ = false;
  Line line_;
  std::string error_;
  std::vector<Record> records_;
  std::vector<Send> sends_;
  Tables tables_;
  NameMap threads_, locks_, handlers_, handles_, queues_, locations_, places_, events_;
  NameMap fields_, sites_;  // by content
};

}  // namespace heddle::trace
