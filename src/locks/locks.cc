#include "locks/locks.h"

#include <algorithm>

#include "base/id.h"
#include "ir/class.h"
#include "pointsto/state.h"

namespace heddle::locks {

using base::index;
using model::LockMode;
using origins::Call;
using pointsto::InstanceId;
using pointsto::ObjectId;

namespace {

void insert(std::vector<Lock>& locks, const Lock& lock) {
  const auto at = std::ranges::lower_bound(locks, lock.key(), {}, &Lock::key);
  if (at == locks.end() || at->key() != lock.key()) {
    locks.insert(at, lock);
  } else if (lock.mode == LockMode::kExclusive) {
    at->mode = LockMode::kExclusive;
  }
}

}  // namespace

Locks::Locks(origins::CallGraph& calls, origins::Origins& origins, origins::Facts& facts,
             Held& held, Paths& paths)
    : calls_(calls),
      origins_(origins),
      facts_(facts),
      held_(held),
      paths_(paths),
      seen_(calls.size()) {
  find_run_now();
  spread();
}

std::span<const Lock> Locks::at_entry(InstanceId id) const {
  const auto found = entry_.find(index(id));
  if (found == entry_.end()) return {};
  return found->second;
}

void Locks::add(InstanceId id, PathId path, LockMode mode, ir::ValueId value, std::uint32_t site,
                std::vector<Lock>& locks) {
  Lock lock{
      .kind = Lock::Kind::kPath, .id = index(path), .mode = mode, .taken_in = id, .taken_at = site};
  insert(locks, lock);
  const pointsto::Instance& instance = calls_.at(id);
  const pointsto::ObjectSet* objects = nullptr;
  if (value != ir::kNoValue) {
    objects = &calls_.heap().value(id, value);
  } else if (site == kAtEntry && !calls_.program().is(instance.method, ir::Access::kStatic)) {
    objects = &calls_.heap().state().graph.points(instance.node(instance.shape->parameters[0]));
  }
  const ObjectId only = objects == nullptr ? base::kNone<ObjectId> : origins_.only_single(*objects);
  if (base::is_none(only)) return;
  lock.kind = paths_.is_explicit_lock(path) ? Lock::Kind::kInsideObject : Lock::Kind::kObject;
  lock.id = index(only);
  insert(locks, lock);
}

std::vector<Lock> Locks::taken(InstanceId id, const Acquisition& acquisition) {
  std::vector<Lock> locks;
  add(id, acquisition.path, acquisition.mode, acquisition.value, acquisition.instruction, locks);
  return locks;
}

std::vector<Lock> Locks::before(InstanceId id, const Acquisition& acquisition) {
  if (acquisition.instruction != kAtEntry) return at(id, acquisition.instruction);
  const auto entry = at_entry(id);
  return {entry.begin(), entry.end()};
}

std::vector<Lock> Locks::at(InstanceId id, std::uint32_t instruction) {
  const auto entry = at_entry(id);
  std::vector<Lock> locks(entry.begin(), entry.end());
  if (instruction == pointsto::kModelInstruction) return locks;
  for (const HeldLock& held : held_.at(calls_.at(id).method, instruction))
    add(id, held.path, held.mode, held.value, held.site, locks);
  return locks;
}

// Paths through the arguments. What runs behind a lambda or a model has other parameters than the
// call has arguments: only what means the same everywhere goes there.
std::vector<Lock> Locks::in_terms_of(const Call& call, const std::vector<Lock>& locks) {
  std::vector<Lock> there;
  const ir::MethodId method = calls_.at(call.caller).method;
  const auto arguments = calls_.arguments(call);
  for (const Lock& lock : locks) {
    const PathId path = base::id_at<PathId>(lock.id);
    if (lock.kind != Lock::Kind::kPath || paths_.is_global(path)) {
      insert(there, lock);
      continue;
    }
    for (std::uint32_t i = 0; i < arguments.size(); ++i) {
      const auto moved = paths_.rebase(path, paths_.of(method, arguments[i]), paths_.parameter(i));
      if (!moved) continue;
      Lock renamed = lock;
      renamed.id = index(*moved);
      insert(there, renamed);
    }
  }
  return there;
}

bool Locks::meet(InstanceId at, const std::vector<Lock>& locks) {
  if (seen_[index(at)] == 0) {
    seen_[index(at)] = 1;
    if (!locks.empty()) entry_.emplace(index(at), locks);
    return true;
  }
  const auto found = entry_.find(index(at));
  if (found == entry_.end()) return false;
  bool shrank = false;
  std::vector<Lock> both;
  for (const Lock& lock : found->second) {
    const auto other = std::ranges::lower_bound(locks, lock.key(), {}, &Lock::key);
    if (other == locks.end() || other->key() != lock.key()) {
      shrank = true;
      continue;
    }
    both.push_back(lock);
    if (other->mode == LockMode::kShared && lock.mode == LockMode::kExclusive) {
      both.back().mode = LockMode::kShared;
      shrank = true;
    }
  }
  if (!shrank) return false;
  if (both.empty()) {
    entry_.erase(found);
  } else {
    found->second = std::move(both);
  }
  return true;
}

std::vector<std::uint8_t> Locks::kept_objects() const {
  const pointsto::State& state = calls_.heap().state();
  std::vector<std::uint8_t> kept(calls_.heap().object_count());
  std::vector<std::uint8_t> seen(state.graph.size());
  const auto keep = [&](pointsto::NodeId node) {
    const pointsto::NodeId all = state.graph.find(node);
    if (seen[index(all)] != 0) return;
    seen[index(all)] = 1;
    state.graph.points(all).for_each([&](ObjectId object) { kept[index(object)] = 1; });
  };
  for (const pointsto::NodeId node : state.statics)
    if (!base::is_none(node)) keep(node);
  for (const auto& [key, node] : state.phantom_fields) keep(node);
  for (const pointsto::Object& object : state.objects) {
    if (base::is_none(object.fields) || object.kind == pointsto::SiteKind::kLambda) continue;
    for (std::uint32_t i = 0; i < state.types.known_slots(object.type); ++i)
      keep(base::id_at<pointsto::NodeId>(index(object.fields) + i));
  }
  return kept;
}

void Locks::find_run_now() {
  const std::vector<std::uint8_t> kept = kept_objects();
  for (const ir::MethodId method : calls_.heap().reachable_methods()) {
    if (calls_.program().layer(calls_.program().owner(method)) != ir::Layer::kPlatform &&
        calls_.program().body(method) != nullptr)
      find_run_now(method, kept);
  }
}

void Locks::find_run_now(ir::MethodId method, const std::vector<std::uint8_t>& kept) {
  ir::Program& program = calls_.program();
  const ir::Body& body = *program.body(method);
  for (std::uint32_t made = 0; made < body.instructions.size(); ++made) {
    const ir::Instruction& instruction = body.instructions[made];
    if (instruction.opcode != ir::Opcode::kInvokeDynamic) continue;
    const auto target =
        program.lambda_target(program.owner(method), static_cast<ir::CallSiteRef>(instruction.a));
    if (!target || !target->method.runs() ||
        !program.is(target->method.member, ir::Access::kSynthetic))
      continue;
    // Given to one call, and nothing else done with it.
    std::uint32_t call = 0, uses = 0;
    for (std::uint32_t i = 0; i < body.instructions.size(); ++i) {
      const ir::Instruction& user = body.instructions[i];
      const auto note = [&](std::uint32_t value) {
        if (value != made) return;
        ++uses;
        call = i;
      };
      if (ir::has_value_list(user.opcode)) {
        for (const ir::ValueId value : body.values(user)) note(index(value));
      } else {
        ir::for_each_plain_operand(user, note);
      }
    }
    if (uses != 1 || body.instructions[call].opcode != ir::Opcode::kInvoke) continue;
    bool is_kept = false;
    for (const InstanceId id : calls_.instances_of(method)) {
      calls_.heap().value(id, base::id_at<ir::ValueId>(made)).for_each([&](ObjectId object) {
        is_kept = is_kept || kept[index(object)] != 0;
      });
    }
    if (is_kept) continue;
    const ir::MethodId run = target->method.member;
    run_now_[index(method)].push_back({.body = run, .made = made, .call = call});
    if (index(run) >= is_run_now_.size()) is_run_now_.resize(index(run) + 1024);
    is_run_now_[index(run)] = 1;
  }
}

// What the call holds while it runs what it was given.
void Locks::add_holds(InstanceId id, std::uint32_t instruction, std::vector<Lock>& locks) {
  const ir::MethodId method = calls_.at(id).method;
  const ir::Body& body = *calls_.program().body(method);
  for (const Call& call : calls_.calls_at(id, instruction)) {
    const model::LockFact* fact =
        call.initializes ? nullptr : facts_.lock(calls_.at(call.callee).method);
    if (fact == nullptr || fact->kind != model::LockFact::Kind::kHold) continue;
    const ir::ValueId on = facts_.operand(body, body.instructions[instruction], fact->on);
    if (on == ir::kNoValue) continue;
    add(id, paths_.explicit_lock(paths_.of(method, on)), fact->mode, on, instruction, locks);
  }
}

// Captured values are the body's first parameters.
std::vector<Lock> Locks::in_terms_of(InstanceId id, const RunNow& lambda) {
  const ir::MethodId method = calls_.at(id).method;
  const ir::Body& body = *calls_.program().body(method);
  std::vector<Lock> held = at(id, lambda.call);
  add_holds(id, lambda.call, held);
  std::vector<Lock> there;
  const auto captured = body.values(body.instructions[lambda.made]);
  for (const Lock& lock : held) {
    const PathId path = base::id_at<PathId>(lock.id);
    if (lock.kind != Lock::Kind::kPath || paths_.is_global(path)) {
      insert(there, lock);
      continue;
    }
    for (std::uint32_t i = 0; i < captured.size(); ++i) {
      const auto moved = paths_.rebase(path, paths_.of(method, captured[i]), paths_.parameter(i));
      if (!moved) continue;
      Lock renamed = lock;
      renamed.id = index(*moved);
      insert(there, renamed);
    }
  }
  return there;
}

void Locks::spread() {
  std::vector<InstanceId> open;
  const std::vector<Lock> none;
  const auto reach = [&](InstanceId at, const std::vector<Lock>& locks) {
    if (meet(at, locks)) open.push_back(at);
  };
  for (const InstanceId root : calls_.roots()) reach(root, none);
  for (const Call& start : calls_.starts()) reach(start.callee, none);
  for (std::uint32_t i = 0; i < calls_.size(); ++i) {
    const InstanceId id = base::id_at<InstanceId>(i);
    if (calls_.is_class_initializer(id)) reach(id, none);
  }
  while (!open.empty()) {
    const InstanceId from = open.back();
    open.pop_back();
    std::vector<Lock> locks;
    std::uint32_t known = 0;
    bool is_known = false;
    for (const Call& call : calls_.calls_from(from)) {
      const std::uint32_t method = index(calls_.at(call.callee).method);
      if (call.initializes || (method < is_run_now_.size() && is_run_now_[method] != 0)) continue;
      if (!is_known || call.instruction != known) {
        locks = at(from, call.instruction);
        known = call.instruction;
        is_known = true;
      }
      reach(call.callee, locks.empty() ? none : in_terms_of(call, locks));
    }
    const auto lambdas = run_now_.find(index(calls_.at(from).method));
    if (lambdas == run_now_.end()) continue;
    for (const RunNow& lambda : lambdas->second) {
      const std::vector<Lock> inside = in_terms_of(from, lambda);
      for (const InstanceId body : calls_.instances_of(lambda.body)) reach(body, inside);
    }
  }
}

}  // namespace heddle::locks
