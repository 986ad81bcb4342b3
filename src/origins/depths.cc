#include "origins/depths.h"

#include "base/id.h"

namespace heddle::origins {

using base::index;
using pointsto::InstanceId;

std::uint32_t Depths::starts_before(OriginId origin) {
  if (starts_.empty()) find_starts();
  return starts_[index(origin)];
}

// From the origins that nobody starts on.
void Depths::find_starts() {
  starts_.assign(origins_.size(), kFar);
  std::vector<std::vector<OriginId>> started_by(origins_.size());  // by origin
  std::vector<OriginId> open;
  for (std::uint32_t o = 0; o < origins_.size(); ++o) {
    if (origins_[OriginId{o}].events.empty()) {
      starts_[o] = 0;
      open.push_back(OriginId{o});
    }
    for (const std::uint32_t event : origins_[OriginId{o}].events)
      for (const OriginId by : origins_.list(origins_.events()[event].caller))
        started_by[index(by)].push_back(OriginId{o});
  }
  for (std::size_t i = 0; i < open.size(); ++i) {
    for (const OriginId started : started_by[index(open[i])]) {
      if (starts_[index(started)] != kFar) continue;
      starts_[index(started)] = starts_[index(open[i])] + 1;
      open.push_back(started);
    }
  }
}

std::uint32_t Depths::calls_before(OriginId origin, InstanceId id) {
  auto known = calls_of_.find(index(origin));
  if (known == calls_of_.end()) known = calls_of_.emplace(index(origin), find_near(origin)).first;
  const auto depth = known->second.find(index(id));
  return depth == known->second.end() ? kFar : depth->second;
}

Depths::Near Depths::find_near(OriginId origin) const {
  constexpr std::size_t kMost = 4096;
  Near near;
  std::vector<InstanceId> open = origins_[origin].entries;
  for (const InstanceId entry : open) near.emplace(index(entry), 0);
  for (std::size_t i = 0; i < open.size() && open.size() < kMost; ++i) {
    const std::uint32_t next = near[index(open[i])] + 1;
    for (const Call& call : calls_.calls_from(open[i]))
      if (origins_.runs(origin, call.callee) && near.emplace(index(call.callee), next).second)
        open.push_back(call.callee);
  }
  return near;
}

}  // namespace heddle::origins
