// Words for places in a class file.
#include "classfile/fault.h"

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <string_view>

#include "classfile/attribute.h"
#include "classfile/class_file.h"
#include "classfile/modified_utf8.h"

namespace heddle::classfile {

std::string printable(std::string_view name) {
  constexpr std::size_t kLongest = 200;
  std::string shown;
  for (const char c : to_utf8(name.substr(0, kLongest))) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7F) {
      shown += fmt::format("\\u{:04X}", static_cast<unsigned>(byte));
    } else {
      shown += c;
    }
  }
  if (name.size() > kLongest) shown += "...";
  return shown;
}

std::string counted(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

Owner Owner::of(const Member& member) {
  return {.place = member.is_method() ? AttributePlace::kMethod : AttributePlace::kField,
          .name = member.name,
          .descriptor = member.descriptor};
}

Owner Owner::of(const RecordComponent& component) {
  return {.place = AttributePlace::kRecordComponent,
          .name = component.name,
          .descriptor = component.descriptor};
}

Owner Owner::of_code(const Member& method) {
  return {.place = AttributePlace::kCode, .name = method.name, .descriptor = method.descriptor};
}

std::string describe(const Owner& owner) {
  const std::string name = printable(owner.name);
  switch (owner.place) {
    case AttributePlace::kClass: return "the class";
    case AttributePlace::kField: return "field " + name;
    case AttributePlace::kRecordComponent: return "record component " + name;
    case AttributePlace::kMethod:
    case AttributePlace::kCode: break;
  }
  return "method " + name + printable(owner.descriptor);
}

std::string describe(std::string_view attribute, const Owner& owner) {
  std::string text = printable(attribute);
  if (owner.place != AttributePlace::kClass) text += " of " + describe(owner);
  return text;
}

}  // namespace heddle::classfile
