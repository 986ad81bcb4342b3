#include "origins/signal_gates.h"

#include <algorithm>

#include "base/id.h"
#include "ir/class.h"
#include "ir/dominance.h"
#include "pointsto/state.h"

namespace heddle::origins {

using base::index;
using model::OrderFact;
using model::When;
using pointsto::InstanceId;
using pointsto::ObjectId;

void SignalGates::find(const std::set<ObjectId>& awaited) {
  ir::Program& program = calls_.program();
  std::vector<std::pair<ir::MethodId, std::vector<Wait>>> waiting;
  for (const ir::MethodId method : calls_.heap().reachable_methods()) {
    if (program.layer(program.owner(method)) == ir::Layer::kPlatform) continue;
    auto waits = waits_of(method);
    if (!waits.empty()) waiting.emplace_back(method, std::move(waits));
  }
  if (waiting.empty() && awaited.empty()) return;
  find_signals();
  for (const ObjectId object : awaited) gate(object, 1);
  for (const auto& [method, waits] : waiting)
    for (const InstanceId id : calls_.instances_of(method)) resolve(id, waits);
  pass_inside();
}

// `new CyclicBarrier(2, action)`: what the platform calls back out of the inside of a wait runs
// when all have come.
void SignalGates::pass_inside() {
  const ir::Program& program = calls_.program();
  const auto awaits = [](const OrderFact* fact) {
    return fact->kind == OrderFact::Kind::kAwait && fact->on.root == model::Path::Root::kReceiver &&
           fact->on.selectors.empty();
  };
  for (const ir::MethodId method : calls_.heap().reachable_methods()) {
    if (program.layer(program.owner(method)) != ir::Layer::kPlatform ||
        !program.is(method, ir::Access::kPrivate) ||
        std::ranges::none_of(facts_.order(method), awaits))
      continue;
    for (const InstanceId id : calls_.instances_of(method)) {
      const pointsto::Instance& instance = calls_.at(id);
      if (instance.shape->parameters.empty()) continue;
      const ObjectId object = origins_.only_single(
          calls_.heap().state().graph.points(instance.node(instance.shape->parameters[0])));
      const auto found = base::is_none(object) ? std::nullopt : gate(object, 1);
      if (found) gates_.add(id, {.instruction = 0, .branch = std::nullopt, .gate = *found});
    }
  }
}

std::vector<SignalGates::Wait> SignalGates::waits_of(ir::MethodId method) {
  std::vector<Wait> found;
  const ir::Body* body = calls_.program().body(method);
  if (body == nullptr) return found;
  const ir::ClassId owner = calls_.program().owner(method);
  for (std::uint32_t i = 0; i < body->instructions.size(); ++i) {
    const ir::Instruction& invoke = body->instructions[i];
    if (invoke.opcode != ir::Opcode::kInvoke) continue;
    const ir::MethodId called = facts_.resolved(owner, invoke);
    if (base::is_none(called)) continue;
    for (const OrderFact* fact : facts_.order(called)) {
      if (fact->kind != OrderFact::Kind::kAwait && fact->kind != OrderFact::Kind::kBarrier &&
          fact->kind != OrderFact::Kind::kRemain)
        continue;
      const ir::ValueId on = facts_.operand(*body, invoke, fact->on);
      if (on != ir::kNoValue)
        found.push_back({.instruction = i,
                         .fact = fact,
                         .on = on,
                         .when = facts_.holds_when(owner, *body, invoke, *fact)});
    }
  }
  return found;
}

// Every call of a method that signals, wherever it stands and however it is named there.
void SignalGates::find_signals() {
  for (const ir::MethodId method : calls_.heap().reachable_methods()) {
    for (const OrderFact* fact : facts_.order(method)) {
      const bool is_barrier = fact->kind == OrderFact::Kind::kBarrier;
      if (!is_barrier && fact->kind != OrderFact::Kind::kSignal) continue;
      if (fact->on.root != model::Path::Root::kReceiver || !fact->on.selectors.empty()) continue;
      for (const InstanceId id : calls_.instances_of(method)) {
        const pointsto::Instance& instance = calls_.at(id);
        if (instance.shape->parameters.empty()) continue;
        for (const Call& call : calls_.calls_to(id)) {
          const auto arguments = calls_.arguments(call);
          Given& given = given_.emplace_back();
          given.signal = {.instance = call.caller, .instruction = call.instruction};
          given.is_barrier = is_barrier;
          given.on = arguments.empty() ? &calls_.heap().state().graph.points(
                                             instance.node(instance.shape->parameters[0]))
                                       : &calls_.heap().value(call.caller, arguments[0]);
          if (!calls_.is_platform(call.caller))
            given.on->for_each([&](ObjectId object) { gates_.set_signalled(object); });
          if (!fact->times) continue;
          const std::size_t position = fact->times->argument + 1;
          const Number times = position < arguments.size()
                                   ? times_.number(call.caller, arguments[position])
                                   : Number{};
          const bool is_known = times.kind == Number::Kind::kConstant && times.value >= 0;
          given.signal.weight =
              is_known ? static_cast<std::uint32_t>(std::min<std::int64_t>(times.value, 1000))
                       : Times::kMany;
        }
      }
    }
  }
}

void SignalGates::resolve(InstanceId id, const std::vector<Wait>& waits) {
  for (const Wait& wait : waits) {
    if (!counts(id, wait)) continue;
    const ObjectId object = origins_.only_single(calls_.heap().value(id, wait.on));
    if (base::is_none(object)) continue;
    const auto found = wait.fact->kind == OrderFact::Kind::kBarrier
                           ? barrier(id, wait, waits, object)
                           : gate(id, wait, object);
    if (!found) continue;
    Pass pass{.instruction = wait.instruction, .branch = std::nullopt, .gate = *found};
    const bool is_asked = wait.fact->kind == OrderFact::Kind::kRemain;
    const ir::Body& body = *calls_.program().body(calls_.at(id).method);
    const auto result = base::id_at<ir::ValueId>(wait.instruction);
    const bool is_patient = wait.when == When::kAlways && wait.fact->when != When::kAlways;
    std::optional<std::vector<ir::BlockId>> branches;
    if (is_asked)
      branches = branches_where_none(body, result);
    else if (wait.when != When::kAlways)
      branches = branches_where(body, result, wait.when == When::kFalse);
    else if (is_patient)
      branches = blocks_past(body, result, wait.fact->when == When::kFalse);
    if (!branches) {
      gates_.add(id, pass);
      continue;
    }
    for (const ir::BlockId branch : *branches) {
      pass.branch = branch;
      gates_.add(id, pass);
    }
  }
}

// A wait since some phase counts if the object itself said that this phase was on.
bool SignalGates::counts(InstanceId id, const Wait& wait) const {
  if (!wait.fact->since) return true;
  const ir::Body& body = *calls_.program().body(calls_.at(id).method);
  const ir::ValueId since =
      facts_.operand(body, body.instructions[wait.instruction], *wait.fact->since);
  if (since == ir::kNoValue) return false;
  const ir::Instruction& phase = body.at(since);
  if (phase.opcode == ir::Opcode::kConstInt) return phase.a == 0;
  return phase.opcode == ir::Opcode::kInvoke && phase.c >= 1 &&
         ir::without_casts(body, body.values(phase)[0]) == ir::without_casts(body, wait.on);
}

std::optional<std::uint32_t> SignalGates::gate(InstanceId id, const Wait& wait, ObjectId object) {
  std::int64_t awaited = 1;
  if (wait.fact->times) {
    const ir::Body& body = *calls_.program().body(calls_.at(id).method);
    const Number times = times_.number(
        id, facts_.operand(body, body.instructions[wait.instruction], *wait.fact->times));
    if (times.kind != Number::Kind::kConstant) return std::nullopt;
    awaited = times.value;
  }
  return gate(object, awaited);
}

std::optional<std::uint32_t> SignalGates::gate(ObjectId object, std::int64_t awaited) {
  const auto [place, fresh] = known_.try_emplace({index(object), awaited}, std::nullopt);
  if (!fresh) return place->second;
  bool are_barriers = false;
  const auto signals = signals_on(object, are_barriers);
  const Number need = needed(object, awaited);
  if (need.kind == Number::Kind::kConstant && need.value < 1) return std::nullopt;
  const auto found = gates_.add(need, signals);
  if (found && awaited == 1) gates_.set_gate_of(object, *found);
  return known_[{index(object), awaited}] = found;
}

// Who comes to a barrier for the second time has seen all parties come twice. What a party does
// only after this barrier is no signal for it.
std::optional<std::uint32_t> SignalGates::barrier(InstanceId id, const Wait& wait,
                                                  const std::vector<Wait>& waits, ObjectId object) {
  bool are_barriers = false;
  std::vector<Signal> signals = signals_on(object, are_barriers);
  Number need = needed(object, 1);
  if (need.kind == Number::Kind::kConstant && need.value < 1) return std::nullopt;
  BodyFlow& flow = *calls_.flow(id);
  const ir::Dominance dominance(flow.body());
  const auto at = [](std::uint32_t instruction) { return base::id_at<ir::ValueId>(instruction); };
  std::int64_t level = 1;
  for (const Wait& other : waits) {
    if (other.instruction == wait.instruction || other.fact->kind != OrderFact::Kind::kBarrier ||
        origins_.only_single(calls_.heap().value(id, other.on)) != object)
      continue;
    if (dominance.available(at(other.instruction), at(wait.instruction))) ++level;
  }
  const bool is_alone = origins_.is_once(id) && origins_.list(id).size() == 1;
  if (is_alone && !flow.in_loop(wait.instruction)) {
    std::erase_if(signals, [&](const Signal& signal) {
      return signal.instance == id && signal.instruction < flow.body().instructions.size() &&
             dominance.available(at(wait.instruction), at(signal.instruction)) &&
             signal.instruction != wait.instruction;
    });
  }
  if (are_barriers && need.kind == Number::Kind::kConstant) need.value *= level;
  return gates_.add(need, signals);
}

std::vector<Signal> SignalGates::signals_on(ObjectId object, bool& are_barriers) const {
  std::vector<Signal> found;
  are_barriers = true;
  for (const Given& given : given_) {
    if (!given.on->contains(object)) continue;
    found.push_back(given.signal);
    are_barriers &= given.is_barrier;
  }
  return found;
}

Number SignalGates::needed(ObjectId object, std::int64_t awaited) {
  const InstanceId maker = origins_.maker(object);
  if (base::is_none(maker)) return {};
  const pointsto::Site& site = calls_.heap().site(object);
  const ir::MethodId method = calls_.at(maker).method;
  const ir::Body* body = calls_.program().body(method);
  if (body == nullptr || site.kind != pointsto::SiteKind::kNew) return {};
  for (const ir::Instruction& invoke : body->instructions) {
    if (invoke.opcode != ir::Opcode::kInvoke || invoke.invocation() != ir::Invocation::kSpecial ||
        index(body->values(invoke)[0]) != site.b)
      continue;
    const ir::MethodId constructor = facts_.resolved(calls_.program().owner(method), invoke);
    if (base::is_none(constructor)) return {};
    for (const OrderFact* fact : facts_.order(constructor)) {
      const bool is_permits = fact->kind == OrderFact::Kind::kPermits;
      if (!is_permits && fact->kind != OrderFact::Kind::kNeed) continue;
      if (fact->number != 0) return constant(fact->number);
      const Number given = times_.number(maker, facts_.operand(*body, invoke, fact->on));
      if (!is_permits) return given;
      return given.kind == Number::Kind::kConstant ? constant(awaited - given.value) : Number{};
    }
    return {};
  }
  return {};
}

}  // namespace heddle::origins
