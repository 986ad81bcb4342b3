// The constraint graph: nodes with sets of objects, edges along which the sets flow, and the order
// in which to work on them.
//
// Every edge a statement or a derivation asks for is kept, under the node it was asked for, as
// often as it was asked for: so an edge carries its own count of reasons, and collapsing a cycle of
// nodes into one forgets nothing (docs/decisions/0004). Nodes of a collapsed cycle share one set.
//
// Invariant: what is in a node's set and not in its news has been passed along all its edges.
//
// Thread safety: one thread.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/id.h"
#include "pointsto/ids.h"
#include "pointsto/object_set.h"
#include "pointsto/types.h"
#include "pointsto/work_queue.h"

namespace heddle::pointsto {

struct Edge {
  NodeId to{};
  FilterId filter{};
};

// Each can be switched off to measure what it is worth; the answer is the same.
struct Techniques {
  bool collapse_cycles = true;
  bool topological_order = true;
  bool difference_propagation = true;
  bool share_variables = true;  // body_shape.cc
  bool share_calls = true;      // solver_groups.cc
  // Fewer edges than that are not worth looking for cycles.
  std::uint64_t ranking_starts_at = 50'000;
  // Calls on fewer receivers are made one by one.
  std::uint32_t grouping_starts_at = 32;
  // Junctions have two to the power of that callees, at most 32 (call_groups.h).
  std::uint32_t junction_bits = 5;
};

class Graph {
 public:
  Graph(const TypeTable& types, Techniques techniques) : types_(types), techniques_(techniques) {}

  // Nodes in a row.
  NodeId add_nodes(std::uint32_t count);
  [[nodiscard]] std::size_t size() const { return parent_.size(); }
  // A node that nothing was asked of yet becomes one with another.
  void join(NodeId fresh, NodeId with) { parent_[base::index(fresh)] = find(with); }
  // This node has uses: it is among members() although it may have no edge.
  void mark_used(NodeId node);

  [[nodiscard]] NodeId find(NodeId node) const;
  [[nodiscard]] const ObjectSet& points(NodeId node) const {
    return points_[base::index(find(node))];
  }
  bool add_object(NodeId node, ObjectId object);
  bool add_objects(NodeId node, const ObjectSet& objects, FilterId filter);
  // The edge, and what it brings at once.
  void add_edge(NodeId from, NodeId to, FilterId filter = kNoFilter);

  // The next node to work on; none when nothing is left.
  NodeId next();
  // What is new in a node since last asked. The caller gives it back by release().
  ObjectSet take_news(NodeId node) { return news_[base::index(node)].take(); }
  void release(ObjectSet& set) { set.clear(pool_); }
  // Passes objects, all in the node's set, along the edges of one member.
  void pass_on(NodeId member, const ObjectSet& objects);
  // Calls visit(member) for the nodes of the cycle that have edges or uses.
  template <typename Visit>
  void for_each_member(NodeId node, Visit&& visit) const {
    if (is_marked(node)) visit(node);
    for (NodeId at = next_member_[base::index(node)]; at != node;
         at = next_member_[base::index(at)])
      visit(at);
  }

  // Enough edges have come to look for cycles again?
  [[nodiscard]] bool wants_ranking() const;
  // What members of a cycle have to do on their own after it was collapsed: objects they had not
  // seen.
  struct Missed {
    NodeId member{};
    ObjectSet objects;
  };
  // Collapses cycles and renews the order. What it gives back has to be passed on and used.
  std::vector<Missed> rank();

  // Have the sets grown enough to look for equal ones?
  [[nodiscard]] bool wants_sharing() const {
    return pool_.used() > shared_used_ + shared_used_ / 4 + kWorthSharing;
  }
  // Keeps large sets that are equal once.
  void share_equal_sets();

  [[nodiscard]] std::span<const Edge> edges(NodeId node) const {
    const EdgeList& list = edges_[base::index(node)];
    return {list.data, list.size};
  }

  struct Counts {
    std::uint64_t edges = 0, unions = 0, rankings = 0, collapsed = 0, popped = 0;
  };
  [[nodiscard]] const Counts& counts() const { return counts_; }
  SetPool& pool() { return pool_; }
  [[nodiscard]] std::size_t bytes() const;

 private:
  friend class Snapshot;
  struct EdgeList {
    Edge* data = nullptr;
    std::uint32_t size = 0;
    std::uint32_t needed = 0;  // the first so many have to be passed along: see graph.cc
  };

  static constexpr std::uint8_t kHasEdges = 1;
  static constexpr std::uint8_t kUsed = 2;
  [[nodiscard]] bool is_marked(NodeId node) const { return marked_[base::index(node)] != 0; }
  void mark(NodeId node);
  void append(NodeId from, Edge edge, bool needed);
  void wake(NodeId representative) { queue_.push(position_[base::index(representative)]); }
  // `whole`: as for ObjectSet::unite().
  bool flow(const ObjectSet& objects, NodeId to, FilterId filter, const ObjectSet* whole = nullptr);
  // The same for one of many edges along which the objects are passed.
  bool flow_along(const ObjectSet& objects, NodeId to, FilterId filter, const ObjectSet* whole);
  bool receive(NodeId to, const ObjectSet& added);
  void forget_flows();
  // What a flow along one edge did to a set that others share; the next one may share as well.
  struct Flow {
    ObjectSet before, after, added;
    FilterId filter{};
  };
  static constexpr std::size_t kFlows = 16;
  static constexpr std::size_t kWorthSharing = std::size_t{16} << 20U;
  class Cycles;
  void collapse(std::span<const NodeId> cycle, std::vector<Missed>& missed);
  void shorten_ring(NodeId representative);
  void sort_needless_edges();
  void renew_order();

  const TypeTable& types_;
  Techniques techniques_;
  SetPool pool_;
  std::vector<ObjectSet> points_, news_;
  mutable std::vector<NodeId> parent_;
  std::vector<NodeId> next_member_;  // a ring through the representative
  std::vector<std::uint8_t> marked_;
  std::vector<EdgeList> edges_;
  std::vector<std::uint32_t> position_;
  std::vector<NodeId> at_position_;
  WorkQueue queue_;
  Counts counts_;
  std::uint64_t ranked_edges_ = 0;
  std::array<Flow, kFlows> flows_;  // of the objects that are being passed on
  bool has_flows_ = false;
  std::size_t shared_used_ = 0;  // bytes in the pool after equal sets were last looked for
};

}  // namespace heddle::pointsto
