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

// What callers must know of it, and whose accesses are taken over.
void Builder::call(std::uint32_t at) {
  const ir::Instruction& invoke = body_.instructions[at];
  const Call* call = code_.call(method_, invoke);
  if (call == nullptr || base::is_none(call->resolved)) return;
  const auto arguments = body_.values(invoke);
  ir::MethodId exact{};
  const auto targets = values_.targets(*call, invoke, exact);
  note_inner_call(*call, at, arguments);
  for (const ir::MethodId target : targets) {
    const Summary* summary = summary_of_target(summaries_, target);
    if (summary == nullptr) continue;
    const bool is_exact = targets.size() == 1 && !call->was_cut;
    add_source({.target = target, .arguments = arguments, .is_exact = is_exact}, *summary, at);
    pass_on(*summary, arguments);
    pass_on_runs(*summary, arguments, at, {});
  }
  if (call->was_cut) summary_.add_unknown();
  note_own_run(*call, at, arguments);
  run_tasks(*call, at, arguments, targets);
}

// What the call itself is.
void Builder::call_from_here(std::uint32_t at) {
  const ir::Instruction& invoke = body_.instructions[at];
  const Call* call = code_.call(method_, invoke);
  if (call == nullptr || base::is_none(call->resolved)) return;
  const auto arguments = body_.values(invoke);
  if (call->is_platform) access_library(*call, at, arguments);
  if (code_.is_unchecked(*call)) call_unchecked(at, arguments);
  if (!code_.guard(call->resolved).empty()) call_guarded(*call, at, arguments);
  if (waits_for_others(*call)) wait(*call, at);
}

// What it waits for has a name only where it is made; its class will do.
void Builder::wait(const Call& call, std::uint32_t at) {
  keep(made(Path::class_object(call.named), Action::kWait, at));
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
    if (!is_held(path, access.locks)) keep(access);
  }
}

bool Builder::is_held(const Path& guard, std::uint32_t locks) const {
  const ir::ClassId of = code_.program().owner(method_);
  return std::ranges::any_of(summary_.locksets[locks], [&](const HeldLock& lock) {
    return is_guard(code_, guard, lock.path, of);
  });
}

// A method that is handed to be run at once is called from here, and so is what its bridge calls:
// whatever it does is told through us, and so it is no entry of its own.
void Builder::note_handed(ir::MethodId target) {
  const ir::Program& program = code_.program();
  const ir::ClassId owner = program.owner(target);
  for (std::uint32_t i = 0; i < program.method_count(owner); ++i) {
    const auto method = base::id_at<ir::MethodId>(index(program.first_method(owner)) + i);
    if (program.name(method) != program.name(target) || !code_.is_made_to_be_handed(method))
      continue;
    const InnerCall noted{.target = method, .is_virtual = false, .is_bare = false};
    if (std::ranges::find(summary_.inner_calls, noted) == summary_.inner_calls.end())
      summary_.inner_calls.push_back(noted);
  }
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

void Builder::add_source(const Callee& callee, const Summary& summary, std::uint32_t at) {
  sources_.push_back({.callee = callee, .summary = &summary, .at = at});
}

std::span<const ValueId> Builder::arguments_of(const Callee& callee) {
  return callee.task == ir::kNoValue ? callee.arguments : std::span(&callee.task, 1);
}

void Builder::open(Source& source) {
  source.is_open = true;
  const ir::MethodId target = source.callee.target;
  source.tells_statics = is_inner(code_.program(), target) || code_.is_made_to_be_handed(target);
  source.is_begin = begins_life(source.callee);
  if (!source.callee.elsewhere) source.held = outside_only(held_.at(source.at));
}

// They are sorted by how far away they are.
void Builder::follow(Source& source, std::uint32_t level) {
  for (; source.next < current(source).accesses.size() &&
         current(source).accesses[source.next].steps == level;
       ++source.next) {
    if (summary_.accesses.size() >= kMostAccesses) {
      summary_.was_cut = true;
      return;
    }
    take_over(source, source.next);
  }
}

// The callee may be the method itself: nothing of its summary is referred to.
void Builder::take_over(Source& source, std::uint32_t number) {
  const Callee& callee = source.callee;
  const Access theirs = current(source).accesses[number];
  const std::uint8_t in_circle =
      source.circle == nullptr ? 0
                               : static_cast<std::uint8_t>((*source.circle->in_circle)[number] + 1);
  if (in_circle > kMostInCircle) return;
  if (theirs.elsewhere && theirs.is_over) return;
  if (!source.is_open) open(source);
  const bool is_global = theirs.path.root != Path::Root::kParameter;
  if (source.is_begin && !is_global && theirs.path.base == 0 && !is_of_object(theirs.action))
    return;
  if (is_global && !source.tells_statics && !is_of_object(theirs.action) && !callee.elsewhere)
    return;
  const auto threads = callee.elsewhere || theirs.elsewhere
                           ? static_cast<Threads>(theirs.threads & callee.threads)
                           : static_cast<Threads>(theirs.threads & held_.threads(source.at));
  if (threads == 0) return;
  const auto arguments = arguments_of(callee);
  here_.clear();
  if (is_of_object(theirs.action))
    values_.substitute(theirs.path, arguments, here_);
  else
    values_.substitute_cell(theirs.path, arguments, here_);
  outside_.clear();
  for (const Path& path : here_) {
    // The task and we have it.
    if (callee.elsewhere && path.root == Path::Root::kOwned)
      outside_.push_back(path);
    else if (path.is_outside() || theirs.action != Action::kAcquire)
      values_.seen_from_outside(path, source.at, outside_);
  }
  if (outside_.empty()) return;
  const std::uint32_t locks = locks_of(source, theirs, arguments);
  for (const Path& path : outside_) {
    if (theirs.action == Action::kNeed && is_held(path, locks)) continue;
    Access ours = theirs;
    ours.path = path;
    ours.threads = threads;
    ours.locks = locks;
    ours.elsewhere |= callee.elsewhere;
    ours.is_over = callee.is_over;
    ours.is_of_task |= callee.is_task && !is_global && theirs.path.base == 0;
    ours.is_exact &= callee.is_exact && !is_in_circle_;
    ours.call = source.at;
    ours.callee = callee.target;
    ours.next = number;
    ours.steps = theirs.steps + 1;
    if (keep(ours) && is_in_circle_) in_circle_.back() = in_circle;
  }
}

// What they started does not hold what we hold.
std::uint32_t Builder::locks_of(Source& source, const Access& theirs,
                                std::span<const ValueId> arguments) {
  if (theirs.elsewhere)
    return translate(Locks(current(source).locksets[theirs.locks]), arguments, {}, {});
  if (source.translated.size() <= theirs.locks)
    source.translated.resize(current(source).locksets.size(), -1);
  if (source.translated[theirs.locks] < 0) {
    const Locks held = current(source).locksets[theirs.locks];
    source.translated[theirs.locks] =
        translate(held, arguments, source.held, source.callee.meanwhile);
  }
  return static_cast<std::uint32_t>(source.translated[theirs.locks]);
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

// What a callee does to the references among our parameters, as our own doing.
void Builder::pass_on(const Summary& summary, std::span<const ValueId> arguments) {
  for (const Store& stored : summary.stores) {
    // Nothing more is kept.
    if (summary_.stores.size() >= kMostStores && summary_.escapes.size() >= Values::kMostPaths)
      break;
    // A new object of the callee is nothing that we were given.
    if (stored.from.root == Path::Root::kOwned) continue;
    to_.clear();
    from_.clear();
    values_.substitute_cell(stored.to, arguments, to_);
    if (to_.empty()) continue;
    values_.substitute(stored.from, arguments, from_);
    for (const Path& into : to_)
      for (const Path& value : from_) note_store(into, value);
  }
  for (const Path& escaped : summary.escapes) {
    from_.clear();
    values_.substitute(escaped, arguments, from_);
    for (const Path& value : from_)
      if (value.root == Path::Root::kParameter) note_once(summary_.escapes, value);
  }
}

// ---- Functions that are passed on ----

// Somebody runs one of our parameters, and holds `meanwhile` then beside what we hold.
void Builder::note_run(ValueId function, std::uint32_t at, const Locks& meanwhile) {
  const bool has_object = !code_.program().is(method_, ir::Access::kStatic);
  for (const Path& path : values_.of(function)) {
    if (path.root != Path::Root::kParameter || path.length != 0) continue;
    if (has_object && path.base == 0) continue;
    Locks held = joined(outside_only(held_.at(at)), meanwhile);
    std::erase_if(held, [](const HeldLock& lock) { return !lock.path.is_outside(); });
    const auto known = std::ranges::find(summary_.runs, path.base, &Run::parameter);
    if (known == summary_.runs.end()) {
      summary_.runs.push_back({.parameter = path.base, .held = std::move(held)});
      continue;
    }
    std::erase_if(known->held, [&](const HeldLock& lock) {
      return std::ranges::none_of(held, [&](const HeldLock& each) {
        return each.path == lock.path && each.mode == lock.mode;
      });
    });
  }
}

void Builder::note_own_run(const Call& call, std::uint32_t at, std::span<const ValueId> arguments) {
  if (call.is_function && call.invocation == ir::Invocation::kInterface && !arguments.empty())
    note_run(arguments[0], at, {});
}

// What a callee runs of what we were given, while it holds its locks and somebody `meanwhile`.
void Builder::pass_on_runs(const Summary& summary, std::span<const ValueId> arguments,
                           std::uint32_t at, const Locks& meanwhile) {
  for (const Run& run : summary.runs)
    if (run.parameter < arguments.size())
      note_run(arguments[run.parameter], at, joined(in_our_terms(run.held, arguments), meanwhile));
}

// What all targets hold that run what they are given there. That we hand it to them is how it comes
// to be run under these locks: so we took them for it.
Locks Builder::held_by_targets(std::span<const ir::MethodId> targets,
                               std::span<const ValueId> arguments, std::size_t position,
                               std::uint32_t at) {
  Locks held;
  bool is_first = true;
  for (const ir::MethodId target : targets) {
    const Summary* summary = summary_of_target(summaries_, target);
    if (summary == nullptr) continue;
    const auto run = std::ranges::find(summary->runs, position, &Run::parameter);
    if (run == summary->runs.end()) continue;
    const Locks theirs = in_our_terms(run->held, arguments);
    if (is_first)
      held = theirs;
    else
      std::erase_if(held, [&](const HeldLock& lock) {
        return std::ranges::find(theirs, lock.path, &HeldLock::path) == theirs.end();
      });
    is_first = false;
  }
  for (HeldLock& lock : held) {
    lock.taken_in = method_;
    lock.taken_at = at;
  }
  return held;
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
