#include "deadlocks/waits.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/id.h"
#include "ir/body.h"
#include "ir/class.h"
#include "origins/interrupts.h"

namespace heddle::deadlocks {

using base::index;
using ir::Opcode;
using model::LockFact;
using model::OrderFact;
using pointsto::InstanceId;
using pointsto::ObjectId;

Waits::Waits(origins::CallGraph& calls, const origins::Origins& origins, origins::Facts& facts,
             locks::Paths& paths, const locks::Fields& fields)
    : calls_(calls), origins_(origins), facts_(facts), paths_(paths), fields_(fields) {
  for (const ir::MethodId method : calls.heap().reachable_methods())
    if (calls.program().body(method) != nullptr) scan(method);
  const origins::Interrupts interrupts(calls, origins, facts);
  const auto may_be_interrupted = [&](InstanceId id) {
    return std::ranges::any_of(
        origins_.list(id), [&](origins::OriginId origin) { return interrupts.may_reach(origin); });
  };
  for (const Place& wait : waits_) {
    for (const InstanceId id : calls_.instances_of(wait.method)) {
      const pointsto::ObjectSet& objects = calls_.heap().value(id, wait.on);
      if (objects.size() == 0 || origins_.list(id).empty() || is_notified_by_machine(objects) ||
          may_be_interrupted(id))
        continue;
      const bool has_signal = std::ranges::any_of(
          signals_, [&](const Place& signal) { return may_signal(signal, wait, id); });
      if (has_signal) continue;
      found_.push_back({.instance = id, .instruction = wait.instruction});
      break;
    }
  }
}

// Waits are those of the application; who may end them is looked for everywhere.
void Waits::scan(ir::MethodId method) {
  ir::Program& program = calls_.program();
  const ir::Body& body = *program.body(method);
  const ir::Layer layer = program.layer(program.owner(method));
  for (std::uint32_t i = 0; i < body.instructions.size(); ++i) {
    const ir::Instruction& invoke = body.instructions[i];
    if (invoke.opcode != Opcode::kInvoke || invoke.c == 0 ||
        invoke.invocation() == ir::Invocation::kStatic)
      continue;
    const ir::MethodId called = facts_.resolved(program.owner(method), invoke);
    if (base::is_none(called)) continue;
    const Place place{.method = method, .instruction = i, .on = body.values(invoke)[0]};
    const LockFact* lock = facts_.lock(called);
    // Arguments are time limits.
    if (lock != nullptr && lock->kind == LockFact::Kind::kWait && invoke.c == 1 &&
        layer == ir::Layer::kApplication)
      waits_.push_back(place);
    const bool signals = std::ranges::any_of(facts_.order(called), [](const OrderFact* fact) {
      return fact->kind == OrderFact::Kind::kSignal;
    });
    if (signals) signals_.push_back(place);
  }
}

bool Waits::may_signal(const Place& signal, const Place& wait, InstanceId id) {
  const pointsto::ObjectSet& waited = calls_.heap().value(id, wait.on);
  const bool meets =
      std::ranges::any_of(calls_.instances_of(signal.method), [&](InstanceId signaller) {
        bool is_same = false;
        calls_.heap().value(signaller, signal.on).for_each([&](ObjectId object) {
          is_same = is_same || waited.contains(object);
        });
        return is_same;
      });
  if (!meets) return false;
  // Two fields, each with a condition that was made for it, are two conditions.
  const auto mine = own_field(wait), theirs = own_field(signal);
  return !mine || !theirs || *mine == *theirs;
}

// The field that it is read from, if that alone holds what a call made for it.
std::optional<ir::FieldId> Waits::own_field(const Place& place) {
  const locks::Path path = paths_[paths_.of(place.method, place.on)];
  if (path.kind != locks::Path::Kind::kStatic && path.kind != locks::Path::Kind::kField)
    return std::nullopt;
  const auto field =
      base::id_at<ir::FieldId>(path.kind == locks::Path::Kind::kStatic ? path.a : path.b);
  return fields_.is_made_for(field) ? std::optional(field) : std::nullopt;
}

// Who waits for a thread to end waits on it.
bool Waits::is_notified_by_machine(const pointsto::ObjectSet& objects) const {
  ir::Program& program = calls_.program();
  const ir::ClassId thread = program.find("java/lang/Thread");
  bool is_thread = false;
  objects.for_each([&](ObjectId object) {
    is_thread = is_thread || program.is_subtype(calls_.heap().type(object), ir::Type(thread));
  });
  return is_thread;
}

report::Finding Waits::finding(const EndlessWait& wait, origins::Describe& describe) {
  report::Finding made;
  made.kind = report::Kind::kEndlessWait;
  made.support.push_back(
      {.engine = report::Engine::kWholeProgram, .evidence = report::Evidence::kCertain});
  const origins::OriginId run = origins_.list(wait.instance)[0];
  made.sides.push_back(describe.side(report::Operation::kWait, run,
                                     describe.way(run, run, {wait.instance, wait.instruction})));
  made.unordered = "no reachable code notifies or signals what is waited for here, or interrupts";
  return made;
}

}  // namespace heddle::deadlocks
