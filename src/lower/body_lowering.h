// Translates the bytecode of one method, block by block, into the SSA builder. Internal to `lower`.
//
// The operand stack is followed, not represented: a value pushed and popped again leaves no trace.
// Stack entries and locals are checked for depth and kind as they are used; reference types are
// taken from descriptors and not checked against each other (that is the JVM's verifier's work).
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/arena.h"
#include "base/bytes.h"
#include "base/malformed.h"
#include "classfile/class_file.h"
#include "classfile/code.h"
#include "classfile/opcode.h"
#include "ir/body.h"
#include "ir/class.h"
#include "ir/instruction.h"
#include "ir/ssa_builder.h"
#include "ir/symbols.h"
#include "ir/type.h"
#include "lower/block_instances.h"
#include "lower/code_graph.h"
#include "lower/local_names.h"

namespace heddle::lower {

class BodyLowering final : public ir::SsaBuilder::Translator {
 public:
  using State = ir::SsaBuilder::State;

  std::expected<const ir::Body*, base::Malformed> lower(
      const classfile::ClassFile& file, const classfile::Member& member, const ir::Class& owner,
      const ir::Method& method, std::span<const std::uint32_t> symbols, base::Arena& arena);

  Status translate(std::uint32_t block, State& state) override;

 private:
  using Opcode = classfile::Opcode;
  using ValueId = ir::ValueId;
  using TypeRef = ir::TypeRef;
  using Kind = ir::Kind;

  struct FoundLine {
    std::uint32_t offset = 0;
    std::uint32_t position = 0;  // in the table
    std::uint32_t line = 0;
  };

  void place_parameters(State& entry);
  void add_lines();

  // One instruction; groups of opcodes have their own functions.
  void translate_instruction(Opcode opcode);
  void translate_constant(Opcode opcode);
  void translate_load_constant(std::uint16_t constant, bool two_words);
  void translate_wide();
  void translate_local(Opcode opcode, std::uint32_t slot);
  void translate_increment(std::uint32_t slot, std::int32_t amount);
  void translate_array_access(Opcode opcode);
  void translate_stack(Opcode opcode);
  void translate_arithmetic(Opcode opcode);
  void translate_conversion(Opcode opcode);
  void translate_comparison(Opcode opcode);
  void translate_branch(Opcode opcode);
  void translate_switch();
  void translate_return(Opcode opcode);
  void translate_field(Opcode opcode);
  void translate_call(Opcode opcode);
  void translate_dynamic_call();
  void translate_object(Opcode opcode);
  void translate_array_creation(Opcode opcode);
  void translate_multi_array();
  void emit_call(ir::Instruction call, const ir::Signature& signature, bool has_receiver);

  // The stack and the locals. A mistake of the code is remembered by fail(), and ends the
  // translation after the instruction; until then values may be kNoValue.
  ValueId pop();
  ValueId pop(Kind kind);
  void push(ValueId value);
  void duplicate(unsigned words, unsigned under);
  [[nodiscard]] std::optional<std::size_t> entries_for(unsigned words, std::size_t end) const;
  [[nodiscard]] bool is_wide(ValueId value) const;
  ValueId read_local(std::uint32_t slot, Kind kind);
  void write_local(std::uint32_t slot, ValueId value);
  ValueId emit(const ir::Instruction& instruction, TypeRef type = ir::kVoidType);
  void emit_push(const ir::Instruction& instruction, TypeRef type);
  ValueId emit_int(std::int32_t value);
  void fail(std::string what);

  // Operands of the instruction at hand.
  [[nodiscard]] std::uint8_t byte_operand(std::uint32_t position = 1) const {
    return bytecode_[offset_ + position];
  }
  [[nodiscard]] std::uint16_t short_operand(std::uint32_t position = 1) const {
    return base::load_big<std::uint16_t>(&bytecode_[offset_ + position]);
  }
  // The symbol of the constant the instruction names, which must have one of the tags.
  std::optional<std::uint32_t> symbol(std::uint16_t constant, classfile::Tag tag,
                                      classfile::Tag other = classfile::Tag::kNone);
  [[nodiscard]] std::optional<TypeRef> class_operand();

  const classfile::ClassFile* file_ = nullptr;
  const ir::Class* owner_ = nullptr;
  const ir::Method* method_ = nullptr;
  const classfile::Code* code_ = nullptr;
  base::Bytes bytecode_;
  std::span<const std::uint32_t> symbols_;
  std::uint32_t locals_ = 0;

  State* state_ = nullptr;
  std::uint32_t offset_ = 0;  // of the instruction at hand
  std::optional<base::Malformed> error_;

  CodeGraph graph_;
  BlockInstances instances_;
  ir::SsaBuilder builder_;
  LocalNames names_;
  std::vector<std::uint32_t> targets_;
  std::vector<std::int32_t> keys_;
  std::vector<FoundLine> lines_;
};

}  // namespace heddle::lower
