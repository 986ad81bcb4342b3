#include "origins/approaches.h"

#include "base/id.h"

namespace heddle::origins {

using base::index;
using pointsto::InstanceId;

Approaches::Approaches(const CallGraph& calls, const Origins& origins, const Ways& ways)
    : calls_(calls), origins_(origins), ways_(ways) {
  for (std::uint32_t o = 0; o < origins.size(); ++o)
    for (const InstanceId entry : origins[OriginId{o}].entries)
      begun_at_[index(entry)].push_back(OriginId{o});
}

std::optional<Approaches::Approach> Approaches::at(InstanceId place, std::size_t number) {
  constexpr std::size_t kMostSteps = 4'000'000;
  auto known = searches_.find(place);
  if (known == searches_.end()) {
    if (steps_ > kMostSteps) {
      searches_.clear();
      steps_ = 0;
    }
    known = searches_.try_emplace(place).first;
    known->second.is_found.resize(origins_.words());
    take(known->second, place, 1);
  }
  Search& search = known->second;
  while (search.found.size() <= number && !search.open.empty()) follow(search);
  if (search.found.size() <= number) return std::nullopt;
  return search.found[number];
}

void Approaches::take(Search& search, InstanceId id, std::uint32_t cost) {
  const auto [known, fresh] = search.costs.try_emplace(index(id), cost);
  if (fresh) {
    ++steps_;
  } else {
    if (known->second <= cost) return;
    known->second = cost;
  }
  search.open.emplace(cost, index(id));
}

void Approaches::follow(Search& search) {
  const auto [cost, at] = search.open.top();
  search.open.pop();
  if (search.costs.find(at)->second != cost) return;
  if (const auto begun = begun_at_.find(at); begun != begun_at_.end()) {
    for (const OriginId origin : begun->second) {
      std::uint64_t& word = search.is_found[index(origin) >> 6U];
      const std::uint64_t bit = std::uint64_t{1} << (index(origin) & 63U);
      if ((word & bit) != 0) continue;
      word |= bit;
      search.found.push_back({.origin = origin, .cost = cost});
    }
  }
  for (const Call& call : calls_.calls_to(base::id_at<InstanceId>(at)))
    take(search, call.caller, cost + ways_.cost_of(call));
}

}  // namespace heddle::origins
