// Validation runs eight bytes at a time while text is ASCII, which nearly all of it is.
//
// Conversions go through UTF-16 units, which is what modified UTF-8 encodes: one sequence of one to
// three bytes per unit, surrogates included.
#include "classfile/modified_utf8.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/bytes.h"

namespace heddle::classfile {
namespace {

constexpr char32_t kReplacement = 0xFFFD;

bool is_high_surrogate(char32_t c) { return c >= 0xD800 && c <= 0xDBFF; }
bool is_low_surrogate(char32_t c) { return c >= 0xDC00 && c <= 0xDFFF; }
bool is_surrogate(char32_t c) { return c >= 0xD800 && c <= 0xDFFF; }
bool is_continuation(std::uint8_t byte) { return (byte & 0xC0U) == 0x80; }

// Are these eight bytes plain ASCII without a zero?
bool is_plain_word(const std::uint8_t* at) {
  constexpr std::uint64_t kOnes = 0x0101'0101'0101'0101;
  constexpr std::uint64_t kHighs = 0x8080'8080'8080'8080;
  const auto word = base::load_little<std::uint64_t>(at);
  return ((word | (word - kOnes)) & kHighs) == 0;
}

// Is it all plain? The last word overlaps the one before it, so that no bytes are left over.
bool is_plain(base::Bytes text) {
  if (text.size() < 8) {
    return std::ranges::all_of(text, [](std::uint8_t byte) { return byte != 0 && byte < 0x80; });
  }
  const std::uint8_t* last = text.data() + text.size() - 8;
  for (const std::uint8_t* at = text.data(); at < last; at += 8) {
    if (!is_plain_word(at)) return false;
  }
  return is_plain_word(last);
}

// A UTF-16 unit and how many bytes spelled it; no bytes if nothing is spelled there.
struct Unit {
  char32_t value = 0;
  std::size_t length = 0;
};

Unit unit_at(base::Bytes text, std::size_t at) {
  const std::uint8_t first = text[at];
  const std::size_t left = text.size() - at;
  if (first < 0x80) return {first, std::size_t{first != 0}};
  if (first >= 0xC0 && first < 0xE0 && left >= 2 && is_continuation(text[at + 1])) {
    return {static_cast<char32_t>((first & 0x1FU) << 6U | (text[at + 1] & 0x3FU)), 2};
  }
  if (first >= 0xE0 && first < 0xF0 && left >= 3 && is_continuation(text[at + 1]) &&
      is_continuation(text[at + 2])) {
    return {static_cast<char32_t>((first & 0x0FU) << 12U | (text[at + 1] & 0x3FU) << 6U |
                                  (text[at + 2] & 0x3FU)),
            3};
  }
  return {};
}

bool is_overlong(Unit unit) {
  return (unit.length == 2 && unit.value != 0 && unit.value < 0x80) ||
         (unit.length == 3 && unit.value < 0x800);
}

// Unlike unit_at, always moves on.
Unit unit_or_replacement(base::Bytes text, std::size_t at) {
  const Unit unit = unit_at(text, at);
  return unit.length != 0 ? unit : Unit{kReplacement, 1};
}

void append_byte(std::string& text, char32_t byte) { text += static_cast<char>(byte); }

void append_two(std::string& text, char32_t c) {
  append_byte(text, 0xC0 | c >> 6U);
  append_byte(text, 0x80 | (c & 0x3F));
}

void append_three(std::string& text, char32_t c) {
  append_byte(text, 0xE0 | c >> 12U);
  append_byte(text, 0x80 | (c >> 6U & 0x3F));
  append_byte(text, 0x80 | (c & 0x3F));
}

void append_utf8(std::string& text, char32_t c) {
  if (c < 0x80) {
    append_byte(text, c);
  } else if (c < 0x800) {
    append_two(text, c);
  } else if (c < 0x10000) {
    append_three(text, c);
  } else {
    append_byte(text, 0xF0 | c >> 18U);
    append_byte(text, 0x80 | (c >> 12U & 0x3F));
    append_byte(text, 0x80 | (c >> 6U & 0x3F));
    append_byte(text, 0x80 | (c & 0x3F));
  }
}

void append_modified(std::string& text, char32_t c) {
  if (c != 0 && c < 0x80) {
    append_byte(text, c);
  } else if (c < 0x800) {
    append_two(text, c);
  } else if (c < 0x10000) {
    append_three(text, c);
  } else {
    append_three(text, 0xD800 + ((c - 0x10000) >> 10U));
    append_three(text, 0xDC00 + ((c - 0x10000) & 0x3FF));
  }
}

void append_escape(std::string& text, char32_t surrogate) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  text += "\\u";
  for (const unsigned shift : {12U, 8U, 4U, 0U}) text += kDigits[surrogate >> shift & 0xF];
}

// The surrogate spelled \uDxxx at the front of `text`, or 0.
char32_t escaped_surrogate(std::string_view text) {
  if (text.size() < 6 || !text.starts_with("\\uD")) return 0;
  char32_t value = 0xD;
  for (const char c : text.substr(3, 3)) {
    if (c >= '0' && c <= '9') {
      value = value << 4U | static_cast<char32_t>(c - '0');
    } else if (c >= 'A' && c <= 'F') {
      value = value << 4U | static_cast<char32_t>(c - 'A' + 10);
    } else {
      return 0;
    }
  }
  return is_surrogate(value) ? value : 0;
}

// The character at the front of standard UTF-8.
Unit character_at(base::Bytes text, std::size_t at) {
  const std::uint8_t first = text[at];
  if (first == 0) return {0, 1};
  if (first >= 0xF0 && first < 0xF5 && text.size() - at >= 4) {
    char32_t c = first & 0x07U;
    for (const std::uint8_t byte : text.subspan(at + 1, 3)) {
      if (!is_continuation(byte)) return {kReplacement, 1};
      c = c << 6U | (byte & 0x3FU);
    }
    return c >= 0x10000 && c <= 0x10FFFF ? Unit{c, 4} : Unit{kReplacement, 1};
  }
  const Unit unit = unit_or_replacement(text, at);
  const bool bad =
      is_surrogate(unit.value) || is_overlong(unit) || (unit.length == 2 && unit.value == 0);
  return bad ? Unit{kReplacement, 1} : unit;
}

}  // namespace

bool is_modified_utf8(base::Bytes text, Overlong overlong) {
  if (is_plain(text)) [[likely]]
    return true;
  for (std::size_t at = 0; at < text.size();) {
    const Unit unit = unit_at(text, at);
    if (unit.length == 0) return false;
    if (overlong == Overlong::kRejected && is_overlong(unit)) return false;
    at += unit.length;
  }
  return true;
}

std::string to_utf8(std::string_view modified) {
  const base::Bytes text = base::as_bytes(modified);
  if (is_plain(text)) return std::string(modified);
  std::string utf8;
  utf8.reserve(modified.size());
  for (std::size_t at = 0; at < text.size();) {
    const Unit unit = unit_or_replacement(text, at);
    at += unit.length;
    if (!is_surrogate(unit.value)) {
      append_utf8(utf8, unit.value);
      continue;
    }
    const Unit next = at < text.size() ? unit_or_replacement(text, at) : Unit{};
    if (is_high_surrogate(unit.value) && is_low_surrogate(next.value)) {
      append_utf8(utf8, 0x10000 + ((unit.value - 0xD800) << 10U) + (next.value - 0xDC00));
      at += next.length;
    } else {
      append_escape(utf8, unit.value);
    }
  }
  return utf8;
}

std::string to_modified_utf8(std::string_view utf8) {
  const base::Bytes text = base::as_bytes(utf8);
  std::string modified;
  modified.reserve(utf8.size());
  for (std::size_t at = 0; at < text.size();) {
    if (const char32_t surrogate = escaped_surrogate(utf8.substr(at)); surrogate != 0) {
      append_modified(modified, surrogate);
      at += 6;
      continue;
    }
    const Unit character = character_at(text, at);
    append_modified(modified, character.value);
    at += character.length;
  }
  return modified;
}

std::u16string to_utf16(std::string_view modified) {
  const base::Bytes text = base::as_bytes(modified);
  std::u16string units;
  units.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const Unit unit = unit_or_replacement(text, at);
    units += static_cast<char16_t>(unit.value);
    at += unit.length;
  }
  return units;
}

}  // namespace heddle::classfile
