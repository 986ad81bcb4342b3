#include "origins/way_objects.h"

#include <algorithm>
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

}  // namespace

bool WayObjects::can_have(OriginId origin, const std::vector<Point>& frames, ir::ValueId value,
                          ObjectId object) const {
  Parameters known = begin(origin, frames.front().instance);
  for (std::size_t i = 0; i + 1 < frames.size(); ++i) {
    std::optional<Parameters> next = step(frames[i], known, frames[i + 1].instance);
    if (!next) return false;
    known = std::move(*next);
  }
  if (value == ir::kNoValue || base::is_none(object)) return true;
  const Objects last = this->value(frames.back().instance, known, value, kMostSteps);
  return !last || std::ranges::binary_search(*last, object);
}

// A run begins on an object of the origin's site.
WayObjects::Parameters WayObjects::begin(OriginId origin, InstanceId entry) const {
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
  if (!begun->empty()) known[0] = std::move(begun);
  return known;
}

std::optional<WayObjects::Parameters> WayObjects::step(const Point& from, const Parameters& known,
                                                       InstanceId callee) const {
  const pointsto::Instance& called = calls_.at(callee);
  Parameters given(called.shape->parameters.size());
  const auto arguments = calls_.arguments(
      {.caller = from.instance, .instruction = from.instruction, .callee = callee});
  const std::size_t count = std::min(given.size(), arguments.size());
  for (std::size_t i = 0; i < count; ++i) {
    if (called.shape->parameters[i] == pointsto::kNoVariable) continue;
    given[i] = value(from.instance, known, arguments[i], kMostSteps);
    if (!given[i]) continue;
    const pointsto::ObjectSet& may_be =
        calls_.heap().state().graph.points(called.node(called.shape->parameters[i]));
    std::erase_if(*given[i], [&](ObjectId each) { return !may_be.contains(each); });
    // Nobody is called on nothing; other arguments may be null.
    const bool is_receiver = i == 0 && !calls_.program().is(called.method, ir::Access::kStatic);
    if (given[i]->empty() && is_receiver) return std::nullopt;
  }
  return given;
}

WayObjects::Objects WayObjects::value(InstanceId id, const Parameters& known, ir::ValueId value,
                                      unsigned depth) const {
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
      const Objects found =
          through(this->value(id, known, static_cast<ir::ValueId>(instruction.a), depth - 1),
                  [&](ObjectId holder) -> const pointsto::ObjectSet& {
                    return calls_.heap().field(holder, field.member);
                  });
      return found ? found : any();
    }
    default: return any();
  }
}

template <typename Of>
WayObjects::Objects WayObjects::through(const Objects& holders, Of&& of) const {
  if (!holders) return std::nullopt;
  std::vector<ObjectId> found;
  for (const ObjectId holder : *holders) {
    const pointsto::ObjectSet& held = of(holder);
    if (held.size() > kMostObjects) return std::nullopt;
    held.for_each([&](ObjectId object) { found.push_back(object); });
  }
  std::ranges::sort(found);
  const auto again = std::ranges::unique(found);
  found.erase(again.begin(), again.end());
  if (found.size() > kMostObjects) return std::nullopt;
  return found;
}

WayObjects::Objects WayObjects::listed(const pointsto::ObjectSet& set) {
  if (set.size() > kMostObjects) return std::nullopt;
  std::vector<ObjectId> found;
  set.for_each([&](ObjectId object) { found.push_back(object); });
  return found;
}

}  // namespace heddle::origins
