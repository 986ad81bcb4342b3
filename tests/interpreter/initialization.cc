// Initialising a class, JVMS 5.5: its superclass first, then those superinterfaces that have
// default methods, then its own initializer. With one thread, a class that is being initialised
// counts as initialised. One whose initializer could not be followed is never used again: its
// static fields might hold anything.
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/id.h"
#include "interpreter.h"
#include "ir/class.h"
#include "ir/ids.h"
#include "value.h"

namespace heddle::interpreter {

bool Interpreter::initialize(ir::ClassId type) {
  if (initialized_.size() <= base::index(type)) initialized_.resize(program_.class_count());
  switch (initialized_[base::index(type)]) {
    case Initialized::kYes:
    case Initialized::kRunning: return true;
    case Initialized::kFailed:
      return raise("java/lang/NoClassDefFoundError",
                   "Could not initialize class " + memory_.name(ir::Type(type)));
    case Initialized::kUnsupported: throw Unsupported(unsupported_classes_[type]);
    case Initialized::kNo: break;
  }
  initialized_[base::index(type)] = Initialized::kRunning;
  try {
    const bool ok = run_initializer(type);
    initialized_[base::index(type)] = ok ? Initialized::kYes : Initialized::kFailed;
    return ok;
  } catch (const Unsupported& cause) {
    initialized_[base::index(type)] = Initialized::kUnsupported;
    unsupported_classes_[type] = cause.what();
    throw;
  }
}

bool Interpreter::run_initializer(ir::ClassId type) {
  if (program_.is_phantom(type))
    throw Unsupported("missing class " + std::string(program_.name(type)));
  if (!program_.is_interface(type) && !initialize_above(type)) return false;
  if (!run_class_initializer(type)) return false;
  return after_initializer(type);
}

bool Interpreter::run_class_initializer(ir::ClassId type) {
  const ir::MethodId initializer = program_.declared_method(type, "<clinit>", "()V");
  Value none;
  if (base::is_none(initializer) || run(initializer, {}, none)) return true;
  return fail_initializer(type);
}

bool Interpreter::initialize_above(ir::ClassId type) {
  const ir::ClassId super = program_.super(type);
  if (!base::is_none(super) && !initialize(super)) return false;
  // Copied: initialising may link more classes.
  const auto above = program_.all_interfaces(type);
  const std::vector<ir::ClassId> interfaces(above.begin(), above.end());
  for (const ir::ClassId interface : interfaces) {
    bool has_default = false;
    const ir::Class* code = program_.code(interface);
    if (code == nullptr) continue;
    for (const ir::Method& method : code->methods)
      has_default |= !method.is(ir::Access::kAbstract) && !method.is(ir::Access::kStatic);
    if (has_default && !initialize(interface)) return false;
  }
  return true;
}

// What is thrown out of an initializer is an Error, or becomes one.
bool Interpreter::fail_initializer(ir::ClassId) {
  Object* thrown = take_pending();
  if (is_instance(thrown, ir::Type(required("java/lang/Error")))) return throw_object(thrown);
  Object* wrapper = nullptr;
  const std::array arguments = {Value::of(thrown)};
  if (!construct(required("java/lang/ExceptionInInitializerError"), "(Ljava/lang/Throwable;)V",
                 arguments, wrapper))
    return false;
  return throw_object(wrapper);
}

// What the JVM fills in when it starts.
bool Interpreter::after_initializer(ir::ClassId type) {
  const std::string_view name = program_.name(type);
  const auto set = [&](std::string_view field, Value value) {
    memory_.set_static(memory_.field_named(type, field), value);
  };
  if (name == "jdk/internal/misc/UnsafeConstants") {
    set("ADDRESS_SIZE0", Value::of_int(8));
    set("PAGE_SIZE", Value::of_int(4096));
    set("UNALIGNED_ACCESS", Value::of_bool(true));
  } else if (name == "java/lang/System") {
    Object* made = nullptr;
    const ir::ClassId table = required("java/util/Properties");
    if (!construct(table, "()V", {}, made)) return false;
    set("props", Value::of(made));
    for (const auto& [key, value] : properties_) {
      const std::array arguments = {Value::of(made), Value::of(memory_.string(key)),
                                    Value::of(memory_.string(value))};
      Value before;
      if (!call_named(table, "setProperty",
                      "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/Object;", arguments,
                      before))
        return false;
    }
    const auto separator = properties_.find(u"line.separator");
    if (separator != properties_.end())
      set("lineSeparator", Value::of(memory_.string(separator->second)));
  }
  return true;
}

}  // namespace heddle::interpreter
