#include "base/printable.h"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace heddle::base {

unsigned utf8_length(std::string_view text) {
  if (text.empty()) return 0;
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  const unsigned length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < length) return 0;
  for (unsigned i = 1; i < length; ++i)
    if ((byte(i) & 0xC0U) != 0x80) return 0;
  constexpr std::array<char32_t, 5> kSmallest = {0, 0, 0x80, 0x800, 0x10000};
  const char32_t code = utf8_code(text);
  const bool is_surrogate = code >= 0xD800 && code <= 0xDFFF;
  return code < kSmallest[length] || code > 0x10FFFF || is_surrogate ? 0 : length;
}

char32_t utf8_code(std::string_view text) {
  const unsigned first = static_cast<unsigned char>(text[0]);
  if (first < 0x80) return first;
  const unsigned length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  unsigned code = first & (0xFFU >> (length + 1));
  for (unsigned i = 1; i < length; ++i)
    code = code << 6U | (static_cast<unsigned char>(text[i]) & 0x3FU);
  return code;
}

bool steers_terminal(char32_t code) {
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x061C || code == 0x200E ||
         code == 0x200F || (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

std::string printable(std::string_view text) {
  std::string clean;
  while (!text.empty()) {
    const unsigned length = utf8_length(text);
    const char32_t code = length == 0 ? 0 : utf8_code(text);
    if (length > 0 && !steers_terminal(code)) {
      clean += text.substr(0, length);
    } else if (length > 1) {
      clean += fmt::format("\\u{:04x}", static_cast<unsigned>(code));
    } else {
      clean += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[0]));
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return clean;
}

}  // namespace heddle::base
