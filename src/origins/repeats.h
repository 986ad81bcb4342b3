// What two runs that may meet would need to have happened: that code which no loop goes through
// runs again. Nothing rules it out, but programs hardly do it; findings that need it are doubted.
//
// Lifetime: all that is handed in must outlive it. Thread safety: one thread; answers are kept.
#pragma once

#include <array>
#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "origins/call_graph.h"
#include "origins/order.h"
#include "origins/origins.h"
#include "origins/ways.h"

namespace heddle::origins {

class Repeats {
 public:
  Repeats(CallGraph& calls, const Origins& origins, Order& order, Ways& ways);

  // Is there a loop around a start of the origin, in any method that leads to it, or around where
  // what it starts on is made, or is it started by one of which this is so?
  bool is_started_in_loop(OriginId origin);
  // Is what the origin is started on made in a loop? The platform may have that around the start.
  [[nodiscard]] bool is_made_in_loop(OriginId origin) const;
  // Does the way of the origin come, each time, before the clearest ways on which it starts what
  // leads to the other?
  bool is_before_start(const Way& way, OriginId origin, OriginId other);

  // Has the other passed a gate on its way that only the one run of the origin opens, and on the
  // clearest ways only after it was at the end of its own? `ways` gives those that are as clear as
  // the clearest, for signals that are not given each time.
  using WaysTo = std::function<const std::vector<Frames>&(OriginId, Point)>;
  bool is_before_gate(const Frames& way, OriginId origin, const Frames& other, const WaysTo& ways);

  // How the origin comes to the point: from a frame of the way if one is close above, else by its
  // clearest way. Empty if that is not clear itself.
  Frames way_along(const Frames& way, Point point, OriginId origin);

  // Where the two ways part, is it that the first can come to the second only?
  bool parts_before(const Frames& way, const Frames& to_start);
  // That, and no loop brings both again with the same in hand?
  bool is_done_before(const Frames& way, const Frames& later);
  // Where they part, can the second not come to the first? So it is of two cases of a switch, too:
  // each run takes one. Only of use to who looks at all ways: the clearest may be any case.
  bool is_never_behind(const Frames& way, const Frames& to_start);
  // The clearest way of the origin to the point; empty if it is not clear itself.
  const Frames& way_to(Point point, OriginId origin);
  // The clearest way of the origin to the start; empty if it is not clear itself.
  const Frames& way_to_start(OriginId origin, std::uint32_t event);

 private:
  // From where two ways part: can the first come to the second, and that to the first?
  struct Parting {
    bool goes_on = false, comes_back = false;
  };
  std::optional<Parting> parting(const Frames& way, const Frames& other);
  static constexpr std::size_t kMostUp = 4, kMostClimbed = 256;
  bool find_started_in_loop(OriginId origin);
  // Is the call on the next element, or on a new object, in each round of its loop?
  bool has_another_each_time(const Point& call);
  bool is_before_signals(const Frames& way, OriginId origin, const Gate& gate, const WaysTo& ways);
  // Where the ways part, does the first always go on to the second?
  bool always_goes_on(const Frames& way, const Frames& later);

  CallGraph& calls_;
  const Origins& origins_;
  Order& order_;
  Ways& ways_;
  boost::unordered_flat_map<std::uint32_t, std::vector<OriginId>> begun_at_;  // by instance
  std::map<OriginId, bool> in_loop_;
  std::map<std::pair<OriginId, std::uint32_t>, Frames> ways_to_starts_;  // and event
  std::map<std::array<std::uint32_t, 3>, Frames> ways_to_;  // origin, instance and instruction
};

}  // namespace heddle::origins
