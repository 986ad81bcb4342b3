// A page of text for people: pieces with a style, columns, and nothing that steers a terminal but
// what was asked for.
//
//   page.put("data race", Style::kStrong).column(60).put("possible").end_line();
//
// Text may be any bytes; it is made printable. One thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace heddle::report {

enum class Style : std::uint8_t { kPlain, kStrong, kAlarm, kFaint };

class Page {
 public:
  explicit Page(bool colour) : colour_(colour) {}

  Page& put(std::string_view text, Style style = Style::kPlain);
  // Spaces up to the column, two at least if the line is past it already.
  Page& column(std::size_t column);
  Page& end_line();
  // An empty line, unless the page begins here or has one already.
  Page& gap();

  [[nodiscard]] std::size_t width() const { return width_; }
  [[nodiscard]] std::string take() && { return std::move(text_); }

 private:
  bool colour_;
  std::string text_;
  std::size_t width_ = 0;  // of the line so far
};

// How many columns the text takes, as far as one character is one column.
std::size_t width_of(std::string_view text);

}  // namespace heddle::report
