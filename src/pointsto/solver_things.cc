// Objects, instances and the nodes that stand for their pointers, each made when first met.
#include "base/id.h"
#include "ir/class.h"
#include "pointsto/solver.h"

namespace heddle::pointsto {

using base::index;

ObjectId Solver::object(SiteId site, ContextId heap) {
  const std::uint64_t key = std::uint64_t{index(site)} << 32U | index(heap);
  const auto [place, fresh] =
      state_.object_ids.try_emplace(key, base::id_at<ObjectId>(state_.objects.size()));
  const ObjectId id = place->second;
  if (!fresh) return id;
  const Site from = state_.sites[site];
  const TypeIndex type = state_.types.index_of(from.type);
  state_.objects.push_back({.site = site, .heap = heap, .type = type, .kind = from.kind});
  state_.types.add_object(id, type);
  const bool made_by_code = from.kind == SiteKind::kNew || from.kind == SiteKind::kMerged ||
                            from.kind == SiteKind::kCreated;
  if (made_by_code && from.type.is_class() && !base::is_none(register_finalizer_) &&
      state_.world.has_finalizer(from.type.class_id())) {
    const InstanceId registration = instance(register_finalizer_, kEmptyContext);
    const Instance& to = state_.instances[index(registration)];
    graph_.add_object(to.node(to.shape->parameters[0]), id);
  }
  return id;
}

InstanceId Solver::instance(ir::MethodId method, ContextId context) {
  const std::uint64_t key = std::uint64_t{index(method)} << 32U | index(context);
  const auto [place, fresh] =
      state_.instance_ids.try_emplace(key, base::id_at<InstanceId>(state_.instances.size()));
  const InstanceId id = place->second;
  if (!fresh) return id;
  state_.instances.emplace_back();
  const Shape& shape = state_.shapes.shape(method);
  const NodeId first = graph_.add_nodes(shape.variables);
  owners_.resize(graph_.size(), kNobody);
  state_.instances[index(id)] = {.method = method,
                                 .context = context,
                                 .shape = &shape,
                                 .first = first,
                                 .first_call = call_sites_};
  call_sites_ += static_cast<std::uint32_t>(shape.calls.size() + shape.specials.size());
  add_monitor_of(method);
  if (state_.chooser.shares_thrown() && !shape.modelled) share_thrown(id);
  for (std::uint32_t variable = 0; variable < shape.variables; ++variable) {
    if (shape.uses_of(variable).empty()) continue;
    graph_.mark_used(base::id_at<NodeId>(index(first) + variable));
    owners_[index(first) + variable] = index(id);
  }
  return id;
}

// Who asks for locks needs an object for the class that a static synchronized method locks, though
// no code may name it.
void Solver::add_monitor_of(ir::MethodId method) {
  const ir::Program& program = state_.program;
  if (!program.is(method, ir::Access::kSynchronized) || !program.is(method, ir::Access::kStatic))
    return;
  const ir::ClassId owner = program.owner(method);
  if (program.layer(owner) != ir::Layer::kPlatform)
    fixed_object(state_.sites.class_object(ir::Type(owner), state_.world.class_type()));
}

void Solver::share_thrown(InstanceId id) {
  const Instance& made = state_.instances[index(id)];
  if (index(made.method) >= thrown_.size())
    thrown_.resize(index(made.method) + 4096, base::kNone<NodeId>);
  NodeId& thrown = thrown_[index(made.method)];
  if (base::is_none(thrown)) {
    thrown = made.node(made.shape->thrown);
  } else {
    graph_.join(made.node(made.shape->thrown), thrown);
  }
}

NodeId Solver::own_node(std::uint32_t owner) {
  const NodeId node = graph_.add_nodes(1);
  owners_.resize(graph_.size(), owner);
  if (owner != kNobody) graph_.mark_used(node);
  return node;
}

NodeId Solver::first_slot(ObjectId id) {
  if (!base::is_none(state_.objects[index(id)].fields)) return state_.objects[index(id)].fields;
  const Object& object = state_.objects[index(id)];
  std::uint32_t count = state_.types.slots(object.type);
  if (object.kind == SiteKind::kLambda) {
    count = lambda_facts(object.site).captures;
  } else if (object.kind == SiteKind::kProxy) {
    count = 1;  // its handler
  }
  const NodeId first = graph_.add_nodes(count);
  owners_.resize(graph_.size(), kNobody);
  state_.objects[index(id)].fields = first;
  return first;
}

NodeId Solver::field_node(ObjectId id, const FieldAccess& access) {
  if (access.slot != TypeTable::kNoSlot) {
    return base::id_at<NodeId>(index(first_slot(id)) + access.slot);
  }
  const std::uint64_t key = std::uint64_t{index(id)} << 32U | index(access.field);
  const auto known = state_.phantom_fields.find(key);
  if (known != state_.phantom_fields.end()) return known->second;
  const NodeId node = own_node(kNobody);
  state_.phantom_fields.emplace(key, node);
  return node;
}

NodeId Solver::field_node(ObjectId id, ir::FieldId field) {
  return field_node(id, FieldAccess{.field = field, .slot = state_.types.slot(field)});
}

// Rule 5: a constant is there from the start.
NodeId Solver::static_node(ir::FieldId field) {
  if (index(field) >= state_.statics.size()) {
    state_.statics.resize(index(field) + 1024, base::kNone<NodeId>);
  }
  if (!base::is_none(state_.statics[index(field)])) return state_.statics[index(field)];
  const NodeId node = own_node(kNobody);
  state_.statics[index(field)] = node;
  const ir::Field* declared = program_.declaration(field);
  if (declared == nullptr || declared->value.kind != ir::ConstantKind::kString) return node;
  graph_.add_object(node, fixed_object(state_.sites.merged(state_.world.string())));
  return node;
}

// An array of length 0 is shared by all collections that have nothing yet: what they later hold is
// in others.
bool Solver::stays_empty(ObjectId id) {
  return state_.sites[state_.objects[index(id)].site].level == Site::kEmpty;
}

bool Solver::holds_references(ObjectId id) {
  if (stays_empty(id)) return false;
  const ir::Type type = state_.types.type(state_.objects[index(id)].type);
  return type.is_array() && type.element().is_reference();
}

const Mask* Solver::reference_arrays() {
  return state_.types.mask(state_.types.filter(ir::Type(program_.object()).array()));
}

FilterId Solver::element_filter(ObjectId id) {
  const TypeIndex type = state_.objects[index(id)].type;
  if (index(type) >= element_filters_.size())
    element_filters_.resize(index(type) + 256, base::kNone<FilterId>);
  FilterId& filter = element_filters_[index(type)];
  if (base::is_none(filter)) filter = state_.types.filter(state_.types.type(type).element());
  return filter;
}

// Rule 12. Which call sites do it can be read off the shapes.
void Solver::initialize(ir::ClassId id) {
  if (index(id) >= initialized_.size()) initialized_.resize(index(id) + 1024);
  if (initialized_[index(id)] != 0) return;
  initialized_[index(id)] = 1;
  for (const ir::MethodId initializer : state_.world.initializers(id))
    instance(initializer, kEmptyContext);
}

void Solver::initialize_from(InstanceId from, std::uint32_t site, std::uint32_t instruction,
                             ir::ClassId id) {
  initialize(id);
  for (const ir::MethodId initializer : state_.world.initializers(id))
    note_edge(from, site, instruction, instance(initializer, kEmptyContext), false);
}

void Solver::allocate(InstanceId id) {
  const Instance begun = state_.instances[index(id)];
  const Shape& shape = *begun.shape;
  const ContextId context = state_.contexts.effective(begun.context);
  const auto heap = [&](ir::MethodId maker, SiteId site) {
    return state_.chooser.heap(maker, context, state_.sites[site].type);
  };
  std::vector<ObjectId> made;
  for (const Allocation& allocation : shape.allocations) {
    made.push_back(object(allocation.site,
                          allocation.fixed ? kEmptyContext : heap(begun.method, allocation.site)));
    if (allocation.variable != kNoVariable)
      graph_.add_object(begun.node(allocation.variable), made.back());
    if (allocation.holder != kNoVariable)
      graph_.add_object(element_node(made[allocation.holder]), made.back());
  }
  for (const LambdaSite& lambda : shape.lambdas) {
    const ObjectId made_lambda = object(lambda.site, heap(begun.method, lambda.site));
    graph_.add_object(begun.node(lambda.variable), made_lambda);
    const NodeId first = first_slot(made_lambda);
    for (std::uint32_t i = 0; i < lambda.captures.size(); ++i) {
      if (lambda.captures[i] == kNoVariable) continue;
      graph_.add_edge(begun.node(lambda.captures[i]), base::id_at<NodeId>(index(first) + i));
    }
  }
  if (shape.creations.empty()) return;
  const Caller by = caller(id, kModelInstruction);
  for (const ModelCreation& creation : shape.creations) {
    const SiteId site =
        state_.sites.at(SiteKind::kCreated, by.method, by.instruction, creation.type);
    graph_.add_object(begun.node(creation.variable), object(site, heap(by.method, site)));
  }
}

// Rule 16.
ObjectId Solver::make_machine_object(ir::Type type) {
  const ObjectId made = fixed_object(state_.sites.machine(type));
  if (type.is_array() && state_.types.can_be_made(type.element())) {
    graph_.add_object(element_node(made), make_machine_object(type.element()));
  }
  return made;
}

}  // namespace heddle::pointsto
