#include "origins/order.h"

#include <algorithm>
#include <functional>

#include "base/id.h"

namespace heddle::origins {

using base::index;
using pointsto::InstanceId;

namespace {

bool has(std::span<const std::uint64_t> bits, std::uint32_t at) {
  return (bits[at >> 6U] >> (at & 63U) & 1U) != 0;
}
void set(std::vector<std::uint64_t>& bits, std::uint32_t at) {
  bits[at >> 6U] |= std::uint64_t{1} << (at & 63U);
}
void clear(std::vector<std::uint64_t>& bits, std::uint32_t at) {
  bits[at >> 6U] &= ~(std::uint64_t{1} << (at & 63U));
}

}  // namespace

Order::Order(CallGraph& calls, Origins& origins, const StartFacts& starts, Joins& joins,
             const Gates& gates)
    : calls_(calls),
      origins_(origins),
      starts_(starts),
      joins_(joins),
      gates_(gates),
      after_starts_(calls, origins),
      uninterrupted_(calls, joins.interrupts()),
      reaches_(origins.events().size()),
      excluded_(origins.size()) {
  for (std::uint32_t e = 0; e < origins.events().size(); ++e) {
    const auto running = origins.running(origins.events()[e].caller);
    starters_.emplace_back(running.begin(), running.end());
    is_machines_.push_back(is_done_by_machine(e) ? 1 : 0);
  }
}

bool Order::is_ordered(Point a, OriginId of_a, Point b, OriginId of_b) {
  if (of_a == of_b && (!origins_[of_a].many || joins_.runs_one_by_one(of_a))) return true;
  if (exclude(of_a, of_b)) return true;
  const auto are_parted = [&] { return is_parted(a, of_a, b) || is_parted(b, of_b, a); };
  if (of_a == of_b) return are_parted();
  if (comes_after(a, of_b) || comes_after(b, of_a)) return true;
  const auto apart = joins_.apart_by_joins(of_a);
  if (!apart.empty() && has(apart, index(of_b))) return true;
  // Gates take longest.
  return comes_before(a, of_a, of_b) || comes_before(b, of_b, of_a) || is_apart(a, of_a, of_b) ||
         is_apart(b, of_b, of_a) || are_parted() || uninterrupted_.never_comes(a, of_a) ||
         uninterrupted_.never_comes(b, of_b);
}

void Order::leave_unordered(Point a, OriginId of_a, Point b, std::span<std::uint64_t> others) {
  const auto take_out = [&](std::span<const std::uint64_t> ordered) {
    if (ordered.empty()) return;
    for (std::size_t word = 0; word < others.size(); ++word) others[word] &= ~ordered[word];
  };
  const std::uint32_t own = index(of_a);
  const bool has_itself = has(others, own) && origins_[of_a].many &&
                          !joins_.runs_one_by_one(of_a) && !has(excluded_by(of_a), own);
  if (comes_after(b, of_a)) {
    std::ranges::fill(others, 0);
  } else {
    take_out(excluded_by(of_a));
    take_out(joins_.apart_by_joins(of_a));
    take_out(joins_.quiet(a.instance, a.instruction));
    const bool is_left = std::ranges::any_of(others, std::identity{});
    if (is_left && !origins_[of_a].many) take_out(begun_after(a, of_a));
  }
  // Two runs of one are only ordered as above, or by gates.
  others[own >> 6U] &= ~(std::uint64_t{1} << (own & 63U));
  if (has_itself) others[own >> 6U] |= std::uint64_t{1} << (own & 63U);
}

const std::vector<std::uint64_t>& Order::excluded_by(OriginId origin) {
  std::vector<std::uint64_t>& bits = excluded_[index(origin)];
  if (!bits.empty()) return bits;
  bits.assign(origins_.words(), 0);
  for (std::uint32_t other = 0; other < origins_.size(); ++other)
    if (exclude(origin, OriginId{other})) set(bits, other);
  return bits;
}

bool Order::comes_before(Point point, OriginId origin, OriginId other) {
  if (origins_[origin].many) return false;
  return has(begun_after(point, origin), index(other));
}

bool Order::comes_after(Point point, OriginId other) {
  const auto quiet = joins_.quiet(point.instance, point.instruction);
  return !quiet.empty() && has(quiet, index(other));
}

bool Order::is_apart(Point point, OriginId origin, OriginId other) {
  if (origins_[origin].many || origins_[other].events.empty()) return false;
  const std::vector<std::uint64_t>& after = begun_after(point, origin);
  return std::ranges::all_of(origins_[other].events, [&](std::uint32_t event) {
    if (is_machines_[event] != 0 || !is_only_done_by(event, origin, after)) return false;
    return !has(starters_[event], index(origin)) || !is_beside(event, point);
  });
}

// Or by one of these others.
bool Order::is_only_done_by(std::uint32_t event, OriginId origin,
                            std::span<const std::uint64_t> others) const {
  for (std::size_t word = 0; word < others.size(); ++word) {
    std::uint64_t by = starters_[event][word] & ~others[word];
    if (index(origin) >> 6U == word) by &= ~(std::uint64_t{1} << (index(origin) & 63U));
    if (by != 0) return false;
  }
  return true;
}

// What no call leads to, as a finalizer's start, may be done at any time.
bool Order::is_done_by_machine(std::uint32_t event) const {
  const InstanceId by = origins_.events()[event].caller;
  return calls_.calls_to(by).empty() &&
         std::ranges::find(calls_.roots(), by) == calls_.roots().end() &&
         !calls_.is_class_initializer(by) &&
         std::ranges::none_of(starters_[event], std::identity{});
}

// The largest set of origins such that each of their starts is out of the point's past: done by the
// point's own origin where no path leads back to the point, or by one of the set.
const std::vector<std::uint64_t>& Order::begun_after(Point point, OriginId origin) {
  const auto [place, fresh] =
      after_ids_.try_emplace({index(point.instance), point.instruction, index(origin)}, 0);
  if (!fresh) return after_[place->second];
  std::vector<std::uint64_t> comes_back = may_begin_after(origin);
  for (std::size_t word = 0; word < comes_back.size(); ++word)
    if (comes_back[word] != 0)
      comes_back[word] = after_starts_.behind(word, comes_back[word], point);
  const auto [same, is_new] = after_by_starts_.try_emplace(
      {origin, std::move(comes_back)}, static_cast<std::uint32_t>(after_.size()));
  if (is_new) after_.push_back(find_begun_after(origin, same->first.second));
  place->second = same->second;
  return after_[place->second];
}

// Starts by the origin of others that matter.
const std::vector<std::uint64_t>& Order::may_begin_after(OriginId origin) {
  const auto [place, fresh] = may_begin_after_.try_emplace(origin);
  if (!fresh) return place->second;
  place->second.assign((origins_.events().size() + 63) / 64, 0);
  for (std::uint32_t e = 0; e < origins_.events().size(); ++e) {
    const OriginId begun = origins_.events()[e].begins;
    if (begun != origin && origins_[begun].leads_there && has(starters_[e], index(origin)))
      set(place->second, e);
  }
  after_starts_.follow(place->second);
  return place->second;
}

std::vector<std::uint64_t> Order::find_begun_after(
    OriginId origin, const std::vector<std::uint64_t>& comes_back) const {
  std::vector<std::uint64_t> after(origins_.words(), 0);
  for (std::uint32_t o = 1; o < origins_.size(); ++o)
    if (o != index(origin) && origins_[OriginId{o}].leads_there &&
        !origins_[OriginId{o}].events.empty())
      set(after, o);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t o = 1; o < origins_.size(); ++o) {
      if (!has(after, o)) continue;
      const bool holds =
          std::ranges::all_of(origins_[OriginId{o}].events, [&](std::uint32_t event) {
            return !has(comes_back, event) && is_machines_[event] == 0 &&
                   is_only_done_by(event, origin, after);
          });
      if (holds) continue;
      clear(after, o);
      changed = true;
    }
  }
  return after;
}

const Order::Starts& Order::starts_of(OriginId origin, OriginId other) {
  const auto [place, fresh] =
      starts_of_.try_emplace(std::uint64_t{index(origin)} << 32U | index(other), 0);
  if (fresh && origin != other && !origins_[origin].many) {
    Starts found = find_starts_of(origin, other);
    if (!found.empty()) {
      place->second = static_cast<std::uint32_t>(known_starts_.size());
      known_starts_.push_back(std::move(found));
    }
  }
  return known_starts_[place->second];
}

Order::Starts Order::find_starts_of(OriginId origin, OriginId other) const {
  Starts found((origins_.events().size() + 63) / 64, 0);
  std::vector<std::uint64_t> later(origins_.words(), 0);
  std::vector<OriginId> open{other};
  bool is_any = false;
  set(later, index(other));
  if (origins_[other].events.empty()) return {};
  while (!open.empty()) {
    const OriginId at = open.back();
    open.pop_back();
    for (const std::uint32_t event : origins_[at].events) {
      for (const OriginId by : origins_.list(origins_.events()[event].caller)) {
        if (by == origin) {
          set(found, event);
          is_any = true;
        } else if (!has(later, index(by))) {
          if (origins_[by].events.empty()) return {};
          set(later, index(by));
          open.push_back(by);
        }
      }
    }
  }
  return is_any ? found : Starts();
}

bool Order::is_behind(const Starts& starts, Point point) {
  for (std::size_t word = 0; word < starts.size(); ++word)
    if (starts[word] != 0 && after_starts_.behind(word, starts[word], point) != 0) return true;
  return false;
}

bool Order::leads_to_start(const Starts& starts, InstanceId id) {
  for (std::size_t word = 0; word < starts.size(); ++word)
    if (starts[word] != 0 && after_starts_.inside(word, starts[word], id) != 0) return true;
  return false;
}

bool Order::is_beside(std::uint32_t event, Point point) {
  const StartEvent& start = origins_.events()[event];
  if (origins_.is_platforms(start) || !joins_.is_joined_where_begun(start.begins))
    return after_starts_.behind(event >> 6U, std::uint64_t{1} << (event & 63U), point) != 0;
  return is_in(reach_while_under_way(event), point);
}

bool Order::is_in(const Reach& from, Point point) {
  if (has(from.whole, index(point.instance))) return true;
  const auto behind = from.behind.find(index(point.instance));
  if (behind == from.behind.end()) return false;
  BodyFlow* flow = calls_.flow(point.instance);
  if (flow == nullptr || point.instruction == pointsto::kModelInstruction) return true;
  return std::ranges::any_of(behind->second, [&](std::uint32_t start) {
    if (start == pointsto::kModelInstruction) return true;
    return flow->reaches(start, point.instruction) &&
           (!from.under_way ||
            !joins_.is_over(point.instance, start, *from.under_way, point.instruction));
  });
}

const Order::Reach& Order::reach_while_under_way(std::uint32_t event) {
  Reach& reach = reaches_[event];
  if (!reach.known) {
    const StartEvent& start = origins_.events()[event];
    follow({.from = {.instance = start.caller, .instruction = start.instruction},
            .by = starters_[event],
            .is_exact = false,
            .under_way = start.begins},
           reach);
  }
  return reach;
}

// Within a run of that origin. What is behind the calls that give a value is followed from the
// first of them; of those below it only what they go on to do, for others call them, too.
const Order::Reach& Order::reach(const Signal& signal, OriginId origin) {
  const Point last{.instance = signal.instance, .instruction = signal.instruction};
  const Point first = signal.through.empty() ? last : signal.through.front();
  Reach& reach = signal_reaches_[{index(first.instance), first.instruction, index(origin)}];
  if (!reach.known) {
    std::vector<std::uint64_t> by(origins_.words(), 0);
    set(by, index(origin));
    follow({.from = first, .by = by, .is_exact = true, .under_way = std::nullopt}, reach);
  }
  std::vector<InstanceId> open;
  for (std::size_t i = 1; i < signal.through.size(); ++i) {
    const Point& inner = signal.through[i];
    std::vector<std::uint32_t>& behind = reach.behind[index(inner.instance)];
    if (std::ranges::find(behind, inner.instruction) != behind.end()) continue;
    behind.push_back(inner.instruction);
    BodyFlow* flow = calls_.flow(inner.instance);
    for (const Call& call : calls_.calls_from(inner.instance))
      if (flow == nullptr || call.instruction == pointsto::kModelInstruction ||
          flow->reaches(inner.instruction, call.instruction))
        open.push_back(call.callee);
  }
  while (!open.empty()) {
    const InstanceId id = open.back();
    open.pop_back();
    if (has(reach.whole, index(id)) || !origins_.runs(origin, id)) continue;
    set(reach.whole, index(id));
    const auto callees = after_starts_.callees(id);
    open.insert(open.end(), callees.begin(), callees.end());
  }
  return reach;
}

std::vector<std::uint8_t> Order::lists_with(std::span<const std::uint64_t> by) const {
  std::vector<std::uint8_t> found;
  for (const std::vector<OriginId>& list : origins_.lists()) {
    const bool is_in =
        std::ranges::any_of(list, [&](OriginId origin) { return has(by, index(origin)); });
    found.push_back(is_in ? 1 : 0);
  }
  return found;
}

// The way of AfterStarts, for one that ends early or needs all instructions.
void Order::follow(const Way& way, Reach& reach) {
  reach.known = true;
  reach.under_way = way.under_way;
  reach.whole.assign((calls_.size() + 63) / 64, 0);
  const std::vector<std::uint8_t> starters = lists_with(way.by);
  const auto is_starters = [&](InstanceId id) { return starters[origins_.list_number(id)] != 0; };
  std::vector<InstanceId> open;
  const auto take_whole = [&](InstanceId id) {
    if (has(reach.whole, index(id))) return;
    set(reach.whole, index(id));
    open.push_back(id);
  };
  std::vector<Point> points{way.from};
  while (!points.empty()) {
    Point point = points.back();
    points.pop_back();
    // Of the platform's code it matters only for signals: nobody else asks.
    const bool is_exact = way.is_exact || !calls_.is_platform(point.instance);
    if (!is_exact) point.instruction = pointsto::kModelInstruction;  // any
    BodyFlow* flow = is_exact ? calls_.flow(point.instance) : nullptr;
    std::vector<std::uint32_t>& behind = reach.behind[index(point.instance)];
    const bool is_known = std::ranges::any_of(behind, [&](std::uint32_t start) {
      if (start == point.instruction) return true;
      // What comes behind this one comes behind that one, too, if nothing ends on the way.
      return !way.under_way && flow != nullptr && start != pointsto::kModelInstruction &&
             point.instruction != pointsto::kModelInstruction &&
             flow->reaches(start, point.instruction);
    });
    if (is_known) continue;
    const bool is_first = behind.empty();
    behind.push_back(point.instruction);
    for (const Call& call : calls_.calls_from(point.instance)) {
      const bool is_model = point.instruction == pointsto::kModelInstruction ||
                            call.instruction == pointsto::kModelInstruction || flow == nullptr;
      if (!is_starters(call.callee)) continue;
      const bool is_behind =
          is_model || (flow->reaches(point.instruction, call.instruction) &&
                       (!way.under_way || !joins_.is_over(point.instance, point.instruction,
                                                          *way.under_way, call.instruction)));
      if (is_behind) take_whole(call.callee);
    }
    if (way.under_way && flow != nullptr && point.instruction != pointsto::kModelInstruction &&
        !joins_.leaves_running(point.instance, point.instruction, *way.under_way))
      continue;
    if (!is_first && !way.under_way) continue;  // its callers are among the points
    for (const Call& call : calls_.calls_to(point.instance)) {
      if (is_starters(call.caller))
        points.push_back({.instance = call.caller, .instruction = call.instruction});
    }
  }
  const auto cannot_begin_again = [&](InstanceId id) {
    return origins_.is_once(id) && reach.behind.contains(index(id));
  };
  while (!open.empty()) {
    const InstanceId from = open.back();
    open.pop_back();
    if (cannot_begin_again(from)) {
      clear(reach.whole, index(from));
      continue;
    }
    for (const InstanceId callee : after_starts_.callees(from))
      if (is_starters(callee)) take_whole(callee);
  }
}

// --- gates ---------------------------------------------------------------------------------------

const std::vector<std::uint32_t>& Order::passed(Point point) {
  const std::uint64_t key = std::uint64_t{index(point.instance)} << 32U | point.instruction;
  const auto [place, fresh] = passed_ids_.try_emplace(key, 0);
  if (fresh) {
    std::vector<std::uint32_t> found = joins_.passed(point.instance, point.instruction);
    if (!found.empty()) {
      place->second = static_cast<std::uint32_t>(passed_.size());
      passed_.push_back(std::move(found));
    }
  }
  return passed_[place->second];
}

bool Order::is_parted(Point early, OriginId origin, Point late) {
  constexpr unsigned kDeepest = 3;
  if (gates_.size() == 0) return false;
  const std::vector<std::uint32_t>& gates = passed(late);
  return std::ranges::any_of(
      gates, [&](std::uint32_t gate) { return precedes(early, origin, gate, kDeepest); });
}

// So many signals may come from elsewhere than behind the point: is it fewer than are needed? What
// is asked of the point's own origin takes longest, and comes last.
bool Order::precedes(Point point, OriginId origin, std::uint32_t gate, unsigned depth) {
  const std::array key{index(point.instance), point.instruction, index(origin), gate};
  const auto [place, fresh] = precedes_.try_emplace(key, false);  // meanwhile: no
  if (!fresh) return place->second;
  const Gate& of = gates_[gate];
  Counted counted;
  for (const bool is_own : {false, true}) {
    for (const Giver& giver : of.givers)
      if ((giver.origin == origin) == is_own && !count(point, origin, giver, of, depth, counted))
        return false;
  }
  const bool is_fewer = of.needed.kind == Number::Kind::kConstant
                            ? counted.others < of.needed.value
                            : counted.is_one_less && counted.others == 0;
  precedes_[key] = is_fewer;
  return is_fewer;
}

// False: how many are from elsewhere is not known.
bool Order::count(Point point, OriginId origin, const Giver& giver, const Gate& of, unsigned depth,
                  Counted& counted) {
  const bool is_own = giver.origin == origin && origins_[origin].many;
  const bool is_known = giver.times != Times::kMany && giver.runs.kind == Number::Kind::kConstant;
  const bool may_be_one_less = is_own && giver.times == 1 && giver.runs == of.needed;
  if (is_own && !is_known && !may_be_one_less) return false;
  const std::uint32_t not_behind = elsewhere(point, origin, giver, is_known, depth);
  if (not_behind == 0 && !is_own) return true;
  if (is_known) {
    // Of its own run only some, of all others all.
    counted.others +=
        is_own ? giver.times * (giver.runs.value - 1) + not_behind : not_behind * giver.runs.value;
    return true;
  }
  counted.is_one_less = true;  // than the number that both have in common
  return not_behind == 0 && may_be_one_less;
}

// How many signals of one run of the giver may be given other than after the point? Of the point's
// own origin: in the same run. Not exactly: whether there are any.
std::uint32_t Order::elsewhere(Point point, OriginId origin, const Giver& giver, bool is_exact,
                               unsigned depth) {
  const bool is_own = giver.origin == origin;
  if (!is_own && comes_before(point, origin, giver.origin)) return 0;
  const auto is_behind = [&](const Signal& signal) {
    if (is_own) return !is_in(reach(signal, origin), point);
    if (joins_.has_ended(signal.instance, signal.instruction, origin)) return true;
    if (depth == 0) return false;
    const std::vector<std::uint32_t> gates =
        passed({.instance = signal.instance, .instruction = signal.instruction});
    return std::ranges::any_of(
        gates, [&](std::uint32_t gate) { return precedes(point, origin, gate, depth - 1); });
  };
  const std::uint64_t most = is_exact ? giver.times : 1;
  std::uint64_t times = 0;
  for (const Signal& signal : giver.signals) {
    if (times >= most) break;
    if (!is_behind(signal)) times += signal.times;
  }
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(times, giver.times));
}

}  // namespace heddle::origins
