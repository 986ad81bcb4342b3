// Work that is handed over to a thread which is there already: what the thread does for an object
// that another thread makes only later, it does later.
//
//   main:    limit = 8; tasks.add(new Task());     what takes tasks was started long ago
//   worker:  tasks.take().run();                   reads limit
//
// Nothing orders the two but the queue, which may be the program's own. If it hands over as it
// should the task comes behind all that was done before it was made; if it does not, that is a race
// of its own. So this speaks against a finding and rules out nothing.
//
// Ways are the clearest ones, up to three makers one after the other.
//
// Lifetime: all that is handed in must outlive it. Thread safety: one thread; answers are kept.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "origins/call_graph.h"
#include "origins/origins.h"
#include "origins/repeats.h"
#include "origins/way_objects.h"
#include "origins/ways.h"

namespace heddle::origins {

class HandedOver {
 public:
  HandedOver(CallGraph& calls, const Origins& origins, Ways& ways, Repeats& repeats,
             WayObjects& objects)
      : calls_(calls), origins_(origins), ways_(ways), repeats_(repeats), objects_(objects) {}

  // Does the other way go through a method of an object that the only run of `origin` makes after
  // it is at the end of its own, or that is made on such a way?
  bool needs_later(const Frames& way, OriginId origin, const Frames& other) {
    return !origins_[origin].many && needs_later(way, origin, other, kMostMakers);
  }

 private:
  static constexpr unsigned kMostMakers = 3;
  static constexpr std::size_t kMostObjects = 8;

  bool needs_later(const Frames& way, OriginId origin, const Frames& other, unsigned depth);
  struct Maker {
    Point at;
    OriginId origin{};
    std::uint32_t cost = 0;  // how unclear the way is
  };
  std::vector<Maker> clearest_makers(const std::vector<pointsto::ObjectId>& objects, OriginId own);
  [[nodiscard]] std::vector<pointsto::ObjectId> receivers(pointsto::InstanceId id) const;
  [[nodiscard]] std::vector<Point> makers(pointsto::ObjectId object) const;

  CallGraph& calls_;
  const Origins& origins_;
  Ways& ways_;
  Repeats& repeats_;
  WayObjects& objects_;
};

}  // namespace heddle::origins
