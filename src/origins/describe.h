// The program's things in the words of a report: places, threads, stacks.
//
// Lifetime: all that is handed in must outlive it. Thread safety: one thread; the shortest ways
// through an origin's code are kept.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "ir/ids.h"
#include "origins/call_graph.h"
#include "origins/origins.h"
#include "report/finding.h"

namespace heddle::origins {

class Describe {
 public:
  Describe(CallGraph& calls, const Origins& origins) : calls_(calls), origins_(origins) {}

  // kModelInstruction, and any that is out of range: the method itself.
  [[nodiscard]] report::Place place(ir::MethodId method, std::uint32_t instruction) const;
  [[nodiscard]] report::Place place(pointsto::InstanceId id, std::uint32_t instruction) const {
    return place(calls_.at(id).method, instruction);
  }
  const report::Thread& thread(OriginId origin);
  // A shortest one, from the origin's entry down to the instruction.
  std::vector<report::Place> stack(OriginId origin, pointsto::InstanceId id,
                                   std::uint32_t instruction);
  // What a run of the origin does there; its locks are for the caller to say.
  report::Side side(report::Operation operation, OriginId origin, pointsto::InstanceId id,
                    std::uint32_t instruction);
  // "a.b.C"
  [[nodiscard]] std::string class_name(ir::ClassId id) const;
  [[nodiscard]] std::string type_name(ir::Type type) const;
  // Where an object was made, if code did it.
  [[nodiscard]] report::Object object(pointsto::ObjectId id) const;

 private:
  report::Thread describe_thread(OriginId origin);
  // The place of the program's own code that begins the origin.
  std::optional<report::Place> started(const Origin& origin);
  const std::vector<std::uint32_t>& ways(OriginId origin);

  CallGraph& calls_;
  const Origins& origins_;
  // By origin: for each instance one more than the call (in calls_to order) it is first reached by.
  std::map<std::uint32_t, std::vector<std::uint32_t>> ways_;
  std::map<std::uint32_t, report::Thread> threads_;  // by origin
};

}  // namespace heddle::origins
