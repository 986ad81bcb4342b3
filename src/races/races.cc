#include "races/races.h"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <utility>

#include "base/hash.h"
#include "base/id.h"
#include "ir/body.h"
#include "ir/class.h"

namespace heddle::races {

using base::index;
using ir::Opcode;
using locks::PathId;
using model::LockMode;
using origins::OriginId;
using pointsto::InstanceId;
using pointsto::ObjectId;

namespace {

OwnPaths::Use use(const Access& access) {
  return {.instance = access.instance, .at = access.instruction, .value = access.base};
}

// Is its base what the one who comes there has in hand, and the very object?
bool is_named(const Access& access) { return access.through == 0 && !access.called_from; }

// Are both done by code of the program?
bool are_of_program(const Access& x, const Access& y) { return !x.called_from && !y.called_from; }

std::uint64_t mix(std::uint64_t left, std::uint64_t right) {
  std::uint64_t both = (left ^ right * 0x9E37'79B9'7F4A'7C15U) * 0xD6E8'FEB8'6659'FD93U;
  return both ^ both >> 32U;
}

}  // namespace

Races::Races(origins::CallGraph& calls, origins::Origins& origins, origins::Order& order,
             locks::Locks& locks, locks::Paths& paths, const locks::Fields& fields,
             Ownership& ownership, const Accesses& accesses)
    : calls_(calls),
      origins_(origins),
      order_(order),
      locks_(locks),
      paths_(paths),
      fields_(fields),
      run_own_(calls, origins, fields, ownership, accesses.sharing()),
      ownership_(ownership),
      own_paths_(calls, origins, fields, accesses.sharing(), ownership, run_own_),
      only_runs_(calls, origins),
      arrivals_(calls, origins, accesses.sharing()),
      slots_(calls, origins, paths, fields, run_own_, own_paths_),
      halves_(calls, origins, order, paths, fields),
      stripes_(calls, paths, fields),
      swapped_(calls, locks, paths, fields),
      set_before_(calls, origins, order),
      of_(accesses),
      accesses_(accesses.all()),
      guards_(accesses.all().size()),
      has_guards_(accesses.all().size()) {
  for (const Location& location : accesses.locations()) check(location);
}

std::uint64_t Races::site_key(const Access& access) const {
  return site_key(calls_.at(access.instance).method, access.instruction);
}

void Races::give_up(const Location& location) {
  for (const std::uint32_t access : location.accesses)
    may_race_.insert(site_key(accesses_[access]));
}

void Races::check(const Location& location) {
  if (std::ranges::none_of(location.accesses, [&](std::uint32_t a) { return accesses_[a].writes; }))
    return;
  const std::vector<Alike> groups = distinct(location.accesses);
  // Objects of one site that the same accesses meet on have the same races.
  base::Hasher key;
  key.add(base::is_none(location.object) ? 0U : index(calls_.heap().object(location.object).site));
  for (const Alike& group : groups) key.add(group.front());
  const auto checked = checked_.insert(key.finish());
  if (!checked.second) return;
  some_have_others_ = false;
  std::uint32_t& count = of_subject_[subject_key(location)];
  if (count >= kMostOfOneSubject) return give_up(location);
  const std::size_t before = found_.size();
  for (std::size_t i = 0; i < groups.size(); ++i) {
    for (std::size_t j = i; j < groups.size(); ++j) {
      if (accesses_[groups[i].front()].writes || accesses_[groups[j].front()].writes)
        check_groups(location, groups[i], groups[j]);
      if (count + (found_.size() - before) < kMostOfOneSubject) continue;
      count = kMostOfOneSubject;
      ++cut_short_;
      return give_up(location);
    }
  }
  count += static_cast<std::uint32_t>(found_.size() - before);
  if (some_have_others_) checked_.erase(checked.first);
}

std::uint64_t Races::subject_key(const Location& location) const {
  const bool has_field = !base::is_none(location.subject.field);
  const std::uint32_t which =
      has_field ? index(location.subject.field) : index(calls_.heap().object(location.object).site);
  return std::uint64_t{static_cast<std::uint8_t>(location.subject.kind)} << 32U | which;
}

// Accesses of one site that the same origins run under the same locks are alike but for the order
// of their instances: the others are asked only where the first is ordered.
std::vector<Races::Alike> Races::distinct(const std::vector<std::uint32_t>& list) {
  constexpr std::size_t kEnough = 16;
  constexpr std::size_t kFew = 16;
  std::vector<Alike> groups;
  boost::unordered_flat_map<std::uint64_t, std::uint32_t> met;
  for (const std::uint32_t a : list) {
    if (list.size() <= kFew) {
      groups.push_back({a});
      continue;
    }
    const auto [place, fresh] =
        met.try_emplace(likeness(a), static_cast<std::uint32_t>(groups.size()));
    if (fresh) groups.emplace_back();
    Alike& group = groups[place->second];
    if (group.size() < kEnough) group.push_back(a);
  }
  return groups;
}

std::uint64_t Races::likeness(std::uint32_t a) {
  const Access& access = accesses_[a];
  std::uint64_t key = mix(site_key(access), static_cast<std::uint64_t>(access.owned));
  for (const std::uint64_t word : of_.running(access)) key = mix(key, word);
  if (access.elements)
    key = mix(key, static_cast<std::uint64_t>(access.elements->first * 7 + access.elements->last));
  for (const Guard& guard : guards(a))
    key = mix(key, guard.key + static_cast<std::uint64_t>(guard.mode));
  return key;
}

void Races::check_groups(const Location& location, const Alike& first, const Alike& second) {
  if (check_pair(location, first.front(), second.front()) != Verdict::kApart) return;
  for (const std::uint32_t a : first) {
    for (const std::uint32_t b : second) {
      const bool is_known = a == first.front() && b == second.front();
      if (!is_known && check_pair(location, a, b) == Verdict::kRace) return;
    }
  }
}

Races::Verdict Races::check_pair(const Location& location, std::uint32_t a, std::uint32_t b) {
  const Access& x = accesses_[a];
  const Access& y = accesses_[b];
  ++stages_.considered;
  if (are_taken(x, y, location.object) || (x.is_atomic && y.is_atomic)) return Verdict::kSafe;
  if (are_distinct_elements(x, y) || slots_.are_of_numbers(x, y, location.object) ||
      slots_.are_drawn(x, y) || halves_.are_apart(x, y))
    return Verdict::kSafe;
  const std::uint64_t subject =
      std::uint64_t{static_cast<std::uint8_t>(x.subject.kind)} << 32U | index(x.subject.field);
  const std::uint64_t sites =
      mix(mix(std::min(site_key(x), site_key(y)), std::max(site_key(x), site_key(y))), subject);
  const auto known = by_sites_.find(sites);
  if (known != by_sites_.end()) {
    if (!are_guarded(a, b) && !are_swapped(x, y)) ++found_[known->second].instances;
    return Verdict::kRace;
  }
  if (are_guarded(a, b)) return Verdict::kSafe;
  if (are_swapped(x, y)) return Verdict::kApart;
  ++stages_.unlocked;
  RaceSide first, second;
  if (!find_runs(location.object, x, y, first.origin, second.origin)) return Verdict::kApart;
  ++stages_.unordered;
  may_race_.insert(site_key(x));
  may_race_.insert(site_key(y));
  first.access = a;
  second.access = b;
  by_sites_.emplace(sites, static_cast<std::uint32_t>(found_.size()));
  found_.push_back({.first = first, .second = second, .object = location.object});
  return Verdict::kRace;
}

// Of those who run the access the ones that may have the object there.
std::span<const std::uint64_t> Races::having(const Access& access, ObjectId object) {
  if (access.called_from) return of_.running(access);
  const auto bits = arrivals_.having(access, object);
  some_have_others_ |= !std::ranges::equal(bits, origins_.running(access.instance));
  return bits;
}

// Two runs that may be at the two accesses at once. Origins are many, and most pairs of them are
// ordered: sixty-four are asked at once.
bool Races::find_runs(ObjectId object, const Access& x, const Access& y, OriginId& first,
                      OriginId& second) {
  const std::array points{index(x.instance), x.instruction, index(y.instance), y.instruction};
  const bool is_own_code = are_of_program(x, y);
  if (is_own_code && ordered_.contains(points)) return false;
  const auto some_had_others = std::exchange(some_have_others_, false);
  const auto of_x = having(x, object);
  const std::vector<std::uint64_t> at_x(of_x.begin(), of_x.end());
  const auto of_y = having(y, object);
  const std::vector<std::uint64_t> at_y(of_y.begin(), of_y.end());
  const bool are_all = !some_have_others_;
  some_have_others_ |= some_had_others;
  std::vector<std::uint64_t> others;
  bool is_unordered = false;
  for (std::size_t word = 0; word < at_x.size(); ++word) {
    for (std::uint64_t bits = at_x[word]; bits != 0; bits &= bits - 1) {
      first = base::id_at<OriginId>(word * 64 + static_cast<unsigned>(std::countr_zero(bits)));
      others = at_y;
      if (find_second(object, x, y, first, others, second, is_unordered)) return true;
    }
  }
  if (is_own_code && are_all && !is_unordered) ordered_.insert(points);
  return false;
}

bool Races::find_second(ObjectId object, const Access& x, const Access& y, OriginId p,
                        std::span<std::uint64_t> others, OriginId& second, bool& is_unordered) {
  const origins::Point at_x{.instance = x.instance, .instruction = x.instruction};
  const origins::Point at_y{.instance = y.instance, .instruction = y.instruction};
  order_.leave_unordered(at_x, p, at_y, others);
  if (std::ranges::none_of(others, std::identity{})) return false;
  if (is_named(x) && is_named(y) && own_paths_.leave_near(p, use(x), use(y), object, others))
    is_unordered = true;
  for (std::size_t word = 0; word < others.size(); ++word) {
    for (std::uint64_t bits = others[word]; bits != 0; bits &= bits - 1) {
      const auto q =
          base::id_at<OriginId>(word * 64 + static_cast<unsigned>(std::countr_zero(bits)));
      if (order_.is_ordered(at_x, p, at_y, q)) continue;
      is_unordered = true;
      if (p == q && !base::is_none(object) && run_own_.is_own(p, object)) continue;
      if (p == q && slots_.are_own(p, x, y, object)) continue;
      if (p == q && are_of_program(x, y) && only_runs_.share_one(p, x.instance, y.instance))
        continue;
      if (is_after_its_join(x, y, q, object) || is_after_its_join(y, x, p, object)) continue;
      if (have_own(x, p, y, q, object)) continue;
      if (is_set_between(at_x, p, at_y, q)) continue;
      second = q;
      return true;
    }
  }
  return false;
}

// Does one come there only where it finds unset what is set before the other begins?
bool Races::is_set_between(origins::Point x, OriginId p, origins::Point y, OriginId q) {
  return set_before_.never_comes(x, p) || set_before_.never_comes(y, q) ||
         set_before_.is_before_starts(x, p, q) || set_before_.is_before_starts(y, q, p);
}

bool Races::may_meet(ObjectId object, const Access& x, const Access& y) {
  OriginId first{}, second{};
  return find_runs(object, x, y, first, second);
}

bool Races::are_taken(const Access& x, const Access& y, ObjectId object) const {
  return x.owned == Owned::kTaken && y.owned == Owned::kTaken &&
         (base::is_none(object) || !ownership_.is_given_twice(object));
}

bool Races::have_own(const Access& x, OriginId p, const Access& y, OriginId q, ObjectId object) {
  return is_named(x) && is_named(y) && own_paths_.are_apart(p, use(x), q, use(y), object);
}

// Does that hold of what is accessed, or of what it was read out of, by fields that alone hold it?
bool Races::is_held_by(const Access& access, const Holds& is, unsigned depth) {
  constexpr unsigned kHighest = 4;
  ir::Program& program = calls_.program();
  const ir::MethodId method = calls_.at(access.instance).method;
  const ir::Body& body = *program.body(method);
  ir::ValueId at = ir::without_casts(body, access.base);
  for (unsigned step = 0; step < kHighest; ++step) {
    if (is(access, at)) return true;
    const ir::Instruction& load = body.at(at);
    if (load.opcode == Opcode::kParameter) return is_given_by_callers(access, load.a, is, depth);
    if (load.opcode != Opcode::kGetField) return false;
    const auto field =
        program.resolve_field(program.owner(method), static_cast<ir::FieldRef>(load.b), false);
    if (!field.runs() || !fields_.is_exclusive(field.member)) return false;
    at = ir::without_casts(body, static_cast<ir::ValueId>(load.a));
  }
  return false;
}

// `worker.join(); worker.result()`.
bool Races::is_given_by_callers(const Access& access, std::uint32_t position, const Holds& is,
                                unsigned depth) {
  constexpr unsigned kDeepest = 2;
  constexpr std::size_t kMost = 8;
  const auto callers = calls_.calls_to(access.instance);
  if (depth >= kDeepest || callers.empty() || callers.size() > kMost) return false;
  return std::ranges::all_of(callers, [&](const origins::Call& call) {
    const auto arguments = calls_.arguments(call);
    if (position >= arguments.size()) return false;
    Access made = access;
    made.instance = call.caller;
    made.instruction = call.instruction;
    made.base = arguments[position];
    return is_held_by(made, is, depth + 1);
  });
}

// `worker.join(); worker.result`: what the run of that very thread has for itself, once it is over.
bool Races::is_after_its_join(const Access& access, const Access& others, OriginId other,
                              ObjectId object) {
  if (base::is_none(object) || access.base == ir::kNoValue) return false;
  const bool is_task = origins_[other].kind == origins::Origin::Kind::kTask;
  if (is_task && is_of_result(access, others, other)) return true;
  if (!is_task && origins_[other].kind != origins::Origin::Kind::kThread) return false;
  if (is_slot_of_joined(access, others, other)) return true;
  if (!run_own_.is_own(other, object) &&
      (!is_named(others) || own_paths_.root(other, use(others)) != OwnPaths::Root::kBegun))
    return false;
  return is_held_by(access, [&](const Access& at, ir::ValueId thread) {
    return is_joined_thread(at, thread, index(thread), other);
  });
}

// `future.get().lines`: what a run has for itself and gives as its result is that of no other run,
// and whoever got it waited for that run.
bool Races::is_of_result(const Access& access, const Access& others, OriginId other) {
  if (!is_named(others)) return false;
  const OwnPaths::Root root = own_paths_.root(other, use(others));
  if (root != OwnPaths::Root::kBegun && root != OwnPaths::Root::kMade) return false;
  const auto is_result = [&](const Access& at, ir::ValueId value) {
    return order_.is_result_of(at.instance, value, other);
  };
  return is_held_by(access, is_result) && gives_own(other);
}

bool Races::gives_own(OriginId origin) {
  return std::ranges::all_of(origins_[origin].entries, [&](InstanceId entry) {
    const ir::Body* body = calls_.program().body(calls_.at(entry).method);
    if (body == nullptr) return false;
    for (std::uint32_t i = 0; i < body->instructions.size(); ++i) {
      const ir::Instruction& at = body->instructions[i];
      if (at.opcode != Opcode::kReturn || at.a == index(ir::kNoValue)) continue;
      const OwnPaths::Root root = own_paths_.root(
          origin, {.instance = entry, .at = i, .value = static_cast<ir::ValueId>(at.a)});
      if (root != OwnPaths::Root::kBegun && root != OwnPaths::Root::kMade) return false;
    }
    return true;
  });
}

// `workers[i].join(); results[i]`, where worker i has slot i for itself.
bool Races::is_slot_of_joined(const Access& access, const Access& others, OriginId other) {
  const ir::Body& body = *calls_.program().body(calls_.at(access.instance).method);
  const ir::Instruction& slot = body.instructions[access.instruction];
  if (slot.opcode != Opcode::kArrayLoad && slot.opcode != Opcode::kArrayStore) return false;
  for (std::uint32_t i = 0; i < body.instructions.size(); ++i) {
    const ir::Instruction& load = body.instructions[i];
    const auto thread = base::id_at<ir::ValueId>(i);
    if (load.opcode == Opcode::kArrayLoad && load.b == slot.b &&
        is_joined_thread(access, thread, slot.b, other) &&
        slots_.is_that_of_thread(other, others, calls_.heap().value(access.instance, thread)))
      return true;
  }
  return false;
}

// Is the value a thread of the origin, joined on every way from that instruction to the access?
bool Races::is_joined_thread(const Access& access, ir::ValueId value, std::uint32_t from,
                             OriginId origin) {
  const ir::MethodId method = calls_.at(access.instance).method;
  const ir::Body& body = *calls_.program().body(method);
  const ir::Symbols& symbols = calls_.program().code(calls_.program().owner(method))->symbols;
  bool are_threads = true;
  calls_.heap().value(access.instance, value).for_each([&](ObjectId object) {
    are_threads = are_threads && calls_.heap().object(object).site == origins_[origin].site;
  });
  if (!are_threads) return false;
  if (from == index(value) && order_.is_waited_for(access.instance, value, access.instruction))
    return true;
  for (std::uint32_t i = 0; i < body.instructions.size(); ++i) {
    const ir::Instruction& join = body.instructions[i];
    if (join.opcode != Opcode::kInvoke || join.c != 1 ||
        ir::without_casts(body, body.values(join)[0]) != value ||
        symbols.method(static_cast<ir::MethodRef>(join.a)).name != "join")
      continue;
    if (!calls_.flow(method)->reaches_without(from, access.instruction, i)) return true;
  }
  return false;
}

bool Races::are_distinct_elements(const Access& a, const Access& b) const {
  return a.elements && b.elements && !a.elements->meets(*b.elements);
}

// --- locks ---------------------------------------------------------------------------------------

bool Races::are_guarded(std::uint32_t a, std::uint32_t b) {
  return have_common(guards(a), guards(b));
}

bool Races::are_guarded(const Race& race, const std::vector<locks::Lock>& first,
                        const std::vector<locks::Lock>& second) {
  return have_common(find_guards(accesses_[race.first.access], first),
                     find_guards(accesses_[race.second.access], second));
}

bool Races::have_common(const std::vector<Guard>& one, const std::vector<Guard>& other) {
  return std::ranges::any_of(one, [&](const Guard& mine) {
    return std::ranges::any_of(other, [&](const Guard& theirs) {
      return mine.key == theirs.key &&
             (mine.mode == LockMode::kExclusive || theirs.mode == LockMode::kExclusive);
    });
  });
}

const std::vector<Races::Guard>& Races::guards(std::uint32_t access) {
  if (has_guards_[access] == 0) {
    has_guards_[access] = 1;
    guards_[access] = find_guards(accesses_[access], held_at(accesses_[access]));
  }
  return guards_[access];
}

// With what the library holds while it is there.
std::vector<locks::Lock> Races::held_at(const Access& access) {
  std::vector<locks::Lock> held;
  if (!access.called_from) held = locks_.at(access.instance, access.instruction);
  if (access.mutex == Access::Mutex::kNone || access.mutex == Access::Mutex::kLeft) return held;
  const PathId base = paths_.of(calls_.at(access.instance).method, access.base);
  const bool is_base = access.mutex == Access::Mutex::kBase;
  const PathId path = is_base ? base : paths_.field(base, access.mutex_field);
  held.push_back({.kind = locks::Lock::Kind::kPath,
                  .id = index(path),
                  .taken_in = access.instance,
                  .taken_at = access.instruction});
  if (!is_base) return held;
  const ObjectId only = origins_.only_single(calls_.heap().value(access.instance, access.base));
  if (!base::is_none(only))
    held.push_back({.kind = locks::Lock::Kind::kObject,
                    .id = index(only),
                    .taken_in = access.instance,
                    .taken_at = access.instruction});
  return held;
}

// Known as one object, by a path that means the same everywhere, or by a path from the accessed
// object: down its own fields, or up to what alone holds it and down from there.
std::vector<Races::Guard> Races::find_guards(const Access& access,
                                             const std::vector<locks::Lock>& held) {
  constexpr std::uint32_t kObjects = 1, kGlobal = 2, kRelative = 3, kStriped = 4;
  constexpr unsigned kHighest = 4;
  std::vector<Guard> found;
  if (held.empty()) return found;
  ir::Program& program = calls_.program();
  const ir::MethodId method = calls_.at(access.instance).method;
  const ir::Body& body = *program.body(method);
  const PathId base_root = paths_.base();
  const auto add = [&](std::uint32_t kind, std::uint32_t id, std::uint64_t way, LockMode mode) {
    base::Hasher hasher;
    hasher.add(kind).add(id).add(way);
    found.push_back({.key = hasher.finish().low, .mode = mode});
  };
  for (const locks::Lock& lock : held) {
    if (lock.kind != locks::Lock::Kind::kPath) {
      add(kObjects, lock.id, static_cast<std::uint64_t>(lock.kind), lock.mode);
      continue;
    }
    const PathId held_path = base::id_at<PathId>(lock.id);
    const auto stripe = stripes_.stripe_of(access, held_path);
    const PathId path = stripe ? stripe->array : held_path;
    const std::uint64_t how = stripe ? stripe->how : 0;
    // A lock object in an array is another lock than its monitor.
    const std::uint32_t part = !stripe                              ? 0
                               : paths_.is_explicit_lock(held_path) ? kStriped + 4
                                                                    : kStriped;
    if (paths_.is_global(path)) add(kGlobal + part, index(path), how, lock.mode);
    if (access.base == ir::kNoValue) continue;
    ir::ValueId at = access.base;
    std::uint64_t way = access.through + how * 0xC2B2'AE3D'27D4'EB4FULL;
    for (unsigned step = 0; step < kHighest; ++step) {
      const auto relative = paths_.rebase(path, paths_.of(method, at), base_root);
      if (relative) add(kRelative + part, index(*relative), way, lock.mode);
      at = ir::without_casts(body, at);
      const ir::Instruction& load = body.at(at);
      if (load.opcode != Opcode::kGetField) break;
      const auto field =
          program.resolve_field(program.owner(method), static_cast<ir::FieldRef>(load.b), false);
      if (!field.runs() || !fields_.is_exclusive(field.member)) break;
      way = way * 0x9E37'79B9'7F4A'7C15ULL + index(field.member) + 1;
      at = static_cast<ir::ValueId>(load.a);
    }
  }
  return found;
}

}  // namespace heddle::races
