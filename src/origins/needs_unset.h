// Whether one side of a finding comes there, on the clear ways, only where it finds unset what is
// set by then. Where SetBefore proves it for all ways, there is no finding; in large programs some
// way through the platform's shared code always seems to be left. This looks at the ways that are
// as clear as the one shown, and believes that what is stored in a field is not null, unless it is
// the constant. It speaks against a finding and rules out nothing.
//
// Lifetime: all that is handed in must outlive it. Thread safety: one thread.
#pragma once

#include "origins/order.h"
#include "origins/origins.h"
#include "origins/repeats.h"
#include "origins/set_before.h"
#include "origins/start_ways.h"

namespace heddle::origins {

class NeedsUnset {
 public:
  NeedsUnset(CallGraph& calls, Origins& origins, Order& order, Repeats& repeats, StartWays& ways)
      : calls_(calls),
        origins_(origins),
        order_(order),
        repeats_(repeats),
        ways_(ways),
        set_(calls, origins, order, SetBefore::Values::kBelieved) {}

  // Does the first come there only where a field was unset, which is set before the other begins,
  // or before it came there itself?
  bool needs_unset(const Arrival& one, const Arrival& other);

  // Is the first at the end of its way in a synchronized method that starts the other, only where
  // it found a field unset, and has set it by then? Whoever finds it unset later, or another time,
  // started nothing yet.
  bool is_done_once(const Arrival& one, const Arrival& other);

 private:
  static constexpr unsigned kMostStarts = 3;  // one after the other
  [[nodiscard]] bool has_one_monitor(pointsto::InstanceId id) const;
  bool is_tested_too_late(OriginId origin, const Frames& way, const Order::Starts& starts);
  bool is_set_on(const Frames& way, std::size_t end, SetBefore::Cell cell);
  bool is_set_when_begun(OriginId origin, SetBefore::Cell cell, unsigned depth);
  bool is_set_at(const Order::Starts& starts, OriginId origin, SetBefore::Cell cell);
  bool is_before(OriginId origin, const Frames& way, const Order::Starts& starts);

  CallGraph& calls_;
  Origins& origins_;
  Order& order_;
  Repeats& repeats_;
  StartWays& ways_;
  SetBefore set_;
};

}  // namespace heddle::origins
