#include "modular/reaches.h"

#include <algorithm>
#include <string_view>
#include <tuple>
#include <utility>

#include "base/hash.h"
#include "base/parallel.h"
#include "ir/class.h"

namespace heddle::modular {

using base::index;

namespace {

// The elements of an array or what a library object keeps: as near as the field that holds it.
bool is_inside(const Path& thing) {
  return thing.length != 0 && (thing.last() == kElements || thing.last() == kContent);
}

// The object that has the thing, the one that has that object, or a field of those. What is further
// away has more to lock for.
bool is_near(const Path& lock, const Path& thing) {
  if (lock.length > thing.length) return false;
  const std::size_t fields = thing.length - (is_inside(thing) ? 1U : 0U);
  const bool is_on_the_way = thing.begins_with(lock);
  const std::size_t from = is_on_the_way ? lock.length : lock.length - 1U;
  return from + 2 >= fields &&
         std::ranges::equal(lock.steps().first(from), thing.steps().first(from));
}

std::uint64_t both(std::uint64_t thing_hash, const Path& lock) {
  return base::Hasher().add(thing_hash).add(lock.hash()).finish().low;
}

std::uint64_t place(const HeldLock& lock) {
  return std::uint64_t{index(lock.taken_in)} << 32U | lock.taken_at;
}

std::string_view outermost(std::string_view class_name) {
  return class_name.substr(0, class_name.find('$'));
}

}  // namespace

bool Reach::is_locked() const { return std::ranges::any_of(locks, &SeenLock::is_meant); }

namespace {

// Methods by the names they are called by.
struct Called {
  boost::unordered_flat_set<ir::MethodId> exactly, virtually;

  void add(const InnerCall& call) { (call.is_virtual ? virtually : exactly).insert(call.target); }
  [[nodiscard]] bool has(std::span<const ir::MethodId> names) const {
    if (!names.empty() && exactly.contains(names[0])) return true;
    return std::ranges::any_of(names, [&](ir::MethodId name) { return virtually.contains(name); });
  }
};

// May a lock that hangs on something else, or has lost its beginning, be the other one? They have
// the same field as their last, and the other is not simply the object's own.
bool may_be_same(const Path& left, const Path& right) {
  const auto is_far = [](const Path& path) {
    return path.root == Path::Root::kLocal ||
           (path.root == Path::Root::kParameter && path.length > 1);
  };
  if (left.length == 0 || right.length == 0 || left.last() != right.last()) return false;
  if (left.last() == kElements || left.last() == kContent) return false;
  if (left.is_tail() || right.is_tail()) return true;
  return (left.root == Path::Root::kLocal || right.root == Path::Root::kLocal) && is_far(left) &&
         is_far(right);
}

}  // namespace

bool are_kept_apart(std::span<const SeenLock> left, std::span<const SeenLock> right) {
  for (const SeenLock& one : left) {
    if (!one.path.is_known()) continue;
    for (const SeenLock& other : right)
      if ((one.path == other.path || may_be_same(one.path, other.path)) &&
          (one.mode == LockMode::kExclusive || other.mode == LockMode::kExclusive))
        return true;
  }
  return false;
}

Reaches::Reaches(const Engine& engine, unsigned workers) : engine_(engine) {
  find_bare();
  for (const ir::MethodId method : engine.code().methods())
    if (is_entry(method)) entries_.push_back(method);
  look_at_entries(workers, [&](auto&&... each) { note_written(each...); });
  look_at_entries(workers, [&](auto&&... each) { note_explained(each...); });
  look_at_entries(workers, [&](auto&&... each) { add(each...); });
  const auto put_in_order = [](std::vector<Reach>& list) {
    std::ranges::sort(list, [](const Reach& left, const Reach& right) {
      const auto key = [](const Reach& reach) {
        return std::tie(reach.thing_hash, reach.thing, reach.access->site,
                        reach.access->instruction, reach.access->action, reach.access->threads,
                        reach.access->elsewhere, reach.entry, reach.locks);
      };
      return key(left) < key(right);
    });
  };
  put_in_order(all_.accesses);
  put_in_order(all_.acquisitions);
  put_in_order(all_.unchecked_calls);
  put_in_order(all_.needs);
}

// Each look reads of what all do only what an earlier one has written.
template <typename Look>
void Reaches::look_at_entries(unsigned workers, Look&& look) {
  if (workers == 1) {
    for (const ir::MethodId entry : entries_) look(entry, engine_.outside(entry), all_);
    return;
  }
  constexpr std::size_t kPiece = 512;
  std::vector<Part> parts((entries_.size() + kPiece - 1) / kPiece);
  base::parallel_for(parts.size(), workers, 1, [&](std::size_t piece, unsigned) {
    const std::size_t end = std::min(entries_.size(), (piece + 1) * kPiece);
    for (std::size_t i = piece * kPiece; i < end; ++i)
      look(entries_[i], engine_.outside(entries_[i]), parts[piece]);
  });
  for (Part& part : parts) all_.add(std::move(part));
}

void Reaches::Part::add(Part more) {
  written.insert(more.written.begin(), more.written.end());
  written_under.insert(more.written_under.begin(), more.written_under.end());
  explained.insert(more.explained.begin(), more.explained.end());
  for (auto* list : {&more.accesses, &more.acquisitions, &more.unchecked_calls, &more.needs})
    for (Reach& reach : *list) keep(std::move(reach));
}

std::vector<Reach>& Reaches::Part::of(Action action) {
  switch (action) {
    case Action::kRead:
    case Action::kWrite: break;
    case Action::kAcquire: return acquisitions;
    case Action::kCall: return unchecked_calls;
    case Action::kNeed: return needs;
  }
  return accesses;
}

// Those that differ in nothing but the way are one: the shortest.
void Reaches::Part::keep(Reach reach) {
  const Access& access = *reach.access;
  std::vector<Reach>& list = of(access.action);
  base::Hasher hasher;
  hasher.add(reach.thing_hash).add(access.site).add(access.instruction).add(access.action);
  hasher.add(access.threads).add(access.elsewhere ? reach.entry : ir::MethodId{});
  for (const SeenLock& lock : reach.locks) hasher.add(lock.path.hash()).add(lock.mode);
  const auto [place, is_new] =
      known.try_emplace(hasher.finish().low, static_cast<std::uint32_t>(list.size()));
  if (is_new)
    list.push_back(std::move(reach));
  else if (reach.steps < list[place->second].steps)
    list[place->second] = std::move(reach);
}

// ---- For another run ----

bool Reaches::is_telling(ir::MethodId entry, const Access& access) const {
  if (!is_seen(entry, access)) return false;
  if (access.action == Action::kAcquire) return access.locks != 0;
  if (access.action == Action::kNeed) return true;
  return access.path.root == Path::Root::kStatic || thing(access).length != 0;
}

// Two that have it in common are one for whatever is asked here, but for the way.
std::uint64_t Reaches::likeness(ir::MethodId entry, const Summary& summary,
                                const Access& access) const {
  base::Hasher hasher;
  hasher.add(thing(access).hash()).add(access.site).add(access.instruction).add(access.action);
  hasher.add(access.threads).add(access.elsewhere ? entry : ir::MethodId{});
  const Path from = beginning(access);
  for (const HeldLock& lock : summary.locksets[access.locks])
    hasher.add(seen(lock, from).path.hash()).add(lock.mode).add(place(lock));
  return hasher.finish().low;
}

void Reaches::add_outsides(std::span<const ir::MethodId> of_class,
                           std::span<Summary> outsides) const {
  const ir::Program& program = engine_.code().program();
  boost::unordered_flat_map<std::uint64_t, const Access*> shortest;
  std::vector<std::uint64_t> likenesses;  // of those that are looked at here, in their order
  const auto is_always = [&](ir::MethodId method) {
    return may_be_entry(method) && program.is(method, ir::Access::kPublic);
  };
  for (const ir::MethodId method : of_class) {
    if (!is_always(method)) continue;
    const Summary& all = engine_.outside(method);
    for (const Access& access : all.accesses) {
      if (!is_telling(method, access)) continue;
      likenesses.push_back(likeness(method, all, access));
      const auto [best, is_new] = shortest.try_emplace(likenesses.back(), &access);
      if (!is_new && access.steps < best->second->steps) best->second = &access;
    }
  }
  auto next = likenesses.begin();
  for (std::size_t i = 0; i < of_class.size(); ++i) {
    const ir::MethodId method = of_class[i];
    const bool is_alike_once = is_always(method);
    const Summary& all = engine_.outside(method);
    Summary& kept = outsides[i];
    kept.locksets.emplace_back();
    kept.inner_calls = all.inner_calls;
    if (!may_be_entry(method)) continue;
    std::vector<std::uint32_t> locks(all.locksets.size());
    for (const Access& access : all.accesses) {
      if (!is_telling(method, access)) continue;
      if (is_alike_once && shortest.at(*next++) != &access) continue;
      if (access.locks != 0 && locks[access.locks] == 0) {
        locks[access.locks] = static_cast<std::uint32_t>(kept.locksets.size());
        kept.locksets.push_back(all.locksets[access.locks]);
      }
      kept.accesses.push_back(access);
      kept.accesses.back().locks = locks[access.locks];
    }
  }
}

std::vector<Summary> Reaches::outsides(unsigned workers) const {
  const auto methods = engine_.code().methods();
  std::vector<Summary> found(methods.size());
  std::vector<std::size_t> firsts;
  for (std::size_t i = 0; i < methods.size(); ++i)
    if (i == 0 || engine_.code().program().owner(methods[i]) !=
                      engine_.code().program().owner(methods[i - 1]))
      firsts.push_back(i);
  base::parallel_for(firsts.size(), workers, 16, [&](std::size_t at, unsigned) {
    const std::size_t first = firsts[at];
    const std::size_t end = at + 1 < firsts.size() ? firsts[at + 1] : methods.size();
    add_outsides(methods.subspan(first, end - first),
                 std::span<Summary>(found).subspan(first, end - first));
  });
  return found;
}

bool Reaches::is_entry(ir::MethodId method) const {
  return may_be_entry(method) && is_bare_[index(method)] != 0;
}

bool Reaches::may_be_entry(ir::MethodId method) const {
  const ir::Program& program = engine_.code().program();
  if (!engine_.code().is_application(method)) return false;
  if (program.is(method, ir::Access::kPrivate | ir::Access::kSynthetic)) return false;
  if (program.name(method) == "<clinit>") return false;
  if (engine_.code().is_hidden(program.owner(method)) && !is_known_above(method)) return false;
  return !engine_.code().marks(method).has(Mark::kVisibleForTesting);
}

// From whatever anybody may call, along calls under no lock, until nothing more is found. Those of
// a class that says it is thread-safe anybody may call.
void Reaches::find_bare() {
  const ir::Program& program = engine_.code().program();
  const auto methods = engine_.code().methods();
  Called called, called_bare;
  std::size_t most = 0;
  for (const ir::MethodId method : methods) {
    most = std::max<std::size_t>(most, index(method) + 1);
    for (const InnerCall& call : engine_.outside(method).inner_calls) called.add(call);
  }
  is_bare_.resize(most);
  const auto open = [&](ir::MethodId method) {
    is_bare_[index(method)] = 1;
    for (const InnerCall& call : engine_.outside(method).inner_calls)
      if (call.is_bare) called_bare.add(call);
  };
  std::vector<Names> inner;
  for (const ir::MethodId method : methods) {
    Names known_as;
    const Marks marks = engine_.code().marks(program.owner(method));
    if (!program.is(method, ir::Access::kPublic) && !marks.has(Mark::kThreadSafe))
      known_as = names(method);
    if (called.has(known_as) || (!known_as.empty() && is_hook(method)))
      inner.push_back(std::move(known_as));
    else
      open(method);
  }
  const auto follow = [&] {
    for (std::size_t before = inner.size() + 1; inner.size() != before;) {
      before = inner.size();
      std::erase_if(inner, [&](const Names& known_as) {
        const bool is_bare = called_bare.has(known_as);
        if (is_bare) open(known_as[0]);
        return is_bare;
      });
    }
  };
  follow();
  // Those that only call each other are called from outside, or not at all.
  for (const Names& known_as : unreached(inner)) open(known_as[0]);
  follow();
}

// Those of the methods that nothing leads to from what is bare, under a lock or not.
std::vector<Reaches::Names> Reaches::unreached(std::vector<Names> inner) const {
  Called reached;
  const auto reach = [&](ir::MethodId method) {
    for (const InnerCall& call : engine_.outside(method).inner_calls) reached.add(call);
  };
  for (const ir::MethodId method : engine_.code().methods())
    if (is_bare_[index(method)] != 0) reach(method);
  for (std::size_t before = inner.size() + 1; inner.size() != before;) {
    before = inner.size();
    std::erase_if(inner, [&](const Names& known_as) {
      const bool is_reached = reached.has(known_as) || is_hook(known_as[0]);
      if (is_reached) reach(known_as[0]);
      return is_reached;
    });
  }
  return inner;
}

// Protected, below a class that is missing or a library's: that may be who calls it, and how is not
// seen.
bool Reaches::is_hook(ir::MethodId method) const {
  const ir::Program& program = engine_.code().program();
  if (!program.is(method, ir::Access::kProtected) || program.name(method) == "<init>") return false;
  if (program.is(method, ir::Access::kStatic)) return false;
  const ir::MethodSelector selector = program.classes().method(method).selector;
  for (ir::ClassId above = program.hierarchy().super(program.owner(method)); !base::is_none(above);
       above = program.hierarchy().super(above)) {
    if (program.is_phantom(above)) return true;
    if (program.layer(above) == ir::Layer::kLibrary &&
        !base::is_none(program.classes().declared(above, selector)))
      return true;
  }
  return false;
}

// The names by which a method can be called: its own first, then those it overrides; none if one of
// them is the platform's, which calls it as it likes.
Reaches::Names Reaches::names(ir::MethodId method) const {
  const ir::Program& program = engine_.code().program();
  Names found{method};
  if (program.is(method, ir::Access::kStatic | ir::Access::kPrivate)) return found;
  if (program.name(method) == "<init>") return found;
  const ir::MethodSelector selector = program.classes().method(method).selector;
  for (ir::ClassId above = program.hierarchy().super(program.owner(method)); !base::is_none(above);
       above = program.hierarchy().super(above)) {
    const ir::MethodId declared = program.classes().declared(above, selector);
    if (base::is_none(declared)) continue;
    if (program.layer(above) == ir::Layer::kPlatform) return {};
    found.push_back(declared);
  }
  return found;
}

// Iterator.next gives an Object: one that gives a String is called by the bridge of that name.
bool Reaches::is_known_above(ir::MethodId method) const {
  if (is_declared_above(method)) return true;
  const ir::Program& program = engine_.code().program();
  const ir::ClassId owner = program.owner(method);
  for (std::uint32_t i = 0; i < program.method_count(owner); ++i) {
    const auto other = base::id_at<ir::MethodId>(index(program.first_method(owner)) + i);
    if (other != method && program.is(other, ir::Access::kSynthetic) &&
        program.name(other) == program.name(method) && is_declared_above(other))
      return true;
  }
  return false;
}

bool Reaches::is_declared_above(ir::MethodId method) const {
  const ir::Program& program = engine_.code().program();
  const ir::MethodSelector selector = program.classes().method(method).selector;
  const ir::ClassId owner = program.owner(method);
  if (program.is(method, ir::Access::kStatic) || program.name(method) == "<init>") return false;
  const auto declares = [&](ir::ClassId above) {
    return !engine_.code().is_hidden(above) &&
           !base::is_none(program.classes().declared(above, selector));
  };
  for (ir::ClassId above = program.hierarchy().super(owner); !base::is_none(above);
       above = program.hierarchy().super(above))
    if (declares(above)) return true;
  return std::ranges::any_of(program.hierarchy().all_interfaces(owner), declares);
}

std::size_t Reaches::hidden_steps(const Path& path) const {
  if (path.root != Path::Root::kParameter) return 0;
  const ir::Program& program = engine_.code().program();
  std::size_t hidden = 0;
  for (std::size_t i = 0; i < path.length; ++i) {
    const ir::FieldId field = path.fields[i];
    if (field == kElements || field == kContent) break;
    if (!program.is(field, ir::Access::kSynthetic)) break;
    hidden = i + 1;
  }
  return hidden;
}

bool Reaches::is_seen(ir::MethodId entry, const Access& access) const {
  if (!engine_.code().is_application(access.site)) return false;
  if (access.action == Action::kAcquire) return true;
  // What is being made is nobody else's yet.
  const bool is_this = access.path.root == Path::Root::kParameter && access.path.base == 0;
  return !is_this || !engine_.code().makes_object(entry);
}

// A static, an object that one method shares with its task, or whatever object it begins at.
Path Reaches::thing(const Access& access) const {
  if (access.path.root != Path::Root::kParameter) return access.path;
  return Path::parameter(0).then(access.path, hidden_steps(access.path));
}

Path Reaches::beginning(const Access& access) const {
  return access.path.without_last(access.path.length - hidden_steps(access.path));
}

void Reaches::note_written(ir::MethodId entry, const Summary& summary, Part& part) const {
  for (const Access& access : summary.accesses) {
    if (access.action != Action::kWrite || !is_seen(entry, access)) continue;
    const std::uint64_t hash = thing(access).hash();
    part.written.insert(hash);
    for (const HeldLock& lock : summary.locksets[access.locks])
      part.written_under.insert(both(hash, seen(lock, beginning(access)).path));
  }
}

void Reaches::note_explained(ir::MethodId entry, const Summary& summary, Part& part) const {
  for (const Access& access : summary.accesses) {
    if (access.locks == 0 || is_of_object(access.action) || !is_seen(entry, access)) continue;
    const std::uint64_t hash = thing(access).hash();
    if (!all_.written.contains(hash)) continue;
    for (const HeldLock& lock : summary.locksets[access.locks])
      if (all_.written_under.contains(both(hash, seen(lock, beginning(access)).path)))
        part.explained.insert(place(lock));
  }
}

void Reaches::add(ir::MethodId entry, const Summary& summary, Part& part) const {
  for (const Access& access : summary.accesses) {
    if (!is_seen(entry, access)) continue;
    if (access.action == Action::kCall) {
      add_unchecked_call(entry, access, part);
      continue;
    }
    const bool takes = access.action == Action::kAcquire;
    const bool is_need = access.action == Action::kNeed;
    Reach reach{.entry = entry, .access = &access, .thing = thing(access)};
    const bool is_static = access.path.root == Path::Root::kStatic;
    if (!takes && !is_need && !is_static && reach.thing.length == 0) continue;
    reach.thing_hash = reach.thing.hash();
    if (!takes && !is_need && !all_.written.contains(reach.thing_hash)) continue;
    if (takes && access.locks == 0) continue;
    const Path from = beginning(access);
    reach.is_plain = from.length == 0;
    reach.steps = access.steps;
    for (const HeldLock& lock : summary.locksets[access.locks]) {
      reach.locks.push_back(seen(lock, from));
      if (!is_of_object(access.action))
        reach.locks.back().is_meant = is_meant(lock, reach.locks.back().path, reach);
    }
    std::ranges::sort(reach.locks);
    if (takes) reach.lock = access.path;
    part.keep(std::move(reach));
  }
}

void Reaches::add_unchecked_call(ir::MethodId entry, const Access& access, Part& part) const {
  const Code& code = engine_.code();
  const auto is_promised = [&](ir::MethodId method) {
    return code.marks(code.program().owner(method)).has(Mark::kThreadSafe);
  };
  if (!is_promised(entry) && !is_promised(access.site)) return;
  if (access.locks != 0 || access.threads == kMainThread) return;
  Reach reach{.entry = entry, .access = &access, .thing = thing(access)};
  reach.thing_hash = reach.thing.hash();
  reach.steps = access.steps;
  part.keep(std::move(reach));
}

SeenLock Reaches::seen(const HeldLock& lock, const Path& from) const {
  const Path& path = lock.path;
  if (path.root == Path::Root::kStatic || path.root == Path::Root::kClass)
    return {.path = path, .mode = lock.mode};
  if (path.root == Path::Root::kLocal)
    return {.path = path.is_tail() ? path : Path{}, .mode = lock.mode};
  const bool is_object = from.root == Path::Root::kParameter || from.root == Path::Root::kOwned;
  // An inner class and its superclass each have a field for the object around them.
  const bool is_around = from.length != 0 && path.root == from.root && path.base == from.base &&
                         hidden_steps(path) == from.length;
  if (is_object && (is_around || path.begins_with(from)))
    return {.path = Path::parameter(0).then(path, from.length), .mode = lock.mode};
  // One object's lock says nothing about a static.
  if (!is_object) return {.path = {}, .mode = lock.mode};
  return {.path = Path::local(0).then(path, hidden_steps(path)), .mode = lock.mode};
}

// What is written under the lock somewhere is what it was taken for. A read alone says so only
// where the lock is taken, and taken for nothing else: a property that is set before others have
// the object is read in many a place that locks for another reason.
bool Reaches::is_meant(const HeldLock& lock, const Path& seen, const Reach& reach) const {
  if (!is_near_by(lock, seen, reach.thing)) return false;
  if (all_.written_under.contains(both(reach.thing_hash, seen))) return true;
  const bool is_of_class = seen.root == Path::Root::kClass && reach.thing.length != 0;
  return lock.taken_in == reach.access->site && !is_of_class &&
         !all_.explained.contains(place(lock));
}

// A static, an object on the way to the thing or a field of one of those, taken by the class that
// has the field; or the very object that has it, taken by a class that has nothing to do with it.
// Who has to read the thing to find the lock did not take it for that.
bool Reaches::is_near_by(const HeldLock& lock, const Path& seen, const Path& thing) const {
  const ir::Program& program = engine_.code().program();
  const bool is_global = seen.root == Path::Root::kStatic || seen.root == Path::Root::kClass;
  if (!is_global && (seen.root != Path::Root::kParameter || !is_near(seen, thing))) return false;
  if (seen == thing) return false;
  const ir::FieldId first =
      thing.root == Path::Root::kStatic ? base::id_at<ir::FieldId>(thing.base) : thing.fields[0];
  if (first == kElements || first == kContent) return true;
  const ir::ClassId holder = program.owner(first);
  const ir::ClassId taker = program.owner(lock.taken_in);
  if (outermost(program.name(holder)) == outermost(program.name(taker))) return true;
  const bool is_holder = !is_global && thing.length != 0 && seen == thing.without_last();
  return is_holder && !program.hierarchy().is_subclass(taker, holder);
}

}  // namespace heddle::modular
