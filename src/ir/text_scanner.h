// Reads the words of a text line by line, and remembers the first thing that is wrong.
//
// Lines matter: every question is about what is left of the current line, up to a comment (//).
// After a failure the scanner stands at the end of the text, so that whoever is reading comes out
// by itself; ask failed() at the end. Borrows the text. Linear.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/malformed.h"

namespace heddle::ir {

class TextScanner {
 public:
  explicit TextScanner(std::string_view text) : text_(text) {}

  // Goes to the next line that holds something; whatever is left of this one is wrong.
  // False at the end of the text.
  bool next_line();
  [[nodiscard]] bool at_line_end() { return peek() == '\0'; }

  // The next character behind spaces; 0 at the end of the line.
  char peek();
  // The character right behind the next plain word, spaces not skipped.
  char peek_behind_word();
  // The plain word that comes next, without taking it; may be empty.
  std::string_view peek_word();

  bool accept(char character);
  bool accept_word(std::string_view word);
  void expect(char character);
  void expect_word(std::string_view word);

  // Plain words; of a path, with dots between them.
  std::string_view word(std::string_view wanted);
  std::string_view path(std::string_view wanted);
  std::string_view number();
  // What stands in quotes, escapes resolved.
  std::string quoted();
  // A plain word or what stands in quotes.
  std::string name();
  // 0, 1, 2… up to `most`.
  std::uint32_t count(std::uint32_t most, std::string_view wanted);

  // Remembers what is wrong on the current line; the first one counts.
  void fail(std::string what);
  void fail_at(std::uint32_t line, std::string what);
  // "expected a type, found `foo`".
  void fail_expected(std::string_view wanted);
  [[nodiscard]] bool failed() const { return failed_; }
  [[nodiscard]] std::uint32_t line() const { return line_; }
  // "line 12: expected a type, found `foo`".
  [[nodiscard]] base::Malformed error() const { return base::Malformed(error_); }

 private:
  [[nodiscard]] char at(std::size_t position) const {
    return position < text_.size() ? text_[position] : '\0';
  }
  void skip_spaces();
  std::size_t plain_end(std::size_t from) const;
  void escape(std::string& result);

  std::string_view text_;
  std::size_t position_ = 0;
  std::uint32_t line_ = 1;
  bool failed_ = false;
  std::string error_;
};

}  // namespace heddle::ir
