// Comments in a source that suppress findings:
//
//   balance += d;  // heddle: ignore data-race -- only ever shown
//   // heddle: ignore
//   balance += d;
//
// Behind code a comment is about its line, alone about the next line that has code. Kinds may be
// left out: then it is about all. Pure functions, for Java and Kotlin alike.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "report/finding.h"

namespace heddle::report {

struct Comment {
  std::uint32_t line = 0;        // where it stands
  std::uint32_t about_line = 0;  // what it is about
  std::vector<Kind> kinds{};     // none: all
  std::vector<std::string> unknown_kinds{};
  std::string why{};
};

// In the order of the text.
std::vector<Comment> find_comments(std::string_view source);

}  // namespace heddle::report
