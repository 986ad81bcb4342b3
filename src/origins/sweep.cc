#include "origins/sweep.h"

#include <algorithm>
#include <utility>

namespace heddle::origins {

using base::index;
using pointsto::InstanceId;

// Depth first; an instance comes before all that was entered from it.
CallOrder::CallOrder(const CallGraph& calls) : places(calls.size()) {
  std::vector<std::uint8_t> is_entered(calls.size());
  std::vector<std::pair<InstanceId, std::size_t>> open;  // with the next of its calls
  instances.reserve(calls.size());
  const auto enter = [&](InstanceId id) {
    if (std::exchange(is_entered[index(id)], 1) == 0) open.emplace_back(id, 0);
  };
  const auto walk = [&] {
    while (!open.empty()) {
      auto& [id, next] = open.back();
      const auto from = calls.calls_from(id);
      if (next < from.size()) {
        enter(from[next++].callee);
      } else {
        instances.push_back(id);
        open.pop_back();
      }
    }
  };
  for (std::uint32_t i = 0; i < calls.size(); ++i) {
    enter(base::id_at<InstanceId>(i));
    walk();
  }
  std::ranges::reverse(instances);
  for (std::uint32_t place = 0; place < instances.size(); ++place)
    places[index(instances[place])] = place;
}

}  // namespace heddle::origins
