#include "modular/reaches.h"

#include <algorithm>
#include <tuple>

#include "ir/class.h"

namespace heddle::modular {

using base::index;

namespace {

// An object on the way to the thing, or a field of such an object.
bool is_near(const Path& lock, const Path& thing) {
  const std::size_t shared = lock.length == 0 ? 0U : lock.length - 1U;
  if (shared >= std::max<std::size_t>(thing.length, 1)) return false;
  return std::ranges::equal(lock.steps().first(shared), thing.steps().first(shared));
}

}  // namespace

bool Reach::is_locked() const {
  return std::ranges::any_of(locks, [&](const SeenLock& each) {
    if (each.path.root == Path::Root::kStatic || each.path.root == Path::Root::kClass) return true;
    return each.path.root == Path::Root::kParameter && is_near(each.path, thing);
  });
}

bool are_kept_apart(std::span<const SeenLock> left, std::span<const SeenLock> right) {
  for (const SeenLock& one : left) {
    if (!one.path.is_known()) continue;
    for (const SeenLock& other : right)
      if (one.path == other.path &&
          (one.mode == LockMode::kExclusive || other.mode == LockMode::kExclusive))
        return true;
  }
  return false;
}

Reaches::Reaches(const Engine& engine) : engine_(engine) {
  for (const ir::MethodId method : engine.code().methods())
    if (is_entry(method)) note_written(method, *engine.summary(method));
  for (const ir::MethodId method : engine.code().methods())
    if (is_entry(method)) add(method, *engine.summary(method));
  const auto key = [](const Reach& reach) {
    return std::tie(reach.thing, reach.access->site, reach.access->instruction,
                    reach.access->action, reach.access->threads, reach.access->elsewhere,
                    reach.locks);
  };
  const auto put_in_order = [&](std::vector<Reach>& list) {
    std::ranges::sort(list, [&](const Reach& left, const Reach& right) {
      return std::tuple(key(left), left.steps, left.entry) <
             std::tuple(key(right), right.steps, right.entry);
    });
  };
  put_in_order(accesses_);
  put_in_order(acquisitions_);
  const auto is_same = [&](const Reach& left, const Reach& right) {
    return key(left) == key(right) && (!left.access->elsewhere || left.entry == right.entry);
  };
  accesses_.erase(std::ranges::unique(accesses_, is_same).begin(), accesses_.end());
}

bool Reaches::is_entry(ir::MethodId method) const {
  const ir::Program& program = engine_.code().program();
  if (!engine_.code().is_application(method)) return false;
  if (program.is(method, ir::Access::kPrivate | ir::Access::kSynthetic)) return false;
  if (program.name(method) == "<clinit>") return false;
  return !engine_.code().marks(method).has(Mark::kVisibleForTesting);
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
  return !is_this || engine_.code().program().name(entry) != "<init>";
}

// A static, an object that one method shares with its task, or whatever object it begins at.
Path Reaches::thing(const Access& access) const {
  if (access.path.root != Path::Root::kParameter) return access.path;
  return Path::parameter(0).then(access.path, hidden_steps(access.path));
}

void Reaches::note_written(ir::MethodId entry, const Summary& summary) {
  for (const Access& access : summary.accesses)
    if (access.action == Action::kWrite && is_seen(entry, access))
      written_.insert(thing(access).hash());
}

void Reaches::add(ir::MethodId entry, const Summary& summary) {
  for (const Access& access : summary.accesses) {
    if (!is_seen(entry, access)) continue;
    const bool takes = access.action == Action::kAcquire;
    Reach reach{.entry = entry, .access = &access, .thing = thing(access)};
    const bool is_static = access.path.root == Path::Root::kStatic;
    if (!takes && !is_static && reach.thing.length == 0) continue;
    if (!takes && !written_.contains(reach.thing.hash())) continue;
    if (takes && access.locks == 0) continue;
    const std::size_t hidden = hidden_steps(access.path);
    const Path from = access.path.without_last(access.path.length - hidden);
    reach.is_plain = hidden == 0;
    reach.steps = count_steps(access);
    for (const HeldLock& lock : summary.locksets[access.locks])
      reach.locks.push_back(seen(lock, from));
    std::ranges::sort(reach.locks);
    if (takes) reach.lock = access.path;
    (takes ? acquisitions_ : accesses_).push_back(std::move(reach));
  }
}

SeenLock Reaches::seen(const HeldLock& lock, const Path& from) const {
  const Path& path = lock.path;
  if (path.root == Path::Root::kStatic || path.root == Path::Root::kClass)
    return {.path = path, .mode = lock.mode};
  if (path.root == Path::Root::kLocal) return {.path = {}, .mode = lock.mode};
  const bool is_object = from.root == Path::Root::kParameter || from.root == Path::Root::kOwned;
  if (is_object && path.begins_with(from))
    return {.path = Path::parameter(0).then(path, from.length), .mode = lock.mode};
  // One object's lock says nothing about a static.
  if (!is_object) return {.path = {}, .mode = lock.mode};
  return {.path = Path::local(0).then(path, hidden_steps(path)), .mode = lock.mode};
}

std::uint32_t Reaches::count_steps(const Access& access) const {
  std::uint32_t steps = 0;
  for (const Access* at = &access; !base::is_none(at->callee); ++steps) {
    const Summary* callee = engine_.summary(at->callee);
    constexpr std::uint32_t kMost = 64;
    if (callee == nullptr || at->next >= callee->accesses.size() || steps == kMost) break;
    at = &callee->accesses[at->next];
  }
  return steps;
}

}  // namespace heddle::modular
