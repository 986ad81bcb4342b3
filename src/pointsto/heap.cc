#include "pointsto/heap.h"

#include <algorithm>
#include <utility>

#include "base/id.h"
#include "base/large_pages.h"

namespace heddle::pointsto {

using base::index;

namespace {

const ObjectSet kNothing{};

// Pairs of a call site and a target method, whatever the contexts; there may be millions, but few
// of each caller.
std::uint64_t count_calls(const State& state) {
  const auto method_of = [&](InstanceId id) { return index(state.instances[index(id)].method); };
  std::vector<std::size_t> ends;  // by caller: where its pairs end, once they are there
  for (const CallEdge& edge : state.call_edges) {
    if (base::is_none(edge.caller)) continue;
    const std::uint32_t caller = method_of(edge.caller);
    if (caller >= ends.size()) ends.resize(caller + 4096);
    ++ends[caller];
  }
  std::size_t count = 0;
  for (std::size_t& end : ends) count += std::exchange(end, count);
  std::vector<std::uint64_t, base::LargePages<std::uint64_t>> pairs(count);
  for (const CallEdge& edge : state.call_edges) {
    if (base::is_none(edge.caller)) continue;
    pairs[ends[method_of(edge.caller)]++] =
        std::uint64_t{edge.instruction} << 32U | method_of(edge.callee);
  }
  std::uint64_t different = 0;
  auto first = pairs.begin();
  for (const std::size_t end : ends) {
    const auto last = pairs.begin() + static_cast<std::ptrdiff_t>(end);
    std::sort(first, last);
    different += static_cast<std::uint64_t>(std::unique(first, last) - first);
    first = last;
  }
  return different;
}

}  // namespace

Heap::Heap(std::unique_ptr<State> state) : state_(std::move(state)) {}
Heap::~Heap() = default;

std::vector<ir::MethodId> Heap::reachable_methods() const {
  std::vector<ir::MethodId> methods;
  methods.reserve(state_->instances.size());
  for (const Instance& instance : state_->instances) methods.push_back(instance.method);
  std::sort(methods.begin(), methods.end());
  methods.erase(std::unique(methods.begin(), methods.end()), methods.end());
  return methods;
}

std::vector<Heap::InitializerEdge> Heap::initializer_edges(InstanceId id) const {
  std::vector<InitializerEdge> edges;
  for (const Initialization& initialization : state_->instances[index(id)].shape->initializations) {
    for (const ir::MethodId initializer : state_->world.initializers(initialization.of)) {
      edges.push_back({initialization.instruction, initializer});
    }
  }
  return edges;
}

const ObjectSet& Heap::value(InstanceId id, ir::ValueId value) const {
  const Instance& instance = state_->instances[index(id)];
  if (index(value) >= instance.shape->variable_of.size()) return kNothing;
  const std::uint32_t variable = instance.shape->variable_of[index(value)];
  return variable == kNoVariable ? kNothing : points(instance.node(variable));
}

const ObjectSet& Heap::result(InstanceId id) const {
  const Instance& instance = state_->instances[index(id)];
  return instance.shape->result == kNoVariable ? kNothing
                                               : points(instance.node(instance.shape->result));
}

const ObjectSet& Heap::thrown(InstanceId id) const {
  const Instance& instance = state_->instances[index(id)];
  return points(instance.node(instance.shape->thrown));
}

const ObjectSet& Heap::field(ObjectId id, ir::FieldId field) const {
  const auto known = state_->phantom_fields.find(std::uint64_t{index(id)} << 32U | index(field));
  if (known != state_->phantom_fields.end()) return points(known->second);
  const std::uint32_t slot = state_->types.slot(field);
  if (slot == TypeTable::kNoSlot || base::is_none(object(id).fields)) return kNothing;
  return points(base::id_at<NodeId>(index(object(id).fields) + slot));
}

const ObjectSet& Heap::elements(ObjectId array) const {
  const NodeId first = object(array).fields;
  return base::is_none(first) ? kNothing : points(first);
}

const ObjectSet& Heap::capture(ObjectId lambda, std::uint32_t position) const {
  const NodeId first = object(lambda).fields;
  return base::is_none(first) ? kNothing : points(base::id_at<NodeId>(index(first) + position));
}

const ObjectSet& Heap::static_field(ir::FieldId field) const {
  if (index(field) >= state_->statics.size() || base::is_none(state_->statics[index(field)]))
    return kNothing;
  return points(state_->statics[index(field)]);
}

const ObjectSet& Heap::threads() const { return points(state_->threads); }

std::string Heap::object_name(ObjectId id) const {
  const Object& of = object(id);
  std::string name = state_->sites.name(of.site, state_->program);
  if (of.heap != kEmptyContext)
    name += " in " + state_->contexts.name(of.heap, state_->sites, state_->program);
  return name;
}

std::string Heap::instance_name(InstanceId id) const {
  const Instance& of = state_->instances[index(id)];
  return method_text(state_->program, of.method) +
         state_->contexts.name(of.context, state_->sites, state_->program);
}

Heap::Totals Heap::totals() const {
  Totals totals;
  totals.instances = state_->instances.size();
  totals.reachable_methods = reachable_methods().size();
  std::vector<ContextId> contexts;
  for (const Instance& instance : state_->instances) {
    if (!state_->contexts[instance.context].is_model()) contexts.push_back(instance.context);
  }
  std::sort(contexts.begin(), contexts.end());
  totals.contexts =
      static_cast<std::uint64_t>(std::unique(contexts.begin(), contexts.end()) - contexts.begin());
  totals.objects = state_->objects.size();
  totals.nodes = state_->graph.size();
  for (std::uint32_t i = 0; i < state_->graph.size(); ++i)
    totals.points_to += points(base::id_at<NodeId>(i)).size();

  totals.call_edges = count_calls(*state_);
  const Graph::Counts& counts = state_->graph.counts();
  totals.edges = counts.edges;
  totals.work = state_->work;
  totals.junctions = state_->junctions;
  totals.unions = counts.unions;
  totals.rankings = counts.rankings;
  totals.collapsed = counts.collapsed;
  totals.bytes = state_->graph.bytes() + state_->shapes.bytes() + state_->types.bytes();
  return totals;
}

std::vector<Unmodelled> Heap::unmodelled() const {
  std::vector<Unmodelled> all = state_->shapes.unmodelled();
  all.insert(all.end(), state_->unmodelled.begin(), state_->unmodelled.end());
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

}  // namespace heddle::pointsto
