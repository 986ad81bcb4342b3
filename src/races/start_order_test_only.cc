#include "races/start_order_test_only.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <set>
#include <vector>

#include "base/id.h"
#include "ir/body.h"
#include "pointsto/ids.h"

namespace heddle::races {

using base::index;
using origins::Call;
using origins::OriginId;
using origins::Point;
using origins::StartEvent;
using pointsto::InstanceId;

namespace {

constexpr std::uint32_t kBeforeTheFirst = 0xFFFF'FFF0;

}  // namespace

bool StartOrder::is_ordered(Point a, OriginId of_a, Point b, OriginId of_b) const {
  if (of_a == of_b) return !origins_[of_a].many;
  return comes_before(a, of_a, of_b) || comes_before(b, of_b, of_a);
}

// The largest set of origins each start of which is behind the point or by one of the set.
bool StartOrder::comes_before(Point point, OriginId origin, OriginId other) const {
  if (origins_[origin].many) return false;
  std::set<OriginId> after;
  for (std::uint32_t o = 1; o < origins_.size(); ++o)
    if (OriginId{o} != origin) after.insert(OriginId{o});
  const auto is_out_of_the_past = [&](std::uint32_t event) {
    const StartEvent& start = origins_.events()[event];
    return std::ranges::all_of(origins_.list(start.caller), [&](OriginId by) {
      return by == origin ? !may_come_after(start, point) : after.contains(by);
    });
  };
  for (bool changed = true; changed;) {
    changed = std::erase_if(after, [&](OriginId of) {
                const auto& events = origins_[of].events;
                return events.empty() || !std::ranges::all_of(events, is_out_of_the_past);
              }) != 0;
  }
  return after.contains(other);
}

bool StartOrder::may_be_run_by_starter(const StartEvent& start, InstanceId id) const {
  return std::ranges::any_of(origins_.list(start.caller),
                             [&](OriginId by) { return origins_.runs(by, id); });
}

// Breadth first over instructions: behind the start, behind each call that led there, and into all
// that is called from there on. What runs once and was running at the start does not begin anew.
bool StartOrder::may_come_after(const StartEvent& start, Point point) const {
  std::set<Place> seen;
  std::deque<Place> open;
  const auto go = [&](Place to) {
    if (seen.insert(to).second) open.push_back(to);
  };
  std::set<InstanceId> running{start.caller};
  for (std::deque<InstanceId> up{start.caller}; !up.empty(); up.pop_front()) {
    for (const Call& call : calls_.calls_to(up.front())) {
      if (!may_be_run_by_starter(start, call.caller)) continue;
      go({call.caller, call.instruction});
      if (running.insert(call.caller).second) up.push_back(call.caller);
    }
  }
  const auto call = [&](const Place& at) {
    for (const Call& to : calls_.calls_at(at.instance, at.instruction)) {
      const bool is_running = origins_.is_once(to.callee) && running.contains(to.callee);
      if (may_be_run_by_starter(start, to.callee) && !is_running) go({to.callee, kBeforeTheFirst});
    }
  };
  bool is_there = false;
  for (; !open.empty() && !is_there; open.pop_front()) {
    for (const std::uint32_t next : behind(open.front())) {
      const Place to{open.front().instance, next};
      is_there = is_there || to == Place{point.instance, point.instruction};
      call(to);
      go(to);
    }
  }
  return is_there;
}

// The instructions that may come next, in the same run of the instance.
std::vector<std::uint32_t> StartOrder::behind(const Place& at) const {
  const ir::Body* body = calls_.program().body(calls_.at(at.instance).method);
  if (body == nullptr) return {};
  if (at.instruction == kBeforeTheFirst) return {body->blocks[0].first};
  const auto block = std::ranges::find_if(body->blocks, [&](const ir::Block& one) {
    return at.instruction >= one.first && at.instruction < one.end;
  });
  std::vector<std::uint32_t> next;
  for (const ir::Handler& handler : body->handlers_of(*block))
    next.push_back(body->block(handler.block).first);
  if (at.instruction + 1 < block->end) {
    next.push_back(at.instruction + 1);
  } else {
    for (const ir::BlockId to : body->successors_of(*block)) next.push_back(body->block(to).first);
  }
  return next;
}

}  // namespace heddle::races
