// Blocks and instructions.
//
//   b1:  handlers java.io.IOException b4, * b5
//     %3 = get_field %0 a.b.C.count : int                     @4 line 12 "count"
//
// A result's type is printed where the instruction does not imply it, or implies another one.
#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/id.h"
#include "ir/body.h"
#include "ir/class.h"
#include "ir/instruction.h"
#include "ir/print.h"
#include "ir/print_symbols.h"
#include "ir/symbols.h"
#include "ir/text_names.h"
#include "ir/type.h"

namespace heddle::ir {
namespace {

constexpr std::size_t kNotesColumn = 64;

std::uint64_t joined(std::uint32_t low, std::uint32_t high) {
  return std::uint64_t{high} << 32U | low;
}

class BodyPrinter {
 public:
  BodyPrinter(const Class& in, const Body& body, PrintOptions options)
      : symbols_(in.symbols), body_(body), options_(options) {}

  std::string print() {
    for (std::size_t at = 0; at < body_.blocks.size(); ++at) {
      block_ = base::id_at<BlockId>(at);
      label();
      for (at_ = body_.blocks[at].first; at_ < body_.blocks[at].end; ++at_) line();
    }
    return std::move(text_);
  }

 private:
  void label() {
    write("  b{}:", base::index(block_));
    const auto handlers = body_.handlers_of(body_.block(block_));
    for (const Handler& handler : handlers) {
      text_ += &handler == handlers.data() ? "  handlers " : ", ";
      if (handler.type.exists()) {
        append_type(text_, symbols_, handler.type);
      } else {
        text_ += '*';
      }
      write(" b{}", base::index(handler.block));
    }
    text_ += '\n';
  }

  void line() {
    const std::size_t start = text_.size();
    const Instruction& instruction = body_.instructions[at_];
    text_ += "    ";
    if (body_.types[at_] != kVoidType) write("%{} = ", at_);
    text_ += opcode_name(instruction.opcode);
    operands(instruction);
    if (body_.types[at_] != implied_type(instruction)) {
      text_ += " : ";
      append_type(text_, symbols_, body_.types[at_]);
    }
    notes(start);
    text_ += '\n';
  }

  void notes(std::size_t start) {
    std::string notes;
    const auto out = std::back_inserter(notes);
    if (options_.offsets && at_ < body_.offsets.size())
      fmt::format_to(out, " @{}", body_.offsets[at_]);
    if (options_.lines)
      if (const std::uint32_t line = body_.line_of(static_cast<ValueId>(at_)); line != 0)
        fmt::format_to(out, " line {}", line);
    if (options_.names) {
      for (; name_ < body_.names.size() && base::index(body_.names[name_].value) <= at_; ++name_) {
        if (base::index(body_.names[name_].value) != at_) continue;
        notes += ' ';
        append_quoted(notes, body_.names[name_].name);
      }
    }
    if (notes.empty()) return;
    const std::size_t width = text_.size() - start;
    if (width < kNotesColumn) text_.append(kNotesColumn - width, ' ');
    text_ += notes;
  }

  // ---- Operands ----

  template <typename... Arguments>
  void write(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Arguments>(arguments)...);
  }
  void word(std::string_view text) {
    text_ += ' ';
    text_ += text;
  }
  void value(std::uint32_t id) { write(" %{}", id); }
  void type(std::uint32_t bits) {
    text_ += ' ';
    append_type(text_, symbols_, TypeRef::from_bits(bits));
  }
  void field(std::uint32_t ref) {
    text_ += ' ';
    append_field(text_, symbols_, symbols_.field(static_cast<FieldRef>(ref)));
  }
  void values(const Instruction& in) {
    text_ += " (";
    for (std::size_t i = 0; i < in.c; ++i) write("{}%{}", i == 0 ? "" : ", ", body_.list(in)[i]);
    text_ += ')';
  }
  void target(std::size_t successor) {
    write(" b{}", base::index(body_.successors_of(body_.block(block_))[successor]));
  }
  void call_site(const Instruction& in) {
    const CallSite& site = symbols_.call_site(static_cast<CallSiteRef>(in.a));
    write(" #{} ", in.a);
    append_name(text_, site.name);
    append_signature(text_, symbols_, symbols_.signature(site.signature));
  }

  void phi(const Instruction& in) {
    const auto from = body_.predecessors_of(body_.block(block_));
    text_ += " (";
    for (std::size_t i = 0; i < in.c && i < from.size(); ++i)
      write("{}b{}: %{}", i == 0 ? "" : ", ", base::index(from[i]), body_.list(in)[i]);
    text_ += ')';
  }

  void switch_over(const Instruction& in) {
    value(in.a);
    text_ += " {";
    for (std::size_t i = 0; i < in.c; ++i) {
      write("{}{}:", i == 0 ? "" : ", ", static_cast<std::int32_t>(body_.list(in)[i]));
      target(i + 1);
    }
    text_ += "} else";
    target(0);
  }

  void branch(const Instruction& in) {
    word(condition_name(in.condition()));
    value(in.a);
    if (in.b != base::index(kNoValue)) {
      value(in.b);
    } else {
      word(in.a < body_.types.size() && kind_of(body_.types[in.a]) == Kind::kReference ? "null"
                                                                                       : "0");
    }
    word("then");
    target(0);
    word("else");
    target(1);
  }

  void data(const Instruction& in) {
    const auto words = body_.list(in);
    const bool wide = in.element() == Element::kLong || in.element() == Element::kDouble;
    text_ += " {";
    for (std::size_t i = 0; i + (wide ? 1 : 0) < words.size(); i += wide ? 2 : 1) {
      if (i > 0) text_ += ", ";
      switch (in.element()) {
        case Element::kLong:
          write("{}", static_cast<std::int64_t>(joined(words[i], words[i + 1])));
          break;
        case Element::kDouble: append_double(text_, joined(words[i], words[i + 1])); break;
        case Element::kFloat: append_float(text_, words[i]); break;
        default: write("{}", static_cast<std::int32_t>(words[i])); break;
      }
    }
    text_ += '}';
  }

  void operands(const Instruction& in) {
    switch (in.opcode) {
      case Opcode::kParameter: write(" {}", in.a); return;
      case Opcode::kPhi: return phi(in);
      case Opcode::kCatch:
      case Opcode::kConstNull: return;
      case Opcode::kConstInt: write(" {}", static_cast<std::int32_t>(in.a)); return;
      case Opcode::kConstLong: write(" {}", static_cast<std::int64_t>(joined(in.a, in.b))); return;
      case Opcode::kConstFloat: text_ += ' '; return append_float(text_, in.a);
      case Opcode::kConstDouble: text_ += ' '; return append_double(text_, joined(in.a, in.b));
      case Opcode::kConstString:
        text_ += ' ';
        return append_quoted(text_, symbols_.string(static_cast<StringRef>(in.a)));
      case Opcode::kConstClass:
      case Opcode::kNew: return type(in.a);
      case Opcode::kConstMethodType:
        text_ += ' ';
        return append_signature(text_, symbols_,
                                symbols_.signature(static_cast<SignatureRef>(in.a)));
      case Opcode::kConstMethodHandle:
        text_ += ' ';
        return append_handle(text_, symbols_, symbols_.handle(static_cast<HandleRef>(in.a)));
      case Opcode::kConstDynamic: return call_site(in);
      case Opcode::kConvert: word(conversion_name(in.conversion())); return value(in.a);
      case Opcode::kCompare:
        word(comparison_name(in.comparison()));
        value(in.a);
        return value(in.b);
      case Opcode::kInstanceOf:
      case Opcode::kCheckCast: value(in.a); return type(in.b);
      case Opcode::kNewArray: type(in.b); return value(in.a);
      case Opcode::kNewMultiArray: type(in.a); return values(in);
      case Opcode::kArrayLoad:
        word(element_name(in.element()));
        value(in.a);
        return value(in.b);
      case Opcode::kArrayStore:
        word(element_name(in.element()));
        value(in.a);
        value(in.b);
        return value(in.c);
      case Opcode::kFillArray:
        word(element_name(in.element()));
        value(in.a);
        return data(in);
      case Opcode::kGetField: value(in.a); return field(in.b);
      case Opcode::kPutField:
        value(in.a);
        field(in.b);
        text_ += ',';
        return value(in.c);
      case Opcode::kGetStatic: return field(in.b);
      case Opcode::kPutStatic:
        field(in.b);
        text_ += ',';
        return value(in.c);
      case Opcode::kInvoke:
        write(" {} ", invocation_name(in.invocation()));
        append_method(text_, symbols_, symbols_.method(static_cast<MethodRef>(in.a)),
                      in.invocation() == Invocation::kInterface);
        return values(in);
      case Opcode::kInvokeDynamic: call_site(in); return values(in);
      case Opcode::kNegate:
      case Opcode::kArrayLength:
      case Opcode::kMonitorEnter:
      case Opcode::kMonitorExit:
      case Opcode::kThrow: return value(in.a);
      case Opcode::kReturn:
        if (in.a != base::index(kNoValue)) value(in.a);
        return;
      case Opcode::kGoto: return target(0);
      case Opcode::kIf: return branch(in);
      case Opcode::kSwitch: return switch_over(in);
      default: value(in.a); return value(in.b);
    }
  }

  // The type the parser gives the instruction by itself; none where it must be told.
  [[nodiscard]] TypeRef implied_type(const Instruction& in) const {
    switch (in.opcode) {
      case Opcode::kConstInt:
      case Opcode::kCompare:
      case Opcode::kInstanceOf:
      case Opcode::kArrayLength: return kIntType;
      case Opcode::kConstLong: return kLongType;
      case Opcode::kConstFloat: return kFloatType;
      case Opcode::kConstDouble: return kDoubleType;
      case Opcode::kConstNull: return kNullType;
      case Opcode::kConstString: return kStringType;
      case Opcode::kConstClass: return kClassType;
      case Opcode::kConstMethodType: return kMethodTypeType;
      case Opcode::kConstMethodHandle: return kMethodHandleType;
      case Opcode::kConstDynamic:
      case Opcode::kInvokeDynamic: {
        const CallSite& site = symbols_.call_site(static_cast<CallSiteRef>(in.a));
        return register_type(symbols_.signature(site.signature).result);
      }
      case Opcode::kInvoke:
        return register_type(symbols_.signature_of(static_cast<MethodRef>(in.a)).result);
      case Opcode::kConvert: return register_type(result_kind(in.conversion()));
      case Opcode::kCheckCast:
      case Opcode::kNewArray: return TypeRef::from_bits(in.b);
      case Opcode::kNew:
      case Opcode::kNewMultiArray: return TypeRef::from_bits(in.a);
      case Opcode::kArrayLoad: return register_type(kind_of(in.element()));
      case Opcode::kGetField:
      case Opcode::kGetStatic:
        return register_type(symbols_.field(static_cast<FieldRef>(in.b)).type);
      case Opcode::kParameter:
      case Opcode::kPhi:
      case Opcode::kCatch:
      case Opcode::kAdd:
      case Opcode::kSubtract:
      case Opcode::kMultiply:
      case Opcode::kDivide:
      case Opcode::kRemainder:
      case Opcode::kShiftLeft:
      case Opcode::kShiftRight:
      case Opcode::kShiftRightUnsigned:
      case Opcode::kAnd:
      case Opcode::kOr:
      case Opcode::kXor:
      case Opcode::kNegate: return {};
      default: return kVoidType;
    }
  }

  const Symbols& symbols_;
  const Body& body_;
  PrintOptions options_;
  std::string text_;
  BlockId block_{};
  std::uint32_t at_ = 0;
  std::size_t name_ = 0;  // the next in the table of names
};

}  // namespace

std::string print_body(const Class& in, const Body& body, PrintOptions options) {
  return BodyPrinter(in, body, options).print();
}

}  // namespace heddle::ir
