// The slow twin of races.h: every two accesses are asked every question, and nothing is remembered.
//
// No locations, no signatures, no stand-ins for accesses that look alike: two accesses are a race
// if an object that both may mean, two origins and the locks of both let them be. Locks are
// compared as lists. What a lock is, and what each run has for itself, is asked of the same
// classes: those have tests of their own. So is, if one likes, what comes before what; else it is
// found breadth first, from starts alone (start_order_test_only.h). Cost: quadratic.
#pragma once

#include <array>
#include <cstdint>
#include <set>

#include "races/detection_test_only.h"
#include "races/explorer_test_only.h"

namespace heddle::races {

// Places, the smaller first, and the field.
struct SitePair {
  std::array<PlaceInCode, 2> places{};
  std::uint32_t field = 0;

  friend auto operator<=>(const SitePair&, const SitePair&) = default;
};

enum class OrderOf : std::uint8_t { kDetector, kStartsAlone };
std::set<SitePair> all_pairs(Detection& detection, OrderOf order = OrderOf::kDetector);
// What the detector found, in the same form.
std::set<SitePair> found_pairs(const Detection& detection);

}  // namespace heddle::races
