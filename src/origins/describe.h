// The program's things in the words of a report: places, threads, stacks.
//
// Lifetime: all that is handed in must outlive it. Thread safety: one thread.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "ir/ids.h"
#include "origins/call_graph.h"
#include "origins/callbacks.h"
#include "origins/handed_over.h"
#include "origins/needs_unset.h"
#include "origins/origins.h"
#include "origins/repeats.h"
#include "origins/start_ways.h"
#include "origins/way_objects.h"
#include "origins/ways.h"
#include "report/finding.h"

namespace heddle::origins {

// What a person calls the class: `Worker` for `bank.Main$Worker` and for the local
// `bank.Main$1Worker`. What has no name is called after what is around it: `Main$1`.
std::string simple_name(const std::string& class_name);

class Describe {
 public:
  Describe(CallGraph& calls, Origins& origins, Order& order)
      : calls_(calls),
        origins_(origins),
        ways_(calls, origins, order),
        repeats_(calls, origins, order, ways_),
        callbacks_(calls),
        way_objects_(calls, origins),
        start_ways_(calls, origins, order, ways_, repeats_, way_objects_),
        handed_over_(calls, origins, ways_, repeats_, way_objects_),
        needs_unset_(calls, origins, order, repeats_, start_ways_) {}

  // kModelInstruction, and any that is out of range: the method itself.
  [[nodiscard]] report::Place place(ir::MethodId method, std::uint32_t instruction) const;
  [[nodiscard]] report::Place place(pointsto::InstanceId id, std::uint32_t instruction) const {
    return place(calls_.at(id).method, instruction);
  }
  const report::Thread& thread(OriginId origin);
  // How a run of the origin comes there, at the same time as one of `beside`.
  Way way(OriginId origin, OriginId beside, Point point) { return ways_.to(point, origin, beside); }
  // May a run of the origin go these calls, one below the other, beside one of `beside`?
  bool comes_beside(std::span<const Point> calls, OriginId origin, OriginId beside) {
    return ways_.comes_beside(calls, origin, beside);
  }
  // What a run of the origin does at the end of the way; its locks are for the caller to say.
  report::Side side(report::Operation operation, OriginId origin, const Way& way);
  // What speaks against one who comes that way, beside the other.
  void add_doubts(OriginId origin, OriginId beside, const Way& way,
                  std::vector<std::string>& doubts);
  // What speaks against both, by what is in hand where their threads are started, or on their ways.
  void add_doubts(const Arrival& one, const Arrival& other, std::vector<std::string>& doubts);
  // So often that was not looked at: too many starts lead from the one to the other.
  [[nodiscard]] std::uint64_t doubts_left_out() const { return start_ways_.left_out(); }
  // Can a run of the origin come that way, with the object as that value of the last frame?
  bool can_have(OriginId origin, const Way& way, ir::ValueId value, pointsto::ObjectId object) {
    return way_objects_.can_have(origin, way.frames, value, object);
  }
  // "a.b.C"
  [[nodiscard]] std::string class_name(ir::ClassId id) const;
  [[nodiscard]] std::string type_name(ir::Type type) const;
  // Where an object was made, if code did it.
  [[nodiscard]] report::Object object(pointsto::ObjectId id) const;

 private:
  report::Thread describe_thread(OriginId origin);
  bool is_before_gate(const Arrival& one, const Arrival& other);
  [[nodiscard]] bool is_access_method(const Point& frame) const;
  [[nodiscard]] bool is_reflection(const Point& frame) const;
  // The first frame of the platform that calls back what the program did not give it on this way;
  // the number of frames if there is none.
  std::size_t not_given(const Way& way);
  // The place of the program's own code that begins the origin.
  std::optional<report::Place> started(const Origin& origin);

  CallGraph& calls_;
  const Origins& origins_;
  Ways ways_;
  Repeats repeats_;
  Callbacks callbacks_;
  WayObjects way_objects_;
  StartWays start_ways_;
  HandedOver handed_over_;
  NeedsUnset needs_unset_;
  std::map<std::uint32_t, report::Thread> threads_;  // by origin
};

}  // namespace heddle::origins
