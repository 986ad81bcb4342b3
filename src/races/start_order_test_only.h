// The slow twin of what starts order (origins/order.h), written from rule 6 alone: control is
// followed from instruction to instruction, breadth first, and nothing is remembered.
//
// A point of the only run of an origin comes before all runs of another if none of their starts is
// in its past. Joins and gates are not looked at: where there are none, it must say the same.
#pragma once

#include <cstdint>
#include <vector>

#include "origins/call_graph.h"
#include "origins/order.h"
#include "origins/origins.h"

namespace heddle::races {

class StartOrder {
 public:
  StartOrder(origins::CallGraph& calls, const origins::Origins& origins)
      : calls_(calls), origins_(origins) {}

  bool is_ordered(origins::Point a, origins::OriginId of_a, origins::Point b,
                  origins::OriginId of_b) const;

 private:
  // Just behind an instruction of an instance.
  struct Place {
    pointsto::InstanceId instance{};
    std::uint32_t instruction = 0;
    friend auto operator<=>(const Place&, const Place&) = default;
  };
  bool comes_before(origins::Point point, origins::OriginId origin, origins::OriginId other) const;
  [[nodiscard]] bool may_come_after(const origins::StartEvent& start, origins::Point point) const;
  [[nodiscard]] std::vector<std::uint32_t> behind(const Place& at) const;
  [[nodiscard]] bool may_be_run_by_starter(const origins::StartEvent& start,
                                           pointsto::InstanceId id) const;

  origins::CallGraph& calls_;
  const origins::Origins& origins_;
};

}  // namespace heddle::races
