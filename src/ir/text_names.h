// How names, texts, numbers and flags are spelled in the IR's text form.
//
// A name of letters, digits and _ $ - < > stands for itself; any other is quoted, and so is one
// that would be taken for a word of the grammar. Class names are written with dots, quoted ones as
// the JVM spells them, with slashes. Inside quotes \n \t \r \" \\ and \xNN are escapes; well-formed
// UTF-8 that cannot steer a terminal stands for itself, every other byte is \xNN, so that any bytes
// survive. Stateless.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "ir/symbols.h"
#include "ir/type.h"

namespace heddle::ir {

// May this character stand in an unquoted name?
bool is_plain(char character);
// Is this a word of the grammar, where a name could stand?
bool is_reserved(std::string_view word);

void append_quoted(std::string& text, std::string_view bytes);
// A name being declared; one behind a dot, where no word of the grammar can stand.
void append_name(std::string& text, std::string_view name);
void append_member_name(std::string& text, std::string_view name);
// "a.b.C" or "\"a/b c\"".
void append_class_name(std::string& text, std::string_view internal);
// "int", "a.b.C[][]", "null".
void append_type(std::string& text, const Symbols& symbols, TypeRef type);
// "(int, a.b.C) : void".
void append_signature(std::string& text, const Symbols& symbols, const Signature& signature);

// Decimal where that says it exactly, "infinity", "nan", else the bits: 0x7FA00001.
void append_float(std::string& text, std::uint32_t bits);
void append_double(std::string& text, std::uint64_t bits);
std::optional<std::uint32_t> parse_float(std::string_view text);
std::optional<std::uint64_t> parse_double(std::string_view text);
// Decimal, or hexadecimal behind 0x for any bits.
std::optional<std::uint32_t> parse_int(std::string_view text);
std::optional<std::uint64_t> parse_long(std::string_view text);

enum class FlagsOf : std::uint8_t { kClass, kField, kMethod };
// "public static " with a space behind each; bits without a name in hexadecimal.
void append_flags(std::string& text, FlagsOf of, std::uint32_t access);
// The bit a word names, 0 where it names none.
std::uint32_t parse_flag(FlagsOf of, std::string_view word);

std::string_view handle_kind_name(HandleKind kind);
std::optional<HandleKind> parse_handle_kind(std::string_view word);

}  // namespace heddle::ir
