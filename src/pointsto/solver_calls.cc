// Calls. A call site and a callee are connected once: arguments to parameters, result and thrown
// set back. Receivers then come one by one, or all at once where the context does not depend on
// them.
#include <algorithm>
#include <boost/container/small_vector.hpp>

#include "base/id.h"
#include "ir/class.h"
#include "pointsto/solver.h"

namespace heddle::pointsto {

using base::index;

// What a model does is done by whoever called the modelled method.
Caller Solver::caller(InstanceId id, std::uint32_t instruction) {
  const Instance& from = state_.instances[index(id)];
  const Context context = state_.contexts[from.context];
  const ContextId effective = state_.contexts.effective(from.context);
  if (context.is_model() && instruction == kModelInstruction) {
    return {
        .method = context.model_caller, .instruction = context.instruction, .context = effective};
  }
  return {.method = from.method, .instruction = instruction, .context = effective};
}

InstanceId Solver::callee(InstanceId from, std::uint32_t instruction, ir::MethodId method,
                          const Receiver* receiver, SiteId started) {
  const Caller by = caller(from, instruction);
  const bool starts = !base::is_none(started);
  if (state_.world.model(method) != nullptr) {
    const ContextId of = starts ? state_.chooser.start(by, method, receiver, started) : by.context;
    return instance(method, state_.contexts.model(of, by.method, by.instruction));
  }
  return instance(method, starts ? state_.chooser.start(by, method, receiver, started)
                                 : state_.chooser.callee(by, method, receiver));
}

bool Solver::note_edge(InstanceId from, std::uint32_t site, std::uint32_t instruction,
                       InstanceId to, bool starts) {
  if (!known_edges_.insert(std::uint64_t{site} << 32U | index(to)).second) return false;
  state_.call_edges.push_back(
      {.caller = from, .instruction = instruction, .callee = to, .starts = starts});
  return true;
}

void Solver::connect(InstanceId to, std::span<const NodeId> arguments, NodeId result, NodeId thrown,
                     bool casts) {
  const Instance callee = state_.instances[index(to)];
  const Shape& shape = *callee.shape;
  const std::size_t count = std::min(arguments.size(), shape.parameters.size());
  for (std::size_t i = 0; i < count; ++i) {
    if (base::is_none(arguments[i]) || shape.parameters[i] == kNoVariable) continue;
    graph_.add_edge(arguments[i], callee.node(shape.parameters[i]),
                    casts ? cast_filter(callee.method, i) : kNoFilter);
  }
  connect_result(callee, arguments, result, casts);
  if (!base::is_none(thrown)) graph_.add_edge(callee.node(shape.thrown), thrown);
}

// What gives back its receiver gives each one as it is handed over.
void Solver::connect_result(const Instance& callee, std::span<const NodeId> arguments,
                            NodeId result, bool casts) {
  const Shape& shape = *callee.shape;
  if (base::is_none(result) || shape.result == kNoVariable) return;
  if (shape.given_back == kNoVariable) {
    graph_.add_edge(callee.node(shape.result), result);
  } else if (shape.given_back < arguments.size() && !base::is_none(arguments[shape.given_back])) {
    graph_.add_edge(arguments[shape.given_back], result,
                    casts ? cast_filter(callee.method, shape.given_back) : kNoFilter);
  }
}

void Solver::hand_over(InstanceId callee, ObjectId receiver) {
  const Instance& to = state_.instances[index(callee)];
  graph_.add_object(to.node(to.shape->parameters[0]), receiver);
}

void Solver::give_back(InstanceId callee, ObjectId receiver, NodeId result) {
  if (!base::is_none(result) && state_.instances[index(callee)].shape->given_back == 0)
    graph_.add_object(result, receiver);
}

NodeId Solver::result_of(InstanceId id, const CallSite& site) const {
  return site.result == kNoVariable ? base::kNone<NodeId>
                                    : state_.instances[index(id)].node(site.result);
}

// Which arguments a lambda lets through to its method (rule 10).
FilterId Solver::cast_filter(ir::MethodId method, std::size_t position) {
  const ir::Method* declared = program_.declaration(method);
  if (declared != nullptr && declared->signature_polymorphic) return kNoFilter;
  const std::size_t first = program_.is(method, ir::Access::kStatic) ? 0 : 1;
  return state_.types.filter(program_.parameter_type(method, position - first));
}

// All but the receiver of an instance method.
void Solver::connect(InstanceId id, const CallSite& site, InstanceId to) {
  const Instance from = state_.instances[index(id)];
  // A model file may give a call any number of arguments, not only what a class file can.
  boost::container::small_vector<NodeId, 16> arguments;
  for (const std::uint32_t variable : site.arguments) {
    arguments.push_back(variable == kNoVariable ? base::kNone<NodeId> : from.node(variable));
  }
  if (site.kind != CallKind::kStatic) arguments[0] = base::kNone<NodeId>;
  connect(to, arguments, result_of(id, site),
          site.thrown == kNoVariable ? base::kNone<NodeId> : from.node(site.thrown));
}

void Solver::call_static(InstanceId id, std::uint32_t ordinal) {
  const CallSite& site = state_.instances[index(id)].shape->calls[ordinal];
  const InstanceId to = callee(id, site.instruction, site.method, nullptr);
  if (note_edge(id, state_.instances[index(id)].first_call + ordinal, site.instruction, to,
                site.starts)) {
    connect(id, site, to);
  }
}

ir::MethodId Solver::dispatch(ir::MethodId resolved, ir::Invocation invocation, TypeIndex type) {
  const std::uint64_t key = std::uint64_t{index(resolved)} << 32U | index(type);
  const auto known = dispatched_.find(key);
  if (known != dispatched_.end()) return known->second;
  ir::MethodId target = base::kNone<ir::MethodId>;
  if (state_.types.is_subtype(type, ir::Type(program_.owner(resolved)))) {
    const auto selected = program_.select(state_.types.dispatch_class(type), resolved, invocation);
    if (selected.runs()) target = selected.member;
    // A field updater is an object of the abstract class that its model speaks of.
    if (selected.outcome == ir::Outcome::kAbstract && state_.world.model(resolved) != nullptr)
      target = resolved;
  }
  dispatched_.emplace(key, target);
  return target;
}

void Solver::call_on(InstanceId id, std::uint32_t ordinal, const ObjectSet& receivers) {
  const CallSite& site = state_.instances[index(id)].shape->calls[ordinal];
  const bool is_thread =
      site.start_kind == model::StartKind::kThread || site.start_kind == model::StartKind::kHook;
  if (site.starts && is_thread) {
    graph_.add_objects(state_.threads, receivers,
                       state_.types.filter(ir::Type(program_.owner(site.method))));
  }
  if (site.kind == CallKind::kSpecial) {
    call_special(id, ordinal, receivers);
    return;
  }
  call_virtual(id, ordinal, receivers);
}

void Solver::call_virtual(InstanceId id, std::uint32_t ordinal, const ObjectSet& receivers) {
  const CallSite& site = state_.instances[index(id)].shape->calls[ordinal];
  if (const std::optional<std::uint32_t> group = group_of(id, ordinal, receivers)) {
    call_in_group(id, ordinal, receivers, *group);
    return;
  }
  const std::uint32_t stamp = ++stamp_;
  const NodeId result = result_of(id, site);
  receivers.for_each([&](ObjectId receiver) {
    const Object& object = state_.objects[index(receiver)];
    if (object.kind == SiteKind::kLambda || object.kind == SiteKind::kProxy) {
      call_classless(request(id, ordinal, receiver), receiver);
      return;
    }
    const CalleeOfType found = callee_of_type(id, ordinal, object.type, stamp);
    if (base::is_none(found.target)) return;
    if (base::is_none(found.callee)) {
      call_object(id, ordinal, receiver, found.target);
      return;
    }
    hand_over(found.callee, receiver);
    give_back(found.callee, receiver, result);
  });
}

Solver::CalleeOfType Solver::callee_of_type(InstanceId id, std::uint32_t ordinal, TypeIndex type,
                                            std::uint32_t stamp) {
  if (index(type) >= by_type_.size()) by_type_.resize(index(type) + 1024);
  if (by_type_[index(type)].stamp == stamp) return by_type_[index(type)];
  const CallSite& site = state_.instances[index(id)].shape->calls[ordinal];
  const ir::MethodId target = dispatch(site.method, site.invocation, type);
  InstanceId to = base::kNone<InstanceId>;
  const bool is_modelled = !base::is_none(target) && state_.world.model(target) != nullptr;
  if (!base::is_none(target) && !site.starts &&
      (is_modelled || !state_.chooser.receiver_matters(caller(id, site.instruction), target))) {
    to = callee(id, site.instruction, target, nullptr);
    if (note_edge(id, state_.instances[index(id)].first_call + ordinal, site.instruction, to,
                  false)) {
      connect(id, site, to);
    }
  }
  if (index(type) >= by_type_.size()) by_type_.resize(index(type) + 1024);
  by_type_[index(type)] = {.stamp = stamp, .target = target, .callee = to};
  return by_type_[index(type)];
}

void Solver::call_object(InstanceId id, std::uint32_t ordinal, ObjectId receiver,
                         ir::MethodId target) {
  const CallSite& site = state_.instances[index(id)].shape->calls[ordinal];
  const Object& object = state_.objects[index(receiver)];
  const Receiver on{.site = object.site, .heap = object.heap};
  const InstanceId to =
      callee(id, site.instruction, target, &on, site.starts ? on.site : base::kNone<SiteId>);
  if (note_edge(id, state_.instances[index(id)].first_call + ordinal, site.instruction, to,
                site.starts)) {
    connect(id, site, to);
  }
  hand_over(to, receiver);
  give_back(to, receiver, result_of(id, site));
}

void Solver::call_special(InstanceId id, std::uint32_t ordinal, const ObjectSet& receivers) {
  const CallSite& site = state_.instances[index(id)].shape->calls[ordinal];
  const FilterId owner = state_.types.filter(ir::Type(program_.owner(site.method)));
  const Mask* mask = state_.types.mask(owner);
  const bool together =
      !site.starts && (state_.world.model(site.method) != nullptr ||
                       !state_.chooser.receiver_matters(caller(id, site.instruction), site.method));
  if (!together) {
    receivers.for_each_in(
        mask, [&](ObjectId receiver) { call_object(id, ordinal, receiver, site.method); });
    return;
  }
  bool any = false;
  receivers.for_each_in(mask, [&](ObjectId) { any = true; });
  if (!any) return;
  const InstanceId to = callee(id, site.instruction, site.method, nullptr);
  if (note_edge(id, state_.instances[index(id)].first_call + ordinal, site.instruction, to,
                false)) {
    connect(id, site, to);
  }
  const Instance& called = state_.instances[index(to)];
  graph_.add_objects(called.node(called.shape->parameters[0]), receivers, owner);
  const NodeId result = result_of(id, site);
  if (called.shape->given_back == 0 && !base::is_none(result))
    graph_.add_objects(result, receivers, owner);
}

}  // namespace heddle::pointsto
