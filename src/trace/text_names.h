// How names and times are written in the text form.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace heddle::trace {

// The words that begin a line that declares.
inline constexpr std::array<std::string_view, 8> kDeclarations{
    "thread", "lock", "handler", "handle", "queue", "location", "place", "note"};

// A word without blanks: whatever would not fit is written as %XX. The empty text is a lone %.
std::string escape(std::string_view text);
std::optional<std::string> unescape(std::string_view word);

// "250ms", "12s", "17": the largest unit that leaves no fraction; nanoseconds have none.
std::string print_time(std::uint64_t nanoseconds);
// Also negative ones, whose meaning is up to the operation.
std::optional<std::int64_t> parse_time(std::string_view word);

std::optional<std::uint64_t> parse_number(std::string_view word);

}  // namespace heddle::trace
