// The modified UTF-8 of class files (JVMS 4.4.7): zero is C0 80, and characters beyond the basic
// plane are two surrogates of three bytes each.
//
// Pure functions. The conversions want text that is_modified_utf8; bytes that are not become
// U+FFFD.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/bytes.h"

namespace heddle::classfile {

// Characters spelled with more bytes than needed, which files up to version 47 may have.
enum class Overlong : std::uint8_t { kRejected, kAccepted };

// No zero byte, none from F0 up, every sequence whole.
bool is_modified_utf8(base::Bytes text, Overlong overlong = Overlong::kRejected);

// Standard UTF-8. A surrogate without its partner, which UTF-8 cannot hold, becomes the six
// characters \uD83D, in upper case.
std::string to_utf8(std::string_view modified);

// The other way round: such six characters become the surrogate they name. So text survives there
// and back unless it contained the six characters to begin with. Bytes that are not UTF-8 become
// U+FFFD.
std::string to_modified_utf8(std::string_view utf8);

// The text as Java has it.
std::u16string to_utf16(std::string_view modified);

}  // namespace heddle::classfile
