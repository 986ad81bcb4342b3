// Which elements of an array an access may mean: between which numbers its index lies, where that
// can be seen from constants.
//
//   numbers[3]                                    3
//   for (int i = from; i < to; i++) numbers[i]    from what every call gives for from and to
//   table[key & 15]                               0 to 15
//
// A number that wraps around is none that is known. Lifetime: the call graph must outlive it.
// Thread safety: one thread; bodies' dominance is kept.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <memory>
#include <optional>

#include "ir/body.h"
#include "ir/dominance.h"
#include "origins/call_graph.h"

namespace heddle::races {

struct Range {
  std::int64_t first = 0, last = 0;

  [[nodiscard]] bool meets(const Range& other) const {
    return first <= other.last && other.first <= last;
  }
};

class Indices {
 public:
  explicit Indices(origins::CallGraph& calls) : calls_(calls) {}

  // What the value is whenever a run of the instance comes to the instruction.
  std::optional<Range> range(pointsto::InstanceId id, ir::ValueId value, std::uint32_t instruction);

 private:
  // Where a question is asked, and how many steps away from the first one.
  struct At {
    pointsto::InstanceId instance{};
    ir::ValueId value{};
    std::uint32_t instruction = 0;
    unsigned depth = 0;
  };
  std::optional<Range> find(const At& at);
  std::optional<Range> of_parameter(const At& at, std::uint32_t position);
  std::optional<Range> of_sum(const At& at, const ir::Instruction& sum);
  std::optional<Range> of_masked(const At& at, const ir::Instruction& mask);
  std::optional<Range> of_remainder(const At& at, const ir::Instruction& remainder);
  std::optional<Range> of_least_or_most(const At& at, const ir::Instruction& call);
  std::optional<Range> of_counter(const At& at);
  // The largest number below that some test has let pass, where `instruction` runs.
  std::optional<std::int64_t> upper_bound(const At& at, ir::ValueId counter,
                                          std::uint32_t instruction);
  const ir::Dominance& dominance(ir::MethodId method);

  origins::CallGraph& calls_;
  unsigned steps_ = 0;
  boost::unordered_flat_map<std::uint32_t, std::unique_ptr<ir::Dominance>> dominance_;
};

}  // namespace heddle::races
