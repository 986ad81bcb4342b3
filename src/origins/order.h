// What starts, joins and gates order: which point of one origin surely comes before or after all
// runs of another, or before all that has passed a gate.
//
// A point comes before a start only if no path through the code, calls included, leads from that
// start back to the point. It comes after a join only if the join lies on every path to it, and the
// join is surely of that very origin. Locks order nothing here.
//
// Lifetime: all that is handed in must outlive it. Thread safety: one thread; what a start reaches
// is worked out when first asked for.
#pragma once

#include <array>
#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "origins/after_starts.h"
#include "origins/call_graph.h"
#include "origins/facts.h"
#include "origins/gates.h"
#include "origins/joins.h"
#include "origins/origins.h"
#include "origins/point.h"
#include "origins/start_facts.h"
#include "origins/uninterrupted.h"

namespace heddle::origins {

class Order {
 public:
  Order(CallGraph& calls, Origins& origins, const StartFacts& starts, Joins& joins,
        const Gates& gates);

  // Do two runs of the origins never overlap, wherever they are?
  [[nodiscard]] bool exclude(OriginId a, OriginId b) const { return starts_.exclude(a, b); }
  // Can no run of the two origins be at `a` and at `b` at the same time, for there is an order?
  bool is_ordered(Point a, OriginId of_a, Point b, OriginId of_b);
  // Takes those out of `others`, bits by origin, of which that is quickly known: what is left has
  // to be asked for, one by one.
  void leave_unordered(Point a, OriginId of_a, Point b, std::span<std::uint64_t> others);

  // Is the value what a run of the origin, and of no other, gave its future as its result?
  [[nodiscard]] bool is_result_of(pointsto::InstanceId at, ir::ValueId value,
                                  OriginId origin) const {
    return joins_.is_result_of(at, value, origin);
  }

  // Does every way from where the value is made to the instruction pass a wait for just that thread
  // or task?
  [[nodiscard]] bool is_waited_for(pointsto::InstanceId at, ir::ValueId value,
                                   std::uint32_t instruction) const {
    return joins_.is_waited_for(at, value, instruction);
  }

  // The calls that begin runs of the origin, if each is waited for by the very run of the method
  // that made the call, before that returns or calls again; else none.
  [[nodiscard]] std::span<const Point> nested(OriginId origin) const {
    return joins_.nested(origin);
  }
  // What the call began in a run of the method: has it ended when that run comes to the
  // instruction?
  [[nodiscard]] bool is_over_at(Point start, std::uint32_t instruction) const {
    return joins_.is_over_at(start, instruction);
  }

  // The gates that whoever is at the point has passed, and what they are.
  const std::vector<std::uint32_t>& passed(Point point);
  [[nodiscard]] const Gate& gate(std::uint32_t number) const { return gates_[number]; }

  // The starts by the only run of `origin` without which no run of `other` begins; none if others
  // may begin it, too, or if there may be several runs. Bits by event, empty if there are none.
  using Starts = std::vector<std::uint64_t>;
  const Starts& starts_of(OriginId origin, OriginId other);
  // May the point be passed after one of those starts, by who did it?
  bool is_behind(const Starts& starts, Point point);
  // Is one of those starts done by the instance, or by what it calls?
  bool leads_to_start(const Starts& starts, pointsto::InstanceId id);

 private:
  [[nodiscard]] Starts find_starts_of(OriginId origin, OriginId other) const;
  // All runs of `other` begin after `point` was passed by the only run of `origin`.
  bool comes_before(Point point, OriginId origin, OriginId other);
  // No run of `other` is under way there.
  bool comes_after(Point point, OriginId other);
  // Each time the only run of `origin` is at the point, what it began of `other` has ended or will
  // begin only then.
  [[nodiscard]] bool is_done_by_machine(std::uint32_t event) const;
  bool is_apart(Point point, OriginId origin, OriginId other);

  // Some gate that is passed at `late` is not passed before the run of `early` was there.
  bool is_parted(Point early, OriginId origin, Point late);
  bool precedes(Point point, OriginId origin, std::uint32_t gate, unsigned depth);
  struct Counted {
    std::int64_t others = 0;
    bool is_one_less = false;
  };
  bool count(Point point, OriginId origin, const Giver& giver, const Gate& of, unsigned depth,
             Counted& counted);
  std::uint32_t elsewhere(Point point, OriginId origin, const Giver& giver, bool is_exact,
                          unsigned depth);
  const std::vector<std::uint64_t>& excluded_by(OriginId origin);

  // Where control may come after a start or a signal.
  struct Reach {
    bool known = false;
    std::optional<OriginId> under_way;
    std::vector<std::uint64_t> whole;  // bits by instance: any instruction
    boost::unordered_flat_map<std::uint32_t, std::vector<std::uint32_t>> behind;  // by instance
  };
  // From where, by whom, and until when control is followed.
  struct Way {
    Point from;
    std::span<const std::uint64_t> by;  // origins
    bool is_exact = false;              // in the platform's code, too
    std::optional<OriginId> under_way;  // only as long as this one is
  };
  const Reach& reach_while_under_way(std::uint32_t event);
  const Reach& reach(const Signal& signal, OriginId origin);
  void follow(const Way& way, Reach& reach);
  // By number of the list of who runs an instance: is one of these origins in it?
  [[nodiscard]] std::vector<std::uint8_t> lists_with(std::span<const std::uint64_t> by) const;
  // May the point be passed while what was begun there is under way?
  bool is_beside(std::uint32_t event, Point point);
  bool is_in(const Reach& reach, Point point);
  const std::vector<std::uint64_t>& begun_after(Point point, OriginId origin);
  [[nodiscard]] const std::vector<std::uint64_t>& may_begin_after(OriginId origin);
  [[nodiscard]] std::vector<std::uint64_t> find_begun_after(
      OriginId origin, const std::vector<std::uint64_t>& comes_back) const;
  [[nodiscard]] bool is_only_done_by(std::uint32_t event, OriginId origin,
                                     std::span<const std::uint64_t> others) const;

  CallGraph& calls_;
  Origins& origins_;
  const StartFacts& starts_;
  Joins& joins_;
  const Gates& gates_;
  AfterStarts after_starts_;
  Uninterrupted uninterrupted_;
  std::vector<Reach> reaches_;                        // by event: while under way
  std::vector<std::vector<std::uint64_t>> starters_;  // by event: origins that do it
  std::vector<std::uint8_t> is_machines_;             // by event
  boost::unordered_flat_map<std::uint64_t, std::uint32_t> starts_of_;  // by origins: places
  std::deque<Starts> known_starts_{{}};                                // the first has none
  // By instance, instruction and origin: places in after_. Few of them differ: they depend on which
  // starts lead back to the point.
  boost::unordered_flat_map<std::array<std::uint32_t, 3>, std::uint32_t> after_ids_;
  std::map<std::pair<OriginId, std::vector<std::uint64_t>>, std::uint32_t> after_by_starts_;
  std::deque<std::vector<std::uint64_t>> after_;
  std::map<OriginId, std::vector<std::uint64_t>> may_begin_after_;  // bits by event
  // By instance, instruction and origin.
  std::map<std::array<std::uint32_t, 3>, Reach> signal_reaches_;
  // By point: places in the lists of gates that differ; the first has none.
  boost::unordered_flat_map<std::uint64_t, std::uint32_t> passed_ids_;
  std::deque<std::vector<std::uint32_t>> passed_{{}};
  std::vector<std::vector<std::uint64_t>> excluded_;       // by origin: bits; empty: not known yet
  std::map<std::array<std::uint32_t, 4>, bool> precedes_;  // by point, origin and gate
};

}  // namespace heddle::origins
