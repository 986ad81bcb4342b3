// The answer of the points-to analysis, and what can be asked of it.
//
// Thread safety: one thread asks; some answers are worked out when first wanted. Lifetime: the
// program and the models it was solved for must outlive it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "ir/ids.h"
#include "ir/instruction.h"
#include "pointsto/ids.h"
#include "pointsto/object_set.h"
#include "pointsto/policy.h"
#include "pointsto/shape_store.h"
#include "pointsto/state.h"

namespace heddle::pointsto {

class Heap {
 public:
  explicit Heap(std::unique_ptr<State> state);
  Heap(const Heap&) = delete;
  Heap& operator=(const Heap&) = delete;
  ~Heap();

  // --- instances and calls ---
  [[nodiscard]] std::span<const Instance> instances() const { return state_->instances; }
  // Methods with an instance, ascending.
  [[nodiscard]] std::vector<ir::MethodId> reachable_methods() const;
  // Between instances; class initialisers are not among them.
  [[nodiscard]] std::span<const CallEdge> call_edges() const { return state_->call_edges; }
  // Where an instance has class initialisers run: for each, an instruction and the initialiser.
  struct InitializerEdge {
    std::uint32_t instruction = 0;
    ir::MethodId initializer{};
  };
  [[nodiscard]] std::vector<InitializerEdge> initializer_edges(InstanceId id) const;

  // --- pointers ---
  // Of a value, the result, the thrown set; empty for what is no reference.
  [[nodiscard]] const ObjectSet& value(InstanceId id, ir::ValueId value) const;
  [[nodiscard]] const ObjectSet& result(InstanceId id) const;
  [[nodiscard]] const ObjectSet& thrown(InstanceId id) const;
  [[nodiscard]] const ObjectSet& field(ObjectId object, ir::FieldId field) const;
  [[nodiscard]] const ObjectSet& elements(ObjectId array) const;
  [[nodiscard]] const ObjectSet& capture(ObjectId lambda, std::uint32_t position) const;
  [[nodiscard]] const ObjectSet& static_field(ir::FieldId field) const;
  [[nodiscard]] const ObjectSet& threads() const;

  // --- objects ---
  [[nodiscard]] std::size_t object_count() const { return state_->objects.size(); }
  [[nodiscard]] const Object& object(ObjectId id) const { return state_->objects[base::index(id)]; }
  [[nodiscard]] const Site& site(ObjectId id) const { return state_->sites[object(id).site]; }
  [[nodiscard]] ir::Type type(ObjectId id) const { return state_->types.type(object(id).type); }

  // --- names: docs/analysis/points-to.md ---
  [[nodiscard]] std::string object_name(ObjectId id) const;
  [[nodiscard]] std::string instance_name(InstanceId id) const;

  // --- about the answer ---
  struct Totals {
    std::uint64_t reachable_methods = 0, call_edges = 0, objects = 0, contexts = 0, instances = 0,
                  points_to = 0, nodes = 0, edges = 0, work = 0;
    std::uint64_t unions = 0, rankings = 0, collapsed = 0, junctions = 0, bytes = 0;
  };
  // call_edges counts pairs of call site and target method, whatever the contexts.
  [[nodiscard]] Totals totals() const;
  // Sorted, each once.
  [[nodiscard]] std::vector<Unmodelled> unmodelled() const;
  [[nodiscard]] const Policy& policy() const { return state_->policy; }
  [[nodiscard]] const State& state() const { return *state_; }

 private:
  [[nodiscard]] const ObjectSet& points(NodeId node) const { return state_->graph.points(node); }

  std::unique_ptr<State> state_;
};

}  // namespace heddle::pointsto
