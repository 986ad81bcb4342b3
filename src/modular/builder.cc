#include "modular/builder.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "modular/key_hash.h"
#include "modular/summarise.h"

namespace heddle::modular {

using base::index;
using ir::Opcode;
using ir::ValueId;

Builder::Builder(const Code& code, const Summaries& summaries, ir::MethodId method,
                 const ir::Body& body)
    : code_(code),
      summaries_(summaries),
      method_(method),
      body_(body),
      values_(code, summaries, method, body),
      held_(code, summaries, values_, method, body) {
  summary_.locksets.emplace_back();
}

void Builder::find_shape() {
  waits_ = waits_in(code_, summaries_, method_);
  summary_.waits = !waits_.empty() && (waits_[0] == 0 || is_waited_for(0));
  for (std::uint32_t i = 0; i < body_.instructions.size(); ++i) hand_over(i);
  for (std::uint32_t i = 0; i < body_.instructions.size(); ++i) {
    const ir::Instruction& instruction = body_.instructions[i];
    if (instruction.opcode == Opcode::kInvoke) call(i);
    if (instruction.opcode == Opcode::kPutField) {
      note_store(i);
      note_assigned(i);
    }
    if (instruction.opcode == Opcode::kReturn && instruction.a != index(ir::kNoValue))
      note_return(static_cast<ValueId>(instruction.a));
  }
  std::ranges::sort(summary_.runs, {}, &Run::parameter);
  summary_.left_held = held_.left_held();
  summary_.let_go = held_.let_go();
}

void Builder::begin(const Circle& circle) {
  is_in_circle_ = circle != nullptr;
  std::size_t expected = 0;
  for (Source& source : sources_) {
    if (is_in_circle_) source.circle = circle(source.callee.target);
    if (source.circle != nullptr) continue;
    expected += source.summary->accesses.size();
    if (!source.callee.elsewhere) summary_.add(*source.summary);
  }
  expected = std::min(expected, kMostAccesses) + body_.instructions.size() / 4;
  known_.reserve(expected);
  summary_.accesses.reserve(expected);
  for (const HeldLocks::Acquisition& taken : held_.acquisitions()) add_acquisition(taken);
  for (std::uint32_t i = 0; i < body_.instructions.size(); ++i) visit(i);
}

// Those of the circle have been made anew since they were found.
const Summary& Builder::current(const Source& source) {
  return source.circle == nullptr ? *source.summary : *source.circle->summary;
}

bool Builder::go_on(std::uint32_t level) {
  bool has_more = false;
  const std::size_t before = summary_.accesses.size();
  for (Source& source : sources_) {
    if (summary_.was_cut) break;
    follow(source, level);
    has_more |= source.next < current(source).accesses.size();
  }
  return (has_more && !summary_.was_cut) || summary_.accesses.size() != before;
}

void Builder::join_shape(const Summary& earlier, bool is_settled) {
  const auto add = [](auto& to, const auto& from, std::size_t most) {
    auto joined = from;
    for (const auto& each : to)
      if (joined.size() < most && std::ranges::find(joined, each) == joined.end())
        joined.push_back(each);
    to = std::move(joined);
  };
  add(summary_.returns, earlier.returns, Values::kMostPaths);
  add(summary_.stores, earlier.stores, kMostStores);
  add(summary_.escapes, earlier.escapes, Values::kMostPaths);
  add(summary_.starts, earlier.starts, Values::kMostPaths);
  const auto meet = [](Locks& locks, const Locks& others) {
    std::erase_if(locks, [&](const HeldLock& lock) {
      return std::ranges::find(others, lock) == others.end();
    });
  };
  for (const Run& run : earlier.runs) {
    const auto known = std::ranges::find(summary_.runs, run.parameter, &Run::parameter);
    if (known == summary_.runs.end())
      summary_.runs.push_back(run);
    else if (is_settled)
      meet(known->held, run.held);
  }
  std::ranges::sort(summary_.runs, {}, &Run::parameter);
  if (!is_settled) return;
  summary_.waits &= earlier.waits;
  Locks held = earlier.left_held;
  meet(held, summary_.left_held);
  summary_.left_held = std::move(held);
  add(summary_.let_go, earlier.let_go, HeldLocks::kMostHeld);
}

void Builder::set_shape(const Shape& shape) { static_cast<Shape&>(summary_) = shape; }

std::vector<ir::MethodId> Builder::assigns_by() const {
  std::vector<ir::MethodId> found;
  for (const Source& source : sources_)
    if (source.circle != nullptr && !source.callee.elsewhere && source.callee.target != method_)
      found.push_back(source.callee.target);
  std::ranges::sort(found);
  found.erase(std::ranges::unique(found).begin(), found.end());
  return found;
}

void Builder::set_assigned(const Assigned& assigned) {
  static_cast<Assigned&>(summary_) = assigned;
}

Summary Builder::take() {
  std::ranges::sort(summary_.assigned);
  summary_.accesses.shrink_to_fit();
  return std::move(summary_);
}

// ---- What the method does itself ----

void Builder::visit(std::uint32_t at) {
  const ir::Instruction& instruction = body_.instructions[at];
  switch (instruction.opcode) {
    case Opcode::kGetField: access_field(at, Action::kRead); break;
    case Opcode::kPutField: access_field(at, Action::kWrite); break;
    case Opcode::kGetStatic: access_static(at, Action::kRead); break;
    case Opcode::kPutStatic: access_static(at, Action::kWrite); break;
    case Opcode::kArrayLoad: access_inside(at, instruction.a, kElements, Action::kRead); break;
    case Opcode::kArrayStore: access_inside(at, instruction.a, kElements, Action::kWrite); break;
    case Opcode::kInvoke: call_from_here(at); break;
    default: break;
  }
}

void Builder::access_field(std::uint32_t at, Action action) {
  const ir::Instruction& instruction = body_.instructions[at];
  const ir::FieldId field = code_.field(method_, instruction);
  if (base::is_none(field) || !is_worth_telling(field)) return;
  if (action == Action::kWrite && is_same_for_all(instruction)) return;
  access_inside(at, instruction.a, field, action);
}

void Builder::access_static(std::uint32_t at, Action action) {
  const ir::FieldId field = code_.field(method_, body_.instructions[at]);
  if (base::is_none(field) || !is_worth_telling(field)) return;
  if (action == Action::kWrite && is_same_for_all(body_.instructions[at])) return;
  add(Path::static_field(field), action, at);
}

bool Builder::is_worth_telling(ir::FieldId field) const {
  const ir::Program& program = code_.program();
  // What only constructors write is as good as final.
  return !program.is(field, ir::Access::kVolatile | ir::Access::kFinal) &&
         code_.facts(field).is_reassigned &&
         program.layer(program.owner(field)) != ir::Layer::kPlatform &&
         !code_.facts(field).marks.has(Mark::kThreadConfined);
}

// Does it store what a functional method gave? Whoever stores it stores an equal value; of a wide
// number others may see half.
bool Builder::is_same_for_all(const ir::Instruction& put) const {
  const ValueId value = ir::without_casts(body_, static_cast<ValueId>(put.c));
  const ir::Instruction& made = body_.at(value);
  const ir::Kind kind = ir::kind_of(body_.type(value));
  if (made.opcode != Opcode::kInvoke || kind == ir::Kind::kLong || kind == ir::Kind::kDouble)
    return false;
  const Call* call = code_.call(method_, made);
  return call != nullptr && !base::is_none(call->resolved) &&
         code_.marks(call->resolved).has(Mark::kFunctional);
}

void Builder::access_inside(std::uint32_t at, std::uint32_t object, ir::FieldId step,
                            Action action) {
  for (const Path& path : values_.of(static_cast<ValueId>(object)))
    if (const Path whole = path.then(step); whole.is_known()) add(whole, action, at);
}

void Builder::add_acquisition(const HeldLocks::Acquisition& taken) {
  if (!taken.path.is_outside()) return;
  Access access = made(taken.path, Action::kAcquire, taken.instruction);
  access.may_fail = taken.may_fail;
  if (taken.at_entry) access.locks = 0;
  keep(access);
}

void Builder::add(const Path& path, Action action, std::uint32_t at) {
  outside_.clear();
  values_.seen_from_outside(path, at, outside_);
  for (const Path& each : outside_) keep(made(each, action, at));
}

Access Builder::made(const Path& path, Action action, std::uint32_t at) {
  return {.path = path,
          .action = action,
          .threads = held_.threads(at),
          .locks = lockset(outside_only(held_.at(at))),
          .site = method_,
          .instruction = at,
          .call = at};
}

void Builder::note_store(std::uint32_t at) {
  const ir::Instruction& put = body_.instructions[at];
  const ir::FieldId field = code_.field(method_, put);
  if (base::is_none(field) || ir::kind_of(body_.types[put.c]) != ir::Kind::kReference) return;
  for (const Path& object : values_.of(static_cast<ValueId>(put.a)))
    for (const Path& value : values_.of(static_cast<ValueId>(put.c)))
      note_store(object.then(field), value);
}

void Builder::note_store(const Path& to, const Path& value) {
  const bool is_outer = to.root == Path::Root::kParameter;
  if (value.root == Path::Root::kParameter && !is_outer && to.root != Path::Root::kOwned)
    note_once(summary_.escapes, value);
  const bool is_new = value.root == Path::Root::kOwned && value.length == 0;
  if (!is_outer ||
      (value.root != Path::Root::kParameter && value.root != Path::Root::kStatic && !is_new))
    return;
  // What is stored far away, or comes from far away, hardly anybody asks about.
  constexpr std::size_t kFarthest = 2;
  if (to.length > kFarthest || value.length > kFarthest) return;
  const Store store{.to = to, .from = is_new ? Path::owned(0) : value};
  if (summary_.stores.size() < kMostStores &&
      std::ranges::find(summary_.stores, store) == summary_.stores.end())
    summary_.stores.push_back(store);
}

// An object that is being made has its first references: nobody has met others there.
void Builder::note_assigned(std::uint32_t at) {
  const ir::Instruction& put = body_.instructions[at];
  const ir::FieldId field = code_.field(method_, put);
  if (base::is_none(field) || ir::kind_of(body_.types[put.c]) != ir::Kind::kReference) return;
  const bool is_constructor = code_.program().name(method_) == "<init>";
  const auto is_made = [&](const Path& object) {
    return object.root == Path::Root::kOwned || (is_constructor && object == Path::parameter(0));
  };
  const auto objects = values_.of(static_cast<ValueId>(put.a));
  if (!objects.empty() && std::ranges::all_of(objects, is_made)) return;
  summary_.add(Path::static_field(field));
}

void Builder::note_return(ValueId value) {
  for (const Path& path : values_.of(value)) {
    if (path.root == Path::Root::kOwned && path.length == 0)
      note_once(summary_.returns, Path::owned(0));
    else if (path.is_outside())
      note_once(summary_.returns, path);
  }
}

void Builder::note_once(std::vector<Path>& list, const Path& path) {
  if (list.size() < Values::kMostPaths && std::ranges::find(list, path) == list.end())
    list.push_back(path);
}

// ---- Locks ----

Locks Builder::outside_only(const Locks& locks) {
  Locks kept;
  for (const HeldLock& lock : locks)
    if (lock.path.is_outside() || lock.path.root == Path::Root::kLocal) kept.push_back(lock);
  return kept;
}

Locks Builder::in_our_terms(const Locks& theirs, std::span<const ValueId> arguments) const {
  Locks found;
  FewPaths here;
  for (const HeldLock& lock : theirs) {
    here.clear();
    values_.substitute(lock.path, arguments, here);
    HeldLock ours = lock;
    ours.path = here.size() == 1 ? here[0] : lock.path.tail();
    if (ours.path.is_known() && ours.path.root != Path::Root::kOwned) found.push_back(ours);
  }
  return found;
}

Locks Builder::joined(Locks locks, std::span<const HeldLock> more) {
  for (const HeldLock& lock : more) {
    const auto known = std::ranges::find_if(locks, [&](const HeldLock& each) {
      return each.path == lock.path && each.mode == lock.mode;
    });
    if (known == locks.end()) locks.push_back(lock);
  }
  std::ranges::sort(locks, [](const HeldLock& left, const HeldLock& right) {
    return std::tie(left.path, left.mode) < std::tie(right.path, right.mode);
  });
  return locks;
}

std::uint32_t Builder::translate(const Locks& theirs, std::span<const ValueId> arguments,
                                 const Locks& held, const Locks& meanwhile) {
  Locks all = meanwhile.empty() ? held : joined(held, meanwhile);
  return lockset(joined(std::move(all), in_our_terms(theirs, arguments)));
}

std::uint32_t Builder::lockset(Locks locks) {
  const auto known = std::ranges::find(summary_.locksets, locks);
  if (known != summary_.locksets.end())
    return static_cast<std::uint32_t>(known - summary_.locksets.begin());
  summary_.locksets.push_back(std::move(locks));
  return static_cast<std::uint32_t>(summary_.locksets.size() - 1);
}

// ---- What is kept ----

bool Builder::keep(const Access& access) {
  const auto both = [](std::uint32_t low, std::uint32_t high) {
    return low | std::uint64_t{high} << 32U;
  };
  const Path& path = access.path;
  const auto kind = static_cast<std::uint32_t>(access.action) |
                    std::uint32_t{access.threads} << 8U | (access.elsewhere ? 1U << 16U : 0U) |
                    std::uint32_t{path.length} << 20U |
                    static_cast<std::uint32_t>(path.root) << 24U;
  // Fields that are not there are all zero.
  KeyHash hasher;
  hasher.add(both(path.base, index(path.fields[0])));
  hasher.add(both(index(path.fields[1]), index(path.fields[2])));
  hasher.add(both(index(access.site), access.instruction)).add(both(access.locks, kind));
  if (!known_.insert(hasher.finish()).second) return false;
  summary_.accesses.push_back(access);
  if (is_in_circle_) in_circle_.push_back(0);
  return true;
}

}  // namespace heddle::modular
