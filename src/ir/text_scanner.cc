#include "ir/text_scanner.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "ir/text_names.h"

namespace heddle::ir {

void TextScanner::skip_spaces() {
  while (at(position_) == ' ' || at(position_) == '\t' || at(position_) == '\r') ++position_;
  if (at(position_) != '/' || at(position_ + 1) != '/') return;
  while (position_ < text_.size() && text_[position_] != '\n') ++position_;
}

char TextScanner::peek() {
  skip_spaces();
  const char next = at(position_);
  return next == '\n' ? '\0' : next;
}

bool TextScanner::next_line() {
  if (!failed_ && position_ > 0 && !at_line_end()) fail_expected("the end of the line");
  while (!failed_) {
    skip_spaces();
    if (position_ >= text_.size()) return false;
    if (text_[position_] == '\0') fail("a zero byte");
    if (failed_ || text_[position_] != '\n') break;
    ++position_;
    ++line_;
  }
  return !failed_;
}

std::size_t TextScanner::plain_end(std::size_t from) const {
  while (is_plain(at(from))) ++from;
  return from;
}

std::string_view TextScanner::peek_word() {
  skip_spaces();
  return text_.substr(position_, plain_end(position_) - position_);
}

char TextScanner::peek_behind_word() {
  skip_spaces();
  return at(plain_end(position_));
}

bool TextScanner::accept(char character) {
  if (peek() != character) return false;
  ++position_;
  return true;
}

bool TextScanner::accept_word(std::string_view word) {
  if (peek_word() != word) return false;
  position_ += word.size();
  return true;
}

void TextScanner::expect(char character) {
  if (!accept(character)) fail_expected(fmt::format("`{}`", character));
}

void TextScanner::expect_word(std::string_view word) {
  if (!accept_word(word)) fail_expected(fmt::format("`{}`", word));
}

std::string_view TextScanner::word(std::string_view wanted) {
  const std::string_view found = peek_word();
  position_ += found.size();
  if (found.empty()) fail_expected(wanted);
  return found;
}

std::string_view TextScanner::path(std::string_view wanted) {
  skip_spaces();
  const std::size_t start = position_;
  word(wanted);
  while (!failed_ && at(position_) == '.' && is_plain(at(position_ + 1)))
    position_ = plain_end(position_ + 1);
  return failed_ ? std::string_view{} : text_.substr(start, position_ - start);
}

std::string_view TextScanner::number() {
  skip_spaces();
  std::size_t end = position_;
  while (is_plain(at(end)) || at(end) == '.' || at(end) == '+') ++end;
  const std::string_view found = text_.substr(position_, end - position_);
  position_ = end;
  if (found.empty()) fail_expected("a number");
  return found;
}

void TextScanner::escape(std::string& result) {
  const char kind = at(++position_);
  ++position_;
  switch (kind) {
    case 'n': result += '\n'; return;
    case 't': result += '\t'; return;
    case 'r': result += '\r'; return;
    case '"':
    case '\\': result += kind; return;
    case 'x': break;
    default: return fail("an unknown escape in quotes");
  }
  unsigned char byte = 0;
  const std::string_view digits = text_.substr(std::min(position_, text_.size()), 2);
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), byte, 16);
  if (error != std::errc{} || digits.size() != 2 || end != digits.data() + 2)
    return fail("an unknown escape in quotes");
  result += static_cast<char>(byte);
  position_ += 2;
}

std::string TextScanner::quoted() {
  std::string result;
  if (!accept('"')) {
    fail_expected("a text in quotes");
    return result;
  }
  while (!failed_) {
    const char next = at(position_);
    if (next == '"') {
      ++position_;
      break;
    }
    if (next == '\\') {
      escape(result);
    } else if (next == '\n' || next == '\0') {
      fail("quotes are not closed");
    } else {
      result += next;
      ++position_;
    }
  }
  return result;
}

std::string TextScanner::name() {
  if (peek() == '"') return quoted();
  return std::string(word("a name"));
}

std::uint32_t TextScanner::count(std::uint32_t most, std::string_view wanted) {
  std::uint32_t found = 0;
  const std::string_view digits = peek_word();
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), found);
  if (error != std::errc{} || end != digits.data() + digits.size() || found > most) {
    fail_expected(wanted);
    return 0;
  }
  position_ += digits.size();
  return found;
}

void TextScanner::fail(std::string what) { fail_at(line_, std::move(what)); }

void TextScanner::fail_at(std::uint32_t line, std::string what) {
  if (failed_) return;
  failed_ = true;
  error_ = fmt::format("line {}: {}", line, what);
  position_ = text_.size();
}

void TextScanner::fail_expected(std::string_view wanted) {
  if (failed_) return;
  const char next = peek();
  std::string found(peek_word());
  if (next == '\0') {
    found = "the end of the line";
  } else if (found.empty()) {
    append_quoted(found, std::string_view(&next, 1));
  } else {
    found = "`" + found + "`";
  }
  fail(fmt::format("expected {}, found {}", wanted, found));
}

}  // namespace heddle::ir
