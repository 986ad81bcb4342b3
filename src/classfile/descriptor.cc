// Hand-written recognisers, one step per byte.
//
// Modified UTF-8 needs no decoding here: every character the grammar treats specially is ASCII, and
// the bytes of longer sequences are all above 7F. A class may be called "a)b", so a closing
// parenthesis ends a method's parameters only where a type could begin.
#include "classfile/descriptor.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>

namespace heddle::classfile {
namespace {

enum CharacterSet : std::uint8_t {
  kEndsName = 1,        // . ; [ /
  kEndsMethodName = 2,  // the same and < >
  kEndsClassName = 4,   // . ; [
};

constexpr std::array<std::uint8_t, 256> kCharacters = [] {
  std::array<std::uint8_t, 256> sets = {};
  sets['.'] = sets[';'] = sets['['] = kEndsName | kEndsMethodName | kEndsClassName;
  sets['/'] = kEndsName | kEndsMethodName;
  sets['<'] = sets['>'] = kEndsMethodName;
  return sets;
}();

bool has_none_of(std::string_view text, CharacterSet set) {
  return std::ranges::none_of(
      text, [set](char c) { return (kCharacters[static_cast<unsigned char>(c)] & set) != 0; });
}

// The method descriptor's argument slots, or more than any method may have if it is malformed.
unsigned slots_if_well_formed(std::string_view descriptor) {
  constexpr unsigned kMalformed = kMaxArgumentSlots + 1;
  if (!descriptor.starts_with('(')) return kMalformed;
  std::string_view rest = descriptor.substr(1);
  unsigned total = 0;
  while (!rest.starts_with(')')) {
    const std::size_t length = field_descriptor_length(rest);
    if (length == 0) return kMalformed;
    total += slots(rest.substr(0, length));
    rest.remove_prefix(length);
  }
  const std::string_view result = rest.substr(1);
  return result == "V" || is_field_descriptor(result) ? total : kMalformed;
}

}  // namespace

bool is_unqualified_name(std::string_view name) {
  return !name.empty() && has_none_of(name, kEndsName);
}

bool is_method_name(std::string_view name) {
  if (name.starts_with('<')) return name == "<init>" || name == "<clinit>";
  return !name.empty() && has_none_of(name, kEndsMethodName);
}

bool is_class_name(std::string_view name) {
  char before = '/';
  for (const char c : name) {
    if ((kCharacters[static_cast<unsigned char>(c)] & kEndsClassName) != 0) return false;
    if (c == '/' && before == '/') return false;
    before = c;
  }
  return before != '/';
}

bool is_class_reference(std::string_view name) {
  return name.starts_with('[') ? is_field_descriptor(name) : is_class_name(name);
}

bool is_module_name(std::string_view name) {
  bool escaped = false;
  for (const char c : name) {
    const bool special = c == '\\' || c == ':' || c == '@';
    if (escaped && !special) return false;
    if (!escaped && (c == ':' || c == '@')) return false;
    if (static_cast<unsigned char>(c) < 0x20) return false;
    escaped = !escaped && c == '\\';
  }
  return !name.empty() && !escaped;
}

std::size_t field_descriptor_length(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size() && text[at] == '[') ++at;
  if (at == text.size() || at > kMaxArrayDimensions) return 0;
  switch (text[at]) {
    case 'B':
    case 'C':
    case 'D':
    case 'F':
    case 'I':
    case 'J':
    case 'S':
    case 'Z': return at + 1;
    case 'L': break;
    default: return 0;
  }
  const std::size_t end = text.find(';', at);
  if (end == std::string_view::npos) return 0;
  return is_class_name(text.substr(at + 1, end - at - 1)) ? end + 1 : 0;
}

bool is_field_descriptor(std::string_view descriptor) {
  return !descriptor.empty() && field_descriptor_length(descriptor) == descriptor.size();
}

bool is_method_descriptor(std::string_view descriptor) {
  return slots_if_well_formed(descriptor) <= kMaxArgumentSlots;
}

std::size_t ParameterTypes::Iterator::next_length(std::string_view rest) {
  if (rest.starts_with(')')) return 0;
  const std::size_t base = rest.find_first_not_of('[');
  return rest[base] == 'L' ? rest.find(';', base) + 1 : base + 1;
}

std::string_view return_type(std::string_view method_descriptor) {
  const std::size_t close = method_descriptor.rfind(')');
  if (method_descriptor.find(')') == close) return method_descriptor.substr(close + 1);
  auto type = ParameterTypes(method_descriptor).begin();
  while (type != std::default_sentinel) ++type;
  return type.rest().substr(1);
}

unsigned argument_slots(std::string_view method_descriptor) {
  unsigned total = 0;
  for (const std::string_view type : ParameterTypes(method_descriptor)) total += slots(type);
  return total;
}

}  // namespace heddle::classfile
