#include "cli/member_name.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace heddle::cli {

MemberName parse_member_name(std::string_view text) {
  MemberName wanted;
  const std::size_t bracket = std::min(text.find('('), text.size());
  wanted.descriptor = text.substr(bracket);
  text = text.substr(0, bracket);
  const std::size_t dot = text.rfind('.');
  wanted.name = text.substr(dot == std::string_view::npos ? 0 : dot + 1);
  if (dot != std::string_view::npos) wanted.owner = internal_name(text.substr(0, dot));
  return wanted;
}

std::string internal_name(std::string_view dotted) {
  std::string name(dotted);
  std::ranges::replace(name, '.', '/');
  return name;
}

std::string dotted_name(std::string_view internal) {
  std::string name(internal);
  std::ranges::replace(name, '/', '.');
  return name;
}

}  // namespace heddle::cli
