#include "deadlocks/held_waits.h"

#include <algorithm>
#include <utility>

#include "base/id.h"
#include "ir/body.h"
#include "ir/class.h"
#include "ir/dominance.h"

namespace heddle::deadlocks {

using base::index;
using ir::Opcode;
using locks::Lock;
using model::LockFact;
using model::LockMode;
using model::OrderFact;
using origins::OriginId;
using origins::Point;
using pointsto::InstanceId;
using pointsto::ObjectId;

namespace {

constexpr std::size_t kMostFound = 100;

}  // namespace

HeldWaits::HeldWaits(origins::CallGraph& calls, origins::Origins& origins, origins::Facts& facts,
                     origins::Order& order, const origins::Gates& gates, locks::Held& held,
                     locks::Locks& locks, locks::Paths& paths, IsSetBetween is_set_between)
    : calls_(calls),
      origins_(origins),
      facts_(facts),
      order_(order),
      gates_(gates),
      held_(held),
      locks_(locks),
      paths_(paths),
      is_set_between_(std::move(is_set_between)) {
  for (const ir::MethodId method : calls.heap().reachable_methods())
    if (calls.program().body(method) != nullptr) scan(method);
  look_for_handed_on();
  for (const Place& wait : waits_)
    for (const InstanceId id : calls_.instances_of(wait.method)) check(wait, id);
}

// Waits are those of the application; who may end them is looked for everywhere.
void HeldWaits::scan(ir::MethodId method) {
  ir::Program& program = calls_.program();
  const ir::Body& body = *program.body(method);
  const bool is_own = program.layer(program.owner(method)) == ir::Layer::kApplication;
  for (std::uint32_t i = 0; i < body.instructions.size(); ++i) {
    const ir::Instruction& invoke = body.instructions[i];
    if (invoke.opcode != Opcode::kInvoke || invoke.c == 0 ||
        invoke.invocation() == ir::Invocation::kStatic)
      continue;
    const ir::MethodId called = facts_.resolved(program.owner(method), invoke);
    if (base::is_none(called)) continue;
    Place place{.method = method, .instruction = i, .on = body.values(invoke)[0]};
    const LockFact* lock = facts_.lock(called);
    if (is_own && lock != nullptr && lock->kind == LockFact::Kind::kWait && invoke.c == 1) {
      place.is_monitor = true;
      waits_.push_back(place);
    }
    for (const OrderFact* fact : facts_.order(called)) {
      const bool is_on_this =
          fact->on.root == model::Path::Root::kReceiver && fact->on.selectors.empty();
      if (!is_on_this) continue;
      if (fact->kind == OrderFact::Kind::kSignal) {
        signalling_.emplace(method, i);
        signal_methods_.insert(called);
        if (!is_inside_signal(method, place.on)) signals_.push_back(place);
      }
      if (!is_own || fact->when != model::When::kAlways || invoke.c != 1) continue;
      place.is_for_end =
          fact->kind == OrderFact::Kind::kJoinThread || fact->kind == OrderFact::Kind::kJoinTask;
      if (place.is_for_end || fact->kind == OrderFact::Kind::kAwait) waits_.push_back(place);
      place.is_for_end = false;
    }
  }
}

// `offer` in a queue's `add`: whoever calls that gives the signal.
bool HeldWaits::is_inside_signal(ir::MethodId method, ir::ValueId on) {
  const ir::Program& program = calls_.program();
  const ir::Instruction& object = calls_.program().body(method)->at(on);
  if (program.layer(program.owner(method)) != ir::Layer::kPlatform ||
      object.opcode != Opcode::kParameter || object.a != 0)
    return false;
  return std::ranges::any_of(facts_.order(method), [](const OrderFact* fact) {
    return fact->kind == OrderFact::Kind::kSignal;
  });
}

// A method reference is called where the code names another method, `run`.
void HeldWaits::look_for_handed_on() {
  for (const ir::MethodId method : signal_methods_)
    for (const InstanceId id : calls_.instances_of(method)) {
      const auto calls = calls_.calls_to(id);
      are_signals_handed_on_ =
          are_signals_handed_on_ || calls.empty() ||
          std::ranges::any_of(calls, [&](const origins::Call& call) {
            return !signalling_.contains({calls_.at(call.caller).method, call.instruction});
          });
    }
}

void HeldWaits::check(const Place& wait, InstanceId id) {
  if (origins_.list(id).empty() || found_.size() >= kMostFound) return;
  const std::vector<Lock> held = held_at(wait, id);
  if (wait.is_for_end)
    check_ends(wait, id, held);
  else if (!held.empty() && !are_signals_handed_on_)
    check_signals(wait, id, held);
}

// Of one real lock each, and held by nobody else. Who waits on a monitor has given that back.
std::vector<Lock> HeldWaits::held_at(const Place& wait, InstanceId id) {
  std::vector<Lock> held = locks_.at(id, wait.instruction);
  std::erase_if(held, [&](const Lock& lock) {
    const bool is_named =
        lock.kind != Lock::Kind::kPath || paths_.is_global(base::id_at<locks::PathId>(lock.id));
    return !is_named || lock.mode != LockMode::kExclusive;
  });
  if (!wait.is_monitor) return held;
  for (const locks::Acquisition& again : held_.acquisitions(wait.method)) {
    if (!again.retakes || again.instruction != wait.instruction) continue;
    for (const Lock& given : locks_.taken(id, again))
      std::erase_if(held, [&](const Lock& lock) { return lock.key() == given.key(); });
  }
  return held;
}

// --- the end of a thread or task -----------------------------------------------------------------

void HeldWaits::check_ends(const Place& wait, InstanceId id, std::span<const Lock> held) {
  const pointsto::ObjectSet& on = calls_.heap().value(id, wait.on);
  if (!held.empty()) find_acquisitions();
  for (std::uint32_t o = 1; o < origins_.size(); ++o) {
    if (!may_be_of(OriginId{o}, on)) continue;
    check_turn(wait, id, OriginId{o});
    for (const Lock& lock : held) {
      // Who waits for a thread has given its own monitor back.
      if (lock.kind == Lock::Kind::kObject && on.contains(base::id_at<ObjectId>(lock.id))) continue;
      const auto wanted = acquisitions_.find(lock.key());
      if (wanted == acquisitions_.end()) continue;
      for (const Point& point : wanted->second)
        if (origins_.runs(OriginId{o}, point.instance))
          add(wait, {.instance = id, .instruction = wait.instruction}, lock, point, OriginId{o});
    }
  }
}

// Both are run by one thread, the one after the other.
void HeldWaits::check_turn(const Place& wait, InstanceId id, OriginId awaited) {
  const auto& entries = origins_[awaited].entries;
  // Events are told apart by what they are sent to, which may be the waiting one's own object.
  if (origins_[awaited].kind != origins::Origin::Kind::kTask || entries.empty() ||
      calls_.is_platform(entries[0]))
    return;
  for (const OriginId waiting : origins_.list(id))
    if (waiting != awaited && order_.exclude(waiting, awaited))
      return keep({.wait = {.instance = id, .instruction = wait.instruction},
                   .wanted = {.instance = entries[0], .instruction = 0},
                   .waiting = waiting,
                   .awaited = awaited,
                   .held = std::nullopt,
                   .is_for_end = true});
}

// Was it started on one of the objects, or at the call that made one of them, its future?
bool HeldWaits::may_be_of(OriginId origin, const pointsto::ObjectSet& on) const {
  constexpr unsigned kHighest = 4;
  bool is_it = false;
  on.for_each([&](ObjectId object) {
    if (calls_.heap().object(object).site == origins_[origin].site) is_it = true;
    const pointsto::Site& site = calls_.heap().site(object);
    if (is_it || site.kind != pointsto::SiteKind::kCreated) return;
    for (const std::uint32_t e : origins_[origin].events) {
      Point at{.instance = origins_.events()[e].caller,
               .instruction = origins_.events()[e].instruction};
      for (unsigned up = 0; up < kHighest && !is_it; ++up) {
        is_it = index(calls_.at(at.instance).method) == site.a && at.instruction == site.b;
        const auto callers = calls_.calls_to(at.instance);
        if (callers.size() != 1) break;
        at = {.instance = callers[0].caller, .instruction = callers[0].instruction};
      }
    }
  });
  return is_it;
}

// Attempts that may fail, and those behind a wait, want nothing.
void HeldWaits::find_acquisitions() {
  if (has_acquisitions_) return;
  has_acquisitions_ = true;
  for (std::uint32_t i = 0; i < calls_.size(); ++i) {
    const auto id = base::id_at<InstanceId>(i);
    if (!calls_.is_application(id) || origins_.list(id).empty()) continue;
    for (const locks::Acquisition& wants : held_.acquisitions(calls_.at(id).method)) {
      if (wants.may_fail || wants.retakes) continue;
      for (const Lock& lock : locks_.taken(id, wants))
        acquisitions_[lock.key()].push_back({.instance = id, .instruction = wants.instruction});
    }
  }
}

// --- a signal ------------------------------------------------------------------------------------

// Whoever may give it holds the lock, or comes to it only through a place where it is taken.
void HeldWaits::check_signals(const Place& wait, InstanceId id, std::span<const Lock> held) {
  const pointsto::ObjectSet& on = calls_.heap().value(id, wait.on);
  const ObjectId only = origins_.only_single(on);
  // Nothing may be needed where permits are there from the beginning.
  if (base::is_none(only) || (!wait.is_monitor && !gates_.gate_of(only))) return;
  for (const Lock& lock : held) {
    std::vector<Point> givers;
    bool do_all_hold = true;
    for (const Place& signal : signals_) {
      for (const InstanceId by : calls_.instances_of(signal.method)) {
        if (!calls_.heap().value(by, signal.on).contains(only)) continue;
        const std::vector<Lock> theirs = locks_.at(by, signal.instruction);
        const auto same = std::ranges::find(theirs, lock.key(), &Lock::key);
        if (same != theirs.end()) {
          givers.push_back({.instance = same->taken_in, .instruction = same->taken_at});
          continue;
        }
        const std::array before{signal.instruction};
        const auto taken = taken_before(by, before, lock.key(), 0);
        if (taken)
          givers.push_back(*taken);
        else
          do_all_hold = false;
      }
    }
    if (!do_all_hold) continue;
    for (const Point& point : givers)
      if (calls_.is_application(point.instance) &&
          add(wait, {.instance = id, .instruction = wait.instruction}, lock, point,
              base::kNone<OriginId>))
        return;
  }
}

// `synchronized (lock) { … } latch.countDown();`
std::optional<Point> HeldWaits::taken_before(InstanceId id, std::span<const std::uint32_t> before,
                                             std::uint64_t lock, unsigned depth) {
  const ir::MethodId method = calls_.at(id).method;
  const ir::Body* body = calls_.program().body(method);
  if (body == nullptr || before.empty()) return std::nullopt;
  const ir::Dominance dominance(*body);
  const auto comes_first = [&](std::uint32_t at) {
    return at == locks::kAtEntry || std::ranges::all_of(before, [&](std::uint32_t later) {
             return at != later && dominance.available(base::id_at<ir::ValueId>(at),
                                                       base::id_at<ir::ValueId>(later));
           });
  };
  for (const locks::Acquisition& wants : held_.acquisitions(method)) {
    if (wants.may_fail || wants.retakes || wants.only_if != nullptr ||
        !comes_first(wants.instruction))
      continue;
    const std::vector<Lock> taken = locks_.taken(id, wants);
    if (std::ranges::find(taken, lock, &Lock::key) != taken.end())
      return Point{.instance = id, .instruction = wants.instruction};
  }
  for (std::uint32_t i = 0; i < body->instructions.size(); ++i) {
    if (body->instructions[i].opcode != Opcode::kInvoke || !comes_first(i)) continue;
    if (const auto taken = taken_by_call({.instance = id, .instruction = i}, lock, depth))
      return taken;
  }
  return std::nullopt;
}

// `work(); latch.countDown();`, where work() takes it on all ways to its ends.
std::optional<Point> HeldWaits::taken_by_call(const Point& call, std::uint64_t lock,
                                              unsigned depth) {
  constexpr unsigned kDeepest = 2;
  if (depth >= kDeepest) return std::nullopt;
  std::optional<InstanceId> only;
  for (const origins::Call& target : calls_.calls_at(call.instance, call.instruction)) {
    if (target.initializes) continue;
    if (only || calls_.is_platform(target.callee)) return std::nullopt;
    only = target.callee;
  }
  const ir::Body* body = only ? calls_.program().body(calls_.at(*only).method) : nullptr;
  if (body == nullptr) return std::nullopt;
  std::vector<std::uint32_t> ends;
  for (std::uint32_t i = 0; i < body->instructions.size(); ++i)
    if (body->instructions[i].opcode == Opcode::kReturn) ends.push_back(i);
  return taken_before(*only, ends, lock, depth + 1);
}

// --- what is found -------------------------------------------------------------------------------

bool HeldWaits::add(const Place& wait, Point at, const Lock& held, Point wanted, OriginId only) {
  const Point there{.instance = wanted.instance,
                    .instruction = wanted.instruction == locks::kAtEntry ? 0 : wanted.instruction};
  for (const OriginId p : origins_.list(at.instance)) {
    for (const OriginId q : origins_.list(wanted.instance)) {
      if ((!base::is_none(only) && q != only) || (p == q && !origins_[p].many)) continue;
      if (order_.exclude(p, q) || order_.is_ordered(at, p, there, q) ||
          is_set_between_(at, p, there, q))
        continue;
      keep({.wait = at,
            .wanted = wanted,
            .waiting = p,
            .awaited = q,
            .held = held,
            .is_for_end = wait.is_for_end});
      return true;
    }
  }
  return false;
}

void HeldWaits::keep(const HeldWait& found) {
  const auto method = [&](Point point) { return index(calls_.at(point.instance).method); };
  const std::array sites{method(found.wait), found.wait.instruction, method(found.wanted),
                         found.wanted.instruction};
  if (known_.insert(sites).second) found_.push_back(found);
}

report::Lock HeldWaits::lock(const Lock& held, origins::Describe& describe) const {
  report::Lock made;
  if (const auto name = locks_.lasting_name(held))
    made.name = *name;
  else if (held.kind == Lock::Kind::kPath)
    made.name = paths_.name(base::id_at<locks::PathId>(held.id));
  else
    made.name = describe.type_name(calls_.heap().type(base::id_at<ObjectId>(held.id)));
  return made;
}

report::Finding HeldWaits::finding(const HeldWait& wait, origins::Describe& describe) {
  report::Finding made;
  made.kind = report::Kind::kDeadlock;
  made.support.push_back(
      {.engine = report::Engine::kWholeProgram, .evidence = report::Evidence::kPossible});
  const auto side = [&](OriginId origin, OriginId beside, Point point) {
    const origins::Way way = describe.way(origin, beside, point);
    describe.add_doubts(origin, beside, way, made.doubts);
    return describe.side(report::Operation::kAcquire, origin, way);
  };
  report::Side waits = side(wait.waiting, wait.awaited, wait.wait);
  report::Side wants = side(wait.awaited, wait.waiting, wait.wanted);
  const report::Thread& awaited = describe.thread(wait.awaited);
  report::Lock brought{.name = (wait.is_for_end ? "the end of " : "a signal of ") + awaited.name};
  waits.wants = brought;
  waits.wants->acquired = describe.place(wait.wait.instance, wait.wait.instruction);
  // It has had it to give since it began.
  brought.acquired = awaited.started;
  wants.holds.push_back(std::move(brought));

  report::Lock held{.name = "the only thread that runs both"};
  if (wait.held) held = lock(*wait.held, describe);
  wants.wants = held;
  wants.wants->acquired = describe.place(wait.wanted.instance, wait.wanted.instruction);
  if (wait.held)
    held.acquired = describe.place(wait.held->taken_in, wait.held->taken_at);
  else
    held.acquired = describe.thread(wait.waiting).started;
  waits.holds.push_back(std::move(held));
  made.sides = {std::move(waits), std::move(wants)};
  return made;
}

}  // namespace heddle::deadlocks
