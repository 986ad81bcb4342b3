// Which objects can be in hand along one chain of calls.
//
// A method that is analysed once for all its callers seems to run on the objects of each: what a
// base class does to `this` seems to lead, from whoever calls it, to every subclass. Along one
// chain it is known better, from frame to frame: what the thread was begun on, what each call gives
// of it, and what the fields of that hold.
//
//   child.start() → Base.start() { this.init(); } → Server.init()     no: `child` is no Server
//
// Leans to yes: what is neither an argument nor a field of one is any object that the
// analysis knows it as. Cost: a few sets of a bounded size for each frame.
//
// Lifetime: all that is handed in must outlive it. Thread safety: one thread, no state.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ir/body.h"
#include "origins/call_graph.h"
#include "origins/origins.h"
#include "origins/point.h"

namespace heddle::origins {

class WayObjects {
 public:
  WayObjects(CallGraph& calls, const Origins& origins) : calls_(calls), origins_(origins) {}

  // Can a run of the origin go that way, each method being called on what it runs on, and have the
  // object there in the end, as that value of the last frame? No value: it need not.
  bool can_have(OriginId origin, const std::vector<Point>& frames, ir::ValueId value,
                pointsto::ObjectId object) const;

 private:
  // Ascending; none: any that the analysis knows of.
  using Objects = std::optional<std::vector<pointsto::ObjectId>>;
  using Parameters = std::vector<Objects>;

  Parameters begin(OriginId origin, pointsto::InstanceId entry) const;
  // What the callee is given; nothing at all if it cannot be called so.
  std::optional<Parameters> step(const Point& from, const Parameters& known,
                                 pointsto::InstanceId callee) const;
  Objects value(pointsto::InstanceId id, const Parameters& known, ir::ValueId value,
                unsigned depth) const;
  template <typename Of>
  Objects through(const Objects& holders, Of&& of) const;
  static Objects listed(const pointsto::ObjectSet& set);

  CallGraph& calls_;
  const Origins& origins_;
};

}  // namespace heddle::origins
