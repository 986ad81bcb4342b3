// Numbers that are drawn from one counter, each once: `next.getAndIncrement()` on a single object
// that nobody sets and that only ever goes in one direction. Who draws one has it alone:
//
//   while ((i = next.getAndIncrement()) < jobs.length) results[i] = work(jobs[i]);
//
// The number may have come through calls. That a counter wraps around is not thought of. Constant
// once built. Lifetime: all that is handed in must outlive it.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <optional>

#include "ir/body.h"
#include "ir/ids.h"
#include "origins/call_graph.h"
#include "origins/facts.h"

namespace heddle::origins {

struct Draw {
  pointsto::ObjectId counter{};
  ir::MethodId by{};  // what the counter was before is no number like what it is then
  friend bool operator==(const Draw&, const Draw&) = default;
};

class Draws {
 public:
  Draws(CallGraph& calls, Facts& facts);

  // Of which counter the value is a number, whichever of its objects; whether that is one is for
  // others to know. Nothing: it may be something else.
  std::optional<Draw> draw(pointsto::InstanceId id, ir::ValueId value) {
    return draw(id, value, kDeepest);
  }

 private:
  static constexpr unsigned kDeepest = 4;

  void note(ir::MethodId method, std::int32_t step);
  std::optional<Draw> draw(pointsto::InstanceId id, ir::ValueId value, unsigned depth);
  std::optional<Draw> drawn_by(pointsto::InstanceId id, ir::ValueId call, unsigned depth);
  std::optional<Draw> given_by_callers(pointsto::InstanceId id, std::uint32_t parameter,
                                       unsigned depth);
  [[nodiscard]] bool is_begun(pointsto::InstanceId id) const;

  CallGraph& calls_;
  Facts& facts_;
  boost::unordered_flat_map<std::uint32_t, std::int32_t> steps_;  // by object; 0: it is set, too
};

}  // namespace heddle::origins
