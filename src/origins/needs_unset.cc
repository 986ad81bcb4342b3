#include "origins/needs_unset.h"

#include <algorithm>

#include "base/id.h"
#include "ir/class.h"

namespace heddle::origins {

using base::index;

namespace {

// Those of the starts, in order.
template <typename Holds>
bool all_starts(const Order::Starts& starts, const Holds& holds) {
  for (std::uint32_t e = 0; e < starts.size() * 64; ++e)
    if ((starts[e >> 6U] >> (e & 63U) & 1U) != 0 && !holds(e)) return false;
  return true;
}

}  // namespace

bool NeedsUnset::needs_unset(const Arrival& one, const Arrival& other) {
  const Order::Starts& starts = order_.starts_of(one.origin, other.origin);
  if (!is_tested_too_late(one.origin, one.way->frames, starts)) return false;
  return std::ranges::all_of(ways_.ways_of(one), [&](const Frames& way) {
    return is_tested_too_late(one.origin, way, starts) || is_before(one.origin, way, starts);
  });
}

// Is the method synchronized, always on the same object?
bool NeedsUnset::has_one_monitor(pointsto::InstanceId id) const {
  const ir::Program& program = calls_.program();
  const ir::MethodId method = calls_.at(id).method;
  if (!program.is(method, ir::Access::kSynchronized)) return false;
  return program.is(method, ir::Access::kStatic) ||
         !base::is_none(origins_.only_single(calls_.heap().value(id, ir::ValueId{0})));
}

bool NeedsUnset::is_done_once(const Arrival& one, const Arrival& other) {
  const Point at = one.way->frames.back();
  const ir::MethodId method = calls_.at(at.instance).method;
  if (!has_one_monitor(at.instance)) return false;
  const std::vector<SetBefore::Test> tests = set_.tests_at(at);
  if (tests.empty()) return false;
  const std::vector<Frames> starts = ways_.ways_leading_to(other);
  const auto sets_first = [&](const SetBefore::Test& test, const Point& start) {
    const auto is_it = [&](const SetBefore::Test& its) { return its.cell == test.cell; };
    return start.instance == at.instance && std::ranges::any_of(set_.tests_at(start), is_it) &&
           set_.is_set_here(start, test.cell) &&
           !calls_.flow(method)->reaches_without(start.instruction, at.instruction, test.read);
  };
  return !starts.empty() && std::ranges::any_of(tests, [&](const SetBefore::Test& test) {
    return std::ranges::all_of(starts, [&](const Frames& way) {
      return std::ranges::any_of(way, [&](const Point& frame) { return sets_first(test, frame); });
    });
  });
}

bool NeedsUnset::is_tested_too_late(OriginId origin, const Frames& way,
                                    const Order::Starts& starts) {
  const auto starts_below = [&](std::size_t frame) {
    return std::any_of(
        way.begin() + static_cast<std::ptrdiff_t>(frame) + 1, way.end(),
        [&](const Point& at) { return set_.may_start_before(starts, at, std::nullopt); });
  };
  for (std::size_t i = 0; i < way.size(); ++i) {
    for (const SetBefore::Test& test : set_.tests_at(way[i])) {
      const Point read{.instance = way[i].instance, .instruction = test.read};
      if (set_.is_set_here(read, test.cell) || is_set_on(way, i, test.cell) ||
          is_set_when_begun(origin, test.cell, 0))
        return true;
      if (!starts.empty() && is_set_at(starts, origin, test.cell) &&
          !set_.may_start_before(starts, way[i], test.read) && !starts_below(i))
        return true;
    }
  }
  return false;
}

// By one of the frames above, before it calls the next.
bool NeedsUnset::is_set_on(const Frames& way, std::size_t end, SetBefore::Cell cell) {
  return std::any_of(way.begin(), way.begin() + static_cast<std::ptrdiff_t>(end),
                     [&](const Point& frame) { return set_.is_set_here(frame, cell); });
}

bool NeedsUnset::is_set_when_begun(OriginId origin, SetBefore::Cell cell, unsigned depth) {
  if (origin == kMainOrigin || depth == kMostStarts) return false;
  bool is_any = false;
  for (const std::uint32_t event : origins_[origin].events) {
    for (const OriginId by : origins_.list(origins_.events()[event].caller)) {
      if (by == origin) continue;
      for (const Frames& way : ways_.to_start(by, event)) {
        if (!is_set_on(way, way.size(), cell) && !is_set_when_begun(by, cell, depth + 1))
          return false;
        is_any = true;
      }
    }
  }
  return is_any;
}

bool NeedsUnset::is_set_at(const Order::Starts& starts, OriginId origin, SetBefore::Cell cell) {
  bool is_any = false;
  return all_starts(starts,
                    [&](std::uint32_t event) {
                      return std::ranges::all_of(ways_.to_start(origin, event),
                                                 [&](const Frames& way) {
                                                   is_any = true;
                                                   return is_set_on(way, way.size(), cell);
                                                 });
                    }) &&
         is_any;
}

bool NeedsUnset::is_before(OriginId origin, const Frames& way, const Order::Starts& starts) {
  return !starts.empty() && all_starts(starts, [&](std::uint32_t event) {
    return std::ranges::all_of(ways_.to_start(origin, event), [&](const Frames& to_start) {
      return repeats_.parts_before(way, to_start);
    });
  });
}

}  // namespace heddle::origins
