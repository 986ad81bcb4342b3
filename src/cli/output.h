// Where results and messages go: results to standard output, everything said to people to standard
// error, one line a message.
#pragma once

#include <string>
#include <string_view>

namespace heddle::cli {

// "heddle: " and the message. Bytes that would upset a terminal are escaped.
void complain(std::string_view message);

// Writes a result; complains and gives false if standard output is gone (closed, a full disk).
bool write_result(std::string_view text);

// The most memory the process has had resident, in megabytes.
double peak_megabytes();

// "1,234,567".
std::string grouped(unsigned long long number);

}  // namespace heddle::cli
