#include "ir/text_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>

#include "base/printable.h"
#include "ir/class.h"
#include "ir/symbols.h"
#include "ir/type.h"

namespace heddle::ir {
namespace {

constexpr std::array<std::string_view, kObjectType.base()> kKeywordTypes = {
    "void", "boolean", "byte", "char", "short", "int", "long", "float", "double", "null"};

// Words of the grammar that stand where a name could.
constexpr std::string_view kReserved[] = {"class",     "extends", "generic", "implements",
                                          "interface", "name",    "outer",   "registers",
                                          "throws",    "visible"};

struct Flag {
  std::uint32_t bit;
  std::string_view name;
};

constexpr Flag kClassFlags[] = {
    {Access::kPublic, "public"},       {Access::kPrivate, "private"},
    {Access::kProtected, "protected"}, {Access::kStatic, "static"},
    {Access::kFinal, "final"},         {Access::kSuper, "super"},
    {Access::kInterface, "interface"}, {Access::kAbstract, "abstract"},
    {Access::kSynthetic, "synthetic"}, {Access::kAnnotation, "annotation"},
    {Access::kEnum, "enum"},           {Access::kModule, "module"}};
constexpr Flag kFieldFlags[] = {
    {Access::kPublic, "public"},       {Access::kPrivate, "private"},
    {Access::kProtected, "protected"}, {Access::kStatic, "static"},
    {Access::kFinal, "final"},         {Access::kVolatile, "volatile"},
    {Access::kTransient, "transient"}, {Access::kSynthetic, "synthetic"},
    {Access::kEnum, "enum"},           {Access::kMandated, "mandated"}};
constexpr Flag kMethodFlags[] = {
    {Access::kPublic, "public"},       {Access::kPrivate, "private"},
    {Access::kProtected, "protected"}, {Access::kStatic, "static"},
    {Access::kFinal, "final"},         {Access::kSynchronized, "synchronized"},
    {Access::kBridge, "bridge"},       {Access::kVarargs, "varargs"},
    {Access::kNative, "native"},       {Access::kAbstract, "abstract"},
    {Access::kStrict, "strict"},       {Access::kSynthetic, "synthetic"},
    {Access::kMandated, "mandated"}};

std::span<const Flag> flags_of(FlagsOf of) {
  switch (of) {
    case FlagsOf::kClass: return kClassFlags;
    case FlagsOf::kField: return kFieldFlags;
    case FlagsOf::kMethod: return kMethodFlags;
  }
  return {};
}

constexpr std::array<std::string_view, 9> kHandleKinds = {
    "get_field",     "get_static",     "put_field",          "put_static",      "invoke_virtual",
    "invoke_static", "invoke_special", "new_invoke_special", "invoke_interface"};

bool is_plain_word(std::string_view word) {
  return !word.empty() && std::ranges::all_of(word, is_plain);
}

// The length of the character beyond ASCII that begins here and may be shown; 0 if there is none.
std::size_t shown_length(std::string_view at) {
  const std::size_t length = base::utf8_length(at);
  return length < 2 || base::steers_terminal(base::utf8_code(at)) ? 0 : length;
}

void append_escaped(std::string& text, char character) {
  switch (character) {
    case '\n': text += "\\n"; return;
    case '\t': text += "\\t"; return;
    case '\r': text += "\\r"; return;
    case '"': text += "\\\""; return;
    case '\\': text += "\\\\"; return;
    default: break;
  }
  if (character >= ' ' && character <= '~') {
    text += character;
  } else {
    fmt::format_to(std::back_inserter(text), "\\x{:02X}", static_cast<unsigned char>(character));
  }
}

template <typename Number, typename Bits>
void append_number(std::string& text, Bits bits, Bits quiet_nan) {
  const auto number = std::bit_cast<Number>(bits);
  if (bits == quiet_nan) {
    text += "nan";
  } else if (std::isnan(number)) {
    fmt::format_to(std::back_inserter(text), "0x{:X}", bits);
  } else if (std::isinf(number)) {
    text += number < 0 ? "-infinity" : "infinity";
  } else {
    const std::string digits = fmt::format("{}", number);
    text += digits;
    if (digits.find_first_of(".e") == std::string::npos) text += ".0";
  }
}

template <typename Bits>
std::optional<Bits> parse_hexadecimal(std::string_view text) {
  Bits bits = 0;
  text.remove_prefix(2);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), bits, 16);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return bits;
}

template <typename Number>
std::optional<Number> parse_decimal(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

template <typename Number, typename Bits>
std::optional<Bits> parse_fraction(std::string_view text, Bits quiet_nan) {
  if (text.starts_with("0x")) return parse_hexadecimal<Bits>(text);
  if (text == "nan") return quiet_nan;
  if (text == "infinity") return std::bit_cast<Bits>(static_cast<Number>(HUGE_VAL));
  if (text == "-infinity") return std::bit_cast<Bits>(static_cast<Number>(-HUGE_VAL));
  if (text.find_first_of("ni") != std::string_view::npos) return std::nullopt;  // inf, nan(…)
  const auto number = parse_decimal<Number>(text);
  if (!number) return std::nullopt;
  return std::bit_cast<Bits>(*number);
}

constexpr std::uint32_t kFloatNan = 0x7FC0'0000;
constexpr std::uint64_t kDoubleNan = 0x7FF8'0000'0000'0000;

}  // namespace

bool is_plain(char character) {
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
         (character >= '0' && character <= '9') || character == '_' || character == '$' ||
         character == '-' || character == '<' || character == '>';
}

bool is_reserved(std::string_view word) {
  if (std::ranges::find(kKeywordTypes, word) != kKeywordTypes.end()) return true;
  if (std::ranges::find(kReserved, word) != std::end(kReserved)) return true;
  if (word.starts_with("0x")) return true;  // a flag without a name
  return parse_flag(FlagsOf::kClass, word) != 0 || parse_flag(FlagsOf::kField, word) != 0 ||
         parse_flag(FlagsOf::kMethod, word) != 0;
}

void append_quoted(std::string& text, std::string_view bytes) {
  text += '"';
  while (!bytes.empty()) {
    const std::size_t length = shown_length(bytes);
    if (length == 0) {
      append_escaped(text, bytes[0]);
    } else {
      text += bytes.substr(0, length);
    }
    bytes.remove_prefix(std::max<std::size_t>(length, 1));
  }
  text += '"';
}

void append_name(std::string& text, std::string_view name) {
  if (is_plain_word(name) && !is_reserved(name)) {
    text += name;
  } else {
    append_quoted(text, name);
  }
}

void append_member_name(std::string& text, std::string_view name) {
  if (is_plain_word(name)) {
    text += name;
  } else {
    append_quoted(text, name);
  }
}

void append_class_name(std::string& text, std::string_view internal) {
  const bool plain = !internal.empty() && internal.front() != '/' && internal.back() != '/' &&
                     internal.find("//") == std::string_view::npos &&
                     std::ranges::all_of(internal, [](char c) { return c == '/' || is_plain(c); });
  if (!plain || (internal.find('/') == std::string_view::npos && is_reserved(internal)))
    return append_quoted(text, internal);
  for (const char character : internal) text += character == '/' ? '.' : character;
}

void append_type(std::string& text, const Symbols& symbols, TypeRef type) {
  if (type.base() < kKeywordTypes.size()) {
    text += kKeywordTypes[type.base()];
  } else {
    append_class_name(text, symbols.base_name(type));
  }
  for (std::uint32_t i = 0; i < type.dimensions(); ++i) text += "[]";
}

void append_signature(std::string& text, const Symbols& symbols, const Signature& signature) {
  text += '(';
  for (std::size_t i = 0; i < signature.parameters.size(); ++i) {
    if (i > 0) text += ", ";
    append_type(text, symbols, signature.parameters[i]);
  }
  text += ") : ";
  append_type(text, symbols, signature.result);
}

void append_float(std::string& text, std::uint32_t bits) {
  append_number<float>(text, bits, kFloatNan);
}

void append_double(std::string& text, std::uint64_t bits) {
  append_number<double>(text, bits, kDoubleNan);
}

std::optional<std::uint32_t> parse_float(std::string_view text) {
  return parse_fraction<float>(text, kFloatNan);
}

std::optional<std::uint64_t> parse_double(std::string_view text) {
  return parse_fraction<double>(text, kDoubleNan);
}

std::optional<std::uint32_t> parse_int(std::string_view text) {
  if (text.starts_with("0x")) return parse_hexadecimal<std::uint32_t>(text);
  const auto number = parse_decimal<std::int32_t>(text);
  if (!number) return std::nullopt;
  return static_cast<std::uint32_t>(*number);
}

std::optional<std::uint64_t> parse_long(std::string_view text) {
  if (text.starts_with("0x")) return parse_hexadecimal<std::uint64_t>(text);
  const auto number = parse_decimal<std::int64_t>(text);
  if (!number) return std::nullopt;
  return static_cast<std::uint64_t>(*number);
}

void append_flags(std::string& text, FlagsOf of, std::uint32_t access) {
  for (const Flag& flag : flags_of(of)) {
    if ((access & flag.bit) == 0) continue;
    text += flag.name;
    text += ' ';
    access &= ~flag.bit;
  }
  if (access != 0) fmt::format_to(std::back_inserter(text), "0x{:X} ", access);
}

std::uint32_t parse_flag(FlagsOf of, std::string_view word) {
  for (const Flag& flag : flags_of(of))
    if (flag.name == word) return flag.bit;
  if (word.starts_with("0x")) return parse_hexadecimal<std::uint32_t>(word).value_or(0);
  return 0;
}

std::string_view handle_kind_name(HandleKind kind) {
  const auto at = static_cast<std::size_t>(kind) - 1;
  return at < kHandleKinds.size() ? kHandleKinds[at] : "unknown";
}

std::optional<HandleKind> parse_handle_kind(std::string_view word) {
  const auto found = std::ranges::find(kHandleKinds, word);
  if (found == kHandleKinds.end()) return std::nullopt;
  return static_cast<HandleKind>(found - kHandleKinds.begin() + 1);
}

}  // namespace heddle::ir
