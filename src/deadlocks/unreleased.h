// Locks that a method takes, gives back on one way out, and leaves locked on another.
//
// Only where that is certain: the way out is a `return` or `throw` of the method itself, reached
// without an exception and without a test of a flag or of the lock; and nobody in the program gives
// a lock back that he did not take, so that nobody else can be meant to.
//
// Lifetime: all that is handed in must outlive it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "locks/held.h"
#include "locks/paths.h"
#include "origins/call_graph.h"
#include "origins/describe.h"
#include "origins/facts.h"
#include "origins/origins.h"
#include "report/finding.h"

namespace heddle::deadlocks {

struct UnreleasedLock {
  pointsto::InstanceId instance{};
  std::uint32_t acquired = 0, left = 0;  // instructions
  locks::PathId path{};
  ir::ValueId value = ir::kNoValue;
};

class Unreleased {
 public:
  Unreleased(origins::CallGraph& calls, const origins::Origins& origins, origins::Facts& facts,
             locks::Held& held, locks::Paths& paths);

  [[nodiscard]] std::span<const UnreleasedLock> found() const { return found_; }
  report::Finding finding(const UnreleasedLock& lock, origins::Describe& describe);

 private:
  void note_releases(ir::MethodId method);
  void scan(ir::MethodId method);
  [[nodiscard]] bool releases(ir::MethodId method, const ir::Body& body, std::uint32_t at,
                              const locks::Acquisition& lock);
  std::optional<std::uint32_t> find_way_out(ir::MethodId method, const ir::Body& body,
                                            const locks::Acquisition& lock);
  [[nodiscard]] bool is_test_of_state(const ir::Body& body, const ir::Instruction& test) const;
  [[nodiscard]] bool is_let_go_elsewhere(pointsto::InstanceId id,
                                         const locks::Acquisition& lock) const;
  [[nodiscard]] const model::LockFact* lock_fact(ir::MethodId method, const ir::Instruction& at);

  origins::CallGraph& calls_;
  const origins::Origins& origins_;
  origins::Facts& facts_;
  locks::Held& held_;
  locks::Paths& paths_;
  std::vector<std::uint8_t> let_go_;  // by object: somebody gives it back who did not take it
  std::vector<UnreleasedLock> found_;
};

}  // namespace heddle::deadlocks
