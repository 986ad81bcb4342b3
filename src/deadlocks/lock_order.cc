#include "deadlocks/lock_order.h"

#include <algorithm>

#include "base/hash.h"
#include "base/id.h"
#include "ir/body.h"
#include "ir/class.h"
#include "locks/path_objects.h"
#include "pointsto/state.h"

namespace heddle::deadlocks {

namespace {

bool may_meet(const std::vector<pointsto::ObjectId>& some,
              const std::vector<pointsto::ObjectId>& others) {
  return std::ranges::find_first_of(some, others) != some.end();
}

}  // namespace

using base::index;
using ir::Opcode;
using locks::PathId;
using pointsto::InstanceId;
using pointsto::ObjectId;

std::vector<ObjectId> wanted_by(const origins::CallGraph& calls, const locks::Paths& paths,
                                InstanceId id, const locks::Acquisition& wants) {
  return wants.value != ir::kNoValue ? locks::few_objects(calls.heap().value(id, wants.value))
                                     : locks::objects_of(calls, paths, id, wants.path);
}

LockOrder::LockOrder(origins::CallGraph& calls, origins::Origins& origins, locks::Held& held,
                     locks::Locks& locks, locks::Paths& paths)
    : calls_(calls),
      origins_(origins),
      held_(held),
      locks_(locks),
      paths_(paths),
      seen_from_(calls.size()) {
  ir::Program& program = calls.program();
  for (std::uint32_t i = 0; i < calls.size(); ++i) {
    const InstanceId id = base::id_at<InstanceId>(i);
    const auto running = origins.running(id);
    const bool runs = std::ranges::any_of(running, [](std::uint64_t word) { return word != 0; });
    if (runs && program.layer(program.owner(calls.at(id).method)) != ir::Layer::kPlatform) scan(id);
  }
}

void LockOrder::scan(InstanceId id) {
  for (const locks::Acquisition& wants : held_.acquisitions(calls_.at(id).method)) scan(id, wants);
  for (const locks::Acquisition& wants : taken_by_platform(id)) scan(id, wants);
}

void LockOrder::scan(InstanceId id, const locks::Acquisition& wants) {
  if (wants.may_fail) return;
  const std::vector<locks::Lock> mine = locks_.taken(id, wants);
  if (mine.empty()) return;
  const std::vector<locks::Lock> held = locks_.before(id, wants);
  const auto is_mine = [&](const locks::Lock& other) {
    return std::ranges::any_of(mine,
                               [&](const locks::Lock& lock) { return other.key() == lock.key(); });
  };
  const auto same = std::ranges::find_if(held, is_mine);
  // A reader that wants to write waits for all readers, itself among them.
  const bool upgrades = same != held.end() && same->mode == model::LockMode::kShared &&
                        wants.mode == model::LockMode::kExclusive;
  const bool holds_it = same != held.end();
  if (wants.retakes ? !holds_it : holds_it && !upgrades) return;
  ++acquisitions_;
  for (const locks::Lock& holds : held) {
    if (wants.retakes && is_mine(holds)) continue;
    add(id, wants, holds, upgrades && is_mine(holds));
  }
  if (!holds_it) add_callers(id, wants, held);
}

// `synchronized (names) { others.add(name); }`: a Vector locks itself, a synchronized list its
// mutex. Only what the one called method takes of its receiver, and only where something is held.
std::vector<locks::Acquisition> LockOrder::taken_by_platform(InstanceId id) {
  std::vector<locks::Acquisition> found;
  const ir::MethodId method = calls_.at(id).method;
  const ir::Body* body = calls_.program().body(method);
  if (body == nullptr) return found;
  for (std::uint32_t i = 0; i < body->instructions.size(); ++i) {
    if (body->instructions[i].opcode != Opcode::kInvoke || locks_.at(id, i).empty()) continue;
    const auto targets = calls_.calls_at(id, i);
    const auto called =
        std::ranges::find_if(targets, [](const origins::Call& call) { return !call.initializes; });
    const auto is_other = [&](const origins::Call& call) {
      return !call.initializes && call.callee != called->callee;
    };
    if (called == targets.end() || !calls_.is_platform(called->callee) ||
        std::ranges::any_of(targets, is_other))
      continue;
    const auto arguments = calls_.arguments(*called);
    if (arguments.empty()) continue;
    for (locks::Acquisition taken : held_.acquisitions(calls_.at(called->callee).method)) {
      const bool is_this = taken.path == paths_.parameter(0);
      const auto moved =
          paths_.rebase(taken.path, paths_.parameter(0), paths_.of(method, arguments[0]));
      if (!moved || taken.may_fail || taken.retakes || taken.only_if != nullptr ||
          paths_.is_explicit_lock(taken.path))
        continue;
      taken.instruction = i;
      taken.path = *moved;
      taken.value = is_this ? arguments[0] : ir::kNoValue;
      const bool is_known = std::ranges::any_of(found, [&](const locks::Acquisition& other) {
        return other.instruction == i && other.path == *moved;
      });
      if (!is_known) found.push_back(taken);
    }
  }
  return found;
}

// What callers hold that has no name here: `this` of one that calls a method of another object. Not
// all callers need hold it; one way here is enough.
void LockOrder::add_callers(InstanceId id, const locks::Acquisition& wants,
                            const std::vector<locks::Lock>& known) {
  constexpr std::size_t kMostCallers = 16;
  std::vector<Frame> open{{.instance = id, .path = wants.path, .value = wants.value}};
  const std::uint32_t begun = ++frames_;
  seen_from_[index(id)] = begun;
  for (std::size_t next = 0; next < open.size() && next < kMostCallers; ++next) {
    const Frame below = open[next];
    ++frames_;
    for (const origins::Call& call : calls_.calls_to(below.instance)) {
      if (call.initializes || calls_.is_platform(call.caller) ||
          call.instruction == pointsto::kModelInstruction)
        continue;
      // One that calls it twice may hold something at the second call only.
      std::uint32_t& seen_from = seen_from_[index(call.caller)];
      const bool is_seen = seen_from >= begun;
      if (is_seen && seen_from != frames_) continue;
      const Frame above = in_terms_of_caller(call, below);
      if (!add_caller(id, wants, above, call.instruction, known) || is_seen) continue;
      seen_from = frames_;
      open.push_back(above);
    }
  }
}

// What is wanted, as the caller names it.
LockOrder::Frame LockOrder::in_terms_of_caller(const origins::Call& call, const Frame& below) {
  Frame above{.instance = call.caller};
  if (base::is_none(below.path)) return above;
  if (paths_.is_global(below.path)) above.path = below.path;
  const ir::MethodId method = calls_.at(call.caller).method;
  const auto arguments = calls_.arguments(call);
  for (std::uint32_t i = 0; i < arguments.size(); ++i) {
    const PathId parameter = paths_.parameter(i);
    const auto moved = paths_.rebase(below.path, parameter, paths_.of(method, arguments[i]));
    if (!moved) continue;
    above.path = *moved;
    if (below.path == parameter) above.value = arguments[i];
    break;
  }
  return above;
}

// A parameter, or what fields of one hold that never change: `this.left.lock`.
bool LockOrder::is_of_parameter(PathId path) const {
  while (paths_[path].kind == locks::Path::Kind::kField) path = base::id_at<PathId>(paths_[path].a);
  return paths_[path].kind == locks::Path::Kind::kParameter;
}

// The caller may know better which object it is than what it calls, which works for others, too.
std::vector<ObjectId> LockOrder::wanted_in(const Frame& above, InstanceId id,
                                           const locks::Acquisition& wants) const {
  std::vector<ObjectId> found;
  if (above.value != ir::kNoValue)
    found = locks::few_objects(calls_.heap().value(above.instance, above.value));
  else if (!base::is_none(above.path))
    found = locks::objects_of(calls_, paths_, above.instance, above.path);
  return found.empty() ? wanted_by(calls_, paths_, id, wants) : found;
}

// False: it is held there already, by this way.
bool LockOrder::add_caller(InstanceId id, const locks::Acquisition& wants, const Frame& above,
                           std::uint32_t at, const std::vector<locks::Lock>& known) {
  const ir::MethodId method = calls_.at(above.instance).method;
  const auto own = held_.at(method, at);
  if (std::ranges::any_of(own, [&](const locks::HeldLock& h) { return h.path == above.path; }))
    return false;
  for (const locks::HeldLock& held : own) {
    const auto is_it = [&](const locks::Lock& lock) {
      return lock.taken_in == above.instance && lock.taken_at == held.site;
    };
    if (std::ranges::any_of(known, is_it) || !locks_.is_lock(above.instance, held)) continue;
    const locks::Lock holds{.kind = locks::Lock::Kind::kPath,
                            .id = index(held.path),
                            .mode = held.mode,
                            .taken_in = above.instance,
                            .taken_at = held.site};
    const bool is_part =
        !base::is_none(above.path) && is_part_of(method, above.path, above.value, held.path);
    const std::vector<ObjectId> from = locks::objects_of(calls_, paths_, above.instance, held.path);
    const std::vector<ObjectId> to = wanted_in(above, id, wants);
    // Objects that may be the same are two only where the caller was given both.
    const bool are_given =
        !base::is_none(above.path) && is_of_parameter(above.path) && is_of_parameter(held.path);
    if (!are_given && may_meet(from, to)) continue;
    add(id, wants, holds, from, to, is_part, false, above.instance);
  }
  return true;
}

void LockOrder::add(InstanceId id, const locks::Acquisition& wants, const locks::Lock& holds,
                    bool upgrades) {
  std::vector<ObjectId> from;
  if (holds.kind != locks::Lock::Kind::kPath) {
    from.push_back(base::id_at<ObjectId>(holds.id));
  } else {
    from = locks::objects_of(calls_, paths_, id, base::id_at<PathId>(holds.id));
    // A lock that is one object is there as that too.
    if (from.size() == 1 && origins_.is_single(from[0])) return;
  }
  const bool is_part =
      !upgrades && holds.kind == locks::Lock::Kind::kPath &&
      is_part_of(calls_.at(id).method, wants.path, wants.value, base::id_at<PathId>(holds.id));
  add(id, wants, holds, from, wanted_by(calls_, paths_, id, wants), is_part, upgrades,
      base::kNone<InstanceId>);
}

void LockOrder::add(InstanceId id, const locks::Acquisition& wants, const locks::Lock& holds,
                    const std::vector<ObjectId>& from, const std::vector<ObjectId>& to,
                    bool is_part, bool upgrades, InstanceId by_way_of) {
  if (from.empty() || to.empty()) ++left_out_;
  const bool is_here = base::is_none(by_way_of) && holds.taken_in == id;
  locks::SortedPairs::Order sorted;
  if (is_here) sorted = held_.sorted_by(calls_.at(id).method, holds.taken_at, wants);
  for (const ObjectId held : from) {
    for (const ObjectId wants_it : to) {
      if (held == wants_it && !upgrades && (is_part || origins_.is_single(held))) continue;
      if (!base::is_none(by_way_of) && !is_new_way(id, wants, holds, held, wants_it)) continue;
      edges_.push_back({.instance = id,
                        .wants = wants,
                        .holds = holds,
                        .from = held,
                        .to = wants_it,
                        .number = acquisitions_,
                        .by_way_of = by_way_of,
                        .sorted = sorted});
    }
  }
}

// Ways that differ in contexts only, and are gone by the same origins, are one.
bool LockOrder::is_new_way(InstanceId id, const locks::Acquisition& wants, const locks::Lock& holds,
                           ObjectId held, ObjectId wanted) {
  base::Hasher key;
  key.add(index(calls_.at(id).method)).add(wants.instruction);
  key.add(index(calls_.at(holds.taken_in).method)).add(holds.taken_at);
  key.add(index(held)).add(index(wanted));
  for (const InstanceId at : {id, holds.taken_in})
    for (const origins::OriginId origin : origins_.list(at)) key.add(index(origin));
  return ways_.insert(key.finish()).second;
}

// Was what it wants read out of a field of what it holds?
bool LockOrder::is_part_of(ir::MethodId method, PathId wanted, ir::ValueId value, PathId holder) {
  if (paths_.rebase(wanted, holder, paths_.base())) return true;
  if (value == ir::kNoValue) return false;
  const ir::Body& body = *calls_.program().body(method);
  ir::ValueId at = value;
  for (unsigned step = 0; step < 4; ++step) {
    const ir::Instruction& made = body.at(at);
    if (made.opcode != Opcode::kGetField && made.opcode != Opcode::kCheckCast) return false;
    at = static_cast<ir::ValueId>(made.a);
    if (paths_.of(method, at) == holder) return true;
  }
  return false;
}

}  // namespace heddle::deadlocks
