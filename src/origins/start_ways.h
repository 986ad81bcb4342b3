// The ways on which an origin is started, and what each of them has in hand.
//
// One place may start threads for several owners: `server.start()` begins a thread that runs what
// that very server was made with. So of all ways to the place only some begin a thread that comes
// to an object. What is done before all of those is done before the thread that touches the object
// is started; and if there is only one, that no loop goes through, there is one such thread.
//
// Ways through the platform's code that calls the program back are not looked for, nor those that
// are more than twice as unclear as the clearest; where there are too many, the clearest has to do.
// What is said speaks against a finding and rules out nothing.
//
// Lifetime: all that is handed in must outlive it. Thread safety: one thread; ways are kept.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "origins/call_graph.h"
#include "origins/order.h"
#include "origins/origins.h"
#include "origins/repeats.h"
#include "origins/way_objects.h"
#include "origins/ways.h"

namespace heddle::origins {

// One side of two that may meet: how it comes, and what it has there.
struct Arrival {
  OriginId origin{};
  const Way* way = nullptr;
  ir::ValueId value = ir::kNoValue;  // of the last frame; none: it need have nothing
  pointsto::ObjectId object = base::kNone<pointsto::ObjectId>;
};

class StartWays {
 public:
  StartWays(CallGraph& calls, const Origins& origins, Order& order, Ways& ways, Repeats& repeats,
            WayObjects& objects)
      : calls_(calls),
        origins_(origins),
        order_(order),
        ways_(ways),
        repeats_(repeats),
        objects_(objects) {}

  // Is the first, the only run of its origin, there before each start that leads to the other, or
  // instead?
  bool is_before_starts(const Arrival& one, const Arrival& other);
  // Two of one origin: does just one of its starts lead to either, and no loop to it?
  bool are_started_once(const Arrival& one, const Arrival& other);
  // So often too many starts, one by the other, lead from the one to the other: nothing is said.
  [[nodiscard]] std::uint64_t left_out() const { return left_out_; }

  // The ways to the start that are not much less clear than the clearest; that one where there are
  // too many.
  const std::vector<Frames>& to_start(OriginId origin, std::uint32_t event);
  const std::vector<Frames>& to(OriginId origin, Point point);
  // On which of the ways to its starts, by whomever, is begun what comes to be the arrival? None if
  // there are too many to look at.
  std::vector<Frames> ways_leading_to(const Arrival& to);
  // All that come as clearly as the one that is shown, it among them, with the same in hand.
  std::vector<Frames> ways_of(const Arrival& one);

 private:
  // A way to a place that starts something.
  struct Start {
    std::uint32_t event = 0;
    const Frames* way = nullptr;
  };
  class Climb;
  // May what is started there come to be the arrival, or start what does? `before` were started
  // one by the other, up to there.
  bool leads(OriginId by, const Frames& frames, std::uint32_t event, const Arrival& to,
             const WayObjects::Given& given, std::vector<OriginId> before);
  bool has_many_chains(const Order::Starts& starts, OriginId to);
  bool has_many_looks(const std::array<std::vector<Start>, 2>& starts, OriginId to);
  std::uint32_t chains(OriginId begun, OriginId to, unsigned before);
  const std::vector<std::uint64_t>& leading_to(OriginId origin);
  // The starts in what it runs.
  const std::vector<std::uint32_t>& starts_by(OriginId origin);
  [[nodiscard]] bool is_at_end(OriginId origin) const;
  bool comes_round(const Frames& way, const Order::Starts& starts);
  bool is_repeated(OriginId by, const Frames& frames);

  CallGraph& calls_;
  const Origins& origins_;
  Order& order_;
  Ways& ways_;
  Repeats& repeats_;
  WayObjects& objects_;
  // By origin, instance and instruction.
  std::map<std::array<std::uint32_t, 3>, std::vector<Frames>> ways_to_;
  std::map<OriginId, std::vector<std::uint64_t>> leading_;        // bits by origin
  std::map<OriginId, std::vector<std::uint32_t>> starts_by_;      // events by origin
  std::map<std::array<std::uint32_t, 3>, std::uint32_t> chains_;  // by origins, and how many before
  std::uint64_t left_out_ = 0;
  std::uint64_t looks_ = 0;  // chains of starts that were followed so far
};

}  // namespace heddle::origins
