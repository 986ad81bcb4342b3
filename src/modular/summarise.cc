#include "modular/summarise.h"

#include <algorithm>
#include <array>
#include <boost/unordered/unordered_flat_set.hpp>
#include <string_view>
#include <tuple>
#include <utility>

#include "base/hash.h"
#include "ir/class.h"
#include "modular/held_locks.h"

namespace heddle::modular {
namespace {

using base::index;
using ir::Opcode;
using ir::ValueId;

// Perhaps nobody calls it from outside of what we look at: what it does is told through its
// callers.
bool is_inner(const ir::Program& program, ir::MethodId method) {
  return !program.is(method, ir::Access::kPublic) || program.is(method, ir::Access::kSynthetic);
}

bool is_wait(const model::OrderFact* fact) {
  using Kind = model::OrderFact::Kind;
  return fact->kind == Kind::kJoinThread || fact->kind == Kind::kJoinTask ||
         fact->kind == Kind::kJoinTasks || fact->kind == Kind::kJoinExecutor ||
         fact->kind == Kind::kAwait || fact->kind == Kind::kBarrier;
}

class Builder {
 public:
  Builder(const Code& code, const Summaries& summaries, ir::MethodId method, const ir::Body& body)
      : code_(code),
        summaries_(summaries),
        method_(method),
        body_(body),
        values_(code, summaries, method, body),
        held_(code, summaries, values_, method, body) {
    summary_.locksets.emplace_back();
  }

  Summary build() {
    waits_ = waits_in(code_, summaries_, method_);
    summary_.waits = !waits_.empty() && (waits_[0] == 0 || is_waited_for(0));
    for (std::uint32_t i = 0; i < body_.instructions.size(); ++i) hand_over(i);
    for (const HeldLocks::Acquisition& taken : held_.acquisitions()) add_acquisition(taken);
    for (std::uint32_t i = 0; i < body_.instructions.size(); ++i) visit(i);
    summary_.left_held = held_.left_held();
    summary_.let_go = held_.let_go();
    return std::move(summary_);
  }

 private:
  // ---- What the method does itself ----

  void visit(std::uint32_t at) {
    const ir::Instruction& instruction = body_.instructions[at];
    switch (instruction.opcode) {
      case Opcode::kGetField: access_field(at, Action::kRead); break;
      case Opcode::kPutField:
        access_field(at, Action::kWrite);
        note_store(at);
        break;
      case Opcode::kGetStatic: access_static(at, Action::kRead); break;
      case Opcode::kPutStatic: access_static(at, Action::kWrite); break;
      case Opcode::kArrayLoad: access_inside(at, instruction.a, kElements, Action::kRead); break;
      case Opcode::kArrayStore: access_inside(at, instruction.a, kElements, Action::kWrite); break;
      case Opcode::kInvoke: call(at); break;
      case Opcode::kReturn:
        if (instruction.a != index(ir::kNoValue)) note_return(static_cast<ValueId>(instruction.a));
        break;
      default: break;
    }
  }

  void access_field(std::uint32_t at, Action action) {
    const ir::Instruction& instruction = body_.instructions[at];
    const ir::FieldId field = code_.field(method_, instruction);
    if (base::is_none(field) || !is_worth_telling(field)) return;
    if (action == Action::kWrite && is_same_for_all(instruction)) return;
    access_inside(at, instruction.a, field, action);
  }

  void access_static(std::uint32_t at, Action action) {
    const ir::FieldId field = code_.field(method_, body_.instructions[at]);
    if (base::is_none(field) || !is_worth_telling(field)) return;
    if (action == Action::kWrite && is_same_for_all(body_.instructions[at])) return;
    add(Path::static_field(field), action, at);
  }

  [[nodiscard]] bool is_worth_telling(ir::FieldId field) const {
    const ir::Program& program = code_.program();
    // What only constructors write is as good as final.
    return !program.is(field, ir::Access::kVolatile | ir::Access::kFinal) &&
           code_.facts(field).is_reassigned &&
           program.layer(program.owner(field)) != ir::Layer::kPlatform &&
           !code_.facts(field).marks.has(Mark::kThreadConfined);
  }

  // Does it store what a functional method gave? Whoever stores it stores an equal value; of a wide
  // number others may see half.
  [[nodiscard]] bool is_same_for_all(const ir::Instruction& put) const {
    const ValueId value = ir::without_casts(body_, static_cast<ValueId>(put.c));
    const ir::Instruction& made = body_.at(value);
    const ir::Kind kind = ir::kind_of(body_.type(value));
    if (made.opcode != Opcode::kInvoke || kind == ir::Kind::kLong || kind == ir::Kind::kDouble)
      return false;
    const Call* call = code_.call(method_, made);
    return call != nullptr && !base::is_none(call->resolved) &&
           code_.marks(call->resolved).has(Mark::kFunctional);
  }

  void access_inside(std::uint32_t at, std::uint32_t object, ir::FieldId step, Action action) {
    for (const Path& path : values_.of(static_cast<ValueId>(object)))
      if (const Path whole = path.then(step); whole.is_known()) add(whole, action, at);
  }

  void add_acquisition(const HeldLocks::Acquisition& taken) {
    if (!taken.path.is_outside()) return;
    Access access = made(taken.path, Action::kAcquire, taken.instruction);
    access.may_fail = taken.may_fail;
    if (taken.at_entry) access.locks = 0;
    keep(std::move(access));
  }

  void add(const Path& path, Action action, std::uint32_t at) {
    outside_.clear();
    values_.seen_from_outside(path, at, outside_);
    const std::vector<Path> seen = outside_;
    for (const Path& each : seen) keep(made(each, action, at));
  }

  Access made(const Path& path, Action action, std::uint32_t at) {
    return {.path = path,
            .action = action,
            .threads = held_.threads(at),
            .locks = lockset(outside_only(held_.at(at))),
            .site = method_,
            .instruction = at,
            .call = at};
  }

  void note_store(std::uint32_t at) {
    const ir::Instruction& put = body_.instructions[at];
    const ir::FieldId field = code_.field(method_, put);
    if (base::is_none(field) || ir::kind_of(body_.types[put.c]) != ir::Kind::kReference) return;
    for (const Path& object : values_.of(static_cast<ValueId>(put.a)))
      for (const Path& value : values_.of(static_cast<ValueId>(put.c)))
        note_store(object.then(field), value);
  }

  void note_store(const Path& to, const Path& value) {
    const bool is_outer = to.root == Path::Root::kParameter;
    if (value.root == Path::Root::kParameter && !is_outer && to.root != Path::Root::kOwned)
      note_once(summary_.escapes, value);
    const bool is_new = value.root == Path::Root::kOwned && value.length == 0;
    if (!is_outer ||
        (value.root != Path::Root::kParameter && value.root != Path::Root::kStatic && !is_new))
      return;
    // What is stored far away, or comes from far away, hardly anybody asks about.
    constexpr std::size_t kMostStores = 32, kFarthest = 2;
    if (to.length > kFarthest || value.length > kFarthest) return;
    const Store store{.to = to, .from = is_new ? Path::owned(0) : value};
    if (summary_.stores.size() < kMostStores &&
        std::ranges::find(summary_.stores, store) == summary_.stores.end())
      summary_.stores.push_back(store);
  }

  void note_return(ValueId value) {
    for (const Path& path : values_.of(value)) {
      if (path.root == Path::Root::kOwned && path.length == 0)
        note_once(summary_.returns, Path::owned(0));
      else if (path.is_outside())
        note_once(summary_.returns, path);
    }
  }

  static void note_once(std::vector<Path>& list, const Path& path) {
    if (list.size() < Values::kMostPaths && std::ranges::find(list, path) == list.end())
      list.push_back(path);
  }

  // ---- Calls ----

  void call(std::uint32_t at) {
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
    run_tasks(*call, at, arguments, targets);
  }

  void call_unchecked(std::uint32_t at, std::span<const ValueId> arguments) {
    if (arguments.empty()) return;
    for (const Path& path : values_.of(arguments[0]))
      if (path.root != Path::Root::kLocal) add(path, Action::kCall, at);
  }

  void note_inner_call(const Call& call, std::uint32_t at, std::span<const ValueId> arguments) {
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
  bool is_others_too(ValueId object, std::uint32_t at) {
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

  struct Callee {
    ir::MethodId target{};
    std::span<const ValueId> arguments;
    bool is_exact = true;
    bool elsewhere = false;
    bool is_over = false;
    bool is_task = false;                 // the object it is called on is what was started
    const HeldLock* meanwhile = nullptr;  // held while it runs, beyond what is held at the call
  };

  void instantiate(const Callee& callee, const Summary& summary, std::uint32_t at) {
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
      if (is_global && !tells_statics && !is_of_object(theirs.action) && !callee.elsewhere)
        continue;
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
  [[nodiscard]] bool begins_life(const Callee& callee) const {
    if (callee.elsewhere || callee.arguments.empty() || !code_.makes_object(callee.target))
      return false;
    if (code_.program().is(method_, ir::Access::kStatic)) return true;
    return std::ranges::find(values_.of(callee.arguments[0]), Path::parameter(0)) ==
           values_.of(callee.arguments[0]).end();
  }

  [[nodiscard]] bool is_recursive(ir::MethodId target) const { return target == method_; }

  // What a callee does to the references among our parameters, as our own doing.
  void pass_on(const Summary& summary, std::span<const ValueId> arguments) {
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
  void access_library(const Call& call, std::uint32_t at, std::span<const ValueId> arguments) {
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

  [[nodiscard]] model::Effect effect_of(const Call& call, ValueId object) const {
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

  // ---- What runs elsewhere ----

  // Own objects that somebody else can see from here on.
  void hand_over(std::uint32_t at) {
    const ir::Instruction& invoke = body_.instructions[at];
    if (invoke.opcode != Opcode::kInvoke) return;
    const Call* call = code_.call(method_, invoke);
    if (call == nullptr || base::is_none(call->resolved)) return;
    const auto arguments = body_.values(invoke);
    ir::MethodId exact{};
    std::vector<Path> to, from;
    for (const ir::MethodId target : values_.targets(*call, invoke, exact)) {
      const Summary* summary = summary_of(summaries_, target);
      if (summary == nullptr) continue;
      for (const Path& escaped : summary->escapes) {
        from.clear();
        values_.substitute(escaped, arguments, from);
        for (const Path& value : from) escape(value, at, {});
      }
      for (const Store& stored : summary->stores) {
        to.clear();
        from.clear();
        values_.substitute_cell(stored.to, arguments, to);
        values_.substitute(stored.from, arguments, from);
        for (const Path& into : to)
          if (into.root != Path::Root::kOwned)
            for (const Path& value : from) escape(value, at, into.is_outside() ? into : Path{});
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

  void escape(const Path& value, std::uint32_t at, const Path& where) {
    if (value.root == Path::Root::kOwned && value.length == 0)
      values_.escape(value.base, at, where);
  }

  void run_tasks(const Call& call, std::uint32_t at, std::span<const ValueId> arguments,
                 std::span<const ir::MethodId> targets) {
    std::vector<ValueId> started;
    for (const Started& start : call.starts) {
      const ValueId task = operand(call, arguments, start.on);
      if (task == ir::kNoValue || std::ranges::find(started, task) != started.end()) continue;
      started.push_back(task);
      run_elsewhere(task, start.runs, at);
    }
    for (const ir::MethodId target : targets) {
      const Summary* summary = summary_of(summaries_, target);
      if (summary == nullptr) continue;
      for (const Path& path : summary->starts) {
        if (path.root != Path::Root::kParameter || path.length != 0 ||
            path.base >= arguments.size())
          continue;
        started.push_back(arguments[path.base]);
        run_elsewhere(arguments[path.base], {}, at);
      }
    }
    // A function that is passed on may be run at once, under what is held.
    const HeldLock meanwhile = held_meanwhile(call, arguments, at);
    for (const ValueId argument : arguments) {
      if (std::ranges::find(started, argument) != started.end()) continue;
      const ir::Instruction& made = body_.at(ir::without_casts(body_, argument));
      if (made.opcode != Opcode::kInvokeDynamic) continue;
      const Lambda lambda = code_.lambda(method_, made);
      const Summary* summary = summary_of(summaries_, lambda.target);
      if (base::is_none(lambda.target) || summary == nullptr) continue;
      instantiate({.target = lambda.target,
                   .arguments = body_.values(made),
                   .is_exact = false,
                   .meanwhile = meanwhile.path.is_known() ? &meanwhile : nullptr},
                  *summary, at);
    }
  }

  HeldLock held_meanwhile(const Call& call, std::span<const ValueId> arguments, std::uint32_t at) {
    if (call.lock == nullptr || call.lock->kind != model::LockFact::Kind::kHold) return {};
    const ValueId on = operand(call, arguments, call.lock->on);
    if (on == ir::kNoValue) return {};
    return {
        .path = held_.named(on).path, .mode = call.lock->mode, .taken_in = method_, .taken_at = at};
  }

  // A thread or task that was made here, a lambda, `this`; one that came as a parameter is for the
  // caller to run.
  void run_elsewhere(ValueId task, const model::MethodName& runs, std::uint32_t at) {
    const ValueId made_at = ir::without_casts(body_, task);
    const ir::Instruction& made = body_.at(made_at);
    if (made.opcode == Opcode::kInvokeDynamic) {
      const Lambda lambda = code_.lambda(method_, made);
      if (!base::is_none(lambda.target)) run_elsewhere(lambda.target, body_.values(made), at);
      return;
    }
    if (made.opcode == Opcode::kNew) {
      const ir::ClassId of = values_.made_class(made_at);
      if (!base::is_none(of) && code_.program().layer(of) == ir::Layer::kPlatform)
        return run_what_it_was_given(made_at, at);
    }
    for (const Path& path : values_.of(made_at))
      if (path.root == Path::Root::kParameter && path.length == 0) note_once(summary_.starts, path);
    const ir::MethodId target = run_method(made_at, runs);
    if (base::is_none(target)) return;
    const std::array<ValueId, 1> arguments{made_at};
    run_elsewhere(target, arguments, at, true);
  }

  // new Thread(task): whatever of its constructor's arguments can run. In a class file that lies,
  // two objects may be given each other.
  void run_what_it_was_given(ValueId object, std::uint32_t at) {
    if (std::ranges::find(given_to_, object) != given_to_.end()) return;
    given_to_.push_back(object);
    for (const ir::Instruction& invoke : body_.instructions) {
      if (invoke.opcode != Opcode::kInvoke || invoke.c < 2) continue;
      const auto arguments = body_.values(invoke);
      if (arguments[0] != object || invoke.invocation() != ir::Invocation::kSpecial) continue;
      for (const ValueId argument : arguments.subspan(1))
        if (ir::kind_of(body_.type(argument)) == ir::Kind::kReference && argument != object)
          run_elsewhere(argument, {}, at);
    }
    given_to_.pop_back();
  }

  [[nodiscard]] ir::MethodId run_method(ValueId task, const model::MethodName& runs) const {
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
  [[nodiscard]] ir::ClassId declared_class(ValueId value) const {
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

  void run_elsewhere(ir::MethodId target, std::span<const ValueId> arguments, std::uint32_t at,
                     bool is_task = false) {
    const Summary* summary = summary_of(summaries_, target);
    if (summary == nullptr || target == method_) return;
    for (const ValueId argument : arguments)
      for (const Path& path : values_.of(argument)) escape(path, at, path);
    instantiate({.target = target,
                 .arguments = arguments,
                 .elsewhere = true,
                 .is_over = is_waited_for(at),
                 .is_task = is_task},
                *summary, at);
  }

  // Does the method wait for something on every way from there to its end?
  [[nodiscard]] bool is_waited_for(std::uint32_t started) const {
    if (waits_.empty()) return false;
    for (std::uint32_t i = 0; i < body_.instructions.size(); ++i)
      if (body_.instructions[i].opcode == Opcode::kReturn &&
          values_.reaches(started, i, index(ir::kNoValue), waits_))
        return false;
    return true;
  }

  // ---- Locks ----

  static Locks outside_only(const Locks& locks) {
    Locks kept;
    for (const HeldLock& lock : locks)
      if (lock.path.is_outside() || lock.path.root == Path::Root::kLocal) kept.push_back(lock);
    return kept;
  }

  std::uint32_t translate(const Locks& theirs, std::span<const ValueId> arguments,
                          const Locks& held, const HeldLock* meanwhile) {
    Locks all = held;
    const auto add = [&](HeldLock lock) {
      const auto known = std::ranges::find_if(all, [&](const HeldLock& each) {
        return each.path == lock.path && each.mode == lock.mode;
      });
      if (known == all.end()) all.push_back(std::move(lock));
    };
    if (meanwhile != nullptr) add(*meanwhile);
    std::vector<Path> here;
    for (const HeldLock& lock : theirs) {
      here.clear();
      values_.substitute(lock.path, arguments, here);
      HeldLock ours = lock;
      ours.path = here.size() == 1 ? here[0] : lock.path.tail();
      if (ours.path.is_known() && ours.path.root != Path::Root::kOwned) add(std::move(ours));
    }
    std::ranges::sort(all, [](const HeldLock& left, const HeldLock& right) {
      return std::tie(left.path, left.mode) < std::tie(right.path, right.mode);
    });
    return lockset(std::move(all));
  }

  std::uint32_t lockset(Locks locks) {
    const auto known = std::ranges::find(summary_.locksets, locks);
    if (known != summary_.locksets.end())
      return static_cast<std::uint32_t>(known - summary_.locksets.begin());
    summary_.locksets.push_back(std::move(locks));
    return static_cast<std::uint32_t>(summary_.locksets.size() - 1);
  }

  // ---- What is kept ----

  void keep(Access access) {
    std::array<std::uint32_t, 6 + Path::kLongest> key{
        static_cast<std::uint32_t>(access.path.root) | std::uint32_t{access.path.length} << 8U,
        access.path.base,
        index(access.site),
        access.instruction,
        access.locks,
        static_cast<std::uint32_t>(access.action) | std::uint32_t{access.threads} << 8U |
            (access.elsewhere ? 1U << 16U : 0U)};
    std::ranges::transform(access.path.fields, key.begin() + 6,
                           [](ir::FieldId field) { return index(field); });
    const std::string_view bytes(reinterpret_cast<const char*>(key.data()), sizeof key);
    if (!known_.insert(base::hash_text(bytes)).second) return;
    summary_.accesses.push_back(std::move(access));
  }

  const Code& code_;
  Summaries summaries_;
  ir::MethodId method_;
  const ir::Body& body_;
  Values values_;
  HeldLocks held_;
  Summary summary_;
  boost::unordered_flat_set<std::uint64_t> known_;
  std::vector<std::uint32_t> waits_;  // calls
  std::vector<Path> here_, outside_;  // scratch
  std::vector<ValueId> given_to_;     // whose arguments are being looked at
};

}  // namespace

std::vector<std::uint32_t> waits_in(const Code& code, const Summaries& summaries,
                                    ir::MethodId method) {
  const auto instructions = code.body(method)->instructions;
  const auto surely_waits = [&](ir::MethodId target) {
    const Summary* summary = summary_of(summaries, target);
    return summary != nullptr && summary->waits;
  };
  std::vector<std::uint32_t> found;
  for (std::uint32_t i = 0; i < instructions.size(); ++i) {
    if (instructions[i].opcode != Opcode::kInvoke) continue;
    const Call* call = code.call(method, instructions[i]);
    if (call == nullptr) continue;
    const bool is_all = !call->targets.empty() && !call->was_cut;
    if (std::ranges::any_of(call->order, is_wait) ||
        (is_all && std::ranges::all_of(call->targets, surely_waits)))
      found.push_back(i);
  }
  return found;
}

Summary summarise(const Code& code, const Summaries& summaries, ir::MethodId method) {
  return Builder(code, summaries, method, *code.body(method)).build();
}

}  // namespace heddle::modular
