// java.lang.Class, as far as ordinary code asks it: names, kinds, supertypes, enum constants. What
// reflects on members is refused.
#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/id.h"
#include "interpreter.h"
#include "ir/class.h"
#include "ir/ids.h"
#include "ir/type.h"
#include "natives.h"
#include "value.h"

namespace heddle::interpreter {
namespace {

using Arguments = std::span<const Value>;

ir::Type mirrored(Value value) { return value.as_object()->mirrored; }

bool no(Interpreter&, Arguments, Value& result) {
  result = Value();
  return true;
}

bool is_array(Interpreter&, Arguments arguments, Value& result) {
  result = Value::of_bool(mirrored(arguments[0]).is_array());
  return true;
}

bool is_primitive(Interpreter&, Arguments arguments, Value& result) {
  result = Value::of_bool(!mirrored(arguments[0]).is_reference());
  return true;
}

bool is_interface(Interpreter& interpreter, Arguments arguments, Value& result) {
  const ir::Type type = mirrored(arguments[0]);
  result = Value::of_bool(type.is_class() && interpreter.program().is_interface(type.class_id()));
  return true;
}

bool is_instance(Interpreter& interpreter, Arguments arguments, Value& result) {
  const Object* object = arguments[1].as_object();
  result =
      Value::of_bool(object != nullptr && interpreter.is_instance(object, mirrored(arguments[0])));
  return true;
}

bool is_assignable(Interpreter& interpreter, Arguments arguments, Value& result) {
  if (arguments[1].as_object() == nullptr)
    return interpreter.raise("java/lang/NullPointerException");
  const ir::Type to = mirrored(arguments[0]), from = mirrored(arguments[1]);
  const bool references = to.is_reference() && from.is_reference();
  result = Value::of_bool(references ? interpreter.program().is_subtype(from, to) : from == to);
  return true;
}

bool superclass(Interpreter& interpreter, Arguments arguments, Value& result) {
  const ir::Type type = mirrored(arguments[0]);
  ir::Program& program = interpreter.program();
  result = Value();
  if (type.is_array()) {
    result = Value::of(interpreter.memory().mirror(ir::Type(program.object())));
  } else if (type.is_class() && !program.is_interface(type.class_id())) {
    const ir::ClassId super = program.super(type.class_id());
    if (!base::is_none(super)) result = Value::of(interpreter.memory().mirror(ir::Type(super)));
  }
  return true;
}

bool class_name(Interpreter& interpreter, Arguments arguments, Value& result) {
  Memory& memory = interpreter.memory();
  Object* name = memory.constant(memory.name(mirrored(arguments[0])));
  memory.set(arguments[0].as_object(), "name", Value::of(name));
  result = Value::of(name);
  return true;
}

bool primitive_class(Interpreter& interpreter, Arguments arguments, Value& result) {
  Memory& memory = interpreter.memory();
  const std::u16string wanted = memory.text(arguments[0].as_object());
  for (std::uint32_t bits = 0; bits <= ir::kDoubleType.bits(); ++bits) {
    const ir::Type type = ir::Type::from_bits(bits);
    if (Memory::decoded(memory.name(type)) != wanted) continue;
    result = Value::of(memory.mirror(type));
    return true;
  }
  throw Unsupported("unknown primitive class");
}

bool modifiers(Interpreter& interpreter, Arguments arguments, Value& result) {
  ir::Type type = mirrored(arguments[0]);
  const bool array = type.is_array();
  while (type.is_array()) type = type.element();
  std::uint32_t flags = ir::Access::kPublic | ir::Access::kFinal | ir::Access::kAbstract;
  if (type.is_class()) {
    const ir::Class* code = interpreter.program().code(type.class_id());
    flags = code->access;
    for (const ir::InnerClass& inner : code->inner_classes)
      if (inner.inner == code->self) flags = inner.access;
    flags &= ~ir::Access::kSuper;
    if (array) {
      flags &= ir::Access::kPublic | ir::Access::kPrivate | ir::Access::kProtected;
      flags |= ir::Access::kFinal | ir::Access::kAbstract;
    }
  }
  result = Value::of_int(static_cast<std::int32_t>(flags));
  return true;
}

const ir::InnerClass* own_inner_class(Interpreter& interpreter, ir::Type type) {
  if (!type.is_class()) return nullptr;
  const ir::Class* code = interpreter.program().code(type.class_id());
  for (const ir::InnerClass& inner : code->inner_classes)
    if (inner.inner == code->self) return &inner;
  return nullptr;
}

bool declaring_class(Interpreter& interpreter, Arguments arguments, Value& result) {
  const ir::Type type = mirrored(arguments[0]);
  const ir::InnerClass* inner = own_inner_class(interpreter, type);
  result = Value();
  if (inner != nullptr && inner->outer.exists())
    result = Value::of(
        interpreter.memory().mirror(interpreter.program().type_of(type.class_id(), inner->outer)));
  return true;
}

bool simple_binary_name(Interpreter& interpreter, Arguments arguments, Value& result) {
  const ir::InnerClass* inner = own_inner_class(interpreter, mirrored(arguments[0]));
  result = Value();
  if (inner != nullptr && !inner->name.empty())
    result = Value::of(interpreter.memory().constant(inner->name));
  return true;
}

bool enclosing_method(Interpreter& interpreter, Arguments arguments, Value& result) {
  const ir::Type type = mirrored(arguments[0]);
  result = Value();
  if (!type.is_class()) return true;
  ir::Program& program = interpreter.program();
  Memory& memory = interpreter.memory();
  const ir::Class* code = program.code(type.class_id());
  if (!code->enclosing_class.exists()) return true;
  Object* found = memory.new_array(ir::Type(program.object()).array(), 3);
  found->set_slot(
      0, Value::of(memory.mirror(program.type_of(type.class_id(), code->enclosing_class))));
  if (!code->enclosing_method.empty()) {
    found->set_slot(1, Value::of(memory.constant(code->enclosing_method)));
    found->set_slot(2, Value::of(memory.constant(code->enclosing_descriptor)));
  }
  result = Value::of(found);
  return true;
}

bool caller_class(Interpreter& interpreter, Arguments, Value& result) {
  const ir::ClassId caller = interpreter.caller();
  if (base::is_none(caller)) throw Unsupported("caller of the first method");
  result = Value::of(interpreter.memory().mirror(ir::Type(caller)));
  return true;
}

bool enum_constants(Interpreter& interpreter, Arguments arguments, Value& result) {
  const ir::Type type = mirrored(arguments[0]);
  result = Value();
  const ir::ClassId enumeration = interpreter.required("java/lang/Enum");
  if (!type.is_class() || interpreter.program().super(type.class_id()) != enumeration) return true;
  const std::string descriptor =
      "()[L" + std::string(interpreter.program().name(type.class_id())) + ";";
  return interpreter.call_named(type.class_id(), "values", descriptor, {}, result);
}

bool new_array(Interpreter& interpreter, Arguments arguments, Value& result) {
  if (arguments[0].as_object() == nullptr)
    return interpreter.raise("java/lang/NullPointerException");
  const std::int32_t length = arguments[1].as_int();
  if (length < 0)
    return interpreter.raise("java/lang/NegativeArraySizeException", std::to_string(length));
  const ir::Type element = mirrored(arguments[0]);
  if (element == ir::Type::primitive(ir::kVoidType))
    return interpreter.raise("java/lang/IllegalArgumentException");
  result = Value::of(
      interpreter.memory().new_array(element.array(), static_cast<std::uint32_t>(length)));
  return true;
}

bool array_length(Interpreter& interpreter, Arguments arguments, Value& result) {
  const Object* array = arguments[0].as_object();
  if (array == nullptr) return interpreter.raise("java/lang/NullPointerException");
  if (!array->is_array())
    return interpreter.raise("java/lang/IllegalArgumentException", "Argument is not an array");
  result = Value::of_int(static_cast<std::int32_t>(array->length));
  return true;
}

bool is_record(Interpreter& interpreter, Arguments arguments, Value& result) {
  const ir::Type type = mirrored(arguments[0]);
  result = Value::of_bool(type.is_class() && interpreter.program().code(type.class_id())->record);
  return true;
}

}  // namespace

void add_class_natives(NativeTable& table) {
  table.insert({
      {"java/lang/Class.desiredAssertionStatus", no},
      {"java/lang/Class.isArray", is_array},
      {"java/lang/Class.isPrimitive", is_primitive},
      {"java/lang/Class.isInterface", is_interface},
      {"java/lang/Class.isHidden", no},
      {"java/lang/Class.isInstance", is_instance},
      {"java/lang/Class.isAssignableFrom", is_assignable},
      {"java/lang/Class.isRecord0", is_record},
      {"java/lang/Class.getSuperclass", superclass},
      {"java/lang/Class.initClassName", class_name},
      {"java/lang/Class.getPrimitiveClass", primitive_class},
      {"java/lang/Class.getModifiers", modifiers},
      {"java/lang/Class.getDeclaringClass0", declaring_class},
      {"java/lang/Class.getSimpleBinaryName0", simple_binary_name},
      {"java/lang/Class.getEnclosingMethod0", enclosing_method},
      {"jdk/internal/reflect/Reflection.getCallerClass", caller_class},
      {"java/lang/Class.getEnumConstantsShared", enum_constants},
      {"java/lang/reflect/Array.newArray", new_array},
      {"java/lang/reflect/Array.getLength", array_length},
  });
}

}  // namespace heddle::interpreter
