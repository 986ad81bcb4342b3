#include "locks/sorted_pairs.h"

#include <algorithm>
#include <string_view>

#include "base/id.h"
#include "ir/class.h"

namespace heddle::locks {

using base::index;
using ir::Condition;
using ir::Opcode;
using ir::ValueId;

namespace {

constexpr std::uint64_t kIdentity = 1;

// Which way to a block says yes to a test, and which no: straight, or through a block of its own.
std::optional<std::pair<std::uint32_t, bool>> answer(const ir::Body& body, ir::BlockId from,
                                                     ir::BlockId to) {
  const auto test_of = [&](ir::BlockId block) { return body.block(block).end - 1; };
  ir::BlockId test = from, next = to;
  if (body.instructions[test_of(from)].opcode == Opcode::kGoto) {
    const auto before = body.predecessors_of(body.block(from));
    if (before.size() != 1) return std::nullopt;
    test = before[0];
    next = from;
  }
  if (body.instructions[test_of(test)].opcode != Opcode::kIf) return std::nullopt;
  const auto successors = body.successors_of(body.block(test));
  if (successors.size() < 2 || successors[0] == successors[1]) return std::nullopt;
  return std::pair(test_of(test), successors[0] == next);
}

// Of the platform: `Long.compare(x, y)`, `x.compareTo(y)`.
bool is_comparison(std::string_view name) { return name == "compare" || name == "compareTo"; }

// Whether x < y, in some way, is what it asks: 1; x > y: -1.
int sense(Condition condition) {
  switch (condition) {
    case Condition::kLess:
    case Condition::kLessOrEqual: return 1;
    case Condition::kGreater:
    case Condition::kGreaterOrEqual: return -1;
    default: return 0;
  }
}

}  // namespace

std::uint64_t SortedPairs::stable_field(ir::ClassId from, const ir::Instruction& get) {
  const auto field = calls_.program().resolve_field(from, static_cast<ir::FieldRef>(get.b), false);
  if (!field.runs() || !fields_.is_stable(field.member)) return 0;
  return std::uint64_t{index(field.member)} + 2;
}

ValueId SortedPairs::same(ir::ClassId from, const ir::Body& body, ValueId value, unsigned depth) {
  constexpr unsigned kDeepest = 1;
  constexpr std::size_t kMostInstructions = 2048;  // each is compared with each
  value = ir::without_casts(body, value);
  const ir::Instruction& read = body.at(value);
  if (read.opcode != Opcode::kGetField || depth > kDeepest ||
      body.instructions.size() > kMostInstructions)
    return value;
  const std::uint64_t field = stable_field(from, read);
  if (field == 0) return value;
  const ValueId base = same(from, body, static_cast<ValueId>(read.a), depth + 1);
  for (std::uint32_t i = 0; i < index(value); ++i) {
    const ir::Instruction& other = body.instructions[i];
    if (other.opcode == Opcode::kGetField && stable_field(from, other) == field &&
        same(from, body, static_cast<ValueId>(other.a), depth + 1) == base)
      return base::id_at<ValueId>(i);
  }
  return value;
}

// `return this.field;`
std::uint64_t SortedPairs::getter(ir::ClassId from, const ir::Instruction& invoke) {
  const ir::MethodId called = facts_.resolved(from, invoke);
  if (base::is_none(called) || invoke.c != 1) return 0;
  const ir::Body* body = calls_.program().body(called);
  if (body == nullptr) return 0;
  const auto end = std::ranges::find(body->instructions, Opcode::kReturn, &ir::Instruction::opcode);
  if (end == body->instructions.end() || end->a >= body->instructions.size()) return 0;
  const ir::Instruction& read = body->instructions[end->a];
  const bool is_own = read.opcode == Opcode::kGetField && body->blocks.size() == 1 &&
                      body->instructions[read.a].opcode == Opcode::kParameter;
  return is_own ? stable_field(calls_.program().owner(called), read) : 0;
}

SortedPairs::Key SortedPairs::key(ir::MethodId method, const ir::Body& body, std::uint32_t value) {
  if (value >= body.instructions.size()) return {};
  const ir::Instruction& made = body.instructions[value];
  const ir::ClassId from = calls_.program().owner(method);
  const auto of = [&](ValueId object) { return same(from, body, object); };
  if (made.opcode == Opcode::kGetField)
    return {.what = stable_field(from, made), .of = of(static_cast<ValueId>(made.a))};
  if (made.opcode != Opcode::kInvoke || made.c != 1) return {};
  const ValueId argument = of(body.values(made)[0]);
  if (made.invocation() != ir::Invocation::kStatic)
    return {.what = getter(from, made), .of = argument};
  const ir::MethodId called = facts_.resolved(from, made);
  const bool is_identity =
      !base::is_none(called) && calls_.program().name(called) == "identityHashCode";
  return {.what = is_identity ? kIdentity : 0, .of = argument};
}

std::pair<SortedPairs::Key, SortedPairs::Key> SortedPairs::compared(ir::MethodId method,
                                                                    const ir::Body& body,
                                                                    const ir::Instruction& test) {
  if (test.b != index(ir::kNoValue)) return {key(method, body, test.a), key(method, body, test.b)};
  // Longs are compared first, and that with zero; so is what a method says of the two.
  ir::Program& program = calls_.program();
  const ir::Instruction& asked = body.instructions[test.a];
  if (asked.opcode == Opcode::kCompare || asked.opcode == Opcode::kSubtract)
    return {key(method, body, asked.a), key(method, body, asked.b)};
  if (asked.opcode != Opcode::kInvoke || asked.c != 2) return {};
  const ir::ClassId from = program.owner(method);
  const ir::MethodId called = facts_.resolved(from, asked);
  if (base::is_none(called)) return {};
  const auto given = body.values(asked);
  if (program.layer(program.owner(called)) == ir::Layer::kPlatform) {
    if (!is_comparison(program.name(called))) return {};
    return {key(method, body, index(given[0])), key(method, body, index(given[1]))};
  }
  // `return Long.compare(number, other.number);`
  const ir::Body* inside = program.body(called);
  if (inside == nullptr || inside->blocks.size() != 1) return {};
  ir::Instruction result = inside->instructions.back();
  if (result.opcode != Opcode::kReturn || result.a >= inside->instructions.size()) return {};
  const ir::Instruction& compares = inside->instructions[result.a];
  if (compares.opcode == Opcode::kInvoke) {
    const ir::MethodId next = facts_.resolved(program.owner(called), compares);
    if (base::is_none(next) || program.layer(program.owner(next)) != ir::Layer::kPlatform)
      return {};
  }
  result.b = index(ir::kNoValue);
  auto [one, other] = compared(called, *inside, result);
  for (Key* each : {&one, &other}) {
    if (each->what == 0) continue;
    const ir::Instruction& parameter = inside->at(each->of);
    if (parameter.opcode != Opcode::kParameter || parameter.a >= given.size()) return {};
    each->of = same(from, body, given[parameter.a]);
  }
  return {one, other};
}

bool SortedPairs::are_same_test(ir::MethodId method, const ir::Body& body, std::uint32_t one,
                                std::uint32_t other) {
  if (one == other) return true;
  const ir::Instruction& first = body.instructions[one];
  const ir::Instruction& second = body.instructions[other];
  if (first.condition() != second.condition()) return false;
  if (first.a == second.a && first.b == second.b) return true;
  const auto [a, b] = compared(method, body, first);
  const auto [x, y] = compared(method, body, second);
  return a.what != 0 && b.what != 0 && a.what == x.what && b.what == y.what && a.of == x.of &&
         b.of == y.of;
}

std::optional<SortedPairs::Choice> SortedPairs::choice(ir::ClassId from, const ir::Body& body,
                                                       origins::BodyFlow& flow, ValueId value) {
  value = ir::without_casts(body, value);
  const ir::Instruction& phi = body.at(value);
  if (phi.opcode != Opcode::kPhi || phi.c != 2) return std::nullopt;
  const auto block = base::id_at<ir::BlockId>(flow.block_of(index(value)));
  const auto before = body.predecessors_of(body.block(block));
  if (before.size() != 2) return std::nullopt;
  const auto first = answer(body, before[0], block), second = answer(body, before[1], block);
  if (!first || !second || first->first != second->first || first->second == second->second)
    return std::nullopt;
  const auto parts = body.values(phi);
  const ValueId of_first = same(from, body, parts[0]);
  const ValueId of_second = same(from, body, parts[1]);
  return Choice{.test = first->first,
                .if_yes = first->second ? of_first : of_second,
                .if_no = first->second ? of_second : of_first};
}

std::optional<std::pair<ValueId, ValueId>> SortedPairs::both(ir::MethodId method, ValueId first,
                                                             ValueId second) {
  const ir::Body& body = *calls_.program().body(method);
  origins::BodyFlow& flow = *calls_.flow(method);
  const ir::ClassId from = calls_.program().owner(method);
  const auto one = choice(from, body, flow, first), other = choice(from, body, flow, second);
  if (!one || !other) return std::nullopt;
  const bool is_other_way_round = one->if_yes == other->if_no && one->if_no == other->if_yes &&
                                  are_same_test(method, body, one->test, other->test);
  if (!is_other_way_round && !is_rest(from, body, first, *one, *other) &&
      !is_rest(from, body, second, *other, *one))
    return std::nullopt;
  return std::pair(one->if_yes, one->if_no);
}

bool SortedPairs::is_rest(ir::ClassId from, const ir::Body& body, ValueId chosen,
                          const Choice& choice, const Choice& rest) {
  const ir::Instruction& asked = body.instructions[rest.test];
  const bool asks_equal = asked.condition() == Condition::kEqual;
  if ((!asks_equal && asked.condition() != Condition::kNotEqual) || asked.b == index(ir::kNoValue))
    return false;
  chosen = ir::without_casts(body, chosen);
  ValueId with = same(from, body, static_cast<ValueId>(asked.a));
  ValueId is = same(from, body, static_cast<ValueId>(asked.b));
  if (is != chosen) std::swap(with, is);
  const ValueId if_equal = asks_equal ? rest.if_yes : rest.if_no;
  const ValueId otherwise = asks_equal ? rest.if_no : rest.if_yes;
  const bool is_one = with == choice.if_yes || with == choice.if_no;
  return is == chosen && is_one && otherwise == with &&
         if_equal == (with == choice.if_yes ? choice.if_no : choice.if_yes);
}

int SortedPairs::direction(ir::MethodId method, const ir::Body& body, std::uint32_t test,
                           bool says_yes, ValueId first, ValueId second) {
  const ir::Instruction& asked = body.instructions[test];
  const auto [left, right] = compared(method, body, asked);
  if (left.what == 0 || left.what != right.what) return 0;
  const int asks = says_yes ? sense(asked.condition()) : -sense(asked.condition());
  if (left.of == first && right.of == second) return asks;
  if (left.of == second && right.of == first) return -asks;
  return 0;
}

SortedPairs::Order SortedPairs::sorted_by(ir::MethodId method, ValueId held, ValueId wanted,
                                          std::uint32_t at) {
  const Order here = sorted_here(method, held, wanted, at);
  if (here.key != 0) return here;
  const ir::Body& body = *calls_.program().body(method);
  return sorted_when_made(calls_.program().owner(method), body, held, wanted);
}

// `this.first` and `this.second`.
SortedPairs::Order SortedPairs::sorted_when_made(ir::ClassId from, const ir::Body& body,
                                                 ValueId held, ValueId wanted) {
  const ir::Instruction& first = body.at(ir::without_casts(body, held));
  const ir::Instruction& second = body.at(ir::without_casts(body, wanted));
  if (first.opcode != Opcode::kGetField || second.opcode != Opcode::kGetField) return {};
  const std::uint64_t field = stable_field(from, first), other = stable_field(from, second);
  if (field == 0 || other == 0 || field == other ||
      same(from, body, static_cast<ValueId>(first.a)) !=
          same(from, body, static_cast<ValueId>(second.a)))
    return {};
  ir::Program& program = calls_.program();
  const auto of = base::id_at<ir::FieldId>(static_cast<std::uint32_t>(field - 2));
  if (program.owner(of) !=
      program.owner(base::id_at<ir::FieldId>(static_cast<std::uint32_t>(other - 2))))
    return {};
  Order all;
  const std::uint32_t begin = index(program.first_method(program.owner(of)));
  for (std::uint32_t m = begin; m < begin + program.method_count(program.owner(of)); ++m) {
    const auto method = base::id_at<ir::MethodId>(m);
    if (program.name(method) != "<init>" || calls_.instances_of(method).empty()) continue;
    const ir::Body* constructor = program.body(method);
    if (constructor == nullptr) return {};
    if (delegates(method, *constructor)) continue;
    const Order one = sorted_by_constructor(method, field, other);
    const bool is_other = all.key != 0 && (all.key != one.key || all.ascends != one.ascends);
    if (one.key == 0 || one.ascends == one.descends || is_other) return {};
    all = one;
  }
  return all;
}

bool SortedPairs::delegates(ir::MethodId constructor, const ir::Body& body) {
  const ir::ClassId owner = calls_.program().owner(constructor);
  return std::ranges::any_of(body.instructions, [&](const ir::Instruction& invoke) {
    if (invoke.opcode != Opcode::kInvoke || invoke.c == 0 ||
        invoke.invocation() != ir::Invocation::kSpecial ||
        body.at(ir::without_casts(body, body.values(invoke)[0])).opcode != Opcode::kParameter)
      return false;
    const ir::MethodId called = facts_.resolved(owner, invoke);
    return !base::is_none(called) && calls_.program().owner(called) == owner &&
           calls_.program().name(called) == "<init>";
  });
}

// Each block that sets one of the fields sets the other one, too.
SortedPairs::Order SortedPairs::sorted_by_constructor(ir::MethodId method, std::uint64_t held,
                                                      std::uint64_t wanted) {
  const ir::Body& body = *calls_.program().body(method);
  const ir::ClassId from = calls_.program().owner(method);
  Order all;
  for (const ir::Block& block : body.blocks) {
    ValueId of_held = ir::kNoValue, of_wanted = ir::kNoValue;
    std::uint32_t last = 0;
    for (std::uint32_t i = block.first; i < block.end; ++i) {
      const ir::Instruction& put = body.instructions[i];
      if (put.opcode != Opcode::kPutField) continue;
      const std::uint64_t field = stable_field(from, put);
      if (field != held && field != wanted) continue;
      ValueId& value = field == held ? of_held : of_wanted;
      if (value != ir::kNoValue) return {};
      value = static_cast<ValueId>(put.c);
      last = i;
    }
    if (of_held == ir::kNoValue && of_wanted == ir::kNoValue) continue;
    if (of_held == ir::kNoValue || of_wanted == ir::kNoValue) return {};
    const Order one = sorted_here(method, of_held, of_wanted, last);
    const bool is_other = all.key != 0 && (all.key != one.key || all.ascends != one.ascends ||
                                           all.descends != one.descends);
    if (one.key == 0 || is_other) return {};
    all = one;
  }
  return all;
}

SortedPairs::Order SortedPairs::sorted_here(ir::MethodId method, ValueId held, ValueId wanted,
                                            std::uint32_t at) {
  const ir::Body& body = *calls_.program().body(method);
  origins::BodyFlow& flow = *calls_.flow(method);
  const ir::ClassId from = calls_.program().owner(method);
  const auto key = [&](std::uint32_t test) {
    return compared(method, body, body.instructions[test]).first.what;
  };
  Order found;
  if (const auto one = choice(from, body, flow, held); one && both(method, held, wanted)) {
    const int yes = direction(method, body, one->test, true, one->if_yes, one->if_no);
    const int no = direction(method, body, one->test, false, one->if_no, one->if_yes);
    if (yes != no || yes == 0) return found;
    return {.key = key(one->test), .ascends = yes > 0, .descends = yes < 0};
  }
  held = same(from, body, held);
  wanted = same(from, body, wanted);
  for (std::uint32_t b = 0; b < body.blocks.size(); ++b) {
    const std::uint32_t test = body.blocks[b].end - 1;
    if (body.instructions[test].opcode != Opcode::kIf) continue;
    const auto successors = body.successors_of(body.blocks[b]);
    for (const bool yes : {true, false}) {
      const int way = direction(method, body, test, yes, held, wanted);
      if (way == 0 || (found.key != 0 && found.key != key(test))) continue;
      const ir::Block& next = body.block(successors[yes ? 0 : 1]);
      if (body.predecessors_of(next).size() != 1 || !flow.always_passes(next.first, at, {}))
        continue;
      found.key = key(test);
      (way > 0 ? found.ascends : found.descends) = true;
    }
  }
  return found;
}

}  // namespace heddle::locks
