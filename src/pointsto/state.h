// Everything an answer consists of. The solver fills it, Heap asks it.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <vector>

#include "base/id.h"
#include "ir/ids.h"
#include "ir/program.h"
#include "model/model.h"
#include "pointsto/contexts.h"
#include "pointsto/graph.h"
#include "pointsto/ids.h"
#include "pointsto/policy.h"
#include "pointsto/shape.h"
#include "pointsto/shape_store.h"
#include "pointsto/sites.h"
#include "pointsto/types.h"
#include "pointsto/world.h"

namespace heddle::pointsto {

struct Object {
  SiteId site{};
  ContextId heap{};
  TypeIndex type{};
  SiteKind kind{};
  NodeId fields = base::kNone<NodeId>;  // its pointers in a row, once somebody asked for one
};

struct Instance {
  ir::MethodId method{};
  ContextId context{};
  const Shape* shape = nullptr;
  NodeId first{};                // of its variables
  std::uint32_t first_call = 0;  // its call sites are numbered from here

  [[nodiscard]] NodeId node(std::uint32_t variable) const {
    return base::id_at<NodeId>(base::index(first) + variable);
  }
};

struct CallEdge {
  InstanceId caller = base::kNone<InstanceId>;  // none: a root
  std::uint32_t instruction = kModelInstruction;
  InstanceId callee{};
  bool starts = false;
};

struct State {
  State(ir::Program& to_solve, const model::Models& models, const Policy& with,
        const Techniques& switches)
      : policy(with),
        techniques(switches),
        program(to_solve),
        world(to_solve, models, with.libraries_are_shared()),
        types(to_solve),
        shapes(world, types, sites, switches.share_variables),
        chooser(with, world, sites, contexts),
        graph(types, switches) {}
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  Policy policy;
  Techniques techniques;
  ir::Program& program;
  World world;
  SiteTable sites;
  TypeTable types;
  ContextTable contexts;
  ShapeStore shapes;
  ContextChooser chooser;
  Graph graph;

  std::vector<Object> objects;
  boost::unordered_flat_map<std::uint64_t, ObjectId> object_ids;  // by site and heap context
  std::vector<Instance> instances;
  boost::unordered_flat_map<std::uint64_t, InstanceId> instance_ids;  // by method and context
  std::vector<CallEdge> call_edges;
  std::vector<NodeId> statics;                                      // by field; none: not met
  boost::unordered_flat_map<std::uint64_t, NodeId> phantom_fields;  // by object and field
  NodeId threads{};
  std::uint64_t work = 0;              // units of it that were spent
  std::uint64_t junctions = 0;         // call_groups.h
  std::vector<Unmodelled> unmodelled;  // beside those of the shapes
};

}  // namespace heddle::pointsto
