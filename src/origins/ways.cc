#include "origins/ways.h"

#include <algorithm>
#include <bit>
#include <queue>
#include <tuple>
#include <utility>

#include "base/id.h"

namespace heddle::origins {

using base::index;
using pointsto::InstanceId;

namespace {

std::uint32_t slot(InstanceId id, bool is_behind) { return index(id) * 2 + (is_behind ? 1 : 0); }

}  // namespace

std::size_t Ways::targets(Point call) const {
  const auto calls = calls_.calls_at(call.instance, call.instruction);
  return static_cast<std::size_t>(std::ranges::count(calls, false, &Call::initializes));
}

std::uint32_t Ways::cost(Point call) const {
  constexpr std::uint32_t kUnclear = 4, kUnclearInPlatform = 16;
  const auto bits = static_cast<std::uint32_t>(std::bit_width(targets(call) | 1U) - 1);
  return 1 + bits * (calls_.is_platform(call.instance) ? kUnclearInPlatform : kUnclear);
}

bool Ways::is_behind(const Search& search, Point point) {
  return std::ranges::any_of(search.events,
                             [&](std::uint32_t event) { return order_.is_behind(event, point); });
}

bool Ways::leads_to_start(const Search& search, InstanceId id) {
  return std::ranges::any_of(search.events,
                             [&](std::uint32_t event) { return order_.leads_to_start(event, id); });
}

const Ways::Search& Ways::search(OriginId origin, OriginId beside) {
  constexpr std::size_t kMost = 16;
  std::vector<std::uint32_t> events = order_.starts_of(origin, beside);
  const auto known = std::ranges::find_if(searches_, [&](const Search& search) {
    return search.origin == origin && search.events == events;
  });
  if (known != searches_.end()) return *known;
  if (searches_.size() == kMost) searches_.pop_back();
  Search& made =
      searches_.emplace_front(Search{.origin = origin, .events = std::move(events), .steps = {}});
  find(made);
  return made;
}

// From the entries, the cheapest first.
void Ways::find(Search& search) {
  const OriginId origin = search.origin;
  search.steps.resize(calls_.size() * 2);
  using Open = std::tuple<std::uint32_t, std::uint32_t>;  // cost, slot
  std::priority_queue<Open, std::vector<Open>, std::greater<>> open;
  const auto take = [&](std::uint32_t to, Step step) {
    Step& known = search.steps[to];
    if (known.cost != 0 && known.cost <= step.cost) return;
    known = step;
    open.emplace(step.cost, to);
  };
  for (const InstanceId entry : origins_[origin].entries)
    take(slot(entry, search.events.empty()), {.cost = 1});
  while (!open.empty()) {
    const auto [cost_here, at] = open.top();
    open.pop();
    if (search.steps[at].cost != cost_here) continue;
    const InstanceId from = base::id_at<InstanceId>(at / 2);
    const bool was_behind = (at & 1U) != 0;
    for (const Call& call : calls_.calls_from(from)) {
      if (!origins_.runs(origin, call.callee)) continue;
      const Point place{.instance = from, .instruction = call.instruction};
      const Step step{
          .cost = cost_here + cost(place), .caller = place, .caller_is_behind = was_behind};
      if (!was_behind && leads_to_start(search, call.callee)) take(slot(call.callee, false), step);
      if (was_behind || is_behind(search, place)) take(slot(call.callee, true), step);
    }
  }
}

Way Ways::to(Point point, OriginId origin, OriginId beside) {
  const Search* search = &this->search(origin, beside);
  bool behind = search->steps[slot(point.instance, true)].cost != 0;
  if (!behind && !is_behind(*search, point) && origin != beside) {
    search = &this->search(origin, origin);
    behind = search->steps[slot(point.instance, true)].cost != 0;
  }
  Way way{.frames = {point}, .called_back = {}};
  const auto came_from = [&](InstanceId id, bool is_behind) -> const Step& {
    return search->steps[slot(id, is_behind)];
  };
  for (Step step = came_from(point.instance, behind); !base::is_none(step.caller.instance);
       step = came_from(step.caller.instance, step.caller_is_behind))
    way.frames.push_back(step.caller);
  std::ranges::reverse(way.frames);
  way.called_back = least_clear(way.frames);
  return way;
}

Way::CalledBack Ways::least_clear(const std::vector<Point>& frames) const {
  Way::CalledBack worst;
  std::size_t depth = 0;
  for (std::size_t i = 0; i + 1 < frames.size(); ++i) {
    depth = calls_.is_platform(frames[i].instance) ? depth + 1 : 0;
    if (depth == 0 || calls_.is_platform(frames[i + 1].instance)) continue;
    const Way::CalledBack here{.frame = i, .targets = targets(frames[i]), .depth = depth};
    if (worst.is_clear() && (!here.is_clear() || here.targets > worst.targets)) worst = here;
  }
  return worst;
}

}  // namespace heddle::origins
