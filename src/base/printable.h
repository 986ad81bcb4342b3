// Text from strangers, made fit to be shown: a name must not steer the terminal it is printed on.
//
// Pure functions over UTF-8 and whatever else the bytes may be.
#pragma once

#include <string>
#include <string_view>

namespace heddle::base {

// The length of the UTF-8 sequence that begins the text; 0 if there is none.
unsigned utf8_length(std::string_view text);

// The character that begins the text; wants utf8_length(text) > 0.
char32_t utf8_code(std::string_view text);

// Controls, and what turns the direction of a line around or breaks it: with these a name can make
// a terminal show something else than what is there.
bool steers_terminal(char32_t code);

// The text as it may stand on one line of a terminal: characters that steer it and bytes that are
// not UTF-8 are written as \xNN or \uNNNN.
std::string printable(std::string_view text);

}  // namespace heddle::base
