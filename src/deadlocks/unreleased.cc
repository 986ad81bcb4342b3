#include "deadlocks/unreleased.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/id.h"
#include "ir/body.h"
#include "ir/class.h"
#include "locks/path_objects.h"

namespace heddle::deadlocks {

using base::index;
using ir::Opcode;
using model::LockFact;
using pointsto::InstanceId;
using pointsto::ObjectId;

Unreleased::Unreleased(origins::CallGraph& calls, const origins::Origins& origins,
                       origins::Facts& facts, locks::Held& held, locks::Paths& paths)
    : calls_(calls),
      origins_(origins),
      facts_(facts),
      held_(held),
      paths_(paths),
      let_go_(calls.heap().object_count()) {
  ir::Program& program = calls.program();
  std::vector<ir::MethodId> methods;
  for (const ir::MethodId method : calls.heap().reachable_methods())
    if (program.layer(program.owner(method)) != ir::Layer::kPlatform &&
        program.body(method) != nullptr)
      methods.push_back(method);
  for (const ir::MethodId method : methods) note_releases(method);
  for (const ir::MethodId method : methods)
    if (program.layer(program.owner(method)) == ir::Layer::kApplication) scan(method);
}

const LockFact* Unreleased::lock_fact(ir::MethodId method, const ir::Instruction& at) {
  if (at.opcode != Opcode::kInvoke) return nullptr;
  const ir::MethodId called = facts_.resolved(calls_.program().owner(method), at);
  const LockFact* fact = base::is_none(called) ? nullptr : facts_.lock(called);
  return fact == nullptr || fact->is_conditional ? nullptr : fact;
}

void Unreleased::note_releases(ir::MethodId method) {
  const ir::Body& body = *calls_.program().body(method);
  for (std::uint32_t i = 0; i < body.instructions.size(); ++i) {
    const LockFact* fact = lock_fact(method, body.instructions[i]);
    if (fact == nullptr || fact->kind != LockFact::Kind::kRelease) continue;
    const ir::ValueId on = facts_.operand(body, body.instructions[i], fact->on);
    if (on == ir::kNoValue) continue;
    const locks::Held::Named lock = held_.named(method, body, on);
    if (held_.holds(method, i, paths_.explicit_lock(lock.path))) continue;
    for (const InstanceId id : calls_.instances_of(method))
      for (const ObjectId object : locks::objects_of(calls_, paths_, id, lock.path))
        let_go_[index(object)] = 1;
  }
}

void Unreleased::scan(ir::MethodId method) {
  const ir::Body& body = *calls_.program().body(method);
  for (const locks::Acquisition& lock : held_.acquisitions(method)) {
    if (lock.instruction == locks::kAtEntry || lock.may_fail || lock.retakes ||
        lock.only_if != nullptr || !paths_.is_explicit_lock(lock.path))
      continue;
    const bool has_release = [&] {
      for (std::uint32_t i = 0; i < body.instructions.size(); ++i)
        if (releases(method, body, i, lock)) return true;
      return false;
    }();
    if (!has_release) continue;
    const auto left = find_way_out(method, body, lock);
    if (!left) continue;
    for (const InstanceId id : calls_.instances_of(method)) {
      if (origins_.list(id).empty() || is_let_go_elsewhere(id, lock)) continue;
      found_.push_back({.instance = id,
                        .acquired = lock.instruction,
                        .left = *left,
                        .path = lock.path,
                        .value = lock.value});
      break;
    }
  }
}

bool Unreleased::is_let_go_elsewhere(InstanceId id, const locks::Acquisition& lock) const {
  const auto objects = lock.value != ir::kNoValue
                           ? locks::few_objects(calls_.heap().value(id, lock.value))
                           : locks::objects_of(calls_, paths_, id, lock.path);
  return objects.empty() ||
         std::ranges::any_of(objects, [&](ObjectId object) { return let_go_[index(object)] != 0; });
}

bool Unreleased::releases(ir::MethodId method, const ir::Body& body, std::uint32_t at,
                          const locks::Acquisition& lock) {
  const LockFact* fact = lock_fact(method, body.instructions[at]);
  if (fact == nullptr || fact->kind != LockFact::Kind::kRelease) return false;
  const ir::ValueId on = facts_.operand(body, body.instructions[at], fact->on);
  return on != ir::kNoValue &&
         paths_.explicit_lock(held_.named(method, body, on).path) == lock.path;
}

// A return or throw that control comes to, without an exception on the way.
std::optional<std::uint32_t> Unreleased::find_way_out(ir::MethodId method, const ir::Body& body,
                                                      const locks::Acquisition& lock) {
  const origins::BodyFlow& flow = *calls_.flow(method);
  std::vector<std::uint8_t> seen(body.blocks.size());
  std::vector<std::pair<std::uint32_t, std::uint32_t>> open;  // block, from which instruction on
  open.emplace_back(flow.block_of(lock.instruction), lock.instruction + 1);
  while (!open.empty()) {
    const auto [number, first] = open.back();
    open.pop_back();
    const ir::Block& block = body.blocks[number];
    bool is_released = false;
    for (std::uint32_t i = first; i < block.end && !is_released; ++i)
      is_released = i == lock.instruction || releases(method, body, i, lock);
    const ir::Instruction& last = body.instructions[block.end - 1];
    if (is_released || is_test_of_state(body, last)) continue;
    const bool leaves = last.opcode == Opcode::kReturn ||
                        (last.opcode == Opcode::kThrow && body.handlers_of(block).empty());
    if (leaves) return block.end - 1;
    for (const ir::BlockId next : body.successors_of(block)) {
      if (seen[index(next)] != 0) continue;
      seen[index(next)] = 1;
      open.emplace_back(index(next), body.blocks[index(next)].first);
    }
  }
  return std::nullopt;
}

// Of a flag that says what was done before, or of what a call says, which may be of the lock.
bool Unreleased::is_test_of_state(const ir::Body& body, const ir::Instruction& test) const {
  if (test.opcode != Opcode::kIf) return false;
  const auto is_state = [&](std::uint32_t value) {
    if (value == index(ir::kNoValue)) return false;
    const Opcode opcode = body.instructions[value].opcode;
    return opcode == Opcode::kPhi || opcode == Opcode::kInvoke;
  };
  return is_state(test.a) || is_state(test.b);
}

report::Finding Unreleased::finding(const UnreleasedLock& lock, origins::Describe& describe) {
  report::Finding made;
  made.kind = report::Kind::kUnreleasedLock;
  made.support.push_back(
      {.engine = report::Engine::kWholeProgram, .evidence = report::Evidence::kCertain});
  const origins::OriginId run = origins_.list(lock.instance)[0];
  made.sides.push_back(describe.side(report::Operation::kAcquire, run,
                                     describe.way(run, run, {lock.instance, lock.acquired})));
  const report::Place out = describe.place(lock.instance, lock.left);
  const bool throws =
      calls_.program().body(calls_.at(lock.instance).method)->instructions[lock.left].opcode ==
      Opcode::kThrow;
  made.unordered =
      fmt::format("{} is not given back before the {} at {}:{}", paths_.name(lock.path),
                  throws ? "throw" : "return", out.file, out.line);
  return made;
}

}  // namespace heddle::deadlocks
