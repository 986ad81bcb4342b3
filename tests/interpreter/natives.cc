// The table, and the natives of the language itself: objects, numbers, strings, threads, system.
#include "natives.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/id.h"
#include "interpreter.h"
#include "ir/class.h"
#include "ir/ids.h"
#include "ir/instruction.h"
#include "value.h"

namespace heddle::interpreter {
namespace {

using Arguments = std::span<const Value>;

bool nothing(Interpreter&, Arguments, Value&) { return true; }

bool no(Interpreter&, Arguments, Value& result) {
  result = Value();
  return true;
}

bool yes(Interpreter&, Arguments, Value& result) {
  result = Value::of_bool(true);
  return true;
}

bool first_argument(Interpreter&, Arguments arguments, Value& result) {
  result = arguments[0];
  return true;
}

// --- java.lang.Object ----------------------------------------------------------------------------

bool get_class(Interpreter& interpreter, Arguments arguments, Value& result) {
  const Object* object = arguments[0].as_object();
  if (object->closure != nullptr) throw Unsupported("class of a lambda");
  result = Value::of(interpreter.memory().mirror(object->type));
  return true;
}

bool identity_hash(Interpreter& interpreter, Arguments arguments, Value& result) {
  Object* object = arguments[0].as_object();
  interpreter.note_inexact("identity hash code");
  result = Value::of_int(
      object == nullptr ? 0 : static_cast<std::int32_t>(interpreter.memory().identity(object)));
  return true;
}

bool clone(Interpreter& interpreter, Arguments arguments, Value& result) {
  Object* object = arguments[0].as_object();
  if (!interpreter.is_instance(object, ir::Type(interpreter.required("java/lang/Cloneable"))))
    return interpreter.raise("java/lang/CloneNotSupportedException");
  result = Value::of(interpreter.memory().copy(object));
  return true;
}

// --- java.lang.System ----------------------------------------------------------------------------

bool copy_checked(Interpreter& interpreter, Object* from, std::uint32_t at, Object* to,
                  std::uint32_t target, std::uint32_t count) {
  for (std::uint32_t i = 0; i < count; ++i) {
    const Value value = from->slot(at + i);
    if (value.as_object() != nullptr &&
        !interpreter.is_instance(value.as_object(), to->type.element()))
      return interpreter.raise("java/lang/ArrayStoreException");
    to->set_slot(target + i, value);
  }
  return true;
}

bool arraycopy(Interpreter& interpreter, Arguments arguments, Value&) {
  Object* from = arguments[0].as_object();
  Object* to = arguments[2].as_object();
  if (from == nullptr || to == nullptr) return interpreter.raise("java/lang/NullPointerException");
  if (!from->is_array() || !to->is_array())
    return interpreter.raise("java/lang/ArrayStoreException");
  const ir::Type source = from->type.element(), target = to->type.element();
  if (source.is_reference() != target.is_reference() ||
      (!source.is_reference() && source != target))
    return interpreter.raise("java/lang/ArrayStoreException");
  const std::int64_t at = arguments[1].as_int(), into = arguments[3].as_int(),
                     count = arguments[4].as_int();
  if (at < 0 || into < 0 || count < 0 || at + count > from->length || into + count > to->length)
    return interpreter.raise("java/lang/ArrayIndexOutOfBoundsException");
  interpreter.spend(static_cast<std::uint64_t>(count) / 8);
  if (source.is_reference() && !interpreter.program().is_subtype(source, target))
    return copy_checked(interpreter, from, static_cast<std::uint32_t>(at), to,
                        static_cast<std::uint32_t>(into), static_cast<std::uint32_t>(count));
  const auto size = static_cast<std::int64_t>(element_bytes(source));
  std::memmove(to->data() + into * size, from->data() + at * size,
               static_cast<std::size_t>(count * size));
  return true;
}

bool clock(Interpreter& interpreter, Arguments, Value& result) {
  interpreter.note_inexact("clock");
  result = Value::of_long(1'000'000'000);
  return true;
}

bool saved_property(Interpreter& interpreter, Arguments arguments, Value& result) {
  const auto& properties = interpreter.properties();
  const auto found = properties.find(interpreter.memory().text(arguments[0].as_object()));
  result =
      found == properties.end() ? Value() : Value::of(interpreter.memory().string(found->second));
  return true;
}

// SharedSecrets hands out what System registers when the JVM starts.
bool language_access(Interpreter& interpreter, Arguments, Value& result) {
  const ir::ClassId secrets = interpreter.required("jdk/internal/access/SharedSecrets");
  const ir::FieldId field = interpreter.memory().field_named(secrets, "javaLangAccess");
  if (interpreter.memory().get_static(field).as_object() == nullptr) {
    Value none;
    if (!interpreter.call_named(interpreter.required("java/lang/System"), "setJavaLangAccess",
                                "()V", {}, none))
      return false;
  }
  result = interpreter.memory().get_static(field);
  return true;
}

// --- numbers -------------------------------------------------------------------------------------

bool square_root(Interpreter&, Arguments arguments, Value& result) {
  result = Value::of_double(std::sqrt(arguments[0].as_double()));
  return true;
}

bool ieee_remainder(Interpreter&, Arguments arguments, Value& result) {
  result = Value::of_double(std::remainder(arguments[0].as_double(), arguments[1].as_double()));
  return true;
}

bool fused_float(Interpreter&, Arguments arguments, Value& result) {
  result = Value::of_float(
      std::fma(arguments[0].as_float(), arguments[1].as_float(), arguments[2].as_float()));
  return true;
}

bool fused_double(Interpreter&, Arguments arguments, Value& result) {
  result = Value::of_double(
      std::fma(arguments[0].as_double(), arguments[1].as_double(), arguments[2].as_double()));
  return true;
}

// --- strings, throwables, threads ----------------------------------------------------------------

bool intern(Interpreter& interpreter, Arguments arguments, Value& result) {
  result = Value::of(interpreter.memory().interned(arguments[0].as_object()));
  return true;
}

bool message(Interpreter& interpreter, Arguments arguments, Value& result) {
  Object* exception = arguments[0].as_object();
  if (interpreter.has_unknown_message(exception)) throw Unsupported("message of an exception");
  result = interpreter.memory().get(exception, "detailMessage");
  return true;
}

bool current_thread(Interpreter& interpreter, Arguments, Value& result) {
  result = Value::of(interpreter.thread());
  return true;
}

bool privileged(Interpreter& interpreter, Arguments arguments, Value& result) {
  const Object* action = arguments[0].as_object();
  if (action == nullptr) return interpreter.raise("java/lang/NullPointerException");
  const auto run = interpreter.method_named(action->type.class_id(), "run", "()Ljava/lang/Object;");
  const ir::Invocation invocation =
      interpreter.program().is_interface(interpreter.program().owner(run))
          ? ir::Invocation::kInterface
          : ir::Invocation::kVirtual;
  return interpreter.call_virtual(run, invocation, arguments.first(1), result);
}

bool processors(Interpreter&, Arguments, Value& result) {
  result = Value::of_int(2);
  return true;
}

NativeTable all_natives() {
  NativeTable table;
  add_language_natives(table);
  add_class_natives(table);
  add_memory_natives(table);
  add_refused_natives(table);
  return table;
}

}  // namespace

const Native* find_native(std::string_view owner, std::string_view name,
                          std::string_view descriptor) {
  static const NativeTable table = all_natives();
  static const Native kNothing = nothing;
  if (name == "registerNatives" || name == "initIDs") return &kNothing;
  const std::string short_key = std::string(owner) + "." + std::string(name);
  auto found = table.find(short_key + std::string(descriptor));
  if (found == table.end()) found = table.find(short_key);
  return found == table.end() ? nullptr : &found->second;
}

void add_language_natives(NativeTable& table) {
  table.insert({
      {"java/lang/Object.getClass", get_class},
      {"java/lang/Object.hashCode", identity_hash},
      {"java/lang/Object.clone", clone},
      {"java/lang/Object.notify", nothing},
      {"java/lang/Object.notifyAll", nothing},
      {"java/lang/System.arraycopy", arraycopy},
      {"java/lang/System.identityHashCode", identity_hash},
      {"java/lang/System.nanoTime", clock},
      {"java/lang/System.currentTimeMillis", clock},
      {"jdk/internal/access/SharedSecrets.getJavaLangAccess", language_access},
      {"jdk/internal/misc/VM.initialize", nothing},
      {"jdk/internal/misc/VM.getSavedProperty", saved_property},
      {"jdk/internal/misc/VM.isBooted", yes},
      {"jdk/internal/misc/VM.isModuleSystemInited", yes},
      {"jdk/internal/misc/CDS.initializeFromArchive", nothing},
      {"jdk/internal/misc/CDS.getRandomSeedForDumping", no},
      {"jdk/internal/misc/CDS.isDumpingArchive0", no},
      {"jdk/internal/misc/CDS.isDumpingClassList0", no},
      {"jdk/internal/misc/CDS.isSharingEnabled0", no},
      {"java/lang/Float.floatToRawIntBits", first_argument},
      {"java/lang/Float.intBitsToFloat", first_argument},
      {"java/lang/Double.doubleToRawLongBits", first_argument},
      {"java/lang/Double.longBitsToDouble", first_argument},
      {"java/lang/Math.sqrt", square_root},
      {"java/lang/StrictMath.sqrt", square_root},
      {"java/lang/StrictMath.IEEEremainder", ieee_remainder},
      {"java/lang/Math.fma(FFF)F", fused_float},
      {"java/lang/Math.fma(DDD)D", fused_double},
      {"java/lang/String.intern", intern},
      {"java/lang/StringUTF16.isBigEndian", no},
      {"java/lang/StringCoding.err", nothing},
      {"java/lang/Throwable.fillInStackTrace()Ljava/lang/Throwable;", first_argument},
      {"java/lang/Throwable.getMessage", message},
      {"java/lang/Thread.currentThread", current_thread},
      {"java/lang/Thread.interrupted", no},
      {"java/lang/Thread.isInterrupted", no},
      {"java/lang/Thread.onSpinWait", nothing},
      {"java/lang/Runtime.availableProcessors", processors},
      {"java/util/concurrent/atomic/AtomicLong.VMSupportsCS8", yes},
      {"java/lang/ref/Reference.<clinit>", nothing},
      {"java/lang/ref/Reference.reachabilityFence", nothing},
      {"java/security/AccessController.doPrivileged", privileged},
      {"java/security/AccessController.getStackAccessControlContext", no},
      {"java/security/AccessController.ensureMaterializedForStackWalk", nothing},
  });
}

}  // namespace heddle::interpreter
