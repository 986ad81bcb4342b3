// What each instruction reads and makes, one function for a family of opcodes.
//
// One walk over the body. For each operand three questions: is it a value (C14), is it made on
// every path that comes here (C15), is it of the kind wanted (C16). Then the result (C17).
#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

#include "base/id.h"
#include "ir/body.h"
#include "ir/class.h"
#include "ir/dominance.h"
#include "ir/instruction.h"
#include "ir/symbols.h"
#include "ir/type.h"
#include "ir/verify_checks.h"

namespace heddle::ir {
namespace {

constexpr std::string_view kind_name(Kind kind) {
  constexpr std::string_view kNames[] = {"void", "int", "long", "float", "double", "reference"};
  return kNames[static_cast<unsigned>(kind)];
}

bool is_array_of(TypeRef array, Element element) {
  const TypeRef type = array.element();
  if (type == kBooleanType) return element == Element::kByte;
  if (type == kByteType) return element == Element::kByte;
  if (type == kCharType) return element == Element::kChar;
  if (type == kShortType) return element == Element::kShort;
  if (type == kIntType) return element == Element::kInt;
  return element < Element::kByte && element != Element::kInt && kind_of(element) == kind_of(type);
}

class Values {
 public:
  explicit Values(Verification& to)
      : to_(to), body_(to.body), symbols_(to.in.symbols), dominance_(to.body) {}

  void walk() {
    for (std::size_t at = 0; at < body_.blocks.size(); ++at) {
      block_ = base::id_at<BlockId>(at);
      for (at_ = body_.blocks[at].first; at_ < body_.blocks[at].end; ++at_)
        instruction(body_.instructions[at_]);
    }
  }

 private:
  void instruction(const Instruction& in) {
    type_ = body_.types[at_];
    if (!type(type_)) return;
    switch (in.opcode) {
      case Opcode::kParameter:      // C5
      case Opcode::kCatch: return;  // C12
      case Opcode::kPhi: return phi(in);
      case Opcode::kConstInt: return makes(kIntType);
      case Opcode::kConstLong: return makes(kLongType);
      case Opcode::kConstFloat: return makes(kFloatType);
      case Opcode::kConstDouble: return makes(kDoubleType);
      case Opcode::kConstNull: return makes(kNullType);
      case Opcode::kConstString:
        symbol(in.a, symbols_.strings().size(), "string");
        return makes(kStringType);
      case Opcode::kConstClass: type(TypeRef::from_bits(in.a)); return makes(kClassType);
      case Opcode::kConstMethodType:
        symbol(in.a, symbols_.signatures().size(), "signature");
        return makes(kMethodTypeType);
      case Opcode::kConstMethodHandle:
        symbol(in.a, symbols_.handles().size(), "method handle");
        return makes(kMethodHandleType);
      case Opcode::kConstDynamic: return const_dynamic(in);
      case Opcode::kAdd:
      case Opcode::kSubtract:
      case Opcode::kMultiply:
      case Opcode::kDivide:
      case Opcode::kRemainder: return arithmetic(in, true);
      case Opcode::kShiftLeft:
      case Opcode::kShiftRight:
      case Opcode::kShiftRightUnsigned: return shift(in);
      case Opcode::kAnd:
      case Opcode::kOr:
      case Opcode::kXor: return arithmetic(in, false);
      case Opcode::kNegate: return negate(in);
      case Opcode::kConvert:
        reads(in.a, source_kind(in.conversion()));
        return makes(register_type(result_kind(in.conversion())));
      case Opcode::kCompare:
        reads(in.a, kind_of(in.comparison()));
        reads(in.b, kind_of(in.comparison()));
        return makes(kIntType);
      case Opcode::kInstanceOf:
        reads(in.a, Kind::kReference);
        reference_type(in.b);
        return makes(kIntType);
      case Opcode::kCheckCast:
        reads(in.a, Kind::kReference);
        reference_type(in.b);
        return makes(TypeRef::from_bits(in.b));
      case Opcode::kNew: return new_object(in);
      case Opcode::kNewArray:
        reads(in.a, Kind::kInt);
        array_type(TypeRef::from_bits(in.b), 1);
        return makes(TypeRef::from_bits(in.b));
      case Opcode::kNewMultiArray: return new_multi_array(in);
      case Opcode::kArrayLength: reads(in.a, Kind::kReference); return makes(kIntType);
      case Opcode::kArrayLoad: return array_load(in);
      case Opcode::kArrayStore:
        array(in);
        reads(in.b, Kind::kInt);
        reads(in.c, kind_of(in.element()));
        return makes(kVoidType);
      case Opcode::kFillArray: return fill_array(in);
      case Opcode::kGetField: reads(in.a, Kind::kReference); return get(in);
      case Opcode::kGetStatic: return get(in);
      case Opcode::kPutField: reads(in.a, Kind::kReference); return put(in);
      case Opcode::kPutStatic: return put(in);
      case Opcode::kInvoke: return invoke(in);
      case Opcode::kInvokeDynamic: return invoke_dynamic(in);
      case Opcode::kMonitorEnter:
      case Opcode::kMonitorExit:
      case Opcode::kThrow: reads(in.a, Kind::kReference); return makes(kVoidType);
      case Opcode::kGoto: return makes(kVoidType);
      case Opcode::kIf: return branch(in);
      case Opcode::kSwitch: return switch_over(in);
      case Opcode::kReturn: return give_back(in);
    }
  }

  // ---- Operands and results ----

  [[nodiscard]] bool is_value(std::uint32_t word) {
    if (word < body_.types.size() && body_.types[word] != kVoidType) return true;
    to_.add_at(Clause::kOperands, at_, fmt::format("reads %{}, which is no value", word));
    return false;
  }

  void reads(std::uint32_t word, Kind kind, Clause clause = Clause::kOperandKinds) {
    if (!is_value(word)) return;
    if (!dominance_.available(static_cast<ValueId>(word), static_cast<ValueId>(at_)))
      to_.add_at(Clause::kDominance, at_,
                 fmt::format("reads %{}, which is not made on every path to it", word));
    of_kind(word, kind, clause);
  }

  void of_kind(std::uint32_t word, Kind kind, Clause clause) {
    const Kind found = kind_of(body_.types[word]);
    if (found != kind)
      to_.add_at(clause, at_,
                 fmt::format("reads %{}, which is of kind {}, not {}", word, kind_name(found),
                             kind_name(kind)));
  }

  void makes(TypeRef wanted) {
    if (type_ != wanted)
      to_.add_at(Clause::kResultTypes, at_,
                 fmt::format("has type {}, not {}", type_text(symbols_, type_),
                             is_known(wanted) ? type_text(symbols_, wanted) : "one unknown"));
  }

  void kind_only(bool holds) {
    if (!holds)
      to_.add_at(Clause::kResultTypes, at_, fmt::format("has type {}", type_text(symbols_, type_)));
  }

  // ---- Symbols ----

  [[nodiscard]] bool is_known(TypeRef type) const {
    return type.exists() && type.base() < symbols_.bases().size() &&
           (!type.is_array() ||
            (type.base() != kVoidType.base() && type.base() != kNullType.base()));
  }

  bool type(TypeRef type) {
    if (is_known(type)) return true;
    to_.add_at(Clause::kSymbols, at_, "names a type that is not in the class's table");
    return false;
  }

  bool symbol(std::uint32_t ref, std::size_t count, std::string_view what) {
    if (ref < count) return true;
    to_.add_at(Clause::kSymbols, at_, fmt::format("names {} {} of {}", what, ref, count));
    return false;
  }

  bool reference_type(std::uint32_t bits) {
    const TypeRef named = TypeRef::from_bits(bits);
    if (!type(named)) return false;
    if (kind_of(named) == Kind::kReference && named != kNullType) return true;
    to_.add_at(Clause::kSymbols, at_, "names a type that is no class or array");
    return false;
  }

  void array_type(TypeRef named, std::uint32_t dimensions) {
    if (type(named) && named.dimensions() < dimensions)
      to_.add_at(Clause::kSymbols, at_,
                 fmt::format("names a type with fewer than {} dimensions", dimensions));
  }

  // ---- Families of opcodes ----

  void phi(const Instruction& in) {
    const auto from = body_.predecessors_of(body_.block(block_));
    const auto values = body_.list(in);
    if (values.empty() || values.size() != from.size()) {
      to_.add_at(Clause::kPhiOperands, at_,
                 fmt::format("has {} operands for {} predecessors", values.size(), from.size()));
      return;
    }
    kind_only(type_ != kVoidType && register_type(type_) == type_);
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (!is_value(values[i])) continue;
      if (!dominance_.available_on_edge(static_cast<ValueId>(values[i]), from[i], block_))
        to_.add_at(Clause::kDominance, at_,
                   fmt::format("reads %{} from b{}, where it is not made on every path", values[i],
                               base::index(from[i])));
      of_kind(values[i], kind_of(type_), Clause::kPhiOperands);
    }
  }

  void const_dynamic(const Instruction& in) {
    if (!symbol(in.a, symbols_.call_sites().size(), "call site")) return;
    const CallSite& site = symbols_.call_site(static_cast<CallSiteRef>(in.a));
    if (!site.constant) to_.add_at(Clause::kSymbols, at_, "names a call site that is no constant");
    makes(register_type(symbols_.signature(site.signature).result));
  }

  void arithmetic(const Instruction& in, bool with_fractions) {
    const Kind kind = kind_of(type_);
    const bool whole = type_ == kIntType || type_ == kLongType;
    kind_only(whole || (with_fractions && (type_ == kFloatType || type_ == kDoubleType)));
    reads(in.a, kind);
    reads(in.b, kind);
  }

  void shift(const Instruction& in) {
    kind_only(type_ == kIntType || type_ == kLongType);
    reads(in.a, kind_of(type_));
    reads(in.b, Kind::kInt);
  }

  void negate(const Instruction& in) {
    kind_only(type_ == kIntType || type_ == kLongType || type_ == kFloatType ||
              type_ == kDoubleType);
    reads(in.a, kind_of(type_));
  }

  void new_object(const Instruction& in) {
    const TypeRef made = TypeRef::from_bits(in.a);
    if (!reference_type(in.a)) return;
    if (made.is_array()) to_.add_at(Clause::kSymbols, at_, "makes an object of an array type");
    makes(made);
  }

  void new_multi_array(const Instruction& in) {
    const TypeRef made = TypeRef::from_bits(in.a);
    array_type(made, in.c);
    if (in.c == 0) to_.add_at(Clause::kOperandKinds, at_, "has no lengths");
    for (const std::uint32_t length : body_.list(in)) reads(length, Kind::kInt);
    makes(made);
  }

  // The array operand, which must be one of such elements where its type tells.
  void array(const Instruction& in) {
    reads(in.a, Kind::kReference);
    if (in.a >= body_.types.size() || !body_.types[in.a].is_array()) return;
    if (!is_array_of(body_.types[in.a], in.element()))
      to_.add_at(Clause::kOperandKinds, at_,
                 fmt::format("takes %{} for an array of {}", in.a, element_name(in.element())));
  }

  void array_load(const Instruction& in) {
    array(in);
    reads(in.b, Kind::kInt);
    const Kind kind = kind_of(in.element());
    if (kind != Kind::kReference) return makes(register_type(kind));
    if (in.a >= body_.types.size()) return;
    const TypeRef from = body_.types[in.a];
    if (from.is_array() && kind_of(from.element()) == Kind::kReference) {
      makes(from.element());
    } else {
      kind_only(kind_of(type_) == Kind::kReference);
    }
  }

  void fill_array(const Instruction& in) {
    array(in);
    makes(kVoidType);
    const auto words = body_.list(in);
    const Kind kind = kind_of(in.element());
    if (kind == Kind::kReference ||
        ((kind == Kind::kLong || kind == Kind::kDouble) && words.size() % 2 != 0))
      to_.add_at(Clause::kArrayData, at_, "has data that are no elements");
    for (const std::uint32_t word : words)
      if (!fits(static_cast<std::int32_t>(word), in.element()))
        to_.add_at(Clause::kArrayData, at_,
                   fmt::format("has {} as a {}", static_cast<std::int32_t>(word),
                               element_name(in.element())));
  }

  static bool fits(std::int32_t value, Element element) {
    const auto within = [value]<typename T>(T) {
      return value >= std::numeric_limits<T>::min() && value <= std::numeric_limits<T>::max();
    };
    if (element == Element::kByte) return within(std::int8_t{});
    if (element == Element::kShort) return within(std::int16_t{});
    if (element == Element::kChar) return within(std::uint16_t{});
    return true;
  }

  void get(const Instruction& in) {
    if (symbol(in.b, symbols_.fields().size(), "field"))
      makes(register_type(symbols_.fields()[in.b].type));
  }

  void put(const Instruction& in) {
    makes(kVoidType);
    if (symbol(in.b, symbols_.fields().size(), "field"))
      reads(in.c, kind_of(symbols_.fields()[in.b].type));
  }

  void invoke(const Instruction& in) {
    if (!symbol(in.a, symbols_.methods().size(), "method")) return;
    call(symbols_.signature(symbols_.methods()[in.a].signature), body_.list(in),
         in.invocation() != Invocation::kStatic);
  }

  void invoke_dynamic(const Instruction& in) {
    if (!symbol(in.a, symbols_.call_sites().size(), "call site")) return;
    const CallSite& site = symbols_.call_site(static_cast<CallSiteRef>(in.a));
    if (site.constant) to_.add_at(Clause::kSymbols, at_, "calls a constant");
    call(symbols_.signature(site.signature), body_.list(in), false);
  }

  void call(const Signature& signature, std::span<const std::uint32_t> arguments, bool receiver) {
    makes(register_type(signature.result));
    const std::size_t first = receiver ? 1 : 0;
    if (arguments.size() != signature.parameters.size() + first) {
      to_.add_at(Clause::kCalls, at_,
                 fmt::format("passes {} arguments, not {}", arguments.size(),
                             signature.parameters.size() + first));
      return;
    }
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      const Kind wanted = i < first ? Kind::kReference : kind_of(signature.parameters[i - first]);
      reads(arguments[i], wanted, Clause::kCalls);
    }
  }

  void branch(const Instruction& in) {
    makes(kVoidType);
    if (!is_value(in.a)) return;
    const Kind kind =
        kind_of(body_.types[in.a]) == Kind::kReference ? Kind::kReference : Kind::kInt;
    reads(in.a, kind);
    if (in.b != base::index(kNoValue)) reads(in.b, kind);
    if (kind == Kind::kReference && in.condition() > Condition::kNotEqual)
      to_.add_at(Clause::kOperandKinds, at_, "orders references");
  }

  void switch_over(const Instruction& in) {
    makes(kVoidType);
    reads(in.a, Kind::kInt);
    const auto keys = body_.list(in);
    for (std::size_t i = 1; i < keys.size(); ++i)
      if (static_cast<std::int32_t>(keys[i]) <= static_cast<std::int32_t>(keys[i - 1]))
        to_.add_at(Clause::kSwitches, at_,
                   fmt::format("has key {} out of order", static_cast<std::int32_t>(keys[i])));
  }

  void give_back(const Instruction& in) {
    makes(kVoidType);
    const Kind wanted = kind_of(symbols_.signature(to_.method.signature).result);
    const bool gives = in.a != base::index(kNoValue);
    if (gives != (wanted != Kind::kVoid)) {
      to_.add_at(Clause::kReturns, at_, gives ? "returns a value" : "returns no value");
      return;
    }
    if (gives) reads(in.a, wanted, Clause::kReturns);
  }

  Verification& to_;
  const Body& body_;
  const Symbols& symbols_;
  const Dominance dominance_;
  BlockId block_{};
  std::uint32_t at_ = 0;  // the instruction looked at
  TypeRef type_;          // its type
};

}  // namespace

void verify_values(Verification& verification) { Values(verification).walk(); }

}  // namespace heddle::ir
