#include <algorithm>
#include <utility>

#include "modular/builder.h"
#include "modular/guards.h"
#include "modular/summarise.h"

namespace heddle::modular {

using base::index;
using ir::Opcode;
using ir::ValueId;

namespace {

// Perhaps nobody calls it from outside of what we look at: what it does is told through its
// callers.
bool is_inner(const ir::Program& program, ir::MethodId method) {
  return !program.is(method, ir::Access::kPublic) || program.is(method, ir::Access::kSynthetic);
}

}  // namespace

void Builder::call(std::uint32_t at) {
  const ir::Instruction& invoke = body_.instructions[at];
  const Call* call = code_.call(method_, invoke);
  if (call == nullptr || base::is_none(call->resolved)) return;
  const auto arguments = body_.values(invoke);
  ir::MethodId exact{};
  const auto targets = values_.targets(*call, invoke, exact);
  note_inner_call(*call, at, arguments);
  for (const ir::MethodId target : targets) {
    const Summary* summary = summary_of(summaries_, target);
    if (summary == nullptr) continue;
    const bool is_exact = targets.size() == 1 && !call->was_cut;
    instantiate({.target = target, .arguments = arguments, .is_exact = is_exact}, *summary, at);
    pass_on(*summary, arguments);
  }
  if (call->is_platform) access_library(*call, at, arguments);
  if (code_.is_unchecked(*call)) call_unchecked(at, arguments);
  if (!code_.guard(call->resolved).empty()) call_guarded(*call, at, arguments);
  run_tasks(*call, at, arguments, targets);
}

void Builder::call_unchecked(std::uint32_t at, std::span<const ValueId> arguments) {
  if (arguments.empty()) return;
  for (const Path& path : values_.of(arguments[0]))
    if (path.root != Path::Root::kLocal) add(path, Action::kCall, at);
}

// Who calls a method that wants a lock must hold it; whoever calls us may do so, too.
void Builder::call_guarded(const Call& call, std::uint32_t at, std::span<const ValueId> arguments) {
  const Path guard = code_.wanted_lock(call.resolved);
  here_.clear();
  values_.substitute(guard, arguments, here_);
  if (here_.size() != 1) return;
  outside_.clear();
  values_.seen_from_outside(here_[0], at, outside_);
  const std::vector<Path> seen = outside_;
  for (const Path& path : seen) {
    Access access = made(path, Action::kNeed, at);
    if (!is_held(path, access.locks)) keep(std::move(access));
  }
}

bool Builder::is_held(const Path& guard, std::uint32_t locks) const {
  const ir::ClassId of = code_.program().owner(method_);
  return std::ranges::any_of(summary_.locksets[locks], [&](const HeldLock& lock) {
    return is_guard(code_, guard, lock.path, of);
  });
}

void Builder::note_inner_call(const Call& call, std::uint32_t at,
                              std::span<const ValueId> arguments) {
  const ir::Program& program = code_.program();
  const ir::MethodId target = call.resolved;
  if (program.is(target, ir::Access::kPublic) || target == method_) return;
  const bool has_object = call.invocation != ir::Invocation::kStatic && !arguments.empty();
  const bool is_shared =
      has_object ? is_others_too(arguments[0], at) : program.name(method_) != "<clinit>";
  const InnerCall noted{.target = target,
                        .is_virtual = call.invocation == ir::Invocation::kVirtual,
                        .is_bare = is_shared && held_.at(at).empty()};
  if (std::ranges::find(summary_.inner_calls, noted) == summary_.inner_calls.end())
    summary_.inner_calls.push_back(noted);
}

// May others have the object? What is being made, and what hangs on it, they do not.
bool Builder::is_others_too(ValueId object, std::uint32_t at) {
  const bool is_made = code_.makes_object(method_);
  const auto paths = values_.of(object);
  return paths.empty() || std::ranges::any_of(paths, [&](const Path& path) {
           if (path.root == Path::Root::kParameter && path.base == 0) return !is_made;
           if (path.root != Path::Root::kOwned) return true;
           outside_.clear();
           values_.seen_from_outside(path, at, outside_);
           return !outside_.empty();
         });
}

void Builder::instantiate(const Callee& callee, const Summary& summary, std::uint32_t at) {
  const bool tells_statics = is_inner(code_.program(), callee.target);
  const auto held = callee.elsewhere ? Locks{} : outside_only(held_.at(at));
  const bool is_begin = begins_life(callee);
  std::vector<std::int64_t> translated(summary.locksets.size(), -1);
  for (std::uint32_t i = 0; i < summary.accesses.size(); ++i) {
    if (summary_.accesses.size() >= kMostAccesses) {
      summary_.was_cut = true;
      return;
    }
    const Access& theirs = summary.accesses[i];
    if (theirs.elsewhere && theirs.is_over) continue;
    const bool is_global = theirs.path.root != Path::Root::kParameter;
    if (is_begin && !is_global && theirs.path.base == 0 && !is_of_object(theirs.action)) continue;
    if (is_global && !tells_statics && !is_of_object(theirs.action) && !callee.elsewhere) continue;
    const auto threads = callee.elsewhere || theirs.elsewhere
                             ? theirs.threads
                             : static_cast<Threads>(theirs.threads & held_.threads(at));
    if (threads == 0) continue;
    here_.clear();
    if (is_of_object(theirs.action))
      values_.substitute(theirs.path, callee.arguments, here_);
    else
      values_.substitute_cell(theirs.path, callee.arguments, here_);
    outside_.clear();
    for (const Path& path : here_) {
      // The task and we have it.
      if (callee.elsewhere && path.root == Path::Root::kOwned)
        outside_.push_back(path);
      else if (path.is_outside() || theirs.action != Action::kAcquire)
        values_.seen_from_outside(path, at, outside_);
    }
    if (outside_.empty()) continue;
    // What they started does not hold what we hold.
    std::uint32_t locks = 0;
    if (theirs.elsewhere) {
      locks = translate(summary.locksets[theirs.locks], callee.arguments, {}, nullptr);
    } else {
      if (translated[theirs.locks] < 0)
        translated[theirs.locks] =
            translate(summary.locksets[theirs.locks], callee.arguments, held, callee.meanwhile);
      locks = static_cast<std::uint32_t>(translated[theirs.locks]);
    }
    const std::vector<Path> seen = outside_;
    for (const Path& path : seen) {
      if (theirs.action == Action::kNeed && is_held(path, locks)) continue;
      Access ours = theirs;
      ours.path = path;
      ours.threads = threads;
      ours.locks = locks;
      ours.elsewhere |= callee.elsewhere;
      ours.is_over = callee.is_over;
      ours.is_of_task |= callee.is_task && !is_global && theirs.path.base == 0;
      ours.is_exact &= callee.is_exact && !is_recursive(callee.target);
      ours.call = at;
      ours.callee = callee.target;
      ours.next = i;
      ours.steps = theirs.steps + 1;
      keep(std::move(ours));
    }
  }
}

// Does somebody else make the object ready for use? Who does so with his own object, on first
// use, may be one of several.
bool Builder::begins_life(const Callee& callee) const {
  if (callee.elsewhere || callee.arguments.empty() || !code_.makes_object(callee.target))
    return false;
  if (code_.program().is(method_, ir::Access::kStatic)) return true;
  return std::ranges::find(values_.of(callee.arguments[0]), Path::parameter(0)) ==
         values_.of(callee.arguments[0]).end();
}

bool Builder::is_recursive(ir::MethodId target) const { return target == method_; }

// What a callee does to the references among our parameters, as our own doing.
void Builder::pass_on(const Summary& summary, std::span<const ValueId> arguments) {
  std::vector<Path> to, from;
  for (const Store& stored : summary.stores) {
    to.clear();
    from.clear();
    values_.substitute_cell(stored.to, arguments, to);
    values_.substitute(stored.from, arguments, from);
    for (const Path& into : to)
      for (const Path& value : from) note_store(into, value);
  }
  for (const Path& escaped : summary.escapes) {
    from.clear();
    values_.substitute(escaped, arguments, from);
    for (const Path& value : from)
      if (value.root == Path::Root::kParameter) note_once(summary_.escapes, value);
  }
}

// What a method of the platform does to the object it is called on.
void Builder::access_library(const Call& call, std::uint32_t at,
                             std::span<const ValueId> arguments) {
  if (call.invocation == ir::Invocation::kStatic || arguments.empty()) return;
  if (call.lock != nullptr || code_.program().name(call.resolved)[0] == '<') return;
  const model::Effect effect = effect_of(call, arguments[0]);
  if (effect != model::Effect::kReads && effect != model::Effect::kMutates) return;
  const Action action = effect == model::Effect::kReads ? Action::kRead : Action::kWrite;
  for (const Path& path : values_.of(arguments[0])) {
    // Only what a field of the program holds: of others nobody knows who has them.
    const bool is_held = path.length != 0 || path.root == Path::Root::kStatic;
    if (!is_held) continue;
    if (const Path inside = path.then(kContent); inside.is_known()) add(inside, action, at);
  }
}

model::Effect Builder::effect_of(const Call& call, ValueId object) const {
  const ir::Instruction& made = body_.at(ir::without_casts(body_, object));
  if (made.opcode == Opcode::kGetField || made.opcode == Opcode::kGetStatic) {
    const ir::FieldId field = code_.field(method_, made);
    if (!base::is_none(field)) {
      const FieldFacts& facts = code_.facts(field);
      if (facts.marks.has(Mark::kThreadConfined)) return model::Effect::kSafe;
      if (!base::is_none(facts.made) && !facts.has_others)
        return code_.effect(facts.made, call.resolved);
      // What a factory gives may be made for several threads, whatever its type says.
      if (facts.has_platform_made) return model::Effect::kUnsaid;
      if (!base::is_none(facts.made) &&
          code_.effect(facts.made, call.resolved) == model::Effect::kSafe)
        return model::Effect::kSafe;
    }
  }
  return code_.effect(call.named, call.resolved);
}

}  // namespace heddle::modular
