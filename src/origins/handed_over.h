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

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "origins/approaches.h"
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
      : calls_(calls),
        origins_(origins),
        ways_(ways),
        repeats_(repeats),
        objects_(objects),
        approaches_(calls, origins, ways) {}

  // Does the other way go through a method of an object that the only run of `origin` makes after
  // it is at the end of its own, or that is made on such a way?
  bool needs_later(const Frames& way, OriginId origin, const Frames& other);

 private:
  static constexpr unsigned kMostMakers = 3;
  static constexpr std::size_t kMostObjects = 8;

  struct Maker {
    Point at;
    OriginId origin{};
    std::uint32_t cost = 0;  // how unclear the way is
  };
  bool needs_later(const Frames& way, OriginId origin, const Frames& other, unsigned depth);
  bool is_later(const Frames& way, OriginId origin, const Maker& maker, unsigned depth);
  // Of what the instance runs on.
  const std::vector<Maker>& clearest_makers(pointsto::InstanceId id, OriginId own);
  std::vector<Maker> clearest_makers(const std::vector<pointsto::ObjectId>& objects, OriginId own);
  void add_makers(pointsto::ObjectId object, Point at, OriginId own, std::uint32_t& least,
                  std::vector<Maker>& found);
  void add_maker(pointsto::ObjectId object, Maker maker, OriginId own, std::uint32_t& least,
                 std::vector<Maker>& found);
  [[nodiscard]] std::vector<pointsto::ObjectId> receivers(pointsto::InstanceId id) const;
  [[nodiscard]] std::vector<Point> makers(pointsto::ObjectId object) const;

  CallGraph& calls_;
  const Origins& origins_;
  Ways& ways_;
  Repeats& repeats_;
  WayObjects& objects_;
  Approaches approaches_;
  // By the instance that runs on what they make, and who asks.
  std::map<std::pair<pointsto::InstanceId, OriginId>, std::vector<Maker>> clearest_;
  std::size_t kept_makers_ = 0;
  // Of the way asked for: by maker and depth.
  std::map<std::array<std::uint32_t, 4>, bool> later_;
};

}  // namespace heddle::origins
