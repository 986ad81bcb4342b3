#include "locks/held.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "base/id.h"
#include "ir/class.h"
#include "locks/path_objects.h"
#include "pointsto/state.h"

namespace heddle::locks {

using base::index;
using ir::Opcode;
using model::LockFact;
using model::LockMode;
using model::When;

namespace {

using State = std::vector<HeldLock>;

// A lock that is held to read and to write is there twice.
State::iterator find(State& state, PathId path, LockMode mode) {
  return std::ranges::find_if(
      state, [&](const HeldLock& lock) { return lock.path == path && lock.mode == mode; });
}

void take(State& state, const HeldLock& lock) {
  const auto known = find(state, lock.path, lock.mode);
  if (known != state.end()) {
    ++known->depth;
    return;
  }
  state.insert(std::ranges::upper_bound(state, lock.path, {}, &HeldLock::path), lock);
}

// False: it was not held. Without a mode: in whichever it is held.
bool give_back(State& state, PathId path, std::optional<LockMode> mode) {
  const auto known =
      mode ? find(state, path, *mode) : std::ranges::find(state, path, &HeldLock::path);
  if (known == state.end()) return false;
  if (--known->depth == 0) state.erase(known);
  return true;
}

// What both have. True if `state` lost something.
bool meet(State& state, const State& other) {
  State both;
  for (const HeldLock& lock : state) {
    const auto has = [&](const State& in, LockMode mode) {
      return std::ranges::find_if(
          in, [&](const HeldLock& each) { return each.path == lock.path && each.mode == mode; });
    };
    auto same = has(other, lock.mode);
    HeldLock common = lock;
    if (same == other.end()) {
      // Held to write here, to read there: to read, at least.
      same = std::ranges::find(other, lock.path, &HeldLock::path);
      if (same == other.end()) continue;
      common.mode = LockMode::kShared;
    }
    if (has(both, common.mode) != both.end()) continue;
    common.depth = std::min(lock.depth, same->depth);
    common.site = std::min(lock.site, same->site);
    both.push_back(common);
  }
  if (both == state) return false;
  state = std::move(both);
  return true;
}

}  // namespace

Held::Named Held::named(ir::MethodId method, const ir::Body& body, ir::ValueId value) {
  const ir::ValueId at = ir::without_casts(body, value);
  const ir::Instruction& made = body.at(at);
  if (made.opcode == Opcode::kInvoke) {
    const ir::MethodId called = facts_.resolved(calls_.program().owner(method), made);
    const LockFact* fact = base::is_none(called) ? nullptr : facts_.lock(called);
    if (fact != nullptr && fact->kind == LockFact::Kind::kView) {
      const ir::ValueId on = facts_.operand(body, made, fact->on);
      if (on != ir::kNoValue)
        return {
            .path = named(method, body, on).path, .mode = fact->mode, .is_view = true, .value = on};
    }
  }
  const PathId path = paths_.of(method, at);
  const Path parts = paths_[path];
  const bool is_static = parts.kind == Path::Kind::kStatic;
  const Named plain{.path = path, .mode = {}, .is_view = false, .value = at};
  if (parts.kind != Path::Kind::kField && !is_static) return plain;
  const auto view = fields_.view(base::id_at<ir::FieldId>(is_static ? parts.a : parts.b));
  if (!view) return plain;
  if (!is_static)
    return {.path = paths_.field(base::id_at<PathId>(parts.a), view->of),
            .mode = view->mode,
            .is_view = true};
  return {.path = paths_.static_field(view->of), .mode = view->mode, .is_view = true};
}

// One method's states, block by block until nothing changes.
class Held::Flow {
 public:
  Flow(Held& held, ir::MethodId method, const ir::Body& body, OfMethod& result)
      : held_(held), method_(method), body_(body), result_(result), in_(body.blocks.size()) {}

  // Is there anything to do with locks in it?
  bool is_needed() {
    const ir::Program& program = held_.calls_.program();
    if (program.is(method_, ir::Access::kSynchronized)) return true;
    for (std::uint32_t i = 0; i < body_.instructions.size(); ++i) {
      const Opcode opcode = body_.instructions[i].opcode;
      if (opcode == Opcode::kMonitorEnter || opcode == Opcode::kMonitorExit) return true;
      if (opcode == Opcode::kInvoke &&
          (lock_fact(i) != nullptr || callee(i) != nullptr || !let_go_by(i).empty()))
        return true;
    }
    return false;
  }

  void run() {
    in_[0].emplace();
    enter(*in_[0]);
    std::vector<std::uint32_t> open{0};
    while (!open.empty()) {
      const std::uint32_t block = open.back();
      open.pop_back();
      flow(block, [&](std::uint32_t to, const State& state) {
        if (!in_[to]) {
          in_[to] = state;
        } else if (!meet(*in_[to], state)) {
          return;
        }
        open.push_back(to);
      });
    }
    record();
  }

 private:
  void enter(State& state) {
    const ir::Program& program = held_.calls_.program();
    if (!program.is(method_, ir::Access::kSynchronized)) return;
    const bool is_static = program.is(method_, ir::Access::kStatic);
    take(state, {.path = is_static ? held_.paths_.class_object(ir::Type(program.owner(method_)))
                                   : held_.paths_.parameter(0),
                 .mode = LockMode::kExclusive,
                 .site = kAtEntry});
  }

  const LockFact* lock_fact(std::uint32_t at) {
    const auto [place, fresh] = facts_.try_emplace(at, nullptr);
    if (!fresh) return place->second;
    const ir::MethodId called =
        held_.facts_.resolved(held_.calls_.program().owner(method_), body_.instructions[at]);
    const LockFact* fact = base::is_none(called) ? nullptr : held_.facts_.lock(called);
    // With other arguments it means something else.
    if (fact != nullptr && !origins::Facts::are_given(body_, body_.instructions[at], fact->given))
      fact = nullptr;
    return facts_[at] = fact;
  }

  // What the call leaves behind, where that is something.
  const OfMethod* callee(std::uint32_t at) {
    const auto known = callees_.find(at);
    if (known != callees_.end()) return known->second;
    const OfMethod* found = nullptr;
    const ir::MethodId target = held_.followed(method_, at);
    if (!base::is_none(target)) {
      const OfMethod& of = held_.of(target);
      if (!of.left_held.empty() || !of.let_go.empty() || !of.let_go_objects.empty()) found = &of;
    }
    return callees_[at] = found;
  }

  // The lock objects that a call which is not followed may give back without having taken them.
  const Objects& let_go_by(std::uint32_t at) {
    const auto known = let_go_by_.find(at);
    if (known != let_go_by_.end()) return known->second;
    Objects found;
    for (const origins::Call& call : held_.unfollowed(method_, at)) held_.add_let_go(call, found);
    return let_go_by_[at] = std::move(found);
  }

  // States leave a block at its end and, to its handlers, before each instruction and after it. A
  // monitor that was left does not throw any more: javac has its handler leave it again.
  template <typename Leave>
  void flow(std::uint32_t block_number, Leave&& leave) {
    const ir::Block& block = body_.blocks[block_number];
    State state = *in_[block_number];
    const auto to_handlers = [&] {
      for (const ir::Handler& handler : body_.handlers_of(block))
        leave(index(handler.block), state);
    };
    to_handlers();
    bool is_left = false;
    for (std::uint32_t i = block.first; i < block.end; ++i) {
      const Opcode opcode = body_.instructions[i].opcode;
      if (is_left && ir::may_throw(opcode, ir::Kind::kInt)) {
        to_handlers();
        is_left = false;
      }
      const State before = state;
      apply(i, state);
      if (state == before) continue;
      if (opcode == Opcode::kMonitorExit) {
        is_left = true;
      } else {
        to_handlers();
      }
    }
    const auto successors = body_.successors_of(block);
    for (std::uint32_t i = 0; i < successors.size(); ++i) {
      State taken = state;
      choose(body_.instructions[block.end - 1], i, taken);
      leave(index(successors[i]), taken);
    }
  }

  void apply(std::uint32_t at, State& state) {
    const ir::Instruction& instruction = body_.instructions[at];
    const auto value = static_cast<ir::ValueId>(instruction.a);
    if (instruction.opcode == Opcode::kMonitorEnter) {
      take(state, {.path = held_.named(method_, body_, value).path,
                   .mode = LockMode::kExclusive,
                   .site = at,
                   .value = value});
    } else if (instruction.opcode == Opcode::kMonitorExit) {
      let_go(state, {.path = held_.named(method_, body_, value).path, .mode = LockMode::kExclusive},
             value);
    } else if (instruction.opcode == Opcode::kInvoke) {
      if (const LockFact* fact = lock_fact(at)) {
        if (fact->when == When::kAlways) apply(*fact, at, state);
      } else if (const OfMethod* of = callee(at)) {
        apply(*of, at, state);
        let_go(state, of->let_go_objects);
      } else {
        let_go(state, let_go_by(at));
      }
    }
  }

  // Whichever of these it is.
  void let_go(State& state, const Objects& objects) {
    if (objects.empty()) return;
    std::erase_if(state, [&](const HeldLock& lock) {
      return held_.paths_.is_explicit_lock(lock.path) && may_be_among(objects, lock);
    });
    result_.let_go_objects.insert(objects.begin(), objects.end());
  }

  void apply(const LockFact& fact, std::uint32_t at, State& state) {
    const ir::ValueId on = held_.facts_.operand(body_, body_.instructions[at], fact.on);
    if (on == ir::kNoValue) return;
    Named lock = held_.named(method_, body_, on);
    lock.path = held_.paths_.explicit_lock(lock.path);
    const bool has_mode = !fact.mode_is_of_view || lock.is_view;
    const LockMode mode = fact.mode_is_of_view && lock.is_view ? lock.mode : fact.mode;
    switch (fact.kind) {
      case LockFact::Kind::kAcquire:
        take(state, {.path = lock.path,
                     .mode = mode,
                     .site = at,
                     .value = lock.value,
                     .only_if = fact.is_conditional ? &fact : nullptr});
        break;
      case LockFact::Kind::kRelease:
        let_go(state, {.path = lock.path, .mode = has_mode ? std::optional(mode) : std::nullopt},
               lock.value);
        break;
      case LockFact::Kind::kConvert:
        if (const auto known = std::ranges::find(state, lock.path, &HeldLock::path);
            known != state.end())
          known->mode = mode;
        break;
      case LockFact::Kind::kView:
      case LockFact::Kind::kHold:
      case LockFact::Kind::kWait:
      case LockFact::Kind::kSpoil: break;
    }
  }

  void apply(const OfMethod& of, std::uint32_t at, State& state) {
    const auto arguments = body_.values(body_.instructions[at]);
    for (const Released& lock : of.let_go) {
      for_each_here(lock.path, arguments, [&](PathId here) {
        let_go(state, {.path = here, .mode = lock.mode}, ir::kNoValue);
      });
    }
    for (const HeldLock& lock : of.left_held) {
      for_each_here(lock.path, arguments, [&](PathId here) {
        take(state, {.path = here, .mode = lock.mode, .site = at, .only_if = lock.only_if});
      });
    }
  }

  // A callee's path in our terms.
  template <typename Visit>
  void for_each_here(PathId path, std::span<const ir::ValueId> arguments, Visit&& visit) {
    if (held_.paths_.is_global(path)) return visit(path);
    for (std::uint32_t i = 0; i < arguments.size(); ++i) {
      const auto here = held_.paths_.rebase(path, held_.paths_.parameter(i),
                                            held_.paths_.of(method_, arguments[i]));
      if (here) return visit(*here);
    }
  }

  void let_go(State& state, const Released& lock, ir::ValueId value) {
    if (give_back(state, lock.path, lock.mode)) return;
    if (std::ranges::find(result_.let_go, lock) == result_.let_go.end())
      result_.let_go.push_back(lock);
    // By another name it may be one of those that are held.
    if (!held_.paths_.is_explicit_lock(lock.path)) return;
    std::erase_if(state, [&](const HeldLock& other) {
      return held_.paths_.is_explicit_lock(other.path) && may_be_same(lock.path, value, other);
    });
  }

  [[nodiscard]] bool may_be_same(PathId path, ir::ValueId value, const HeldLock& other) const {
    return std::ranges::any_of(held_.calls_.instances_of(method_), [&](pointsto::InstanceId id) {
      const auto mine = objects(id, path, value), theirs = objects(id, other.path, other.value);
      return mine.empty() || theirs.empty() ||
             std::ranges::find_first_of(mine, theirs) != mine.end();
    });
  }
  [[nodiscard]] bool may_be_among(const Objects& given_back, const HeldLock& lock) const {
    return std::ranges::any_of(held_.calls_.instances_of(method_), [&](pointsto::InstanceId id) {
      const auto held = objects(id, lock.path, lock.value);
      return held.empty() || std::ranges::any_of(held, [&](pointsto::ObjectId object) {
               return given_back.contains(object);
             });
    });
  }
  [[nodiscard]] std::vector<pointsto::ObjectId> objects(pointsto::InstanceId id, PathId path,
                                                        ir::ValueId value) const {
    return value != ir::kNoValue ? few_objects(held_.calls_.heap().value(id, value))
                                 : objects_of(held_.calls_, held_.paths_, id, path);
  }

  // Locks that were taken only if the result says so: on the branch where it does.
  void choose(const ir::Instruction& last, std::uint32_t successor, State& state) {
    if (last.opcode != Opcode::kIf || last.b != index(ir::kNoValue)) return;
    const bool if_true = last.condition() == ir::Condition::kNotEqual;
    if (!if_true && last.condition() != ir::Condition::kEqual) return;
    const bool is_zero = (successor == 0) != if_true;
    std::uint32_t at = last.a;
    // A long is compared with zero first.
    if (body_.instructions[at].opcode == Opcode::kCompare) at = body_.instructions[at].a;
    if (body_.instructions[at].opcode != Opcode::kInvoke) return;
    const LockFact* fact = lock_fact(at);
    if (fact != nullptr && fact->when != When::kAlways && (fact->when == When::kFalse) == is_zero)
      apply(*fact, at, state);
  }

  void record() {
    std::map<std::vector<std::uint32_t>, std::uint32_t> ids;
    result_.state_of.assign(body_.instructions.size(), 0);
    result_.states.emplace_back();
    ids[{}] = 0;
    std::optional<State> at_return;
    // Found while flowing, but not all paths were final then.
    result_.let_go.clear();
    result_.let_go_objects.clear();
    for (std::uint32_t b = 0; b < body_.blocks.size(); ++b) {
      if (!in_[b]) continue;
      State state = *in_[b];
      for (std::uint32_t i = body_.blocks[b].first; i < body_.blocks[b].end; ++i) {
        result_.state_of[i] = id_of(ids, with_both(state));
        note_acquisition(i);
        if (body_.instructions[i].opcode == Opcode::kReturn) {
          if (at_return)
            meet(*at_return, state);
          else
            at_return = state;
        }
        apply(i, state);
      }
    }
    if (held_.calls_.program().is(method_, ir::Access::kSynchronized))
      result_.acquisitions.push_back(
          {.instruction = kAtEntry, .path = in_[0]->front().path, .mode = LockMode::kExclusive});
    for (const HeldLock& lock : at_return.value_or(State{}))
      if (lock.site != kAtEntry || lock.depth > 1) result_.left_held.push_back(lock);
    std::erase_if(result_.let_go, [&](const Released& lock) { return !is_outside(lock.path); });
    std::erase_if(result_.left_held, [&](const HeldLock& lock) { return !is_outside(lock.path); });
  }

  // Two locks that are always two others, in one order or the other, are both of these.
  State with_both(const State& state) {
    State all = state;
    for (std::size_t i = 0; i < state.size(); ++i) {
      for (std::size_t j = i + 1; j < state.size(); ++j) {
        if (state[i].mode == state[j].mode) add_both(state[i], state[j], all);
      }
    }
    return all;
  }
  void add_both(const HeldLock& one, const HeldLock& other, State& to) {
    Paths& paths = held_.paths_;
    const ir::ValueId first = held_.root(body_, one.path), second = held_.root(body_, other.path);
    if (first == ir::kNoValue || second == ir::kNoValue || body_.at(first).opcode != Opcode::kPhi ||
        body_.at(second).opcode != Opcode::kPhi)
      return;
    const auto both = held_.sorted_.both(method_, first, second);
    if (!both) return;
    const auto moved = [&](PathId path, ir::ValueId from, ir::ValueId onto) {
      return paths.rebase(path, paths.of(method_, from), paths.of(method_, onto));
    };
    const auto named = moved(one.path, first, both->first);
    if (!named || named != moved(other.path, second, both->first)) return;
    for (const ir::ValueId value : {both->first, both->second}) {
      HeldLock lock = one;
      lock.path = *moved(one.path, first, value);
      lock.value = ir::kNoValue;
      if (std::ranges::find(to, lock.path, &HeldLock::path) == to.end())
        to.insert(std::ranges::upper_bound(to, lock.path, {}, &HeldLock::path), lock);
    }
  }

  // Does the caller know it too?
  bool is_outside(PathId path) {
    while (held_.paths_[path].kind == Path::Kind::kField)
      path = base::id_at<PathId>(held_.paths_[path].a);
    return held_.paths_[path].kind != Path::Kind::kValue;
  }

  std::uint32_t id_of(std::map<std::vector<std::uint32_t>, std::uint32_t>& ids,
                      const State& state) {
    std::vector<std::uint32_t> key;
    for (const HeldLock& lock : state) {
      key.push_back(index(lock.path));
      key.push_back(std::uint32_t{lock.depth} << 1U |
                    static_cast<std::uint32_t>(lock.mode == LockMode::kShared));
      key.push_back(lock.site);
    }
    const auto [place, fresh] =
        ids.try_emplace(std::move(key), static_cast<std::uint32_t>(result_.states.size()));
    if (fresh) result_.states.push_back(state);
    return place->second;
  }

  void note_acquisition(std::uint32_t at) {
    const ir::Instruction& instruction = body_.instructions[at];
    if (instruction.opcode == Opcode::kMonitorEnter) {
      const auto value = static_cast<ir::ValueId>(instruction.a);
      result_.acquisitions.push_back({.instruction = at,
                                      .path = held_.named(method_, body_, value).path,
                                      .mode = LockMode::kExclusive,
                                      .value = value});
      return;
    }
    const LockFact* fact = instruction.opcode == Opcode::kInvoke ? lock_fact(at) : nullptr;
    if (fact == nullptr ||
        (fact->kind != LockFact::Kind::kAcquire && fact->kind != LockFact::Kind::kWait))
      return;
    const bool waits = fact->kind == LockFact::Kind::kWait;
    const ir::ValueId on = held_.facts_.operand(body_, instruction, fact->on);
    if (on == ir::kNoValue) return;
    const Named lock = held_.named(method_, body_, on);
    result_.acquisitions.push_back(
        {.instruction = at,
         // A condition stands for its lock; any other object is waited at by its monitor.
         .path = waits && !lock.is_view ? lock.path : held_.paths_.explicit_lock(lock.path),
         .mode = !waits && fact->mode_is_of_view && lock.is_view ? lock.mode : fact->mode,
         .value = lock.value,
         .retakes = waits,
         .may_fail = fact->when != When::kAlways,
         .only_if = fact->is_conditional ? fact : nullptr});
  }

  Held& held_;
  ir::MethodId method_;
  const ir::Body& body_;
  OfMethod& result_;
  std::vector<std::optional<State>> in_;  // by block; nothing: not reached
  boost::unordered_flat_map<std::uint32_t, const LockFact*> facts_;
  boost::unordered_flat_map<std::uint32_t, const OfMethod*> callees_;
  boost::unordered_flat_map<std::uint32_t, Objects> let_go_by_;
};

// Callees first, without recursion: chains of calls are long. What calls itself by way of others
// is taken to come back with the locks it was given.
const Held::OfMethod& Held::of(ir::MethodId method) {
  const auto known = methods_.find(index(method));
  if (known != methods_.end()) return *known->second;
  struct Frame {
    ir::MethodId method{};
    std::vector<ir::MethodId> callees;
    std::size_t next = 0;
  };
  std::vector<Frame> frames;
  const auto enter = [&](ir::MethodId id) {
    methods_[index(id)] = std::make_unique<OfMethod>();
    frames.push_back({.method = id, .callees = callees(id), .next = 0});
  };
  enter(method);
  while (!frames.empty()) {
    Frame& frame = frames.back();
    if (frame.next < frame.callees.size()) {
      const ir::MethodId callee = frame.callees[frame.next++];
      if (!methods_.contains(index(callee))) enter(callee);
      continue;
    }
    const ir::MethodId done = frame.method;
    frames.pop_back();
    const ir::Body* body = calls_.program().body(done);
    if (body == nullptr) continue;
    Flow flow(*this, done, *body, *methods_[index(done)]);
    if (flow.is_needed()) flow.run();
  }
  return *methods_[index(method)];
}

std::vector<ir::MethodId> Held::callees(ir::MethodId method) const {
  std::vector<ir::MethodId> found;
  const ir::Body* body = calls_.program().body(method);
  if (body == nullptr) return found;
  for (std::uint32_t i = 0; i < body->instructions.size(); ++i) {
    if (body->instructions[i].opcode != Opcode::kInvoke) continue;
    const ir::MethodId target = followed(method, i);
    if (!base::is_none(target)) found.push_back(target);
    for (const origins::Call& call : unfollowed(method, i))
      found.push_back(calls_.at(call.callee).method);
  }
  return found;
}

// The one method outside the platform that a call is to, by its own name; none if it is another's.
ir::MethodId Held::followed(ir::MethodId method, std::uint32_t invoke) const {
  if (is_platforms(method)) return base::kNone<ir::MethodId>;
  const ir::MethodId target = calls_.only_target(method, invoke);
  const bool is_followed = !base::is_none(target) && target != method && !is_platforms(target) &&
                           !is_of_lambda(method, invoke);
  return is_followed ? target : base::kNone<ir::MethodId>;
}

bool Held::is_platforms(ir::MethodId method) const {
  const ir::Program& program = calls_.program();
  return program.layer(program.owner(method)) == ir::Layer::kPlatform;
}

// What runs there has other parameters than the call has arguments.
bool Held::is_of_lambda(ir::MethodId method, std::uint32_t invoke) const {
  if (calls_.program().body(method)->instructions[invoke].invocation() !=
      ir::Invocation::kInterface)
    return false;
  return std::ranges::any_of(calls_.instances_of(method), [&](pointsto::InstanceId id) {
    return std::ranges::any_of(calls_.calls_at(id, invoke), [&](const origins::Call& call) {
      return !call.initializes && calls_.arguments(call).empty();
    });
  });
}

std::vector<origins::Call> Held::unfollowed(ir::MethodId method, std::uint32_t invoke) const {
  std::vector<origins::Call> found;
  if (is_platforms(method) ||
      calls_.program().body(method)->instructions[invoke].invocation() == ir::Invocation::kStatic)
    return found;
  const bool is_lambda = is_of_lambda(method, invoke);
  if (!is_lambda && !base::is_none(calls_.only_target(method, invoke))) return found;
  for (const pointsto::InstanceId id : calls_.instances_of(method)) {
    for (const origins::Call& call : calls_.calls_at(id, invoke)) {
      const ir::MethodId callee = calls_.at(call.callee).method;
      const LockFact* fact = facts_.lock(callee);
      const bool releases = fact != nullptr && fact->kind == LockFact::Kind::kRelease;
      if (!call.initializes && callee != method && (releases || !is_platforms(callee)))
        found.push_back(call);
    }
  }
  return found;
}

void Held::add_let_go(const origins::Call& call, Objects& into) {
  const ir::MethodId callee = calls_.at(call.callee).method;
  const LockFact* fact = facts_.lock(callee);
  if (fact != nullptr && fact->kind == LockFact::Kind::kRelease) return add_receivers(call, into);
  const auto known = methods_.find(index(callee));
  if (known == methods_.end()) return;
  into.insert(known->second->let_go_objects.begin(), known->second->let_go_objects.end());
  for (const Released& lock : known->second->let_go) {
    if (!paths_.is_explicit_lock(lock.path)) continue;
    const auto objects = objects_of(calls_, paths_, call.callee, lock.path);
    into.insert(objects.begin(), objects.end());
  }
}

// `lock::unlock` runs on what it captured.
void Held::add_receivers(const origins::Call& call, Objects& into) const {
  const ir::Body& body = *calls_.program().body(calls_.at(call.caller).method);
  const ir::ValueId receiver = body.values(body.instructions[call.instruction])[0];
  const pointsto::State& state = calls_.heap().state();
  calls_.heap().value(call.caller, receiver).for_each([&](pointsto::ObjectId id) {
    const pointsto::Object& object = state.objects[index(id)];
    if (object.kind != pointsto::SiteKind::kLambda || base::is_none(object.fields)) {
      into.insert(id);
      return;
    }
    state.graph.points(object.fields).for_each([&](pointsto::ObjectId captured) {
      into.insert(captured);
    });
  });
}

bool Held::holds(ir::MethodId method, std::uint32_t instruction, PathId path) {
  return std::ranges::any_of(at(method, instruction),
                             [&](const HeldLock& lock) { return lock.path == path; });
}

std::span<const HeldLock> Held::at(ir::MethodId method, std::uint32_t instruction) {
  const OfMethod& of_method = of(method);
  if (instruction >= of_method.state_of.size()) return {};
  return of_method.states[of_method.state_of[instruction]];
}

ir::ValueId Held::root(const ir::Body& body, PathId path) const {
  while (paths_[path].kind == Path::Kind::kField) path = base::id_at<PathId>(paths_[path].a);
  const Path& begin = paths_[path];
  if (begin.kind == Path::Kind::kValue && begin.b < body.instructions.size())
    return base::id_at<ir::ValueId>(begin.b);
  if (begin.kind != Path::Kind::kParameter) return ir::kNoValue;
  for (std::uint32_t i = 0; i < body.instructions.size(); ++i) {
    if (body.instructions[i].opcode != Opcode::kParameter) break;
    if (body.instructions[i].a == begin.a) return base::id_at<ir::ValueId>(i);
  }
  return ir::kNoValue;
}

SortedPairs::Order Held::sorted_by(ir::MethodId method, std::uint32_t site,
                                   const Acquisition& wants) {
  const ir::Body* body = calls_.program().body(method);
  if (body == nullptr || wants.instruction == kAtEntry) return {};
  const auto state = at(method, wants.instruction);
  const auto held = std::ranges::find(state, site, &HeldLock::site);
  if (held == state.end()) return {};
  const auto sorted = [&](ir::ValueId first, ir::ValueId second) -> SortedPairs::Order {
    if (first == ir::kNoValue || second == ir::kNoValue || first == second) return {};
    return sorted_.sorted_by(method, first, second, wants.instruction);
  };
  const SortedPairs::Order by_owner = sorted(root(*body, held->path), root(*body, wants.path));
  return by_owner.key != 0 ? by_owner : sorted(held->value, wants.value);
}

}  // namespace heddle::locks
