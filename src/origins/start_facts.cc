#include "origins/start_facts.h"

#include <algorithm>

#include "base/id.h"
#include "ir/class.h"
#include "pointsto/state.h"

namespace heddle::origins {

using base::index;
using model::OrderFact;
using pointsto::InstanceId;
using pointsto::ObjectId;

StartFacts::StartFacts(CallGraph& calls, Origins& origins, Facts& facts)
    : calls_(calls),
      origins_(origins),
      facts_(facts),
      executor_(origins.events().size(), base::kNone<ObjectId>),
      serial_(origins.events().size(), base::kNone<ObjectId>),
      serial_of_(origins.size(), base::kNone<ObjectId>),
      after_(origins.events().size()) {
  find_serial_executors();
  for (std::uint32_t e = 0; e < origins.events().size(); ++e) look_at(e);
  for (std::uint32_t o = 1; o < origins.size(); ++o) {
    const auto& events = origins[OriginId{o}].events;
    const bool is_one = !events.empty() && std::ranges::all_of(events, [&](std::uint32_t e) {
      return serial_[e] == serial_[events[0]];
    });
    if (is_one) serial_of_[o] = serial_[events[0]];
  }
}

bool StartFacts::exclude(OriginId a, OriginId b) const {
  const auto is_event = [&](OriginId origin) {
    return origins_[origin].kind == Origin::Kind::kEvent &&
           base::is_none(serial_of_[index(origin)]);
  };
  if (is_event(a) && is_event(b)) return true;
  const ObjectId queue = serial_of_[index(a)];
  return !base::is_none(queue) && serial_of_[index(b)] == queue;
}

std::vector<OriginId> StartFacts::completers(ObjectId future) const {
  const auto found = done_.find(future);
  if (found == done_.end()) return {};
  return {found->second.begin(), found->second.end()};
}

// What a model calls so, and what is inside of it.
void StartFacts::find_serial_executors() {
  for (const ir::MethodId method : calls_.heap().reachable_methods()) {
    for (const OrderFact* fact : facts_.order(method)) {
      if (fact->kind != OrderFact::Kind::kSerial) continue;
      for (const InstanceId id : calls_.instances_of(method)) {
        if (!is_given(id, fact->given)) continue;
        const Objects made = objects(id, fact->on);
        serial_executors_.insert(made.begin(), made.end());
        const ObjectId outer = only(objects(id, {.root = model::Path::Root::kResult}));
        if (!base::is_none(outer) && only(made) != outer) inner_[outer] = only(made);
      }
    }
  }
}

// By each call that leads to it.
bool StartFacts::is_given(InstanceId made_by, std::span<const model::Constant> constants) {
  if (constants.empty()) return true;
  const auto calls = calls_.calls_to(made_by);
  return !calls.empty() && std::ranges::all_of(calls, [&](const Call& call) {
    if (calls_.arguments(call).empty()) return false;
    const ir::Body& body = *calls_.program().body(calls_.at(call.caller).method);
    return Facts::are_given(body, body.instructions[call.instruction], constants);
  });
}

void StartFacts::look_at(std::uint32_t event) {
  const StartEvent& start = origins_.events()[event];
  const auto said = candidates(start);
  if (said.empty()) return;
  Objects queue = said[0]->serial ? objects(start.caller, *said[0]->serial) : Objects{};
  for (const model::Start* one : said) {
    if ((one->serial ? objects(start.caller, *one->serial) : Objects{}) != queue) queue.clear();
    if (one->completes) {
      const ObjectId future = only(objects(start.caller, *one->completes));
      if (!base::is_none(future)) done_[future].insert(start.begins);
    }
  }
  serial_[event] = only(queue);
  // Who runs it one after the other runs all else so that it was given.
  executor_[event] = only(executors(start, said));
  if (!base::is_none(executor_[event]) && serial_executors_.contains(executor_[event]))
    serial_[event] = inner(executor_[event]);
  if (said.size() != 1) return;
  for (const model::Path& path : said[0]->after) {
    const ObjectId future = only(objects(start.caller, path));
    if (base::is_none(future)) continue;
    after_[event].push_back(future);
    awaited_.insert(future);
  }
}

// What a task was given to, as far as all that may have started it say the same.
StartFacts::Objects StartFacts::executors(const StartEvent& start,
                                          std::span<const model::Start* const> said) const {
  if (origins_[start.begins].kind != Origin::Kind::kTask) return {};
  const auto by = [&](const model::Start& one) {
    const model::Path receiver{.root = model::Path::Root::kReceiver};
    return objects(start.caller, one.by.value_or(receiver));
  };
  Objects found = by(*said[0]);
  for (const model::Start* one : said)
    if (by(*one) != found) found.clear();
  return found;
}

// Those that start what was started there; if some of them name its very method, these.
std::vector<const model::Start*> StartFacts::candidates(const StartEvent& event) {
  std::vector<const model::Start*> found, named;
  const model::Method* model = facts_.model(calls_.at(event.caller).method);
  if (model == nullptr || event.instruction != pointsto::kModelInstruction) return found;
  const pointsto::SiteId site = origins_[event.begins].site;
  const std::string_view name = calls_.program().name(calls_.at(event.entry).method);
  for (const model::Start& start : model->starts) {
    const Objects on = objects(event.caller, *start.call.on);
    const bool is_it = std::ranges::any_of(
        on, [&](ObjectId object) { return calls_.heap().object(object).site == site; });
    if (!is_it) continue;
    found.push_back(&start);
    if (start.call.method.name == name) named.push_back(&start);
  }
  return named.empty() ? found : named;
}

StartFacts::Objects StartFacts::objects(InstanceId id, const model::Path& path) const {
  const pointsto::Instance& instance = calls_.at(id);
  const bool is_static = calls_.program().is(instance.method, ir::Access::kStatic);
  const auto& graph = calls_.heap().state().graph;
  const pointsto::ObjectSet* root = nullptr;
  const auto parameter = [&](std::size_t position) {
    const auto parameters = instance.shape->parameters;
    if (position < parameters.size() && parameters[position] != pointsto::kNoVariable)
      root = &graph.points(instance.node(parameters[position]));
  };
  switch (path.root) {
    case model::Path::Root::kReceiver:
      if (!is_static) parameter(0);
      break;
    case model::Path::Root::kArgument: parameter(path.argument + (is_static ? 0U : 1U)); break;
    case model::Path::Root::kResult: root = &calls_.heap().result(id); break;
    case model::Path::Root::kStatic: {
      const ir::FieldId field = find(path.field, true);
      if (!base::is_none(field)) root = &calls_.heap().static_field(field);
      break;
    }
  }
  Objects found;
  if (root == nullptr) return found;
  root->for_each([&](ObjectId object) { found.push_back(object); });
  for (const model::Selector& selector : path.selectors) found = step(found, selector);
  return found;
}

StartFacts::Objects StartFacts::step(const Objects& from, const model::Selector& selector) const {
  Objects found;
  const auto take = [&](const pointsto::ObjectSet& objects) {
    objects.for_each([&](ObjectId object) { found.push_back(object); });
  };
  const ir::FieldId field = selector.element ? base::kNone<ir::FieldId> : find(selector, false);
  for (const ObjectId object : from) {
    const ir::Type type = calls_.heap().type(object);
    if (selector.element && type.is_array()) take(calls_.heap().elements(object));
    if (!base::is_none(field) &&
        calls_.program().is_subtype(type, ir::Type(calls_.program().owner(field))))
      take(calls_.heap().field(object, field));
  }
  std::ranges::sort(found);
  found.erase(std::ranges::unique(found).begin(), found.end());
  return found;
}

ir::FieldId StartFacts::find(const model::Selector& selector, bool is_static) const {
  const ir::Program& program = calls_.program();
  const ir::ClassId owner = calls_.program().find(selector.owner);
  if (base::is_none(owner)) return base::kNone<ir::FieldId>;
  const std::uint32_t first = index(program.first_field(owner));
  for (std::uint32_t i = 0; i < program.field_count(owner); ++i) {
    const ir::FieldId field = base::id_at<ir::FieldId>(first + i);
    if (program.is(field, ir::Access::kStatic) == is_static &&
        program.name(field) == selector.field)
      return field;
  }
  return base::kNone<ir::FieldId>;
}

ObjectId StartFacts::only(const Objects& objects) {
  return objects.size() == 1 && origins_.is_single(objects[0]) ? objects[0] : base::kNone<ObjectId>;
}

}  // namespace heddle::origins
