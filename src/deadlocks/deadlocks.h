// Cycles in the lock order that threads may close: each holds what the next one wants, all may run
// at once, and no lock held by all of them keeps them apart.
//
// All cycles of up to four locks are looked for, one finding per set of acquisitions. Of longer
// ones those that no lock order cuts short (long_circles.h), one finding each. Lifetime: all that
// is handed in must outlive it.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <span>
#include <vector>

#include "deadlocks/lock_order.h"
#include "origins/describe.h"
#include "origins/order.h"
#include "report/finding.h"

namespace heddle::deadlocks {

struct Deadlock {
  struct Side {
    std::uint32_t edge = 0;  // of LockOrder::edges()
    origins::OriginId origin{};
  };
  std::vector<Side> sides;
};

// Does each run of the origin have an object of its own behind this one?
using IsRunOwn = std::function<bool(origins::OriginId, pointsto::ObjectId)>;

class Deadlocks {
 public:
  Deadlocks(origins::CallGraph& calls, origins::Origins& origins, origins::Order& order,
            locks::Locks& locks, locks::Paths& paths, const LockOrder& lock_order,
            IsRunOwn is_run_own);

  [[nodiscard]] std::span<const Deadlock> found() const { return found_; }
  // The search was ended before it was over: too many findings, or too many ways.
  [[nodiscard]] bool was_cut() const { return was_cut_; }

  report::Finding finding(const Deadlock& deadlock, origins::Describe& describe);

 private:
  void search(std::uint32_t first);
  void extend(std::vector<std::uint32_t>& cycle);
  void find_long();
  // One edge for each hop from one lock to the next.
  bool choose_edges(std::span<const std::vector<std::uint32_t>> hops,
                    std::vector<std::uint32_t>& cycle);
  // Is it one, and not known yet?
  bool close(const std::vector<std::uint32_t>& cycle);
  bool choose_origins(const std::vector<std::uint32_t>& cycle, std::vector<Deadlock::Side>& sides);
  bool may_meet(std::uint32_t a, origins::OriginId of_a, std::uint32_t b, origins::OriginId of_b);
  // Would two runs of the origin want and hold the same?
  [[nodiscard]] bool share_lock(std::uint32_t a, std::uint32_t b, origins::OriginId origin) const;
  bool have_gate(const std::vector<std::uint32_t>& cycle);
  [[nodiscard]] bool is_sorted(const std::vector<std::uint32_t>& cycle) const;
  [[nodiscard]] bool blocks(const Edge& wanting, const Edge& holding) const;
  report::Lock lock(const Edge& edge, bool wanted, origins::Describe& describe);

  origins::CallGraph& calls_;
  origins::Origins& origins_;
  origins::Order& order_;
  locks::Locks& locks_;
  locks::Paths& paths_;
  IsRunOwn is_run_own_;
  std::span<const Edge> edges_;
  std::vector<std::vector<std::uint32_t>> from_;  // by object: edges
  std::set<std::vector<std::uint64_t>> known_;    // sites of cycles
  std::vector<Deadlock> found_;
  std::uint64_t steps_ = 0;
  bool was_cut_ = false;
};

}  // namespace heddle::deadlocks
