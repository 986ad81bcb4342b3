// What invokedynamic makes, from what the front end says about the call site: closures, texts and
// record methods. A closure is an object whose type is its interface; calling the interface's one
// abstract method runs the handle on what was captured and what is given, converted as
// LambdaMetafactory specifies: first to the instantiated types, then to those of the target.
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "arithmetic.h"
#include "base/id.h"
#include "interpreter.h"
#include "ir/class.h"
#include "ir/ids.h"
#include "ir/instruction.h"
#include "ir/resolution.h"
#include "ir/symbols.h"
#include "ir/type.h"
#include "value.h"

namespace heddle::interpreter {
namespace {

struct Box {
  ir::TypeRef primitive;
  std::string_view type, letter;
};
constexpr std::array<Box, 8> kBoxes = {{{ir::kBooleanType, "java/lang/Boolean", "Z"},
                                        {ir::kByteType, "java/lang/Byte", "B"},
                                        {ir::kCharType, "java/lang/Character", "C"},
                                        {ir::kShortType, "java/lang/Short", "S"},
                                        {ir::kIntType, "java/lang/Integer", "I"},
                                        {ir::kLongType, "java/lang/Long", "J"},
                                        {ir::kFloatType, "java/lang/Float", "F"},
                                        {ir::kDoubleType, "java/lang/Double", "D"}}};

// A number as a wider type, the only way lambdas convert numbers.
Value widened(ir::Type from, ir::Type to, Value value) {
  const auto kind = [](ir::Type type) { return ir::kind_of(ir::TypeRef(type.bits())); };
  using ir::Conversion;
  using ir::Kind;
  const Kind source = kind(from), target = kind(to);
  if (source == target) return value;
  if (source == Kind::kInt) {
    if (target == Kind::kLong) return converted(Conversion::kIntToLong, value);
    if (target == Kind::kFloat) return converted(Conversion::kIntToFloat, value);
    return converted(Conversion::kIntToDouble, value);
  }
  if (source == Kind::kLong)
    return converted(target == Kind::kFloat ? Conversion::kLongToFloat : Conversion::kLongToDouble,
                     value);
  return converted(Conversion::kFloatToDouble, value);
}

}  // namespace

// --- conversions ---------------------------------------------------------------------------------

bool Interpreter::box(ir::Type primitive, Value& value) {
  const Box& wanted = kBoxes[primitive.bits() - 1];
  const std::string descriptor =
      "(" + std::string(wanted.letter) + ")L" + std::string(wanted.type) + ";";
  const std::array arguments = {value};
  return call_named(required(wanted.type), "valueOf", descriptor, arguments, value);
}

bool Interpreter::unbox(ir::Type to, Value& value) {
  Object* object = value.as_object();
  if (object == nullptr) return raise("java/lang/NullPointerException");
  for (const Box& candidate : kBoxes) {
    if (!object->type.is_class() || program_.name(object->type.class_id()) != candidate.type)
      continue;
    value = widened(ir::Type::primitive(candidate.primitive), to, memory_.get(object, "value"));
    return true;
  }
  return raise_bad_cast();
}

bool Interpreter::adapt(ir::Type from, ir::Type to, Value& value) {
  if (from.is_reference() && to.is_reference()) {
    if (value.as_object() != nullptr && !is_instance(value.as_object(), to))
      return raise_bad_cast();
    return true;
  }
  if (from.is_reference()) return unbox(to, value);
  if (to.is_reference()) return box(from, value);
  value = widened(from, to, value);
  return true;
}

// --- lambdas and method references ---------------------------------------------------------------

bool Interpreter::invoke_dynamic(ir::ClassId from, ir::CallSiteRef ref,
                                 std::span<const Value> arguments, Value& result) {
  const ir::CallSite& site = program_.code(from)->symbols.call_site(ref);
  switch (site.kind) {
    case ir::CallSiteKind::kLambda: return make_closure(from, ref, arguments, result);
    case ir::CallSiteKind::kConcatenate: return concatenate(from, site, arguments, result);
    case ir::CallSiteKind::kRecordMethod: return record_method(from, site, arguments, result);
    default: throw Unsupported("invokedynamic of an unknown kind");
  }
}

bool Interpreter::make_closure(ir::ClassId from, ir::CallSiteRef ref,
                               std::span<const Value> arguments, Value& result) {
  const ir::Symbols& symbols = program_.code(from)->symbols;
  const ir::CallSite& site = symbols.call_site(ref);
  const ir::Type interface = program_.type_of(from, symbols.signature(site.signature).result);
  result = Value::of(memory_.new_closure(
      interface, {.from = from, .site = ref, .captured = {arguments.begin(), arguments.end()}}));
  return true;
}

bool Interpreter::call_closure(ir::MethodId resolved, std::span<const Value> arguments,
                               Value& result) {
  const Object* object = arguments[0].as_object();
  const Closure& closure = *object->closure;
  const ir::Symbols& symbols = program_.code(closure.from)->symbols;
  const ir::CallSite& site = symbols.call_site(closure.site);
  const std::string_view name = program_.name(resolved);
  const std::string_view descriptor = program_.descriptor(resolved);
  const bool is_interface_method = program_.is_interface(program_.owner(resolved));
  const ir::MethodId of_object = program_.declared_method(program_.object(), name, descriptor);
  if (!base::is_none(of_object)) return run(of_object, arguments, result);
  if (is_interface_method) {
    const auto selected =
        program_.select(object->type.class_id(), resolved, ir::Invocation::kInterface);
    if (selected.outcome == ir::Outcome::kFound &&
        !program_.is(selected.member, ir::Access::kAbstract))
      return run(selected.member, arguments, result);
  }
  if (name != site.name) throw Unsupported("another method of a lambda");

  // What was captured has the call site's types already; the rest is converted.
  std::vector<Value> values = closure.captured;
  std::vector<ir::Type> types;
  for (const ir::TypeRef captured : symbols.signature(site.signature).parameters)
    types.push_back(program_.type_of(closure.from, captured));
  const ir::Signature& instantiated = symbols.signature(site.instantiated);
  for (std::size_t i = 0; i < instantiated.parameters.size(); ++i) {
    Value value = arguments[i + 1];
    const ir::Type type = program_.type_of(closure.from, instantiated.parameters[i]);
    if (!adapt(program_.parameter_type(resolved, i), type, value)) return false;
    values.push_back(value);
    types.push_back(type);
  }
  ir::Type made;
  if (!run_handle(closure.from, site.handle, values, types, result, made)) return false;
  const ir::Type wanted = program_.result_type(resolved);
  if (wanted == ir::Type::primitive(ir::kVoidType)) return true;
  const ir::Type between = program_.type_of(closure.from, instantiated.result);
  return adapt(made, between, result) && adapt(between, wanted, result);
}

bool Interpreter::run_handle(ir::ClassId from, ir::HandleRef handle, std::vector<Value>& arguments,
                             std::vector<ir::Type>& types, Value& result, ir::Type& result_type) {
  const auto target = program_.handle_target(from, handle);
  if (!target) throw Unsupported("lambda of a field");
  if (target->method.outcome != ir::Outcome::kFound) return raise_unlinked(target->method.outcome);
  const ir::MethodId method = target->method.member;
  const ir::ClassId owner = program_.owner(method);
  const bool is_static = target->invocation == ir::Invocation::kStatic;
  const std::size_t first = is_static || target->constructs ? 0 : 1;
  for (std::size_t i = first; i < arguments.size(); ++i)
    if (!adapt(types[i], program_.parameter_type(method, i - first), arguments[i])) return false;
  result_type = program_.result_type(method);
  if (target->constructs) {
    if (!initialize(owner)) return false;
    Object* made = memory_.new_object(owner);
    arguments.insert(arguments.begin(), Value::of(made));
    result_type = ir::Type(owner);
    if (!run(method, arguments, result)) return false;
    result = Value::of(made);
    return true;
  }
  if (is_static) return initialize(owner) && run(method, arguments, result);
  if (arguments[0].as_object() == nullptr) return raise("java/lang/NullPointerException");
  if (target->invocation == ir::Invocation::kSpecial) return run(method, arguments, result);
  return call_virtual(method, target->invocation, arguments, result);
}

// --- string concatenation ------------------------------------------------------------------------

bool Interpreter::concatenate(ir::ClassId from, const ir::CallSite& site,
                              std::span<const Value> arguments, Value& result) {
  const ir::Symbols& symbols = program_.code(from)->symbols;
  const auto parameters = symbols.signature(site.signature).parameters;
  std::u16string text;
  std::size_t next_argument = 0, next_constant = 0;
  for (const char16_t unit : Memory::decoded(site.recipe)) {
    std::u16string piece(1, unit);
    if (unit == 1) {
      const ir::Type type = program_.type_of(from, parameters[next_argument]);
      if (!text_of(type, arguments[next_argument++], piece)) return false;
    } else if (unit == 2) {
      const ir::Constant& constant = site.recipe_constants[next_constant++];
      if (constant.kind != ir::ConstantKind::kString) throw Unsupported("constant in a recipe");
      piece = Memory::decoded(symbols.string(static_cast<ir::StringRef>(constant.bits)));
    }
    text += piece;
  }
  result = Value::of(memory_.string(text));
  return true;
}

// --- records -------------------------------------------------------------------------------------

bool Interpreter::record_method(ir::ClassId from, const ir::CallSite& site,
                                std::span<const Value> arguments, Value& result) {
  Object* record = arguments[0].as_object();
  if (site.name == "toString") return record_text(from, site, record, result);
  if (site.name == "hashCode") return record_hash(from, site, record, result);
  return record_equals(from, site, record, arguments[1].as_object(), result);
}

bool Interpreter::record_text(ir::ClassId from, const ir::CallSite& site, Object* record,
                              Value& result) {
  const ir::Symbols& symbols = program_.code(from)->symbols;
  std::string name = memory_.name(program_.type_of(from, site.record));
  name = name.substr(name.find_last_of(".$") + 1);
  std::u16string text = Memory::decoded(name) + u"[";
  bool first = true;
  for (const ir::HandleRef handle : site.record_fields) {
    const ir::FieldRef ref = symbols.handle(handle).field();
    const ir::FieldId field = program_.resolve_field(from, ref, false).member;
    std::u16string piece;
    if (!text_of(program_.type(field), record->slot(memory_.slot(field)), piece)) return false;
    text += (first ? u"" : u", ") + Memory::decoded(program_.name(field)) + u"=" + piece;
    first = false;
  }
  result = Value::of(memory_.string(text + u"]"));
  return true;
}

bool Interpreter::record_hash(ir::ClassId from, const ir::CallSite& site, Object* record,
                              Value& result) {
  const ir::Symbols& symbols = program_.code(from)->symbols;
  std::int32_t hash = 0;
  for (const ir::HandleRef handle : site.record_fields) {
    const ir::FieldRef ref = symbols.handle(handle).field();
    const ir::FieldId field = program_.resolve_field(from, ref, false).member;
    Value value = record->slot(memory_.slot(field));
    if (!adapt(program_.type(field), ir::Type(program_.object()), value)) return false;
    const std::array arguments = {value};
    Value part;
    if (!call_named(required("java/util/Objects"), "hashCode", "(Ljava/lang/Object;)I", arguments,
                    part))
      return false;
    hash = whole_result(ir::Opcode::kAdd, whole_result(ir::Opcode::kMultiply, hash, 31),
                        part.as_int());
  }
  result = Value::of_int(hash);
  return true;
}

bool Interpreter::record_equals(ir::ClassId from, const ir::CallSite& site, Object* record,
                                Object* other, Value& result) {
  const ir::Symbols& symbols = program_.code(from)->symbols;
  result = Value::of_bool(false);
  if (other == nullptr || other->type != record->type) return true;
  for (const ir::HandleRef handle : site.record_fields) {
    const ir::FieldRef ref = symbols.handle(handle).field();
    const ir::FieldId field = program_.resolve_field(from, ref, false).member;
    std::array<Value, 2> pair = {record->slot(memory_.slot(field)),
                                 other->slot(memory_.slot(field))};
    for (Value& value : pair)
      if (!adapt(program_.type(field), ir::Type(program_.object()), value)) return false;
    Value same;
    if (!call_named(required("java/util/Objects"), "equals",
                    "(Ljava/lang/Object;Ljava/lang/Object;)Z", pair, same))
      return false;
    if (same.as_int() == 0) return true;
  }
  result = Value::of_bool(true);
  return true;
}

}  // namespace heddle::interpreter
