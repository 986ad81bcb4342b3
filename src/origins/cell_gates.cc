#include "origins/cell_gates.h"

#include <algorithm>
#include <iterator>

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

constexpr unsigned kMostCalls = 3;       // one inside of the other
constexpr std::size_t kMostGiven = 64;   // values, above that any may be stored
constexpr std::size_t kMostBlocks = 32;  // of a method whose result says what it has seen

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

bool holds(Condition condition, std::int64_t left, std::int64_t right) {
  switch (condition) {
    case Condition::kEqual: return left == right;
    case Condition::kNotEqual: return left != right;
    case Condition::kLess: return left < right;
    case Condition::kGreaterOrEqual: return left >= right;
    case Condition::kGreater: return left > right;
    case Condition::kLessOrEqual: return left <= right;
  }
  return true;
}

}  // namespace

void CellGates::find() {
  ir::Program& program = calls_.program();
  std::vector<std::pair<ir::MethodId, std::vector<Tested>>> testing;
  for (const ir::MethodId method : calls_.heap().reachable_methods()) {
    if (program.layer(program.owner(method)) == ir::Layer::kPlatform) continue;
    const std::vector<Tested>& tests = tests_of(method);
    if (!tests.empty()) testing.emplace_back(method, tests);
  }
  if (testing.empty()) return;
  for (const auto& [method, tests] : testing)
    for (const InstanceId id : calls_.instances_of(method))
      for (const Tested& tested : tests) resolve(id, tested);
}

// --- tests ---------------------------------------------------------------------------------------

const std::vector<CellGates::Tested>& CellGates::tests_of(ir::MethodId method) {
  const auto [place, fresh] = tests_.try_emplace(method);
  if (fresh) place->second = find_tests(method);
  return place->second;
}

std::vector<CellGates::Tested> CellGates::find_tests(ir::MethodId method) {
  std::vector<Tested> found;
  const ir::Body* body = calls_.program().body(method);
  if (body == nullptr) return found;
  for (const ir::Block& block : body->blocks) {
    const ir::Instruction& last = body->instructions[block.end - 1];
    if (last.opcode != Opcode::kIf) continue;
    const auto left = static_cast<ir::ValueId>(last.a);
    const auto value = ir::without_casts(*body, left);
    if (!may_read_cell(method, *body, value)) continue;
    const bool is_number = ir::kind_of(body->type(left)) != ir::Kind::kReference;
    Value with{.kind = is_number ? Value::Kind::kNumber : Value::Kind::kNull};
    if (last.b != index(ir::kNoValue))
      with = value_of(method, *body, static_cast<ir::ValueId>(last.b));
    if (with.kind == Value::Kind::kUnknown) continue;
    for (const bool yes : {true, false}) {
      const ir::BlockId taken = body->successors_of(block)[yes ? 0 : 1];
      if (body->predecessors_of(body->block(taken)).size() != 1) continue;
      const Condition condition = yes ? last.condition() : opposite(last.condition());
      found.push_back(
          {.value = value, .test = {.condition = condition, .with = with}, .branch = taken});
    }
  }
  return found;
}

bool CellGates::may_read_cell(ir::MethodId method, const ir::Body& body, ir::ValueId value) {
  const ir::Instruction& read = body.at(value);
  if (read.opcode == Opcode::kInvoke) return true;
  if (read.opcode != Opcode::kGetStatic && read.opcode != Opcode::kGetField) return false;
  return !base::is_none(cells_.field_of(method, read));
}

CellGates::Value CellGates::value_of(ir::MethodId method, const ir::Body& body, ir::ValueId value) {
  const ir::Instruction& made = body.at(ir::without_casts(body, value));
  switch (made.opcode) {
    case Opcode::kConstInt:
      return {.kind = Value::Kind::kNumber, .number = static_cast<std::int32_t>(made.a)};
    case Opcode::kConstNull: return {.kind = Value::Kind::kNull};
    case Opcode::kGetStatic: {
      ir::Program& program = calls_.program();
      const auto field =
          program.resolve_field(program.owner(method), static_cast<ir::FieldRef>(made.b), true);
      if (!field.runs() || !program.is(field.member, ir::Access::kEnum)) return {};
      return {.kind = Value::Kind::kEnumConstant, .number = index(field.member)};
    }
    default: return {};
  }
}

bool CellGates::may_be(const Value& value, const Test& test) {
  if (value.kind == Value::Kind::kUnknown) return true;
  if (value.kind == Value::Kind::kNumber && test.with.kind == Value::Kind::kNumber)
    return holds(test.condition, value.number, test.with.number);
  return (value == test.with) == (test.condition == Condition::kEqual);
}

// --- stores --------------------------------------------------------------------------------------

const std::vector<CellGates::Store>& CellGates::stores(const Cell& cell) {
  const auto [place, fresh] = stores_.try_emplace(cell.field);
  if (!fresh) return place->second;
  if (cell.field == Cell::kNone)
    find_atomic_stores(place->second);
  else
    find_stores(base::id_at<ir::FieldId>(cell.field), place->second);
  return place->second;
}

void CellGates::find_stores(ir::FieldId field, std::vector<Store>& found) {
  for (const CellPut& put : cells_.puts(field)) {
    const ir::Body& body = *calls_.program().body(calls_.at(put.instance).method);
    const Frames here{{.instance = put.instance, .instruction = put.instruction}};
    found.push_back({.signal = {.instance = put.instance, .instruction = put.instruction},
                     .values = given(static_cast<ir::ValueId>(body.instructions[put.instruction].c),
                                     here, kMostCalls),
                     .on = put.on,
                     .is_first = put.is_first});
  }
}

// Through phis, and arguments where all calls are the program's own.
CellGates::Given CellGates::given(ir::ValueId value, const Frames& to, unsigned depth) {
  const InstanceId id = to.front().instance;
  const ir::MethodId method = calls_.at(id).method;
  const ir::Body& body = *calls_.program().body(method);
  const ir::ValueId plain = ir::without_casts(body, value);
  const Value constant = value_of(method, body, plain);
  const ir::Instruction& made = body.at(plain);
  if (constant.kind != Value::Kind::kUnknown || depth == 0) return {{constant, to}};
  Given found;
  const auto add = [&](ir::ValueId each, const Frames& by) {
    Given more = given(each, by, depth - 1);
    std::ranges::move(more, std::back_inserter(found));
  };
  if (made.opcode == Opcode::kPhi) {
    for (const ir::ValueId input : body.values(made)) {
      if (found.size() > kMostGiven) break;
      add(input, to);
    }
  } else if (made.opcode == Opcode::kParameter) {
    for (const Call& call : calls_.calls_to(id)) {
      const auto arguments = calls_.arguments(call);
      if (made.a >= arguments.size() || found.size() > kMostGiven) return {{Value{}, to}};
      Frames by{{.instance = call.caller, .instruction = call.instruction}};
      by.insert(by.end(), to.begin(), to.end());
      add(arguments[made.a], by);
    }
  }
  if (found.empty() || found.size() > kMostGiven) return {{Value{}, to}};
  return found;
}

void CellGates::find_atomic_stores(std::vector<Store>& found) {
  for (const ir::MethodId method : calls_.heap().reachable_methods()) {
    for (const OrderFact* fact : facts_.order(method)) {
      if (fact->kind != OrderFact::Kind::kStore) continue;
      for (const InstanceId id : calls_.instances_of(method)) {
        const pointsto::Instance& instance = calls_.at(id);
        if (instance.shape->parameters.empty()) continue;
        for (const Call& call : calls_.calls_to(id)) {
          const auto arguments = calls_.arguments(call);
          Store& store = found.emplace_back();
          store.signal = {.instance = call.caller, .instruction = call.instruction};
          store.on = arguments.empty() ? &calls_.heap().state().graph.points(
                                             instance.node(instance.shape->parameters[0]))
                                       : &calls_.heap().value(call.caller, arguments[0]);
          const std::size_t position = fact->on.argument + 1;
          if (fact->on.root == model::Path::Root::kArgument && position < arguments.size())
            store.values =
                given(arguments[position], {{call.caller, call.instruction}}, kMostCalls);
        }
      }
    }
  }
}

// --- cells ---------------------------------------------------------------------------------------

void CellGates::resolve(InstanceId id, const Tested& tested) {
  for (const Seen& each : seen(id, tested.value, tested.test, kMostCalls)) {
    const auto found = gate(each.cell, each.test);
    if (!found) continue;
    gates_.add(id, {.instruction = index(tested.value), .branch = tested.branch, .gate = *found});
  }
}

// Where the value is so.
CellGates::AllSeen CellGates::seen(InstanceId id, ir::ValueId value, const Test& test,
                                   unsigned depth) {
  if (const auto of = cells_.read(id, value)) return {{.cell = *of, .test = test}};
  const ir::Body& body = *calls_.program().body(calls_.at(id).method);
  if (depth == 0 || body.at(value).opcode != Opcode::kInvoke ||
      test.with.kind != Value::Kind::kNumber)
    return {};
  std::optional<AllSeen> all;
  for (const Call& target : calls_.calls_at(id, index(value))) {
    if (target.initializes) continue;
    if (calls_.is_platform(target.callee)) return {};
    const AllSeen by_this = seen_by_result(target.callee, test, depth - 1);
    AllSeen both;
    if (all) std::ranges::set_intersection(*all, by_this, std::back_inserter(both));
    all = all ? std::move(both) : by_this;
    if (all->empty()) return {};
  }
  return all.value_or(AllSeen{});
}

// What the method has seen each time its result is so.
CellGates::AllSeen CellGates::seen_by_result(InstanceId id, const Test& test, unsigned depth) {
  const auto [place, fresh] = seen_by_results_.try_emplace({id, test});  // meanwhile: nothing
  if (!fresh) return place->second;
  BodyFlow* flow = calls_.flow(id);
  if (flow == nullptr || flow->body().blocks.size() > kMostBlocks) return {};
  const ir::MethodId method = calls_.at(id).method;
  std::optional<AllSeen> all;
  for (const Returned& each : returned(*flow)) {
    const Value constant = value_of(method, flow->body(), each.value);
    if (constant.kind != Value::Kind::kUnknown && !may_be(constant, test)) continue;
    AllSeen here = seen_before(id, each.block, depth);
    const AllSeen by_value = seen(id, ir::without_casts(flow->body(), each.value), test, depth);
    here.insert(here.end(), by_value.begin(), by_value.end());
    std::ranges::sort(here);
    AllSeen both;
    if (all) std::ranges::set_intersection(*all, here, std::back_inserter(both));
    all = all ? std::move(both) : std::move(here);
  }
  return seen_by_results_[{id, test}] = all.value_or(AllSeen{});
}

// By the tests that lead to the block.
CellGates::AllSeen CellGates::seen_before(InstanceId id, std::uint32_t block, unsigned depth) {
  const ir::MethodId method = calls_.at(id).method;
  const ir::Body& body = *calls_.program().body(method);
  const ir::Dominance dominance(body);
  AllSeen found;
  for (const Tested& tested : tests_of(method)) {
    if (!dominance.dominates(tested.branch, base::id_at<ir::BlockId>(block))) continue;
    const AllSeen more = seen(id, tested.value, tested.test, depth);
    found.insert(found.end(), more.begin(), more.end());
  }
  return found;
}

std::vector<CellGates::Returned> CellGates::returned(BodyFlow& flow) {
  const ir::Body& body = flow.body();
  std::vector<Returned> found;
  for (std::uint32_t i = 0; i < body.instructions.size(); ++i) {
    const ir::Instruction& end = body.instructions[i];
    if (end.opcode != Opcode::kReturn || end.a == index(ir::kNoValue)) continue;
    const auto value = static_cast<ir::ValueId>(end.a);
    const std::uint32_t block = flow.block_of(i);
    const bool is_choice = body.at(value).opcode == Opcode::kPhi && flow.block_of(end.a) == block;
    if (!is_choice) {
      found.push_back({.value = value, .block = block});
      continue;
    }
    const auto inputs = body.values(body.at(value));
    const auto from = body.predecessors_of(body.blocks[block]);
    for (std::size_t k = 0; k < inputs.size() && k < from.size(); ++k)
      found.push_back({.value = inputs[k], .block = index(from[k])});
  }
  return found;
}

std::optional<std::uint32_t> CellGates::gate(const Cell& cell, const Test& test) {
  const auto [place, fresh] = known_.try_emplace({cell, test}, std::nullopt);
  if (!fresh) return place->second;
  if (begins_so(cell, test)) return std::nullopt;
  std::vector<Signal> signals;
  for (const Store& store : stores(cell)) {
    const bool is_here =
        cell.object == Cell::kNone || store.on->contains(base::id_at<ObjectId>(cell.object));
    if (!is_here) continue;
    for (const auto& [value, through] : store.values) {
      if (!may_be(value, test)) continue;
      if (cell.is_locked && store.is_first) return std::nullopt;
      signals.push_back(store.signal);
      signals.back().through = through;
    }
  }
  return known_[{cell, test}] = gates_.add(constant(1), signals);
}

// --- how it begins -------------------------------------------------------------------------------

// Zero, false or null, unless something else is there before anybody looks.
bool CellGates::begins_so(const Cell& cell, const Test& test) {
  const Value zero{.kind = test.with.kind == Value::Kind::kNumber ? Value::Kind::kNumber
                                                                  : Value::Kind::kNull};
  if (!may_be(zero, test)) return false;
  if (cell.object != Cell::kNone) return !is_set_by_constructor(cell);
  ir::Program& program = calls_.program();
  const ir::FieldId field = base::id_at<ir::FieldId>(cell.field);
  const ir::MethodId initializer = program.declared_method(program.owner(field), "<clinit>", "()V");
  return base::is_none(initializer) || !cells_.is_set_by(initializer, field);
}

bool CellGates::is_set_by_constructor(const Cell& cell) {
  InstanceId maker{};
  ir::MethodId constructor{};
  if (cells_.construction(cell, maker, constructor) == nullptr) return false;
  if (cell.field != Cell::kNone)
    return cells_.is_set_by(constructor, base::id_at<ir::FieldId>(cell.field));
  return std::ranges::any_of(facts_.order(constructor), [](const OrderFact* fact) {
    return fact->kind == OrderFact::Kind::kStore;
  });
}

}  // namespace heddle::origins
