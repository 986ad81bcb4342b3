// Calls on objects that have no class of their own: lambdas run what their method handle names, on
// captures and arguments in a row; proxies run their handler. Where a handle needs a receiver, the
// receivers gather in a node of their own, and the call is made for each of them as they come.
#include <algorithm>
#include <utility>

#include "base/id.h"
#include "ir/body.h"
#include "ir/class.h"
#include "pointsto/solver.h"

namespace heddle::pointsto {

using base::index;

Solver::Request Solver::request(InstanceId id, std::uint32_t ordinal, ObjectId receiver) {
  const Instance from = state_.instances[index(id)];
  const CallSite& site = from.shape->calls[ordinal];
  const auto node = [&](std::uint32_t variable) {
    return variable == kNoVariable ? base::kNone<NodeId> : from.node(variable);
  };
  Request request{
      .caller = id,
      .site = kRequested | (from.first_call + ordinal),
      .instruction = site.instruction,
      .method = site.method,
      .invocation = site.invocation,
      .starts = site.starts,
      .casts = false,
      .started = site.starts ? state_.objects[index(receiver)].site : base::kNone<SiteId>,
      .arguments = {},
      .result = node(site.result),
      .thrown = node(site.thrown)};
  for (std::size_t i = 1; i < site.arguments.size(); ++i)
    request.arguments.push_back(node(site.arguments[i]));
  return request;
}

const Solver::LambdaFacts& Solver::lambda_facts(SiteId site) {
  const auto known = lambdas_.find(index(site));
  if (known != lambdas_.end()) return known->second;
  const Site at = state_.sites[site];
  const ir::MethodId method = base::id_at<ir::MethodId>(at.a);
  const ir::Instruction& instruction = program_.body(method)->instructions[at.b];
  LambdaFacts facts;
  facts.home = program_.owner(method);
  facts.captures = instruction.c;
  const auto ref = static_cast<ir::CallSiteRef>(instruction.a);
  facts.call_site = &program_.code(facts.home)->symbols.call_site(ref);
  facts.target = program_.lambda_target(facts.home, ref);
  return lambdas_.emplace(index(site), facts).first->second;
}

bool Solver::is_lambda_method(const LambdaFacts& facts, ir::MethodId resolved) {
  const ir::CallSite& site = *facts.call_site;
  if (program_.name(resolved) != site.name) return false;
  const ir::Symbols& symbols = program_.code(facts.home)->symbols;
  const std::string_view descriptor = program_.descriptor(resolved);
  if (symbols.signature(site.erased).descriptor == descriptor) return true;
  return std::any_of(site.bridges.begin(), site.bridges.end(), [&](ir::SignatureRef bridge) {
    return symbols.signature(bridge).descriptor == descriptor;
  });
}

void Solver::call_classless(const Request& request, ObjectId receiver) {
  const Object object = state_.objects[index(receiver)];
  if (!state_.types.is_subtype(object.type, ir::Type(program_.owner(request.method)))) return;
  const auto selected =
      program_.select(state_.types.dispatch_class(object.type), request.method, request.invocation);
  if (object.kind == SiteKind::kProxy) {
    if (selected.runs() && !is_of_every_proxy(selected.member)) {
      answer(request, receiver, selected.member);
    } else {
      call_proxy(request, receiver);
    }
    return;
  }
  const LambdaFacts facts = lambda_facts(object.site);
  if (!is_lambda_method(facts, request.method)) {
    if (selected.runs()) answer(request, receiver, selected.member);
    return;
  }
  if (facts.target && facts.target->method.runs()) run_handle(request, receiver, *facts.target);
}

// The methods of Object that go to a proxy's handler too.
bool Solver::is_of_every_proxy(ir::MethodId method) {
  return method == state_.world.to_string() || method == state_.world.hash_code() ||
         method == state_.world.equals();
}

void Solver::run_handle(const Request& request, ObjectId lambda, const ir::HandleTarget& target) {
  const Object object = state_.objects[index(lambda)];
  const std::uint32_t captures = lambda_facts(object.site).captures;
  const NodeId first = first_slot(lambda);
  std::vector<NodeId> arguments;
  for (std::uint32_t i = 0; i < captures; ++i) {
    arguments.push_back(base::id_at<NodeId>(index(first) + i));
  }
  arguments.insert(arguments.end(), request.arguments.begin(), request.arguments.end());
  if (!is_new_run(request, lambda, arguments)) return;
  Request next = request;
  next.method = target.method.member;
  next.invocation = target.invocation;
  next.casts = true;
  if (target.constructs) {
    next.arguments = std::move(arguments);
    construct(next, lambda);
    return;
  }
  if (target.invocation == ir::Invocation::kStatic) {
    initialize_from(next.caller, next.site, next.instruction, program_.owner(next.method));
    const Receiver through{.site = object.site, .heap = object.heap};
    const InstanceId to =
        callee(next.caller, next.instruction, next.method, &through, next.started);
    note_edge(next.caller, next.site, next.instruction, to, next.starts);
    connect(to, arguments, next.result, next.thrown, next.casts);
    return;
  }
  if (arguments.empty() || base::is_none(arguments[0])) return;
  next.arguments.assign(arguments.begin() + 1, arguments.end());
  ask_later(std::move(next), arguments[0]);
}

// A reference to a functional interface's method may be called on itself, again and again.
bool Solver::is_new_run(const Request& request, ObjectId lambda, std::vector<NodeId>& arguments) {
  constexpr std::size_t kMostParameters = 256;
  if (arguments.size() > kMostParameters) arguments.resize(kMostParameters);
  std::vector<std::uint32_t> key{request.site, index(lambda), index(request.result)};
  for (const NodeId argument : arguments) key.push_back(index(argument));
  return handle_runs_.insert(XXH3_64bits(key.data(), key.size() * sizeof(std::uint32_t))).second;
}

// `X::new`: an object at the lambda's own site.
void Solver::construct(const Request& request, ObjectId lambda) {
  const ir::Type made(program_.owner(request.method));
  if (!state_.types.can_be_made(made)) return;
  initialize_from(request.caller, request.site, request.instruction, made.class_id());
  const Object by = state_.objects[index(lambda)];
  const Site at = state_.sites[by.site];
  const ir::MethodId home = base::id_at<ir::MethodId>(at.a);
  const bool merged = state_.world.is_merged(made.class_id(), program_.owner(home));
  const SiteId site =
      merged ? state_.sites.merged(made) : state_.sites.at(SiteKind::kCreated, home, at.b, made);
  const ObjectId made_object = object(site, merged ? kEmptyContext : by.heap);
  Request construction = request;
  construction.result = base::kNone<NodeId>;
  answer(construction, made_object, request.method);
  if (!base::is_none(request.result)) graph_.add_object(request.result, made_object);
}

// `handler.invoke(proxy, method, arguments)`.
void Solver::call_proxy(const Request& request, ObjectId proxy) {
  const ir::ClassId handler = program_.find("java/lang/reflect/InvocationHandler");
  if (base::is_none(handler)) return;
  const ir::MethodId invoke = program_.declared_method(
      handler, "invoke",
      "(Ljava/lang/Object;Ljava/lang/reflect/Method;[Ljava/lang/Object;)Ljava/lang/Object;");
  if (base::is_none(invoke)) return;
  const Site at = state_.sites[state_.objects[index(proxy)].site];
  const ir::Type objects = ir::Type(program_.object()).array();
  const ObjectId array =
      object(state_.sites.at(SiteKind::kCreated, base::id_at<ir::MethodId>(at.a), at.b, objects),
             state_.objects[index(proxy)].heap);
  for (const NodeId argument : request.arguments) {
    if (!base::is_none(argument)) graph_.add_edge(argument, element_node(array));
  }
  NodeId method = base::kNone<NodeId>;
  if (const ir::ClassId type = program_.find("java/lang/reflect/Method"); !base::is_none(type)) {
    const SiteId methods =
        state_.sites.methods(at.type.class_id(), program_.name(request.method), ir::Type(type));
    method = holder_of(fixed_object(methods));
  }
  Request handled = request;
  handled.method = invoke;
  handled.invocation = ir::Invocation::kInterface;
  handled.casts = false;
  handled.arguments = {holder_of(proxy), method, holder_of(array)};
  const ir::Type wanted = program_.result_type(request.method);
  if (!wanted.is_reference()) handled.result = base::kNone<NodeId>;
  if (!base::is_none(handled.result) && wanted != ir::Type(program_.object())) {
    handled.result = own_node(kNobody);
    graph_.add_edge(handled.result, request.result, state_.types.filter(wanted));
  }
  // A proxy may be its own handler, which again is a call on a proxy.
  if (is_new_run(handled, proxy, handled.arguments))
    ask_later(std::move(handled), first_slot(proxy));
}

NodeId Solver::holder_of(ObjectId object) {
  const auto [place, fresh] = holders_.try_emplace(index(object), base::kNone<NodeId>);
  if (!fresh) return place->second;
  const NodeId node = own_node(kNobody);
  graph_.add_object(node, object);
  return holders_[index(object)] = node;
}

void Solver::ask_later(Request request, NodeId receivers) {
  const FilterId owner = state_.types.filter(ir::Type(program_.owner(request.method)));
  const auto number = static_cast<std::uint32_t>(requests_.size());
  requests_.push_back(std::move(request));
  graph_.add_edge(receivers, own_node(kLate | number), owner);
}

void Solver::use_late(std::uint32_t number, const ObjectSet& news) {
  const Request request = requests_[number];
  if (request.instruction == kWatch) {
    operate(request.caller, request.site);
    return;
  }
  const bool selects = request.invocation == ir::Invocation::kVirtual ||
                       request.invocation == ir::Invocation::kInterface;
  boost::unordered_flat_set<std::uint32_t> connected;  // instances
  news.for_each([&](ObjectId receiver) {
    const Object on = state_.objects[index(receiver)];
    if (selects && (on.kind == SiteKind::kLambda || on.kind == SiteKind::kProxy)) {
      call_classless(request, receiver);
      return;
    }
    const ir::MethodId target =
        selects ? dispatch(request.method, request.invocation, on.type) : request.method;
    if (base::is_none(target)) return;
    const InstanceId to = note_answer(request, receiver, target);
    if (connected.insert(index(to)).second) connect(request, to);
    hand_over(to, receiver);
    give_back(to, receiver, request.result);
  });
}

void Solver::answer(const Request& request, ObjectId receiver, ir::MethodId target) {
  const InstanceId to = note_answer(request, receiver, target);
  connect(request, to);
  hand_over(to, receiver);
  give_back(to, receiver, request.result);
}

InstanceId Solver::note_answer(const Request& request, ObjectId receiver, ir::MethodId target) {
  const Object object = state_.objects[index(receiver)];
  const Receiver by{.site = object.site, .heap = object.heap};
  const InstanceId to = callee(request.caller, request.instruction, target, &by, request.started);
  note_edge(request.caller, request.site, request.instruction, to, request.starts);
  return to;
}

void Solver::connect(const Request& request, InstanceId to) {
  std::vector<NodeId> arguments{base::kNone<NodeId>};
  arguments.insert(arguments.end(), request.arguments.begin(), request.arguments.end());
  connect(to, arguments, request.result, request.thrown, request.casts);
}

}  // namespace heddle::pointsto
