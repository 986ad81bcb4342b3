// The instructions on arrays. Elements lie in memory in their own size; what is stored is checked
// against the array's own class, which may be below the type the code names.
#include <cstdint>
#include <span>
#include <string>

#include "base/id.h"
#include "execution.h"
#include "ir/instruction.h"
#include "value.h"

namespace heddle::interpreter {

using ir::Element;
using ir::Opcode;

namespace {

Value loaded(Object* array, Element element, std::uint32_t index) {
  switch (element) {
    case Element::kByte: return Value::of_int(array->element<std::int8_t>(index));
    case Element::kChar: return Value::of_int(array->element<std::uint16_t>(index));
    case Element::kShort: return Value::of_int(array->element<std::int16_t>(index));
    case Element::kInt:
    case Element::kFloat: return Value::of_bits(array->element<std::uint32_t>(index));
    default: return Value::of_bits(array->element<std::uint64_t>(index));
  }
}

void store(Object* array, Element element, std::uint32_t index, Value value) {
  switch (element) {
    case Element::kByte:
      array->set_element(
          index, static_cast<std::uint8_t>(narrowed(array->type.element(), value).as_int()));
      break;
    case Element::kChar:
    case Element::kShort:
      array->set_element(index, static_cast<std::uint16_t>(value.as_int()));
      break;
    case Element::kInt:
    case Element::kFloat:
      array->set_element(index, static_cast<std::uint32_t>(value.bits()));
      break;
    default: array->set_element(index, value.bits()); break;
  }
}

}  // namespace

bool Execution::array_operation(const ir::Instruction& instruction, Value& made) {
  if (instruction.opcode == Opcode::kNewArray) {
    const std::int32_t length = at(instruction.a).as_int();
    if (length < 0)
      return interpreter_.raise("java/lang/NegativeArraySizeException", std::to_string(length));
    made = Value::of(memory_.new_array(type(instruction.b), static_cast<std::uint32_t>(length)));
    return true;
  }
  if (instruction.opcode == Opcode::kNewMultiArray) {
    const auto lengths = body_.values(instruction);
    for (const ir::ValueId length : lengths) {
      const std::int32_t wanted = at(base::index(length)).as_int();
      if (wanted < 0)
        return interpreter_.raise("java/lang/NegativeArraySizeException", std::to_string(wanted));
    }
    made = Value::of(new_multi_array(type(instruction.a), lengths));
    return true;
  }
  Object* array = at(instruction.a).as_object();
  if (array == nullptr) return interpreter_.raise("java/lang/NullPointerException");
  if (!array->is_array()) throw Unsupported("an array instruction on no array");
  if (instruction.opcode == Opcode::kArrayLength) {
    made = Value::of_int(static_cast<std::int32_t>(array->length));
    return true;
  }
  if (instruction.opcode == Opcode::kFillArray) throw Unsupported("fill_array");
  const std::int32_t index = at(instruction.b).as_int();
  if (index < 0 || static_cast<std::uint32_t>(index) >= array->length)
    return interpreter_.raise_bad_index(index, array->length);
  const auto position = static_cast<std::uint32_t>(index);
  if (instruction.opcode == Opcode::kArrayLoad) {
    made = loaded(array, instruction.element(), position);
    return true;
  }
  const Value value = at(instruction.c);
  if (instruction.element() == Element::kReference && value.as_object() != nullptr &&
      !interpreter_.is_instance(value.as_object(), array->type.element()))
    return interpreter_.raise("java/lang/ArrayStoreException",
                              memory_.name(value.as_object()->type));
  store(array, instruction.element(), position, value);
  return true;
}

Object* Execution::new_multi_array(ir::Type type, std::span<const ir::ValueId> lengths) {
  const auto length = static_cast<std::uint32_t>(at(base::index(lengths[0])).as_int());
  interpreter_.spend(length);
  Object* array = memory_.new_array(type, length);
  if (lengths.size() == 1) return array;
  for (std::uint32_t i = 0; i < length; ++i)
    array->set_element(i, Value::of(new_multi_array(type.element(), lengths.subspan(1))).bits());
  return array;
}

}  // namespace heddle::interpreter
