#include "origins/callbacks.h"

#include <algorithm>

#include "base/id.h"
#include "pointsto/state.h"

namespace heddle::origins {

using base::index;
using pointsto::InstanceId;
using pointsto::ObjectId;

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
  HeapClosure::Asked asked;
  bool is_call = false;
  for (const pointsto::CallSite& site : caller.shape->calls) {
    if (site.instruction != call.instruction) continue;
    is_call = true;
    for (const std::uint32_t variable : site.arguments)
      if (variable != pointsto::kNoVariable) asked.emplace_back(caller.node(variable), 1);
  }
  HeapClosure::Reached reached(calls_.heap().object_count());
  closure_.add_for_platform(asked, {}, reached);
  return !is_call || std::ranges::any_of(wanted, [&](ObjectId object) {
    return reached.objects[index(object)] != 0;
  });
}

// Empty where it is not known: static methods that no lambda stands for.
const std::vector<ObjectId>& Callbacks::run_on(InstanceId called_back) {
  const auto [place, is_new] = run_on_.try_emplace(index(called_back));
  if (!is_new) return place->second;
  const pointsto::Instance& instance = calls_.at(called_back);
  const auto lambdas = calls_.lambdas_of(instance.method);
  if (!lambdas.empty()) {
    place->second.assign(lambdas.begin(), lambdas.end());
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
