#include "modular/races.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/unordered/unordered_flat_set.hpp>
#include <iterator>
#include <set>
#include <tuple>

#include "base/parallel.h"
#include "ir/class.h"
#include "modular/guards.h"
#include "modular/summarise.h"

namespace heddle::modular {

using base::index;

namespace {

// Things that more sites than that touch are looked at only so far.
constexpr std::size_t kMostReaches = 300;

auto site(const Reach& reach) { return std::pair(reach.access->site, reach.access->instruction); }

// Chains of calls are looked at so far.
constexpr unsigned kMostSteps = 64;

bool writes(const Reach& reach) { return reach.access->action == Action::kWrite; }

}  // namespace

std::vector<Races::Group> Races::groups() {
  std::vector<Group> groups;
  for (const Group part : reaches_.accesses())
    for (std::size_t first = 0; first < part.size();) {
      std::size_t end = first;
      while (end < part.size() && part[end].thing == part[first].thing) ++end;
      const Group group = part.subspan(first, end - first);
      if (std::ranges::any_of(group, writes)) {
        cut_ += group.size() > kMostReaches ? 1 : 0;
        groups.push_back(group.first(std::min(group.size(), kMostReaches)));
      }
      first = end;
    }
  return groups;
}

std::vector<report::Finding> Races::find(unsigned workers, std::size_t room) {
  find_callers();
  const std::vector<Group> groups = this->groups();
  for (const Group group : groups) fetch_bodies(group);
  std::vector<Found> parts(groups.size());
  base::parallel_for(groups.size(), workers, 16,
                     [&](std::size_t at, unsigned) { parts[at] = find_in(groups[at]); });
  std::vector<report::Finding> found;
  std::size_t count = 0;
  for (const Found& part : parts) count += part.findings.size();
  found.reserve(count + room);
  for (Found& part : parts) {
    considered_ += part.considered;
    std::ranges::move(part.findings, std::back_inserter(found));
  }
  return found;
}

// What will be asked for, which one thread must do: where a method meets its own task, and arrays
// that it shares with one.
void Races::fetch_bodies(Group group) const {
  for (const Reach& reach : group) {
    if (!reach.access->elsewhere) continue;
    const bool is_met = std::ranges::any_of(group, [&](const Reach& other) {
      return other.entry == reach.entry && (&other != &reach || writes(reach));
    });
    if (is_met) engine_.need(reach.entry);
    for (const Reach& other : group)
      if (writes(other) && is_named_setter(other.access->site)) engine_.need(other.access->site);
  }
}

bool Races::is_named_setter(ir::MethodId method) const {
  const std::string_view name = engine_.code().program().name(method);
  return name.size() > 3 && name.starts_with("set") && name[3] >= 'A' && name[3] <= 'Z';
}

// A property that its setter stores without a lock, as it was given. What our own code sets is a
// state that changes.
bool Races::is_configured(const Reach& reach) const {
  const Access& access = *reach.access;
  if (!writes(reach) || access.elsewhere || !reach.locks.empty() || !is_named_setter(access.site) ||
      callers_.contains(access.site) || !engine_.has_instruction(access.site, access.instruction))
    return false;
  const ir::Body& body = *engine_.code().body(access.site);
  const ir::Instruction& put = body.instructions[access.instruction];
  if (put.opcode != ir::Opcode::kPutField && put.opcode != ir::Opcode::kPutStatic) return false;
  const ir::ValueId value = ir::without_casts(body, static_cast<ir::ValueId>(put.c));
  return body.at(value).opcode == ir::Opcode::kParameter;
}

Races::Found Races::find_in(Group group) const {
  Found found;
  std::set<std::pair<Site, Site>> told;
  for (std::size_t i = 0; i < group.size(); ++i) {
    for (std::size_t j = i; j < group.size(); ++j) {
      const Reach& left = group[i];
      const Reach& right = group[j];
      if (!writes(left) && !writes(right)) continue;
      ++found.considered;
      if (left.thing.root == Path::Root::kOwned && left.entry != right.entry) continue;
      if (i == j && (!writes(left) || (left.access->elsewhere && !is_started_again(left))))
        continue;
      const Threads together = left.access->threads | right.access->threads;
      if (together == kMainThread) continue;
      const std::pair<Site, Site> pair = std::minmax({site(left), site(right)});
      if (told.contains(pair) || are_kept_apart(left.locks, right.locks, left.thing)) continue;
      std::string why = why_together(left, right);
      if (why.empty() || are_other_objects(left, right)) continue;
      told.insert(pair);
      found.findings.push_back(finding(left, right, std::move(why)));
    }
  }
  return found;
}

// Along the calls to the site, as long as they pass on where the thing begins.
ir::ClassId Races::class_at_site(const Reach& reach) const {
  const ir::Program& program = engine_.code().program();
  if (reach.thing.root != Path::Root::kParameter || !reach.is_plain)
    return base::kNone<ir::ClassId>;
  const Access* at = reach.access;
  for (unsigned step = 0; step < kMostSteps && !base::is_none(at->callee); ++step) {
    if (!std::ranges::equal(at->path.steps(), reach.thing.steps())) return base::kNone<ir::ClassId>;
    at = engine_.next(*at);
    if (at == nullptr) return base::kNone<ir::ClassId>;
  }
  const ir::ClassId owner = program.owner(reach.access->site);
  const bool is_this = base::is_none(at->callee) && at->site == reach.access->site &&
                       at->path.root == Path::Root::kParameter && at->path.base == 0 &&
                       std::ranges::equal(at->path.steps(), reach.thing.steps()) &&
                       !program.is(at->site, ir::Access::kStatic);
  return is_this && !program.is_interface(owner) ? owner : base::kNone<ir::ClassId>;
}

// What Learner.register does to itself does not meet what Leader.register does, if neither is the
// other; nor what Store.load does, if Learner has a load of its own which does not call that one.
bool Races::are_other_objects(const Reach& left, const Reach& right) const {
  if (left.access->site == right.access->site) return false;
  const ir::ClassId one = class_at_site(left), other = class_at_site(right);
  if (base::is_none(one) || base::is_none(other) || one == other) return false;
  const ir::Hierarchy& hierarchy = engine_.code().program().hierarchy();
  if (hierarchy.is_subclass(one, other)) return replaces(one, right.access->site);
  if (hierarchy.is_subclass(other, one)) return replaces(other, left.access->site);
  return true;
}

bool Races::replaces(ir::ClassId made, ir::MethodId method) const {
  const Code& code = engine_.code();
  const ir::Program& program = code.program();
  if (program.is(method, ir::Access::kPrivate) || program.name(method)[0] == '<') return false;
  const ir::MethodSelector selector = program.classes().method(method).selector;
  bool is_replaced = false;
  for (ir::ClassId at = made; !base::is_none(at) && at != program.owner(method);
       at = program.hierarchy().super(at)) {
    is_replaced |= !base::is_none(program.classes().declared(at, selector));
    for (std::uint32_t i = 0; i < program.method_count(at); ++i) {
      const auto caller = base::id_at<ir::MethodId>(index(program.first_method(at)) + i);
      if (code.has_code(caller) &&
          std::ranges::binary_search(engine_.callees_of(caller).callees, method))
        return false;
    }
  }
  return is_replaced;
}

ir::ClassId Races::class_of(const Path& thing) const {
  const ir::FieldId first =
      thing.root == Path::Root::kStatic ? base::id_at<ir::FieldId>(thing.base) : thing.fields[0];
  if (first == kElements || first == kContent) return base::kNone<ir::ClassId>;
  return engine_.code().program().owner(first);
}

std::string Races::why_together(const Reach& left, const Reach& right) const {
  const Code& code = engine_.code();
  // What a method shares with its own task only these two have.
  const bool is_own = left.thing.root == Path::Root::kOwned;
  ir::ClassId owner = class_of(left.thing);
  if (is_own && base::is_none(owner)) owner = code.program().owner(left.entry);
  if (base::is_none(owner)) return {};
  const Marks marks = code.marks(owner);
  if (marks.has(Mark::kNotThreadSafe) || marks.has(Mark::kImmutable) ||
      marks.has(Mark::kThreadConfined))
    return {};
  if (!is_own) {
    if (std::string why = why_by_annotation(left, right); !why.empty()) return why;
    if (std::string why = why_by_framework(left, right); !why.empty()) return why;
  }
  for (const auto& [task, other] : {std::pair(&left, &right), std::pair(&right, &left)}) {
    if (!task->access->elsewhere || (!writes(*task) && is_configured(*other))) continue;
    if (!meets_its_task(*task, *other)) continue;
    const std::string runs = describe_.method_name(task->access->site);
    const std::string starts = describe_.method_name(other->entry);
    if (is_same_start(left, right))
      return fmt::format("{} may still run when {} starts it again", runs, starts);
    return fmt::format("{} runs beside {}", runs, starts);
  }
  if (left.access->elsewhere || right.access->elsewhere) return {};
  const bool is_same_site = site(left) == site(right);
  if (is_same_site && left.entry == right.entry) return why_with_itself(left);
  for (const Reach* side : {&left, &right})
    if (const auto lock = std::ranges::find_if(side->locks, &SeenLock::is_meant);
        lock != side->locks.end())
      return fmt::format("{} takes a lock for it, so several threads are expected",
                         describe_.method_name(lock->taken_in));
  return {};
}

// Who takes a lock expects others, and whom a shared one lets in are others that do the same.
std::string Races::why_with_itself(const Reach& reach) const {
  const auto shared = std::ranges::find_if(reach.locks, [](const SeenLock& lock) {
    return lock.is_meant && lock.mode == LockMode::kShared;
  });
  if (shared == reach.locks.end()) return {};
  return fmt::format("{} takes a lock for it that several threads may have at once",
                     describe_.method_name(shared->taken_in));
}

std::string Races::why_by_annotation(const Reach& left, const Reach& right) const {
  const Code& code = engine_.code();
  const ir::Program& program = code.program();
  for (const ir::ClassId of :
       {class_of(left.thing), program.owner(left.entry), program.owner(right.entry)})
    if (code.marks(of).has(Mark::kThreadSafe))
      return fmt::format("{} is said to be thread-safe, so any two calls may overlap",
                         describe_.class_name(of));
  for (const Reach* side : {&left, &right})
    if (code.marks(side->entry).has(Mark::kThreadSafe))
      return fmt::format("{} is said to be thread-safe, so any two calls may overlap",
                         describe_.method_name(side->entry));
  const auto may_be_any = [&](const Reach& reach) {
    const Marks marks = code.marks(reach.entry);
    return marks.has(Mark::kAnyThread) || marks.has(Mark::kWorkerThread);
  };
  const auto is_said = [&](const Reach& reach) {
    return may_be_any(reach) || code.marks(reach.entry).has(Mark::kMainThread);
  };
  if ((!may_be_any(left) || !is_said(right)) && (!may_be_any(right) || !is_said(left))) return {};
  const bool is_main_there = code.marks(left.entry).has(Mark::kMainThread) ||
                             code.marks(right.entry).has(Mark::kMainThread);
  return is_main_there ? "their annotations name different threads"
                       : "their annotations allow several threads";
}

// A setter that nothing calls which serves several threads, as far as it does not make its object.
bool Races::is_set_up(ir::MethodId setter) const {
  if (!is_named_setter(setter)) return false;
  const Code& code = engine_.code();
  const auto callers = callers_.find(setter);
  return callers == callers_.end() ||
         std::ranges::all_of(callers->second, [&](ir::MethodId caller) {
           return is_named_setter(caller) || code.makes_object(caller) ||
                  !code.marks(code.program().owner(caller)).is_shared();
         });
}

// Both calls come to the only object of a class by which a framework serves several threads, or to
// a static. What is set up before that is configuration.
std::string Races::why_by_framework(const Reach& left, const Reach& right) const {
  const Code& code = engine_.code();
  const auto is_served = [&](const Reach& side) {
    const bool is_its_own =
        side.thing.root == Path::Root::kStatic ||
        (side.access->path.root == Path::Root::kParameter && side.access->path.base == 0 &&
         !code.program().is(side.entry, ir::Access::kStatic));
    return is_its_own && code.marks(code.program().owner(side.entry)).is_shared();
  };
  if (!is_served(left) || !is_served(right) || is_set_up(left.entry) || is_set_up(right.entry))
    return {};
  if (left.entry == right.entry && code.marks(left.entry).has(Mark::kSerial)) return {};
  return fmt::format("a framework calls the only {} from several threads",
                     describe_.class_name(code.program().owner(left.entry)));
}

// The call that starts what runs elsewhere: the entry's, or that of a method it calls.
const Access* Races::start_of(const Reach& task, ir::MethodId& in) const {
  in = task.entry;
  const Access* at = task.access;
  for (unsigned step = 0; step < kMostSteps; ++step) {
    const Access* next = engine_.next(*at);
    if (next == nullptr || !next->elsewhere) break;
    in = at->callee;
    at = next;
  }
  return at;
}

Races::Site Races::start(const Reach& task) const {
  ir::MethodId in{};
  const Access* at = start_of(task, in);
  return {in, at->call};
}

// Is it a method that nobody calls but what the task itself does? Who could from outside does so by
// way of those, if they are public.
bool Races::is_of_task_alone(ir::MethodId method, const Reach& task) const {
  if (engine_.code().program().is(method, ir::Access::kPublic)) return false;
  constexpr std::size_t kMostOfTask = 400;
  ir::MethodId in{};
  const ir::MethodId begins = start_of(task, in)->callee;
  std::vector<ir::MethodId> open;
  boost::unordered_flat_set<ir::MethodId> of_task;
  const auto add = [&](ir::MethodId each) {
    if (of_task.size() < kMostOfTask && of_task.insert(each).second) open.push_back(each);
  };
  if (!base::is_none(begins)) add(begins);
  while (!open.empty()) {
    const ir::MethodId at = open.back();
    open.pop_back();
    for (const ir::MethodId callee : engine_.callees_of(at).callees) add(callee);
  }
  if (!of_task.contains(method)) return false;
  const auto callers = callers_.find(method);
  return callers != callers_.end() &&
         std::ranges::all_of(callers->second,
                             [&](ir::MethodId caller) { return of_task.contains(caller); });
}

// Of what is not public, and of setters.
void Races::find_callers() {
  const auto methods = engine_.code().methods();
  for (std::size_t i = 0; i < methods.size(); ++i)
    for (const ir::MethodId callee : engine_.callees()[i])
      if (callee != methods[i] &&
          (!engine_.code().program().is(callee, ir::Access::kPublic) || is_named_setter(callee)))
        callers_[callee].push_back(methods[i]);
}

bool Races::is_same_start(const Reach& left, const Reach& right) const {
  if (!left.access->elsewhere || !right.access->elsewhere) return false;
  const bool is_same_call = left.entry == right.entry && left.access->call == right.access->call;
  return is_same_call || start(left) == start(right);
}

bool Races::meets_its_task(const Reach& task, const Reach& other) const {
  const Code& code = engine_.code();
  if (task.access->is_over && task.entry != other.entry) return false;
  if (is_same_start(task, other)) return task.entry == other.entry && is_started_again(task);
  // What was started once is in one thread, and what starts or does it is no other call.
  if (other.access->is_of_task && task.access->is_of_task) return false;
  const Access* at = task.access;
  for (unsigned step = 0; at != nullptr && step < kMostSteps; ++step, at = engine_.next(*at))
    if (at->callee == other.entry) return false;
  if (is_of_task_alone(other.entry, task)) return false;
  if (task.entry != other.entry) {
    // Whoever calls the other one does so when the task may run; constructors come before.
    const ir::Program& program = code.program();
    return program.name(other.entry) != "<init>" &&
           program.owner(other.entry) == class_of(task.thing);
  }
  engine_.need(task.entry);
  for (const Reach* each : {&task, &other})
    if (!engine_.has_instruction(task.entry, each->access->call)) return false;
  const ir::Body& body = *code.body(task.entry);
  const Values values(code, {}, task.entry, body);
  return values.reaches(task.access->call, other.access->call, index(ir::kNoValue),
                        waits_in(code, engine_.callees_of(task.entry), task.entry));
}

// In a loop, without waiting for the one before; and all of them come to the same thing, which no
// round makes anew. Elements may be those of one round each.
bool Races::is_started_again(const Reach& task) const {
  const Path& thing = task.thing;
  if (task.access->is_over || task.access->is_of_task) return false;
  if (std::ranges::find(thing.steps(), kElements) != thing.steps().end()) return false;
  const bool is_own = thing.root == Path::Root::kOwned;
  if (!is_own && thing.root != Path::Root::kParameter && thing.root != Path::Root::kStatic)
    return false;
  const Code& code = engine_.code();
  engine_.need(task.entry);
  if (!engine_.has_instruction(task.entry, task.access->call)) return false;
  const Values values(code, {}, task.entry, *code.body(task.entry));
  const std::uint32_t call = task.access->call;
  return values.reaches(call, call, is_own ? thing.base : index(ir::kNoValue),
                        waits_in(code, engine_.callees_of(task.entry), task.entry));
}

// No field on the way to the thing is assigned by what the two calls do, or by nobody at all behind
// constructors.
bool Races::is_stable(const Path& thing, std::span<const ir::MethodId> entries) const {
  const auto assigns = [&](ir::MethodId entry, ir::FieldId field) {
    const Summary& summary = engine_.outside(entry);
    return summary.assigns_more ||
           std::ranges::find(summary.assigned, Path::static_field(field)) != summary.assigned.end();
  };
  return std::ranges::all_of(thing.steps().first(thing.length - 1U), [&](ir::FieldId field) {
    if (field == kElements || field == kContent) return false;
    return !engine_.code().facts(field).is_reassigned ||
           std::ranges::none_of(entries, [&](ir::MethodId entry) { return assigns(entry, field); });
  });
}

// One class is the other or extends it, without a method of its own in place of the other's.
bool Races::have_one_receiver(const Reach& left, const Reach& right) const {
  const ir::Program& program = engine_.code().program();
  for (const Reach* side : {&left, &right})
    if (side->access->path.base != 0 || program.is(side->entry, ir::Access::kStatic) ||
        program.is_interface(program.owner(side->entry)))
      return true;
  const ir::ClassId one = program.owner(left.entry), other = program.owner(right.entry);
  const bool is_below = program.hierarchy().is_subclass(one, other);
  if (!is_below && !program.hierarchy().is_subclass(other, one)) return false;
  const ir::MethodId above = is_below ? right.entry : left.entry;
  const ir::MethodSelector selector = program.classes().method(above).selector;
  for (ir::ClassId at = is_below ? one : other; at != program.owner(above);
       at = program.hierarchy().super(at))
    if (!base::is_none(program.classes().declared(at, selector))) return false;
  return true;
}

bool Races::is_certain(const Reach& left, const Reach& right) const {
  const Path& thing = left.thing;
  if (thing.root != Path::Root::kParameter || thing.length == 0) return false;
  if (thing.last() == kElements || thing.last() == kContent) return false;
  const std::array entries{left.entry, right.entry};
  if (!is_stable(thing, entries) || !have_one_receiver(left, right)) return false;
  // That the framework does so is a convention, and nothing that the class says.
  if (!why_by_framework(left, right).empty()) return false;
  const auto is_plain = [](const Reach& reach) {
    return reach.is_plain && reach.access->is_exact && !reach.access->elsewhere &&
           reach.access->threads == kAnyThread;
  };
  return is_plain(left) && is_plain(right) && (left.locks.empty() || right.locks.empty());
}

report::Finding Races::finding(const Reach& left, const Reach& right, std::string why) const {
  report::Finding made;
  made.kind = report::Kind::kDataRace;
  made.support.push_back({.engine = report::Engine::kModular,
                          .evidence = is_certain(left, right) ? report::Evidence::kCertain
                                                              : report::Evidence::kPossible});
  made.subject = describe_.subject(left.thing, left.entry);
  made.sides = {describe_.side(left), describe_.side(right)};
  if (made.sides[0].operation == report::Operation::kRead) std::swap(made.sides[0], made.sides[1]);
  made.unordered = std::move(why);
  if (left.thing.length != 0 && left.thing.last() == kContent)
    made.reasons.push_back({.kind = report::ReasonKind::kCorruptedCollection, .why = {}});
  return made;
}

// ---- Guards ----

std::vector<report::Finding> Races::find_unguarded() const {
  std::vector<report::Finding> found;
  std::set<std::pair<ir::MethodId, std::uint32_t>> told;
  const auto look_at = [&](const Reach& reach) {
    const Path& thing = reach.thing;
    const bool is_static = thing.root == Path::Root::kStatic && thing.length == 0;
    const ir::FieldId field = is_static           ? base::id_at<ir::FieldId>(thing.base)
                              : thing.length == 0 ? base::kNone<ir::FieldId>
                                                  : thing.last();
    if (base::is_none(field) || field == kElements || field == kContent) return;
    if (engine_.code().facts(field).guard.empty()) return;
    const Path guard = guard_path(engine_.code(), engine_.code().program().owner(field),
                                  engine_.code().facts(field).guard,
                                  is_static ? Path{} : thing.without_last(), field);
    if (!guard.is_known()) return;
    const bool is_held = std::ranges::any_of(reach.locks, [&](const SeenLock& lock) {
      return is_guard(engine_.code(), guard, lock.path, class_of(thing)) &&
             (!writes(reach) || lock.mode == LockMode::kExclusive);
    });
    if (is_held || !told.insert(site(reach)).second) return;
    found.push_back(unguarded(reach, guard));
  };
  for (const Group part : reaches_.accesses()) std::ranges::for_each(part, look_at);
  for (const Reach& reach : reaches_.needs())
    if (told.insert(site(reach)).second)
      if (auto made = unguarded_call(reach)) found.push_back(std::move(*made));
  return found;
}

report::Finding Races::unguarded(const Reach& reach, const Path& guard) const {
  report::Finding made;
  made.kind = report::Kind::kGuardViolation;
  made.support.push_back(
      {.engine = report::Engine::kModular, .evidence = report::Evidence::kPossible});
  made.subject = describe_.subject(reach.thing, reach.entry);
  report::Side side = describe_.side(reach);
  const bool is_this = guard.root == Path::Root::kParameter && guard.length == 0;
  side.wants = report::Lock{.name = is_this ? describe_.class_name(class_of(reach.thing))
                                            : describe_.lock_name(guard, reach.entry),
                            .mode = report::LockMode::kExclusive,
                            .acquired = {}};
  made.sides = {std::move(side)};
  made.unordered = fmt::format("{} is said to be guarded by it", *made.subject->field);
  return made;
}

// What is called wants a lock, and who calls does not hold it.
std::optional<report::Finding> Races::unguarded_call(const Reach& reach) const {
  const Access& access = *reach.access;
  const Call* call = engine_.call_at(access.site, access.instruction);
  if (call == nullptr) return std::nullopt;
  report::Finding made;
  made.kind = report::Kind::kGuardViolation;
  made.support.push_back(
      {.engine = report::Engine::kModular, .evidence = report::Evidence::kPossible});
  made.subject = {
      .class_name = describe_.class_name(engine_.code().program().owner(call->resolved)),
      .field = {},
      .type = {}};
  report::Side side = describe_.side(reach);
  side.wants = report::Lock{.name = describe_.lock_name(access.path, reach.entry),
                            .mode = report::LockMode::kExclusive,
                            .acquired = {}};
  made.sides = {std::move(side)};
  made.unordered =
      fmt::format("{} wants its callers to hold it", describe_.method_name(call->resolved));
  return made;
}

// ---- Calls of what promises nothing ----

std::vector<report::Finding> Races::find_unchecked_calls() const {
  std::vector<report::Finding> found;
  std::set<std::pair<ir::MethodId, std::uint32_t>> told;
  for (const Reach& reach : reaches_.unchecked_calls()) {
    if (!told.insert(site(reach)).second) continue;
    const Access& access = *reach.access;
    const Call* call = engine_.call_at(access.site, access.instruction);
    if (call == nullptr) continue;
    report::Finding made;
    made.kind = report::Kind::kUncheckedCall;
    made.support.push_back(
        {.engine = report::Engine::kModular, .evidence = report::Evidence::kPossible});
    made.subject = {.class_name = describe_.class_name(call->named), .field = {}, .type = {}};
    made.sides = {describe_.side(reach)};
    made.unordered =
        fmt::format("{} is called under no lock, and nobody says that {} is thread-safe",
                    describe_.method_name(call->resolved), describe_.class_name(call->named));
    found.push_back(std::move(made));
  }
  return found;
}

}  // namespace heddle::modular
