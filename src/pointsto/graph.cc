// Sets flow along edges until nothing is new. Three things keep that short.
//
// News only: a node passes on what came since it last did. Order: nodes are worked on in sweeps
// along the edges, so that a node has most of its news together before its turn comes. Cycles:
// nodes on a cycle of plain edges have the same set in the end, so they become one. Order and
// cycles are found anew when the edges have grown by half.
//
// Most large sets are equal to others, because they are copies of each other along edges. Those
// that become equal to their source by a flow share memory with it; the others are found by their
// hashes now and then.
//
// A collapsed cycle is a ring of members behind one representative, whose set it is. Members keep
// their own edges. Those that stay inside the cycle, and those that lead where another edge of the
// cycle leads already, are sorted to the back of the list and skipped: the fields of all nodes of a
// linked list are one cycle, and each has an edge to every variable that walks the list.
#include "pointsto/graph.h"

#include <algorithm>
#include <boost/unordered/unordered_flat_map.hpp>
#include <boost/unordered/unordered_flat_set.hpp>

#include "base/check.h"

namespace heddle::pointsto {

using base::index;

NodeId Graph::add_nodes(std::uint32_t count) {
  const std::size_t first = parent_.size();
  const std::size_t end = first + count;
  points_.resize(end);
  news_.resize(end);
  edges_.resize(end);
  marked_.resize(end);
  for (std::size_t i = first; i < end; ++i) {
    const NodeId node = base::id_at<NodeId>(i);
    parent_.push_back(node);
    next_member_.push_back(node);
    position_.push_back(static_cast<std::uint32_t>(at_position_.size()));
    at_position_.push_back(node);
  }
  return base::id_at<NodeId>(first);
}

NodeId Graph::find(NodeId node) const {
  while (parent_[index(node)] != node) {
    const NodeId above = parent_[index(node)];
    parent_[index(node)] = parent_[index(above)];
    node = parent_[index(node)];
  }
  return node;
}

void Graph::mark_used(NodeId node) {
  mark(node);
  marked_[index(node)] = kUsed;
}

// Puts a member of a cycle into its ring when it first has something to do there.
void Graph::mark(NodeId node) {
  if (is_marked(node)) return;
  marked_[index(node)] = kHasEdges;
  const NodeId head = find(node);
  if (head == node) return;
  next_member_[index(node)] = next_member_[index(head)];
  next_member_[index(head)] = node;
}

bool Graph::add_object(NodeId node, ObjectId object) {
  const NodeId to = find(node);
  if (!points_[index(to)].insert(object, pool_)) return false;
  news_[index(to)].insert(object, pool_);
  wake(to);
  return true;
}

bool Graph::add_objects(NodeId node, const ObjectSet& objects, FilterId filter) {
  return flow(objects, find(node), filter);
}

bool Graph::flow(const ObjectSet& objects, NodeId to, FilterId filter, const ObjectSet* whole) {
  ++counts_.unions;
  if (!points_[index(to)].unite(objects, types_.mask(filter), news_[index(to)], pool_, whole))
    return false;
  wake(to);
  return true;
}

// Many targets of a node have the same set, and then all get the same.
bool Graph::flow_along(const ObjectSet& objects, NodeId to, FilterId filter,
                       const ObjectSet* whole) {
  ObjectSet& points = points_[index(to)];
  if (!points.is_shared()) return flow(objects, to, filter, whole);
  ++counts_.unions;
  has_flows_ = true;
  const auto place = reinterpret_cast<std::uintptr_t>(points.identity()) >> 4U;
  Flow& known = flows_[(place ^ index(filter)) % kFlows];
  if (known.before.identity() == points.identity() && known.filter == filter) {
    if (known.added.empty()) return false;
    points.share(known.after, pool_);
    return receive(to, known.added);
  }
  known.before.share(points, pool_);
  known.filter = filter;
  known.added.clear(pool_);
  points.unite(objects, types_.mask(filter), known.added, pool_, whole);
  known.after.share(points, pool_);
  return receive(to, known.added);
}

bool Graph::receive(NodeId to, const ObjectSet& added) {
  if (added.empty()) return false;
  ObjectSet none;
  news_[index(to)].unite(added, nullptr, none, pool_);
  none.clear(pool_);
  wake(to);
  return true;
}

void Graph::forget_flows() {
  if (!has_flows_) return;
  has_flows_ = false;
  for (Flow& flow : flows_) {
    flow.before.clear(pool_);
    flow.after.clear(pool_);
    flow.added.clear(pool_);
  }
}

void Graph::append(NodeId from, Edge edge, bool needed) {
  EdgeList& list = edges_[index(from)];
  // Capacities are powers of two, from two on.
  if (list.size == 0 || (list.size >= 2 && std::has_single_bit(list.size))) {
    const std::uint32_t capacity = list.size == 0 ? 2 : list.size * 2;
    auto* wider = static_cast<Edge*>(pool_.take(SetPool::class_of(capacity * sizeof(Edge))));
    std::copy_n(list.data, list.size, wider);
    if (list.size != 0) pool_.give(list.data, SetPool::class_of(list.size * sizeof(Edge)));
    list.data = wider;
  }
  list.data[list.size++] = edge;
  if (needed) std::swap(list.data[list.needed++], list.data[list.size - 1]);
}

void Graph::add_edge(NodeId from, NodeId to, FilterId filter) {
  ++counts_.edges;
  const NodeId source = find(from);
  const NodeId target = find(to);
  append(from, {to, filter}, source != target);
  if (source == target) return;
  mark(from);
  if (!points_[index(source)].empty()) flow(points_[index(source)], target, filter);
}

NodeId Graph::next() {
  for (;;) {
    const std::optional<std::uint32_t> position = queue_.pop();
    if (!position) return base::kNone<NodeId>;
    const NodeId node = at_position_[*position];
    if (find(node) != node || news_[index(node)].empty()) continue;
    ++counts_.popped;
    return node;
  }
}

void Graph::pass_on(NodeId member, const ObjectSet& objects) {
  const NodeId source = find(member);
  const ObjectSet& all = points_[index(source)];
  // Where nothing else is new, all of the source's set will be in the target's.
  const ObjectSet* whole = news_[index(source)].empty() ? &all : nullptr;
  // Edges that come while we pass on have been passed along already.
  const std::uint32_t count = edges_[index(member)].needed;
  for (std::uint32_t i = 0; i < count; ++i) {
    const Edge edge = edges_[index(member)].data[i];
    const NodeId target = find(edge.to);
    if (target == source) continue;
    flow_along(techniques_.difference_propagation ? objects : all, target, edge.filter,
               edge.filter == kNoFilter ? whole : nullptr);
  }
  forget_flows();
}

bool Graph::wants_ranking() const {
  if (!techniques_.collapse_cycles && !techniques_.topological_order) return false;
  return counts_.edges > techniques_.ranking_starts_at &&
         counts_.edges > ranked_edges_ + ranked_edges_ / 2;
}

// --- cycles and order ----------------------------------------------------------------------------

// Tarjan's strongly connected components over representatives and plain edges, without recursion.
class Graph::Cycles {
 public:
  explicit Cycles(Graph& graph) : graph_(graph), number_(graph.size(), 0), low_(graph.size(), 0) {}

  template <typename Visit>
  void find(Visit&& visit) {
    for (std::uint32_t i = 0; i < graph_.size(); ++i) {
      const NodeId node = base::id_at<NodeId>(i);
      if (graph_.parent_[i] == node && number_[i] == 0) explore(node, visit);
    }
  }

 private:
  // Where we are in a node: a member of its ring and an edge of the member.
  struct Frame {
    NodeId node, member;
    std::uint32_t edge = 0;
  };

  void enter(NodeId node) {
    number_[index(node)] = low_[index(node)] = ++count_;
    open_.push_back(node);
    frames_.push_back({node, node, 0});
  }

  // The next plain edge's target, none when the node is done.
  NodeId advance(Frame& frame) {
    for (;;) {
      const EdgeList& list = graph_.edges_[index(frame.member)];
      while (frame.edge < list.needed) {
        const Edge edge = list.data[frame.edge++];
        if (edge.filter == kNoFilter) return graph_.find(edge.to);
      }
      frame.member = graph_.next_member_[index(frame.member)];
      frame.edge = 0;
      if (frame.member == frame.node) return base::kNone<NodeId>;
    }
  }

  template <typename Visit>
  void explore(NodeId root, Visit& visit) {
    enter(root);
    while (!frames_.empty()) {
      const NodeId target = advance(frames_.back());
      const NodeId node = frames_.back().node;
      if (base::is_none(target)) {
        frames_.pop_back();
        if (!frames_.empty()) lower(frames_.back().node, low_[index(node)]);
        if (low_[index(node)] == number_[index(node)]) close(node, visit);
      } else if (number_[index(target)] == 0) {
        enter(target);
      } else if (number_[index(target)] != kClosed) {
        lower(node, number_[index(target)]);
      }
    }
  }

  void lower(NodeId node, std::uint32_t to) { low_[index(node)] = std::min(low_[index(node)], to); }

  template <typename Visit>
  void close(NodeId node, Visit& visit) {
    const auto first = std::find(open_.rbegin(), open_.rend(), node).base() - 1;
    if (open_.end() - first > 1) visit(std::span<const NodeId>(first, open_.end()));
    for (auto at = first; at != open_.end(); ++at) number_[index(*at)] = kClosed;
    open_.erase(first, open_.end());
  }

  static constexpr std::uint32_t kClosed = 0xFFFF'FFFF;
  Graph& graph_;
  std::vector<std::uint32_t> number_, low_;
  std::uint32_t count_ = 0;
  std::vector<NodeId> open_;
  std::vector<Frame> frames_;
};

std::vector<Graph::Missed> Graph::rank() {
  ++counts_.rankings;
  ranked_edges_ = counts_.edges;
  std::vector<Missed> missed;
  if (techniques_.collapse_cycles) {
    std::vector<NodeId> members;
    std::vector<std::uint32_t> ends;
    Cycles(*this).find([&](std::span<const NodeId> cycle) {
      members.insert(members.end(), cycle.begin(), cycle.end());
      ends.push_back(static_cast<std::uint32_t>(members.size()));
    });
    std::uint32_t first = 0;
    for (const std::uint32_t end : ends) {
      collapse(std::span<const NodeId>(members).subspan(first, end - first), missed);
      first = end;
    }
    sort_needless_edges();
  }
  if (techniques_.topological_order) renew_order();
  share_equal_sets();
  return missed;
}

void Graph::share_equal_sets() {
  boost::unordered_flat_map<std::uint64_t, NodeId> by_hash;
  boost::unordered_flat_set<const void*> seen;
  for (std::uint32_t i = 0; i < size(); ++i) {
    ObjectSet& set = points_[i];
    if (set.identity() == nullptr || !seen.insert(set.identity()).second) continue;
    const auto [place, fresh] = by_hash.try_emplace(set.hash(), base::id_at<NodeId>(i));
    const ObjectSet& other = points_[index(place->second)];
    if (!fresh && set.equals(other)) set.share(other, pool_);
  }
  shared_used_ = pool_.used();
}

void Graph::collapse(std::span<const NodeId> cycle, std::vector<Missed>& missed) {
  counts_.collapsed += cycle.size() - 1;
  const NodeId head = *std::min_element(cycle.begin(), cycle.end());
  ObjectSet all, ignored;
  for (const NodeId node : cycle) all.unite(points_[index(node)], nullptr, ignored, pool_);
  ignored.clear(pool_);
  for (const NodeId node : cycle) {
    // What this part has not passed on yet: what it lacks, and its news.
    ObjectSet lacking, own = points_[index(node)].take();
    own.unite(all, nullptr, lacking, pool_);
    own.clear(pool_);
    ObjectSet ignored_news;
    ObjectSet news = news_[index(node)].take();
    lacking.unite(news, nullptr, ignored_news, pool_);
    ignored_news.clear(pool_);
    news.clear(pool_);
    if (!lacking.empty()) {
      for_each_member(node, [&](NodeId member) {
        ObjectSet copy, none;
        copy.unite(lacking, nullptr, none, pool_);
        none.clear(pool_);
        missed.push_back({member, copy});
      });
      lacking.clear(pool_);
    }
  }
  points_[index(head)] = all;
  for (const NodeId node : cycle) {
    if (node == head) continue;
    // Two rings become one by exchanging successors; a node that has nothing to do leaves it.
    std::swap(next_member_[index(head)], next_member_[index(node)]);
    parent_[index(node)] = head;
  }
}

// Members that have nothing to do leave the ring.
void Graph::shorten_ring(NodeId head) {
  NodeId before = head;
  for (NodeId member = next_member_[index(head)]; member != head;) {
    const NodeId after = next_member_[index(member)];
    if (marked_[index(member)] == kHasEdges && edges_[index(member)].needed == 0)
      marked_[index(member)] = 0;
    if (is_marked(member)) {
      before = member;
    } else {
      next_member_[index(before)] = after;
      next_member_[index(member)] = member;
    }
    member = after;
  }
}

void Graph::sort_needless_edges() {
  // By target: the last representative that leads there, and through which filter.
  std::vector<std::uint32_t> reached_from(size(), 0xFFFF'FFFF);
  std::vector<FilterId> through(size(), kNoFilter);
  for (std::uint32_t i = 0; i < size(); ++i) {
    const NodeId head = base::id_at<NodeId>(i);
    if (parent_[i] != head) continue;
    const auto is_needed = [&](const Edge& edge) {
      const std::uint32_t target = index(find(edge.to));
      if (target == i) return false;
      if (reached_from[target] == i &&
          (through[target] == edge.filter || through[target] == kNoFilter))
        return false;
      reached_from[target] = i;
      through[target] = edge.filter;
      return true;
    };
    NodeId member = head;
    do {
      EdgeList& list = edges_[index(member)];
      list.needed = static_cast<std::uint32_t>(
          std::partition(list.data, list.data + list.needed, is_needed) - list.data);
      member = next_member_[index(member)];
    } while (member != head);
    shorten_ring(head);
  }
}

// Reverse postorder of a depth-first walk along all edges: sources before targets, but for cycles.
void Graph::renew_order() {
  std::vector<std::uint32_t> pending;
  while (const std::optional<std::uint32_t> position = queue_.pop())
    pending.push_back(index(find(at_position_[*position])));
  queue_.restart();

  struct Frame {
    NodeId node, member;
    std::uint32_t edge = 0;
  };
  std::vector<std::uint8_t> seen(size(), 0);
  std::vector<NodeId> finished;
  finished.reserve(size());
  std::vector<Frame> frames;
  for (std::uint32_t i = 0; i < size(); ++i) {
    const NodeId root = base::id_at<NodeId>(i);
    if (parent_[i] != root || seen[i] != 0) continue;
    seen[i] = 1;
    frames.push_back({root, root, 0});
    while (!frames.empty()) {
      Frame& frame = frames.back();
      const EdgeList& list = edges_[index(frame.member)];
      if (frame.edge < list.needed) {
        const NodeId target = find(list.data[frame.edge++].to);
        if (seen[index(target)] == 0) {
          seen[index(target)] = 1;
          frames.push_back({target, target, 0});
        }
        continue;
      }
      frame.edge = 0;
      frame.member = next_member_[index(frame.member)];
      if (frame.member != frame.node) continue;
      finished.push_back(frame.node);
      frames.pop_back();
    }
  }
  at_position_.assign(finished.rbegin(), finished.rend());
  for (std::uint32_t position = 0; position < at_position_.size(); ++position)
    position_[index(at_position_[position])] = position;
  for (const std::uint32_t node : pending) queue_.push(position_[node]);
}

std::size_t Graph::bytes() const {
  return pool_.bytes() + points_.capacity() * 2 * sizeof(ObjectSet) +
         parent_.capacity() *
             (2 * sizeof(NodeId) + 1 + sizeof(EdgeList) + 2 * sizeof(std::uint32_t));
}

}  // namespace heddle::pointsto
