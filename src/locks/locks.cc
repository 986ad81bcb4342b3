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
  } else if (site != kAtEntry) {
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

// Paths through the arguments. What runs behind a lambda or a model has other parameters than the
// call has arguments: only what means the same everywhere goes there.
std::vector<Lock> Locks::in_terms_of(const Call& call, const std::vector<Lock>& locks) {
  const auto is_same_everywhere = [&](const Lock& lock) {
    return lock.kind != Lock::Kind::kPath || paths_.is_global(base::id_at<PathId>(lock.id));
  };
  if (std::ranges::all_of(locks, is_same_everywhere)) return locks;
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

bool Locks::keep_common(std::vector<Lock>& locks, const std::vector<Lock>& others) {
  bool shrank = false;
  std::vector<Lock> both;
  for (const Lock& lock : locks) {
    const auto other = std::ranges::lower_bound(others, lock.key(), {}, &Lock::key);
    if (other == others.end() || other->key() != lock.key()) {
      shrank = true;
      continue;
    }
    both.push_back(lock);
    if (other->mode == LockMode::kShared && lock.mode == LockMode::kExclusive) {
      both.back().mode = LockMode::kShared;
      shrank = true;
    }
  }
  if (shrank) locks = std::move(both);
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
    add(id,
        {.path = paths_.explicit_lock(paths_.of(method, on)),
         .mode = fact->mode,
         .site = instruction,
         .value = on},
        locks);
  }
}

// What is held wherever something that `at` calls runs the body, in the terms of `at`; nothing if
// that is not known yet, or if it is not run there.
std::optional<std::vector<Lock>> Locks::around_body(InstanceId at, const RunNow& lambda,
                                                    InstanceId maker, unsigned depth,
                                                    std::uint32_t only_instruction) {
  constexpr unsigned kDeepest = 4;
  std::optional<std::vector<Lock>> common;
  for (const Call* each : calls_with(at, lambda, maker, depth < kDeepest)) {
    const Call& call = *each;
    if (only_instruction != kAnyInstruction && call.instruction != only_instruction) continue;
    std::vector<Lock> here;
    if (calls_.at(call.callee).method != lambda.body) {
      waiting_[index(call.callee)].insert(index(maker));
      if (seen_[index(call.callee)] == 0) {
        is_unknown_ = true;
        return std::nullopt;
      }
      const auto inside = around_body(call.callee, lambda, maker, depth + 1, kAnyInstruction);
      if (!inside) continue;
      here = in_terms_of_caller(call, *inside);
    }
    for (const Lock& lock : this->at(at, call.instruction)) insert(here, lock);
    if (!common) {
      common = std::move(here);
    } else {
      keep_common(*common, here);
    }
  }
  return common;
}

// The calls that run the lambda's body or, if these are wanted, may hand it on. They are asked for
// whenever somebody on the way holds something else, and stay the same.
const std::vector<const Call*>& Locks::calls_with(InstanceId at, const RunNow& lambda,
                                                  InstanceId maker, bool with_handing_on) {
  const std::array key{index(at), index(maker), lambda.made, with_handing_on ? 1U : 0U};
  const auto [place, fresh] = calls_with_.try_emplace(key);
  if (!fresh) return place->second;
  for (const Call& call : calls_.calls_from(at)) {
    if (!call.initializes && (calls_.at(call.callee).method == lambda.body ||
                              (with_handing_on && may_hand_on(call, lambda, maker))))
      place->second.push_back(&call);
  }
  return place->second;
}

// Is the lambda among what the call gives, or captured by a lambda that it gives?
bool Locks::may_hand_on(const Call& call, const RunNow& lambda, InstanceId maker) const {
  const pointsto::ObjectSet& made =
      calls_.heap().value(maker, base::id_at<ir::ValueId>(lambda.made));
  const auto is_among = [&](const pointsto::ObjectSet& given) {
    bool is_given = false;
    made.for_each([&](ObjectId object) { is_given = is_given || given.contains(object); });
    return is_given;
  };
  const pointsto::State& state = calls_.heap().state();
  const auto is_captured = [&](ObjectId by) {
    const pointsto::Object& object = state.objects[index(by)];
    if (object.kind != pointsto::SiteKind::kLambda || base::is_none(object.fields)) return false;
    const pointsto::Site& site = calls_.heap().site(by);
    const ir::Body* body = calls_.program().body(base::id_at<ir::MethodId>(site.a));
    if (body == nullptr || site.b >= body->instructions.size()) return false;
    const std::size_t captures = body->values(body->instructions[site.b]).size();
    for (std::size_t i = 0; i < captures; ++i)
      if (is_among(state.graph.points(
              base::id_at<pointsto::NodeId>(index(object.fields) + static_cast<std::uint32_t>(i)))))
        return true;
    return false;
  };
  // Of a call that runs another lambda its receiver counts, too.
  auto arguments = calls_.arguments(call);
  const ir::Body* body = calls_.program().body(calls_.at(call.caller).method);
  if (arguments.empty() && body != nullptr && call.instruction < body->instructions.size() &&
      body->instructions[call.instruction].opcode == ir::Opcode::kInvoke)
    arguments = body->values(body->instructions[call.instruction]);
  return std::ranges::any_of(arguments, [&](ir::ValueId argument) {
    const pointsto::ObjectSet& given = calls_.heap().value(call.caller, argument);
    if (is_among(given)) return true;
    bool is_inside = false;
    given.for_each([&](ObjectId object) { is_inside = is_inside || is_captured(object); });
    return is_inside;
  });
}

// Captured values are the body's first parameters.
std::optional<std::vector<Lock>> Locks::in_terms_of(InstanceId id, const RunNow& lambda) {
  const ir::MethodId method = calls_.at(id).method;
  const ir::Body& body = *calls_.program().body(method);
  is_unknown_ = false;
  auto held = around_body(id, lambda, id, 0, lambda.call);
  if (is_unknown_) return std::nullopt;
  if (!held) held = at(id, lambda.call);
  add_holds(id, lambda.call, *held);
  std::vector<Renaming> names;
  for (const ir::ValueId captured : body.values(body.instructions[lambda.made])) {
    const auto position = static_cast<std::uint32_t>(names.size());
    names.push_back({.here = paths_.of(method, captured), .there = paths_.parameter(position)});
  }
  std::vector<Lock> there;
  for (const Lock& lock : *held) rename(lock, names, there);
  return there;
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
    spread_lambdas(from, reach);
    // What runs lambdas for others holds something else now.
    const auto makers = waiting_.find(index(from));
    if (makers == waiting_.end()) continue;
    const std::vector<std::uint32_t> again(makers->second.begin(), makers->second.end());
    for (const std::uint32_t maker : again) spread_lambdas(base::id_at<InstanceId>(maker), reach);
  }
}

void Locks::spread_lambdas(InstanceId maker, const Reach& reach) {
  const auto lambdas = run_now_.find(index(calls_.at(maker).method));
  if (lambdas == run_now_.end()) return;
  for (const RunNow& lambda : lambdas->second) {
    const auto inside = in_terms_of(maker, lambda);
    if (!inside) continue;
    for (const InstanceId body : calls_.instances_of(lambda.body)) reach(body, *inside);
  }
}

}  // namespace heddle::locks
