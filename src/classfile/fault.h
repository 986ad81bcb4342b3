// How the parsers of this module word and carry what is wrong with a class file. Internal.
//
// Names come from the file, so they are shown with escapes for whatever would not print, and cut
// when they are long.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/malformed.h"
#include "classfile/attribute.h"
#include "classfile/class_file.h"

namespace heddle::classfile {

// Nothing, or what is wrong.
using Fault = std::optional<base::Malformed>;

template <typename... Arguments>
[[gnu::cold]] base::Malformed malformed(std::size_t offset, fmt::format_string<Arguments...> text,
                                        Arguments&&... arguments) {
  return base::Malformed(fmt::format(text, std::forward<Arguments>(arguments)...), offset);
}

// Modified UTF-8, fit for one line of a message.
std::string printable(std::string_view name);

// "1 byte", "2 bytes".
std::string counted(std::size_t count, std::string_view noun);

// Whose attribute it is.
struct Owner {
  AttributePlace place = AttributePlace::kClass;
  std::string_view name;
  std::string_view descriptor;

  static Owner of_class() { return {}; }
  static Owner of(const Member& member);
  static Owner of(const RecordComponent& component);
  static Owner of_code(const Member& method);
};

// "method run()V", "field count", "record component x", "the class".
std::string describe(const Owner& owner);

// "LineNumberTable of method run()V"; attributes of the class stand alone: "InnerClasses".
std::string describe(std::string_view attribute, const Owner& owner);

}  // namespace heddle::classfile
