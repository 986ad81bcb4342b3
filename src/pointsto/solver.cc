// The loop. Instances are begun in the order in which they were found: what their shapes say
// unconditionally goes into the graph. Then nodes with news are worked on: each object new in a
// variable is handed to the variable's uses, which add edges, objects and instances, and then along
// the node's edges. It stops because all sets only grow, within finitely many objects and contexts.
#include "pointsto/solver.h"

#include <utility>

#include "base/id.h"
#include "ir/class.h"

namespace heddle::pointsto {

using base::index;

Solver::Solver(State& state, Surroundings surroundings)
    : state_(state),
      program_(state.program),
      graph_(state.graph),
      groups_(state.techniques.junction_bits),
      surroundings_(std::move(surroundings)) {}

// What is there before anything runs.
void Solver::add_machine() {
  state_.threads = own_node(kNobody);
  const ir::ClassId thread = program_.find("java/lang/Thread");
  if (!base::is_none(thread) && state_.types.can_be_made(ir::Type(thread))) {
    graph_.add_object(state_.threads, make_machine_object(ir::Type(thread)));
  }
  const ir::ClassId finalizer = program_.find("java/lang/ref/Finalizer");
  if (!base::is_none(finalizer)) {
    register_finalizer_ = program_.declared_method(finalizer, "register", "(Ljava/lang/Object;)V");
  }
}

// Edges cost little time but most of the memory.
std::uint64_t Solver::work() const {
  return steps_ + graph_.counts().unions + graph_.counts().edges;
}

bool Solver::run_platform(std::uint64_t budget, const std::function<void()>& progress) {
  in_platform_ = true;
  add_machine();
  for (const model::MethodName& root : state_.world.models().vm_roots()) {
    const ir::ClassId owner = program_.find(root.owner);
    if (base::is_none(owner)) continue;
    const ir::MethodId method = program_.declared_method(owner, root.name, root.descriptor);
    if (!base::is_none(method)) add_root(method);
  }
  return finish(budget, progress) && work() <= budget;
}

bool Solver::run(std::span<const ir::MethodId> entries, std::uint64_t budget,
                 const std::function<void()>& progress) {
  in_platform_ = false;
  give_what_waited();
  for (const ir::MethodId entry : entries) add_root(entry);
  return finish(budget, progress);
}

bool Solver::is_in_vain() const {
  const std::uint64_t spent = work();
  return state_.policy.steps_down != 0 && spent > kEnoughToJudge &&
         steps_without_contexts_ > spent / kShareWithoutContexts;
}

bool Solver::is_over(std::uint64_t budget) const {
  return work() > budget || steps_without_contexts_ > budget / kPartWithoutContexts || is_in_vain();
}

bool Solver::finish(std::uint64_t budget, const std::function<void()>& progress) {
  for (std::uint64_t round = 0;; ++round) {
    while (begun_ < state_.instances.size()) begin(base::id_at<InstanceId>(begun_++));
    if (graph_.wants_ranking()) {
      for (Graph::Missed& missed : graph_.rank()) {
        use(missed.member, missed.objects);
        graph_.pass_on(missed.member, missed.objects);
        graph_.release(missed.objects);
      }
      continue;
    }
    const NodeId node = graph_.next();
    if (base::is_none(node)) {
      graph_.share_equal_sets();
      return true;
    }
    work_on(node);
    if ((round & 0xFFFU) != 0) continue;
    if (graph_.wants_sharing()) graph_.share_equal_sets();
    if (is_over(budget)) return false;
    if (progress) progress();
  }
}

// Rule 14.
void Solver::add_root(ir::MethodId method) {
  initialize(program_.owner(method));
  const InstanceId root = instance(method, kEmptyContext);
  if (!note_edge(base::kNone<InstanceId>, 0xFFFF'FFFF, kModelInstruction, root, false)) return;
  const Instance begun = state_.instances[index(root)];
  const bool is_static = program_.is(method, ir::Access::kStatic);
  for (std::size_t i = 0; i < begun.shape->parameters.size(); ++i) {
    const std::uint32_t variable = begun.shape->parameters[i];
    if (variable == kNoVariable) continue;
    const ir::Type type = !is_static && i == 0
                              ? ir::Type(program_.owner(method))
                              : program_.parameter_type(method, i - (is_static ? 0 : 1));
    if (state_.types.can_be_made(type))
      graph_.add_object(begun.node(variable), make_machine_object(type));
  }
}

void Solver::begin(InstanceId id) {
  allocate(id);
  const Instance begun = state_.instances[index(id)];
  const Shape& shape = *begun.shape;
  for (const Copy& copy : shape.copies) {
    graph_.add_edge(begun.node(copy.from), begun.node(copy.to), copy.filter);
  }
  for (const StaticAccess& access : shape.statics) {
    const NodeId field = static_node(access.field);
    const NodeId variable = begun.node(access.variable);
    access.store ? graph_.add_edge(variable, field) : graph_.add_edge(field, variable);
  }
  for (const Initialization& initialization : shape.initializations) initialize(initialization.of);
  for (std::uint32_t i = 0; i < shape.calls.size(); ++i) {
    if (shape.calls[i].kind == CallKind::kStatic) call_static(id, i);
  }
  for (const SpecialOperation& operation : shape.specials) begin_operation(id, operation);
}

void Solver::work_on(NodeId node) {
  ObjectSet news = graph_.take_news(node);
  members_.clear();
  graph_.for_each_member(node, [&](NodeId member) { members_.push_back(member); });
  for (std::size_t i = 0; i < members_.size(); ++i) use(members_[i], news);
  for (std::size_t i = 0; i < members_.size(); ++i) graph_.pass_on(members_[i], news);
  graph_.release(news);
}

void Solver::use(NodeId member, const ObjectSet& news) {
  const std::uint32_t owner = owners_[index(member)];
  if (owner == kNobody) return;
  if ((owner & kLate) != 0) {
    use_late(owner & ~kLate, news);
    return;
  }
  const InstanceId id{owner};
  use_variable(id, index(member) - index(state_.instances[owner].first), news);
}

void Solver::use_variable(InstanceId id, std::uint32_t variable, const ObjectSet& news) {
  const Instance here = state_.instances[index(id)];
  const Shape& shape = *here.shape;
  for (const Use& use : shape.uses_of(variable)) {
    steps_ += news.size();
    switch (use.kind) {
      case Use::Kind::kLoad: {
        const FieldAccess& access = shape.loads[use.index];
        news.for_each_in(state_.types.mask(access.owner), [&](ObjectId object) {
          graph_.add_edge(field_node(object, access), here.node(access.variable));
        });
        break;
      }
      case Use::Kind::kStore: {
        const FieldAccess& access = shape.stores[use.index];
        news.for_each_in(state_.types.mask(access.owner), [&](ObjectId object) {
          if (access.variable == kNoVariable) {
            graph_.add_object(field_node(object, access), object);
          } else {
            graph_.add_edge(here.node(access.variable), field_node(object, access));
          }
        });
        break;
      }
      case Use::Kind::kLoadElement:
        news.for_each_in(reference_arrays(), [&](ObjectId object) {
          if (holds_references(object)) graph_.add_edge(element_node(object), here.node(use.index));
        });
        break;
      case Use::Kind::kStoreElement:
        news.for_each_in(reference_arrays(), [&](ObjectId object) {
          if (!holds_references(object)) return;
          graph_.add_edge(here.node(use.index), element_node(object), element_filter(object));
        });
        break;
      case Use::Kind::kCall: call_on(id, use.index, news); break;
      case Use::Kind::kSpecial: {
        const bool is_first = shape.specials[use.index].arguments[0] == variable;
        operate(id, use.index, is_first ? &news : nullptr);
        break;
      }
    }
  }
}

}  // namespace heddle::pointsto
