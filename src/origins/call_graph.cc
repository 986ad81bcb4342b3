#include "origins/call_graph.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/id.h"
#include "base/parallel.h"
#include "ir/body.h"
#include "ir/class.h"
#include "ir/symbols.h"

namespace heddle::origins {

using base::index;
using pointsto::InstanceId;

CallGraph::CallGraph(const pointsto::Heap& heap, ir::Program& program, unsigned workers)
    : heap_(heap),
      program_(program),
      workers_(workers),
      is_application_(heap.instances().size()),
      is_platform_(heap.instances().size()) {
  std::vector<Call> calls;
  for (const pointsto::CallEdge& edge : heap.call_edges()) {
    if (base::is_none(edge.caller)) {
      roots_.push_back(edge.callee);
      continue;
    }
    const Call call{.caller = edge.caller, .instruction = edge.instruction, .callee = edge.callee};
    (edge.starts ? starts_ : calls).push_back(call);
  }
  std::uint32_t most = 0;
  for (std::uint32_t i = 0; i < size(); ++i) {
    const ir::MethodId method = heap.instances()[i].method;
    is_application_[i] = program.layer(program.owner(method)) == ir::Layer::kApplication ? 1 : 0;
    is_platform_[i] = program.layer(program.owner(method)) == ir::Layer::kPlatform ? 1 : 0;
    most = std::max(most, index(method));
  }
  add_initializers(calls);
  sort(std::move(calls));

  first_of_method_.assign(std::size_t{most} + 2, 0);
  for (const pointsto::Instance& instance : heap.instances())
    ++first_of_method_[index(instance.method) + 1];
  for (std::size_t i = 1; i < first_of_method_.size(); ++i)
    first_of_method_[i] += first_of_method_[i - 1];
  by_method_.resize(size());
  std::vector<std::uint32_t> next(first_of_method_.begin(), first_of_method_.end() - 1);
  for (std::uint32_t i = 0; i < size(); ++i)
    by_method_[next[index(heap.instances()[i].method)]++] = base::id_at<InstanceId>(i);
  find_lambdas();
}

void CallGraph::add_initializers(std::vector<Call>& calls) const {
  const auto& ids = heap_.state().instance_ids;
  for (std::uint32_t i = 0; i < size(); ++i) {
    const InstanceId caller = base::id_at<InstanceId>(i);
    for (const auto& [instruction, initializer] : heap_.initializer_edges(caller)) {
      const auto found = ids.find(std::uint64_t{index(initializer)} << 32U);
      if (found == ids.end() || found->second == caller) continue;
      calls.push_back({.caller = caller,
                       .instruction = instruction,
                       .callee = found->second,
                       .initializes = true});
    }
  }
}

void CallGraph::sort(std::vector<Call> calls) {
  const auto arrange = [&](std::vector<Call>& into, std::vector<std::uint32_t>& first, auto key) {
    first.assign(size() + 1, 0);
    for (const Call& call : calls) ++first[index(key(call)) + 1];
    for (std::size_t i = 1; i < first.size(); ++i) first[i] += first[i - 1];
    into.resize(calls.size());
    std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
    for (const Call& call : calls) into[next[index(key(call))]++] = call;
  };
  arrange(calls_, first_from_, [](const Call& call) { return call.caller; });
  arrange(reverse_, first_to_, [](const Call& call) { return call.callee; });
  constexpr std::size_t kTogether = 1024;
  base::parallel_for(size(), workers_, kTogether, [&](std::size_t i, unsigned) {
    const auto begin = calls_.begin() + first_from_[i], end = calls_.begin() + first_from_[i + 1];
    const auto comes_first = [](const Call& x, const Call& y) {
      return x.instruction < y.instruction;
    };
    if (!std::is_sorted(begin, end, comes_first)) std::stable_sort(begin, end, comes_first);
  });
}

std::span<const Call> CallGraph::calls_at(InstanceId id, std::uint32_t instruction) const {
  const auto found = std::ranges::equal_range(calls_from(id), instruction, {}, &Call::instruction);
  return {found.begin(), found.end()};
}

std::span<const InstanceId> CallGraph::instances_of(ir::MethodId method) const {
  if (index(method) + 1 >= first_of_method_.size()) return {};
  const std::uint32_t first = first_of_method_[index(method)];
  return {by_method_.data() + first, first_of_method_[index(method) + 1] - first};
}

ir::MethodId CallGraph::only_target(ir::MethodId method, std::uint32_t instruction) const {
  ir::MethodId only = base::kNone<ir::MethodId>;
  for (const InstanceId id : instances_of(method)) {
    for (const Call& call : calls_at(id, instruction)) {
      if (call.initializes) continue;
      const ir::MethodId target = at(call.callee).method;
      if (!base::is_none(only) && target != only) return base::kNone<ir::MethodId>;
      only = target;
    }
  }
  return only;
}

std::string_view CallGraph::named(ir::MethodId method, std::uint32_t invoke) const {
  const ir::Instruction& instruction = program_.body(method)->instructions[invoke];
  return program_.code(program_.owner(method))
      ->symbols.method(static_cast<ir::MethodRef>(instruction.a))
      .name;
}

void CallGraph::find_lambdas() {
  std::set<ir::MethodId> dispatched;
  for (std::uint32_t i = 0; i < heap_.object_count(); ++i) {
    const auto id = base::id_at<pointsto::ObjectId>(i);
    const pointsto::Site& site = heap_.site(id);
    if (site.kind != pointsto::SiteKind::kLambda) continue;
    const ir::MethodId maker = base::id_at<ir::MethodId>(site.a);
    const ir::Body* body = program_.body(maker);
    if (body == nullptr || site.b >= body->instructions.size()) continue;
    const auto target = program_.lambda_target(
        program_.owner(maker), static_cast<ir::CallSiteRef>(body->instructions[site.b].a));
    if (!target || !target->method.runs()) continue;
    lambdas_[index(target->method.member)].push_back(id);
    if (target->invocation == ir::Invocation::kVirtual ||
        target->invocation == ir::Invocation::kInterface)
      dispatched.insert(target->method.member);
  }
  if (dispatched.empty()) return;
  const std::vector<ir::MethodId> reachable = heap_.reachable_methods();
  for (const ir::MethodId named : dispatched) add_overriding(named, reachable);
}

// `job::run` runs the method of whatever class the job is of.
void CallGraph::add_overriding(ir::MethodId named, std::span<const ir::MethodId> reachable) {
  const ir::Type owner(program_.owner(named));
  const std::vector<pointsto::ObjectId>& lambdas = lambdas_.at(index(named));
  for (const ir::MethodId method : reachable) {
    if (method == named || program_.name(method) != program_.name(named) ||
        program_.descriptor(method) != program_.descriptor(named) ||
        !program_.is_subtype(ir::Type(program_.owner(method)), owner))
      continue;
    std::vector<pointsto::ObjectId>& known = by_dispatch_[index(method)];
    known.insert(known.end(), lambdas.begin(), lambdas.end());
  }
}

std::span<const pointsto::ObjectId> CallGraph::lambdas_of(ir::MethodId method) const {
  const auto found = lambdas_.find(index(method));
  if (found == lambdas_.end()) return {};
  return found->second;
}

std::span<const pointsto::ObjectId> CallGraph::lambdas_by_dispatch(ir::MethodId method) const {
  const auto found = by_dispatch_.find(index(method));
  if (found == by_dispatch_.end()) return {};
  return found->second;
}

// `new Thread(job::run)`: the method that the lambda runs has the name of the interface's own, but
// runs on what the lambda captured.
bool CallGraph::may_be_of_lambda(const pointsto::ObjectSet& receivers, ir::MethodId called) const {
  const auto is_receiver = [&](pointsto::ObjectId object) { return receivers.contains(object); };
  return std::ranges::any_of(lambdas_of(called), is_receiver) ||
         std::ranges::any_of(lambdas_by_dispatch(called), is_receiver);
}

std::span<const ir::ValueId> CallGraph::arguments(const Call& call) const {
  const ir::MethodId method = at(call.caller).method;
  const ir::Body* body = program_.body(method);
  if (body == nullptr || call.instruction >= body->instructions.size()) return {};
  const ir::Instruction& invoke = body->instructions[call.instruction];
  if (invoke.opcode != ir::Opcode::kInvoke) return {};
  const ir::ClassId owner = program_.owner(method);
  const auto named =
      program_.code(owner)->symbols.method(static_cast<ir::MethodRef>(invoke.a)).name;
  if (named != program_.name(at(call.callee).method)) return {};
  const auto values = body->values(invoke);
  if (invoke.invocation() == ir::Invocation::kInterface &&
      may_be_of_lambda(heap_.value(call.caller, values[0]), at(call.callee).method))
    return {};
  return values;
}

bool CallGraph::is_begun(InstanceId id) const {
  const auto begins = [&](const Call& start) { return start.callee == id; };
  return std::ranges::find(roots_, id) != roots_.end() || std::ranges::any_of(starts_, begins);
}

bool CallGraph::is_class_initializer(InstanceId id) const {
  return program_.name(at(id).method) == "<clinit>";
}

BodyFlow* CallGraph::flow(ir::MethodId method) {
  if (index(method) >= flows_.size()) flows_.resize(index(method) + 1024);
  std::unique_ptr<BodyFlow>& flow = flows_[index(method)];
  if (flow == nullptr) {
    const ir::Body* body = program_.body(method);
    if (body == nullptr) return nullptr;
    flow = std::make_unique<BodyFlow>(*body);
  }
  return flow.get();
}

void CallGraph::make_flows() {
  if (std::exchange(are_flows_made_, true)) return;
  std::vector<std::pair<std::uint32_t, const ir::Body*>> missing;
  for (const ir::MethodId method : heap_.reachable_methods()) {
    if (program_.layer(program_.owner(method)) == ir::Layer::kPlatform) continue;
    const ir::Body* body = program_.body(method);
    if (index(method) >= flows_.size()) flows_.resize(index(method) + 1);
    if (body != nullptr && flows_[index(method)] == nullptr)
      missing.emplace_back(index(method), body);
  }
  constexpr std::size_t kTogether = 64;
  base::parallel_for(missing.size(), workers_, kTogether, [&](std::size_t i, unsigned) {
    flows_[missing[i].first] = std::make_unique<BodyFlow>(*missing[i].second);
  });
}

bool CallGraph::in_loop(InstanceId id, std::uint32_t instruction) {
  if (instruction == pointsto::kModelInstruction) return false;
  BodyFlow* of = flow(id);
  return of != nullptr && instruction < of->body().instructions.size() && of->in_loop(instruction);
}

}  // namespace heddle::origins
