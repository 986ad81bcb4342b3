// The names of the text form, and which instructions can throw.
//
// may_throw follows the JVM's specification of each instruction, with two deliberate gaps. Errors
// of the machine itself (out of memory, stack overflow, Thread.stop) may strike anywhere and would
// make every edge exceptional. And `instance_of` is said not to throw: it can, but only where the
// class it names fails to load, and a handler for that would cost an edge at every type test.
#include "ir/instruction.h"

#include <array>
#include <cstddef>
#include <string_view>

#include "ir/type.h"

namespace heddle::ir {
namespace {

constexpr std::array<std::string_view, kOpcodeCount> kOpcodes = {"parameter",
                                                                 "phi",
                                                                 "catch",
                                                                 "const_int",
                                                                 "const_long",
                                                                 "const_float",
                                                                 "const_double",
                                                                 "const_null",
                                                                 "const_string",
                                                                 "const_class",
                                                                 "const_method_type",
                                                                 "const_method_handle",
                                                                 "const_dynamic",
                                                                 "add",
                                                                 "subtract",
                                                                 "multiply",
                                                                 "divide",
                                                                 "remainder",
                                                                 "shift_left",
                                                                 "shift_right",
                                                                 "shift_right_unsigned",
                                                                 "and",
                                                                 "or",
                                                                 "xor",
                                                                 "negate",
                                                                 "convert",
                                                                 "compare",
                                                                 "instance_of",
                                                                 "check_cast",
                                                                 "new",
                                                                 "new_array",
                                                                 "new_multi_array",
                                                                 "array_length",
                                                                 "array_load",
                                                                 "array_store",
                                                                 "fill_array",
                                                                 "get_field",
                                                                 "put_field",
                                                                 "get_static",
                                                                 "put_static",
                                                                 "invoke",
                                                                 "invoke_dynamic",
                                                                 "monitor_enter",
                                                                 "monitor_exit",
                                                                 "goto",
                                                                 "if",
                                                                 "switch",
                                                                 "return",
                                                                 "throw"};

constexpr std::array<std::string_view, kConversionCount> kConversions = {
    "int_to_long",    "int_to_float",    "int_to_double", "long_to_int",     "long_to_float",
    "long_to_double", "float_to_int",    "float_to_long", "float_to_double", "double_to_int",
    "double_to_long", "double_to_float", "int_to_byte",   "int_to_char",     "int_to_short"};

constexpr std::array<std::string_view, kComparisonCount> kComparisons = {
    "long", "float_less", "float_greater", "double_less", "double_greater"};

constexpr std::array<std::string_view, kConditionCount> kConditions = {
    "equal", "not_equal", "less", "greater_or_equal", "greater", "less_or_equal"};

constexpr std::array<std::string_view, kElementCount> kElements = {
    "int", "long", "float", "double", "reference", "byte", "char", "short"};

constexpr std::array<std::string_view, kInvocationCount> kInvocations = {"virtual", "special",
                                                                         "static", "interface"};

static_assert(!kOpcodes.back().empty());

// Bodies not yet verified may hold any byte; they print too.
template <typename Enum, std::size_t Count>
constexpr std::string_view name_in(const std::array<std::string_view, Count>& names, Enum value) {
  const auto at = static_cast<std::size_t>(value);
  return at < Count ? names[at] : "unknown";
}

}  // namespace

std::string_view opcode_name(Opcode opcode) { return name_in(kOpcodes, opcode); }
std::string_view conversion_name(Conversion conversion) {
  return name_in(kConversions, conversion);
}
std::string_view comparison_name(Comparison comparison) {
  return name_in(kComparisons, comparison);
}
std::string_view condition_name(Condition condition) { return name_in(kConditions, condition); }
std::string_view element_name(Element element) { return name_in(kElements, element); }
std::string_view invocation_name(Invocation invocation) {
  return name_in(kInvocations, invocation);
}

bool may_throw(Opcode opcode, Kind result) {
  switch (opcode) {
    case Opcode::kConstClass:
    case Opcode::kConstMethodType:
    case Opcode::kConstMethodHandle:
    case Opcode::kConstDynamic:
    case Opcode::kCheckCast:
    case Opcode::kNew:
    case Opcode::kNewArray:
    case Opcode::kNewMultiArray:
    case Opcode::kArrayLength:
    case Opcode::kArrayLoad:
    case Opcode::kArrayStore:
    case Opcode::kFillArray:
    case Opcode::kGetField:
    case Opcode::kPutField:
    case Opcode::kGetStatic:
    case Opcode::kPutStatic:
    case Opcode::kInvoke:
    case Opcode::kInvokeDynamic:
    case Opcode::kMonitorEnter:
    case Opcode::kMonitorExit:
    case Opcode::kThrow: return true;
    case Opcode::kDivide:
    case Opcode::kRemainder: return result == Kind::kInt || result == Kind::kLong;
    default: return false;
  }
}

}  // namespace heddle::ir
