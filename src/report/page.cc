#include "report/page.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "base/printable.h"

namespace heddle::report {
namespace {

std::string_view begin_of(Style style) {
  switch (style) {
    case Style::kPlain: return "";
    case Style::kStrong: return "\x1b[1m";
    case Style::kAlarm: return "\x1b[1;31m";
    case Style::kFaint: return "\x1b[2m";
  }
  return "";
}

}  // namespace

std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

Page& Page::put(std::string_view text, Style style) {
  const std::string shown = base::printable(text);
  const bool is_styled = colour_ && style != Style::kPlain && !shown.empty();
  if (is_styled) text_ += begin_of(style);
  text_ += shown;
  if (is_styled) text_ += "\x1b[0m";
  width_ += width_of(shown);
  return *this;
}

Page& Page::column(std::size_t column) {
  const std::size_t spaces = width_ == 0 || width_ + 2 <= column ? column - width_ : 2;
  text_.append(spaces, ' ');
  width_ += spaces;
  return *this;
}

Page& Page::end_line() {
  while (text_.ends_with(' ')) text_.pop_back();
  text_ += '\n';
  width_ = 0;
  return *this;
}

Page& Page::gap() {
  if (!text_.empty() && !text_.ends_with("\n\n")) end_line();
  return *this;
}

}  // namespace heddle::report
