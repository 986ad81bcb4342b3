#include "deadlocks/deadlocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

#include "base/id.h"
#include "deadlocks/long_circles.h"
#include "ir/class.h"

namespace heddle::deadlocks {

using base::index;
using model::LockMode;
using origins::OriginId;

namespace {

constexpr std::size_t kLongest = 4;  // of which all are looked for
constexpr std::size_t kMostFound = 500;
constexpr std::uint64_t kMostSteps = 5'000'000;

}  // namespace

Deadlocks::Deadlocks(origins::CallGraph& calls, origins::Origins& origins, origins::Order& order,
                     locks::Locks& locks, locks::Paths& paths, const LockOrder& lock_order,
                     IsRunOwn is_run_own)
    : calls_(calls),
      origins_(origins),
      order_(order),
      locks_(locks),
      paths_(paths),
      is_run_own_(std::move(is_run_own)),
      edges_(lock_order.edges()),
      from_(calls.heap().object_count()) {
  for (std::uint32_t e = 0; e < edges_.size(); ++e) from_[index(edges_[e].from)].push_back(e);
  for (std::uint32_t e = 0; e < edges_.size(); ++e) search(e);
  find_long();
}

void Deadlocks::find_long() {
  std::vector<LongCircles::Arrow> arrows;
  for (const Edge& edge : edges_) arrows.push_back({index(edge.from), index(edge.to)});
  const LongCircles circles(arrows, kLongest);
  was_cut_ |= circles.was_cut();
  for (const std::vector<std::uint32_t>& objects : circles.found()) {
    std::vector<std::vector<std::uint32_t>> hops(objects.size());
    for (std::size_t i = 0; i < objects.size(); ++i)
      std::ranges::copy_if(from_[objects[i]], std::back_inserter(hops[i]), [&](std::uint32_t e) {
        return index(edges_[e].to) == objects[(i + 1) % objects.size()];
      });
    std::vector<std::uint32_t> cycle;
    choose_edges(hops, cycle);
  }
}

bool Deadlocks::choose_edges(std::span<const std::vector<std::uint32_t>> hops,
                             std::vector<std::uint32_t>& cycle) {
  if (cycle.size() == hops.size()) return close(cycle);
  for (const std::uint32_t edge : hops[cycle.size()]) {
    was_cut_ |= ++steps_ > kMostSteps || found_.size() >= kMostFound;
    if (was_cut_) return false;
    const bool is_used = std::ranges::any_of(
        cycle, [&](std::uint32_t e) { return edges_[e].number == edges_[edge].number; });
    if (is_used || (!cycle.empty() && !blocks(edges_[cycle.back()], edges_[edge]))) continue;
    cycle.push_back(edge);
    const bool is_closed = choose_edges(hops, cycle);
    cycle.pop_back();
    if (is_closed) return true;
  }
  return false;
}

// Each cycle is found from its lowest edge.
void Deadlocks::search(std::uint32_t first) {
  std::vector<std::uint32_t> cycle{first};
  // One place may meet itself: two objects of one sort in the two orders.
  if (edges_[first].from == edges_[first].to) close({first, first});
  extend(cycle);
}

void Deadlocks::extend(std::vector<std::uint32_t>& cycle) {
  const std::uint32_t last = cycle.back();
  for (const std::uint32_t next : from_[index(edges_[last].to)]) {
    was_cut_ |= ++steps_ > kMostSteps || found_.size() >= kMostFound;
    if (was_cut_) return;
    if (next <= cycle.front()) continue;
    // The same acquisition twice, of two objects in the two orders, is like that of one sort.
    const bool is_mirrored = cycle.size() == 1 && edges_[next].to == edges_[last].from;
    const bool is_used = std::ranges::any_of(cycle, [&](std::uint32_t e) {
      return (edges_[e].number == edges_[next].number && !is_mirrored) ||
             edges_[e].from == edges_[next].from;
    });
    if (is_used && edges_[next].from != edges_[next].to) continue;
    if (std::ranges::find(cycle, next) != cycle.end()) continue;
    if (!blocks(edges_[last], edges_[next])) continue;
    cycle.push_back(next);
    if (edges_[next].to == edges_[cycle.front()].from) {
      close(cycle);
    } else if (cycle.size() < kLongest) {
      extend(cycle);
    }
    cycle.pop_back();
  }
}

// Two readers of one lock do not wait for each other.
bool Deadlocks::blocks(const Edge& wanting, const Edge& holding) const {
  return wanting.wants.mode == LockMode::kExclusive || holding.holds.mode == LockMode::kExclusive;
}

// Does everybody take them in the same order, whichever they are? Only those that all compare as
// equal can be a circle of such steps.
bool Deadlocks::is_sorted(const std::vector<std::uint32_t>& cycle) const {
  const auto all = [&](auto holds) {
    return std::ranges::all_of(cycle, [&](std::uint32_t e) { return holds(edges_[e].sorted); });
  };
  const std::uint64_t key = edges_[cycle.front()].sorted.key;
  using Order = locks::SortedPairs::Order;
  return key != 0 && all([&](const Order& order) { return order.key == key; }) &&
         all([](const Order& order) { return order.ascends; }) !=
             all([](const Order& order) { return order.descends; });
}

bool Deadlocks::close(const std::vector<std::uint32_t>& cycle) {
  if (!blocks(edges_[cycle.back()], edges_[cycle.front()]) || is_sorted(cycle)) return false;
  std::vector<std::uint64_t> sites;
  for (const std::uint32_t e : cycle)
    sites.push_back(std::uint64_t{index(calls_.at(edges_[e].instance).method)} << 32U |
                    edges_[e].wants.instruction);
  std::ranges::sort(sites);
  if (known_.contains(sites)) return false;
  std::vector<Deadlock::Side> sides;
  if (!choose_origins(cycle, sides) || have_gate(cycle)) return false;
  known_.insert(std::move(sites));
  found_.push_back({.sides = std::move(sides)});
  return true;
}

// One run for each edge, all different and none ordered with another.
bool Deadlocks::choose_origins(const std::vector<std::uint32_t>& cycle,
                               std::vector<Deadlock::Side>& sides) {
  if (sides.size() == cycle.size()) return true;
  const std::uint32_t edge = cycle[sides.size()];
  for (const OriginId origin : origins_.list(edges_[edge].instance)) {
    // It must be the one that took what it holds.
    const pointsto::InstanceId way = edges_[edge].by_way_of;
    if (!base::is_none(way) && !origins_.runs(origin, way)) continue;
    const bool fits = std::ranges::all_of(sides, [&](const Deadlock::Side& other) {
      return may_meet(other.edge, other.origin, edge, origin);
    });
    if (!fits) continue;
    sides.push_back({.edge = edge, .origin = origin});
    if (choose_origins(cycle, sides)) return true;
    sides.pop_back();
  }
  return false;
}

bool Deadlocks::may_meet(std::uint32_t a, OriginId of_a, std::uint32_t b, OriginId of_b) {
  if (order_.exclude(of_a, of_b)) return false;
  if (of_a == of_b) return origins_[of_a].many && share_lock(a, b, of_a);
  const auto point = [&](std::uint32_t e) {
    const std::uint32_t at = edges_[e].wants.instruction;
    return origins::Point{.instance = edges_[e].instance,
                          .instruction = at == locks::kAtEntry ? 0 : at};
  };
  return !order_.is_ordered(point(a), of_a, point(b), of_b);
}

bool Deadlocks::share_lock(std::uint32_t a, std::uint32_t b, OriginId origin) const {
  const auto is_own = [&](const Edge& wanting, const Edge& holding) {
    return wanting.to == holding.from && is_run_own_(origin, wanting.to);
  };
  return !is_own(edges_[a], edges_[b]) && !is_own(edges_[b], edges_[a]);
}

// Is another lock, surely one object, held around every side?
bool Deadlocks::have_gate(const std::vector<std::uint32_t>& cycle) {
  const auto held = [&](std::uint32_t e) {
    std::vector<locks::Lock> all = locks_.before(edges_[e].instance, edges_[e].wants);
    if (!edges_[e].wants.retakes) return all;
    // Who waits has given it back.
    for (const locks::Lock& given : locks_.taken(edges_[e].instance, edges_[e].wants))
      std::erase_if(all, [&](const locks::Lock& lock) { return lock.key() == given.key(); });
    return all;
  };
  for (const locks::Lock& gate : held(cycle[0])) {
    const bool is_known = gate.kind != locks::Lock::Kind::kPath ||
                          paths_.is_global(base::id_at<locks::PathId>(gate.id));
    if (!is_known || gate.mode != LockMode::kExclusive) continue;
    const bool everywhere = std::ranges::all_of(cycle, [&](std::uint32_t e) {
      return std::ranges::any_of(held(e), [&](const locks::Lock& lock) {
        return lock.key() == gate.key() && lock.mode == LockMode::kExclusive;
      });
    });
    if (everywhere) return true;
  }
  return false;
}

report::Lock Deadlocks::lock(const Edge& edge, bool wanted, origins::Describe& describe) {
  report::Lock made;
  const pointsto::ObjectId object = wanted ? edge.to : edge.from;
  const std::optional<std::string> name =
      wanted ? paths_.lasting_name(edge.wants.path) : locks_.lasting_name(edge.holds);
  made.name = name ? *name : describe.type_name(calls_.heap().type(object));
  const LockMode mode = wanted ? edge.wants.mode : edge.holds.mode;
  made.mode = mode == LockMode::kShared ? report::LockMode::kShared : report::LockMode::kExclusive;
  made.acquired = wanted ? describe.place(edge.instance, edge.wants.instruction)
                         : describe.place(edge.holds.taken_in, edge.holds.taken_at);
  return made;
}

report::Finding Deadlocks::finding(const Deadlock& deadlock, origins::Describe& describe) {
  report::Finding made;
  made.kind = report::Kind::kDeadlock;
  made.support.push_back(
      {.engine = report::Engine::kWholeProgram, .evidence = report::Evidence::kPossible});
  bool are_single = true, is_own = false;
  for (std::size_t i = 0; i < deadlock.sides.size(); ++i) {
    const Deadlock::Side& side = deadlock.sides[i];
    const Deadlock::Side& next = deadlock.sides[(i + 1) % deadlock.sides.size()];
    const Edge& edge = edges_[side.edge];
    const origins::Way way =
        describe.way(side.origin, next.origin, {edge.instance, edge.wants.instruction});
    report::Side told = describe.side(report::Operation::kAcquire, side.origin, way);
    describe.add_doubts(side.origin, next.origin, way, made.doubts);
    are_single &= origins_.is_single(edge.from) && origins_.is_single(edge.to);
    is_own |= calls_.is_application(edge.instance) || calls_.is_application(edge.holds.taken_in);
    told.wants = lock(edge, true, describe);
    told.holds.push_back(lock(edge, false, describe));
    made.sides.push_back(std::move(told));
  }
  if (!are_single)
    made.doubts.emplace_back("a lock is one of many: they may never hold the same ones");
  if (!is_own)
    made.doubts.emplace_back("only libraries take these locks, not the program's own code");
  if (made.sides.size() > 2)
    made.doubts.push_back(
        fmt::format("{} of them have to come together at one time", made.sides.size()));
  return made;
}

}  // namespace heddle::deadlocks
