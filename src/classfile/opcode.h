// The 202 opcodes of the JVM (JVMS 6.5) and the shape of what follows each.
//
// Pure tables and functions of the bytes; nothing allocates.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/bytes.h"

namespace heddle::classfile {

// In order of their numbers, from 0 to 201.
enum class Opcode : std::uint8_t {
  kNop = 0x00,
  kAconstNull,
  kIconstM1,
  kIconst0,
  kIconst1,
  kIconst2,
  kIconst3,
  kIconst4,
  kIconst5,
  kLconst0,
  kLconst1,
  kFconst0,
  kFconst1,
  kFconst2,
  kDconst0,
  kDconst1,
  kBipush,
  kSipush,
  kLdc,
  kLdcW,
  kLdc2W,
  kIload,
  kLload,
  kFload,
  kDload,
  kAload,
  kIload0,
  kIload1,
  kIload2,
  kIload3,
  kLload0,
  kLload1,
  kLload2,
  kLload3,
  kFload0,
  kFload1,
  kFload2,
  kFload3,
  kDload0,
  kDload1,
  kDload2,
  kDload3,
  kAload0,
  kAload1,
  kAload2,
  kAload3,
  kIaload,
  kLaload,
  kFaload,
  kDaload,
  kAaload,
  kBaload,
  kCaload,
  kSaload,
  kIstore,
  kLstore,
  kFstore,
  kDstore,
  kAstore,
  kIstore0,
  kIstore1,
  kIstore2,
  kIstore3,
  kLstore0,
  kLstore1,
  kLstore2,
  kLstore3,
  kFstore0,
  kFstore1,
  kFstore2,
  kFstore3,
  kDstore0,
  kDstore1,
  kDstore2,
  kDstore3,
  kAstore0,
  kAstore1,
  kAstore2,
  kAstore3,
  kIastore,
  kLastore,
  kFastore,
  kDastore,
  kAastore,
  kBastore,
  kCastore,
  kSastore,
  kPop,
  kPop2,
  kDup,
  kDupX1,
  kDupX2,
  kDup2,
  kDup2X1,
  kDup2X2,
  kSwap,
  kIadd,
  kLadd,
  kFadd,
  kDadd,
  kIsub,
  kLsub,
  kFsub,
  kDsub,
  kImul,
  kLmul,
  kFmul,
  kDmul,
  kIdiv,
  kLdiv,
  kFdiv,
  kDdiv,
  kIrem,
  kLrem,
  kFrem,
  kDrem,
  kIneg,
  kLneg,
  kFneg,
  kDneg,
  kIshl,
  kLshl,
  kIshr,
  kLshr,
  kIushr,
  kLushr,
  kIand,
  kLand,
  kIor,
  kLor,
  kIxor,
  kLxor,
  kIinc,
  kI2l,
  kI2f,
  kI2d,
  kL2i,
  kL2f,
  kL2d,
  kF2i,
  kF2l,
  kF2d,
  kD2i,
  kD2l,
  kD2f,
  kI2b,
  kI2c,
  kI2s,
  kLcmp,
  kFcmpl,
  kFcmpg,
  kDcmpl,
  kDcmpg,
  kIfeq,
  kIfne,
  kIflt,
  kIfge,
  kIfgt,
  kIfle,
  kIfIcmpeq,
  kIfIcmpne,
  kIfIcmplt,
  kIfIcmpge,
  kIfIcmpgt,
  kIfIcmple,
  kIfAcmpeq,
  kIfAcmpne,
  kGoto,
  kJsr,
  kRet,
  kTableswitch,
  kLookupswitch,
  kIreturn,
  kLreturn,
  kFreturn,
  kDreturn,
  kAreturn,
  kReturn,
  kGetstatic,
  kPutstatic,
  kGetfield,
  kPutfield,
  kInvokevirtual,
  kInvokespecial,
  kInvokestatic,
  kInvokeinterface,
  kInvokedynamic,
  kNew,
  kNewarray,
  kAnewarray,
  kArraylength,
  kAthrow,
  kCheckcast,
  kInstanceof,
  kMonitorenter,
  kMonitorexit,
  kWide,
  kMultianewarray,
  kIfnull,
  kIfnonnull,
  kGotoW,
  kJsrW,
};

inline constexpr unsigned kOpcodeCount = 202;
static_assert(static_cast<unsigned>(Opcode::kJsrW) + 1 == kOpcodeCount);

// What follows the opcode. Numbers are big-endian.
enum class Operands : std::uint8_t {
  kNone,
  kByte,             // s1
  kShort,            // s2
  kConstant1,        // u1 constant
  kConstant2,        // u2 constant
  kLocal,            // u1 slot; u2 after wide
  kIncrement,        // u1 slot, s1 amount; u2 and s2 after wide
  kBranch2,          // s2, relative to the instruction
  kBranch4,          // s4, relative to the instruction
  kArrayType,        // u1, 4 (boolean) to 11 (long)
  kMultiArray,       // u2 constant, u1 dimensions
  kInvokeInterface,  // u2 constant, u1 argument slots, zero
  kInvokeDynamic,    // u2 constant, two zeros
  kTableSwitch,      // 0 to 3 of padding, s4 default, s4 low, s4 high, s4 targets
  kLookupSwitch,     // 0 to 3 of padding, s4 default, s4 count, (s4 key, s4 target) pairs
  kWide,             // an instruction with kLocal or kIncrement, its operands twice as wide
};

struct OpcodeShape {
  std::string_view mnemonic;
  Operands operands = Operands::kNone;
};

extern const std::array<OpcodeShape, kOpcodeCount> kOpcodeShapes;

inline bool is_opcode(std::uint8_t byte) { return byte < kOpcodeCount; }

inline const OpcodeShape& shape(Opcode opcode) {
  return kOpcodeShapes[static_cast<std::size_t>(opcode)];
}

inline std::string_view mnemonic(Opcode opcode) { return shape(opcode).mnemonic; }

// The length of the instruction at `offset`, padding and the prefix `wide` included. 0 if there is
// no such opcode, the instruction runs off the end of the code, a switch has its bounds the
// wrong way round, or `wide` stands before an instruction that has no wide form. Switch padding is
// counted from the beginning of `code`.
std::size_t instruction_length(base::Bytes code, std::size_t offset);

}  // namespace heddle::classfile
