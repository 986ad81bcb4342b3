#include "modular/lock_order.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <tuple>

#include "ir/class.h"
#include "ir/program_snapshot.h"
#include "modular/values.h"

namespace heddle::modular {

using base::index;

namespace {

// The class of that parameter, none for numbers and arrays.
std::string_view class_of_parameter(std::string_view descriptor, std::size_t position) {
  std::size_t at = 1;
  while (at < descriptor.size() && descriptor[at] != ')') {
    const std::size_t first = at;
    while (at < descriptor.size() && descriptor[at] == '[') ++at;
    const std::size_t end =
        at < descriptor.size() && descriptor[at] == 'L' ? descriptor.find(';', at) : at;
    if (end >= descriptor.size()) return {};
    if (position-- == 0)
      return first == at && descriptor[at] == 'L' ? descriptor.substr(at + 1, end - at - 1)
                                                  : std::string_view();
    at = end + 1;
  }
  return {};
}

std::pair<ir::MethodId, std::uint32_t> site(const Reach& reach) {
  return {reach.access->site, reach.access->instruction};
}

}  // namespace

LockOrder::LockOrder(const Engine& engine, const Reaches& reaches, const Describe& describe)
    : engine_(engine), describe_(describe) {
  for (const Reach& reach : reaches.acquisitions()) add(reach);
  for (const Reach& reach : reaches.waits()) add_wait(reach);
  // Of several that say the same, the one with the fewest locks around it: no gate may hide it.
  std::ranges::stable_sort(edges_, {}, [](const Edge& edge) {
    return std::tuple(edge.from, edge.to, edge.gates.size());
  });
  for (std::size_t i = 0; i < edges_.size(); ++i)
    by_ends_.try_emplace({edges_[i].from, edges_[i].to}, i);
}

// Objects of our own classes go by their class, locks and bare objects by the field that holds
// them.
LockOrder::Kind LockOrder::kind(const Path& path, ir::MethodId entry) const {
  const ir::Program& program = engine_.code().program();
  if (path.length != 0) {
    const ir::FieldId last = path.last();
    if (last == kElements || last == kContent) return {};
    if (program.is_phantom(program.owner(last))) return {};
    const auto type = ir::ProgramSnapshot::type(program, last);
    const ir::ClassId of =
        type.dimensions != 0 ? base::kNone<ir::ClassId> : engine_.code().class_named(type.base);
    // Objects behind an interface may have nothing in common.
    if (!base::is_none(of) && !program.is_interface(of)) return {.path = {}, .of = of};
    return {.path = path.root == Path::Root::kParameter ? Path::parameter(0).then(path) : path};
  }
  if (path.root != Path::Root::kParameter) return {.path = path};
  const bool is_static = program.is(entry, ir::Access::kStatic);
  if (path.base == 0 && !is_static) return {.path = {}, .of = program.owner(entry)};
  const std::string_view name =
      class_of_parameter(program.descriptor(entry), path.base - (is_static ? 0U : 1U));
  return {.path = {}, .of = engine_.code().class_named(name)};
}

std::uint32_t LockOrder::number(const Kind& kind) {
  return numbers_.try_emplace(kind, static_cast<std::uint32_t>(numbers_.size())).first->second;
}

void LockOrder::add(const Reach& reach) {
  if (reach.access->may_fail) return;
  if (reach.access->elsewhere) {
    in_tasks_.emplace(reach.entry, &reach);
    return;
  }
  const Locks& held = engine_.outside(reach.entry).locksets[reach.access->locks];
  // Taken again by who has it.
  if (std::ranges::any_of(held, [&](const HeldLock& each) { return each.path == reach.lock; }))
    return;
  const Kind wanted = kind(reach.lock, reach.entry);
  if (!wanted.path.is_known() && base::is_none(wanted.of)) return;
  for (const HeldLock& each : held) {
    if (!each.path.is_outside()) continue;
    const Kind had = kind(each.path, reach.entry);
    if (!had.path.is_known() && base::is_none(had.of)) continue;
    Edge edge{.from = number(had), .to = number(wanted), .reach = &reach, .held = &each};
    for (const HeldLock& other : held)
      if (&other != &each && other.path.is_outside())
        edge.gates.push_back(number(kind(other.path, reach.entry)));
    std::ranges::sort(edge.gates);
    // Two objects of one class: in either order only where the caller chooses which is which.
    const bool are_given = reach.lock.length == 0 && each.path.length == 0 &&
                           reach.lock.root == Path::Root::kParameter;
    if (edge.from != edge.to)
      edges_.push_back(std::move(edge));
    else if (are_given)
      own_.push_back(std::move(edge));
  }
}

bool LockOrder::have_gate(const Edge& left, const Edge& right) {
  return std::ranges::any_of(left.gates, [&](std::uint32_t gate) {
    return std::ranges::binary_search(right.gates, gate);
  });
}

std::vector<report::Finding> LockOrder::find() const {
  std::vector<report::Finding> found;
  for (const auto& [ends, first] : by_ends_) {
    const auto& [from, to] = ends;
    const Edge& edge = edges_[first];
    if (from < to)
      if (const auto back = by_ends_.find({to, from}); back != by_ends_.end())
        if (const Edge& other = edges_[back->second]; !have_gate(edge, other))
          found.push_back(finding({&edge, &other}));
    // Of a circle of three the lowest lock comes first. Who mends a circle of two mends it as well.
    const auto is_circle = [&](std::uint32_t one, std::uint32_t other) {
      return by_ends_.contains({one, other}) && by_ends_.contains({other, one});
    };
    if (is_circle(from, to)) continue;
    for (auto next = by_ends_.lower_bound({to, 0});
         next != by_ends_.end() && next->first.first == to; ++next) {
      const std::uint32_t third = next->first.second;
      if (from >= to || from >= third || is_circle(to, third) || is_circle(third, from)) continue;
      const auto last = by_ends_.find({third, from});
      if (last == by_ends_.end()) continue;
      const Edge& second = edges_[next->second];
      const Edge& closing = edges_[last->second];
      if (!have_gate(edge, second) && !have_gate(second, closing) && !have_gate(edge, closing))
        found.push_back(finding({&edge, &second, &closing}));
    }
  }
  std::map<std::pair<ir::MethodId, std::uint32_t>, const Edge*> own;
  for (const Edge& edge : own_)
    if (edge.gates.empty() && !is_chosen(edge))
      own.try_emplace({edge.reach->access->site, edge.reach->access->instruction}, &edge);
  for (const auto& [site, edge] : own) found.push_back(finding({edge, edge}));
  for (const auto& [sites, wait] : waits_) found.push_back(finding(wait));
  return found;
}

// A method that takes the two locks in one order or the other tests which of them comes first.
bool LockOrder::is_chosen(const Edge& edge) const {
  return std::ranges::any_of(own_, [&](const Edge& other) {
    return other.reach->entry == edge.reach->entry && other.held->path == edge.reach->lock &&
           other.reach->lock == edge.held->path;
  });
}

// Who waits for the end of a task that wants a lock which is held meanwhile waits for ever.
void LockOrder::add_wait(const Reach& reach) {
  if (reach.access->elsewhere) return;
  const Locks& held = engine_.outside(reach.entry).locksets[reach.access->locks];
  const auto [first, end] = in_tasks_.equal_range(reach.entry);
  for (auto task = first; task != end; ++task) {
    const Reach& taken = *task->second;
    const auto lock = std::ranges::find(held, taken.lock, &HeldLock::path);
    if (lock == held.end() || !is_waited_for(taken, reach)) continue;
    waits_.try_emplace({site(taken), site(reach)},
                       Wait{.taken = &taken, .reach = &reach, .held = &*lock});
  }
}

bool LockOrder::is_waited_for(const Reach& task, const Reach& wait) const {
  using Order = model::OrderFact::Kind;
  const Code& code = engine_.code();
  const Call* call = engine_.call_at(wait.access->site, wait.access->instruction);
  if (call == nullptr) return false;
  // What is given more than the receiver is given a limit of time, and what waits only if something
  // else holds does not wait for it. A stream waits for its own tasks alone.
  const bool is_limited =
      code.body(wait.access->site)->instructions[wait.access->instruction].c > 1;
  const bool is_join =
      !is_limited && std::ranges::any_of(call->order, [](const model::OrderFact* fact) {
        return fact->when == model::When::kAlways &&
               (fact->kind == Order::kJoinThread || fact->kind == Order::kJoinTask ||
                fact->kind == Order::kJoinExecutor);
      });
  if (!is_join) return false;
  engine_.need(wait.entry);
  if (!engine_.has_instruction(wait.entry, task.access->call) ||
      !engine_.has_instruction(wait.entry, wait.access->call))
    return false;
  const Values values(code, {}, wait.entry, *code.body(wait.entry));
  return values.reaches(task.access->call, wait.access->call, index(ir::kNoValue), {});
}

report::Finding LockOrder::finding(const Wait& wait) const {
  report::Finding made;
  made.kind = report::Kind::kDeadlock;
  made.support.push_back(
      {.engine = report::Engine::kModular, .evidence = report::Evidence::kPossible});
  report::Side waits = describe_.side(*wait.reach);
  report::Side task = describe_.side(*wait.taken);
  const report::Lock lock = describe_.lock(*wait.held, wait.reach->entry);
  const report::Lock end{.name = "the end of " + task.thread.name, .acquired = task.thread.started};
  waits.wants = report::Lock{.name = end.name, .acquired = waits.at};
  waits.holds.push_back(lock);
  task.wants = report::Lock{.name = lock.name, .acquired = task.at};
  task.holds.push_back(end);
  made.sides = {std::move(waits), std::move(task)};
  return made;
}

report::Finding LockOrder::finding(const std::vector<const Edge*>& circle) const {
  report::Finding made;
  made.kind = report::Kind::kDeadlock;
  made.support.push_back(
      {.engine = report::Engine::kModular, .evidence = report::Evidence::kPossible});
  for (const Edge* edge : circle) {
    report::Side side = describe_.side(*edge->reach);
    side.wants = report::Lock{.name = describe_.lock_name(edge->reach->lock, edge->reach->entry),
                              .mode = report::LockMode::kExclusive,
                              .acquired = side.at};
    side.holds.push_back(describe_.lock(*edge->held, edge->reach->entry));
    made.sides.push_back(std::move(side));
  }
  return made;
}

}  // namespace heddle::modular
