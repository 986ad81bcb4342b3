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
  const auto known = in_loop_.find(origin);
  if (known != in_loop_.end()) return known->second;
  return in_loop_[origin] = find_started_in_loop(origin);
}

// Up through callers, and through the starts of those who begin there. Who starts itself is looked
// at once.
bool Repeats::find_started_in_loop(OriginId origin) {
  std::vector<std::uint8_t> seen(calls_.size()), seen_origins(origins_.size());
  std::vector<InstanceId> open;
  const auto comes_from = [&](InstanceId id, std::uint32_t instruction) {
    if (!calls_.is_platform(id) && calls_.in_loop(id, instruction)) return true;
    if (std::exchange(seen[index(id)], 1) == 0) open.push_back(id);
    return false;
  };
  const auto is_begun_in_loop = [&](OriginId begun) {
    if (std::exchange(seen_origins[index(begun)], 1) != 0) return false;
    return std::ranges::any_of(origins_[begun].events, [&](std::uint32_t e) {
      return comes_from(origins_.events()[e].caller, origins_.events()[e].instruction);
    });
  };
  if (is_begun_in_loop(origin) || is_made_in_loop(origin)) return true;
  while (!open.empty()) {
    const InstanceId id = open.back();
    open.pop_back();
    for (const Call& call : calls_.calls_to(id))
      if (!call.initializes && comes_from(call.caller, call.instruction)) return true;
    const auto begun = begun_at_.find(index(id));
    if (begun == begun_at_.end()) continue;
    for (const OriginId by : begun->second)
      if (origins_[by].many && is_begun_in_loop(by)) return true;
  }
  return false;
}

// threads.forEach(Thread::start): the platform has the loop around the start.
bool Repeats::is_made_in_loop(OriginId origin) const {
  if (base::is_none(origins_[origin].site)) return false;
  const pointsto::Site& site = calls_.heap().state().sites[origins_[origin].site];
  if (site.kind != pointsto::SiteKind::kNew) return false;
  return std::ranges::any_of(calls_.instances_of(base::id_at<ir::MethodId>(site.a)),
                             [&](InstanceId id) { return calls_.in_loop(id, site.b); });
}

bool Repeats::is_before_start(const Way& way, OriginId origin, OriginId other) {
  const Order::Starts starts = order_.starts_of(origin, other);
  bool is_any = false;
  for (std::uint32_t e = 0; e < starts.size() * 64; ++e) {
    if ((starts[e >> 6U] >> (e & 63U) & 1U) == 0) continue;
    const Frames& to_start = way_to_start(origin, e);
    if (to_start.empty()) continue;
    if (!is_done_before(way.frames, to_start)) return false;
    is_any = true;
  }
  return is_any;
}

const Frames& Repeats::way_to_start(OriginId origin, std::uint32_t event) {
  const auto [place, fresh] = ways_to_starts_.try_emplace({origin, event});
  if (!fresh) return place->second;
  const StartEvent& start = origins_.events()[event];
  Way way = ways_.to({.instance = start.caller, .instruction = start.instruction}, origin, origin);
  if (way.is_clear()) place->second = std::move(way.frames);
  return place->second;
}

std::optional<Repeats::Parting> Repeats::parting(const Frames& way, const Frames& other) {
  for (std::size_t i = 0; i < std::min(way.size(), other.size()); ++i) {
    const Point at = way[i], there = other[i];
    if (at.instance != there.instance) return std::nullopt;
    if (at.instruction == there.instruction) continue;
    BodyFlow* flow = calls_.flow(at.instance);
    if (flow == nullptr || at.instruction >= flow->body().instructions.size() ||
        there.instruction >= flow->body().instructions.size())
      return std::nullopt;
    return Parting{.goes_on = flow->reaches(at.instruction, there.instruction),
                   .comes_back = flow->reaches(there.instruction, at.instruction)};
  }
  return std::nullopt;
}

bool Repeats::parts_before(const Frames& way, const Frames& to_start) {
  const auto parts = parting(way, to_start);
  return parts && parts->goes_on && !parts->comes_back;
}

bool Repeats::is_never_behind(const Frames& way, const Frames& to_start) {
  const auto parts = parting(way, to_start);
  return parts && !parts->comes_back;
}

bool Repeats::is_before_gate(const Frames& way, OriginId origin, const Frames& other,
                             const WaysTo& ways) {
  if (origins_[origin].many) return false;
  return std::ranges::any_of(other, [&](const Point& frame) {
    const std::vector<std::uint32_t> gates = order_.passed(frame);
    return std::ranges::any_of(gates, [&](std::uint32_t gate) {
      return is_before_signals(way, origin, order_.gate(gate), ways);
    });
  });
}

// A signal that is not given each time may have been given by another way before.
bool Repeats::is_before_signals(const Frames& way, OriginId origin, const Gate& gate,
                                const WaysTo& ways) {
  bool is_any = false;
  for (const Giver& giver : gate.givers) {
    for (const Signal& signal : giver.signals) {
      const Frames last{{.instance = signal.instance, .instruction = signal.instruction}};
      const Frames& through = signal.through.empty() ? last : signal.through;
      const auto whole = [&](Frames to_first) {
        to_first.insert(to_first.end(), through.begin() + 1, through.end());
        return to_first;
      };
      const Frames to_first = giver.origin == origin ? way_along(way, through.front(), origin)
                                                     : way_to(through.front(), giver.origin);
      if (to_first.empty()) continue;
      const Frames to_signal = whole(to_first);
      if (giver.origin != origin || !is_done_before(way, to_signal)) return false;
      is_any = true;
      if (always_goes_on(way, to_signal)) continue;
      const std::vector<Frames>& others = ways(origin, through.front());
      if (!std::ranges::all_of(others,
                               [&](const Frames& to) { return is_done_before(way, whole(to)); }))
        return false;
    }
  }
  return is_any;
}

bool Repeats::always_goes_on(const Frames& way, const Frames& later) {
  std::size_t i = 0;
  while (way[i].instruction == later[i].instruction) ++i;  // they part
  BodyFlow& flow = *calls_.flow(way[i].instance);
  const auto instructions = flow.body().instructions;
  for (std::uint32_t at = 0; at < instructions.size(); ++at)
    if (instructions[at].opcode == ir::Opcode::kReturn &&
        flow.reaches_without(way[i].instruction, at, later[i].instruction))
      return false;
  return true;
}

// Where the point is close to a frame of the way, and the same origin's, the way leads to it, too.
Frames Repeats::way_along(const Frames& way, Point point, OriginId origin) {
  std::vector<Frames> up{{point}};  // from the point on
  for (std::size_t i = 0; i < up.size() && i < kMostClimbed; ++i) {
    const InstanceId at = up[i].back().instance;
    const auto frame = std::ranges::find(way, at, &Point::instance);
    if (frame != way.end() && origins_.runs(origin, at)) {
      Frames found(way.begin(), frame);
      found.insert(found.end(), up[i].rbegin(), up[i].rend());
      return found;
    }
    if (up[i].size() == kMostUp) continue;
    for (const Call& call : calls_.calls_to(at)) {
      if (call.initializes || calls_.is_platform(call.caller)) continue;
      Frames next = up[i];
      next.push_back({.instance = call.caller, .instruction = call.instruction});
      up.push_back(std::move(next));
    }
  }
  return way_to(point, origin);
}

const Frames& Repeats::way_to(Point point, OriginId origin) {
  const auto [place, fresh] =
      ways_to_.try_emplace({index(origin), index(point.instance), point.instruction});
  if (!fresh) return place->second;
  Way way = ways_.to(point, origin, origin);
  if (way.is_clear()) place->second = std::move(way.frames);
  return place->second;
}

bool Repeats::is_done_before(const Frames& way, const Frames& later) {
  if (!parts_before(way, later)) return false;
  for (std::size_t i = 0; way[i].instruction == later[i].instruction; ++i) {
    const Point& call = way[i];
    const bool is_repeated =
        !calls_.is_platform(call.instance) && calls_.in_loop(call.instance, call.instruction);
    if (is_repeated && !has_another_each_time(call)) return false;
  }
  return true;
}

bool Repeats::has_another_each_time(const Point& call) {
  BodyFlow& flow = *calls_.flow(call.instance);
  const ir::Body& body = flow.body();
  const ir::Instruction& invoke = body.instructions[call.instruction];
  if (invoke.opcode != ir::Opcode::kInvoke || invoke.invocation() == ir::Invocation::kStatic ||
      body.values(invoke).empty())
    return false;
  const ir::ValueId receiver = ir::without_casts(body, body.values(invoke)[0]);
  if (flow.loop_of(index(receiver)) != flow.loop_of(call.instruction)) return false;
  switch (body.at(receiver).opcode) {
    case ir::Opcode::kNew: return true;
    case ir::Opcode::kArrayLoad: return flow.in_loop(body.at(receiver).b);
    case ir::Opcode::kInvoke:
      return calls_.named(calls_.at(call.instance).method, index(receiver)) == "next";
    default: return false;
  }
}

}  // namespace heddle::origins
