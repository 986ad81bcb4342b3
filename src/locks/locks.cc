#include "locks/locks.h"

#include <algorithm>
#include <array>

#include "base/id.h"
#include "ir/class.h"
#include "locks/path_objects.h"
#include "pointsto/state.h"

namespace heddle::locks {

using base::index;
using model::LockMode;
using origins::Call;
using pointsto::InstanceId;
using pointsto::ObjectId;

Locks::Locks(origins::CallGraph& calls, origins::Origins& origins, origins::Facts& facts,
             Held& held, Paths& paths)
    : calls_(calls),
      origins_(origins),
      facts_(facts),
      held_(held),
      paths_(paths),
      tokens_(calls, origins, facts),
      seen_(calls.size()) {
  find_run_now();
  find_spoiled();
  find_shared_views();
  spread();
  if (!spoil_unheld()) return;
  entry_.clear();
  std::ranges::fill(seen_, 0);
  spread();
}

void Locks::find_spoiled() {
  spoiled_.assign(calls_.heap().object_count(), 0);
  for (const ir::MethodId method : calls_.heap().reachable_methods()) {
    if (calls_.program().layer(calls_.program().owner(method)) != ir::Layer::kPlatform &&
        calls_.program().body(method) != nullptr)
      find_spoiled(method);
  }
}

void Locks::find_spoiled(ir::MethodId method) {
  const ir::Program& program = calls_.program();
  const ir::Body& body = *calls_.program().body(method);
  for (std::uint32_t i = 0; i < body.instructions.size(); ++i) {
    const ir::Instruction& invoke = body.instructions[i];
    if (invoke.opcode != ir::Opcode::kInvoke) continue;
    const ir::MethodId called = facts_.resolved(program.owner(method), invoke);
    const model::LockFact* fact = base::is_none(called) ? nullptr : facts_.lock(called);
    if (fact == nullptr || !fact->is_conditional) continue;
    const ir::ValueId on = facts_.operand(body, invoke, fact->on);
    if (on == ir::kNoValue) continue;
    const bool is_given = origins::Facts::are_given(body, invoke, fact->given);
    const bool is_release = fact->kind == model::LockFact::Kind::kRelease;
    const PathId path = paths_.explicit_lock(held_.named(method, body, on).path);
    const bool is_fair = is_given && fact->kind != model::LockFact::Kind::kSpoil &&
                         (!is_release || held_.holds(method, i, path));
    if (is_fair) continue;
    if (is_given && is_release) {
      handed_releases_.push_back({.method = method, .instruction = i, .path = path, .on = on});
      continue;
    }
    for (const InstanceId id : calls_.instances_of(method))
      calls_.heap().value(id, on).for_each([&](ObjectId object) { spoiled_[index(object)] = 1; });
  }
}

// `unlock()` of a class of locks made of a flag. What is held where it begins does not depend on
// who else gives the flag back, so that those who do not hold it can be taken out afterwards.
bool Locks::spoil_unheld() {
  bool are_some = false;
  for (const HandedRelease& release : handed_releases_) {
    for (const InstanceId id : calls_.instances_of(release.method)) {
      const auto held = at(id, release.instruction);
      const bool is_held = std::ranges::any_of(held, [&](const Lock& lock) {
        return lock.kind == Lock::Kind::kPath && lock.id == index(release.path);
      });
      if (is_held) continue;
      calls_.heap().value(id, release.on).for_each([&](ObjectId object) {
        are_some |= spoiled_[index(object)] == 0;
        spoiled_[index(object)] = 1;
      });
    }
  }
  return are_some;
}

bool Locks::is_lock(InstanceId id, const HeldLock& held) {
  if (held.only_if == nullptr) return true;
  const auto objects = held.value != ir::kNoValue ? few_objects(calls_.heap().value(id, held.value))
                                                  : objects_of(calls_, paths_, id, held.path);
  return !objects.empty() && std::ranges::all_of(objects, [&](ObjectId object) {
    return spoiled_[index(object)] == 0 &&
           facts_.is_made_with(calls_.heap().site(object), held.only_if->made_with);
  });
}

void Locks::find_shared_views() {
  for (const ir::MethodId method : calls_.heap().reachable_methods()) {
    const model::LockFact* fact = facts_.lock(method);
    if (fact == nullptr || fact->kind != model::LockFact::Kind::kView ||
        fact->mode != LockMode::kShared)
      continue;
    const ir::Body* body = calls_.program().body(method);
    if (body == nullptr) continue;
    for (const ir::Instruction& last : body->instructions) {
      if (last.opcode != ir::Opcode::kReturn || last.a == index(ir::kNoValue)) continue;
      for (const InstanceId id : calls_.instances_of(method))
        calls_.heap().value(id, static_cast<ir::ValueId>(last.a)).for_each([&](ObjectId object) {
          shared_views_.insert(index(object));
        });
    }
  }
}

bool Locks::may_be_shared_view(InstanceId id, ir::ValueId value) {
  if (shared_views_.empty() || value == ir::kNoValue) return false;
  const auto [place, fresh] =
      may_be_shared_.try_emplace(std::uint64_t{index(id)} << 32U | index(value), false);
  if (fresh) {
    calls_.heap().value(id, value).for_each([&](ObjectId object) {
      place->second = place->second || shared_views_.contains(index(object));
    });
  }
  return place->second;
}

void Locks::insert(std::vector<Lock>& locks, const Lock& lock) {
  const auto at = std::ranges::lower_bound(locks, lock.key(), {}, &Lock::key);
  if (at == locks.end() || at->key() != lock.key()) {
    locks.insert(at, lock);
  } else if (lock.mode == LockMode::kExclusive) {
    at->mode = LockMode::kExclusive;
  }
}

std::span<const Lock> Locks::at_entry(InstanceId id) const {
  const auto found = entry_.find(index(id));
  if (found == entry_.end()) return {};
  return found->second;
}

void Locks::add(InstanceId id, const HeldLock& held, std::vector<Lock>& locks) {
  if (!is_lock(id, held)) return;
  const auto& [path, said, depth, site, value, only_if] = held;
  const bool is_shared = paths_.is_explicit_lock(path) && may_be_shared_view(id, value);
  const LockMode mode = is_shared ? LockMode::kShared : said;
  Lock lock{
      .kind = Lock::Kind::kPath, .id = index(path), .mode = mode, .taken_in = id, .taken_at = site};
  insert(locks, lock);
  const pointsto::Instance& instance = calls_.at(id);
  ObjectId only = base::kNone<ObjectId>;
  if (value != ir::kNoValue) {
    only = origins_.only_single(calls_.heap().value(id, value));
  } else if (site == kAtEntry && !calls_.program().is(instance.method, ir::Access::kStatic)) {
    only = origins_.only_single(
        calls_.heap().state().graph.points(instance.node(instance.shape->parameters[0])));
  } else {
    const auto objects = objects_of(calls_, paths_, id, path);
    if (objects.size() == 1 && origins_.is_single(objects[0])) only = objects[0];
  }
  if (base::is_none(only)) return;
  lock.kind = paths_.is_explicit_lock(path) ? Lock::Kind::kInsideObject : Lock::Kind::kObject;
  lock.id = index(only);
  insert(locks, lock);
}

std::vector<Lock> Locks::taken(InstanceId id, const Acquisition& acquisition) {
  std::vector<Lock> locks;
  add(id,
      {.path = acquisition.path,
       .mode = acquisition.mode,
       .site = acquisition.instruction,
       .value = acquisition.value,
       .only_if = acquisition.only_if},
      locks);
  return locks;
}

std::optional<std::string> Locks::lasting_name(const Lock& lock) {
  if (lock.kind == Lock::Kind::kPath) return paths_.lasting_name(base::id_at<PathId>(lock.id));
  for (const Acquisition& taken : held_.acquisitions(calls_.at(lock.taken_in).method))
    if (taken.instruction == lock.taken_at) return paths_.lasting_name(taken.path);
  return std::nullopt;
}

std::vector<Lock> Locks::before(InstanceId id, const Acquisition& acquisition) {
  if (acquisition.instruction != kAtEntry) return at(id, acquisition.instruction);
  const auto entry = at_entry(id);
  return {entry.begin(), entry.end()};
}

std::vector<Lock> Locks::at(InstanceId id, std::uint32_t instruction) {
  const auto entry = at_entry(id);
  std::vector<Lock> locks(entry.begin(), entry.end());
  add_held(id, instruction, locks);
  return locks;
}

std::vector<std::uint64_t> Locks::named_at(InstanceId id, std::uint32_t instruction, bool alone) {
  std::vector<std::uint64_t> found;
  for (const Lock& lock : at(id, instruction)) {
    if (alone && lock.mode != LockMode::kExclusive) continue;
    if (lock.kind != Lock::Kind::kPath || paths_.is_global(base::id_at<PathId>(lock.id)))
      found.push_back(lock.key());
  }
  return found;
}

// By the method itself.
void Locks::add_held(InstanceId id, std::uint32_t instruction, std::vector<Lock>& locks) {
  if (instruction == pointsto::kModelInstruction) return;
  for (const HeldLock& held : held_.at(calls_.at(id).method, instruction)) add(id, held, locks);
  for (const Tokens::Token& token : tokens_.at(id, instruction))
    insert(locks, {.kind = Lock::Kind::kInsideObject,
                   .id = index(token.group),
                   .mode = LockMode::kExclusive,
                   .taken_in = id,
                   .taken_at = token.taken_at});
}

std::vector<Lock> Locks::along(std::span<const origins::Point> way) {
  std::vector<Lock> held;
  for (std::size_t i = 0; i < way.size(); ++i) {
    const origins::Point& at = way[i];
    for (const Lock& lock : at_entry(at.instance)) insert(held, lock);
    add_held(at.instance, at.instruction, held);
    if (i + 1 == way.size()) break;
    for (const Call& call : calls_.calls_at(at.instance, at.instruction)) {
      if (call.callee != way[i + 1].instance) continue;
      held = call.initializes ? std::vector<Lock>() : in_terms_of(call, held);
      break;
    }
  }
  return held;
}

// From one method's terms into another's: `names` are the paths there of what is here `values`.
void Locks::rename(const Lock& lock, std::span<const Renaming> names, std::vector<Lock>& there) {
  const PathId path = base::id_at<PathId>(lock.id);
  if (lock.kind != Lock::Kind::kPath || paths_.is_global(path)) return insert(there, lock);
  for (const Renaming& name : names) {
    const auto moved = paths_.rebase(path, name.here, name.there);
    if (!moved) continue;
    Lock renamed = lock;
    renamed.id = index(*moved);
    insert(there, renamed);
  }
}

// Do all of them mean the same in any method?
bool Locks::are_same_everywhere(const std::vector<Lock>& locks) const {
  return std::ranges::all_of(locks, [&](const Lock& lock) {
    return lock.kind != Lock::Kind::kPath || paths_.is_global(base::id_at<PathId>(lock.id));
  });
}

// Paths through the arguments. What runs behind a lambda or a model has other parameters than the
// call has arguments: only what means the same everywhere goes there.
std::vector<Lock> Locks::in_terms_of(const Call& call, const std::vector<Lock>& locks) {
  if (are_same_everywhere(locks)) return locks;
  std::vector<Renaming> names;
  const ir::MethodId method = calls_.at(call.caller).method;
  for (const ir::ValueId argument : calls_.arguments(call)) {
    const auto position = static_cast<std::uint32_t>(names.size());
    names.push_back({.here = paths_.of(method, argument), .there = paths_.parameter(position)});
  }
  // And through what is made here of the locked object and handed on.
  const std::size_t direct = names.size();
  for (std::uint32_t i = 0; i < direct; ++i) {
    for (const Paths::Given& given : paths_.all_given(names[i].here))
      names.push_back(
          {.here = given.path, .there = paths_.field(paths_.parameter(i), given.field)});
  }
  std::vector<Lock> there;
  for (const Lock& lock : locks) rename(lock, names, there);
  return there;
}

// `withLock(rw.readLock(), …)`: what the callee takes is the lock behind the view, in its mode.
void Locks::add_behind_view(const Call& call, const Lock& lock, std::vector<Lock>& there) {
  if (lock.kind != Lock::Kind::kPath) return;
  const ir::MethodId method = calls_.at(call.caller).method;
  const ir::Body& body = *calls_.program().body(method);
  std::uint32_t position = 0;
  for (const ir::ValueId argument : calls_.arguments(call)) {
    const PathId given = paths_.explicit_lock(paths_.parameter(position++));
    if (base::id_at<PathId>(lock.id) != given) continue;
    const Held::Named named = held_.named(method, body, argument);
    if (!named.is_view) continue;
    Lock behind = lock;
    behind.id = index(paths_.explicit_lock(named.path));
    behind.mode = named.mode;
    insert(there, behind);
  }
}

// The other way: what a callee holds, in the terms of its caller.
std::vector<Lock> Locks::in_terms_of_caller(const Call& call, const std::vector<Lock>& locks) {
  std::vector<Renaming> names;
  const ir::MethodId method = calls_.at(call.caller).method;
  for (const ir::ValueId argument : calls_.arguments(call)) {
    const auto position = static_cast<std::uint32_t>(names.size());
    names.push_back({.here = paths_.parameter(position), .there = paths_.of(method, argument)});
  }
  std::vector<Lock> there;
  for (const Lock& lock : locks) {
    rename(lock, names, there);
    add_behind_view(call, lock, there);
  }
  return there;
}

// Both are ascending by key.
bool Locks::keep_common(std::vector<Lock>& locks, const std::vector<Lock>& others) {
  bool shrank = false;
  auto kept = locks.begin();
  auto other = others.begin();
  for (const Lock& lock : locks) {
    while (other != others.end() && other->key() < lock.key()) ++other;
    if (other == others.end() || other->key() != lock.key()) {
      shrank = true;
      continue;
    }
    const bool weakens = other->mode == LockMode::kShared && lock.mode == LockMode::kExclusive;
    shrank |= weakens;
    *kept = lock;
    if (weakens) kept->mode = LockMode::kShared;
    ++kept;
  }
  locks.erase(kept, locks.end());
  return shrank;
}

bool Locks::meet(InstanceId at, const std::vector<Lock>& locks) {
  if (seen_[index(at)] == 0) {
    seen_[index(at)] = 1;
    if (!locks.empty()) entry_.emplace(index(at), locks);
    return true;
  }
  const auto found = entry_.find(index(at));
  if (found == entry_.end() || !keep_common(found->second, locks)) return false;
  if (found->second.empty()) entry_.erase(found);
  return true;
}

void Locks::spread() {
  std::vector<InstanceId> open;
  const std::vector<Lock> none;
  const Reach reach = [&](InstanceId at, const std::vector<Lock>& locks) {
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
    bool is_known = false, are_same = true;
    for (const Call& call : calls_.calls_from(from)) {
      const std::uint32_t method = index(calls_.at(call.callee).method);
      if (call.initializes || (method < is_run_now_.size() && is_run_now_[method] != 0)) continue;
      if (!is_known || call.instruction != known) {
        locks = at(from, call.instruction);
        known = call.instruction;
        is_known = true;
        are_same = are_same_everywhere(locks);
      }
      reach(call.callee, are_same ? locks : in_terms_of(call, locks));
    }
    spread_lambdas(from, reach);
    // What runs lambdas for others holds something else now.
    const auto makers = waiting_.find(index(from));
    if (makers == waiting_.end()) continue;
    const std::vector<std::uint32_t> again(makers->second.begin(), makers->second.end());
    for (const std::uint32_t maker : again) spread_lambdas(base::id_at<InstanceId>(maker), reach);
  }
}

}  // namespace heddle::locks
