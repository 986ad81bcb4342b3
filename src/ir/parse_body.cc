// One pass over the lines, then one over what was read: names become numbers when all of them have
// been seen.
#include "ir/parse_body.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/arena.h"
#include "base/id.h"
#include "ir/body.h"
#include "ir/instruction.h"
#include "ir/parse_symbols.h"
#include "ir/symbols.h"
#include "ir/text_scanner.h"
#include "ir/type.h"

namespace heddle::ir {
namespace {

constexpr std::uint32_t kMostOffset = 0xFFFF'FFFE;

template <typename Enum>
std::uint32_t find_name(std::string_view word, unsigned count, std::string_view (*name)(Enum)) {
  for (std::uint32_t i = 0; i < count; ++i)
    if (name(static_cast<Enum>(i)) == word) return i;
  return count;
}

}  // namespace

std::uint32_t BodyParser::Names::mention(std::string_view name, std::uint32_t line) {
  const auto [found, added] = numbers_.try_emplace(name, static_cast<std::uint32_t>(all.size()));
  if (added) all.push_back({.place = kNowhere, .line = line, .name = name});
  return found->second;
}

void BodyParser::Names::clear() {
  all.clear();
  numbers_.clear();
}

const Body* BodyParser::parse(base::Arena& arena) {
  values_.clear(), labels_.clear();
  code_.clear(), types_.clear(), operands_.clear(), offsets_.clear(), line_numbers_.clear();
  local_names_.clear(), lines_.clear(), blocks_.clear(), phis_.clear();
  placed_.clear(), successors_.clear(), predecessors_.clear(), handlers_.clear();
  do {
    if (scan_.peek() == '}') break;
    if (scan_.peek_behind_word() == ':') {
      label();
    } else if (blocks_.empty()) {
      scan_.fail_expected("a label");
    } else {
      instruction();
    }
  } while (scan_.next_line());
  if (!scan_.failed()) resolve_blocks();
  if (!scan_.failed()) resolve_values();
  if (!scan_.failed()) collect_lines();
  return scan_.failed() ? nullptr : place(arena);
}

// ---- Lines ----

void BodyParser::label() {
  const std::string_view name = scan_.word("a label");
  scan_.expect(':');
  const std::uint32_t number = labels_.mention(name, scan_.line());
  Named& named = labels_.all[number];
  if (named.place != kNowhere) scan_.fail(fmt::format("there are two blocks {}", name));
  named.place = static_cast<std::uint32_t>(blocks_.size());
  OpenBlock& block = blocks_.emplace_back();
  block.block.first = block.block.end = static_cast<std::uint32_t>(code_.size());
  if (!scan_.accept_word("handlers")) return;
  do {
    Handler handler;
    if (!scan_.accept('*')) handler.type = parse_.class_type();
    handler.block = static_cast<BlockId>(labels_.mention(scan_.word("a label"), scan_.line()));
    block.handlers.push_back(handler);
  } while (scan_.accept(','));
}

void BodyParser::instruction() {
  const auto at = static_cast<std::uint32_t>(code_.size());
  const bool has_result = scan_.peek() == '%';
  if (has_result) {
    place_value(value(), at);
    scan_.expect('=');
  }
  const std::string_view word = scan_.word("an instruction");
  const std::uint32_t opcode = find_name(word, kOpcodeCount, &opcode_name);
  if (opcode == kOpcodeCount) return scan_.fail(fmt::format("`{}` is no instruction", word));
  Instruction in{.opcode = static_cast<Opcode>(opcode)};
  type_ = TypeRef();
  code_.push_back(in);
  operands(in);
  if (scan_.accept(':')) type_ = parse_.any_type();
  if (scan_.failed()) return;
  if (!type_.exists()) return scan_.fail("the type of the result is missing");
  if (has_result && type_ == kVoidType) return scan_.fail("this makes no value");
  code_.back() = in;
  types_.push_back(type_);
  blocks_.back().block.end = at + 1;
  notes(at);
}

void BodyParser::place_value(std::uint32_t value, std::uint32_t at) {
  if (scan_.failed()) return;
  Named& named = values_.all[value];
  if (named.place != kNowhere) scan_.fail(fmt::format("%{} is made twice", named.name));
  named.place = at;
}

void BodyParser::notes(std::uint32_t at) {
  offsets_.push_back(scan_.accept('@') ? scan_.count(kMostOffset, "an offset") : at);
  line_numbers_.push_back(scan_.accept_word("line") ? scan_.count(kMostOffset, "a line number")
                                                    : 0);
  while (!scan_.failed() && scan_.peek() == '"') {
    local_names_.push_back({.value = static_cast<ValueId>(at), .name = parse_.quoted()});
    if (type_ == kVoidType) scan_.fail("what makes no value has no name");
  }
}

// ---- Operands ----

std::uint32_t BodyParser::value() {
  scan_.expect('%');
  const std::string_view name = scan_.word("a value");
  return scan_.failed() ? 0 : values_.mention(name, scan_.line());
}

void BodyParser::value_list(Instruction& in) {
  in.b = static_cast<std::uint32_t>(operands_.size());
  scan_.expect('(');
  if (scan_.accept(')')) return;
  do operands_.push_back(value());
  while (scan_.accept(','));
  scan_.expect(')');
  in.c = static_cast<std::uint32_t>(operands_.size()) - in.b;
}

void BodyParser::target() {
  const std::string_view name = scan_.word("a label");
  blocks_.back().successors.push_back(labels_.mention(name, scan_.line()));
}

template <typename Enum>
void BodyParser::sub(Instruction& in, unsigned count, std::string_view (*name)(Enum),
                     std::string_view wanted) {
  const std::uint32_t found = find_name(scan_.peek_word(), count, name);
  if (found == count) return scan_.fail_expected(wanted);
  scan_.word(wanted);
  in.sub = static_cast<std::uint8_t>(found);
}

void BodyParser::words_of_long(Instruction& in, std::uint64_t bits) {
  in.a = static_cast<std::uint32_t>(bits);
  in.b = static_cast<std::uint32_t>(bits >> 32U);
}

void BodyParser::call_site(Instruction& in) {
  const CallSiteRef ref = parse_.call_site_ref();
  const std::string_view name = parse_.name();
  const SignatureRef signature = parse_.signature();
  if (scan_.failed()) return;
  if (base::index(ref) >= parse_.call_site_count())
    return scan_.fail(fmt::format("there is no call_site #{}", base::index(ref)));
  const CallSite& site = symbols_.call_site_at(ref);
  if (site.name != name || site.signature != signature)
    return scan_.fail(fmt::format("call_site #{} is another", base::index(ref)));
  in.a = base::index(ref);
  type_ = register_type(symbols_.signature_at(signature).result);
}

void BodyParser::phi(Instruction&) {
  Phi phi{.instruction = static_cast<std::uint32_t>(code_.size() - 1),
          .block = static_cast<std::uint32_t>(blocks_.size() - 1),
          .line = scan_.line(),
          .operands = {}};
  scan_.expect('(');
  do {
    const std::uint32_t from = labels_.mention(scan_.word("a label"), scan_.line());
    scan_.expect(':');
    phi.operands.push_back({.label = from, .value = value()});
  } while (scan_.accept(','));
  scan_.expect(')');
  phis_.push_back(std::move(phi));
}

void BodyParser::branch(Instruction& in) {
  sub(in, kConditionCount, &condition_name, "a condition");
  in.a = value();
  const bool alone = scan_.accept_word("0") || scan_.accept_word("null");
  in.b = alone ? base::index(kNoValue) : value();
  scan_.expect_word("then");
  target();
  scan_.expect_word("else");
  target();
}

void BodyParser::switch_over(Instruction& in) {
  in.a = value();
  in.b = static_cast<std::uint32_t>(operands_.size());
  blocks_.back().successors.push_back(0);  // the default, which comes last in the text
  scan_.expect('{');
  if (!scan_.accept('}')) {
    do {
      operands_.push_back(parse_.int_bits());
      scan_.expect(':');
      target();
    } while (scan_.accept(','));
    scan_.expect('}');
  }
  in.c = static_cast<std::uint32_t>(operands_.size()) - in.b;
  scan_.expect_word("else");
  target();
  auto& successors = blocks_.back().successors;
  const std::size_t first = successors.size() - in.c - 2;
  successors[first] = successors.back();
  successors.pop_back();
}

void BodyParser::data(Instruction& in) {
  in.b = static_cast<std::uint32_t>(operands_.size());
  scan_.expect('{');
  if (scan_.accept('}')) return;
  const auto add_long = [&](std::uint64_t bits) {
    operands_.push_back(static_cast<std::uint32_t>(bits));
    operands_.push_back(static_cast<std::uint32_t>(bits >> 32U));
  };
  do {
    switch (in.element()) {
      case Element::kLong: add_long(parse_.long_bits()); break;
      case Element::kDouble: add_long(parse_.double_bits()); break;
      case Element::kFloat: operands_.push_back(parse_.float_bits()); break;
      default: operands_.push_back(parse_.int_bits()); break;
    }
  } while (scan_.accept(','));
  scan_.expect('}');
  in.c = static_cast<std::uint32_t>(operands_.size()) - in.b;
}

// Reads what stands behind the opcode, and sets type_ where the instruction implies it.
void BodyParser::operands(Instruction& in) {
  const auto field_type = [&](FieldRef ref) {
    in.b = base::index(ref);
    return scan_.failed() ? kObjectType : symbols_.field_at(ref).type;
  };
  type_ = kVoidType;
  switch (in.opcode) {
    case Opcode::kParameter:
      in.a = scan_.count(kMostOffset, "a position");
      type_ = {};
      return;
    case Opcode::kPhi:
      phi(in);
      type_ = {};
      return;
    case Opcode::kCatch: type_ = {}; return;
    case Opcode::kConstInt:
      in.a = parse_.int_bits();
      type_ = kIntType;
      return;
    case Opcode::kConstLong:
      words_of_long(in, parse_.long_bits());
      type_ = kLongType;
      return;
    case Opcode::kConstFloat:
      in.a = parse_.float_bits();
      type_ = kFloatType;
      return;
    case Opcode::kConstDouble:
      words_of_long(in, parse_.double_bits());
      type_ = kDoubleType;
      return;
    case Opcode::kConstNull: type_ = kNullType; return;
    case Opcode::kConstString:
      in.a = base::index(symbols_.string(parse_.quoted()));
      type_ = kStringType;
      return;
    case Opcode::kConstClass:
      in.a = parse_.any_type().bits();
      type_ = kClassType;
      return;
    case Opcode::kConstMethodType:
      in.a = base::index(parse_.signature());
      type_ = kMethodTypeType;
      return;
    case Opcode::kConstMethodHandle:
      in.a = base::index(parse_.handle());
      type_ = kMethodHandleType;
      return;
    case Opcode::kConstDynamic: return call_site(in);
    case Opcode::kNegate:
      in.a = value();
      type_ = {};
      return;
    case Opcode::kConvert:
      sub(in, kConversionCount, &conversion_name, "a conversion");
      in.a = value();
      type_ = register_type(result_kind(in.conversion()));
      return;
    case Opcode::kCompare:
      sub(in, kComparisonCount, &comparison_name, "a comparison");
      in.a = value();
      in.b = value();
      type_ = kIntType;
      return;
    case Opcode::kInstanceOf:
      in.a = value();
      type_operand(in.b);
      type_ = kIntType;
      return;
    case Opcode::kCheckCast:
      in.a = value();
      type_operand(in.b);
      type_ = TypeRef::from_bits(in.b);
      return;
    case Opcode::kNew:
      type_operand(in.a);
      type_ = TypeRef::from_bits(in.a);
      return;
    case Opcode::kNewArray:
      type_operand(in.b);
      in.a = value();
      type_ = TypeRef::from_bits(in.b);
      return;
    case Opcode::kNewMultiArray:
      type_operand(in.a);
      value_list(in);
      type_ = TypeRef::from_bits(in.a);
      return;
    case Opcode::kArrayLength:
      in.a = value();
      type_ = kIntType;
      return;
    case Opcode::kArrayLoad:
      sub(in, kElementCount, &element_name, "a kind of element");
      in.a = value();
      in.b = value();
      type_ = register_type(kind_of(in.element()));
      return;
    case Opcode::kArrayStore:
      sub(in, kElementCount, &element_name, "a kind of element");
      in.a = value();
      in.b = value();
      in.c = value();
      return;
    case Opcode::kFillArray:
      sub(in, kElementCount, &element_name, "a kind of element");
      in.a = value();
      return data(in);
    case Opcode::kGetField:
      in.a = value();
      type_ = register_type(field_type(parse_.field()));
      return;
    case Opcode::kGetStatic: type_ = register_type(field_type(parse_.field())); return;
    case Opcode::kPutField: in.a = value(); [[fallthrough]];
    case Opcode::kPutStatic:
      field_type(parse_.field());
      scan_.expect(',');
      in.c = value();
      return;
    case Opcode::kInvoke: {
      sub(in, kInvocationCount, &invocation_name, "a kind of call");
      const MethodRef ref = parse_.method(in.invocation() == Invocation::kInterface);
      in.a = base::index(ref);
      value_list(in);
      if (!scan_.failed())
        type_ = register_type(symbols_.signature_at(symbols_.method_at(ref).signature).result);
      return;
    }
    case Opcode::kInvokeDynamic: call_site(in); return value_list(in);
    case Opcode::kMonitorEnter:
    case Opcode::kMonitorExit:
    case Opcode::kThrow: in.a = value(); return;
    case Opcode::kGoto: return target();
    case Opcode::kIf: return branch(in);
    case Opcode::kSwitch: return switch_over(in);
    case Opcode::kReturn: in.a = scan_.peek() == '%' ? value() : base::index(kNoValue); return;
    default:
      in.a = value();
      in.b = value();
      type_ = {};
      return;
  }
}

// ---- When all lines are read ----

void BodyParser::resolve_values() {
  for (const Named& named : values_.all)
    if (named.place == kNowhere)
      return scan_.fail_at(named.line, fmt::format("%{} is never made", named.name));
  const auto resolve = [&](std::uint32_t& value) { value = values_.all[value].place; };
  for (Instruction& in : code_) {
    for_each_plain_operand(in, resolve);
    if (has_value_list(in.opcode) && in.opcode != Opcode::kPhi)
      for (std::uint32_t i = 0; i < in.c; ++i) resolve(operands_[in.b + i]);
  }
  for (const Phi& phi : phis_) order_phi(phi);
}

// A phi's operands go into the order of the block's predecessors.
void BodyParser::order_phi(const Phi& phi) {
  const Block& block = placed_[phi.block];
  Instruction& in = code_[phi.instruction];
  in.b = static_cast<std::uint32_t>(operands_.size());
  in.c = block.predecessor_count;
  bool fits = phi.operands.size() == block.predecessor_count;
  for (std::uint32_t i = 0; i < block.predecessor_count && fits; ++i) {
    const std::uint32_t from = base::index(predecessors_[block.predecessors + i]);
    const auto found = std::ranges::find_if(phi.operands, [&](const PhiOperand& operand) {
      return labels_.all[operand.label].place == from;
    });
    fits = found != phi.operands.end();
    if (fits) operands_.push_back(values_.all[found->value].place);
  }
  if (!fits) scan_.fail_at(phi.line, "the phi needs one value for each predecessor of its block");
}

void BodyParser::resolve_blocks() {
  if (blocks_.empty()) return scan_.fail("a body needs a block");
  for (const Named& named : labels_.all)
    if (named.place == kNowhere)
      return scan_.fail_at(named.line, fmt::format("there is no block {}", named.name));
  for (const OpenBlock& open : blocks_) {
    Block block = open.block;
    block.successors = static_cast<std::uint32_t>(successors_.size());
    block.successor_count = static_cast<std::uint32_t>(open.successors.size());
    for (const std::uint32_t to : open.successors)
      successors_.push_back(static_cast<BlockId>(labels_.all[to].place));
    block.handlers = open.handlers.empty() ? 0 : static_cast<std::uint32_t>(handlers_.size());
    block.handler_count = static_cast<std::uint32_t>(open.handlers.size());
    for (const Handler& handler : open.handlers)
      handlers_.push_back(
          {.block = static_cast<BlockId>(labels_.all[base::index(handler.block)].place),
           .type = handler.type});
    placed_.push_back(block);
  }
  collect_predecessors();
}

void BodyParser::collect_predecessors() {
  std::vector<std::vector<BlockId>> found(placed_.size());
  for (std::size_t at = 0; at < placed_.size(); ++at) {
    const auto from = base::id_at<BlockId>(at);
    const auto add = [&](BlockId to) {
      auto& list = found[base::index(to)];
      if (list.empty() || list.back() != from) list.push_back(from);
    };
    const Block& block = placed_[at];
    for (std::uint32_t i = 0; i < block.successor_count; ++i)
      add(successors_[block.successors + i]);
    for (std::uint32_t i = 0; i < block.handler_count; ++i)
      add(handlers_[block.handlers + i].block);
  }
  for (std::size_t at = 0; at < placed_.size(); ++at) {
    placed_[at].predecessors = static_cast<std::uint32_t>(predecessors_.size());
    placed_[at].predecessor_count = static_cast<std::uint32_t>(found[at].size());
    predecessors_.insert(predecessors_.end(), found[at].begin(), found[at].end());
  }
}

// The table that gives each instruction the line written beside it, and none to the others.
void BodyParser::collect_lines() {
  std::vector<Line> all;
  all.reserve(code_.size());
  for (std::size_t at = 0; at < code_.size(); ++at)
    all.push_back({.offset = offsets_[at], .line = line_numbers_[at]});
  std::ranges::sort(all, {}, &Line::offset);
  for (std::size_t at = 0; at < all.size(); ++at) {
    if (at > 0 && all[at].offset == all[at - 1].offset) {
      if (all[at].line != all[at - 1].line)
        return scan_.fail(fmt::format("offset {} is on two lines", all[at].offset));
      continue;
    }
    if (all[at].line != (lines_.empty() ? 0 : lines_.back().line)) lines_.push_back(all[at]);
  }
}

const Body* BodyParser::place(base::Arena& arena) {
  const auto keep = [&]<typename T>(const std::vector<T>& all) {
    return arena.copy(std::span<const T>(all));
  };
  Body& body = arena.allocate<Body>(1)[0];
  body = Body{.instructions = keep(code_),
              .types = keep(types_),
              .operands = keep(operands_),
              .blocks = keep(placed_),
              .successors = keep(successors_),
              .predecessors = keep(predecessors_),
              .handlers = keep(handlers_),
              .offsets = keep(offsets_),
              .lines = keep(lines_),
              .names = keep(local_names_)};
  return &body;
}

}  // namespace heddle::ir
