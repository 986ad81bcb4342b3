#include "origins/callbacks.h"

#include <algorithm>

#include "base/id.h"
#include "ir/class.h"
#include "pointsto/state.h"

namespace heddle::origins {

using base::index;
using pointsto::InstanceId;
using pointsto::ObjectId;

LambdaObjects lambda_objects(const CallGraph& calls) {
  LambdaObjects found;
  ir::Program& program = calls.program();
  for (std::uint32_t i = 0; i < calls.heap().object_count(); ++i) {
    const ObjectId id = base::id_at<ObjectId>(i);
    const pointsto::Site& site = calls.heap().site(id);
    if (site.kind != pointsto::SiteKind::kLambda) continue;
    const ir::MethodId maker = base::id_at<ir::MethodId>(site.a);
    const ir::Body* body = program.body(maker);
    if (body == nullptr || site.b >= body->instructions.size()) continue;
    const auto target = program.lambda_target(
        program.owner(maker), static_cast<ir::CallSiteRef>(body->instructions[site.b].a));
    if (target && target->method.runs()) found[index(target->method.member)].push_back(id);
  }
  return found;
}

bool Callbacks::is_given(const Point& call, InstanceId called_back) {
  const std::array key{index(call.instance), call.instruction, index(called_back)};
  const auto known = answers_.find(key);
  if (known != answers_.end()) return known->second;
  const bool answer = find_given(call, called_back);
  answers_.emplace(key, answer);
  return answer;
}

bool Callbacks::find_given(const Point& call, InstanceId called_back) {
  const pointsto::Instance& caller = calls_.at(call.instance);
  const std::vector<ObjectId>& wanted = run_on(called_back);
  if (wanted.empty()) return true;
  HeapClosure::Reached reached(calls_.heap().object_count());
  bool is_call = false;
  for (const pointsto::CallSite& site : caller.shape->calls) {
    if (site.instruction != call.instruction) continue;
    is_call = true;
    for (const std::uint32_t variable : site.arguments)
      if (variable != pointsto::kNoVariable)
        closure_.add_for_platform(caller.node(variable), 1, {}, reached);
  }
  return !is_call || std::ranges::any_of(wanted, [&](ObjectId object) {
    return reached.objects[index(object)] != 0;
  });
}

// Empty where it is not known: static methods that no lambda stands for.
const std::vector<ObjectId>& Callbacks::run_on(InstanceId called_back) {
  const auto [place, is_new] = run_on_.try_emplace(index(called_back));
  if (!is_new) return place->second;
  if (!has_lambdas_) lambdas_ = lambda_objects(calls_);
  has_lambdas_ = true;
  const pointsto::Instance& instance = calls_.at(called_back);
  const auto lambdas = lambdas_.find(index(instance.method));
  if (lambdas != lambdas_.end()) {
    place->second = lambdas->second;
  } else if (!calls_.program().is(instance.method, ir::Access::kStatic) &&
             !instance.shape->parameters.empty() &&
             instance.shape->parameters[0] != pointsto::kNoVariable) {
    calls_.heap()
        .state()
        .graph.points(instance.node(instance.shape->parameters[0]))
        .for_each([&](ObjectId object) { place->second.push_back(object); });
  }
  return place->second;
}

}  // namespace heddle::origins
