#include "origins/heap_closure.h"

#include <algorithm>
#include <utility>

#include "base/id.h"
#include "pointsto/state.h"

namespace heddle::origins {

using base::index;
using pointsto::NodeId;
using pointsto::ObjectId;

HeapClosure::HeapClosure(const pointsto::Heap& heap, ir::Program& program)
    : heap_(heap), program_(program) {
  const pointsto::State& state = heap.state();
  for (const pointsto::Instance& instance : state.instances) {
    for (const pointsto::LambdaSite& lambda : instance.shape->lambdas)
      captures_[index(lambda.site)] = static_cast<std::uint32_t>(lambda.captures.size());
  }
  for (const auto& [key, node] : state.phantom_fields)
    phantoms_[static_cast<std::uint32_t>(key >> 32U)].push_back(node);
  for (const pointsto::Object& object : state.objects) {
    const ir::Type type = state.types.type(object.type);
    if (type.is_class()) find_platforms_slots(type.class_id());
  }
  roots_.reserve(state.graph.size());
  for (std::uint32_t node = 0; node < state.graph.size(); ++node)
    roots_.push_back(state.graph.find(base::id_at<NodeId>(node)));
}

HeapClosure::Reached HeapClosure::from_statics() const {
  Reached reached(heap_.object_count());
  Open open;
  const std::vector<NodeId>& statics = heap_.state().statics;
  for (std::uint32_t field = 0; field < statics.size(); ++field) {
    if (base::is_none(statics[field])) continue;
    const ir::ClassId owner = program_.owner(base::id_at<ir::FieldId>(field));
    if (program_.layer(owner) != ir::Layer::kPlatform) take(statics[field], kFirst, reached, open);
  }
  follow(open, Through::kAll, {}, reached);
  return reached;
}

bool HeapClosure::add(NodeId node, Reached& reached) const {
  return add<std::uint64_t>({{node, kFirst}}, Through::kAll, {}, reached);
}

void HeapClosure::add_for_platform(const Asked& asked, const Sites& closed,
                                   Reached& reached) const {
  add(asked, Through::kPlatformsFields, closed, reached);
}

void HeapClosure::add_for_platform(const AskedOf<Row>& asked, const Sites& closed,
                                   ReachedBy<Row>& reached) const {
  add(asked, Through::kPlatformsFields, closed, reached);
}

template <typename Questions>
bool HeapClosure::add(const AskedOf<Questions>& asked, Through through, const Sites& closed,
                      ReachedBy<Questions>& reached) const {
  Open open;
  for (const auto& [node, questions] : asked) take(node, questions, reached, open);
  const bool grew = !open.empty();
  follow(open, through, closed, reached);
  return grew;
}

void HeapClosure::add(const pointsto::ObjectSet& objects, Reached& reached) const {
  Open open;
  take(objects, kFirst, reached, open);
  follow(open, Through::kAll, {}, reached);
}

template <typename Questions>
void HeapClosure::take(NodeId node, const Questions& questions, ReachedBy<Questions>& reached,
                       Open& open) const {
  take(points(node), questions, reached, open);
}

template <typename Questions>
void HeapClosure::take(const pointsto::ObjectSet& objects, Questions questions,
                       ReachedBy<Questions>& reached, Open& open) {
  constexpr Questions kNone{};
  if (objects.identity() != nullptr) {
    Questions& known = reached.sets[objects.identity()];
    questions &= ~known;
    known |= questions;
  }
  if (questions == kNone) return;
  if (reached.fresh.empty()) reached.fresh.resize(reached.objects.size());
  objects.for_each([&](ObjectId object) {
    Questions& known = reached.objects[index(object)];
    const Questions fresh = questions & ~known;
    if (fresh == kNone) return;
    known |= fresh;
    if (reached.fresh[index(object)] == kNone) open.push_back(object);
    reached.fresh[index(object)] |= fresh;
  });
}

bool HeapClosure::is_open(const pointsto::Object& object) const {
  if (object.heap != pointsto::kEmptyContext) return true;
  const pointsto::Site& site = heap_.state().sites[object.site];
  switch (site.kind) {
    case pointsto::SiteKind::kNew:
    case pointsto::SiteKind::kLambda:
    case pointsto::SiteKind::kCreated:
    case pointsto::SiteKind::kProxy: break;
    default: return false;
  }
  const ir::ClassId maker = program_.owner(base::id_at<ir::MethodId>(site.a));
  return program_.layer(maker) != ir::Layer::kPlatform;
}

template <typename Questions>
void HeapClosure::follow(Open& open, Through through, const Sites& closed,
                         ReachedBy<Questions>& reached) const {
  while (!open.empty()) {
    const ObjectId id = open.front();
    open.pop_front();
    const Questions questions = std::exchange(reached.fresh[index(id)], Questions{});
    const pointsto::Object& object = heap_.object(id);
    if (const auto extra = phantoms_.find(index(id)); extra != phantoms_.end())
      for (const NodeId node : extra->second) take(node, questions, reached, open);
    const bool is_closed = !is_open(object);
    if (base::is_none(object.fields) || is_closed || closed.contains(index(object.site))) continue;
    const std::uint32_t count = slots(object, through);
    for (std::uint32_t i = 0; i < count; ++i)
      take(base::id_at<NodeId>(index(object.fields) + i), questions, reached, open);
  }
}

std::uint32_t HeapClosure::slots(const pointsto::Object& object, Through through) const {
  const std::uint32_t all = heap_.state().types.known_slots(object.type);
  if (object.kind == pointsto::SiteKind::kProxy) return 1;
  if (object.kind == pointsto::SiteKind::kLambda) {
    const auto captured = captures_.find(index(object.site));
    const bool is_seen = captured != captures_.end() && through == Through::kAll;
    return is_seen ? captured->second : 0;
  }
  const ir::Type type = heap_.state().types.type(object.type);
  if (through == Through::kAll || !type.is_class()) return all;
  return std::min(all, platforms_slots_.at(index(type.class_id())));
}

// Those of the classes above come first.
std::uint32_t HeapClosure::find_platforms_slots(ir::ClassId id) {
  if (base::is_none(id)) return 0;
  const auto known = platforms_slots_.find(index(id));
  if (known != platforms_slots_.end()) return known->second;
  std::uint32_t count = find_platforms_slots(program_.super(id));
  if (program_.layer(id) == ir::Layer::kPlatform && !program_.is_phantom(id)) {
    const std::uint32_t first = index(program_.first_field(id));
    for (std::uint32_t field = first; field < first + program_.field_count(id); ++field) {
      const ir::FieldId declared = base::id_at<ir::FieldId>(field);
      const bool is_static = program_.is(declared, ir::Access::kStatic);
      count += !is_static && program_.type(declared).is_reference() ? 1 : 0;
    }
  }
  platforms_slots_.emplace(index(id), count);
  return count;
}

}  // namespace heddle::origins
