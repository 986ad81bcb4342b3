#include "races/sharing.h"

#include <boost/unordered/unordered_flat_map.hpp>

#include "base/id.h"
#include "pointsto/state.h"

namespace heddle::races {

using base::index;
using pointsto::NodeId;
using pointsto::ObjectId;

Sharing::Sharing(origins::CallGraph& calls, const origins::Origins& origins)
    : heap_(calls.heap()), shared_(calls.heap().object_count()) {
  for (const NodeId node : heap_.state().statics)
    if (!base::is_none(node)) share(node);
  for (const origins::StartEvent& event : origins.events()) {
    const pointsto::Instance& entry = calls.at(event.entry);
    for (const std::uint32_t parameter : entry.shape->parameters)
      if (parameter != pointsto::kNoVariable) share(entry.node(parameter));
  }
  follow();
}

void Sharing::share(NodeId node) {
  heap_.state().graph.points(node).for_each([&](ObjectId object) {
    if (shared_[index(object)] != 0) return;
    shared_[index(object)] = 1;
    open_.push_back(object);
  });
}

void Sharing::follow() {
  const pointsto::State& state = heap_.state();
  boost::unordered_flat_map<std::uint32_t, std::uint32_t> captures;  // by site
  for (const pointsto::Instance& instance : state.instances) {
    for (const pointsto::LambdaSite& lambda : instance.shape->lambdas)
      captures[index(lambda.site)] = static_cast<std::uint32_t>(lambda.captures.size());
  }
  boost::unordered_flat_map<std::uint32_t, std::vector<NodeId>> phantoms;  // by object
  for (const auto& [key, node] : state.phantom_fields)
    phantoms[static_cast<std::uint32_t>(key >> 32U)].push_back(node);
  while (!open_.empty()) {
    const ObjectId id = open_.back();
    open_.pop_back();
    const pointsto::Object& object = heap_.object(id);
    if (const auto extra = phantoms.find(index(id)); extra != phantoms.end())
      for (const NodeId node : extra->second) share(node);
    if (base::is_none(object.fields)) continue;
    std::uint32_t count = state.types.known_slots(object.type);
    if (object.kind == pointsto::SiteKind::kLambda) count = captures[index(object.site)];
    if (object.kind == pointsto::SiteKind::kProxy) count = 1;
    for (std::uint32_t i = 0; i < count; ++i) share(base::id_at<NodeId>(index(object.fields) + i));
  }
}

}  // namespace heddle::races
