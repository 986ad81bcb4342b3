#include "origins/start_ways.h"

#include <algorithm>

#include "base/id.h"

namespace heddle::origins {

using base::index;
using pointsto::InstanceId;

namespace {

constexpr unsigned kMostStarts = 3;  // one after the other

bool has(const std::vector<std::uint64_t>& bits, std::uint32_t at) {
  return !bits.empty() && (bits[at >> 6U] >> (at & 63U) & 1U) != 0;
}

}  // namespace

// From the place up to the entries, by the program's own calls.
class StartWays::Climb {
 public:
  Climb(const StartWays& of, OriginId origin) : of_(of), origin_(origin) {}

  std::optional<std::vector<Frames>> from(Point point) {
    const std::uint32_t clearest = of_.ways_.cost_to(point.instance, origin_);
    if (clearest == 0) return std::move(found_);
    most_ = clearest * 2 + kLittle;
    up_.push_back(point);
    climb(0);
    if (steps_ > kMostSteps || found_.size() > kMostWays) return std::nullopt;
    return std::move(found_);
  }

 private:
  static constexpr std::size_t kMostWays = 64;
  static constexpr std::size_t kMostSteps = 20'000;

  static constexpr std::uint32_t kLittle = 4;

  // `cost` is that of the calls from here on.
  void climb(std::uint32_t cost) {
    if (++steps_ > kMostSteps || found_.size() > kMostWays) return;
    const InstanceId at = up_.back().instance;
    const auto& entries = of_.origins_[origin_].entries;
    if (std::ranges::find(entries, at) != entries.end())
      found_.emplace_back(up_.rbegin(), up_.rend());
    if (up_.size() == Way::kLongest) return;
    for (const Call& call : of_.calls_.calls_to(at)) {
      if (call.initializes || !of_.origins_.runs(origin_, call.caller)) continue;
      if (of_.calls_.is_platform(call.caller) && !of_.calls_.is_platform(at)) continue;
      if (std::ranges::find(up_, call.caller, &Point::instance) != up_.end()) continue;
      const Point place{.instance = call.caller, .instruction = call.instruction};
      const std::uint32_t next = cost + of_.ways_.cost_of(place);
      if (of_.ways_.cost_to(call.caller, origin_) + next > most_) continue;
      up_.push_back(place);
      climb(next);
      up_.pop_back();
    }
  }

  const StartWays& of_;
  OriginId origin_;
  Frames up_;
  std::vector<Frames> found_;
  std::size_t steps_ = 0;
  std::uint32_t most_ = 0;
};

const std::vector<Frames>& StartWays::to(OriginId origin, Point point) {
  const auto [place, fresh] =
      ways_to_.try_emplace({index(origin), index(point.instance), point.instruction});
  if (!fresh) return place->second;
  if (std::optional<std::vector<Frames>> all = Climb(*this, origin).from(point)) {
    place->second = std::move(*all);
  } else {
    Way way = ways_.to(point, origin, origin);
    if (way.is_clear()) place->second.push_back(std::move(way.frames));
  }
  return place->second;
}

const std::vector<Frames>& StartWays::to_start(OriginId origin, std::uint32_t event) {
  const StartEvent& start = origins_.events()[event];
  return to(origin, {.instance = start.caller, .instruction = start.instruction});
}

// All that come as clearly as the one that is shown, and with the same in hand.
std::vector<Frames> StartWays::ways_of(const Arrival& one) {
  std::vector<Frames> found{one.way->frames};
  for (const Frames& way : to(one.origin, one.way->frames.back()))
    if (objects_.can_have(one.origin, way, one.value, one.object)) found.push_back(way);
  return found;
}

bool StartWays::is_before_starts(const Arrival& one, const Arrival& other) {
  Order::Starts starts = order_.starts_of(one.origin, other.origin);
  for (std::uint32_t e = 0; e < starts.size() * 64; ++e)
    if (has(starts, e) && is_at_end(origins_.events()[e].begins))
      starts[e >> 6U] &= ~(std::uint64_t{1} << (e & 63U));
  if (starts.empty()) return false;
  const std::vector<Frames> ways = ways_of(one);
  bool is_any = false;
  for (std::uint32_t e = 0; e < starts.size() * 64; ++e) {
    if (!has(starts, e)) continue;
    const std::vector<Frames>& all = to_start(one.origin, e);
    bool may_lead = all.empty();  // there is none that is clear
    for (const Frames& way : all) {
      if (!leads(one.origin, way, e, other, {}, {})) continue;
      may_lead = true;
      const auto is_before = [&](const Frames& each) { return repeats_.parts_before(each, way); };
      if (!std::ranges::all_of(ways, is_before)) return false;
      is_any = true;
    }
    if (!may_lead) starts[e >> 6U] &= ~(std::uint64_t{1} << (e & 63U));
  }
  return is_any &&
         std::ranges::none_of(ways, [&](const Frames& way) { return comes_round(way, starts); });
}

// Is there a loop around the way in which one of the starts may be done, however unclear it is how?
bool StartWays::comes_round(const Frames& way, const Order::Starts& starts) {
  return std::ranges::any_of(way, [&](const Point& frame) {
    if (!calls_.in_loop(frame.instance, frame.instruction)) return false;
    BodyFlow& flow = *calls_.flow(frame.instance);
    return std::ranges::any_of(calls_.calls_from(frame.instance), [&](const Call& call) {
      return !call.initializes && call.instruction < flow.body().instructions.size() &&
             flow.reaches(frame.instruction, call.instruction) &&
             flow.reaches(call.instruction, frame.instruction) &&
             order_.leads_to_start(starts, call.callee);
    });
  });
}

// What runs while the program ends, or when something failed, is doubted wherever it is.
bool StartWays::is_at_end(OriginId origin) const {
  return origins_[origin].at_exit || origins_[origin].at_failure;
}

bool StartWays::are_started_once(const Arrival& one, const Arrival& other) {
  std::size_t leading = 0;
  for (const std::uint32_t event : origins_[one.origin].events) {
    for (const OriginId by : origins_.list(origins_.events()[event].caller)) {
      for (const Frames& way : to_start(by, event)) {
        if (!leads(by, way, event, one, {}, {}) && !leads(by, way, event, other, {}, {})) continue;
        if (++leading > 1 || is_repeated(by, way)) return false;
      }
    }
  }
  return leading == 1;
}

bool StartWays::is_repeated(OriginId by, const Frames& frames) {
  return (origins_[by].many && repeats_.is_started_in_loop(by)) ||
         std::ranges::any_of(frames, [&](const Point& frame) {
           return !calls_.is_platform(frame.instance) &&
                  calls_.in_loop(frame.instance, frame.instruction);
         });
}

bool StartWays::leads(OriginId by, const Frames& frames, std::uint32_t event, const Arrival& to,
                      const WayObjects::Given& given, std::vector<OriginId> before) {
  const auto made = objects_.made_along(by, frames, given);
  if (!made) return false;
  const OriginId begun = origins_.events()[event].begins;
  if (begun == to.origin)
    return objects_.can_have(to.origin, to.way->frames, to.value, to.object, *made);
  if (before.size() == kMostStarts || std::ranges::find(before, begun) != before.end())
    return false;
  before.push_back(begun);
  const std::vector<std::uint64_t>& leading = leading_to(to.origin);
  for (std::uint32_t e = 0; e < origins_.events().size(); ++e) {
    const StartEvent& next = origins_.events()[e];
    const bool is_next = next.begins == to.origin || has(leading, index(next.begins));
    if (!is_next || is_at_end(next.begins) || !origins_.runs(begun, next.caller)) continue;
    const Way way =
        ways_.to({.instance = next.caller, .instruction = next.instruction}, begun, begun);
    if (way.is_clear() && leads(begun, way.frames, e, to, *made, before)) return true;
  }
  return false;
}

// Those that start it, by any number of steps.
const std::vector<std::uint64_t>& StartWays::leading_to(OriginId origin) {
  const auto [place, fresh] = leading_.try_emplace(origin);
  std::vector<std::uint64_t>& bits = place->second;
  if (!fresh) return bits;
  bits.assign(origins_.words(), 0);
  std::vector<OriginId> open{origin};
  while (!open.empty()) {
    const OriginId at = open.back();
    open.pop_back();
    for (const std::uint32_t event : origins_[at].events) {
      for (const OriginId by : origins_.list(origins_.events()[event].caller)) {
        if (has(bits, index(by))) continue;
        bits[index(by) >> 6U] |= std::uint64_t{1} << (index(by) & 63U);
        open.push_back(by);
      }
    }
  }
  return bits;
}

}  // namespace heddle::origins
