// Classes and members as people name them on the command line, and as the JVM does.
#pragma once

#include <string>
#include <string_view>

namespace heddle::cli {

// "a.b.C.name(I)V" is class a/b/C, member name, descriptor (I)V; the descriptor may be missing, and
// so may the class.
struct MemberName {
  std::string owner, name, descriptor;
};
MemberName parse_member_name(std::string_view text);

std::string internal_name(std::string_view dotted);  // a/b/C
std::string dotted_name(std::string_view internal);  // a.b.C

}  // namespace heddle::cli
