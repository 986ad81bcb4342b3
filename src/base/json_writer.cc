#include "base/json_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "base/check.h"
#include "base/printable.h"

namespace heddle::base {
namespace {

bool is_plain(char each) { return each >= 0x20 && each < 0x7F && each != '"' && each != '\\'; }

}  // namespace

JsonWriter& JsonWriter::begin(char bracket, Layout layout) {
  before_value();
  out_ += bracket;
  if (!levels_.empty() && levels_.back().layout == Layout::kLine) layout = Layout::kLine;
  levels_.push_back({.layout = layout, .empty = true});
  return *this;
}

JsonWriter& JsonWriter::end(char bracket) {
  HEDDLE_CHECK(!levels_.empty() && !after_key_, "unbalanced JSON");
  const Level level = levels_.back();
  levels_.pop_back();
  if (level.layout == Layout::kBlock && !level.empty) new_line();
  out_ += bracket;
  if (levels_.empty()) out_ += '\n';
  return *this;
}

JsonWriter& JsonWriter::key(std::string_view name) {
  before_value();
  quote(name);
  out_ += ": ";
  after_key_ = true;
  return *this;
}

JsonWriter& JsonWriter::value(std::string_view text) {
  before_value();
  quote(text);
  return *this;
}

JsonWriter& JsonWriter::value(bool truth) { return plain(truth ? "true" : "false"); }

JsonWriter& JsonWriter::decimal(double number, int digits) {
  return plain(fmt::format("{:.{}f}", number, digits));
}

JsonWriter& JsonWriter::null() { return plain("null"); }

JsonWriter& JsonWriter::plain(std::string_view text) {
  before_value();
  out_ += text;
  return *this;
}

void JsonWriter::before_value() {
  if (after_key_) {
    after_key_ = false;
    return;
  }
  if (levels_.empty()) return;
  Level& level = levels_.back();
  if (!level.empty) out_ += level.layout == Layout::kLine ? ", " : ",";
  level.empty = false;
  if (level.layout == Layout::kBlock) new_line();
}

void JsonWriter::new_line() {
  out_ += '\n';
  out_.append(2 * levels_.size(), ' ');
}

void JsonWriter::quote(std::string_view text) {
  out_ += '"';
  while (!text.empty()) {
    // Most of it is plain, and goes on as it is.
    const auto plain =
        static_cast<std::size_t>(std::ranges::find_if_not(text, is_plain) - text.begin());
    out_ += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty()) break;
    const unsigned length = utf8_length(text);
    const char first = text[0];
    if (length == 0) {
      out_ += "\\ufffd";
      text.remove_prefix(1);
      continue;
    }
    if (first == '"' || first == '\\') {
      out_ += '\\';
      out_ += first;
    } else if (first == '\n') {
      out_ += "\\n";
    } else if (first == '\t') {
      out_ += "\\t";
    } else if (const char32_t code = utf8_code(text); steers_terminal(code)) {
      out_ += fmt::format("\\u{:04x}", static_cast<unsigned>(code));
    } else {
      out_ += text.substr(0, length);
    }
    text.remove_prefix(length);
  }
  out_ += '"';
}

}  // namespace heddle::base
