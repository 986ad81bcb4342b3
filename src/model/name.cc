// A class is dotted and its nested classes carry a $, as Class.getName() writes them; so the last
// dot before a descriptor always parts a member from its class: java.util.Map$Entry.getKey.
#include "model/name.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <expected>
#include <string>
#include <string_view>
#include <utility>

#include "base/printable.h"

namespace heddle::model {
namespace {

std::unexpected<std::string> wrong(std::string_view text, std::string_view why) {
  return std::unexpected(fmt::format("`{}` {}", base::printable(text), why));
}

// What no identifier of a class file has in it, and what would be odd in one.
bool is_identifier(std::string_view text) {
  return !text.empty() && !std::ranges::any_of(text, [](char c) {
    return std::string_view(" \t\r\n.;[]/<>():*,\"'").contains(c);
  });
}

bool is_method_identifier(std::string_view text) {
  return text == "<init>" || text == "<clinit>" || is_identifier(text);
}

bool is_class_name(std::string_view text, char separator) {
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find(separator, start), text.size());
    if (!is_identifier(text.substr(start, end - start))) return false;
    start = end + 1;
  }
  return true;
}

std::string with_slashes(std::string_view dotted) {
  std::string name(dotted);
  std::ranges::replace(name, '.', '/');
  return name;
}

// The length of the field descriptor that begins the text; 0 if there is none.
std::size_t descriptor_length(std::string_view text) {
  const std::size_t dimensions = std::min(text.find_first_not_of('['), text.size());
  if (dimensions == text.size() || dimensions > 255) return 0;
  if (std::string_view("BCDFIJSZ").contains(text[dimensions])) return dimensions + 1;
  const std::size_t end = text.find(';');
  if (text[dimensions] != 'L' || end == std::string_view::npos) return 0;
  const auto name = text.substr(dimensions + 1, end - dimensions - 1);
  return is_class_name(name, '/') ? end + 1 : 0;
}

struct Member {
  std::string owner;
  std::string_view name;
};

Parsed<Member> parse_member(std::string_view text) {
  const std::size_t dot = text.rfind('.');
  if (dot == std::string_view::npos) return wrong(text, "has no class: want a.b.C.name");
  auto owner = parse_class_name(text.substr(0, dot));
  if (!owner) return std::unexpected(std::move(owner.error()));
  return Member{.owner = std::move(*owner), .name = text.substr(dot + 1)};
}

constexpr std::array<std::pair<std::string_view, char>, 8> kPrimitives = {{{"boolean", 'Z'},
                                                                           {"byte", 'B'},
                                                                           {"char", 'C'},
                                                                           {"double", 'D'},
                                                                           {"float", 'F'},
                                                                           {"int", 'I'},
                                                                           {"long", 'J'},
                                                                           {"short", 'S'}}};

}  // namespace

Parsed<std::string> parse_class_name(std::string_view text) {
  if (!is_class_name(text, '.')) return wrong(text, "is no class name: want a.b.C or a.b.C$D");
  return with_slashes(text);
}

Parsed<std::string> parse_type(std::string_view text) {
  std::string dimensions;
  std::string_view element = text;
  for (; element.ends_with("[]"); element.remove_suffix(2)) dimensions += '[';
  if (dimensions.size() > 255) return wrong(text, "has more than 255 dimensions");
  for (const auto& [name, letter] : kPrimitives)
    if (element == name) return dimensions + letter;
  if (!is_class_name(element, '.')) return wrong(text, "is no type: want a.b.C, int or a.b.C[]");
  return fmt::format("{}L{};", dimensions, with_slashes(element));
}

Parsed<std::size_t> parameter_count(std::string_view descriptor) {
  const auto bad = wrong(descriptor, "is no method descriptor: want (Ljava/lang/String;I)V");
  std::string_view rest = descriptor;
  if (!rest.starts_with('(')) return bad;
  rest.remove_prefix(1);
  std::size_t count = 0;
  for (; !rest.starts_with(')'); ++count) {
    const std::size_t length = descriptor_length(rest);
    if (length == 0) return bad;
    rest.remove_prefix(length);
  }
  rest.remove_prefix(1);
  if (rest != "V" && (rest.empty() || descriptor_length(rest) != rest.size())) return bad;
  return count;
}

Parsed<MethodName> parse_method_name(std::string_view text) {
  const std::size_t parenthesis = std::min(text.find('('), text.size());
  const std::string_view descriptor = text.substr(parenthesis);
  auto member = parse_member(text.substr(0, parenthesis));
  if (!member) return std::unexpected(std::move(member.error()));
  if (!is_method_identifier(member->name)) return wrong(text, "does not name a method");
  if (!descriptor.empty())
    if (auto count = parameter_count(descriptor); !count)
      return std::unexpected(std::move(count.error()));
  return MethodName{.owner = std::move(member->owner),
                    .name = std::string(member->name),
                    .descriptor = std::string(descriptor)};
}

Parsed<Selector> parse_field_name(std::string_view text) {
  auto member = parse_member(text);
  if (!member) return std::unexpected(std::move(member.error()));
  if (!is_identifier(member->name)) return wrong(text, "does not name a field");
  return Selector{.owner = std::move(member->owner), .field = std::string(member->name)};
}

Parsed<std::string> parse_class_pattern(std::string_view text) {
  std::string_view name = text, ending;
  for (const std::string_view candidate : {".**", "*"})
    if (ending.empty() && name.ends_with(candidate)) ending = candidate;
  name.remove_suffix(ending.size());
  if (!is_class_name(name, '.'))
    return wrong(text, "is no class pattern: want a.b.C, a.b.C* or a.b.**");
  return with_slashes(name) + with_slashes(ending);
}

}  // namespace heddle::model
