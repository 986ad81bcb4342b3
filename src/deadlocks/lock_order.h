// Who takes which lock while holding which other: the edges of the lock-order graph.
//
// Nodes are abstract objects. An edge is one acquisition in one instance with one of the locks that
// are held there, surely or by one way of calls. Taking again what one holds already is no edge,
// and neither is taking a part of what one holds (a node's child under the node's lock), which all
// threads do in the same direction.
//
// Constant once built. Lifetime: all that is handed in must outlive it.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <vector>

#include "base/hash.h"
#include "locks/held.h"
#include "locks/locks.h"
#include "locks/paths.h"
#include "origins/call_graph.h"
#include "origins/origins.h"

namespace heddle::deadlocks {

struct Edge {
  pointsto::InstanceId instance{};
  locks::Acquisition wants;
  locks::Lock holds;
  pointsto::ObjectId from{}, to{};
  std::uint32_t number = 0;  // of the acquisition: edges of one share it
  // A caller that holds it, where not all do; none: it is surely held.
  pointsto::InstanceId by_way_of = base::kNone<pointsto::InstanceId>;
  // By what the held one comes before the wanted one, or behind it.
  locks::SortedPairs::Order sorted;
};

// What an acquisition may want, if those are few.
std::vector<pointsto::ObjectId> wanted_by(const origins::CallGraph& calls,
                                          const locks::Paths& paths, pointsto::InstanceId id,
                                          const locks::Acquisition& wants);

class LockOrder {
 public:
  LockOrder(origins::CallGraph& calls, origins::Origins& origins, locks::Held& held,
            locks::Locks& locks, locks::Paths& paths);

  [[nodiscard]] std::span<const Edge> edges() const { return edges_; }
  // Locks that may be too many objects to say anything of them: they have no edges.
  [[nodiscard]] std::uint64_t left_out() const { return left_out_; }

 private:
  void scan(pointsto::InstanceId id);
  void scan(pointsto::InstanceId id, const locks::Acquisition& wants);
  std::vector<locks::Acquisition> taken_by_platform(pointsto::InstanceId id);
  void add(pointsto::InstanceId id, const locks::Acquisition& wants, const locks::Lock& holds,
           bool upgrades);
  void add(pointsto::InstanceId id, const locks::Acquisition& wants, const locks::Lock& holds,
           const std::vector<pointsto::ObjectId>& from, const std::vector<pointsto::ObjectId>& to,
           bool is_part, bool upgrades, pointsto::InstanceId by_way_of);
  // An instance on the way up, and what is wanted in its terms.
  struct Frame {
    pointsto::InstanceId instance{};
    locks::PathId path = base::kNone<locks::PathId>;
    ir::ValueId value = ir::kNoValue;
  };
  void add_callers(pointsto::InstanceId id, const locks::Acquisition& wants,
                   const std::vector<locks::Lock>& known);
  Frame in_terms_of_caller(const origins::Call& call, const Frame& below);
  bool add_caller(pointsto::InstanceId id, const locks::Acquisition& wants, const Frame& above,
                  std::uint32_t at, const std::vector<locks::Lock>& known);
  [[nodiscard]] std::vector<pointsto::ObjectId> wanted_in(const Frame& above,
                                                          pointsto::InstanceId id,
                                                          const locks::Acquisition& wants) const;
  [[nodiscard]] bool is_of_parameter(locks::PathId path) const;
  bool is_new_way(pointsto::InstanceId id, const locks::Acquisition& wants,
                  const locks::Lock& holds, pointsto::ObjectId held, pointsto::ObjectId wanted);
  [[nodiscard]] bool is_part_of(ir::MethodId method, locks::PathId wanted, ir::ValueId value,
                                locks::PathId holder);

  origins::CallGraph& calls_;
  origins::Origins& origins_;
  locks::Held& held_;
  locks::Locks& locks_;
  locks::Paths& paths_;
  std::vector<Edge> edges_;
  // By instance: the number of the frame from which it was last seen, on the way up.
  std::vector<std::uint32_t> seen_from_;
  std::uint32_t frames_ = 0;
  std::set<base::Hash128> ways_;
  std::uint32_t acquisitions_ = 0;
  std::uint64_t left_out_ = 0;
};

}  // namespace heddle::deadlocks
