// jdk.internal.misc.Unsafe on objects and arrays. An offset counts from the object's header; an
// access outside the object's data, or outside of any object, is refused.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "base/id.h"
#include "interpreter.h"
#include "ir/class.h"
#include "ir/ids.h"
#include "natives.h"
#include "value.h"

namespace heddle::interpreter {
namespace {

using Arguments = std::span<const Value>;

bool nothing(Interpreter&, Arguments, Value&) { return true; }

std::byte* location(Value base, Value offset, std::int64_t bytes) {
  Object* object = base.as_object();
  if (object == nullptr) throw Unsupported("memory outside the heap");
  const std::int64_t at = offset.as_long() - kHeaderBytes;
  const std::int64_t room = (std::int64_t{object->data_bytes} + 7) / 8 * 8;
  if (at < 0 || bytes < 0 || at + bytes > room) throw Unsupported("memory outside an object");
  return object->data() + at;
}

template <typename T>
Value as_value(T number) {
  if constexpr (sizeof(T) == 8)
    return Value::of_bits(static_cast<std::uint64_t>(number));
  else
    return Value::of_int(static_cast<std::int32_t>(number));
}

template <typename T>
bool get(Interpreter&, Arguments arguments, Value& result) {
  T number;
  std::memcpy(&number, location(arguments[1], arguments[2], sizeof(T)), sizeof(T));
  result = as_value(number);
  return true;
}

template <typename T>
bool put(Interpreter&, Arguments arguments, Value&) {
  const auto number = static_cast<T>(arguments[3].bits());
  std::memcpy(location(arguments[1], arguments[2], sizeof(T)), &number, sizeof(T));
  return true;
}

template <typename T>
bool exchange(Arguments arguments, T& before) {
  std::byte* at = location(arguments[1], arguments[2], sizeof(T));
  std::memcpy(&before, at, sizeof(T));
  if (before != static_cast<T>(arguments[3].bits())) return false;
  const auto after = static_cast<T>(arguments[4].bits());
  std::memcpy(at, &after, sizeof(T));
  return true;
}

template <typename T>
bool compare_and_set(Interpreter&, Arguments arguments, Value& result) {
  T before;
  result = Value::of_bool(exchange(arguments, before));
  return true;
}

template <typename T>
bool compare_and_exchange(Interpreter&, Arguments arguments, Value& result) {
  T before;
  exchange(arguments, before);
  result = as_value(before);
  return true;
}

bool array_base(Interpreter&, Arguments, Value& result) {
  result = Value::of_int(kHeaderBytes);
  return true;
}

bool array_scale(Interpreter&, Arguments arguments, Value& result) {
  const ir::Type array = arguments[1].as_object()->mirrored;
  result = Value::of_int(static_cast<std::int32_t>(element_bytes(array.element())));
  return true;
}

bool field_offset(Interpreter& interpreter, Arguments arguments, Value& result) {
  const std::u16string wanted = interpreter.memory().text(arguments[2].as_object());
  const ir::ClassId type = arguments[1].as_object()->mirrored.class_id();
  const ir::FieldId field =
      interpreter.memory().field_named(type, std::string(wanted.begin(), wanted.end()));
  if (base::is_none(field) || interpreter.program().owner(field) != type)
    return interpreter.raise("java/lang/InternalError");
  result = Value::of_long(kHeaderBytes + std::int64_t{interpreter.memory().slot(field)} * 8);
  return true;
}

bool ensure_initialized(Interpreter& interpreter, Arguments arguments, Value&) {
  return interpreter.initialize(arguments[1].as_object()->mirrored.class_id());
}

bool allocate_instance(Interpreter& interpreter, Arguments arguments, Value& result) {
  const ir::ClassId type = arguments[1].as_object()->mirrored.class_id();
  if (!interpreter.initialize(type)) return false;
  result = Value::of(interpreter.memory().new_object(type));
  return true;
}

bool copy_memory(Interpreter&, Arguments arguments, Value&) {
  const std::int64_t bytes = arguments[5].as_long();
  std::memmove(location(arguments[3], arguments[4], bytes),
               location(arguments[1], arguments[2], bytes), static_cast<std::size_t>(bytes));
  return true;
}

bool set_memory(Interpreter&, Arguments arguments, Value&) {
  const std::int64_t bytes = arguments[3].as_long();
  std::memset(location(arguments[1], arguments[2], bytes), arguments[4].as_int(),
              static_cast<std::size_t>(bytes));
  return true;
}

bool refers_to(Interpreter& interpreter, Arguments arguments, Value& result) {
  const Value referent = interpreter.memory().get(arguments[0].as_object(), "referent");
  result = Value::of_bool(referent.bits() == arguments[1].bits());
  return true;
}

bool clear_reference(Interpreter& interpreter, Arguments arguments, Value&) {
  interpreter.memory().set(arguments[0].as_object(), "referent", Value());
  return true;
}

}  // namespace

#define HEDDLE_UNSAFE "jdk/internal/misc/Unsafe."
#define HEDDLE_ACCESS(name, type)                                               \
  {HEDDLE_UNSAFE "get" name, get<type>}, {HEDDLE_UNSAFE "put" name, put<type>}, \
      {HEDDLE_UNSAFE "get" name "Volatile", get<type>}, {                       \
    HEDDLE_UNSAFE "put" name "Volatile", put<type>                              \
  }
#define HEDDLE_EXCHANGE(name, type)                                     \
  {HEDDLE_UNSAFE "compareAndSet" name, compare_and_set<type>}, {        \
    HEDDLE_UNSAFE "compareAndExchange" name, compare_and_exchange<type> \
  }

void add_memory_natives(NativeTable& table) {
  table.insert({
      HEDDLE_ACCESS("Boolean", std::uint8_t),
      HEDDLE_ACCESS("Byte", std::int8_t),
      HEDDLE_ACCESS("Char", std::uint16_t),
      HEDDLE_ACCESS("Short", std::int16_t),
      HEDDLE_ACCESS("Int", std::int32_t),
      HEDDLE_ACCESS("Long", std::int64_t),
      HEDDLE_ACCESS("Float", std::uint32_t),
      HEDDLE_ACCESS("Double", std::uint64_t),
      HEDDLE_ACCESS("Reference", std::uint64_t),
      HEDDLE_EXCHANGE("Int", std::int32_t),
      HEDDLE_EXCHANGE("Long", std::int64_t),
      HEDDLE_EXCHANGE("Reference", std::uint64_t),
      {HEDDLE_UNSAFE "arrayBaseOffset0", array_base},
      {HEDDLE_UNSAFE "arrayIndexScale0", array_scale},
      {HEDDLE_UNSAFE "objectFieldOffset1", field_offset},
      {HEDDLE_UNSAFE "ensureClassInitialized0", ensure_initialized},
      {HEDDLE_UNSAFE "allocateInstance", allocate_instance},
      {HEDDLE_UNSAFE "copyMemory0", copy_memory},
      {HEDDLE_UNSAFE "setMemory0", set_memory},
      {HEDDLE_UNSAFE "loadFence", nothing},
      {HEDDLE_UNSAFE "storeFence", nothing},
      {HEDDLE_UNSAFE "fullFence", nothing},
      {HEDDLE_UNSAFE "unpark", nothing},
      {"java/lang/ref/Reference.refersTo0", refers_to},
      {"java/lang/ref/PhantomReference.refersTo0", refers_to},
      {"java/lang/ref/Reference.clear0", clear_reference},
  });
}

}  // namespace heddle::interpreter
