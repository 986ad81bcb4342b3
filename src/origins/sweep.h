// What is still to be looked at, each instance once: in the order of the calls, round after round.
//
// What flows along calls comes to an instance from all that calls it, so that it should be looked
// at after those; only in circles it is looked at again. Walks that take the oldest first look at
// most instances many times.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/id.h"
#include "origins/call_graph.h"

namespace heddle::origins {

// All instances, callers before what they call but in circles.
struct CallOrder {
  explicit CallOrder(const CallGraph& calls);

  std::vector<pointsto::InstanceId> instances;
  std::vector<std::uint32_t> places;  // by instance, in `instances`
};

// The order must outlive it.
class Sweep {
 public:
  enum class Towards : std::uint8_t { kCallees, kCallers };
  Sweep(const CallOrder& order, Towards towards)
      : order_(order), towards_(towards), words_((order.places.size() + 63) / 64) {}

  void add(pointsto::InstanceId id) {
    const std::uint32_t place = turned(order_.places[base::index(id)]);
    const std::uint64_t bit = std::uint64_t{1} << (place & 63U);
    count_ += (words_[place >> 6U] & bit) == 0 ? 1 : 0;
    words_[place >> 6U] |= bit;
  }
  [[nodiscard]] bool is_empty() const { return count_ == 0; }
  // Takes it out. Not of an empty one.
  pointsto::InstanceId next() {
    std::size_t word = at_ >> 6U;
    std::uint64_t left = words_[word] & ~std::uint64_t{0} << (at_ & 63U);
    while (left == 0) {
      word = word + 1 == words_.size() ? 0 : word + 1;
      left = words_[word];
    }
    at_ =
        static_cast<std::uint32_t>(word * 64) + static_cast<std::uint32_t>(std::countr_zero(left));
    words_[word] &= ~(left & -left);
    --count_;
    return order_.instances[turned(at_)];
  }

 private:
  [[nodiscard]] std::uint32_t turned(std::uint32_t place) const {
    return towards_ == Towards::kCallees
               ? place
               : static_cast<std::uint32_t>(order_.places.size()) - 1 - place;
  }

  const CallOrder& order_;
  Towards towards_;
  std::vector<std::uint64_t> words_;
  std::size_t count_ = 0;
  std::uint32_t at_ = 0;
};

}  // namespace heddle::origins
