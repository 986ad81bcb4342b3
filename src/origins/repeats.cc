#include "origins/repeats.h"

#include <algorithm>
#include <utility>

#include "base/id.h"

namespace heddle::origins {

using base::index;
using pointsto::InstanceId;

Repeats::Repeats(CallGraph& calls, const Origins& origins, Order& order, Ways& ways)
    : calls_(calls), origins_(origins), order_(order), ways_(ways) {
  for (std::uint32_t o = 1; o < origins.size(); ++o)
    for (const InstanceId entry : origins[OriginId{o}].entries)
      begun_at_[index(entry)].push_back(OriginId{o});
}

bool Repeats::is_started_in_loop(OriginId origin) {
  const auto [place, fresh] = in_loop_.try_emplace(origin, false);  // meanwhile: who starts itself
  if (fresh) in_loop_[origin] = find_started_in_loop(origin);
  return in_loop_[origin];
}

bool Repeats::find_started_in_loop(OriginId origin) {
  std::vector<std::uint8_t> seen(calls_.size());
  std::vector<InstanceId> open;
  const auto comes_from = [&](InstanceId id, std::uint32_t instruction) {
    if (!calls_.is_platform(id) && calls_.in_loop(id, instruction)) return true;
    if (std::exchange(seen[index(id)], 1) == 0) open.push_back(id);
    return false;
  };
  for (const std::uint32_t e : origins_[origin].events)
    if (comes_from(origins_.events()[e].caller, origins_.events()[e].instruction)) return true;
  while (!open.empty()) {
    const InstanceId id = open.back();
    open.pop_back();
    for (const Call& call : calls_.calls_to(id))
      if (!call.initializes && comes_from(call.caller, call.instruction)) return true;
    const auto begun = begun_at_.find(index(id));
    if (begun == begun_at_.end()) continue;
    for (const OriginId by : begun->second)
      if (by != origin && origins_[by].many && is_started_in_loop(by)) return true;
  }
  return false;
}

bool Repeats::is_before_start(const Way& way, OriginId origin, OriginId other) {
  const Order::Starts starts = order_.starts_of(origin, other);
  bool is_any = false;
  for (std::uint32_t e = 0; e < starts.size() * 64; ++e) {
    if ((starts[e >> 6U] >> (e & 63U) & 1U) == 0) continue;
    const std::vector<Point>& to_start = way_to_start(origin, e);
    if (to_start.empty()) continue;
    if (!parts_before(way.frames, to_start)) return false;
    is_any = true;
  }
  return is_any;
}

const std::vector<Point>& Repeats::way_to_start(OriginId origin, std::uint32_t event) {
  const auto [place, fresh] = ways_to_starts_.try_emplace({origin, event});
  if (!fresh) return place->second;
  const StartEvent& start = origins_.events()[event];
  Way way = ways_.to({.instance = start.caller, .instruction = start.instruction}, origin, origin);
  if (way.is_clear()) place->second = std::move(way.frames);
  return place->second;
}

bool Repeats::parts_before(const std::vector<Point>& way, const std::vector<Point>& to_start) {
  for (std::size_t i = 0; i < std::min(way.size(), to_start.size()); ++i) {
    const Point at = way[i], start = to_start[i];
    if (at.instance != start.instance) return false;
    if (at.instruction == start.instruction) continue;
    BodyFlow* flow = calls_.flow(at.instance);
    if (flow == nullptr || at.instruction >= flow->body().instructions.size() ||
        start.instruction >= flow->body().instructions.size())
      return false;
    return flow->reaches(at.instruction, start.instruction) &&
           !flow->reaches(start.instruction, at.instruction);
  }
  return false;
}

}  // namespace heddle::origins
