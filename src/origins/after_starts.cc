#include "origins/after_starts.h"

#include <algorithm>
#include <bit>
#include <boost/unordered/unordered_flat_map.hpp>
#include <utility>

#include "base/id.h"
#include "base/parallel.h"
#include "origins/sweep.h"

namespace heddle::origins {

using base::index;
using pointsto::InstanceId;
using pointsto::kModelInstruction;

AfterStarts::AfterStarts(CallGraph& calls, const Origins& origins)
    : calls_(calls), origins_(origins) {
  const std::vector<Point> places = find_places();
  list_points(places);
  for (const Point& place : places) places_.push_back(point_at(place));
  rows_.resize((places_.size() + Bits::kBits - 1) / Bits::kBits);
  answers_.resize(rows_.size());
  list_callees();
  list_callers();
}

std::vector<Point> AfterStarts::find_places() {
  std::vector<Point> places;
  boost::unordered_flat_map<std::uint64_t, std::uint32_t> known;
  for (const StartEvent& start : origins_.events()) {
    if (origins_.is_platforms(start)) {
      place_of_.push_back(kNowhere);
      continue;
    }
    const bool is_platforms = calls_.is_platform(start.caller);
    const Point place{.instance = start.caller,
                      .instruction = is_platforms ? kModelInstruction : start.instruction};
    const auto [at, fresh] =
        known.try_emplace(std::uint64_t{index(place.instance)} << 32U | place.instruction,
                          static_cast<std::uint32_t>(places.size()));
    if (fresh) places.push_back(place);
    place_of_.push_back(at->second);
  }
  return places;
}

// Where the platform's code calls from does not matter.
void AfterStarts::list_points(std::span<const Point> places) {
  points_.assign(places.begin(), places.end());
  for (std::uint32_t i = 0; i < calls_.size(); ++i) {
    const auto id = base::id_at<InstanceId>(i);
    if (origins_.list(id).empty()) continue;
    const bool is_platforms = calls_.is_platform(id);
    for (const Call& call : calls_.calls_from(id)) {
      const std::uint32_t at = is_platforms ? kModelInstruction : call.instruction;
      const bool is_listed =
          !points_.empty() && points_.back().instance == id && points_.back().instruction == at;
      if (!is_listed) points_.push_back({.instance = id, .instruction = at});
    }
  }
  const auto key = [](const Point& point) { return std::pair(point.instance, point.instruction); };
  std::ranges::sort(points_, {}, key);
  points_.erase(std::ranges::unique(points_, {}, key).begin(), points_.end());
  first_point_.assign(calls_.size() + 1, 0);
  for (const Point& point : points_) ++first_point_[index(point.instance) + 1];
  for (std::size_t i = 1; i < first_point_.size(); ++i) first_point_[i] += first_point_[i - 1];
}

std::uint32_t AfterStarts::point_at(Point point) const {
  const auto begin = points_.begin() + first_point_[index(point.instance)],
             end = points_.begin() + first_point_[index(point.instance) + 1];
  const auto found =
      std::ranges::lower_bound(begin, end, point.instruction, {}, &Point::instruction);
  return static_cast<std::uint32_t>(found - points_.begin());
}

void AfterStarts::list_callers() {
  first_caller_.reserve(calls_.size() + 1);
  for (std::uint32_t i = 0; i < calls_.size(); ++i) {
    const std::size_t first = callers_.size();
    first_caller_.push_back(static_cast<std::uint32_t>(first));
    for (const Call& call : calls_.calls_to(base::id_at<InstanceId>(i))) {
      if (origins_.list(call.caller).empty()) continue;
      const bool is_platforms = calls_.is_platform(call.caller);
      callers_.push_back(
          point_at({.instance = call.caller,
                    .instruction = is_platforms ? kModelInstruction : call.instruction}));
    }
    const auto begin = callers_.begin() + static_cast<std::ptrdiff_t>(first);
    std::sort(begin, callers_.end());
    callers_.erase(std::unique(begin, callers_.end()), callers_.end());
  }
  first_caller_.push_back(static_cast<std::uint32_t>(callers_.size()));
}

void AfterStarts::list_callees() {
  first_callee_.reserve(calls_.size() + 1);
  for (std::uint32_t i = 0; i < calls_.size(); ++i) {
    const std::size_t first = callees_.size();
    first_callee_.push_back(static_cast<std::uint32_t>(first));
    for (const Call& call : calls_.calls_from(base::id_at<InstanceId>(i)))
      if (!origins_.list(call.callee).empty()) callees_.push_back(call.callee);
    const auto begin = callees_.begin() + static_cast<std::ptrdiff_t>(first);
    std::sort(begin, callees_.end());
    callees_.erase(std::unique(begin, callees_.end()), callees_.end());
  }
  first_callee_.push_back(static_cast<std::uint32_t>(callees_.size()));
}

std::uint64_t AfterStarts::behind(std::size_t word, std::uint64_t starts, Point point) {
  if (asked_.instance != point.instance || asked_.instruction != point.instruction) {
    asked_ = point;
    std::ranges::fill(answers_, std::pair(false, Bits()));
  }
  std::uint64_t found = 0;
  for (std::uint64_t left = starts; left != 0; left &= left - 1) {
    const std::uint32_t place =
        place_of_[word * 64 + static_cast<std::size_t>(std::countr_zero(left))];
    bool is_behind = place == kNowhere;
    if (!is_behind) {
      auto& [is_known, answer] = answers_[place / Bits::kBits];
      if (!is_known) answer = places_before(place / Bits::kBits, point);
      is_known = true;
      is_behind = answer.has(place % Bits::kBits);
    }
    if (is_behind) found |= left & -left;
  }
  return found;
}

AfterStarts::Bits AfterStarts::places_before(std::size_t number, Point point) {
  const Row& row = known(number);
  Bits found = row.whole[index(point.instance)];
  const std::uint32_t first = first_point_[index(point.instance)],
                      end = first_point_[index(point.instance) + 1];
  if (first == end) return found;
  BodyFlow* flow = calls_.flow(point.instance);
  const bool is_any = flow == nullptr || point.instruction == kModelInstruction;
  for (std::uint32_t i = first; i < end; ++i) {
    if ((row.behind[i] & ~found).is_empty()) continue;
    const std::uint32_t start = points_[i].instruction;
    if (is_any || start == kModelInstruction || flow->reaches(start, point.instruction))
      found |= row.behind[i];
  }
  return found;
}

std::uint64_t AfterStarts::inside(std::size_t word, std::uint64_t starts, InstanceId id) {
  std::uint64_t found = 0;
  std::size_t number = rows_.size();  // of the places that were looked up last: most are together
  Bits done;
  for (std::uint64_t left = starts; left != 0; left &= left - 1) {
    const std::uint32_t place =
        place_of_[word * 64 + static_cast<std::size_t>(std::countr_zero(left))];
    if (place == kNowhere) continue;
    if (place / Bits::kBits != number) {
      number = place / Bits::kBits;
      done = places_inside(number, id);
    }
    if (done.has(place % Bits::kBits)) found |= left & -left;
  }
  return found;
}

AfterStarts::Bits AfterStarts::places_inside(std::size_t number, InstanceId id) {
  const Row& row = known(number);
  Bits found;
  for (std::uint32_t i = first_point_[index(id)]; i < first_point_[index(id) + 1]; ++i)
    found |= row.behind[i];
  return found;
}

// Of one row after the other.
class AfterStarts::Walk {
 public:
  Walk(const AfterStarts& of, const CallOrder& order)
      : of_(of),
        calls_(of.calls_),
        origins_(of.origins_),
        behind_(order, Sweep::Towards::kCallers),
        open_(order, Sweep::Towards::kCallees) {}

  void follow(std::size_t number, Row& row);

 private:
  // Control has come to be behind an instruction.
  struct Behind {
    std::uint32_t instruction = 0;
    Bits places;
  };
  void find_starters(std::size_t number);
  [[nodiscard]] const Bits& starters(InstanceId id) const {
    return starters_[origins_.list_number(id)];
  }
  void come_behind(const Row& row, std::uint32_t point, Bits bits);
  void look_behind(Row& row, InstanceId id);
  void take_called_behind(Row& row, InstanceId id, const BodyFlow& flow);
  void flow_on(const BodyFlow& flow);
  void take_whole(Row& row, InstanceId id, Bits bits);
  void take_called(Row& row);

  const AfterStarts& of_;
  const CallGraph& calls_;
  const Origins& origins_;
  // By number of the list of who runs an instance: the places that one of them runs.
  std::vector<Bits> starters_;
  Sweep behind_;                    // to be looked at
  std::vector<Bits> fresh_behind_;  // by point
  // While an instance is looked at: what has come behind which of its instructions, ascending; by
  // block, what has come to its begin.
  std::vector<Behind> arrived_;
  std::vector<Bits> at_block_;
  std::vector<std::uint32_t> open_blocks_;
  Sweep open_;
  std::vector<Bits> fresh_;  // by instance
};

const AfterStarts::Row& AfterStarts::known(std::size_t row) {
  if (!rows_[row].is_known) follow_rows({&row, 1});
  return rows_[row];
}

void AfterStarts::follow(std::span<const std::uint64_t> starts) {
  std::vector<std::uint8_t> is_wanted(rows_.size());
  for (std::uint32_t e = 0; e < place_of_.size(); ++e)
    if ((starts[e >> 6U] >> (e & 63U) & 1U) != 0 && place_of_[e] != kNowhere)
      is_wanted[place_of_[e] / Bits::kBits] = 1;
  std::vector<std::size_t> numbers;
  for (std::size_t number = 0; number < rows_.size(); ++number)
    if (is_wanted[number] != 0 && !rows_[number].is_known) numbers.push_back(number);
  follow_rows(numbers);
}

void AfterStarts::follow_rows(std::span<const std::size_t> numbers) {
  if (numbers.empty()) return;
  calls_.make_flows();
  const CallOrder order(calls_);
  std::vector<Walk> walks;
  for (std::size_t i = 0; i < std::min<std::size_t>(calls_.workers(), numbers.size()); ++i)
    walks.emplace_back(*this, order);
  base::parallel_for(numbers.size(), calls_.workers(), 1, [&](std::size_t i, unsigned worker) {
    walks[worker].follow(numbers[i], rows_[numbers[i]]);
  });
}

void AfterStarts::Walk::follow(std::size_t number, Row& row) {
  row.is_known = true;
  row.behind.assign(of_.points_.size(), {});
  row.whole.assign(calls_.size(), {});
  fresh_behind_.assign(of_.points_.size(), {});
  fresh_.assign(calls_.size(), {});
  find_starters(number);
  const std::size_t first = number * Bits::kBits,
                    end = std::min(first + Bits::kBits, of_.places_.size());
  for (std::size_t place = first; place < end; ++place)
    come_behind(row, of_.places_[place], Bits::only(place - first));
  while (!behind_.is_empty()) look_behind(row, behind_.next());
  take_called(row);
}

void AfterStarts::Walk::find_starters(std::size_t number) {
  std::vector<Bits> by(origins_.size());  // origin
  const std::size_t first = number * Bits::kBits,
                    end = std::min(first + Bits::kBits, of_.places_.size());
  for (std::size_t place = first; place < end; ++place)
    for (const OriginId origin : origins_.list(of_.points_[of_.places_[place]].instance))
      by[index(origin)] |= Bits::only(place - first);
  starters_.clear();
  for (const std::vector<OriginId>& list : origins_.lists()) {
    Bits& bits = starters_.emplace_back();
    for (const OriginId origin : list) bits |= by[index(origin)];
  }
}

void AfterStarts::Walk::come_behind(const Row& row, std::uint32_t point, Bits bits) {
  bits &= ~(row.behind[point] | fresh_behind_[point]);
  if (bits.is_empty()) return;
  fresh_behind_[point] |= bits;
  behind_.add(of_.points_[point].instance);
}

void AfterStarts::Walk::look_behind(Row& row, InstanceId id) {
  Bits before, bits;
  arrived_.clear();
  for (std::uint32_t i = of_.first_point_[index(id)]; i < of_.first_point_[index(id) + 1]; ++i) {
    before |= row.behind[i];
    if (fresh_behind_[i].is_empty()) continue;
    bits |= fresh_behind_[i];
    arrived_.push_back({.instruction = of_.points_[i].instruction, .places = fresh_behind_[i]});
    row.behind[i] |= std::exchange(fresh_behind_[i], {});
  }
  const BodyFlow* flow = calls_.is_platform(id) ? nullptr : calls_.made_flow(calls_.at(id).method);
  if (flow == nullptr) {
    for (const InstanceId callee : of_.callees(id))
      take_whole(row, callee, bits & starters(callee));
  } else {
    take_called_behind(row, id, *flow);
  }
  bits &= ~before;  // otherwise its callers are among the points
  if (bits.is_empty()) return;
  for (std::uint32_t i = of_.first_caller_[index(id)]; i < of_.first_caller_[index(id) + 1]; ++i) {
    const std::uint32_t point = of_.callers_[i];
    come_behind(row, point, bits & starters(of_.points_[point].instance));
  }
}

// In one walk over the body, for all that has arrived.
void AfterStarts::Walk::take_called_behind(Row& row, InstanceId id, const BodyFlow& flow) {
  flow_on(flow);
  Bits anywhere, all;
  for (const Behind& point : arrived_) {
    all |= point.places;
    if (point.instruction == kModelInstruction) anywhere |= point.places;
  }
  std::uint32_t last = kModelInstruction;
  Bits here = all;
  for (const Call& call : calls_.calls_from(id)) {
    if (call.instruction != last) {
      last = call.instruction;
      here = all;
      if (last != kModelInstruction) {
        const std::uint32_t block = flow.block_of(last);
        here = anywhere | at_block_[block];
        const std::uint32_t first = flow.body().blocks[block].first;
        auto point = std::ranges::lower_bound(arrived_, first, {}, &Behind::instruction);
        for (; point != arrived_.end() && point->instruction < last; ++point) here |= point->places;
      }
    }
    take_whole(row, call.callee, here & starters(call.callee));
  }
}

void AfterStarts::Walk::flow_on(const BodyFlow& flow) {
  at_block_.assign(flow.body().blocks.size(), {});
  open_blocks_.clear();
  const auto leave = [&](std::uint32_t block, const Bits& bits) {
    flow.for_each_successor(block, [&](std::uint32_t to) {
      if ((bits & ~at_block_[to]).is_empty()) return;
      at_block_[to] |= bits;
      open_blocks_.push_back(to);
    });
  };
  for (const Behind& point : arrived_)
    if (point.instruction != kModelInstruction)
      leave(flow.block_of(point.instruction), point.places);
  while (!open_blocks_.empty()) {
    const std::uint32_t block = open_blocks_.back();
    open_blocks_.pop_back();
    leave(block, Bits(at_block_[block]));
  }
}

void AfterStarts::Walk::take_whole(Row& row, InstanceId id, Bits bits) {
  bits &= ~row.whole[index(id)];
  if (bits.is_empty()) return;
  row.whole[index(id)] |= bits;
  fresh_[index(id)] |= bits;
  open_.add(id);
}

void AfterStarts::Walk::take_called(Row& row) {
  // By instance: what runs once and has begun.
  boost::unordered_flat_map<std::uint32_t, Bits> begun;
  for (std::uint32_t id = 0; id < calls_.size(); ++id) {
    if (!origins_.is_once(base::id_at<InstanceId>(id))) continue;
    Bits behind;
    for (std::uint32_t i = of_.first_point_[id]; i < of_.first_point_[id + 1]; ++i)
      behind |= row.behind[i];
    if (!behind.is_empty()) begun.emplace(id, behind);
  }
  while (!open_.is_empty()) {
    const InstanceId id = open_.next();
    Bits bits = std::exchange(fresh_[index(id)], {});
    if (const auto once = begun.find(index(id)); once != begun.end()) bits &= ~once->second;
    if (bits.is_empty()) continue;
    for (const InstanceId callee : of_.callees(id))
      take_whole(row, callee, bits & starters(callee));
  }
  for (const auto& [id, bits] : begun) row.whole[id] &= ~bits;
}

}  // namespace heddle::origins
