// How a run of an origin comes to a place: the clearest chain of calls from its entry.
//
// Clear is a chain whose calls have few targets. What a call with a thousand targets runs in just
// this thread is what the analysis knows least; a detour by calls with one target each is rather
// believed. Of chains that are equally clear the shortest is taken.
//
// A chain is told beside another run: where the origin itself starts that one, only chains through
// what it does behind the start.
//
// Lifetime: all that is handed in must outlive it. Thread safety: one thread; what was found out
// about a pair of origins is kept.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "origins/call_graph.h"
#include "origins/order.h"
#include "origins/origins.h"

namespace heddle::origins {

struct Way {
  std::vector<Point> frames;  // from the entry down to the place; never empty
  // Where code of the platform that all threads share calls the program back, of all such places
  // the least clear: the frame, how many it might call, how many frames of the platform's code end
  // there.
  struct CalledBack {
    std::size_t frame = 0;
    std::size_t targets = 0;
    std::size_t depth = 0;

    // The program gave a thing to the platform, which called it: nothing to doubt.
    [[nodiscard]] bool is_clear() const { return targets < 8 && depth < 12; }
  };
  CalledBack called_back;

  // Nobody follows longer ones, and few that are true are.
  static constexpr std::size_t kLongest = 16;
  [[nodiscard]] bool is_long() const { return frames.size() > kLongest; }
  [[nodiscard]] bool is_clear() const { return called_back.is_clear() && !is_long(); }
};

class Ways {
 public:
  Ways(CallGraph& calls, const Origins& origins, Order& order)
      : calls_(calls), origins_(origins), order_(order) {}

  // `beside` may be the origin itself: then any chain will do. Quick if it was asked for the same
  // origins lately.
  Way to(Point point, OriginId origin, OriginId beside);
  // Of calls one below the other: is there a chain to the first that comes behind where the origin
  // starts the other one, or does one of them?
  bool comes_beside(std::span<const Point> calls, OriginId origin, OriginId beside);
  // How unclear the clearest chain to the instance is; 0: there is none.
  std::uint32_t cost_to(pointsto::InstanceId id, OriginId origin);
  // What the call adds to that.
  [[nodiscard]] std::uint32_t cost_of(Point call) const {
    return cost(call.instance, targets(call));
  }
  [[nodiscard]] std::uint32_t cost_of(const Call& call) const;

 private:
  // The call that leads to an instance, and whether its caller was behind the start by then.
  struct Step {
    std::uint32_t cost = 0;  // 0: not reached
    Point caller{.instance = base::kNone<pointsto::InstanceId>, .instruction = 0};  // none: entry
    bool caller_is_behind = false;
  };
  // Places in steps, the cheapest first, of those the lowest. What is added costs more than what
  // was taken last: costs are small, so each has a list, put in order when its turn comes.
  class Open {
   public:
    void add(std::uint32_t cost, std::uint32_t place);
    // To be asked before each of the others.
    bool is_empty();
    [[nodiscard]] std::uint32_t cost() const { return cost_; }
    [[nodiscard]] std::uint32_t next() const { return by_cost_[cost_].back(); }
    void take_next() { by_cost_[cost_].pop_back(); }

   private:
    std::vector<std::vector<std::uint32_t>> by_cost_;
    std::uint32_t cost_ = 0;
  };
  // From the entries on, the cheapest first, as far as was asked for.
  struct Search {
    std::vector<std::uint8_t> has_it;  // by list: is the origin among those who run it?
    Order::Starts starts;              // behind one of which it must be; empty: anywhere
    boost::unordered_flat_map<std::uint32_t, Step> steps;  // by instance, before and behind
    std::uint64_t asked = 0;                               // when last
    Open open;
    std::vector<bool> leads_to_start;  // by instance: is it known, and does it; empty: of none
  };
  Search& search(OriginId origin, OriginId beside);
  void take(Search& search, std::uint32_t to, const Step& step);
  // Until the cheapest chain to it is known; none where its cost is still 0.
  Step find(Search& search, std::uint32_t to);
  static Step step_to(const Search& search, std::uint32_t to);
  // Of searches that nobody asked for lately, until the others take half of the room.
  void forget_searches();
  // Is one of the starts done by the instance, or by what it calls?
  bool leads_to_start(Search& search, pointsto::InstanceId id);
  void follow(Search& search, std::uint32_t from, std::uint32_t cost_here);
  void follow_anywhere(Search& search, pointsto::InstanceId from, std::uint32_t cost_here);
  void list_edges();
  [[nodiscard]] std::uint32_t cost(pointsto::InstanceId caller, std::size_t targets) const;
  [[nodiscard]] std::size_t targets(Point call) const;
  [[nodiscard]] Way::CalledBack least_clear(const std::vector<Point>& frames) const;

  CallGraph& calls_;
  const Origins& origins_;
  Order& order_;
  // The cheapest call of each callee, for searches that may go by any: by caller.
  struct Edge {
    pointsto::InstanceId callee{};
    std::uint32_t instruction = 0;
    std::uint32_t cost = 0;
    std::uint32_t list = 0;  // the number of the list of who runs the callee
  };
  std::vector<Edge> edges_;
  std::vector<std::uint32_t> first_edge_;  // by instance; empty: not listed yet
  std::map<std::pair<OriginId, Order::Starts>, Search> searches_;
  std::uint64_t asked_ = 0;
  std::size_t steps_ = 0;  // of all searches
};

}  // namespace heddle::origins
