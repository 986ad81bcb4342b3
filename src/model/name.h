// Names of classes, types, methods and fields as model files write them, turned into those of the
// virtual machine.
//
// Values and pure functions; an error is a clause to put behind "file:line:column: ".
#pragma once

#include <cstddef>
#include <expected>
#include <string>
#include <string_view>

namespace heddle::model {

// A method by name: `java/lang/Thread`, `start0`, `()V`. An empty descriptor stands for all
// overloads, where that is allowed.
struct MethodName {
  std::string owner, name, descriptor;
};

// A step from an object to what it holds.
struct Selector {
  bool element = false;                // []; else a field
  std::string owner = {}, field = {};  // java/lang/Thread, target
};

template <typename T>
using Parsed = std::expected<T, std::string>;

// `java.util.Map$Entry` is java/util/Map$Entry.
Parsed<std::string> parse_class_name(std::string_view text);

// `java.util.Map$Entry`, `int`, `java.lang.String[][]` as descriptors.
Parsed<std::string> parse_type(std::string_view text);

// `java.lang.Thread.start0()V`, or without a descriptor.
Parsed<MethodName> parse_method_name(std::string_view text);

// `java.lang.Thread.target`.
Parsed<Selector> parse_field_name(std::string_view text);

// `java.util.HashMap`, `java.util.HashMap*`, `java.util.concurrent.**`.
Parsed<std::string> parse_class_pattern(std::string_view text);

// How many parameters a method descriptor has; an error if it is none.
Parsed<std::size_t> parameter_count(std::string_view descriptor);

}  // namespace heddle::model
