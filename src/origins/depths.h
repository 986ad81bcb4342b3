// How far from where the program begins something runs: over how many starts an origin is begun,
// and over how many calls it comes to what is near its entries. For searches that look for the
// begin; they find the same without, only later.
//
// Lifetime: the call graph and the origins must outlive it. Thread safety: one thread. Cost: some
// thousand calls of an origin when it is first asked for.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <vector>

#include "origins/call_graph.h"
#include "origins/origins.h"

namespace heddle::origins {

class Depths {
 public:
  // No such way is known, or only a long one.
  static constexpr std::uint32_t kFar = 0xFFFF'FFFF;

  Depths(const CallGraph& calls, const Origins& origins) : calls_(calls), origins_(origins) {}

  // Of the shortest way.
  std::uint32_t starts_before(OriginId origin);
  std::uint32_t calls_before(OriginId origin, pointsto::InstanceId id);

 private:
  using Near = boost::unordered_flat_map<std::uint32_t, std::uint32_t>;  // by instance
  void find_starts();
  [[nodiscard]] Near find_near(OriginId origin) const;

  const CallGraph& calls_;
  const Origins& origins_;
  std::vector<std::uint32_t> starts_;                        // by origin; empty: not known yet
  boost::unordered_flat_map<std::uint32_t, Near> calls_of_;  // by origin
};

}  // namespace heddle::origins
