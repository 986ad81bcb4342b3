#include "origins/draws.h"

#include <algorithm>

#include "base/id.h"
#include "ir/class.h"
#include "pointsto/state.h"

namespace heddle::origins {

using base::index;
using ir::Opcode;
using model::OrderFact;
using pointsto::InstanceId;
using pointsto::ObjectId;

namespace {

// By how much the method counts; 0: it stores something else. Nothing: it leaves the cell alone.
std::optional<std::int32_t> step_of(std::span<const OrderFact* const> facts) {
  std::optional<std::int32_t> step;
  for (const OrderFact* fact : facts) {
    if (fact->kind == OrderFact::Kind::kAdd) return fact->amount;
    if (fact->kind == OrderFact::Kind::kStore) step = 0;
  }
  return step;
}

}  // namespace

Draws::Draws(CallGraph& calls, Facts& facts) : calls_(calls), facts_(facts) {
  for (const ir::MethodId method : calls.heap().reachable_methods()) {
    const auto step = step_of(facts.order(method));
    if (step && calls.program().name(method) != "<init>") note(method, *step);
  }
}

void Draws::note(ir::MethodId method, std::int32_t step) {
  for (const InstanceId id : calls_.instances_of(method)) {
    const pointsto::Instance& instance = calls_.at(id);
    if (instance.shape->parameters.empty()) continue;
    calls_.heap()
        .state()
        .graph.points(instance.node(instance.shape->parameters[0]))
        .for_each([&](ObjectId object) {
          const auto [place, fresh] = steps_.try_emplace(index(object), step);
          if (!fresh && (place->second > 0) != (step > 0)) place->second = 0;
          if (step == 0) place->second = 0;
        });
  }
}

std::optional<Draw> Draws::draw(InstanceId id, ir::ValueId value, unsigned depth) {
  const ir::Body* body = calls_.program().body(calls_.at(id).method);
  if (depth == 0 || body == nullptr) return std::nullopt;
  const ir::Instruction& made = body->at(value);
  if (made.opcode == Opcode::kParameter) return given_by_callers(id, made.a, depth - 1);
  if (made.opcode == Opcode::kInvoke) return drawn_by(id, value, depth - 1);
  if (made.opcode != Opcode::kPhi) return std::nullopt;
  std::optional<Draw> common;
  for (const ir::ValueId part : body->values(made)) {
    const auto drawn = draw(id, part, depth - 1);
    if (!drawn || (common && *common != *drawn)) return std::nullopt;
    common = drawn;
  }
  return common;
}

std::optional<Draw> Draws::drawn_by(InstanceId id, ir::ValueId call, unsigned depth) {
  const ir::Program& program = calls_.program();
  const ir::MethodId method = calls_.at(id).method;
  const ir::Body& body = *calls_.program().body(method);
  const ir::Instruction& invoke = body.at(call);
  const ir::MethodId called = facts_.resolved(program.owner(method), invoke);
  if (!base::is_none(called) && invoke.c != 0) {
    const auto step = step_of(facts_.order(called));
    if (step && *step != 0) {
      ObjectId only = base::kNone<ObjectId>;
      const pointsto::ObjectSet& counters = calls_.heap().value(id, body.values(invoke)[0]);
      counters.for_each([&](ObjectId object) { only = object; });
      if (counters.size() != 1) return std::nullopt;
      const auto steps = steps_.find(index(only));
      if (steps == steps_.end() || steps->second == 0) return std::nullopt;
      return Draw{.counter = only, .by = called};
    }
  }
  const auto targets = calls_.calls_at(id, index(call));
  std::optional<Draw> common;
  for (const Call& target : targets) {
    if (target.initializes) continue;
    const ir::Body* inner =
        program.layer(program.owner(calls_.at(target.callee).method)) == ir::Layer::kPlatform
            ? nullptr
            : calls_.program().body(calls_.at(target.callee).method);
    if (inner == nullptr) return std::nullopt;
    for (const ir::Instruction& exit : inner->instructions) {
      if (exit.opcode != Opcode::kReturn) continue;
      const auto drawn = draw(target.callee, static_cast<ir::ValueId>(exit.a), depth);
      if (!drawn || (common && *common != *drawn)) return std::nullopt;
      common = drawn;
    }
  }
  return common;
}

std::optional<Draw> Draws::given_by_callers(InstanceId id, std::uint32_t parameter,
                                            unsigned depth) {
  if (is_begun(id)) return std::nullopt;
  std::optional<Draw> common;
  for (const Call& call : calls_.calls_to(id)) {
    const auto arguments = calls_.arguments(call);
    if (calls_.is_platform(call.caller) || parameter >= arguments.size()) return std::nullopt;
    const auto drawn = draw(call.caller, arguments[parameter], depth);
    if (!drawn || (common && *common != *drawn)) return std::nullopt;
    common = drawn;
  }
  return common;
}

// Does anything but a call begin it?
bool Draws::is_begun(InstanceId id) const {
  return std::ranges::find(calls_.roots(), id) != calls_.roots().end() ||
         std::ranges::any_of(calls_.starts(),
                             [&](const Call& start) { return start.callee == id; });
}

}  // namespace heddle::origins
