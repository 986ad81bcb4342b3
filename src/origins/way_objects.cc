#include "origins/way_objects.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/id.h"
#include "ir/class.h"
#include "pointsto/state.h"

namespace heddle::origins {

using base::index;
using ir::Opcode;
using pointsto::InstanceId;
using pointsto::ObjectId;

namespace {

// More say nothing.
constexpr std::size_t kMostObjects = 256;
constexpr unsigned kMostSteps = 4;

void sort_once(std::vector<ObjectId>& objects) {
  std::ranges::sort(objects);
  const auto again = std::ranges::unique(objects);
  objects.erase(again.begin(), again.end());
}

}  // namespace

bool WayObjects::can_have(OriginId origin, const std::vector<Point>& frames, ir::ValueId value,
                          ObjectId object) {
  return can_be(given_along(origin, frames), frames.back().instance, value, object, {});
}

bool WayObjects::can_have(OriginId origin, const std::vector<Point>& frames, ir::ValueId value,
                          ObjectId object, const Given& given) {
  return can_be(given_along(origin, frames, given), frames.back().instance, value, object, given);
}

bool WayObjects::can_be(const std::optional<Parameters>& known, InstanceId last, ir::ValueId value,
                        ObjectId object, const Given& given) {
  if (!known) return false;
  if (value == ir::kNoValue || base::is_none(object)) return true;
  const Objects found = this->value(last, *known, value, given, kMostSteps);
  return !found || std::ranges::binary_search(*found, object);
}

std::optional<WayObjects::Parameters> WayObjects::given_along(OriginId origin,
                                                              const std::vector<Point>& frames,
                                                              const Given& given) {
  std::optional<Parameters> known = begin(origin, frames.front().instance, given.started);
  for (std::size_t i = 0; known && i + 1 < frames.size(); ++i)
    known = step(frames[i], *known, frames[i + 1].instance, given);
  return known;
}

const std::optional<WayObjects::Parameters>& WayObjects::given_along(
    OriginId origin, const std::vector<Point>& frames) {
  constexpr std::size_t kMostKept = 4096;
  base::Hasher way;
  way.add(index(origin));
  for (const Point& frame : frames) {
    const bool is_last = &frame == &frames.back();
    way.add(index(frame.instance)).add(is_last ? 0U : frame.instruction);
  }
  const base::Hash128 key = way.finish();
  const auto found = given_along_.find(key);
  if (found != given_along_.end()) return found->second;
  if (given_along_.size() > kMostKept) given_along_.clear();
  return given_along_[key] = given_along(origin, frames, {});
}

std::optional<WayObjects::Given> WayObjects::made_along(OriginId origin,
                                                        const std::vector<Point>& frames,
                                                        const Given& given) {
  Given made{.made = given.made, .started = std::nullopt};
  std::optional<Parameters> known = begin(origin, frames.front().instance, given.started);
  for (std::size_t i = 0; known && i + 1 < frames.size(); ++i) {
    note_made(frames[i].instance, *known, made);
    known = step(frames[i], *known, frames[i + 1].instance, made);
  }
  if (!known) return std::nullopt;
  note_made(frames.back().instance, *known, made);
  // The start is a call of the platform: what it is given.
  if (!calls_.is_platform(frames.back().instance)) return made;
  std::vector<ObjectId> started;
  for (const Objects& each : *known) {
    if (!each) continue;
    started.insert(started.end(), each->begin(), each->end());
  }
  sort_once(started);
  if (!started.empty()) made.started = std::move(started);
  return made;
}

// A run begins on an object of the origin's site.
std::optional<WayObjects::Parameters> WayObjects::begin(OriginId origin, InstanceId entry,
                                                        const Objects& among) const {
  const pointsto::Instance& instance = calls_.at(entry);
  Parameters known(instance.shape->parameters.size());
  const pointsto::SiteId site = origins_[origin].site;
  const auto& entries = origins_[origin].entries;
  if (base::is_none(site) || known.empty() ||
      calls_.program().is(instance.method, ir::Access::kStatic) ||
      std::ranges::find(entries, entry) == entries.end())
    return known;
  Objects begun = listed(calls_.heap().value(entry, ir::ValueId{0}));
  if (!begun) return known;
  std::erase_if(*begun, [&](ObjectId each) { return calls_.heap().object(each).site != site; });
  if (begun->empty()) return known;
  const bool is_known = among && std::ranges::any_of(*among, [&](ObjectId each) {
                          return calls_.heap().object(each).site == site;
                        });
  if (is_known) {
    std::erase_if(*begun, [&](ObjectId each) { return !std::ranges::binary_search(*among, each); });
    if (begun->empty()) return std::nullopt;
  }
  known[0] = std::move(begun);
  return known;
}

std::optional<WayObjects::Parameters> WayObjects::step(const Point& from, const Parameters& known,
                                                       InstanceId callee, const Given& given_to) {
  const pointsto::Instance& called = calls_.at(callee);
  Parameters given(called.shape->parameters.size());
  const auto arguments = calls_.arguments(
      {.caller = from.instance, .instruction = from.instruction, .callee = callee});
  const std::size_t count = std::min(given.size(), arguments.size());
  for (std::size_t i = 0; i < count; ++i) {
    if (called.shape->parameters[i] == pointsto::kNoVariable) continue;
    given[i] = value(from.instance, known, arguments[i], given_to, kMostSteps);
    if (!given[i]) continue;
    const pointsto::ObjectSet& may_be =
        calls_.heap().state().graph.points(called.node(called.shape->parameters[i]));
    std::erase_if(*given[i], [&](ObjectId each) { return !may_be.contains(each); });
    // Nobody is called on nothing; other arguments may be null.
    const bool is_receiver = i == 0 && !calls_.program().is(called.method, ir::Access::kStatic);
    if (!is_receiver) continue;
    std::erase_if(*given[i],
                  [&](ObjectId each) { return runs_another(from, each, called.method); });
    if (given[i]->empty()) return std::nullopt;
  }
  return given;
}

// Is the method overridden in what is called? A body of a base class seems to run on all that is
// below it, since those that override it call it, too.
bool WayObjects::runs_another(const Point& from, ObjectId receiver, ir::MethodId called) const {
  ir::Program& program = calls_.program();
  const ir::MethodId caller = calls_.at(from.instance).method;
  const ir::Instruction& invoke = program.body(caller)->instructions[from.instruction];
  const ir::Type type = calls_.heap().type(receiver);
  const bool is_selected = invoke.invocation() == ir::Invocation::kVirtual ||
                           invoke.invocation() == ir::Invocation::kInterface;
  if (!is_selected || !type.is_class()) return false;
  const auto resolved = program.resolve_method(
      program.owner(caller), static_cast<ir::MethodRef>(invoke.a), invoke.invocation());
  if (base::is_none(resolved.member)) return false;
  const auto selected = program.select(type.class_id(), resolved.member, invoke.invocation());
  return selected.runs() && selected.member != called;
}

WayObjects::Objects WayObjects::value(InstanceId id, const Parameters& known, ir::ValueId value,
                                      const Given& given, unsigned depth) {
  ir::Program& program = calls_.program();
  const ir::MethodId method = calls_.at(id).method;
  const ir::Body& body = *program.body(method);
  const ir::ValueId made = ir::without_casts(body, value);
  const ir::Instruction& instruction = body.at(made);
  const auto any = [&] { return listed(calls_.heap().value(id, made)); };
  switch (instruction.opcode) {
    case Opcode::kParameter:
      return instruction.a < known.size() && known[instruction.a] ? known[instruction.a] : any();
    case Opcode::kGetField: {
      const auto field = program.resolve_field(program.owner(method),
                                               static_cast<ir::FieldRef>(instruction.b), false);
      if (!field.runs() || depth == 0) return any();
      const Objects holders =
          this->value(id, known, static_cast<ir::ValueId>(instruction.a), given, depth - 1);
      const Objects found = held(holders, field.member, given, depth - 1);
      return found ? found : any();
    }
    default: return any();
  }
}

WayObjects::Objects WayObjects::held(const Objects& holders, ir::FieldId field, const Given& given,
                                     unsigned depth) {
  if (!holders) return std::nullopt;
  std::vector<ObjectId> found;
  for (const ObjectId holder : *holders) {
    const Objects of_one = held(holder, field, given, depth);
    if (!of_one) return std::nullopt;
    found.insert(found.end(), of_one->begin(), of_one->end());
  }
  sort_once(found);
  if (found.size() > kMostObjects) return std::nullopt;
  return found;
}

WayObjects::Objects WayObjects::held(ObjectId holder, ir::FieldId field, const Given& given,
                                     unsigned depth) {
  const Objects all = listed(calls_.heap().field(holder, field));
  if (!all || all->size() < 2 || depth == 0 || !made_with_.holds_given(field)) return all;
  const Objects with = made_with(holder, given, depth);
  if (!with) return all;
  std::vector<ObjectId> both;
  std::ranges::set_intersection(*all, *with, std::back_inserter(both));
  return both.empty() ? all : Objects(std::move(both));
}

// What the place that makes it gives to its constructor.
WayObjects::Objects WayObjects::made_with(ObjectId object, const Given& given, unsigned depth) {
  const auto known = given.made.find(object);
  if (known != given.made.end()) return known->second;
  const pointsto::Site& site = calls_.heap().site(object);
  if (site.kind != pointsto::SiteKind::kNew) return std::nullopt;
  const ir::MethodId maker = base::id_at<ir::MethodId>(site.a);
  const ir::Body* body = calls_.program().body(maker);
  if (body == nullptr) return std::nullopt;
  const std::vector<ir::ValueId> values = made_with_.given(*body, maker, site.b);
  std::vector<ObjectId> found;
  for (const InstanceId id : calls_.instances_of(maker)) {
    if (!calls_.heap().value(id, base::id_at<ir::ValueId>(site.b)).contains(object)) continue;
    if (!add_values(id, {}, values, given, depth - 1, found)) return std::nullopt;
  }
  sort_once(found);
  return found;
}

bool WayObjects::add_values(InstanceId id, const Parameters& known,
                            const std::vector<ir::ValueId>& values, const Given& given,
                            unsigned depth, std::vector<ObjectId>& found) {
  for (const ir::ValueId value : values) {
    const Objects objects = this->value(id, known, value, given, depth);
    if (!objects) return false;
    found.insert(found.end(), objects->begin(), objects->end());
  }
  return true;
}

void WayObjects::note_made(InstanceId id, const Parameters& known, Given& given) {
  const ir::MethodId method = calls_.at(id).method;
  const ir::Body* body = calls_.program().body(method);
  if (body == nullptr || calls_.is_platform(id)) return;
  for (std::uint32_t i = 0; i < body->instructions.size(); ++i) {
    if (body->instructions[i].opcode != Opcode::kNew) continue;
    const auto values = made_with_.given(*body, method, i);
    std::vector<ObjectId> with;
    if (values.empty() || !add_values(id, known, values, given, kMostSteps, with)) continue;
    sort_once(with);
    calls_.heap().value(id, base::id_at<ir::ValueId>(i)).for_each([&](ObjectId object) {
      given.made[object] = with;
    });
  }
}

WayObjects::Objects WayObjects::listed(const pointsto::ObjectSet& set) {
  if (set.size() > kMostObjects) return std::nullopt;
  std::vector<ObjectId> found;
  set.for_each([&](ObjectId object) { found.push_back(object); });
  return found;
}

}  // namespace heddle::origins
