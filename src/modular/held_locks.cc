#include "modular/held_locks.h"

#include <algorithm>
#include <tuple>

#include "ir/class.h"

namespace heddle::modular {

using base::index;
using ir::Opcode;
using ir::ValueId;
using model::LockFact;
using model::When;

namespace {

bool is_before(const HeldLock& left, const HeldLock& right) {
  return std::tie(left.path, left.mode) < std::tie(right.path, right.mode);
}

void take(Locks& locks, const HeldLock& lock) {
  const auto place = std::ranges::lower_bound(locks, lock, is_before);
  if (place != locks.end() && place->path == lock.path && place->mode == lock.mode)
    place->depth += lock.depth;
  else if (locks.size() < HeldLocks::kMostHeld)
    locks.insert(place, lock);
}

// What both hold; true if `locks` lost something.
bool meet(Locks& locks, const Locks& other) {
  Locks both;
  for (const HeldLock& lock : locks) {
    const auto same = std::ranges::find_if(other, [&](const HeldLock& each) {
      return each.path == lock.path && each.mode == lock.mode;
    });
    if (same == other.end()) continue;
    both.push_back(lock);
    both.back().depth = std::min(lock.depth, same->depth);
  }
  if (both == locks) return false;
  locks = std::move(both);
  return true;
}

}  // namespace

HeldLocks::HeldLocks(const Code& code, const Summaries& summaries, const Values& values,
                     ir::MethodId method, const ir::Body& body)
    : code_(code),
      summaries_(summaries),
      values_(values),
      method_(method),
      body_(body),
      states_(1),
      state_of_(body.instructions.size()) {
  const State entry = at_entry();
  if (!is_needed()) {
    states_[0] = entry;
    return;
  }
  in_.resize(body.blocks.size());
  in_[0] = entry;
  run();
  record();
}

HeldLocks::State HeldLocks::at_entry() {
  State state;
  const ir::Program& program = code_.program();
  Marks marks = code_.marks(program.owner(method_));
  marks.add(code_.marks(method_));
  if (marks.has(Mark::kMainThread)) state.threads = kMainThread;
  if (code_.marks(method_).has(Mark::kWorkerThread)) state.threads = kOtherThreads;
  if (code_.marks(method_).has(Mark::kAnyThread)) state.threads = kAnyThread;
  wanted_ = code_.wanted_lock(method_);
  if (wanted_.is_known()) take(state.locks, lock(wanted_, LockMode::kExclusive, 0));
  if (!program.is(method_, ir::Access::kSynchronized)) return state;
  const Path path = program.is(method_, ir::Access::kStatic)
                        ? Path::class_object(program.owner(method_))
                        : Path::parameter(0);
  acquisitions_.push_back({.instruction = 0, .path = path, .at_entry = true});
  take(state.locks, lock(path, LockMode::kExclusive, 0));
  return state;
}

bool HeldLocks::is_needed() const {
  for (const ir::Instruction& instruction : body_.instructions) {
    if (instruction.opcode == Opcode::kMonitorEnter || instruction.opcode == Opcode::kMonitorExit)
      return true;
    if (instruction.opcode != Opcode::kInvoke) continue;
    const Call* call = code_.call(method_, instruction);
    if (call == nullptr || base::is_none(call->resolved)) continue;
    if (call->lock != nullptr || call->asserts_main_thread || call->tests_main_thread) return true;
    for (const ir::MethodId target : call->targets) {
      const Summary* summary = summary_of_target(summaries_, target);
      if (summary != nullptr && (!summary->left_held.empty() || !summary->let_go.empty()))
        return true;
    }
  }
  return false;
}

void HeldLocks::run() {
  std::vector<std::uint32_t> open{0};
  while (!open.empty()) {
    const std::uint32_t block = open.back();
    open.pop_back();
    flow(block, *in_[block], [&](std::uint32_t to, const State& state) {
      if (!in_[to]) {
        in_[to] = state;
      } else {
        const auto threads = static_cast<Threads>(in_[to]->threads | state.threads);
        const bool has_more = threads != in_[to]->threads;
        in_[to]->threads = threads;
        if (!meet(in_[to]->locks, state.locks) && !has_more) return;
      }
      open.push_back(to);
    });
  }
}

// States leave a block at its end and, to its handlers, before every instruction that may throw.
// One that throws has not done its work: the handler of a synchronized block covers the block's
// exit, and would else give back what was given back.
template <typename Leave>
void HeldLocks::flow(std::uint32_t block_number, State state, Leave&& leave) {
  const ir::Block& block = body_.blocks[block_number];
  std::optional<State> told;
  for (std::uint32_t i = block.first; i < block.end; ++i) {
    const bool may_throw = ir::may_throw(body_.instructions[i].opcode, ir::kind_of(body_.types[i]));
    if (may_throw && !(told && *told == state)) {
      for (const ir::Handler& handler : body_.handlers_of(block))
        leave(index(handler.block), state);
      told = state;
    }
    apply(i, state);
  }
  const auto successors = body_.successors_of(block);
  for (std::uint32_t i = 0; i < successors.size(); ++i) {
    State taken = state;
    choose(body_.instructions[block.end - 1], i, taken);
    leave(index(successors[i]), taken);
  }
}

HeldLocks::Named HeldLocks::named(ValueId value) const {
  const ValueId at = ir::without_casts(body_, value);
  const ir::Instruction& made = body_.at(at);
  if (made.opcode == Opcode::kInvoke) {
    const Call* call = code_.call(method_, made);
    if (call != nullptr && call->lock != nullptr && call->lock->kind == LockFact::Kind::kView) {
      const ValueId on = operand(*call, body_.values(made), call->lock->on);
      if (on != ir::kNoValue) return {.path = named(on).path, .mode = call->lock->mode};
    }
  }
  const Path path = values_.only(at);
  const bool is_static = path.root == Path::Root::kStatic && path.length == 0;
  if (path.length == 0 && !is_static) return {.path = path, .mode = {}};
  const ir::FieldId field = is_static ? base::id_at<ir::FieldId>(path.base) : path.last();
  if (field == kElements || field == kContent) return {.path = path, .mode = {}};
  const FieldFacts& facts = code_.facts(field);
  if (base::is_none(facts.view_of)) return {.path = path, .mode = {}};
  return {.path = is_static ? Path::static_field(facts.view_of)
                            : path.without_last().then(facts.view_of),
          .mode = facts.view_mode};
}

void HeldLocks::apply(std::uint32_t at, State& state) {
  const ir::Instruction& instruction = body_.instructions[at];
  if (instruction.opcode == Opcode::kMonitorEnter) {
    take(state.locks,
         lock(named(static_cast<ValueId>(instruction.a)).path, LockMode::kExclusive, at));
  } else if (instruction.opcode == Opcode::kMonitorExit) {
    give_back(state, named(static_cast<ValueId>(instruction.a)).path, LockMode::kExclusive);
  } else if (instruction.opcode == Opcode::kInvoke) {
    const Call* call = code_.call(method_, instruction);
    if (call == nullptr || base::is_none(call->resolved)) return;
    if (call->asserts_main_thread) state.threads &= kMainThread;
    if (call->lock != nullptr) {
      if (call->lock->when == When::kAlways) apply(*call->lock, at, state);
      return;
    }
    ir::MethodId exact{};
    const auto targets = values_.targets(*call, instruction, exact);
    if (targets.size() != 1) return;
    if (const Summary* summary = summary_of_target(summaries_, targets[0]))
      apply(*summary, at, state);
  }
}

void HeldLocks::apply(const LockFact& fact, std::uint32_t at, State& state) {
  const ir::Instruction& invoke = body_.instructions[at];
  const ValueId on = operand(*code_.call(method_, invoke), body_.values(invoke), fact.on);
  if (on == ir::kNoValue) return;
  const Named found = named(on);
  const bool is_of_view = fact.mode_is_of_view && found.mode;
  const LockMode mode = is_of_view ? *found.mode : fact.mode;
  switch (fact.kind) {
    case LockFact::Kind::kAcquire: take(state.locks, lock(found.path, mode, at)); break;
    case LockFact::Kind::kRelease:
      give_back(state, found.path,
                fact.mode_is_of_view && !found.mode ? std::nullopt : std::optional(mode));
      break;
    case LockFact::Kind::kConvert:
      for (HeldLock& held : state.locks)
        if (held.path == found.path) held.mode = mode;
      break;
    case LockFact::Kind::kView:
    case LockFact::Kind::kHold:
    case LockFact::Kind::kWait:
    case LockFact::Kind::kSpoil: break;
  }
}

void HeldLocks::apply(const Summary& callee, std::uint32_t at, State& state) {
  if (callee.left_held.empty() && callee.let_go.empty()) return;
  const auto arguments = body_.values(body_.instructions[at]);
  FewPaths here;
  for (const HeldLock& released : callee.let_go) {
    here.clear();
    values_.substitute(released.path, arguments, here);
    if (here.size() == 1) give_back(state, here[0], released.mode);
  }
  for (const HeldLock& taken : callee.left_held) {
    here.clear();
    values_.substitute(taken.path, arguments, here);
    if (here.size() == 1) take(state.locks, lock(here[0], taken.mode, at));
  }
}

void HeldLocks::give_back(State& state, const Path& path, std::optional<LockMode> mode) {
  const auto held = std::ranges::find_if(state.locks, [&](const HeldLock& each) {
    return each.path == path && (!mode || each.mode == *mode);
  });
  if (held != state.locks.end()) {
    if (--held->depth != 0) return;
    state.locks.erase(held);
    // What the callers hold is given back for them.
    if (!wanted_.is_known() || path != wanted_) return;
  }
  const HeldLock released = lock(path, mode.value_or(LockMode::kExclusive), 0);
  if (std::ranges::find(let_go_, released) == let_go_.end()) let_go_.push_back(released);
}

// What a test of a call's result says on the branch that is taken.
void HeldLocks::choose(const ir::Instruction& branch, std::uint32_t successor, State& state) {
  if (branch.opcode != Opcode::kIf || branch.b != index(ir::kNoValue)) return;
  const ir::Condition condition = branch.condition();
  if (condition != ir::Condition::kEqual && condition != ir::Condition::kNotEqual) return;
  const ir::Instruction& tested = body_.instructions[branch.a];
  if (tested.opcode != Opcode::kInvoke) return;
  const Call* call = code_.call(method_, tested);
  if (call == nullptr || base::is_none(call->resolved)) return;
  const bool is_zero = (condition == ir::Condition::kEqual) == (successor == 0);
  if (call->tests_main_thread) state.threads &= is_zero ? kOtherThreads : kMainThread;
  if (call->lock == nullptr || call->lock->when == When::kAlways) return;
  if (is_zero == (call->lock->when == When::kFalse)) apply(*call->lock, branch.a, state);
}

std::uint32_t HeldLocks::keep(const State& state) {
  const auto known = std::ranges::find(states_, state);
  if (known != states_.end()) return static_cast<std::uint32_t>(known - states_.begin());
  states_.push_back(state);
  return static_cast<std::uint32_t>(states_.size() - 1);
}

void HeldLocks::record() {
  states_[0] = *in_[0];
  bool is_first_return = true;
  for (std::uint32_t b = 0; b < body_.blocks.size(); ++b) {
    if (!in_[b]) continue;
    State state = *in_[b];
    for (std::uint32_t i = body_.blocks[b].first; i < body_.blocks[b].end; ++i) {
      state_of_[i] = keep(state);
      add_acquisition(i);
      apply(i, state);
      if (body_.instructions[i].opcode != Opcode::kReturn) continue;
      if (is_first_return)
        left_held_ = state.locks;
      else
        meet(left_held_, state.locks);
      is_first_return = false;
    }
  }
  const bool begins_locked =
      code_.program().is(method_, ir::Access::kSynchronized) || !code_.guard(method_).empty();
  std::erase_if(left_held_, [&](const HeldLock& held) {
    return !held.path.is_outside() || (begins_locked && held.taken_at == 0);
  });
  std::erase_if(let_go_, [](const HeldLock& lock) { return !lock.path.is_outside(); });
}

void HeldLocks::add_acquisition(std::uint32_t at) {
  const ir::Instruction& instruction = body_.instructions[at];
  if (instruction.opcode == Opcode::kMonitorEnter) {
    acquisitions_.push_back(
        {.instruction = at, .path = named(static_cast<ValueId>(instruction.a)).path});
  } else if (instruction.opcode == Opcode::kInvoke) {
    const Call* call = code_.call(method_, instruction);
    if (call == nullptr || call->lock == nullptr || call->lock->kind != LockFact::Kind::kAcquire)
      return;
    const ValueId on = operand(*call, body_.values(instruction), call->lock->on);
    if (on == ir::kNoValue) return;
    acquisitions_.push_back(
        {.instruction = at, .path = named(on).path, .may_fail = call->lock->when != When::kAlways});
  }
}

}  // namespace heddle::modular
