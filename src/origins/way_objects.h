// Which objects can be in hand along one chain of calls.
//
// A method that is analysed once for all its callers seems to run on the objects of each: what a
// base class does to `this` seems to lead, from whoever calls it, to every subclass. Along one
// chain it is known better, from frame to frame: what the thread was begun on, what each call gives
// of it, and what the fields of that hold.
//
//   child.start() → Base.start() { this.init(); } → Server.init()     no: `child` is no Server
//
// Where a field holds what its object was made with (MadeWith), it is what was given there, as far
// as the way knows it.
//
// Leans to yes: what is neither an argument nor a field of one is any object that the
// analysis knows it as. Cost: a few sets of a bounded size for each frame.
//
// Lifetime: all that is handed in must outlive it. Thread safety: one thread; what is known of
// fields is kept.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "base/hash.h"
#include "ir/body.h"
#include "origins/call_graph.h"
#include "origins/made_with.h"
#include "origins/origins.h"
#include "origins/point.h"

namespace heddle::origins {

class WayObjects {
 public:
  WayObjects(CallGraph& calls, const Origins& origins)
      : calls_(calls), origins_(origins), made_with_(calls) {}
  // Ascending; none: any that the analysis knows of.
  using Objects = std::optional<std::vector<pointsto::ObjectId>>;
  // What a way that leads to a start hands over.
  struct Given {
    std::map<pointsto::ObjectId, std::vector<pointsto::ObjectId>> made;  // with what
    Objects started;  // one of these, if it is known
  };

  // Can a run of the origin go that way, each method being called on what it runs on, and have the
  // object there in the end, as that value of the last frame? No value: it need not.
  bool can_have(OriginId origin, const std::vector<Point>& frames, ir::ValueId value,
                pointsto::ObjectId object);
  // The same where it is known what some objects were made with, those that it begins on above all.
  bool can_have(OriginId origin, const std::vector<Point>& frames, ir::ValueId value,
                pointsto::ObjectId object, const Given& given);
  // What is known behind the way, with what was known before it; nothing if it cannot be gone.
  std::optional<Given> made_along(OriginId origin, const std::vector<Point>& frames,
                                  const Given& given);

 private:
  using Parameters = std::vector<Objects>;

  // What the last frame was given; nothing at all if the way cannot be gone.
  std::optional<Parameters> given_along(OriginId origin, const std::vector<Point>& frames,
                                        const Given& given);
  // The same with nothing known before. Valid until the next question.
  const std::optional<Parameters>& given_along(OriginId origin, const std::vector<Point>& frames);
  bool can_be(const std::optional<Parameters>& known, pointsto::InstanceId last, ir::ValueId value,
              pointsto::ObjectId object, const Given& given);
  // Nothing at all if it begins on none of those.
  std::optional<Parameters> begin(OriginId origin, pointsto::InstanceId entry,
                                  const Objects& among) const;
  // What the callee is given; nothing at all if it cannot be called so.
  std::optional<Parameters> step(const Point& from, const Parameters& known,
                                 pointsto::InstanceId callee, const Given& given);
  [[nodiscard]] bool runs_another(const Point& from, pointsto::ObjectId receiver,
                                  ir::MethodId called) const;
  Objects value(pointsto::InstanceId id, const Parameters& known, ir::ValueId value,
                const Given& given, unsigned depth);
  Objects held(const Objects& holders, ir::FieldId field, const Given& given, unsigned depth);
  Objects held(pointsto::ObjectId holder, ir::FieldId field, const Given& given, unsigned depth);
  Objects made_with(pointsto::ObjectId object, const Given& given, unsigned depth);
  // Adds all that one of the values may be; says whether that is known of each.
  bool add_values(pointsto::InstanceId id, const Parameters& known,
                  const std::vector<ir::ValueId>& values, const Given& given, unsigned depth,
                  std::vector<pointsto::ObjectId>& found);
  void note_made(pointsto::InstanceId id, const Parameters& known, Given& given);
  static Objects listed(const pointsto::ObjectSet& set);

  CallGraph& calls_;
  const Origins& origins_;
  MadeWith made_with_;
  // By origin and frames: many findings are shown to come the same way. All are forgotten when they
  // are many.
  std::map<base::Hash128, std::optional<Parameters>> given_along_;
};

}  // namespace heddle::origins
