#include <algorithm>
#include <utility>

#include "modular/builder.h"

namespace heddle::modular {

using base::index;
using ir::Opcode;
using ir::ValueId;

// Own objects that somebody else can see from here on.
void Builder::hand_over(std::uint32_t at) {
  const ir::Instruction& invoke = body_.instructions[at];
  if (invoke.opcode != Opcode::kInvoke) return;
  const Call* call = code_.call(method_, invoke);
  if (call == nullptr || base::is_none(call->resolved)) return;
  const auto arguments = body_.values(invoke);
  ir::MethodId exact{};
  const auto targets = values_.has_owned(arguments) ? values_.targets(*call, invoke, exact)
                                                    : std::span<const ir::MethodId>{};
  for (const ir::MethodId target : targets) {
    const Summary* summary = summary_of_target(summaries_, target);
    if (summary == nullptr) continue;
    for (const Path& escaped : summary->escapes) {
      if (!values_.begins_at_owned(escaped, arguments)) continue;
      from_.clear();
      values_.substitute(escaped, arguments, from_);
      for (const Path& value : from_) escape(value, at, {});
    }
    for (const Store& stored : summary->stores) {
      if (!values_.begins_at_owned(stored.from, arguments)) continue;
      to_.clear();
      from_.clear();
      values_.substitute_cell(stored.to, arguments, to_);
      values_.substitute(stored.from, arguments, from_);
      for (const Path& into : to_)
        if (into.root != Path::Root::kOwned)
          for (const Path& value : from_) escape(value, at, into.is_outside() ? into : Path{});
    }
  }
  for (const model::OrderFact* fact : call->order) {
    if (fact->kind != model::OrderFact::Kind::kGive &&
        fact->kind != model::OrderFact::Kind::kPublish)
      continue;
    if (const ValueId given = operand(*call, arguments, fact->on); given != ir::kNoValue)
      for (const Path& path : values_.of(given)) escape(path, at, {});
  }
}

void Builder::escape(const Path& value, std::uint32_t at, const Path& where) {
  if (value.root == Path::Root::kOwned && value.length == 0) values_.escape(value.base, at, where);
}

void Builder::run_tasks(const Call& call, std::uint32_t at, std::span<const ValueId> arguments,
                        std::span<const ir::MethodId> targets) {
  std::vector<ValueId> started;
  for (const Started& start : call.starts) {
    const ValueId task = operand(call, arguments, start.on);
    if (task == ir::kNoValue || std::ranges::find(started, task) != started.end()) continue;
    started.push_back(task);
    run_elsewhere(task, start.runs, at, elsewhere(call, start, at, arguments));
  }
  for (const ir::MethodId target : targets) {
    const Summary* summary = summary_of_target(summaries_, target);
    if (summary == nullptr) continue;
    for (const Path& path : summary->starts) {
      if (path.root != Path::Root::kParameter || path.length != 0 || path.base >= arguments.size())
        continue;
      started.push_back(arguments[path.base]);
      run_elsewhere(arguments[path.base], {}, at, {});
    }
  }
  run_at_once(call, at, arguments);
  // A function that is passed on may be run at once, under what is held; but the platform's
  // constructors (new Thread(task)) only keep it.
  const Locks meanwhile = held_meanwhile(call, arguments, at);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const ValueId argument = arguments[i];
    if (std::ranges::find(started, argument) != started.end()) continue;
    const ir::Instruction& made = body_.at(ir::without_casts(body_, argument));
    if (made.opcode != Opcode::kInvokeDynamic) continue;
    if (call.is_platform && code_.program().name(call.resolved) == "<init>") continue;
    const Lambda lambda = code_.lambda(method_, made);
    const Summary* summary = summary_of(summaries_, lambda.target);
    if (base::is_none(lambda.target) || summary == nullptr) continue;
    Locks around = joined(meanwhile, held_by_targets(targets, arguments, i, at));
    pass_on_runs(*summary, body_.values(made), at, around);
    add_source({.target = lambda.target,
                .arguments = body_.values(made),
                .is_exact = false,
                .meanwhile = std::move(around)},
               *summary, at);
  }
}

// Of an object that was made here, or of this one, under what is held.
void Builder::run_at_once(const Call& call, std::uint32_t at, std::span<const ValueId> arguments) {
  const model::Call* runs = modular::run_at_once(call);
  const ValueId handed = runs == nullptr ? ir::kNoValue : operand(call, arguments, *runs->on);
  if (handed == ir::kNoValue) return;
  const ValueId made_at = ir::without_casts(body_, handed);
  const ir::Instruction& made = body_.at(made_at);
  ir::ClassId of = base::kNone<ir::ClassId>;
  if (made.opcode == Opcode::kNew) of = values_.made_class(made_at);
  if (made.opcode == Opcode::kParameter && made.a == 0) of = declared_class(made_at);
  if (base::is_none(of)) return;
  const ir::MethodId target = code_.find_method(of, runs->method.name, runs->method.descriptor);
  const Summary* summary = base::is_none(target) ? nullptr : summary_of(summaries_, target);
  if (summary == nullptr || target == method_) return;
  note_handed(target);
  add_source({.target = target, .is_exact = false, .task = made_at}, *summary, at);
}

Locks Builder::held_meanwhile(const Call& call, std::span<const ValueId> arguments,
                              std::uint32_t at) {
  if (call.lock == nullptr || call.lock->kind != model::LockFact::Kind::kHold) return {};
  const ValueId on = operand(call, arguments, call.lock->on);
  if (on == ir::kNoValue) return {};
  const Path path = held_.named(on).path;
  if (!path.is_known()) return {};
  return {{.path = path, .mode = call.lock->mode, .taken_in = method_, .taken_at = at}};
}

// An executor that runs one task at a time keeps its tasks apart as a lock would.
Builder::Elsewhere Builder::elsewhere(const Call& call, const Started& start, std::uint32_t at,
                                      std::span<const ValueId> arguments) const {
  Elsewhere where{.threads = start.is_event ? kMainThread : kAnyThread};
  if (call.invocation == ir::Invocation::kStatic || arguments.empty()) return where;
  const Path executor = values_.only(arguments[0]);
  const bool is_static = executor.root == Path::Root::kStatic && executor.length == 0;
  if (!executor.is_outside() || (executor.length == 0 && !is_static)) return where;
  const ir::FieldId field = is_static ? base::id_at<ir::FieldId>(executor.base) : executor.last();
  if (field == kElements || field == kContent) return where;
  const FieldFacts& facts = code_.facts(field);
  if (facts.has_serial && !facts.has_not_serial)
    where.meanwhile.push_back({.path = executor, .taken_in = method_, .taken_at = at});
  return where;
}

// A thread or task that was made here, a lambda, `this`; one that came as a parameter is for the
// caller to run.
void Builder::run_elsewhere(ValueId task, const model::MethodName& runs, std::uint32_t at,
                            const Elsewhere& where) {
  const ValueId made_at = ir::without_casts(body_, task);
  const ir::Instruction& made = body_.at(made_at);
  if (made.opcode == Opcode::kInvokeDynamic) {
    const Lambda lambda = code_.lambda(method_, made);
    if (base::is_none(lambda.target)) return;
    for (const ValueId argument : body_.values(made))
      for (const Path& path : values_.of(argument)) escape(path, at, path);
    start({.target = lambda.target,
           .arguments = body_.values(made),
           .meanwhile = where.meanwhile,
           .threads = where.threads},
          at);
    return;
  }
  if (made.opcode == Opcode::kNew) {
    const ir::ClassId of = values_.made_class(made_at);
    if (!base::is_none(of) && code_.program().layer(of) == ir::Layer::kPlatform)
      return run_what_it_was_given(made_at, at, where);
  }
  for (const Path& path : values_.of(made_at))
    if (path.root == Path::Root::kParameter && path.length == 0) note_once(summary_.starts, path);
  const ir::MethodId target = run_method(made_at, runs);
  if (base::is_none(target)) return;
  for (const Path& path : values_.of(made_at)) escape(path, at, path);
  start({.target = target,
         .is_task = true,
         .meanwhile = where.meanwhile,
         .task = made_at,
         .threads = where.threads},
        at);
}

// new Thread(task): whatever of its constructor's arguments can run. In a class file that lies,
// two objects may be given each other.
void Builder::run_what_it_was_given(ValueId object, std::uint32_t at, const Elsewhere& where) {
  if (std::ranges::find(given_to_, object) != given_to_.end()) return;
  given_to_.push_back(object);
  for (const ir::Instruction& invoke : body_.instructions) {
    if (invoke.opcode != Opcode::kInvoke || invoke.c < 2) continue;
    const auto arguments = body_.values(invoke);
    if (arguments[0] != object || invoke.invocation() != ir::Invocation::kSpecial) continue;
    for (const ValueId argument : arguments.subspan(1))
      if (ir::kind_of(body_.type(argument)) == ir::Kind::kReference && argument != object)
        run_elsewhere(argument, {}, at, where);
  }
  given_to_.pop_back();
}

ir::MethodId Builder::run_method(ValueId task, const model::MethodName& runs) const {
  ir::ClassId of = values_.made_class(task);
  if (base::is_none(of)) of = declared_class(task);
  if (base::is_none(of)) return base::kNone<ir::MethodId>;
  if (!runs.name.empty())
    if (const ir::MethodId found = code_.find_method(of, runs.name, runs.descriptor);
        !base::is_none(found))
      return found;
  for (const auto& [name, descriptor] :
       {std::pair{"run", "()V"}, std::pair{"call", "()Ljava/lang/Object;"}})
    if (const ir::MethodId found = code_.find_method(of, name, descriptor); !base::is_none(found))
      return found;
  return base::kNone<ir::MethodId>;
}

// Of `this`, and of what a field holds that only one class was ever stored in.
ir::ClassId Builder::declared_class(ValueId value) const {
  const ir::Instruction& made = body_.at(value);
  if (made.opcode == Opcode::kParameter && made.a == 0 &&
      !code_.program().is(method_, ir::Access::kStatic))
    return code_.program().owner(method_);
  if (made.opcode == Opcode::kGetField || made.opcode == Opcode::kGetStatic) {
    const ir::FieldId field = code_.field(method_, made);
    if (!base::is_none(field) && !code_.facts(field).has_others) return code_.facts(field).made;
  }
  return base::kNone<ir::ClassId>;
}

void Builder::start(Callee task, std::uint32_t at) {
  const Summary* summary = summary_of(summaries_, task.target);
  if (summary == nullptr || task.target == method_) return;
  task.elsewhere = true;
  task.is_over = is_waited_for(at);
  add_source(task, *summary, at);
}

// Does the method wait for something on every way from there to its end?
bool Builder::is_waited_for(std::uint32_t started) const {
  if (waits_.empty()) return false;
  for (std::uint32_t i = 0; i < body_.instructions.size(); ++i)
    if (body_.instructions[i].opcode == Opcode::kReturn &&
        values_.reaches(started, i, index(ir::kNoValue), waits_))
      return false;
  return true;
}

}  // namespace heddle::modular
