#include "origins/ways.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <optional>
#include <utility>

#include "base/id.h"

namespace heddle::origins {

using base::index;
using pointsto::InstanceId;

namespace {

constexpr std::uint32_t kInitializes = 16;

std::uint32_t slot(InstanceId id, bool is_behind) { return index(id) * 2 + (is_behind ? 1 : 0); }

}  // namespace

std::size_t Ways::targets(Point call) const {
  const auto calls = calls_.calls_at(call.instance, call.instruction);
  return static_cast<std::size_t>(std::ranges::count(calls, false, &Call::initializes));
}

std::uint32_t Ways::cost(InstanceId caller, std::size_t targets) const {
  constexpr std::uint32_t kUnclear = 4, kUnclearInPlatform = 16;
  const auto bits = static_cast<std::uint32_t>(std::bit_width(targets | 1U) - 1);
  return 1 + bits * (calls_.is_platform(caller) ? kUnclearInPlatform : kUnclear);
}

// A class is initialised once: whoever else may be there comes by another way.
std::uint32_t Ways::cost_of(const Call& call) const {
  return cost_of(Point{.instance = call.caller, .instruction = call.instruction}) +
         (call.initializes ? kInitializes : 0);
}

Ways::Search& Ways::search(OriginId origin, OriginId beside) {
  constexpr std::size_t kMostSteps = 8'000'000;
  const Order::Starts& starts = order_.starts_of(origin, beside);
  const auto known = searches_.find({origin, starts});
  if (known != searches_.end()) {
    known->second.asked = ++asked_;
    return known->second;
  }
  if (steps_ > kMostSteps) forget_searches();
  Search& made = searches_[{origin, starts}];
  made.has_it = origins_.lists_with(origin);
  made.starts = starts;
  made.asked = ++asked_;
  for (const InstanceId entry : origins_[origin].entries)
    take(made, slot(entry, starts.empty()), {.cost = 1});
  return made;
}

void Ways::forget_searches() {
  std::vector<std::pair<std::uint64_t, std::size_t>> sizes;  // when asked for, how large
  for (const auto& [key, search] : searches_) sizes.emplace_back(search.asked, search.steps.size());
  std::ranges::sort(sizes, std::greater<>());
  const std::size_t room = steps_ / 2;
  std::uint64_t oldest = asked_ + 1;
  steps_ = 0;
  for (const auto& [asked, size] : sizes) {
    if (steps_ + size > room) break;
    steps_ += size;
    oldest = asked;
  }
  std::erase_if(searches_, [&](const auto& each) { return each.second.asked < oldest; });
}

void Ways::take(Search& search, std::uint32_t to, const Step& step) {
  const auto [known, fresh] = search.steps.try_emplace(to, step);
  if (fresh) {
    ++steps_;
  } else {
    if (known->second.cost <= step.cost) return;
    known->second = step;
  }
  search.open.add(step.cost, to);
}

void Ways::Open::add(std::uint32_t cost, std::uint32_t place) {
  if (cost >= by_cost_.size()) by_cost_.resize(cost + 1);
  by_cost_[cost].push_back(place);
}

bool Ways::Open::is_empty() {
  if (cost_ < by_cost_.size() && !by_cost_[cost_].empty()) return false;
  if (cost_ < by_cost_.size()) by_cost_[cost_] = {};
  while (cost_ < by_cost_.size() && by_cost_[cost_].empty()) ++cost_;
  if (cost_ >= by_cost_.size()) return true;
  std::ranges::sort(by_cost_[cost_], std::greater<>());
  return false;
}

Ways::Step Ways::step_to(const Search& search, std::uint32_t to) {
  const auto known = search.steps.find(to);
  return known == search.steps.end() ? Step() : known->second;
}

// Once it is the next to be followed, or was, nothing cheaper leads to it.
Ways::Step Ways::find(Search& search, std::uint32_t to) {
  const std::uint32_t known = step_to(search, to).cost;
  while (!search.open.is_empty()) {
    const std::uint32_t cost = search.open.cost(), from = search.open.next();
    if (known != 0 && known <= cost) break;
    const bool is_cheapest = step_to(search, from).cost == cost;
    if (is_cheapest && from == to) break;
    search.open.take_next();
    if (is_cheapest) follow(search, from, cost);
  }
  return step_to(search, to);
}

bool Ways::leads_to_start(Search& search, InstanceId id) {
  if (search.leads_to_start.empty()) search.leads_to_start.resize(calls_.size() * 2);
  const std::size_t is_asked = std::size_t{index(id)} * 2, leads = is_asked + 1;
  if (!search.leads_to_start[is_asked]) {
    search.leads_to_start[is_asked] = true;
    search.leads_to_start[leads] = order_.leads_to_start(search.starts, id);
  }
  return search.leads_to_start[leads];
}

void Ways::follow(Search& search, std::uint32_t at, std::uint32_t cost_here) {
  const InstanceId from = base::id_at<InstanceId>(at / 2);
  const bool was_behind = (at & 1U) != 0;
  if (search.starts.empty()) return follow_anywhere(search, from, cost_here);
  const auto calls = calls_.calls_from(from);
  for (auto first = calls.begin(); first != calls.end();) {
    const Point place{.instance = from, .instruction = first->instruction};
    const auto end = std::find_if(first, calls.end(), [&](const Call& call) {
      return call.instruction != place.instruction;
    });
    const auto targets =
        static_cast<std::size_t>(std::ranges::count(first, end, false, &Call::initializes));
    const Step step{
        .cost = cost_here + cost(from, targets), .caller = place, .caller_is_behind = was_behind};
    std::optional<bool> is_behind_here;
    for (; first != end; ++first) {
      if (search.has_it[origins_.list_number(first->callee)] == 0) continue;
      Step next = step;
      if (first->initializes) next.cost += kInitializes;
      if (!was_behind && leads_to_start(search, first->callee))
        take(search, slot(first->callee, false), next);
      if (!is_behind_here) is_behind_here = was_behind || order_.is_behind(search.starts, place);
      if (*is_behind_here) take(search, slot(first->callee, true), next);
    }
  }
}

void Ways::follow_anywhere(Search& search, InstanceId from, std::uint32_t cost_here) {
  if (first_edge_.empty()) list_edges();
  for (std::uint32_t i = first_edge_[index(from)]; i < first_edge_[index(from) + 1]; ++i) {
    const Edge& edge = edges_[i];
    if (search.has_it[edge.list] == 0) continue;
    take(search, slot(edge.callee, true),
         {.cost = cost_here + edge.cost,
          .caller = {.instance = from, .instruction = edge.instruction},
          .caller_is_behind = true});
  }
}

// Of several that cost the same the first.
void Ways::list_edges() {
  first_edge_.reserve(calls_.size() + 1);
  std::vector<std::uint32_t> edge_to(calls_.size());  // by callee: the place behind its last one
  for (std::uint32_t i = 0; i < calls_.size(); ++i) {
    const auto from = base::id_at<InstanceId>(i);
    const auto first_edge = static_cast<std::uint32_t>(edges_.size());
    first_edge_.push_back(first_edge);
    const auto calls = calls_.calls_from(from);
    std::uint32_t cost_here = 0;
    for (std::size_t c = 0; c < calls.size(); ++c) {
      const Call& call = calls[c];
      if (c == 0 || call.instruction != calls[c - 1].instruction)
        cost_here = cost_of(Point{.instance = from, .instruction = call.instruction});
      const std::uint32_t cost = cost_here + (call.initializes ? kInitializes : 0);
      std::uint32_t& known = edge_to[index(call.callee)];
      if (known <= first_edge) {
        edges_.push_back({.callee = call.callee,
                          .instruction = call.instruction,
                          .cost = cost,
                          .list = origins_.list_number(call.callee)});
        known = static_cast<std::uint32_t>(edges_.size());
      } else if (cost < edges_[known - 1].cost) {
        edges_[known - 1].cost = cost;
        edges_[known - 1].instruction = call.instruction;
      }
    }
  }
  first_edge_.push_back(static_cast<std::uint32_t>(edges_.size()));
}

std::uint32_t Ways::cost_to(InstanceId id, OriginId origin) {
  return find(search(origin, origin), slot(id, true)).cost;
}

// Below the first what counts is a start in that very run of the method.
bool Ways::comes_beside(std::span<const Point> calls, OriginId origin, OriginId beside) {
  Search& search = this->search(origin, beside);
  if (find(search, slot(calls.front().instance, true)).cost != 0) return true;
  return std::ranges::any_of(calls, [&](const Point& call) {
    return order_.is_behind(search.starts, call) &&
           (&call == &calls.front() || leads_to_start(search, call.instance));
  });
}

Way Ways::to(Point point, OriginId origin, OriginId beside) {
  Search* search = &this->search(origin, beside);
  bool behind = find(*search, slot(point.instance, true)).cost != 0;
  if (!behind && !order_.is_behind(search->starts, point) && origin != beside) {
    search = &this->search(origin, origin);
    behind = find(*search, slot(point.instance, true)).cost != 0;
  }
  if (!behind) find(*search, slot(point.instance, false));
  Way way{.frames = {point}, .called_back = {}};
  const auto came_from = [&](InstanceId id, bool is_behind) {
    return step_to(*search, slot(id, is_behind));
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
