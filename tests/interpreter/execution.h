// One activation of a body: registers, and where control is.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "interpreter.h"
#include "ir/body.h"
#include "ir/ids.h"
#include "ir/instruction.h"
#include "value.h"

namespace heddle::interpreter {

class Execution {
 public:
  Execution(Interpreter& interpreter, ir::ClassId from, const ir::Body& body,
            std::span<Value> registers, std::span<const Value> arguments)
      : interpreter_(interpreter),
        program_(interpreter.program()),
        memory_(interpreter.memory()),
        from_(from),
        body_(body),
        registers_(registers),
        arguments_(arguments) {}

  // False: an exception left the method.
  bool run(Value& result);

 private:
  enum class Next : std::uint8_t { kBlock, kReturned, kThrown };

  Value& at(std::uint32_t value) { return registers_[value]; }
  ir::Type type(std::uint32_t bits) {
    return program_.type_of(from_, ir::TypeRef::from_bits(bits));
  }

  void enter(ir::BlockId next);
  bool enter_handler();
  Next leave(const ir::Instruction& last, Value& result);
  std::uint32_t chosen_case(const ir::Instruction& branch);

  // Each runs the instruction at that position; false: an exception is pending.
  bool step(std::uint32_t position);
  bool constant(const ir::Instruction& instruction, Value& made);
  bool arithmetic(const ir::Instruction& instruction, ir::TypeRef type, Value& made);
  bool object_operation(const ir::Instruction& instruction, Value& made);
  bool array_operation(const ir::Instruction& instruction, Value& made);
  Object* new_multi_array(ir::Type type, std::span<const ir::ValueId> lengths);
  bool field_operation(const ir::Instruction& instruction, Value& made);
  void refuse_outside(ir::FieldId field);
  bool invoke(const ir::Instruction& instruction, Value& made);
  bool monitor(const ir::Instruction& instruction);

  Interpreter& interpreter_;
  ir::Program& program_;
  Memory& memory_;
  ir::ClassId from_;
  const ir::Body& body_;
  std::span<Value> registers_;
  std::span<const Value> arguments_;
  ir::BlockId block_{};
  Value caught_;
};

}  // namespace heddle::interpreter
