#include "base/json_writer.h"

#include <fmt/format.h>

#include <array>
#include <string>
#include <string_view>

#include "base/check.h"

namespace heddle::base {

unsigned utf8_length(std::string_view text) {
  if (text.empty()) return 0;
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  const unsigned length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < length) return 0;
  unsigned code = first & (0xFFU >> (length + 1));
  for (unsigned i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80) return 0;
    code = code << 6U | (byte(i) & 0x3FU);
  }
  constexpr std::array<unsigned, 5> kSmallest = {0, 0, 0x80, 0x800, 0x10000};
  const bool is_surrogate = code >= 0xD800 && code <= 0xDFFF;
  return code < kSmallest[length] || code > 0x10FFFF || is_surrogate ? 0 : length;
}

namespace {

// Of the first character, which is `length` bytes long.
unsigned code_of(std::string_view text, unsigned length) {
  if (length == 1) return static_cast<unsigned char>(text[0]);
  unsigned code = static_cast<unsigned char>(text[0]) & (0xFFU >> (length + 1));
  for (unsigned i = 1; i < length; ++i)
    code = code << 6U | (static_cast<unsigned char>(text[i]) & 0x3FU);
  return code;
}

// Controls, and what turns the direction of a line around or breaks it: with these a name can make
// a terminal show something else than what is there.
bool steers_terminal(unsigned code) {
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x061C || code == 0x200E ||
         code == 0x200F || (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

}  // namespace

std::string printable(std::string_view text) {
  std::string clean;
  while (!text.empty()) {
    const unsigned length = utf8_length(text);
    const auto first = static_cast<unsigned char>(text[0]);
    const unsigned code = length == 0 ? 0 : code_of(text, length);
    if (length == 0 || (length == 1 && steers_terminal(code))) {
      clean += fmt::format("\\x{:02x}", first);
      text.remove_prefix(1);
      continue;
    }
    if (steers_terminal(code)) {
      clean += fmt::format("\\u{:04x}", code);
    } else {
      clean += text.substr(0, length);
    }
    text.remove_prefix(length);
  }
  return clean;
}

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
    } else if (const unsigned code = code_of(text, length); steers_terminal(code)) {
      out_ += fmt::format("\\u{:04x}", code);
    } else {
      out_ += text.substr(0, length);
    }
    text.remove_prefix(length);
  }
  out_ += '"';
}

}  // namespace heddle::base
