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
  const std::vector<ObjectId>& wanted = run_on(called_back);
  if (wanted.empty()) return true;
  const std::vector<std::uint64_t>& reached = reached_from(call);
  return reached.empty() || std::ranges::any_of(wanted, [&](ObjectId object) {
           return (reached[index(object) >> 6U] >> (index(object) & 63U) & 1U) != 0;
         });
}

// Many are called back from behind one call.
const std::vector<std::uint64_t>& Callbacks::reached_from(const Point& call) {
  constexpr std::size_t kMostBytes = std::size_t{32} << 20U;
  const std::size_t most = kMostBytes / (calls_.heap().object_count() / 8 + 64);
  const std::uint64_t key = std::uint64_t{index(call.instance)} << 32U | call.instruction;
  if (reached_.size() > most && !reached_.contains(key)) reached_.clear();
  const auto [place, is_new] = reached_.try_emplace(key);
  if (is_new) place->second = find_reached(call);
  return place->second;
}

std::vector<std::uint64_t> Callbacks::find_reached(const Point& call) const {
  const pointsto::Instance& caller = calls_.at(call.instance);
  HeapClosure::Asked asked;
  bool is_call = false;
  for (const pointsto::CallSite& site : caller.shape->calls) {
    if (site.instruction != call.instruction) continue;
    is_call = true;
    for (const std::uint32_t variable : site.arguments)
      if (variable != pointsto::kNoVariable) asked.emplace_back(caller.node(variable), 1);
  }
  std::vector<std::uint64_t> bits;
  if (!is_call) return bits;
  HeapClosure::Reached reached(calls_.heap().object_count());
  closure_.add_for_platform(asked, {}, reached);
  bits.resize(reached.objects.size() / 64 + 1);
  for (std::size_t i = 0; i < reached.objects.size(); ++i)
    if (reached.objects[i] != 0) bits[i >> 6U] |= std::uint64_t{1} << (i & 63U);
  return bits;
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
