// Which origins come to a place, those first whose entries may lead there most clearly.
//
// The cost of a chain of calls is that of ways.h, looked for from the place back to the entries.
// Whether the origin runs each call of the chain is not asked, so that its clearest way may cost
// more than is said here, never less: whoever wants the clearest of all need not search for the
// ways of hundreds of origins, only of those that may have it.
//
// Lifetime: all that is handed in must outlive it. Thread safety: one thread; what was searched is
// kept while there is room.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <queue>
#include <utility>
#include <vector>

#include "origins/call_graph.h"
#include "origins/origins.h"
#include "origins/ways.h"

namespace heddle::origins {

class Approaches {
 public:
  Approaches(const CallGraph& calls, const Origins& origins, const Ways& ways);

  struct Approach {
    OriginId origin{};
    std::uint32_t cost = 0;  // at least
  };
  // Ascending by cost; nothing behind the last. Quick for numbers up to that last asked for.
  std::optional<Approach> at(pointsto::InstanceId place, std::size_t number);

 private:
  struct Search {
    boost::unordered_flat_map<std::uint32_t, std::uint32_t> costs;  // by instance
    using Open = std::pair<std::uint32_t, std::uint32_t>;           // cost, instance
    std::priority_queue<Open, std::vector<Open>, std::greater<>> open;
    std::vector<std::uint64_t> is_found;  // bits by origin
    std::vector<Approach> found;
  };
  void take(Search& search, pointsto::InstanceId id, std::uint32_t cost);
  void follow(Search& search);

  const CallGraph& calls_;
  const Origins& origins_;
  const Ways& ways_;
  boost::unordered_flat_map<std::uint32_t, std::vector<OriginId>> begun_at_;  // by instance
  std::map<pointsto::InstanceId, Search> searches_;
  std::size_t steps_ = 0;  // of all searches
};

}  // namespace heddle::origins
