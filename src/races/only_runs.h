// Whether two runs of one origin may both be in some code, where that code is the body of a lambda
// that only one run is ever given.
//
//   static void spawn(Runnable job) { new Thread(job).start(); }
//   spawn(() -> hits++);  spawn(() -> misses++);
//
// All threads of spawn() are one origin, of which there are several runs. But each of the two
// lambdas is one single object, which is handed, at its only use and once, down to where a thread
// is made with it or a task of it begun: so one run has it, and what only its body leads to is
// never done by two.
//
// Misses: lambdas that are kept in a variable of an outer loop, a field or a collection, and tasks
// that are objects of classes, which could begin themselves again. Lifetime: all that is handed in
// must outlive it. Thread safety: one thread; answers are kept.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <optional>

#include "ir/body.h"
#include "origins/call_graph.h"
#include "origins/origins.h"

namespace heddle::races {

class OnlyRuns {
 public:
  OnlyRuns(origins::CallGraph& calls, origins::Origins& origins)
      : calls_(calls), origins_(origins) {}

  // Does only one run of the origin, the same for both, ever come to the two instances?
  bool share_one(origins::OriginId origin, pointsto::InstanceId one, pointsto::InstanceId other);

 private:
  using Body = std::optional<pointsto::InstanceId>;
  // The body of such a lambda through which every way of the origin to the instance leads.
  Body body_above(origins::OriginId origin, pointsto::InstanceId id, unsigned depth);
  bool is_only_body(origins::OriginId origin, pointsto::InstanceId id);
  bool is_given_once(origins::OriginId origin, pointsto::InstanceId id, ir::ValueId value,
                     unsigned depth);
  bool begins(origins::OriginId origin, const origins::Call& call, ir::ValueId first_argument);
  [[nodiscard]] bool is_begun_by(const origins::StartEvent& event, const origins::Call& call) const;

  origins::CallGraph& calls_;
  origins::Origins& origins_;
  boost::unordered_flat_map<std::uint64_t, Body> above_;         // by origin and instance
  boost::unordered_flat_map<std::uint64_t, bool> is_only_body_;  // likewise
};

}  // namespace heddle::races
