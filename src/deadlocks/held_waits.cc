// The lock that is held, and what is waited for, are two things that the two sides take in opposite
// orders, as in a circle of locks: whoever waits has the lock and wants the end or the signal; the
// other one has that end or signal to give, and wants the lock.
//
// Missed: locks that are held by one of several ways only, ends that are surely waited for only
// together with others, places in queues, and signals, in programs that hand the method on which
// gives one (`latch::countDown`).
#include "deadlocks/held_waits.h"

#include <algorithm>
#include <utility>

#include "base/id.h"
#include "deadlocks/lock_order.h"
#include "ir/body.h"
#include "ir/class.h"
#include "model/concurrency.h"

namespace heddle::deadlocks {

using base::index;
using origins::OriginId;
using origins::Point;
using pointsto::InstanceId;
using pointsto::ObjectId;

HeldWaits::HeldWaits(origins::CallGraph& calls, origins::Origins& origins, origins::Joins& joins,
                     origins::Order& order, locks::Held& held, locks::Locks& locks,
                     locks::Paths& paths, Waits& waits)
    : calls_(calls),
      origins_(origins),
      joins_(joins),
      order_(order),
      held_(held),
      locks_(locks),
      paths_(paths),
      waits_(waits) {
  ir::Program& program = calls.program();
  for (std::uint32_t i = 0; i < calls.size(); ++i) {
    const InstanceId id = base::id_at<InstanceId>(i);
    if (!origins.list(id).empty() &&
        program.layer(program.owner(calls.at(id).method)) == ir::Layer::kApplication)
      look_at_ends(id);
  }
  for (const Waits::Place& wait : waits.waits()) look_at_signals(wait, true);
  for (const Waits::Place& wait : waits.waits_at_gates()) look_at_signals(wait, false);
}

// A call with more than what it waits for has a limit, or runs something itself.
void HeldWaits::look_at_ends(InstanceId id) {
  const ir::Body* body = calls_.program().body(calls_.at(id).method);
  if (body == nullptr) return;
  for (std::uint32_t i = 0; i < body->instructions.size(); ++i) {
    const ir::Instruction& invoke = body->instructions[i];
    if (invoke.opcode != ir::Opcode::kInvoke || invoke.c != 1 ||
        invoke.invocation() == ir::Invocation::kStatic)
      continue;
    std::vector<OriginId> ends;
    joins_.for_each_waited_for(id, i, [&](OriginId origin) { ends.push_back(origin); });
    if (ends.empty()) continue;
    for (const OriginId other : ends) add_turn({id, i}, other);
    const pointsto::ObjectSet& waited = calls_.heap().value(id, body->values(invoke)[0]);
    for (const Held& held : held_at({id, i})) {
      if (waited.contains(held.object)) continue;  // a thread's own monitor is given back
      for (const OriginId other : ends) add_end(held, {id, i}, other);
    }
  }
}

void HeldWaits::add_end(const Held& held, Point wait, OriginId other) {
  for (const Taking& taking : takings(held.key)) {
    if (!origins_.runs(other, taking.at.instance)) continue;
    for (const OriginId waiter : origins_.list(wait.instance)) {
      if (waiter == other || is_ordered(wait, waiter, taking.at, other)) continue;
      add({.wait = wait,
           .taken = held.taken,
           .wanted = taking.at,
           .waiter = waiter,
           .other = other,
           .lock = held.object,
           .held_name = held.name,
           .wanted_name = taking.name,
           .what = HeldWait::For::kEnd});
      return;
    }
  }
}

// Both are run by one thread, the one after the other.
void HeldWaits::add_turn(Point wait, OriginId other) {
  for (const OriginId waiter : origins_.list(wait.instance)) {
    const auto& entries = origins_[other].entries;
    if (!order_.exclude(waiter, other) || entries.empty() || calls_.is_platform(entries[0]))
      continue;
    add({.wait = wait,
         .wanted = {entries[0], 0},
         .waiter = waiter,
         .other = other,
         .what = HeldWait::For::kTurn});
    return;
  }
}

void HeldWaits::look_at_signals(const Waits::Place& wait, bool gives_back) {
  for (const InstanceId id : calls_.instances_of(wait.method)) {
    if (origins_.list(id).empty()) continue;
    std::vector<Held> all = held_at({id, wait.instruction});
    if (all.empty() || (gives_back && !give_back(id, wait.instruction, all)) || all.empty())
      continue;
    if (waits_.are_signals_handed_on()) return;
    const std::vector<Point> signals = waits_.signals_for(wait, id);
    for (const Held& held : all) add_signal(held, {id, wait.instruction}, signals);
  }
}

void HeldWaits::add_signal(const Held& held, Point wait, std::span<const Point> signals) {
  std::optional<HeldWait> found;
  for (const Point& signal : signals) {
    const std::vector<Held> around = held_at(signal);
    const auto same = std::ranges::find(around, held.key, &Held::key);
    if (same == around.end()) return;
    for (const OriginId waiter : origins_.list(wait.instance))
      for (const OriginId other : origins_.list(signal.instance)) {
        // Who comes surely first may have given it already.
        if (waiter != other && is_ordered(wait, waiter, signal, other)) return;
        if (found || (waiter == other && !origins_[waiter].many)) continue;
        found = {.wait = wait,
                 .taken = held.taken,
                 .wanted = same->taken,
                 .waiter = waiter,
                 .other = other,
                 .lock = held.object,
                 .held_name = held.name,
                 .wanted_name = same->name};
      }
  }
  if (found) add(*found);
}

// A lock that is one object is there as that, and by the path that names it.
std::vector<HeldWaits::Held> HeldWaits::held_at(Point point) {
  using Kind = locks::Lock::Kind;
  std::vector<Held> found;
  const std::vector<locks::Lock> all = locks_.at(point.instance, point.instruction);
  for (const locks::Lock& lock : all) {
    if (lock.kind == Kind::kPath || lock.mode != model::LockMode::kExclusive) continue;
    const auto object = base::id_at<ObjectId>(lock.id);
    if (!origins_.is_single(object)) continue;
    const auto named = std::ranges::find_if(all, [&](const locks::Lock& other) {
      return other.kind == Kind::kPath && other.taken_in == lock.taken_in &&
             other.taken_at == lock.taken_at;
    });
    found.push_back({.key = lock.key(),
                     .object = object,
                     .name = named == all.end() ? base::kNone<locks::PathId>
                                                : base::id_at<locks::PathId>(named->id),
                     .taken = {lock.taken_in, lock.taken_at}});
  }
  return found;
}

bool HeldWaits::give_back(InstanceId id, std::uint32_t instruction, std::vector<Held>& held) {
  for (const locks::Acquisition& again : held_.acquisitions(calls_.at(id).method)) {
    if (again.instruction != instruction || !again.retakes) continue;
    const std::vector<ObjectId> given = wanted_by(calls_, paths_, id, again);
    if (given.empty()) return false;
    std::erase_if(held, [&](const Held& each) {
      return std::ranges::find(given, each.object) != given.end();
    });
    return true;
  }
  return false;
}

const std::vector<HeldWaits::Taking>& HeldWaits::takings(std::uint64_t key) {
  static const std::vector<Taking> none;
  if (!takings_) find_takings();
  const auto found = takings_->find(key);
  return found == takings_->end() ? none : found->second;
}

void HeldWaits::find_takings() {
  takings_.emplace();
  ir::Program& program = calls_.program();
  for (std::uint32_t i = 0; i < calls_.size(); ++i) {
    const InstanceId id = base::id_at<InstanceId>(i);
    const ir::MethodId method = calls_.at(id).method;
    if (origins_.list(id).empty() || program.layer(program.owner(method)) == ir::Layer::kPlatform)
      continue;
    for (const locks::Acquisition& wants : held_.acquisitions(method)) {
      if (wants.may_fail || wants.retakes) continue;
      const auto before = locks_.before(id, wants);
      const auto mine = locks_.taken(id, wants);
      const bool holds_it = std::ranges::any_of(before, [&](const locks::Lock& lock) {
        return std::ranges::find(mine, lock.key(), &locks::Lock::key) != mine.end();
      });
      if (holds_it) continue;
      for (const locks::Lock& lock : mine)
        if (lock.kind != locks::Lock::Kind::kPath)
          (*takings_)[lock.key()].push_back({.at = {id, wants.instruction}, .name = wants.path});
    }
  }
}

bool HeldWaits::is_ordered(Point one, OriginId of_one, Point other, OriginId of_other) {
  const auto begun = [](Point point) {
    if (point.instruction == locks::kAtEntry) point.instruction = 0;
    return point;
  };
  return order_.exclude(of_one, of_other) ||
         order_.is_ordered(begun(one), of_one, begun(other), of_other);
}

// The same two places in other contexts are one.
void HeldWaits::add(HeldWait wait) {
  const auto place = [&](const Point& point) {
    return std::pair(calls_.at(point.instance).method, point.instruction);
  };
  const bool is_known = std::ranges::any_of(found_, [&](const HeldWait& known) {
    return place(known.wait) == place(wait.wait) && place(known.wanted) == place(wait.wanted);
  });
  if (!is_known) found_.push_back(wait);
}

report::Lock HeldWaits::lock(locks::PathId name, ObjectId object, Point at,
                             origins::Describe& describe) {
  using Kind = locks::Path::Kind;
  const bool has_name = !base::is_none(name) &&
                        (paths_[name].kind == Kind::kField || paths_[name].kind == Kind::kStatic ||
                         paths_[name].kind == Kind::kClass);
  return {.name = has_name ? paths_.name(name) : describe.type_name(calls_.heap().type(object)),
          .mode = report::LockMode::kExclusive,
          .acquired = describe.place(at.instance, at.instruction)};
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
  report::Side waits = side(wait.waiter, wait.other, wait.wait);
  report::Side other = side(wait.other, wait.waiter, wait.wanted);
  const bool is_for_end = wait.what != HeldWait::For::kSignal;
  const std::string& thread = describe.thread(wait.other).name;
  report::Lock brought{.name = (is_for_end ? "the end of " : "a signal of ") + thread};
  if (is_for_end) brought.acquired = describe.thread(wait.other).started;
  waits.wants = brought;
  waits.wants->acquired = describe.place(wait.wait.instance, wait.wait.instruction);
  if (wait.what == HeldWait::For::kTurn) {
    report::Lock turn{.name = "the only thread that runs both"};
    other.wants = turn;
    other.wants->acquired = describe.place(wait.wanted.instance, wait.wanted.instruction);
    turn.acquired = describe.thread(wait.waiter).started;
    waits.holds.push_back(std::move(turn));
  } else {
    waits.holds.push_back(lock(wait.held_name, wait.lock, wait.taken, describe));
    other.wants = lock(wait.wanted_name, wait.lock, wait.wanted, describe);
  }
  other.holds.push_back(std::move(brought));
  made.sides = {std::move(waits), std::move(other)};
  return made;
}

}  // namespace heddle::deadlocks
