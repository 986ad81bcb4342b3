// The heart: block by block, instruction by instruction, exactly what docs/formats/ir.md says each
// one means. Phis of a block are read together before any is written. An exception goes to the
// first handler of the block that takes its class, and the handler's phis read what they name for
// the block it left.
#include "execution.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "arithmetic.h"
#include "base/check.h"
#include "base/id.h"
#include "ir/body.h"
#include "ir/class.h"
#include "ir/ids.h"
#include "ir/instruction.h"
#include "ir/resolution.h"
#include "ir/type.h"
#include "value.h"

namespace heddle::interpreter {

using ir::Opcode;

bool Execution::run(Value& result) {
  for (;;) {
    const ir::Block& block = body_.block(block_);
    interpreter_.spend(block.end - block.first);
    std::uint32_t position = block.first;
    while (position + 1 < block.end && step(position)) ++position;
    Next next = Next::kThrown;
    if (position + 1 == block.end) next = leave(body_.instructions[position], result);
    if (next == Next::kReturned) return true;
    if (next == Next::kThrown && !enter_handler()) return false;
  }
}

// --- control -------------------------------------------------------------------------------------

void Execution::enter(ir::BlockId next) {
  const ir::Block& block = body_.block(next);
  const auto predecessors = body_.predecessors_of(block);
  const auto edge = std::ranges::lower_bound(predecessors, block_);
  HEDDLE_CHECK(edge != predecessors.end() && *edge == block_, "an edge nobody knows");
  const auto index = static_cast<std::size_t>(edge - predecessors.begin());
  std::uint32_t phis = block.first;
  while (body_.instructions[phis].opcode == Opcode::kPhi) ++phis;
  constexpr std::size_t kFew = 16;
  std::array<Value, kFew> few;
  std::vector<Value> many(phis - block.first > kFew ? phis - block.first : 0);
  const std::span<Value> copies = many.empty() ? std::span<Value>(few) : std::span<Value>(many);
  for (std::uint32_t phi = block.first; phi < phis; ++phi)
    copies[phi - block.first] = at(base::index(body_.values(body_.instructions[phi])[index]));
  for (std::uint32_t phi = block.first; phi < phis; ++phi) at(phi) = copies[phi - block.first];
  block_ = next;
}

bool Execution::enter_handler() {
  const Object* exception = interpreter_.pending();
  for (const ir::Handler& handler : body_.handlers_of(body_.block(block_))) {
    const bool takes = !handler.type.exists() ||
                       program_.is_subtype(exception->type, program_.type_of(from_, handler.type));
    if (!takes) continue;
    caught_ = Value::of(interpreter_.take_pending());
    enter(handler.block);
    return true;
  }
  return false;
}

Execution::Next Execution::leave(const ir::Instruction& last, Value& result) {
  const auto successors = body_.successors_of(body_.block(block_));
  switch (last.opcode) {
    case Opcode::kGoto: enter(successors[0]); return Next::kBlock;
    case Opcode::kIf: {
      const bool is_reference = ir::kind_of(body_.types[last.a]) == ir::Kind::kReference;
      const auto operand = [&](std::uint32_t value) -> std::int64_t {
        if (value == base::index(ir::kNoValue)) return 0;
        return is_reference ? at(value).as_long() : at(value).as_int();
      };
      const bool yes = holds(last.condition(), operand(last.a), operand(last.b));
      enter(successors[yes ? 0 : 1]);
      return Next::kBlock;
    }
    case Opcode::kSwitch: enter(successors[chosen_case(last)]); return Next::kBlock;
    case Opcode::kReturn:
      if (last.a != base::index(ir::kNoValue)) result = at(last.a);
      return Next::kReturned;
    default: {
      HEDDLE_CHECK(last.opcode == Opcode::kThrow, "no terminator");
      Object* exception = at(last.a).as_object();
      if (exception == nullptr)
        interpreter_.raise("java/lang/NullPointerException");
      else
        interpreter_.throw_object(exception);
      return Next::kThrown;
    }
  }
}

std::uint32_t Execution::chosen_case(const ir::Instruction& branch) {
  const auto keys = body_.list(branch);
  const auto wanted = static_cast<std::uint32_t>(at(branch.a).as_int());
  const auto found = std::ranges::find(keys, wanted);
  return found == keys.end() ? 0 : static_cast<std::uint32_t>(found - keys.begin()) + 1;
}

// --- instructions --------------------------------------------------------------------------------

bool Execution::step(std::uint32_t position) {
  const ir::Instruction& instruction = body_.instructions[position];
  Value& made = at(position);
  switch (instruction.opcode) {
    case Opcode::kPhi: return true;
    case Opcode::kParameter: made = arguments_[instruction.a]; return true;
    case Opcode::kCatch: made = caught_; return true;
    case Opcode::kInstanceOf:
    case Opcode::kCheckCast:
    case Opcode::kNew: return object_operation(instruction, made);
    case Opcode::kNewArray:
    case Opcode::kNewMultiArray:
    case Opcode::kArrayLength:
    case Opcode::kArrayLoad:
    case Opcode::kArrayStore:
    case Opcode::kFillArray: return array_operation(instruction, made);
    case Opcode::kGetField:
    case Opcode::kPutField:
    case Opcode::kGetStatic:
    case Opcode::kPutStatic: return field_operation(instruction, made);
    case Opcode::kInvoke: return invoke(instruction, made);
    case Opcode::kInvokeDynamic: {
      std::vector<Value> arguments;
      for (const ir::ValueId value : body_.values(instruction))
        arguments.push_back(at(base::index(value)));
      return interpreter_.invoke_dynamic(from_, static_cast<ir::CallSiteRef>(instruction.a),
                                         arguments, made);
    }
    case Opcode::kMonitorEnter:
    case Opcode::kMonitorExit: return monitor(instruction);
    default:
      if (ir::is_constant(instruction.opcode)) return constant(instruction, made);
      return arithmetic(instruction, body_.types[position], made);
  }
}

bool Execution::constant(const ir::Instruction& instruction, Value& made) {
  switch (instruction.opcode) {
    case Opcode::kConstInt:
    case Opcode::kConstFloat: made = Value::of_bits(instruction.a); return true;
    case Opcode::kConstLong:
    case Opcode::kConstDouble:
      made = Value::of_bits(std::uint64_t{instruction.b} << 32U | instruction.a);
      return true;
    case Opcode::kConstNull: made = Value(); return true;
    case Opcode::kConstString: {
      const auto ref = static_cast<ir::StringRef>(instruction.a);
      made = Value::of(memory_.constant(program_.code(from_)->symbols.string(ref)));
      return true;
    }
    case Opcode::kConstClass: {
      const ir::Type named = type(instruction.a);
      if (named.has_class() && program_.is_phantom(named.class_id()))
        throw Unsupported("missing class " + std::string(program_.name(named.class_id())));
      made = Value::of(memory_.mirror(named));
      return true;
    }
    case Opcode::kConstDynamic: throw Unsupported("dynamic constant");
    default: throw Unsupported("method handle constant");
  }
}

bool Execution::arithmetic(const ir::Instruction& instruction, ir::TypeRef type, Value& made) {
  const Value left = at(instruction.a);
  if (instruction.opcode == Opcode::kConvert) {
    made = converted(instruction.conversion(), left);
    return true;
  }
  if (instruction.opcode == Opcode::kNegate) {
    switch (ir::kind_of(type)) {
      case ir::Kind::kInt:
        made = Value::of_int(whole_result<std::int32_t>(Opcode::kSubtract, 0, left.as_int()));
        return true;
      case ir::Kind::kLong:
        made = Value::of_long(whole_result<std::int64_t>(Opcode::kSubtract, 0, left.as_long()));
        return true;
      case ir::Kind::kFloat: made = Value::of_float(-left.as_float()); return true;
      default: made = Value::of_double(-left.as_double()); return true;
    }
  }
  const Value right = at(instruction.b);
  if (instruction.opcode == Opcode::kCompare) {
    made = compared(instruction.comparison(), left, right);
    return true;
  }
  const ir::Kind kind = ir::kind_of(type);
  const bool is_long = kind == ir::Kind::kLong;
  if (instruction.opcode >= Opcode::kShiftLeft &&
      instruction.opcode <= Opcode::kShiftRightUnsigned) {
    made = is_long ? Value::of_long(shifted(instruction.opcode, left.as_long(), right.as_int()))
                   : Value::of_int(shifted(instruction.opcode, left.as_int(), right.as_int()));
    return true;
  }
  const bool divides =
      instruction.opcode == Opcode::kDivide || instruction.opcode == Opcode::kRemainder;
  switch (kind) {
    case ir::Kind::kInt:
      if (divides && right.as_int() == 0) break;
      made = Value::of_int(whole_result(instruction.opcode, left.as_int(), right.as_int()));
      return true;
    case ir::Kind::kLong:
      if (divides && right.as_long() == 0) break;
      made = Value::of_long(whole_result(instruction.opcode, left.as_long(), right.as_long()));
      return true;
    case ir::Kind::kFloat:
      made = Value::of_float(real_result(instruction.opcode, left.as_float(), right.as_float()));
      return true;
    default:
      made = Value::of_double(real_result(instruction.opcode, left.as_double(), right.as_double()));
      return true;
  }
  return interpreter_.raise("java/lang/ArithmeticException", "/ by zero");
}

bool Execution::object_operation(const ir::Instruction& instruction, Value& made) {
  if (instruction.opcode == Opcode::kNew) {
    const ir::ClassId named = type(instruction.a).class_id();
    if (!interpreter_.initialize(named)) return false;
    if (program_.is_interface(named) || program_.code(named)->is(ir::Access::kAbstract))
      return interpreter_.raise("java/lang/InstantiationError");
    made = Value::of(memory_.new_object(named));
    return true;
  }
  const Object* object = at(instruction.a).as_object();
  const bool is = object != nullptr && interpreter_.is_instance(object, type(instruction.b));
  if (instruction.opcode == Opcode::kInstanceOf) {
    made = Value::of_bool(is);
    return true;
  }
  if (object != nullptr && !is) return interpreter_.raise_bad_cast();
  made = at(instruction.a);
  return true;
}

bool Execution::field_operation(const ir::Instruction& instruction, Value& made) {
  const bool is_static =
      instruction.opcode == Opcode::kGetStatic || instruction.opcode == Opcode::kPutStatic;
  const auto resolved =
      program_.resolve_field(from_, static_cast<ir::FieldRef>(instruction.b), is_static);
  if (resolved.outcome == ir::Outcome::kMissing)
    return interpreter_.raise("java/lang/NoSuchFieldError");
  if (resolved.outcome != ir::Outcome::kFound) return interpreter_.raise_unlinked(resolved.outcome);
  const ir::FieldId field = resolved.member;
  if (is_static) {
    if (!interpreter_.initialize(program_.owner(field))) return false;
    if (instruction.opcode == Opcode::kPutStatic) {
      memory_.set_static(field, narrowed(program_.type(field), at(instruction.c)));
      return true;
    }
    refuse_outside(field);
    made = memory_.get_static(field);
    return true;
  }
  Object* object = at(instruction.a).as_object();
  if (object == nullptr) return interpreter_.raise("java/lang/NullPointerException");
  if (object->closure != nullptr) throw Unsupported("field of a lambda");
  if (instruction.opcode == Opcode::kPutField)
    object->set_slot(memory_.slot(field), narrowed(program_.type(field), at(instruction.c)));
  else
    made = object->slot(memory_.slot(field));
  return true;
}

// Static fields that hold what the JVM got from outside when it started.
void Execution::refuse_outside(ir::FieldId field) {
  const std::string_view name = program_.name(field);
  const std::string_view owner = program_.name(program_.owner(field));
  if (owner == "java/lang/System" && (name == "out" || name == "err" || name == "in"))
    throw Unsupported("System." + std::string(name));
  // Decides the order of Set.of and Map.of, and is drawn anew by each JVM.
  if (owner == "java/util/ImmutableCollections" && (name == "SALT32L" || name == "REVERSE"))
    interpreter_.note_inexact("order of an immutable collection");
}

bool Execution::invoke(const ir::Instruction& instruction, Value& made) {
  const auto ref = static_cast<ir::MethodRef>(instruction.a);
  const auto values = body_.values(instruction);
  constexpr std::size_t kFew = 8;
  std::array<Value, kFew> few;
  std::vector<Value> many(values.size() > kFew ? values.size() : 0);
  const std::span<Value> arguments =
      (many.empty() ? std::span<Value>(few) : std::span<Value>(many)).first(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) arguments[i] = at(base::index(values[i]));

  const ir::Invocation invocation = instruction.invocation();
  const auto resolved = invocation == ir::Invocation::kSpecial
                            ? program_.special_target(from_, ref)
                            : program_.resolve_method(from_, ref, invocation);
  if (resolved.outcome != ir::Outcome::kFound) return interpreter_.raise_unlinked(resolved.outcome);
  const ir::Method* declaration = program_.declaration(resolved.member);
  if (declaration->signature_polymorphic) throw Unsupported("method handle or variable handle");
  switch (invocation) {
    case ir::Invocation::kStatic:
      if (!interpreter_.initialize(program_.owner(resolved.member))) return false;
      return interpreter_.run(resolved.member, arguments, made);
    case ir::Invocation::kSpecial:
      if (arguments[0].as_object() == nullptr)
        return interpreter_.raise("java/lang/NullPointerException");
      return interpreter_.run(resolved.member, arguments, made);
    default: return interpreter_.call_virtual(resolved.member, invocation, arguments, made);
  }
}

bool Execution::monitor(const ir::Instruction& instruction) {
  Object* object = at(instruction.a).as_object();
  if (object == nullptr) return interpreter_.raise("java/lang/NullPointerException");
  if (instruction.opcode == Opcode::kMonitorEnter) {
    ++object->monitor;
    return true;
  }
  if (object->monitor == 0) return interpreter_.raise("java/lang/IllegalMonitorStateException");
  --object->monitor;
  return true;
}

}  // namespace heddle::interpreter
