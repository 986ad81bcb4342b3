#include "origins/start_ways.h"

#include <algorithm>

#include "base/id.h"

namespace heddle::origins {

using base::index;
using pointsto::InstanceId;

namespace {

constexpr unsigned kMostStarts = 3;  // one after the other
// More chains of starts between two origins are not looked at, nor more ways to begin them.
constexpr std::uint32_t kMostChains = 1024;
constexpr std::size_t kMostLooks = 4096;
// Above this many in all only what has few of them is looked at.
constexpr std::size_t kAllLooks = 100'000;
constexpr std::uint32_t kFewLooks = 64;

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
  if (starts.empty() || has_many_chains(starts, other.origin)) return false;
  const std::vector<Frames> ways = ways_of(one);
  if (std::ranges::any_of(ways, [&](const Frames& way) { return comes_round(way, starts); }))
    return false;
  // By the starts that it is before, and by the others: which of them lead there is dear to ask.
  std::array<std::vector<Start>, 2> by_order;
  for (std::uint32_t e = 0; e < starts.size() * 64; ++e) {
    if (!has(starts, e)) continue;
    for (const Frames& way : to_start(one.origin, e)) {
      const auto is_before = [&](const Frames& each) {
        return repeats_.is_never_behind(each, way);
      };
      by_order[std::ranges::all_of(ways, is_before) ? 0 : 1].push_back({.event = e, .way = &way});
    }
  }
  if (by_order[0].empty() || has_many_looks(by_order, other.origin)) return false;
  const auto is_leading = [&](const Start& start) {
    return leads(one.origin, *start.way, start.event, other, {}, {});
  };
  return std::ranges::any_of(by_order[0], is_leading) &&
         std::ranges::none_of(by_order[1], is_leading);
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
  if (repeats_.is_made_in_loop(one.origin)) return false;
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

std::vector<Frames> StartWays::ways_leading_to(const Arrival& to) {
  constexpr std::size_t kMostWays = 256;
  std::vector<Frames> found;
  std::size_t looked = 0;
  for (const std::uint32_t event : origins_[to.origin].events) {
    for (const OriginId by : origins_.list(origins_.events()[event].caller)) {
      for (const Frames& way : to_start(by, event)) {
        if (++looked > kMostWays) return {};
        if (leads(by, way, event, to, {}, {})) found.push_back(way);
      }
    }
  }
  return found;
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
  return std::ranges::any_of(starts_by(begun), [&](std::uint32_t next) {
    const OriginId begins = origins_.events()[next].begins;
    if (begins != to.origin && !has(leading, index(begins))) return false;
    const Frames& way = repeats_.way_to_start(begun, next);
    return !way.empty() && leads(begun, way, next, to, *made, before);
  });
}

// A program with a window has hundreds of events that post each other, and as many chains as there
// are sequences of them.
bool StartWays::has_many_chains(const Order::Starts& starts, OriginId to) {
  std::uint32_t all = 0;
  for (std::uint32_t e = 0; e < starts.size() * 64 && all <= kMostChains; ++e)
    if (has(starts, e)) all += chains(origins_.events()[e].begins, to, 0);
  if (all > kMostChains) ++left_out_;
  return all > kMostChains;
}

bool StartWays::has_many_looks(const std::array<std::vector<Start>, 2>& starts, OriginId to) {
  std::size_t all = 0;
  for (const std::vector<Start>& list : starts)
    for (const Start& start : list) all += chains(origins_.events()[start.event].begins, to, 0);
  const bool are_many = all > (looks_ > kAllLooks ? kFewLooks : kMostLooks);
  if (are_many) {
    ++left_out_;
  } else {
    looks_ += all;
  }
  return are_many;
}

// How many chains of starts lead on from there; no more than one too many. `before` were started
// already.
std::uint32_t StartWays::chains(OriginId begun, OriginId to, unsigned before) {
  if (begun == to) return 1;
  if (before == kMostStarts) return 0;
  const auto [place, fresh] = chains_.try_emplace({index(begun), index(to), before});
  if (!fresh) return place->second;
  const std::vector<std::uint64_t>& leading = leading_to(to);
  std::uint32_t all = 0;
  for (const std::uint32_t next : starts_by(begun)) {
    const OriginId begins = origins_.events()[next].begins;
    if (begins == to || has(leading, index(begins))) all += chains(begins, to, before + 1);
    if (all > kMostChains) break;
  }
  return place->second = std::min(all, kMostChains + 1);
}

const std::vector<std::uint32_t>& StartWays::starts_by(OriginId origin) {
  const auto [place, fresh] = starts_by_.try_emplace(origin);
  if (!fresh) return place->second;
  for (std::uint32_t e = 0; e < origins_.events().size(); ++e) {
    const StartEvent& event = origins_.events()[e];
    if (!is_at_end(event.begins) && origins_.runs(origin, event.caller)) place->second.push_back(e);
  }
  return place->second;
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
