// One instruction of the IR: 16 bytes, its meaning given by its opcode.
//
// The operands `a`, `b`, `c` and the byte `sub` are read according to the table at Opcode. A list
// of operands (of a call, a phi, a switch's keys) is the range [b, b + c) of the body's operand
// pool. The contract of a whole body is in docs/formats/ir.md, in numbered clauses.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/id.h"
#include "ir/type.h"

namespace heddle::ir {

// A value is named by the index of the instruction that makes it.
enum class ValueId : std::uint32_t {};
enum class BlockId : std::uint32_t {};
inline constexpr ValueId kNoValue = base::kNone<ValueId>;

enum class Opcode : std::uint8_t {
  // clang-format off
  kParameter,          // a: position, the receiver first
  kPhi,                // list: one value for each predecessor of the block, in their order
  kCatch,              // the exception that brought control here
  kConstInt,           // a: bits
  kConstLong,          // a: low word, b: high word
  kConstFloat,         // a: bits
  kConstDouble,        // a: low word, b: high word
  kConstNull,
  kConstString,        // a: StringRef
  kConstClass,         // a: TypeRef
  kConstMethodType,    // a: SignatureRef
  kConstMethodHandle,  // a: HandleRef
  kConstDynamic,       // a: CallSiteRef
  kAdd, kSubtract, kMultiply, kDivide, kRemainder,  // a, b: values; the result's type says which
  kShiftLeft, kShiftRight, kShiftRightUnsigned,     // a: value, b: int distance
  kAnd, kOr, kXor,
  kNegate,             // a: value
  kConvert,            // a: value, sub: Conversion
  kCompare,            // a, b: values, sub: Comparison; gives -1, 0 or 1
  kInstanceOf,         // a: value, b: TypeRef
  kCheckCast,          // a: value, b: TypeRef
  kNew,                // a: TypeRef
  kNewArray,           // a: length, b: TypeRef of the array
  kNewMultiArray,      // a: TypeRef of the array, list: lengths
  kArrayLength,        // a: array
  kArrayLoad,          // a: array, b: index, sub: Element
  kArrayStore,         // a: array, b: index, c: value, sub: Element
  kFillArray,          // a: array, list: words of data, sub: Element
  kGetField,           // a: object, b: FieldRef
  kPutField,           // a: object, b: FieldRef, c: value
  kGetStatic,          // b: FieldRef
  kPutStatic,          // b: FieldRef, c: value
  kInvoke,             // a: MethodRef, list: arguments, the receiver first, sub: Invocation
  kInvokeDynamic,      // a: CallSiteRef, list: arguments
  kMonitorEnter,       // a: object
  kMonitorExit,        // a: object
  // The last instruction of a block is one of these, and only it.
  kGoto,               // to the block's one successor
  kIf,                 // a, b: values (b absent: zero or null), sub: Condition; successors: yes, no
  kSwitch,             // a: value, list: keys, ascending; successors: default, then one for each key
  kReturn,             // a: value or absent
  kThrow,              // a: exception
  // clang-format on
};
inline constexpr unsigned kOpcodeCount = static_cast<unsigned>(Opcode::kThrow) + 1;

enum class Conversion : std::uint8_t {
  // clang-format off
  kIntToLong, kIntToFloat, kIntToDouble, kLongToInt, kLongToFloat, kLongToDouble,
  kFloatToInt, kFloatToLong, kFloatToDouble, kDoubleToInt, kDoubleToLong, kDoubleToFloat,
  kIntToByte, kIntToChar, kIntToShort,
  // clang-format on
};
inline constexpr unsigned kConversionCount = static_cast<unsigned>(Conversion::kIntToShort) + 1;

// How an unordered pair (a NaN among them) compares is part of the name: less or greater.
enum class Comparison : std::uint8_t {
  kLong,
  kFloatLess,
  kFloatGreater,
  kDoubleLess,
  kDoubleGreater
};
inline constexpr unsigned kComparisonCount = 5;

enum class Condition : std::uint8_t {
  kEqual,
  kNotEqual,
  kLess,
  kGreaterOrEqual,
  kGreater,
  kLessOrEqual
};
inline constexpr unsigned kConditionCount = 6;

// The JVM has one instruction for byte and boolean arrays; the array's own type tells them apart.
enum class Element : std::uint8_t {
  kInt,
  kLong,
  kFloat,
  kDouble,
  kReference,
  kByte,
  kChar,
  kShort
};
inline constexpr unsigned kElementCount = 8;

enum class Invocation : std::uint8_t { kVirtual, kSpecial, kStatic, kInterface };
inline constexpr unsigned kInvocationCount = 4;

struct Instruction {
  Opcode opcode{};
  std::uint8_t sub = 0;
  std::uint16_t reserved = 0;
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  std::uint32_t c = 0;

  [[nodiscard]] Conversion conversion() const { return static_cast<Conversion>(sub); }
  [[nodiscard]] Comparison comparison() const { return static_cast<Comparison>(sub); }
  [[nodiscard]] Condition condition() const { return static_cast<Condition>(sub); }
  [[nodiscard]] Element element() const { return static_cast<Element>(sub); }
  [[nodiscard]] Invocation invocation() const { return static_cast<Invocation>(sub); }

  friend bool operator==(const Instruction&, const Instruction&) = default;
};
static_assert(sizeof(Instruction) == 16);

// "const_int", "get_field": the opcode's name in the text form.
std::string_view opcode_name(Opcode opcode);
std::string_view conversion_name(Conversion conversion);
std::string_view comparison_name(Comparison comparison);
std::string_view condition_name(Condition condition);
std::string_view element_name(Element element);
std::string_view invocation_name(Invocation invocation);

constexpr bool is_terminator(Opcode opcode) { return opcode >= Opcode::kGoto; }
constexpr bool is_constant(Opcode opcode) {
  return opcode >= Opcode::kConstInt && opcode <= Opcode::kConstDynamic;
}
// Has a list of operands that are values.
constexpr bool has_value_list(Opcode opcode) {
  return opcode == Opcode::kPhi || opcode == Opcode::kInvoke || opcode == Opcode::kInvokeDynamic ||
         opcode == Opcode::kNewMultiArray;
}
// Has a list of operands that are plain words.
constexpr bool has_word_list(Opcode opcode) {
  return opcode == Opcode::kSwitch || opcode == Opcode::kFillArray;
}

constexpr Kind kind_of(Element element) {
  constexpr Kind kKinds[] = {Kind::kInt,       Kind::kLong, Kind::kFloat, Kind::kDouble,
                             Kind::kReference, Kind::kInt,  Kind::kInt,   Kind::kInt};
  return kKinds[static_cast<unsigned>(element)];
}

// The kinds a conversion takes and gives; small integers are ints.
constexpr Kind source_kind(Conversion conversion) {
  constexpr Kind kKinds[] = {Kind::kInt, Kind::kLong, Kind::kFloat, Kind::kDouble};
  return conversion < Conversion::kIntToByte ? kKinds[static_cast<unsigned>(conversion) / 3]
                                             : Kind::kInt;
}
constexpr Kind result_kind(Conversion conversion) {
  constexpr Kind kKinds[] = {Kind::kLong,   Kind::kFloat,  Kind::kDouble, Kind::kInt,
                             Kind::kFloat,  Kind::kDouble, Kind::kInt,    Kind::kLong,
                             Kind::kDouble, Kind::kInt,    Kind::kLong,   Kind::kFloat};
  return conversion < Conversion::kIntToByte ? kKinds[static_cast<unsigned>(conversion)]
                                             : Kind::kInt;
}
// The kind of the two values a comparison takes.
constexpr Kind kind_of(Comparison comparison) {
  constexpr Kind kKinds[] = {Kind::kLong, Kind::kFloat, Kind::kFloat, Kind::kDouble, Kind::kDouble};
  return kKinds[static_cast<unsigned>(comparison)];
}

// Can this instruction throw by itself (not counting errors of the machine: out of memory, stack
// overflow, Thread.stop)? `result` is the kind of its result: only whole numbers fail to divide.
bool may_throw(Opcode opcode, Kind result);

}  // namespace heddle::ir
