// One row per opcode; lengths follow from the operands.
//
// Only three instructions vary: the switches, which align their operands to four bytes from the
// beginning of the code and then say how many there are, and wide, which doubles the operands of
// the instruction after it.
#include "classfile/opcode.h"

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/bytes.h"

namespace heddle::classfile {

const std::array<OpcodeShape, kOpcodeCount> kOpcodeShapes = {{
    {"nop", Operands::kNone},
    {"aconst_null", Operands::kNone},
    {"iconst_m1", Operands::kNone},
    {"iconst_0", Operands::kNone},
    {"iconst_1", Operands::kNone},
    {"iconst_2", Operands::kNone},
    {"iconst_3", Operands::kNone},
    {"iconst_4", Operands::kNone},
    {"iconst_5", Operands::kNone},
    {"lconst_0", Operands::kNone},
    {"lconst_1", Operands::kNone},
    {"fconst_0", Operands::kNone},
    {"fconst_1", Operands::kNone},
    {"fconst_2", Operands::kNone},
    {"dconst_0", Operands::kNone},
    {"dconst_1", Operands::kNone},
    {"bipush", Operands::kByte},
    {"sipush", Operands::kShort},
    {"ldc", Operands::kConstant1},
    {"ldc_w", Operands::kConstant2},
    {"ldc2_w", Operands::kConstant2},
    {"iload", Operands::kLocal},
    {"lload", Operands::kLocal},
    {"fload", Operands::kLocal},
    {"dload", Operands::kLocal},
    {"aload", Operands::kLocal},
    {"iload_0", Operands::kNone},
    {"iload_1", Operands::kNone},
    {"iload_2", Operands::kNone},
    {"iload_3", Operands::kNone},
    {"lload_0", Operands::kNone},
    {"lload_1", Operands::kNone},
    {"lload_2", Operands::kNone},
    {"lload_3", Operands::kNone},
    {"fload_0", Operands::kNone},
    {"fload_1", Operands::kNone},
    {"fload_2", Operands::kNone},
    {"fload_3", Operands::kNone},
    {"dload_0", Operands::kNone},
    {"dload_1", Operands::kNone},
    {"dload_2", Operands::kNone},
    {"dload_3", Operands::kNone},
    {"aload_0", Operands::kNone},
    {"aload_1", Operands::kNone},
    {"aload_2", Operands::kNone},
    {"aload_3", Operands::kNone},
    {"iaload", Operands::kNone},
    {"laload", Operands::kNone},
    {"faload", Operands::kNone},
    {"daload", Operands::kNone},
    {"aaload", Operands::kNone},
    {"baload", Operands::kNone},
    {"caload", Operands::kNone},
    {"saload", Operands::kNone},
    {"istore", Operands::kLocal},
    {"lstore", Operands::kLocal},
    {"fstore", Operands::kLocal},
    {"dstore", Operands::kLocal},
    {"astore", Operands::kLocal},
    {"istore_0", Operands::kNone},
    {"istore_1", Operands::kNone},
    {"istore_2", Operands::kNone},
    {"istore_3", Operands::kNone},
    {"lstore_0", Operands::kNone},
    {"lstore_1", Operands::kNone},
    {"lstore_2", Operands::kNone},
    {"lstore_3", Operands::kNone},
    {"fstore_0", Operands::kNone},
    {"fstore_1", Operands::kNone},
    {"fstore_2", Operands::kNone},
    {"fstore_3", Operands::kNone},
    {"dstore_0", Operands::kNone},
    {"dstore_1", Operands::kNone},
    {"dstore_2", Operands::kNone},
    {"dstore_3", Operands::kNone},
    {"astore_0", Operands::kNone},
    {"astore_1", Operands::kNone},
    {"astore_2", Operands::kNone},
    {"astore_3", Operands::kNone},
    {"iastore", Operands::kNone},
    {"lastore", Operands::kNone},
    {"fastore", Operands::kNone},
    {"dastore", Operands::kNone},
    {"aastore", Operands::kNone},
    {"bastore", Operands::kNone},
    {"castore", Operands::kNone},
    {"sastore", Operands::kNone},
    {"pop", Operands::kNone},
    {"pop2", Operands::kNone},
    {"dup", Operands::kNone},
    {"dup_x1", Operands::kNone},
    {"dup_x2", Operands::kNone},
    {"dup2", Operands::kNone},
    {"dup2_x1", Operands::kNone},
    {"dup2_x2", Operands::kNone},
    {"swap", Operands::kNone},
    {"iadd", Operands::kNone},
    {"ladd", Operands::kNone},
    {"fadd", Operands::kNone},
    {"dadd", Operands::kNone},
    {"isub", Operands::kNone},
    {"lsub", Operands::kNone},
    {"fsub", Operands::kNone},
    {"dsub", Operands::kNone},
    {"imul", Operands::kNone},
    {"lmul", Operands::kNone},
    {"fmul", Operands::kNone},
    {"dmul", Operands::kNone},
    {"idiv", Operands::kNone},
    {"ldiv", Operands::kNone},
    {"fdiv", Operands::kNone},
    {"ddiv", Operands::kNone},
    {"irem", Operands::kNone},
    {"lrem", Operands::kNone},
    {"frem", Operands::kNone},
    {"drem", Operands::kNone},
    {"ineg", Operands::kNone},
    {"lneg", Operands::kNone},
    {"fneg", Operands::kNone},
    {"dneg", Operands::kNone},
    {"ishl", Operands::kNone},
    {"lshl", Operands::kNone},
    {"ishr", Operands::kNone},
    {"lshr", Operands::kNone},
    {"iushr", Operands::kNone},
    {"lushr", Operands::kNone},
    {"iand", Operands::kNone},
    {"land", Operands::kNone},
    {"ior", Operands::kNone},
    {"lor", Operands::kNone},
    {"ixor", Operands::kNone},
    {"lxor", Operands::kNone},
    {"iinc", Operands::kIncrement},
    {"i2l", Operands::kNone},
    {"i2f", Operands::kNone},
    {"i2d", Operands::kNone},
    {"l2i", Operands::kNone},
    {"l2f", Operands::kNone},
    {"l2d", Operands::kNone},
    {"f2i", Operands::kNone},
    {"f2l", Operands::kNone},
    {"f2d", Operands::kNone},
    {"d2i", Operands::kNone},
    {"d2l", Operands::kNone},
    {"d2f", Operands::kNone},
    {"i2b", Operands::kNone},
    {"i2c", Operands::kNone},
    {"i2s", Operands::kNone},
    {"lcmp", Operands::kNone},
    {"fcmpl", Operands::kNone},
    {"fcmpg", Operands::kNone},
    {"dcmpl", Operands::kNone},
    {"dcmpg", Operands::kNone},
    {"ifeq", Operands::kBranch2},
    {"ifne", Operands::kBranch2},
    {"iflt", Operands::kBranch2},
    {"ifge", Operands::kBranch2},
    {"ifgt", Operands::kBranch2},
    {"ifle", Operands::kBranch2},
    {"if_icmpeq", Operands::kBranch2},
    {"if_icmpne", Operands::kBranch2},
    {"if_icmplt", Operands::kBranch2},
    {"if_icmpge", Operands::kBranch2},
    {"if_icmpgt", Operands::kBranch2},
    {"if_icmple", Operands::kBranch2},
    {"if_acmpeq", Operands::kBranch2},
    {"if_acmpne", Operands::kBranch2},
    {"goto", Operands::kBranch2},
    {"jsr", Operands::kBranch2},
    {"ret", Operands::kLocal},
    {"tableswitch", Operands::kTableSwitch},
    {"lookupswitch", Operands::kLookupSwitch},
    {"ireturn", Operands::kNone},
    {"lreturn", Operands::kNone},
    {"freturn", Operands::kNone},
    {"dreturn", Operands::kNone},
    {"areturn", Operands::kNone},
    {"return", Operands::kNone},
    {"getstatic", Operands::kConstant2},
    {"putstatic", Operands::kConstant2},
    {"getfield", Operands::kConstant2},
    {"putfield", Operands::kConstant2},
    {"invokevirtual", Operands::kConstant2},
    {"invokespecial", Operands::kConstant2},
    {"invokestatic", Operands::kConstant2},
    {"invokeinterface", Operands::kInvokeInterface},
    {"invokedynamic", Operands::kInvokeDynamic},
    {"new", Operands::kConstant2},
    {"newarray", Operands::kArrayType},
    {"anewarray", Operands::kConstant2},
    {"arraylength", Operands::kNone},
    {"athrow", Operands::kNone},
    {"checkcast", Operands::kConstant2},
    {"instanceof", Operands::kConstant2},
    {"monitorenter", Operands::kNone},
    {"monitorexit", Operands::kNone},
    {"wide", Operands::kWide},
    {"multianewarray", Operands::kMultiArray},
    {"ifnull", Operands::kBranch2},
    {"ifnonnull", Operands::kBranch2},
    {"goto_w", Operands::kBranch4},
    {"jsr_w", Operands::kBranch4},
}};

namespace {

// By Operands; 0 where it varies.
constexpr std::array<std::uint8_t, 16> kLengths = {1, 2, 3, 2, 3, 2, 3, 3, 5, 2, 4, 5, 5, 0, 0, 0};
static_assert(static_cast<std::size_t>(Operands::kWide) + 1 == kLengths.size());

std::size_t fixed_length(std::uint8_t opcode) {
  return kLengths[static_cast<std::size_t>(kOpcodeShapes[opcode].operands)];
}

std::size_t wide_length(base::BigReader after_wide) {
  const std::uint8_t opcode = after_wide.u1();
  if (!is_opcode(opcode)) return 0;
  const Operands operands = kOpcodeShapes[opcode].operands;
  return operands == Operands::kLocal ? 4 : operands == Operands::kIncrement ? 6 : 0;
}

std::size_t table_switch_length(base::BigReader operands, std::size_t padding) {
  operands.skip(padding + 4);
  const auto low = static_cast<std::int32_t>(operands.u4());
  const auto high = static_cast<std::int32_t>(operands.u4());
  if (operands.failed() || low > high) return 0;
  const auto targets = static_cast<std::size_t>(std::int64_t{high} - low + 1);
  return 1 + padding + 12 + 4 * targets;
}

std::size_t lookup_switch_length(base::BigReader operands, std::size_t padding) {
  operands.skip(padding + 4);
  const auto pairs = static_cast<std::int32_t>(operands.u4());
  if (operands.failed() || pairs < 0) return 0;
  return 1 + padding + 8 + 8 * static_cast<std::size_t>(pairs);
}

std::size_t stated_length(base::Bytes code, std::size_t offset) {
  const std::uint8_t opcode = code[offset];
  const base::BigReader operands(code, offset + 1);
  const std::size_t padding = 3 - offset % 4;
  switch (kOpcodeShapes[opcode].operands) {
    case Operands::kTableSwitch: return table_switch_length(operands, padding);
    case Operands::kLookupSwitch: return lookup_switch_length(operands, padding);
    case Operands::kWide: return wide_length(operands);
    default: return fixed_length(opcode);
  }
}

}  // namespace

std::size_t instruction_length(base::Bytes code, std::size_t offset) {
  if (offset >= code.size() || !is_opcode(code[offset])) return 0;
  const std::size_t length = stated_length(code, offset);
  return length <= code.size() - offset ? length : 0;
}

}  // namespace heddle::classfile
