#include "trace/text_names.h"

#include <array>
#include <charconv>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace heddle::trace {
namespace {

struct Unit {
  std::string_view name;
  std::int64_t nanoseconds = 1;
};
constexpr std::array<Unit, 4> kUnits{
    {{"s", 1'000'000'000}, {"ms", 1'000'000}, {"us", 1'000}, {"ns", 1}}};

bool is_plain(char letter) {
  const auto byte = static_cast<unsigned char>(letter);
  return byte > ' ' && byte != 0x7F && letter != '%' && letter != '=' && letter != '@' &&
         letter != '~' && letter != '#';
}

int digit_of(char letter) {
  if (letter >= '0' && letter <= '9') return letter - '0';
  if (letter >= 'A' && letter <= 'F') return letter - 'A' + 10;
  return -1;
}

}  // namespace

std::string escape(std::string_view text) {
  if (text.empty()) return "%";
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string word;
  for (const char letter : text) {
    if (is_plain(letter)) {
      word.push_back(letter);
      continue;
    }
    const auto byte = static_cast<unsigned char>(letter);
    word.push_back('%');
    word.push_back(digits[byte >> 4]);
    word.push_back(digits[byte & 15]);
  }
  return word;
}

std::optional<std::string> unescape(std::string_view word) {
  if (word == "%") return std::string();
  std::string text;
  for (std::size_t at = 0; at < word.size(); ++at) {
    if (word[at] != '%') {
      text.push_back(word[at]);
      continue;
    }
    if (at + 2 >= word.size()) return std::nullopt;
    const int high = digit_of(word[at + 1]), low = digit_of(word[at + 2]);
    if (high < 0 || low < 0) return std::nullopt;
    text.push_back(static_cast<char>(high * 16 + low));
    at += 2;
  }
  return text;
}

std::string print_time(std::uint64_t nanoseconds) {
  if (nanoseconds != 0)
    for (const Unit& unit : kUnits)
      if (unit.nanoseconds > 1 && nanoseconds % static_cast<std::uint64_t>(unit.nanoseconds) == 0)
        return std::to_string(nanoseconds / static_cast<std::uint64_t>(unit.nanoseconds)) +
               std::string(unit.name);
  return std::to_string(nanoseconds);
}

std::optional<std::int64_t> parse_time(std::string_view word) {
  std::int64_t number = 0;
  const char* const end = word.data() + word.size();
  const auto [rest, error] = std::from_chars(word.data(), end, number);
  if (error != std::errc() || rest == word.data()) return std::nullopt;
  const std::string_view unit(rest, static_cast<std::size_t>(end - rest));
  if (unit.empty()) return number;
  for (const Unit& each : kUnits) {
    if (each.name != unit) continue;
    std::int64_t product = 0;
    if (__builtin_mul_overflow(number, each.nanoseconds, &product)) return std::nullopt;
    return product;
  }
  return std::nullopt;
}

std::optional<std::uint64_t> parse_number(std::string_view word) {
  std::uint64_t number = 0;
  const char* const end = word.data() + word.size();
  const auto [rest, error] = std::from_chars(word.data(), end, number);
  if (error != std::errc() || rest != end || word.empty()) return std::nullopt;
  return number;
}

}  // namespace heddle::trace
