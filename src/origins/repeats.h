// What two runs that may meet would need to have happened: that code which no loop goes through
// runs again. Nothing rules it out, but programs hardly do it; findings that need it are doubted.
//
// Lifetime: all that is handed in must outlive it. Thread safety: one thread; answers are kept.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <map>
#include <vector>

#include "origins/call_graph.h"
#include "origins/order.h"
#include "origins/origins.h"
#include "origins/ways.h"

namespace heddle::origins {

class Repeats {
 public:
  Repeats(CallGraph& calls, const Origins& origins, Order& order, Ways& ways);

  // Is there a loop around a start of the origin, in any method that leads to it, or is it started
  // by one of which this is so?
  bool is_started_in_loop(OriginId origin);
  // Does the way of the origin come, each time, before the clearest ways on which it starts what
  // leads to the other?
  bool is_before_start(const Way& way, OriginId origin, OriginId other);

  // Where the two ways part, is it that the first can come to the second only?
  bool parts_before(const std::vector<Point>& way, const std::vector<Point>& to_start);
  // The clearest way of the origin to the start; empty if it is not clear itself.
  const std::vector<Point>& way_to_start(OriginId origin, std::uint32_t event);

 private:
  bool find_started_in_loop(OriginId origin);

  CallGraph& calls_;
  const Origins& origins_;
  Order& order_;
  Ways& ways_;
  boost::unordered_flat_map<std::uint32_t, std::vector<OriginId>> begun_at_;  // by instance
  std::map<OriginId, bool> in_loop_;
  std::map<std::pair<OriginId, std::uint32_t>, std::vector<Point>> ways_to_starts_;  // and event
};

}  // namespace heddle::origins
