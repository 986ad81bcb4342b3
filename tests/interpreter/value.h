// What registers and memory hold while the interpreter runs: values, objects, arrays.
//
// Objects are plain memory as the JVM lays it out, a header and data behind it, so that the JDK's
// own use of Unsafe (an object and a byte offset) works on them unchanged. A field takes eight
// bytes, an array element its own size; numbers are little-endian, as the machine's.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include "ir/ids.h"
#include "ir/symbols.h"
#include "ir/type.h"

namespace heddle::interpreter {

// The run cannot be followed any further; says nothing about whether the IR is right. `what()` is
// the cause, short enough to be counted by.
class Unsupported : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct Object;

class Value {
 public:
  constexpr Value() = default;
  static constexpr Value of_int(std::int32_t number) {
    return Value(static_cast<std::uint32_t>(number));
  }
  static constexpr Value of_bool(bool flag) { return Value(flag ? 1U : 0U); }
  static constexpr Value of_long(std::int64_t number) {
    return Value(static_cast<std::uint64_t>(number));
  }
  static constexpr Value of_float(float number) {
    return Value(std::bit_cast<std::uint32_t>(number));
  }
  static constexpr Value of_double(double number) {
    return Value(std::bit_cast<std::uint64_t>(number));
  }
  static Value of(const Object* object) { return Value(std::bit_cast<std::uint64_t>(object)); }
  static constexpr Value of_bits(std::uint64_t bits) { return Value(bits); }

  [[nodiscard]] constexpr std::int32_t as_int() const {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(bits_));
  }
  [[nodiscard]] constexpr std::int64_t as_long() const { return static_cast<std::int64_t>(bits_); }
  [[nodiscard]] constexpr float as_float() const {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits_));
  }
  [[nodiscard]] constexpr double as_double() const { return std::bit_cast<double>(bits_); }
  [[nodiscard]] Object* as_object() const { return std::bit_cast<Object*>(bits_); }
  [[nodiscard]] constexpr std::uint64_t bits() const { return bits_; }

 private:
  constexpr explicit Value(std::uint64_t bits) : bits_(bits) {}
  std::uint64_t bits_ = 0;
};

// What an object made by a lambda or method reference runs, and what it captured.
struct Closure {
  ir::ClassId from{};
  ir::CallSiteRef site{};
  std::vector<Value> captured;
};

struct Object {
  ir::Type type;                 // its class or array type; of a closure, the interface
  std::uint32_t length = 0;      // of an array
  std::uint32_t hash = 0;        // its identity, once asked for
  std::uint32_t monitor = 0;     // how often it is held
  Closure* closure = nullptr;    // of a lambda only
  ir::Type mirrored;             // of a java.lang.Class: the type it stands for
  std::uint32_t data_bytes = 0;  // behind this header

  [[nodiscard]] bool is_array() const { return type.is_array(); }
  [[nodiscard]] std::byte* data() { return reinterpret_cast<std::byte*>(this + 1); }

  template <typename T>
  [[nodiscard]] T element(std::uint32_t index) {
    T value;
    std::memcpy(&value, data() + std::size_t{index} * sizeof(T), sizeof(T));
    return value;
  }
  template <typename T>
  void set_element(std::uint32_t index, T value) {
    std::memcpy(data() + std::size_t{index} * sizeof(T), &value, sizeof(T));
  }
  [[nodiscard]] Value slot(std::uint32_t index) {
    return Value::of_bits(element<std::uint64_t>(index));
  }
  void set_slot(std::uint32_t index, Value value) { set_element(index, value.bits()); }
};
inline constexpr std::int32_t kHeaderBytes = sizeof(Object);
static_assert(kHeaderBytes % 8 == 0);

// How many bytes an element of an array takes, by the element's type.
inline std::uint32_t element_bytes(ir::Type element) {
  if (element.is_reference()) return 8;
  constexpr std::uint32_t kBytes[] = {0, 1, 1, 2, 2, 4, 8, 4, 8};
  return kBytes[element.bits()];
}

// A value as a variable or element of that type keeps it: small integers lose their upper bits.
inline Value narrowed(ir::Type type, Value value) {
  const std::int32_t number = value.as_int();
  if (type == ir::Type::primitive(ir::kBooleanType)) return Value::of_int(number & 1);
  if (type == ir::Type::primitive(ir::kByteType))
    return Value::of_int(static_cast<std::int8_t>(number));
  if (type == ir::Type::primitive(ir::kCharType))
    return Value::of_int(static_cast<std::uint16_t>(number));
  if (type == ir::Type::primitive(ir::kShortType))
    return Value::of_int(static_cast<std::int16_t>(number));
  return value;
}

}  // namespace heddle::interpreter
