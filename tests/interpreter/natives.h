// What the JVM itself does for the JDK's classes: native methods, and a few whose Java code leans
// on a JVM that has started up.
//
// A native is found by "a/b/C.name(descriptor)" or by "a/b/C.name", whatever the descriptor.
#pragma once

#include <span>
#include <string_view>
#include <unordered_map>

#include "value.h"

namespace heddle::interpreter {

class Interpreter;

// Gives false where a Java exception is pending. The receiver is the first argument.
using Native = bool (*)(Interpreter& interpreter, std::span<const Value> arguments, Value& result);
using NativeTable = std::unordered_map<std::string_view, Native>;

const Native* find_native(std::string_view owner, std::string_view name,
                          std::string_view descriptor);

// The parts of the table.
void add_class_natives(NativeTable& table);
void add_language_natives(NativeTable& table);
void add_memory_natives(NativeTable& table);
void add_refused_natives(NativeTable& table);

}  // namespace heddle::interpreter
