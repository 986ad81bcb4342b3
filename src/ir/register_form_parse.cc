// The instructions of the register form by name.
//
// Names are Dalvik's. Where Dalvik has several for one thing (move-object, iget-wide,
// add-int/2addr) there is one here if what they tell apart is told by the operands anyway; those
// that say whether a pair is meant stay.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/id.h"
#include "ir/body.h"
#include "ir/instruction.h"
#include "ir/parse_symbols.h"
#include "ir/register_form.h"
#include "ir/ssa_builder.h"
#include "ir/symbols.h"
#include "ir/symbols_builder.h"
#include "ir/text_names.h"
#include "ir/text_scanner.h"
#include "ir/type.h"

namespace heddle::ir {
namespace {

template <typename Value>
struct Entry {
  std::string_view name;
  Value value;
};

constexpr Entry<Opcode> kBinary[] = {{"add", Opcode::kAdd},
                                     {"sub", Opcode::kSubtract},
                                     {"mul", Opcode::kMultiply},
                                     {"div", Opcode::kDivide},
                                     {"rem", Opcode::kRemainder},
                                     {"and", Opcode::kAnd},
                                     {"or", Opcode::kOr},
                                     {"xor", Opcode::kXor},
                                     {"shl", Opcode::kShiftLeft},
                                     {"shr", Opcode::kShiftRight},
                                     {"ushr", Opcode::kShiftRightUnsigned},
                                     {"rsub", Opcode::kSubtract}};
constexpr Entry<TypeRef> kTypes[] = {
    {"int", kIntType}, {"long", kLongType}, {"float", kFloatType}, {"double", kDoubleType}};
constexpr Entry<Comparison> kComparisons[] = {{"cmp-long", Comparison::kLong},
                                              {"cmpl-float", Comparison::kFloatLess},
                                              {"cmpg-float", Comparison::kFloatGreater},
                                              {"cmpl-double", Comparison::kDoubleLess},
                                              {"cmpg-double", Comparison::kDoubleGreater}};
constexpr Entry<Condition> kConditions[] = {
    {"if-eq", Condition::kEqual},   {"if-ne", Condition::kNotEqual},
    {"if-lt", Condition::kLess},    {"if-ge", Condition::kGreaterOrEqual},
    {"if-gt", Condition::kGreater}, {"if-le", Condition::kLessOrEqual}};
constexpr Entry<Element> kArrays[] = {
    {"", Element::kInt},          {"-wide", Element::kLong}, {"-object", Element::kReference},
    {"-boolean", Element::kByte}, {"-byte", Element::kByte}, {"-char", Element::kChar},
    {"-short", Element::kShort}};
constexpr Entry<Invocation> kInvocations[] = {{"invoke-virtual", Invocation::kVirtual},
                                              {"invoke-super", Invocation::kSpecial},
                                              {"invoke-direct", Invocation::kSpecial},
                                              {"invoke-static", Invocation::kStatic},
                                              {"invoke-interface", Invocation::kInterface}};

template <typename Value, std::size_t Count>
const Value* find(const Entry<Value> (&entries)[Count], std::string_view name) {
  for (const Entry<Value>& entry : entries)
    if (entry.name == name) return &entry.value;
  return nullptr;
}

bool is_wide(TypeRef type) {
  return type == kLongType || type == kDoubleType || type == SsaBuilder::kUntypedWide;
}

}  // namespace

class RegisterParser {
 public:
  using Form = RegisterForm::Form;
  using Step = RegisterForm::Step;

  RegisterParser(RegisterForm& form, TextScanner& scanner, SymbolParser& parser,
                 SymbolsBuilder& symbols)
      : form_(form), scan_(scanner), parse_(parser), symbols_(symbols) {}

  void parse() {
    form_.line_ = scan_.line();
    do {
      if (scan_.peek() == '}') break;
      if (scan_.peek_behind_word() == ':') {
        place_label();
      } else if (scan_.accept_word("try")) {
        region();
      } else {
        line();
      }
    } while (scan_.next_line());
    for (const RegisterForm::Label& label : form_.labels_)
      if (label.step == RegisterForm::kNowhere)
        scan_.fail_at(label.text_line, fmt::format("there is no label {}", label.name));
    if (form_.steps_.empty()) scan_.fail("a body needs an instruction");
  }

 private:
  // ---- Lines ----

  std::uint32_t label() {
    const std::string_view name = scan_.word("a label");
    const auto found = std::ranges::find(form_.labels_, name, &RegisterForm::Label::name);
    if (found != form_.labels_.end())
      return static_cast<std::uint32_t>(found - form_.labels_.begin());
    RegisterForm::Label made;
    made.name = name;
    made.text_line = scan_.line();
    form_.labels_.push_back(made);
    return static_cast<std::uint32_t>(form_.labels_.size() - 1);
  }

  void place_label() {
    RegisterForm::Label& placed = form_.labels_[label()];
    scan_.expect(':');
    if (placed.step != RegisterForm::kNowhere)
      scan_.fail(fmt::format("there are two labels {}", placed.name));
    placed.step = static_cast<std::uint32_t>(form_.steps_.size());
  }

  void region() {
    RegisterForm::Try region{};
    region.from = label();
    region.to = label();
    scan_.expect_word("handlers");
    do {
      Handler handler;
      if (!scan_.accept('*')) handler.type = parse_.class_type();
      handler.block = static_cast<BlockId>(label());
      region.handlers.push_back(handler);
    } while (scan_.accept(','));
    form_.tries_.push_back(std::move(region));
  }

  void line() {
    step_ = Step{};
    step_.text_line = scan_.line();
    const std::string_view word = scan_.word("an instruction");
    if (!scan_.failed() && !instruction(word) && !by_table(word))
      scan_.fail(fmt::format("`{}` is no instruction of the register form", word));
    step_.source_line = scan_.accept_word("line") ? scan_.count(0xFFFF'FFFE, "a line number")
                        : form_.steps_.empty()    ? 0
                                                  : form_.steps_.back().source_line;
    form_.steps_.push_back(std::move(step_));
  }

  // ---- Operands ----

  std::uint32_t register_number() {
    const std::string_view word = scan_.peek_word();
    const auto number = word.starts_with('r') ? parse_int(word.substr(1)) : std::nullopt;
    if (!number || word.starts_with("r-") || *number >= form_.registers_) {
      scan_.fail_expected(fmt::format("a register below r{}", form_.registers_));
      return 0;
    }
    scan_.word("");
    return *number;
  }
  void read() { step_.sources.push_back(register_number()); }
  void read_pair() {
    read();
    if (step_.sources.back() + 1 >= form_.registers_) scan_.fail("a pair needs two registers");
  }
  void write(bool wide) {
    step_.destination = register_number();
    step_.wide = wide;
    if (wide && step_.destination + 1 >= form_.registers_) scan_.fail("a pair needs two registers");
  }
  void write(TypeRef type) {
    step_.type = type;
    write(is_wide(type));
  }
  void read_kind(Kind kind) { kind == Kind::kLong || kind == Kind::kDouble ? read_pair() : read(); }
  void give_result(TypeRef type) {
    step_.type = type;
    if (type == kVoidType) return;
    step_.destination = form_.result_slot();
    step_.wide = is_wide(type);
  }

  // ---- Instructions ----

  bool instruction(std::string_view word) {
    Instruction& in = step_.in;
    if (word == "nop") {
      step_.form = Form::kNothing;
    } else if (word == "move" || word == "move-object" || word == "move-wide") {
      step_.form = Form::kMove;
      write(word == "move-wide");
      read();
    } else if (word == "move-result" || word == "move-result-object" ||
               word == "move-result-wide") {
      step_.form = Form::kMove;
      write(word == "move-result-wide");
      step_.sources.push_back(form_.result_slot());
    } else if (word == "move-exception") {
      step_.form = Form::kMoveException;
      write(false);
    } else if (word == "const") {
      in.opcode = Opcode::kConstInt;
      write(SsaBuilder::kUntyped);
      in.a = parse_.int_bits();
    } else if (word == "const-wide") {
      in.opcode = Opcode::kConstLong;
      write(SsaBuilder::kUntypedWide);
      const std::uint64_t bits = parse_.long_bits();
      in.a = static_cast<std::uint32_t>(bits);
      in.b = static_cast<std::uint32_t>(bits >> 32U);
    } else if (word == "const-string") {
      in.opcode = Opcode::kConstString;
      write(kStringType);
      in.a = base::index(symbols_.string(parse_.quoted()));
    } else if (word == "const-class") {
      in.opcode = Opcode::kConstClass;
      write(kClassType);
      in.a = parse_.any_type().bits();
    } else if (word == "monitor-enter" || word == "monitor-exit") {
      in.opcode = word == "monitor-enter" ? Opcode::kMonitorEnter : Opcode::kMonitorExit;
      read();
    } else if (word == "check-cast") {
      in.opcode = Opcode::kCheckCast;
      read();
      step_.destination = step_.sources[0];
      step_.type = parse_.reference_type();
      in.b = step_.type.bits();
    } else if (word == "instance-of") {
      in.opcode = Opcode::kInstanceOf;
      write(kIntType);
      read();
      in.b = parse_.reference_type().bits();
    } else if (word == "array-length") {
      in.opcode = Opcode::kArrayLength;
      write(kIntType);
      read();
    } else if (word == "new-instance") {
      in.opcode = Opcode::kNew;
      write(false);
      step_.type = parse_.class_type();
      in.a = step_.type.bits();
    } else if (word == "new-array") {
      in.opcode = Opcode::kNewArray;
      write(false);
      read();
      step_.type = array_type();
      in.b = step_.type.bits();
    } else if (word == "throw") {
      in.opcode = Opcode::kThrow;
      read();
    } else if (word == "goto") {
      in.opcode = Opcode::kGoto;
      step_.targets.push_back(label());
    } else if (word == "return-void") {
      in.opcode = Opcode::kReturn;
      in.a = base::index(kNoValue);
    } else if (word == "return" || word == "return-object" || word == "return-wide") {
      in.opcode = Opcode::kReturn;
      word == "return-wide" ? read_pair() : read();
    } else {
      return long_instruction(word);
    }
    return true;
  }

  bool long_instruction(std::string_view word) {
    if (word == "filled-new-array") {
      filled_new_array();
    } else if (word == "fill-array-data") {
      fill_array_data();
    } else if (word == "packed-switch" || word == "sparse-switch") {
      switch_over();
    } else if (word == "iget" || word == "iput" || word == "sget" || word == "sput") {
      field(word[0] == 'i', word[1] == 'g');
    } else if (word == "invoke-custom") {
      invoke_custom();
    } else {
      return false;
    }
    return true;
  }

  bool by_table(std::string_view word) {
    if (const Invocation* invocation = find(kInvocations, word)) return invoke(*invocation), true;
    if (const Comparison* comparison = find(kComparisons, word)) return compare(*comparison), true;
    if (word.starts_with("if-")) return branch(word);
    if (word.starts_with("aget") || word.starts_with("aput"))
      if (const Element* element = find(kArrays, word.substr(4)))
        return array_access(word[1] == 'g', *element), true;
    return unary(word) || convert(word) || binary(word);
  }

  TypeRef array_type() {
    const TypeRef type = parse_.reference_type();
    if (!scan_.failed() && !type.is_array()) scan_.fail("this is no array");
    return type;
  }

  void filled_new_array() {
    step_.form = Form::kFilledNewArray;
    scan_.expect('(');
    if (!scan_.accept(')')) {
      do read();
      while (scan_.accept(','));
      scan_.expect(')');
    }
    const TypeRef type = array_type();
    if (scan_.failed()) return;
    step_.in.b = type.bits();
    if (kind_of(type.element()) != Kind::kReference && type.element() != kIntType)
      scan_.fail("filled-new-array makes arrays of int or references");
    give_result(type);
  }

  void fill_array_data() {
    Instruction& in = step_.in;
    in.opcode = Opcode::kFillArray;
    read();
    const std::string_view word = scan_.word("a kind of element");
    in.sub = kElementCount;
    for (std::uint8_t i = 0; i < kElementCount; ++i)
      if (element_name(static_cast<Element>(i)) == word) in.sub = i;
    if (in.sub == kElementCount || in.element() == Element::kReference) {
      in.sub = 0;
      return scan_.fail(fmt::format("`{}` is no kind of element", word));
    }
    scan_.expect('{');
    if (scan_.accept('}')) return;
    do datum(in.element());
    while (scan_.accept(','));
    scan_.expect('}');
  }

  void datum(Element element) {
    const auto add_long = [&](std::uint64_t bits) {
      step_.words.push_back(static_cast<std::uint32_t>(bits));
      step_.words.push_back(static_cast<std::uint32_t>(bits >> 32U));
    };
    switch (element) {
      case Element::kLong: return add_long(parse_.long_bits());
      case Element::kDouble: return add_long(parse_.double_bits());
      case Element::kFloat: return step_.words.push_back(parse_.float_bits());
      default: return step_.words.push_back(parse_.int_bits());
    }
  }

  void switch_over() {
    step_.in.opcode = Opcode::kSwitch;
    read();
    scan_.expect('{');
    if (scan_.accept('}')) return;
    do {
      step_.words.push_back(parse_.int_bits());
      scan_.expect(':');
      step_.targets.push_back(label());
    } while (scan_.accept(','));
    scan_.expect('}');
  }

  void field(bool of_instance, bool get) {
    constexpr Opcode kOpcodes[] = {Opcode::kPutStatic, Opcode::kGetStatic, Opcode::kPutField,
                                   Opcode::kGetField};
    step_.in.opcode = kOpcodes[(of_instance ? 2U : 0U) + (get ? 1U : 0U)];
    const std::uint32_t value = register_number();
    if (of_instance) read();
    const FieldRef ref = parse_.field();
    if (scan_.failed()) return;
    step_.in.b = base::index(ref);
    const TypeRef type = register_type(symbols_.field_at(ref).type);
    if (is_wide(type) && value + 1 >= form_.registers_) scan_.fail("a pair needs two registers");
    if (!get) return step_.sources.push_back(value);
    step_.destination = value;
    step_.type = type;
    step_.wide = is_wide(type);
  }

  std::vector<std::uint32_t> register_list() {
    std::vector<std::uint32_t> registers;
    scan_.expect('(');
    if (scan_.accept(')')) return registers;
    do registers.push_back(register_number());
    while (scan_.accept(','));
    scan_.expect(')');
    return registers;
  }

  // As in Dalvik, both registers of a pair are listed.
  void arguments(std::span<const std::uint32_t> registers, const Signature& signature,
                 bool receiver) {
    std::size_t next = 0;
    const auto take = [&](bool wide) {
      if (next + (wide ? 1 : 0) >= registers.size()) return scan_.fail("an argument is missing");
      if (wide && registers[next + 1] != registers[next] + 1)
        return scan_.fail("a pair needs two registers");
      step_.sources.push_back(registers[next]);
      next += wide ? 2 : 1;
    };
    if (receiver) take(false);
    for (const TypeRef type : signature.parameters) take(is_wide(type));
    if (next < registers.size()) scan_.fail("there are too many arguments");
    give_result(register_type(signature.result));
  }

  void invoke(Invocation invocation) {
    step_.in.opcode = Opcode::kInvoke;
    step_.in.sub = static_cast<std::uint8_t>(invocation);
    const auto registers = register_list();
    const MethodRef ref = parse_.method(invocation == Invocation::kInterface);
    if (scan_.failed()) return;
    step_.in.a = base::index(ref);
    arguments(registers, symbols_.signature_at(symbols_.method_at(ref).signature),
              invocation != Invocation::kStatic);
  }

  void invoke_custom() {
    step_.in.opcode = Opcode::kInvokeDynamic;
    const auto registers = register_list();
    const CallSiteRef ref = parse_.call_site_ref();
    if (scan_.failed()) return;
    if (base::index(ref) >= parse_.call_site_count())
      return scan_.fail(fmt::format("there is no call_site #{}", base::index(ref)));
    step_.in.a = base::index(ref);
    arguments(registers, symbols_.signature_at(symbols_.call_site_at(ref).signature), false);
  }

  void compare(Comparison comparison) {
    step_.in.opcode = Opcode::kCompare;
    step_.in.sub = static_cast<std::uint8_t>(comparison);
    write(kIntType);
    read_kind(kind_of(comparison));
    read_kind(kind_of(comparison));
  }

  bool branch(std::string_view word) {
    const bool with_zero = word.ends_with('z');
    const Condition* condition =
        find(kConditions, word.substr(0, word.size() - (with_zero ? 1 : 0)));
    if (condition == nullptr) return false;
    step_.in.opcode = Opcode::kIf;
    step_.in.sub = static_cast<std::uint8_t>(*condition);
    if (with_zero) step_.in.b = base::index(kNoValue);
    read();
    if (!with_zero) read();
    step_.targets.push_back(label());
    return true;
  }

  void array_access(bool get, Element element) {
    step_.form = Form::kArray;
    step_.in.opcode = get ? Opcode::kArrayLoad : Opcode::kArrayStore;
    step_.in.sub = static_cast<std::uint8_t>(element);
    const bool wide = element == Element::kLong;
    if (get) {
      write(wide);
      step_.type = register_type(kind_of(element));
      read();
      return read();
    }
    const std::uint32_t value = register_number();
    if (wide && value + 1 >= form_.registers_) scan_.fail("a pair needs two registers");
    read();
    read();
    step_.sources.push_back(value);
  }

  bool unary(std::string_view word) {
    const bool negate = word.starts_with("neg-");
    if (!negate && !word.starts_with("not-")) return false;
    const TypeRef* type = find(kTypes, word.substr(4));
    if (type == nullptr || (!negate && *type != kIntType)) return false;
    step_.in.opcode = negate ? Opcode::kNegate : Opcode::kXor;
    step_.has_literal = !negate;
    step_.literal = ~0U;
    write(*type);
    read_kind(kind_of(*type));
    return true;
  }

  bool convert(std::string_view word) {
    std::string name(word);
    std::ranges::replace(name, '-', '_');
    for (std::uint8_t i = 0; i < kConversionCount; ++i) {
      const auto conversion = static_cast<Conversion>(i);
      if (conversion_name(conversion) != name) continue;
      step_.in.opcode = Opcode::kConvert;
      step_.in.sub = i;
      write(register_type(result_kind(conversion)));
      read_kind(source_kind(conversion));
      return true;
    }
    return false;
  }

  bool binary(std::string_view word) {
    const std::size_t dash = word.find('-');
    if (dash == std::string_view::npos) return false;
    const Opcode* opcode = find(kBinary, word.substr(0, dash));
    const TypeRef* type = find(kTypes, word.substr(dash + 1));
    if (opcode == nullptr || type == nullptr) return false;
    const bool shift = *opcode >= Opcode::kShiftLeft && *opcode <= Opcode::kShiftRightUnsigned;
    const Kind kind = kind_of(*type);
    step_.in.opcode = *opcode;
    step_.reversed = word.starts_with("rsub");
    write(*type);
    read_kind(kind);
    if (scan_.peek_word().starts_with('r') && !step_.reversed) {
      read_kind(shift ? Kind::kInt : kind);
    } else if (scan_.at_line_end() || scan_.peek_word() == "line") {  // two registers: in place
      step_.sources.insert(step_.sources.begin(), step_.destination);
    } else {
      step_.has_literal = true;
      step_.literal = parse_.int_bits();
      if (kind != Kind::kInt && !shift) scan_.fail("only ints have literal operands");
    }
    return true;
  }

  RegisterForm& form_;
  TextScanner& scan_;
  SymbolParser& parse_;
  SymbolsBuilder& symbols_;
  Step step_;
};

void RegisterForm::parse(TextScanner& scanner, SymbolParser& parser, SymbolsBuilder& symbols) {
  RegisterParser(*this, scanner, parser, symbols).parse();
}

}  // namespace heddle::ir
