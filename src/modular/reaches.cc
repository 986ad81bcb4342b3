#include "modular/reaches.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <tuple>
#include <utility>

#include "base/parallel.h"
#include "ir/class.h"
#include "modular/key_hash.h"

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
  return KeyHash().add(thing_hash).add(lock.hash()).finish();
}

std::uint64_t place(const HeldLock& lock) {
  return std::uint64_t{index(lock.taken_in)} << 32U | lock.taken_at;
}

std::string_view outermost(std::string_view class_name) {
  return class_name.substr(0, class_name.find('$'));
}

}  // namespace

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

bool are_kept_apart(std::span<const SeenLock> left, std::span<const SeenLock> right,
                    const Path& thing) {
  for (const SeenLock& one : left) {
    // What was in a field says nothing about who else is at the field.
    if (!one.path.is_known() || one.path == thing) continue;
    for (const SeenLock& other : right)
      if ((one.path == other.path || may_be_same(one.path, other.path)) &&
          (one.mode == LockMode::kExclusive || other.mode == LockMode::kExclusive))
        return true;
  }
  return false;
}

Reaches::Reaches(const Engine& engine, unsigned workers) : engine_(engine), shares_(kShares) {
  find_bare(workers);
  find_entries(workers);
  gather(workers);
  base::parallel_for(kShares, workers, 1, [&](std::size_t at, unsigned) {
    note_written(shares_[at]);
    note_explained(shares_[at]);
  });
  Hashes explained;
  for (const Share& share : shares_)
    explained.insert(share.explained.begin(), share.explained.end());
  base::parallel_for(kShares, workers, 1,
                     [&](std::size_t at, unsigned) { add_reaches(shares_[at], explained); });
  put_together(workers);
}

void Reaches::find_entries(unsigned workers) {
  const auto methods = engine_.code().methods();
  std::vector<std::uint8_t> is_one(methods.size());
  base::parallel_for(methods.size(), workers, 1024,
                     [&](std::size_t at, unsigned) { is_one[at] = is_entry(methods[at]) ? 1 : 0; });
  for (std::size_t i = 0; i < methods.size(); ++i)
    if (is_one[i] != 0) entries_.push_back(methods[i]);
}

bool Reaches::Candidate::is_clearer(const Candidate& other) const {
  const auto key = [](const Candidate& each) {
    return std::tuple(each.access->steps, each.entry, each.access);
  };
  return key(*this) < key(other);
}

// Most of what many methods reach is the same few things: those are told apart first, and the rest
// is asked once for each.
void Reaches::gather(unsigned workers) {
  constexpr std::size_t kPiece = 64;
  std::vector<std::vector<Candidates>> parts(workers, std::vector<Candidates>(kShares));
  const auto keep = [](Candidates& into, std::uint64_t likeness, const Candidate& candidate) {
    const auto [place, is_new] = into.try_emplace(likeness, candidate);
    if (!is_new && candidate.is_clearer(place->second)) place->second = candidate;
  };
  base::parallel_for(entries_.size(), workers, kPiece, [&](std::size_t entry, unsigned worker) {
    const Summary& summary = engine_.outside(entries_[entry]);
    for (const Access& access : summary.accesses) {
      if (!is_telling(entries_[entry], access)) continue;
      const std::uint64_t hash = thing(access).hash();
      keep(parts[worker][hash / (~std::uint64_t{0} / kShares + 1)],
           likeness(entries_[entry], summary, access, hash),
           {.thing_hash = hash, .access = &access, .entry = static_cast<std::uint32_t>(entry)});
    }
  });
  base::parallel_for(kShares, workers, 1, [&](std::size_t at, unsigned) {
    shares_[at].candidates = std::move(parts[0][at]);
    for (unsigned worker = 1; worker < workers; ++worker)
      for (const auto& [likeness, candidate] : parts[worker][at])
        keep(shares_[at].candidates, likeness, candidate);
  });
}

const Locks& Reaches::locks(const Candidate& candidate) const {
  return engine_.outside(entries_[candidate.entry]).locksets[candidate.access->locks];
}

std::vector<Reach>& Reaches::Share::of(Action action) {
  switch (action) {
    case Action::kRead:
    case Action::kWrite: break;
    case Action::kAcquire: return acquisitions;
    case Action::kCall: return unchecked_calls;
    case Action::kNeed: return needs;
    case Action::kWait: return waits;
  }
  return accesses;
}

// A share has the things of one range of hashes, in order.
void Reaches::put_together(unsigned workers) {
  const auto add = [&](std::vector<Reach>& to, std::vector<Reach> Share::* which) {
    std::size_t count = 0;
    for (const Share& share : shares_) count += (share.*which).size();
    to.reserve(count);
    for (Share& share : shares_) std::ranges::move(share.*which, std::back_inserter(to));
  };
  add(acquisitions_, &Share::acquisitions);
  add(unchecked_calls_, &Share::unchecked_calls);
  add(needs_, &Share::needs);
  add(waits_, &Share::waits);
  base::parallel_for(shares_.size(), workers, 1, [&](std::size_t at, unsigned) {
    Share kept;
    kept.accesses = std::move(shares_[at].accesses);
    shares_[at] = std::move(kept);
  });
}

std::vector<std::span<const Reach>> Reaches::accesses() const {
  std::vector<std::span<const Reach>> parts;
  for (const Share& share : shares_) parts.emplace_back(share.accesses);
  return parts;
}

std::size_t Reaches::access_count() const {
  std::size_t count = 0;
  for (const Share& share : shares_) count += share.accesses.size();
  return count;
}

// ---- For another run ----

bool Reaches::is_telling(ir::MethodId entry, const Access& access) const {
  if (!is_seen(entry, access)) return false;
  switch (access.action) {
    case Action::kRead:
    case Action::kWrite: break;
    // What a task takes says something beside who waits for it.
    case Action::kAcquire: return access.locks != 0 || access.elsewhere;
    case Action::kCall: return is_unchecked(entry, access);
    case Action::kNeed: return true;
    case Action::kWait: return access.locks != 0;
  }
  return access.path.root == Path::Root::kStatic || thing(access).length != 0;
}

// From what promises to be thread-safe, under no lock.
bool Reaches::is_unchecked(ir::MethodId entry, const Access& access) const {
  const Code& code = engine_.code();
  const auto is_promised = [&](ir::MethodId method) {
    return code.marks(code.program().owner(method)).has(Mark::kThreadSafe);
  };
  return (is_promised(entry) || is_promised(access.site)) && access.locks == 0 &&
         access.threads != kMainThread;
}

// Two that have it in common are one for whatever is asked here, but for the way.
std::uint64_t Reaches::likeness(ir::MethodId entry, const Summary& summary, const Access& access,
                                std::uint64_t thing_hash) const {
  KeyHash hasher;
  hasher.add(thing_hash).add(access.site).add(access.instruction).add(access.action);
  hasher.add(access.threads).add(access.elsewhere ? entry : ir::MethodId{});
  if (access.locks == 0) return hasher.finish();
  const Path from = beginning(access);
  for (const HeldLock& lock : summary.locksets[access.locks])
    hasher.add(seen(lock, from).path.hash()).add(lock.mode).add(place(lock));
  return hasher.finish();
}

void Reaches::add_outsides(std::span<const ir::MethodId> of_class,
                           std::span<Summary> outsides) const {
  boost::unordered_flat_map<std::uint64_t, const Access*> shortest;
  struct Telling {
    const Access* access = nullptr;
    std::uint64_t likeness = 0;  // of what is told once for all methods
  };
  std::vector<Telling> telling;      // of all methods
  std::vector<std::size_t> ends;     // there, by method
  std::vector<std::uint8_t> may_be;  // the same: an entry
  for (const ir::MethodId method : of_class) {
    may_be.push_back(may_be_entry(method) ? 1 : 0);
    const bool is_always = may_be.back() != 0 && is_everybodys(method);
    const Summary& all = engine_.outside(method);
    for (const Access& access : all.accesses) {
      if (may_be.back() == 0 || !is_telling(method, access)) continue;
      telling.push_back({.access = &access});
      if (!is_always) continue;
      telling.back().likeness = likeness(method, all, access, thing(access).hash());
      const auto [best, is_new] = shortest.try_emplace(telling.back().likeness, &access);
      if (!is_new && access.steps < best->second->steps) best->second = &access;
    }
    ends.push_back(telling.size());
  }
  std::size_t next = 0;
  for (std::size_t i = 0; i < of_class.size(); ++i) {
    const ir::MethodId method = of_class[i];
    const bool is_alike_once = is_everybodys(method);
    const Summary& all = engine_.outside(method);
    Summary& kept = outsides[i];
    kept.locksets.emplace_back();
    kept.inner_calls = all.inner_calls;
    if (may_be[i] == 0) continue;
    kept.assigned = all.assigned;
    kept.assigns_more = all.assigns_more;
    std::vector<std::uint32_t> locks(all.locksets.size());
    for (; next < ends[i]; ++next) {
      const Access& access = *telling[next].access;
      if (is_alike_once && shortest.at(telling[next].likeness) != &access) continue;
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
void Reaches::find_bare(unsigned workers) {
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
  std::vector<Names> names_of(methods.size());
  base::parallel_for(methods.size(), workers, 1024, [&](std::size_t at, unsigned) {
    const Marks marks = engine_.code().marks(program.owner(methods[at]));
    if (is_everybodys(methods[at]) || marks.has(Mark::kThreadSafe)) return;
    Names names = this->names(methods[at]);
    if (called.has(names) || (!names.empty() && is_hook(methods[at])))
      names_of[at] = std::move(names);
  });
  std::vector<Names> inner;
  for (std::size_t i = 0; i < methods.size(); ++i)
    if (names_of[i].empty())
      open(methods[i]);
    else
      inner.push_back(std::move(names_of[i]));
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

bool Reaches::is_everybodys(ir::MethodId method) const {
  return engine_.code().program().is(method, ir::Access::kPublic) &&
         !engine_.code().is_made_to_be_handed(method);
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

void Reaches::note_written(Share& share) const {
  for (const auto& [likeness, candidate] : share.candidates) {
    if (candidate.access->action != Action::kWrite) continue;
    share.written.insert(candidate.thing_hash);
    const Path from = beginning(*candidate.access);
    for (const HeldLock& lock : locks(candidate))
      share.written_under.insert(both(candidate.thing_hash, seen(lock, from).path));
  }
}

void Reaches::note_explained(Share& share) const {
  for (const auto& [likeness, candidate] : share.candidates) {
    const Access& access = *candidate.access;
    if (access.locks == 0 || is_of_object(access.action)) continue;
    if (!share.written.contains(candidate.thing_hash)) continue;
    const Path from = beginning(access);
    for (const HeldLock& lock : locks(candidate))
      if (share.written_under.contains(both(candidate.thing_hash, seen(lock, from).path)))
        share.explained.insert(place(lock));
  }
}

// What is left may differ in where its locks were taken: that is part of the way.
void Reaches::add_reaches(Share& share, const Hashes& explained) const {
  Candidates clearest;
  for (const auto& [likeness, candidate] : share.candidates) {
    const Access& access = *candidate.access;
    if (!is_of_object(access.action) && !share.written.contains(candidate.thing_hash)) continue;
    KeyHash hasher;
    hasher.add(candidate.thing_hash).add(access.site).add(access.instruction).add(access.action);
    hasher.add(access.threads).add(access.elsewhere ? entries_[candidate.entry] : ir::MethodId{});
    const Path from = beginning(access);
    // In the order of their paths seen from there, which may be another than that of the paths.
    std::vector<SeenLock> in_order;
    for (const HeldLock& lock : locks(candidate)) in_order.push_back(seen(lock, from));
    std::ranges::sort(in_order);
    for (const SeenLock& lock : in_order) hasher.add(lock.path.hash()).add(lock.mode);
    const auto [place, is_new] = clearest.try_emplace(hasher.finish(), candidate);
    if (!is_new && candidate.is_clearer(place->second)) place->second = candidate;
  }
  for (const auto& [likeness, candidate] : clearest)
    share.of(candidate.access->action).push_back(reach(candidate, share, explained));
  for (auto* list :
       {&share.accesses, &share.acquisitions, &share.unchecked_calls, &share.needs, &share.waits})
    std::ranges::sort(*list, [](const Reach& left, const Reach& right) {
      const auto key = [](const Reach& each) {
        return std::tie(each.thing_hash, each.thing, each.access->site, each.access->instruction,
                        each.access->action, each.access->threads, each.access->elsewhere,
                        each.entry, each.locks);
      };
      return key(left) < key(right);
    });
}

Reach Reaches::reach(const Candidate& candidate, const Share& share,
                     const Hashes& explained) const {
  const Access& access = *candidate.access;
  const Path from = beginning(access);
  Reach made{.entry = entries_[candidate.entry],
             .access = &access,
             .thing = thing(access),
             .thing_hash = candidate.thing_hash,
             .is_plain = from.length == 0,
             .steps = access.steps};
  for (const HeldLock& lock : locks(candidate)) {
    made.locks.push_back(seen(lock, from));
    if (!is_of_object(access.action))
      made.locks.back().is_meant = is_meant(lock, made.locks.back().path, made, share, explained);
  }
  std::ranges::sort(made.locks);
  if (access.action == Action::kAcquire) made.lock = access.path;
  return made;
}

SeenLock Reaches::seen(const HeldLock& lock, const Path& from) const {
  const Path& path = lock.path;
  if (path.root == Path::Root::kStatic || path.root == Path::Root::kClass)
    return {.path = path, .mode = lock.mode, .taken_in = lock.taken_in};
  if (path.root == Path::Root::kLocal)
    return {.path = path.is_tail() ? path : Path{}, .mode = lock.mode, .taken_in = lock.taken_in};
  const bool is_object = from.root == Path::Root::kParameter || from.root == Path::Root::kOwned;
  // An inner class and its superclass each have a field for the object around them.
  const bool is_around = from.length != 0 && path.root == from.root && path.base == from.base &&
                         hidden_steps(path) == from.length;
  if (is_object && (is_around || path.begins_with(from)))
    return {.path = Path::parameter(0).then(path, from.length),
            .mode = lock.mode,
            .taken_in = lock.taken_in};
  // One object's lock says nothing about a static.
  if (!is_object) return {.path = {}, .mode = lock.mode, .taken_in = lock.taken_in};
  return {.path = Path::local(0).then(path, hidden_steps(path)),
          .mode = lock.mode,
          .taken_in = lock.taken_in};
}

// What is written under the lock somewhere is what it was taken for. A read alone says so only
// where the lock is taken, and taken for nothing else: a property that is set before others have
// the object is read in many a place that locks for another reason.
bool Reaches::is_meant(const HeldLock& lock, const Path& seen, const Reach& reach,
                       const Share& share, const Hashes& explained) const {
  if (seen == reach.thing)
    return reach.access->action == Action::kWrite && reach.steps == 0 &&
           lock.taken_in == reach.access->site && !is_inside(reach.thing);
  if (!is_near_by(lock, seen, reach.thing)) return false;
  if (share.written_under.contains(both(reach.thing_hash, seen))) return true;
  const bool is_of_class = seen.root == Path::Root::kClass && reach.thing.length != 0;
  return lock.taken_in == reach.access->site && !is_of_class && !explained.contains(place(lock));
}

// A static, an object on the way to the thing or a field of one of those, taken by the class that
// has the field; or the very object that has it, taken by a class that has nothing to do with it.
// Who has to read the thing to find the lock did not take it for that; who writes it then may have.
bool Reaches::is_near_by(const HeldLock& lock, const Path& seen, const Path& thing) const {
  const ir::Program& program = engine_.code().program();
  const bool is_global = seen.root == Path::Root::kStatic || seen.root == Path::Root::kClass;
  if (!is_global && (seen.root != Path::Root::kParameter || !is_near(seen, thing))) return false;
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
