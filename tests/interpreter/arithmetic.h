// Numbers as the JVM's instructions compute them, in terms of C++ that has no undefined cases.
//
// Whole numbers wrap; shift distances are taken modulo the width; the smallest number divided by -1
// is itself; conversions from floating point saturate and take NaN to zero. Division by zero is the
// caller's to refuse.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "base/check.h"
#include "ir/instruction.h"
#include "value.h"

namespace heddle::interpreter {

template <typename Whole>
Whole whole_result(ir::Opcode opcode, Whole left, Whole right) {
  using Bits = std::make_unsigned_t<Whole>;
  const auto a = static_cast<Bits>(left);
  const auto b = static_cast<Bits>(right);
  switch (opcode) {
    case ir::Opcode::kAdd: return static_cast<Whole>(a + b);
    case ir::Opcode::kSubtract: return static_cast<Whole>(a - b);
    case ir::Opcode::kMultiply: return static_cast<Whole>(a * b);
    case ir::Opcode::kDivide: return right == -1 ? static_cast<Whole>(Bits{0} - a) : left / right;
    case ir::Opcode::kRemainder: return right == -1 ? Whole{0} : left % right;
    case ir::Opcode::kAnd: return static_cast<Whole>(a & b);
    case ir::Opcode::kOr: return static_cast<Whole>(a | b);
    case ir::Opcode::kXor: return static_cast<Whole>(a ^ b);
    default: HEDDLE_CHECK(false, "no operation on whole numbers");
  }
  return 0;
}

template <typename Whole>
Whole shifted(ir::Opcode opcode, Whole value, std::int32_t distance) {
  using Bits = std::make_unsigned_t<Whole>;
  const auto by = static_cast<unsigned>(distance) & (sizeof(Whole) * 8 - 1);
  switch (opcode) {
    case ir::Opcode::kShiftLeft: return static_cast<Whole>(static_cast<Bits>(value) << by);
    case ir::Opcode::kShiftRight: return static_cast<Whole>(value >> by);
    default: return static_cast<Whole>(static_cast<Bits>(value) >> by);
  }
}

template <typename Real>
Real real_result(ir::Opcode opcode, Real left, Real right) {
  switch (opcode) {
    case ir::Opcode::kAdd: return left + right;
    case ir::Opcode::kSubtract: return left - right;
    case ir::Opcode::kMultiply: return left * right;
    case ir::Opcode::kDivide: return left / right;
    case ir::Opcode::kRemainder: return std::fmod(left, right);
    default: HEDDLE_CHECK(false, "no operation on floating-point numbers");
  }
  return 0;
}

template <typename Whole, typename Real>
Whole saturated(Real value) {
  if (std::isnan(value)) return 0;
  // The largest whole number is not a Real; the first one beyond it is.
  const Real beyond = std::ldexp(Real{1}, sizeof(Whole) * 8 - 1);
  if (value >= beyond) return std::numeric_limits<Whole>::max();
  if (value < -beyond) return std::numeric_limits<Whole>::min();
  return static_cast<Whole>(value);
}

template <typename Number>
std::int32_t three_way(Number left, Number right, std::int32_t unordered) {
  if (left > right) return 1;
  if (left == right) return 0;
  if (left < right) return -1;
  return unordered;
}

inline Value compared(ir::Comparison comparison, Value left, Value right) {
  using ir::Comparison;
  switch (comparison) {
    case Comparison::kLong: return Value::of_int(three_way(left.as_long(), right.as_long(), 0));
    case Comparison::kFloatLess:
      return Value::of_int(three_way(left.as_float(), right.as_float(), -1));
    case Comparison::kFloatGreater:
      return Value::of_int(three_way(left.as_float(), right.as_float(), 1));
    case Comparison::kDoubleLess:
      return Value::of_int(three_way(left.as_double(), right.as_double(), -1));
    case Comparison::kDoubleGreater:
      return Value::of_int(three_way(left.as_double(), right.as_double(), 1));
  }
  return {};
}

inline Value converted(ir::Conversion conversion, Value from) {
  using ir::Conversion;
  switch (conversion) {
    case Conversion::kIntToLong: return Value::of_long(from.as_int());
    case Conversion::kIntToFloat: return Value::of_float(static_cast<float>(from.as_int()));
    case Conversion::kIntToDouble: return Value::of_double(from.as_int());
    case Conversion::kLongToInt: return Value::of_int(static_cast<std::int32_t>(from.as_long()));
    case Conversion::kLongToFloat: return Value::of_float(static_cast<float>(from.as_long()));
    case Conversion::kLongToDouble: return Value::of_double(static_cast<double>(from.as_long()));
    case Conversion::kFloatToInt: return Value::of_int(saturated<std::int32_t>(from.as_float()));
    case Conversion::kFloatToLong: return Value::of_long(saturated<std::int64_t>(from.as_float()));
    case Conversion::kFloatToDouble: return Value::of_double(from.as_float());
    case Conversion::kDoubleToInt: return Value::of_int(saturated<std::int32_t>(from.as_double()));
    case Conversion::kDoubleToLong:
      return Value::of_long(saturated<std::int64_t>(from.as_double()));
    case Conversion::kDoubleToFloat: return Value::of_float(static_cast<float>(from.as_double()));
    case Conversion::kIntToByte: return Value::of_int(static_cast<std::int8_t>(from.as_int()));
    case Conversion::kIntToChar: return Value::of_int(static_cast<std::uint16_t>(from.as_int()));
    case Conversion::kIntToShort: return Value::of_int(static_cast<std::int16_t>(from.as_int()));
  }
  return {};
}

inline bool holds(ir::Condition condition, std::int64_t left, std::int64_t right) {
  using ir::Condition;
  switch (condition) {
    case Condition::kEqual: return left == right;
    case Condition::kNotEqual: return left != right;
    case Condition::kLess: return left < right;
    case Condition::kGreaterOrEqual: return left >= right;
    case Condition::kGreater: return left > right;
    case Condition::kLessOrEqual: return left <= right;
  }
  return false;
}

}  // namespace heddle::interpreter
