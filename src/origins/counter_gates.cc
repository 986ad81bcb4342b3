#include "origins/counter_gates.h"

#include <algorithm>

#include "base/id.h"
#include "ir/class.h"
#include "ir/dominance.h"
#include "pointsto/state.h"

namespace heddle::origins {

using base::index;
using ir::Condition;
using ir::Opcode;
using model::OrderFact;
using pointsto::InstanceId;
using pointsto::ObjectId;

namespace {

Condition opposite(Condition condition) {
  switch (condition) {
    case Condition::kEqual: return Condition::kNotEqual;
    case Condition::kNotEqual: return Condition::kEqual;
    case Condition::kLess: return Condition::kGreaterOrEqual;
    case Condition::kGreaterOrEqual: return Condition::kLess;
    case Condition::kGreater: return Condition::kLessOrEqual;
    case Condition::kLessOrEqual: return Condition::kGreater;
  }
  return condition;
}

// As seen from the other side.
Condition mirrored(Condition condition) {
  switch (condition) {
    case Condition::kLess: return Condition::kGreater;
    case Condition::kGreaterOrEqual: return Condition::kLessOrEqual;
    case Condition::kGreater: return Condition::kLess;
    case Condition::kLessOrEqual: return Condition::kGreaterOrEqual;
    default: return condition;
  }
}

std::optional<std::int64_t> constant_of(const ir::Body& body, std::uint32_t value) {
  const ir::Instruction& made = body.instructions[value];
  if (made.opcode == Opcode::kConstInt) return static_cast<std::int32_t>(made.a);
  if (made.opcode == Opcode::kConstLong)
    return static_cast<std::int64_t>(std::uint64_t{made.b} << 32U | made.a);
  return std::nullopt;
}

bool is_field_read(Opcode opcode) {
  return opcode == Opcode::kGetField || opcode == Opcode::kGetStatic;
}

}  // namespace

void CounterGates::find() {
  ir::Program& program = calls_.program();
  for (const ir::MethodId method : calls_.heap().reachable_methods()) {
    if (program.layer(program.owner(method)) == ir::Layer::kPlatform) continue;
    if (program.body(method) == nullptr) continue;
    for (const Tested& tested : tests_of(method))
      for (const InstanceId id : calls_.instances_of(method)) resolve(id, tested);
  }
}

// --- tests ---------------------------------------------------------------------------------------

std::vector<CounterGates::Tested> CounterGates::tests_of(ir::MethodId method) {
  std::vector<Tested> found;
  const ir::Body& body = *calls_.program().body(method);
  for (const ir::Block& block : body.blocks) {
    const ir::Instruction& last = body.instructions[block.end - 1];
    if (last.opcode != Opcode::kIf) continue;
    add_tests(method, block, false, found);
    add_tests(method, block, true, found);
  }
  return found;
}

// Numbers of 64 bits are compared first, and what that gives with zero.
void CounterGates::add_tests(ir::MethodId method, const ir::Block& block, bool is_swapped,
                             std::vector<Tested>& found) {
  const ir::Body& body = *calls_.program().body(method);
  const std::uint32_t test = block.end - 1;
  const ir::Instruction& last = body.instructions[test];
  std::uint32_t value = last.a, with = last.b;
  const ir::Instruction& compared = body.instructions[value];
  if (compared.opcode == Opcode::kCompare && with == index(ir::kNoValue)) {
    value = compared.a;
    with = compared.b;
  }
  if (is_swapped) {
    if (with == index(ir::kNoValue)) return;
    std::swap(value, with);
  }
  if (ir::kind_of(body.type(base::id_at<ir::ValueId>(value))) == ir::Kind::kReference) return;
  const ir::Instruction& read = body.instructions[value];
  std::uint32_t put = 0;
  if (read.opcode == Opcode::kAdd || read.opcode == Opcode::kSubtract) {
    put = put_of(method, value, test);
    if (put == 0) return;
  } else if (is_field_read(read.opcode)) {
    if (base::is_none(cells_.field_of(method, read))) return;
  } else if (read.opcode != Opcode::kInvoke) {
    return;
  }
  for (const bool yes : {true, false}) {
    const ir::BlockId taken = body.successors_of(block)[yes ? 0 : 1];
    if (body.predecessors_of(body.block(taken)).size() != 1) continue;
    const Condition said = yes ? last.condition() : opposite(last.condition());
    found.push_back({.value = base::id_at<ir::ValueId>(value),
                     .condition = is_swapped ? mirrored(said) : said,
                     .with = static_cast<ir::ValueId>(with),
                     .branch = taken,
                     .put = put});
  }
}

// if (--left == 0): the number that was stored is looked at.
std::uint32_t CounterGates::put_of(ir::MethodId method, std::uint32_t value, std::uint32_t before) {
  const ir::Body& body = *calls_.program().body(method);
  for (std::uint32_t i = value; i < before; ++i) {
    const ir::Instruction& put = body.instructions[i];
    if ((put.opcode != Opcode::kPutField && put.opcode != Opcode::kPutStatic) || put.c != value)
      continue;
    if (base::is_none(cells_.field_of(method, put))) return 0;
    const ir::Dominance dominance(body);
    return dominance.available(base::id_at<ir::ValueId>(i), base::id_at<ir::ValueId>(before)) ? i
                                                                                              : 0;
  }
  return 0;
}

void CounterGates::resolve(InstanceId id, const Tested& tested) {
  const auto cell = tested.put != 0 ? cells_.put(id, tested.put) : cells_.read(id, tested.value);
  if (!cell) return;
  const std::optional<Course>& of = course(*cell);
  if (!of) return;
  const ir::Body& body = *calls_.program().body(calls_.at(id).method);
  Number with = constant(0);
  if (tested.with != ir::kNoValue) {
    const auto known = constant_of(body, index(tested.with));
    with = known ? constant(*known) : times_.number(id, tested.with);
  }
  const Number need = needed(*of, tested.condition, with);
  if (need.kind == Number::Kind::kUnknown ||
      (need.kind == Number::Kind::kConstant && need.value < 1))
    return;
  if (const auto found = gate(*cell, need))
    gates_.add(id, {.instruction = index(tested.value), .branch = tested.branch, .gate = *found});
}

std::optional<std::uint32_t> CounterGates::gate(const Cell& cell, const Number& need) {
  auto& known = known_[cell];
  const auto same = std::ranges::find(known, need, [](const auto& each) { return each.first; });
  if (same != known.end()) return same->second;
  const auto found = gates_.add(need, course(cell)->signals);
  known.emplace_back(need, found);
  return found;
}

// How far the count has surely gone where that is so.
Number CounterGates::needed(const Course& course, Condition condition, const Number& with) {
  const bool is_equal = condition == Condition::kEqual;
  const bool is_as_far = is_equal || condition == (course.goes_up ? Condition::kGreaterOrEqual
                                                                  : Condition::kLessOrEqual);
  const bool is_further = condition == (course.goes_up ? Condition::kGreater : Condition::kLess);
  if (!is_as_far && !is_further) {
    const bool has_moved = condition == Condition::kNotEqual && course.first == with;
    return has_moved ? constant(1) : Number{};
  }
  if (course.first.kind == Number::Kind::kConstant && with.kind == Number::Kind::kConstant) {
    const std::int64_t way =
        course.goes_up ? with.value - course.first.value : course.first.value - with.value;
    return constant(way + (is_further ? 1 : 0));
  }
  if (course.goes_up && course.first.is(0) && is_as_far) return with;
  if (!course.goes_up && ((with.is(0) && is_as_far) || (with.is(1) && is_further)))
    return course.first;
  return {};
}

// --- what happens to a cell ----------------------------------------------------------------------

const std::optional<CounterGates::Course>& CounterGates::course(const Cell& cell) {
  const auto [place, fresh] = courses_.try_emplace(cell);
  if (fresh) place->second = find_course(cell);
  return place->second;
}

std::optional<CounterGates::Course> CounterGates::find_course(const Cell& cell) {
  std::vector<std::pair<Signal, std::int64_t>> steps;
  const bool are_known =
      cell.field != Cell::kNone ? add_field_steps(cell, steps) : add_atomic_steps(cell, steps);
  if (!are_known || steps.empty()) return std::nullopt;
  Course found{.first = first(cell), .goes_up = steps[0].second > 0, .signals = {}};
  if (found.first.kind == Number::Kind::kUnknown) return std::nullopt;
  for (const auto& [signal, by] : steps) {
    if (by != (found.goes_up ? 1 : -1)) return std::nullopt;
    found.signals.push_back(signal);
  }
  return found;
}

bool CounterGates::add_field_steps(const Cell& cell,
                                   std::vector<std::pair<Signal, std::int64_t>>& steps) {
  for (const CellPut& put : cells_.puts(base::id_at<ir::FieldId>(cell.field))) {
    if (put.is_first || !put.may_be_on(cell)) continue;
    const auto by = step(put);
    if (!by || cells_.put(put.instance, put.instruction) != cell) return false;
    steps.push_back({{.instance = put.instance, .instruction = put.instruction}, *by});
  }
  return true;
}

// count = count + 1, of one object.
std::optional<std::int64_t> CounterGates::step(const CellPut& put) {
  const ir::MethodId method = calls_.at(put.instance).method;
  const ir::Body& body = *calls_.program().body(method);
  const ir::Instruction& store = body.instructions[put.instruction];
  const ir::Instruction& sum = body.instructions[store.c];
  if (sum.opcode != Opcode::kAdd && sum.opcode != Opcode::kSubtract) return std::nullopt;
  const bool is_first_known = constant_of(body, sum.a).has_value();
  if (is_first_known && sum.opcode == Opcode::kSubtract) return std::nullopt;
  const auto by = constant_of(body, is_first_known ? sum.a : sum.b);
  const std::uint32_t value = is_first_known ? sum.b : sum.a;
  const ir::Instruction& read = body.instructions[value];
  if (!by || !is_field_read(read.opcode)) return std::nullopt;
  if (cells_.field_of(method, read) != cells_.field_of(method, store)) return std::nullopt;
  if (read.opcode == Opcode::kGetField &&
      ir::without_casts(body, static_cast<ir::ValueId>(read.a)) !=
          ir::without_casts(body, static_cast<ir::ValueId>(store.a)))
    return std::nullopt;
  // What is read must be the cell there, too: under the lock.
  if (cells_.read(put.instance, base::id_at<ir::ValueId>(value)) !=
      cells_.put(put.instance, put.instruction))
    return std::nullopt;
  return sum.opcode == Opcode::kAdd ? *by : -*by;
}

bool CounterGates::add_atomic_steps(const Cell& cell,
                                    std::vector<std::pair<Signal, std::int64_t>>& steps) {
  const ObjectId object = base::id_at<ObjectId>(cell.object);
  for (const AtomicStep& each : atomic_steps()) {
    if (each.on != nullptr && !each.on->contains(object)) continue;
    if (each.on == nullptr || !each.by) return false;
    steps.emplace_back(each.signal, *each.by);
  }
  return true;
}

const std::vector<CounterGates::AtomicStep>& CounterGates::atomic_steps() {
  if (atomic_steps_) return *atomic_steps_;
  atomic_steps_.emplace();
  for (const ir::MethodId method : calls_.heap().reachable_methods()) {
    std::optional<std::int64_t> by;
    bool is_step = false;
    for (const OrderFact* fact : facts_.order(method)) {
      if (fact->kind == OrderFact::Kind::kAdd) by = fact->amount;
      is_step |= fact->kind == OrderFact::Kind::kAdd || fact->kind == OrderFact::Kind::kStore;
    }
    if (!is_step || calls_.program().name(method) == "<init>") continue;
    for (const InstanceId id : calls_.instances_of(method)) {
      for (const Call& call : calls_.calls_to(id)) {
        const auto arguments = calls_.arguments(call);
        const auto* on =
            arguments.empty() ? nullptr : &calls_.heap().value(call.caller, arguments[0]);
        atomic_steps_->push_back(
            {.signal = {.instance = call.caller, .instruction = call.instruction},
             .on = on,
             .by = by});
      }
    }
  }
  return *atomic_steps_;
}

// --- how it begins -------------------------------------------------------------------------------

Number CounterGates::first(const Cell& cell) {
  if (cell.object != Cell::kNone) return first_in_constructor(cell);
  Number found = constant(0);
  bool is_set = false;
  for (const CellPut& put : cells_.puts(base::id_at<ir::FieldId>(cell.field))) {
    if (!put.is_first) continue;
    const ir::Body& body = *calls_.program().body(calls_.at(put.instance).method);
    const auto known = constant_of(body, body.instructions[put.instruction].c);
    if (is_set || !known) return {};
    found = constant(*known);
    is_set = true;
  }
  return found;
}

Number CounterGates::first_in_constructor(const Cell& cell) {
  InstanceId maker{};
  ir::MethodId constructor{};
  const ir::Instruction* made = cells_.construction(cell, maker, constructor);
  if (made == nullptr) return {};
  const auto arguments = calls_.program().body(calls_.at(maker).method)->values(*made);
  if (cell.field == Cell::kNone) {
    for (const OrderFact* fact : facts_.order(constructor)) {
      if (fact->kind != OrderFact::Kind::kStore) continue;
      const std::size_t position = fact->on.argument + 1;
      if (fact->on.root != model::Path::Root::kArgument || position >= arguments.size()) return {};
      return times_.number(maker, arguments[position]);
    }
    return arguments.size() == 1 ? constant(0) : Number{};
  }
  Number found = constant(0);
  bool is_set = false;
  for (const CellPut& put : cells_.puts(base::id_at<ir::FieldId>(cell.field))) {
    if (!put.is_first || !put.may_be_on(cell)) continue;
    const ir::MethodId method = calls_.at(put.instance).method;
    const ir::Body& body = *calls_.program().body(method);
    const std::uint32_t value = body.instructions[put.instruction].c;
    const ir::Instruction& given = body.instructions[value];
    const bool is_argument =
        given.opcode == Opcode::kParameter && method == constructor && given.a < arguments.size();
    const auto known = constant_of(body, value);
    if (is_set || (!known && !is_argument)) return {};
    found = known ? constant(*known) : times_.number(maker, arguments[given.a]);
    is_set = true;
  }
  return found;
}

}  // namespace heddle::origins
