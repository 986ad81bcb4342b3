// The program's things in the words of a report: places, threads, stacks.
//
// Lifetime: all that is handed in must outlive it. Thread safety: one thread.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "ir/ids.h"
#include "origins/call_graph.h"
#include "origins/origins.h"
#include "origins/repeats.h"
#include "origins/ways.h"
#include "report/finding.h"

namespace heddle::origins {

class Describe {
 public:
  Describe(CallGraph& calls, const Origins& origins, Order& order)
      : calls_(calls),
        origins_(origins),
        ways_(calls, origins, order),
        repeats_(calls, origins, order, ways_) {}

  // kModelInstruction, and any that is out of range: the method itself.
  [[nodiscard]] report::Place place(ir::MethodId method, std::uint32_t instruction) const;
  [[nodiscard]] report::Place place(pointsto::InstanceId id, std::uint32_t instruction) const {
    return place(calls_.at(id).method, instruction);
  }
  const report::Thread& thread(OriginId origin);
  // How a run of the origin comes there, at the same time as one of `beside`.
  Way way(OriginId origin, OriginId beside, Point point) { return ways_.to(point, origin, beside); }
  // What a run of the origin does at the end of the way; its locks are for the caller to say.
  report::Side side(report::Operation operation, OriginId origin, const Way& way);
  // What speaks against one who comes that way, beside the other.
  void add_doubts(OriginId origin, OriginId beside, const Way& way,
                  std::vector<std::string>& doubts);
  // "a.b.C"
  [[nodiscard]] std::string class_name(ir::ClassId id) const;
  [[nodiscard]] std::string type_name(ir::Type type) const;
  // Where an object was made, if code did it.
  [[nodiscard]] report::Object object(pointsto::ObjectId id) const;

 private:
  report::Thread describe_thread(OriginId origin);
  [[nodiscard]] bool is_reflection(const Point& frame) const;
  // The place of the program's own code that begins the origin.
  std::optional<report::Place> started(const Origin& origin);

  CallGraph& calls_;
  const Origins& origins_;
  Ways ways_;
  Repeats repeats_;
  std::map<std::uint32_t, report::Thread> threads_;  // by origin
};

}  // namespace heddle::origins
