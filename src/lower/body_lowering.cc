// Opcodes come in families laid out alike, so most of the translation is arithmetic on opcode
// numbers: (op - iadd) / 4 is the operation, % 4 the kind, and the IR's enums keep the JVM's order.
#include "lower/body_lowering.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "base/arena.h"
#include "base/bytes.h"
#include "base/check.h"
#include "base/id.h"
#include "base/malformed.h"
#include "classfile/class_file.h"
#include "classfile/code.h"
#include "classfile/constant_pool.h"
#include "classfile/opcode.h"
#include "ir/body.h"
#include "ir/class.h"
#include "ir/instruction.h"
#include "ir/symbols.h"
#include "ir/type.h"
#include "lower/code_graph.h"

namespace heddle::lower {
namespace {

using classfile::Opcode;
using classfile::Tag;
using ir::Kind;
using ir::kNoValue;
using ir::TypeRef;
using ir::ValueId;

constexpr unsigned number(Opcode opcode) { return static_cast<unsigned>(opcode); }
constexpr bool between(Opcode opcode, Opcode first, Opcode last) {
  return opcode >= first && opcode <= last;
}

// The kinds in the order in which the JVM lays out typed opcodes, and their types.
constexpr Kind kKinds[] = {Kind::kInt, Kind::kLong, Kind::kFloat, Kind::kDouble, Kind::kReference};
constexpr TypeRef kTypes[] = {ir::kIntType, ir::kLongType, ir::kFloatType, ir::kDoubleType};

constexpr std::string_view kKindWords[] = {"nothing", "an int",   "a long",
                                           "a float", "a double", "a reference"};
std::string word(Kind kind) { return std::string(kKindWords[static_cast<unsigned>(kind)]); }

}  // namespace

std::expected<const ir::Body*, base::Malformed> BodyLowering::lower(
    const classfile::ClassFile& file, const classfile::Member& member, const ir::Class& owner,
    const ir::Method& method, std::span<const std::uint32_t> symbols, base::Arena& arena) {
  const auto code = classfile::parse_code(file, member);
  if (!code) return std::unexpected(code.error());
  file_ = &file;
  owner_ = &owner;
  method_ = &method;
  code_ = &*code;
  bytecode_ = code->bytecode;
  symbols_ = symbols;
  locals_ = code->max_locals;
  error_.reset();
  if (const Status status = graph_.scan(*code, file.pool()); !status)
    return std::unexpected(status.error());
  names_.read(*code);
  builder_.begin(owner.symbols, locals_, owner.symbols.signature(method.signature).result);
  if (const Status status = instances_.build(graph_, *code, symbols, builder_); !status)
    return std::unexpected(status.error());
  State entry;
  place_parameters(entry);
  add_lines();
  return builder_.build(entry, *this, arena);
}

void BodyLowering::place_parameters(State& entry) {
  entry.assign(locals_, kNoValue);
  std::uint32_t slot = 0;
  const auto place = [&](TypeRef type) {
    const ValueId value = builder_.add_parameter(type);
    const std::uint32_t width = is_wide(value) ? 2 : 1;
    HEDDLE_CHECK(slot + width <= locals_, "a class whose arguments do not fit is not parsed");
    entry[slot] = value;
    if (width == 2) builder_.ends_with_next(slot);
    slot += width;
  };
  if (!method_->is(ir::Access::kStatic)) place(owner_->self);
  for (const TypeRef type : owner_->symbols.signature(method_->signature).parameters) place(type);
}

// The JVM looks for an entry that starts exactly at an instruction, first come first served, so of
// several for one offset the first counts.
void BodyLowering::add_lines() {
  lines_.clear();
  for (const classfile::LineNumber line : code_->lines)
    lines_.push_back({.offset = line.start,
                      .position = static_cast<std::uint32_t>(lines_.size()),
                      .line = line.line});
  if (!std::ranges::is_sorted(lines_, {}, &FoundLine::offset))
    std::ranges::sort(lines_, {},
                      [](const FoundLine& line) { return std::tuple(line.offset, line.position); });
  for (std::size_t i = 0; i < lines_.size(); ++i)
    if (i == 0 || lines_[i].offset != lines_[i - 1].offset)
      builder_.add_line({.offset = lines_[i].offset, .line = lines_[i].line});
}

Status BodyLowering::translate(std::uint32_t number_of_block, State& state) {
  state_ = &state;
  const BlockInstances::Instance& instance = instances_.at(number_of_block);
  const CodeGraph::Block& block = graph_.blocks()[instance.block];
  offset_ = block.start;
  if (instance.landing) {
    emit({.opcode = ir::Opcode::kGoto});
    return {};
  }
  if (!names_.empty())
    for (std::uint32_t slot = 0; slot < locals_; ++slot)
      if (state[slot] != kNoValue && (block.start == 0 || builder_.is_phi_here(state[slot])))
        if (const auto name = names_.at(slot, block.start)) builder_.name_value(state[slot], *name);
  for (;;) {
    translate_instruction(graph_.opcode(offset_));
    if (error_) return std::unexpected(std::move(*error_));
    const std::uint32_t next = offset_ + graph_.length_at(offset_);
    if (next >= block.end) break;
    offset_ = next;
  }
  const bool runs_on =
      !builder_.ends_with_terminator() || is_conditional_branch(graph_.opcode(offset_));
  if (runs_on && graph_.next(instance.block) == CodeGraph::kNowhere)
    return std::unexpected(code_error("code falls off its end", offset_));
  if (!builder_.ends_with_terminator()) emit({.opcode = ir::Opcode::kGoto});
  return {};
}

// ---- Stack and locals ----

void BodyLowering::fail(std::string what) {
  if (!error_) error_ = code_error(std::move(what), offset_);
}

ValueId BodyLowering::pop() {
  if (state_->size() <= locals_) return fail("the stack is empty"), kNoValue;
  const ValueId value = state_->back();
  state_->pop_back();
  return value;
}

ValueId BodyLowering::pop(Kind kind) {
  const ValueId value = pop();
  if (value == kNoValue || builder_.kind(value) == kind) return value;
  fail("the stack holds " + word(builder_.kind(value)) + " where " + word(kind) + " is wanted");
  return kNoValue;
}

void BodyLowering::push(ValueId value) {
  if (state_->size() - locals_ >= code_->max_stack) return fail("the stack overflows");
  state_->push_back(value);
}

bool BodyLowering::is_wide(ValueId value) const {
  if (value == kNoValue) return false;
  const Kind kind = builder_.kind(value);
  return kind == Kind::kLong || kind == Kind::kDouble;
}

ValueId BodyLowering::read_local(std::uint32_t slot, Kind kind) {
  const ValueId value = (*state_)[slot];
  if (value == kNoValue) {
    fail("local " + std::to_string(slot) + " is read before it is written");
  } else if (builder_.kind(value) != kind) {
    fail("local " + std::to_string(slot) + " holds " + word(builder_.kind(value)) + " where " +
         word(kind) + " is wanted");
  }
  return value;
}

void BodyLowering::write_local(std::uint32_t slot, ValueId value) {
  State& state = *state_;
  if (slot > 0 && is_wide(state[slot - 1])) state[slot - 1] = kNoValue;
  state[slot] = value;
  if (is_wide(value)) state[slot + 1] = kNoValue;
  if (names_.empty() || value == kNoValue) return;
  if (const auto name = names_.at(slot, offset_ + graph_.length_at(offset_)))
    builder_.name_value(value, *name);
}

// How many entries below `end` take exactly that many words.
std::optional<std::size_t> BodyLowering::entries_for(unsigned words, std::size_t end) const {
  std::size_t entries = 0;
  while (words > 0) {
    if (end - entries <= locals_) return std::nullopt;
    const unsigned width = is_wide((*state_)[end - entries - 1]) ? 2 : 1;
    if (width > words) return std::nullopt;
    words -= width;
    ++entries;
  }
  return entries;
}

// Copies the topmost words and puts the copy below the next `under` words.
void BodyLowering::duplicate(unsigned words, unsigned under) {
  State& state = *state_;
  const auto copied = entries_for(words, state.size());
  const auto skipped = copied ? entries_for(under, state.size() - *copied) : std::nullopt;
  if (!skipped) return fail("the stack does not hold what is to be duplicated");
  if (state.size() - locals_ + *copied > code_->max_stack) return fail("the stack overflows");
  const std::size_t first = state.size() - *copied;
  const std::size_t target = first - *skipped;
  for (std::size_t i = 0; i < *copied; ++i) {
    const ValueId value = state[first + 2 * i];  // each insertion below shifts what is above
    state.insert(state.begin() + static_cast<std::ptrdiff_t>(target + i), value);
  }
}

ValueId BodyLowering::emit(const ir::Instruction& instruction, TypeRef type) {
  return builder_.emit(instruction, type, offset_);
}

void BodyLowering::emit_push(const ir::Instruction& instruction, TypeRef type) {
  if (!error_) push(emit(instruction, type));
}

ValueId BodyLowering::emit_int(std::int32_t value) {
  return emit({.opcode = ir::Opcode::kConstInt, .a = static_cast<std::uint32_t>(value)},
              ir::kIntType);
}

std::optional<std::uint32_t> BodyLowering::symbol(std::uint16_t constant, Tag tag, Tag other) {
  const Tag found = file_->pool().tag(constant);
  if (found != Tag::kNone && (found == tag || found == other)) return symbols_[constant];
  fail(std::string(classfile::mnemonic(graph_.opcode(offset_))) + " names constant " +
       std::to_string(constant) + ", which is " + std::string(classfile::tag_name(found)) +
       ", not " + std::string(classfile::tag_name(tag)));
  return std::nullopt;
}

std::optional<TypeRef> BodyLowering::class_operand() {
  const auto bits = symbol(short_operand(), Tag::kClass);
  if (!bits) return std::nullopt;
  return TypeRef::from_bits(*bits);
}

// ---- Instructions ----

void BodyLowering::translate_instruction(Opcode opcode) {
  if (opcode == Opcode::kNop) return;
  if (opcode <= Opcode::kSipush) return translate_constant(opcode);
  if (opcode == Opcode::kLdc) return translate_load_constant(byte_operand(), false);
  if (opcode == Opcode::kLdcW) return translate_load_constant(short_operand(), false);
  if (opcode == Opcode::kLdc2W) return translate_load_constant(short_operand(), true);
  if (between(opcode, Opcode::kIaload, Opcode::kSaload) ||
      between(opcode, Opcode::kIastore, Opcode::kSastore))
    return translate_array_access(opcode);
  if (opcode <= Opcode::kAstore3)
    return translate_local(opcode, local_effect(bytecode_, offset_).slot);
  if (opcode <= Opcode::kSwap) return translate_stack(opcode);
  if (opcode <= Opcode::kLxor) return translate_arithmetic(opcode);
  if (opcode == Opcode::kIinc)
    return translate_increment(byte_operand(), static_cast<std::int8_t>(byte_operand(2)));
  if (opcode <= Opcode::kI2s) return translate_conversion(opcode);
  if (opcode <= Opcode::kDcmpg) return translate_comparison(opcode);
  if (opcode <= Opcode::kRet || between(opcode, Opcode::kIfnull, Opcode::kJsrW))
    return translate_branch(opcode);
  if (opcode <= Opcode::kLookupswitch) return translate_switch();
  if (opcode <= Opcode::kReturn) return translate_return(opcode);
  if (opcode <= Opcode::kPutfield) return translate_field(opcode);
  if (opcode <= Opcode::kInvokeinterface) return translate_call(opcode);
  if (opcode == Opcode::kInvokedynamic) return translate_dynamic_call();
  if (opcode == Opcode::kNewarray || opcode == Opcode::kAnewarray)
    return translate_array_creation(opcode);
  if (opcode == Opcode::kMultianewarray) return translate_multi_array();
  if (opcode == Opcode::kWide) return translate_wide();
  translate_object(opcode);
}

void BodyLowering::translate_constant(Opcode opcode) {
  if (opcode == Opcode::kAconstNull) {
    emit_push({.opcode = ir::Opcode::kConstNull}, ir::kNullType);
  } else if (opcode <= Opcode::kIconst5) {
    push(emit_int(static_cast<std::int32_t>(number(opcode)) -
                  static_cast<std::int32_t>(number(Opcode::kIconst0))));
  } else if (opcode <= Opcode::kLconst1) {
    emit_push({.opcode = ir::Opcode::kConstLong, .a = number(opcode) - number(Opcode::kLconst0)},
              ir::kLongType);
  } else if (opcode <= Opcode::kFconst2) {
    const auto value = static_cast<float>(number(opcode) - number(Opcode::kFconst0));
    emit_push({.opcode = ir::Opcode::kConstFloat, .a = std::bit_cast<std::uint32_t>(value)},
              ir::kFloatType);
  } else if (opcode <= Opcode::kDconst1) {
    const auto bits = std::bit_cast<std::uint64_t>(
        static_cast<double>(number(opcode) - number(Opcode::kDconst0)));
    emit_push({.opcode = ir::Opcode::kConstDouble,
               .a = static_cast<std::uint32_t>(bits),
               .b = static_cast<std::uint32_t>(bits >> 32U)},
              ir::kDoubleType);
  } else if (opcode == Opcode::kBipush) {
    push(emit_int(static_cast<std::int8_t>(byte_operand())));
  } else {
    push(emit_int(static_cast<std::int16_t>(short_operand())));
  }
}

void BodyLowering::translate_load_constant(std::uint16_t constant, bool two_words) {
  const classfile::ConstantPool& pool = file_->pool();
  const Tag tag = pool.tag(constant);
  const auto wide_constant = [&](ir::Opcode opcode, std::uint64_t bits, TypeRef type) {
    emit_push({.opcode = opcode,
               .a = static_cast<std::uint32_t>(bits),
               .b = static_cast<std::uint32_t>(bits >> 32U)},
              type);
  };
  const auto symbol_constant = [&](ir::Opcode opcode, TypeRef type) {
    emit_push({.opcode = opcode, .a = symbols_[constant]}, type);
  };
  if (tag == Tag::kDynamic) {
    const auto site = static_cast<ir::CallSiteRef>(symbols_[constant]);
    const TypeRef type = ir::register_type(
        owner_->symbols.signature(owner_->symbols.call_site(site).signature).result);
    const bool is_two_words = kind_of(type) == Kind::kLong || kind_of(type) == Kind::kDouble;
    if (is_two_words == two_words) return symbol_constant(ir::Opcode::kConstDynamic, type);
  } else if (two_words) {
    if (tag == Tag::kLong)
      return wide_constant(ir::Opcode::kConstLong,
                           static_cast<std::uint64_t>(pool.long_value(constant)), ir::kLongType);
    if (tag == Tag::kDouble)
      return wide_constant(ir::Opcode::kConstDouble, pool.double_bits(constant), ir::kDoubleType);
  } else {
    if (tag == Tag::kInteger) return push(emit_int(pool.integer(constant)));
    if (tag == Tag::kFloat)
      return emit_push({.opcode = ir::Opcode::kConstFloat, .a = pool.float_bits(constant)},
                       ir::kFloatType);
    if (tag == Tag::kString) return symbol_constant(ir::Opcode::kConstString, ir::kStringType);
    if (tag == Tag::kClass) return symbol_constant(ir::Opcode::kConstClass, ir::kClassType);
    if (tag == Tag::kMethodType)
      return symbol_constant(ir::Opcode::kConstMethodType, ir::kMethodTypeType);
    if (tag == Tag::kMethodHandle)
      return symbol_constant(ir::Opcode::kConstMethodHandle, ir::kMethodHandleType);
  }
  fail(std::string(classfile::mnemonic(graph_.opcode(offset_))) + " names constant " +
       std::to_string(constant) +
       ", which it cannot load: " + std::string(classfile::tag_name(tag)));
}

void BodyLowering::translate_wide() {
  const auto opcode = static_cast<Opcode>(byte_operand());
  const std::uint16_t slot = short_operand(2);
  if (opcode == Opcode::kIinc)
    return translate_increment(slot, static_cast<std::int16_t>(short_operand(4)));
  if (opcode == Opcode::kRet) return translate_branch(opcode);
  translate_local(opcode, slot);
}

void BodyLowering::translate_local(Opcode opcode, std::uint32_t slot) {
  if (opcode <= Opcode::kAload) {
    push(read_local(slot, kKinds[number(opcode) - number(Opcode::kIload)]));
  } else if (opcode <= Opcode::kAload3) {
    push(read_local(slot, kKinds[(number(opcode) - number(Opcode::kIload0)) / 4]));
  } else if (opcode <= Opcode::kAstore) {
    write_local(slot, pop(kKinds[number(opcode) - number(Opcode::kIstore)]));
  } else {
    write_local(slot, pop(kKinds[(number(opcode) - number(Opcode::kIstore0)) / 4]));
  }
}

void BodyLowering::translate_increment(std::uint32_t slot, std::int32_t amount) {
  const ValueId before = read_local(slot, Kind::kInt);
  if (error_) return;
  const ValueId step = emit_int(amount);
  write_local(slot,
              emit({.opcode = ir::Opcode::kAdd, .a = base::index(before), .b = base::index(step)},
                   ir::kIntType));
}

void BodyLowering::translate_array_access(Opcode opcode) {
  const bool is_load = opcode <= Opcode::kSaload;
  const unsigned family = number(opcode) - number(is_load ? Opcode::kIaload : Opcode::kIastore);
  const auto element = static_cast<ir::Element>(family);
  const ValueId value = is_load ? kNoValue : pop(kind_of(element));
  const ValueId index = pop(Kind::kInt);
  const ValueId array = pop(Kind::kReference);
  if (error_) return;
  ir::Instruction access{.opcode = is_load ? ir::Opcode::kArrayLoad : ir::Opcode::kArrayStore,
                         .sub = static_cast<std::uint8_t>(element),
                         .a = base::index(array),
                         .b = base::index(index)};
  if (!is_load) {
    access.c = base::index(value);
    emit(access);
    return;
  }
  TypeRef type = family < 4 ? kTypes[family] : ir::kIntType;
  if (element == ir::Element::kReference) {
    const TypeRef of = builder_.type(array);
    type = of.is_array() && kind_of(of.element()) == Kind::kReference ? of.element()
                                                                      : ir::SsaBuilder::kInferred;
  }
  push(emit(access, type));
}

void BodyLowering::translate_stack(Opcode opcode) {
  switch (opcode) {
    case Opcode::kPop:
    case Opcode::kPop2: {
      const auto entries = entries_for(opcode == Opcode::kPop ? 1 : 2, state_->size());
      if (!entries) return fail("the stack does not hold what is to be popped");
      state_->resize(state_->size() - *entries);
      return;
    }
    case Opcode::kDup: return duplicate(1, 0);
    case Opcode::kDupX1: return duplicate(1, 1);
    case Opcode::kDupX2: return duplicate(1, 2);
    case Opcode::kDup2: return duplicate(2, 0);
    case Opcode::kDup2X1: return duplicate(2, 1);
    case Opcode::kDup2X2: return duplicate(2, 2);
    default: {  // swap
      const ValueId top = pop();
      const ValueId below = pop();
      if (is_wide(top) || is_wide(below)) return fail("swap of a long or double");
      if (error_) return;
      push(top);
      push(below);
      return;
    }
  }
}

void BodyLowering::translate_arithmetic(Opcode opcode) {
  const unsigned family = number(opcode) - number(Opcode::kIadd);
  const bool is_shift = between(opcode, Opcode::kIshl, Opcode::kLushr);
  const bool is_bitwise = between(opcode, Opcode::kIand, Opcode::kLxor);
  ir::Opcode operation{};
  unsigned kind = family % 4;
  if (is_shift || is_bitwise) {
    const unsigned form = number(opcode) - number(Opcode::kIshl);
    operation = static_cast<ir::Opcode>(static_cast<unsigned>(ir::Opcode::kShiftLeft) + form / 2);
    kind = form % 2;
  } else if (between(opcode, Opcode::kIneg, Opcode::kDneg)) {
    const ValueId value = pop(kKinds[kind]);
    return emit_push({.opcode = ir::Opcode::kNegate, .a = base::index(value)}, kTypes[kind]);
  } else {
    operation = static_cast<ir::Opcode>(static_cast<unsigned>(ir::Opcode::kAdd) + family / 4);
  }
  const ValueId right = pop(is_shift ? Kind::kInt : kKinds[kind]);
  const ValueId left = pop(kKinds[kind]);
  emit_push({.opcode = operation, .a = base::index(left), .b = base::index(right)}, kTypes[kind]);
}

void BodyLowering::translate_conversion(Opcode opcode) {
  const unsigned form = number(opcode) - number(Opcode::kI2l);
  constexpr unsigned kFrom[] = {0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 0, 0, 0};
  constexpr unsigned kTo[] = {1, 2, 3, 0, 2, 3, 0, 1, 3, 0, 1, 2, 0, 0, 0};
  const ValueId value = pop(kKinds[kFrom[form]]);
  emit_push({.opcode = ir::Opcode::kConvert,
             .sub = static_cast<std::uint8_t>(form),
             .a = base::index(value)},
            kTypes[kTo[form]]);
}

void BodyLowering::translate_comparison(Opcode opcode) {
  const unsigned form = number(opcode) - number(Opcode::kLcmp);
  constexpr Kind kCompared[] = {Kind::kLong, Kind::kFloat, Kind::kFloat, Kind::kDouble,
                                Kind::kDouble};
  const ValueId right = pop(kCompared[form]);
  const ValueId left = pop(kCompared[form]);
  emit_push({.opcode = ir::Opcode::kCompare,
             .sub = static_cast<std::uint8_t>(form),
             .a = base::index(left),
             .b = base::index(right)},
            ir::kIntType);
}

void BodyLowering::translate_branch(Opcode opcode) {
  const auto branch_if = [&](unsigned condition, ValueId left, ValueId right) {
    emit({.opcode = ir::Opcode::kIf,
          .sub = static_cast<std::uint8_t>(condition),
          .a = base::index(left),
          .b = base::index(right)});
  };
  if (opcode <= Opcode::kIfle) {
    branch_if(number(opcode) - number(Opcode::kIfeq), pop(Kind::kInt), kNoValue);
  } else if (opcode <= Opcode::kIfAcmpne) {
    const bool of_ints = opcode <= Opcode::kIfIcmple;
    const Kind kind = of_ints ? Kind::kInt : Kind::kReference;
    const ValueId right = pop(kind);
    const ValueId left = pop(kind);
    branch_if(number(opcode) - number(of_ints ? Opcode::kIfIcmpeq : Opcode::kIfAcmpeq), left,
              right);
  } else if (opcode == Opcode::kIfnull || opcode == Opcode::kIfnonnull) {
    branch_if(number(opcode) - number(Opcode::kIfnull), pop(Kind::kReference), kNoValue);
  } else {
    // Subroutines are expanded, so their return address stands for nothing.
    if (opcode == Opcode::kJsr || opcode == Opcode::kJsrW)
      emit_push({.opcode = ir::Opcode::kConstNull}, ir::kNullType);
    emit({.opcode = ir::Opcode::kGoto});
  }
}

void BodyLowering::translate_switch() {
  const ValueId value = pop(Kind::kInt);
  keys_.clear();
  graph_.switch_keys(offset_, keys_);
  for (std::size_t i = 1; i < keys_.size(); ++i)
    if (keys_[i - 1] >= keys_[i]) return fail("the keys of a lookupswitch do not ascend");
  const std::uint32_t first = builder_.pool_size();
  for (const std::int32_t key : keys_) builder_.push_operand(static_cast<std::uint32_t>(key));
  emit({.opcode = ir::Opcode::kSwitch,
        .a = base::index(value),
        .b = first,
        .c = static_cast<std::uint32_t>(keys_.size())});
}

void BodyLowering::translate_return(Opcode opcode) {
  const Kind wanted =
      kind_of(ir::register_type(owner_->symbols.signature(method_->signature).result));
  const Kind given =
      opcode == Opcode::kReturn ? Kind::kVoid : kKinds[number(opcode) - number(Opcode::kIreturn)];
  if (given != wanted)
    return fail("returns " + word(given) + " from a method that returns " + word(wanted));
  const ValueId value = given == Kind::kVoid ? kNoValue : pop(given);
  emit({.opcode = ir::Opcode::kReturn, .a = base::index(value)});
}

void BodyLowering::translate_field(Opcode opcode) {
  const auto field = symbol(short_operand(), Tag::kFieldref);
  if (!field) return;
  const TypeRef type =
      ir::register_type(owner_->symbols.field(static_cast<ir::FieldRef>(*field)).type);
  const bool is_put = opcode == Opcode::kPutstatic || opcode == Opcode::kPutfield;
  const bool is_static = opcode <= Opcode::kPutstatic;
  const ValueId value = is_put ? pop(kind_of(type)) : kNoValue;
  const ValueId object = is_static ? kNoValue : pop(Kind::kReference);
  if (error_) return;
  ir::Instruction access{.b = *field};
  if (!is_static) access.a = base::index(object);
  if (is_put) {
    access.opcode = is_static ? ir::Opcode::kPutStatic : ir::Opcode::kPutField;
    access.c = base::index(value);
    emit(access);
  } else {
    access.opcode = is_static ? ir::Opcode::kGetStatic : ir::Opcode::kGetField;
    push(emit(access, type));
  }
}

void BodyLowering::translate_call(Opcode opcode) {
  const bool either = opcode == Opcode::kInvokespecial || opcode == Opcode::kInvokestatic;
  const Tag tag = opcode == Opcode::kInvokeinterface ? Tag::kInterfaceMethodref : Tag::kMethodref;
  const auto method = symbol(short_operand(), tag, either ? Tag::kInterfaceMethodref : Tag::kNone);
  if (!method) return;
  const unsigned form = number(opcode) - number(Opcode::kInvokevirtual);
  emit_call({.opcode = ir::Opcode::kInvoke, .sub = static_cast<std::uint8_t>(form), .a = *method},
            owner_->symbols.signature_of(static_cast<ir::MethodRef>(*method)),
            opcode != Opcode::kInvokestatic);
}

void BodyLowering::translate_dynamic_call() {
  const auto site = symbol(short_operand(), Tag::kInvokeDynamic);
  if (!site) return;
  const ir::CallSite& call_site = owner_->symbols.call_site(static_cast<ir::CallSiteRef>(*site));
  emit_call({.opcode = ir::Opcode::kInvokeDynamic, .a = *site},
            owner_->symbols.signature(call_site.signature), false);
}

void BodyLowering::emit_call(ir::Instruction call, const ir::Signature& signature,
                             bool has_receiver) {
  State& state = *state_;
  const std::size_t count = signature.parameters.size() + (has_receiver ? 1 : 0);
  if (state.size() - locals_ < count) return fail("the stack holds too few arguments");
  const std::size_t first = state.size() - count;
  call.b = builder_.pool_size();
  call.c = static_cast<std::uint32_t>(count);
  for (std::size_t i = 0; i < count; ++i) {
    const ValueId argument = state[first + i];
    Kind wanted = Kind::kReference;
    if (!has_receiver || i > 0) wanted = kind_of(signature.parameters[has_receiver ? i - 1 : i]);
    if (builder_.kind(argument) != wanted)
      return fail("argument " + std::to_string(i) + " is " + word(builder_.kind(argument)) +
                  " where " + word(wanted) + " is wanted");
    builder_.push_operand(argument);
  }
  state.resize(first);
  const ValueId result = emit(call, ir::register_type(signature.result));
  if (signature.result != ir::kVoidType) push(result);
}

void BodyLowering::translate_object(Opcode opcode) {
  switch (opcode) {
    case Opcode::kNew: {
      const auto type = class_operand();
      if (!type) return;
      if (type->is_array()) return fail("new of an array type");
      return emit_push({.opcode = ir::Opcode::kNew, .a = type->bits()}, *type);
    }
    case Opcode::kArraylength:
      return emit_push(
          {.opcode = ir::Opcode::kArrayLength, .a = base::index(pop(Kind::kReference))},
          ir::kIntType);
    case Opcode::kAthrow:
      emit({.opcode = ir::Opcode::kThrow, .a = base::index(pop(Kind::kReference))});
      return;
    case Opcode::kCheckcast:
    case Opcode::kInstanceof: {
      const auto type = class_operand();
      if (!type) return;
      const bool is_cast = opcode == Opcode::kCheckcast;
      return emit_push({.opcode = is_cast ? ir::Opcode::kCheckCast : ir::Opcode::kInstanceOf,
                        .a = base::index(pop(Kind::kReference)),
                        .b = type->bits()},
                       is_cast ? *type : ir::kIntType);
    }
    case Opcode::kMonitorenter:
      emit({.opcode = ir::Opcode::kMonitorEnter, .a = base::index(pop(Kind::kReference))});
      return;
    case Opcode::kMonitorexit:
      emit({.opcode = ir::Opcode::kMonitorExit, .a = base::index(pop(Kind::kReference))});
      return;
    default: return fail("unknown opcode " + std::to_string(number(opcode)));
  }
}

void BodyLowering::translate_array_creation(Opcode opcode) {
  TypeRef type;
  if (opcode == Opcode::kAnewarray) {
    const auto element = class_operand();
    if (!element) return;
    if (element->dimensions() >= 255) return fail("an array of more than 255 dimensions");
    type = element->array();
  } else {
    constexpr TypeRef kElements[] = {ir::kBooleanType, ir::kCharType, ir::kFloatType,
                                     ir::kDoubleType,  ir::kByteType, ir::kShortType,
                                     ir::kIntType,     ir::kLongType};
    const unsigned code = byte_operand();
    if (code < 4 || code > 11) return fail("newarray of unknown type " + std::to_string(code));
    type = kElements[code - 4].array();
  }
  const ValueId length = pop(Kind::kInt);
  emit_push({.opcode = ir::Opcode::kNewArray, .a = base::index(length), .b = type.bits()}, type);
}

void BodyLowering::translate_multi_array() {
  const auto type = class_operand();
  if (!type) return;
  const unsigned count = byte_operand(3);
  if (count == 0 || count > type->dimensions())
    return fail("multianewarray of " + std::to_string(count) + " dimensions out of " +
                std::to_string(type->dimensions()));
  State& state = *state_;
  if (state.size() - locals_ < count) return fail("the stack holds too few lengths");
  const std::uint32_t first = builder_.pool_size();
  for (std::size_t i = state.size() - count; i < state.size(); ++i) {
    if (builder_.kind(state[i]) != Kind::kInt) return fail("an array length is not an int");
    builder_.push_operand(state[i]);
  }
  state.resize(state.size() - count);
  emit_push({.opcode = ir::Opcode::kNewMultiArray, .a = type->bits(), .b = first, .c = count},
            *type);
}

}  // namespace heddle::lower
