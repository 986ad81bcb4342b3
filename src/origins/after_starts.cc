#include "origins/after_starts.h"

#include <algorithm>
#include <bit>
#include <deque>
#include <utility>

#include "base/id.h"
#include "base/parallel.h"

namespace heddle::origins {

using base::index;
using pointsto::InstanceId;
using pointsto::kModelInstruction;

AfterStarts::AfterStarts(CallGraph& calls, const Origins& origins)
    : calls_(calls), origins_(origins) {
  list_callees();
  list_callers();
  list_places();
}

void AfterStarts::list_places() {
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
                          static_cast<std::uint32_t>(places_.size()));
    if (fresh) places_.push_back(place);
    place_of_.push_back(at->second);
  }
  words_.resize((places_.size() + 63) / 64);
  answers_.resize(words_.size());
}

// Where the platform's code calls from does not matter.
void AfterStarts::list_callers() {
  first_caller_.reserve(calls_.size() + 1);
  for (std::uint32_t i = 0; i < calls_.size(); ++i) {
    const auto id = base::id_at<InstanceId>(i);
    const std::size_t first = callers_.size();
    first_caller_.push_back(static_cast<std::uint32_t>(first));
    for (const Call& call : calls_.calls_to(id)) {
      if (origins_.list(call.caller).empty()) continue;
      const bool is_platforms = calls_.is_platform(call.caller);
      callers_.push_back({.instance = call.caller,
                          .instruction = is_platforms ? kModelInstruction : call.instruction});
    }
    const auto begin = callers_.begin() + static_cast<std::ptrdiff_t>(first);
    const auto key = [](const Point& point) {
      return std::pair(point.instance, point.instruction);
    };
    std::ranges::sort(begin, callers_.end(), {}, key);
    callers_.erase(std::ranges::unique(begin, callers_.end(), {}, key).begin(), callers_.end());
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
    std::ranges::fill(answers_, std::pair(false, Bits{0}));
  }
  std::uint64_t found = 0;
  for (std::uint64_t left = starts; left != 0; left &= left - 1) {
    const std::uint32_t place =
        place_of_[word * 64 + static_cast<std::size_t>(std::countr_zero(left))];
    bool is_behind = place == kNowhere;
    if (!is_behind) {
      auto& [is_known, answer] = answers_[place >> 6U];
      if (!is_known) answer = places_before(place >> 6U, point);
      is_known = true;
      is_behind = (answer >> (place & 63U) & 1U) != 0;
    }
    if (is_behind) found |= left & -left;
  }
  return found;
}

AfterStarts::Bits AfterStarts::places_before(std::size_t number, Point point) {
  const Word& word = known(number);
  Bits found = word.whole[index(point.instance)];
  const auto behind = word.behind.find(index(point.instance));
  if (behind == word.behind.end()) return found;
  BodyFlow* flow = calls_.flow(point.instance);
  const bool is_any = flow == nullptr || point.instruction == kModelInstruction;
  for (const Behind& start : behind->second.points) {
    if ((start.known & ~found) == 0) continue;
    if (is_any || start.instruction == kModelInstruction ||
        flow->reaches(start.instruction, point.instruction))
      found |= start.known;
  }
  return found;
}

std::uint64_t AfterStarts::inside(std::size_t word, std::uint64_t starts, InstanceId id) {
  std::uint64_t found = 0;
  std::uint32_t number = kNowhere;  // of the places that were looked up last: most are together
  Bits done = 0;
  for (std::uint64_t left = starts; left != 0; left &= left - 1) {
    const std::uint32_t place =
        place_of_[word * 64 + static_cast<std::size_t>(std::countr_zero(left))];
    if (place == kNowhere) continue;
    if (place >> 6U != number) {
      number = place >> 6U;
      done = places_inside(number, id);
    }
    if ((done >> (place & 63U) & 1U) != 0) found |= left & -left;
  }
  return found;
}

AfterStarts::Bits AfterStarts::places_inside(std::size_t number, InstanceId id) {
  const Word& word = known(number);
  const auto behind = word.behind.find(index(id));
  Bits found = 0;
  if (behind == word.behind.end()) return found;
  for (const Behind& point : behind->second.points) found |= point.known;
  return found;
}

// Of one word after the other.
class AfterStarts::Walk {
 public:
  explicit Walk(const AfterStarts& of) : of_(of), calls_(of.calls_), origins_(of.origins_) {}

  void follow(std::size_t number, Word& word);

 private:
  void find_starters(std::size_t number);
  [[nodiscard]] Bits starters(InstanceId id) const { return starters_[origins_.list_number(id)]; }
  void come_behind(Word& word, Point point, Bits bits);
  void look_behind(Word& word, InstanceId id);
  void take_called_behind(Word& word, InstanceId id, const BodyFlow& flow);
  void flow_on(const BodyFlow& flow);
  void take_whole(Word& word, InstanceId id, Bits bits);
  void take_called(Word& word);

  const AfterStarts& of_;
  const CallGraph& calls_;
  const Origins& origins_;
  // By number of the list of who runs an instance: the places that one of them runs.
  std::vector<Bits> starters_;
  std::deque<InstanceId> behind_;  // to be looked at
  std::vector<Bits> fresh_;        // by instance
  // While an instance is looked at: what has come behind which of its instructions, ascending; by
  // block, what has come to its begin.
  std::vector<Behind> arrived_;
  std::vector<Bits> at_block_;
  std::vector<std::uint32_t> open_blocks_;
  std::deque<InstanceId> open_;
};

const AfterStarts::Word& AfterStarts::known(std::size_t number) {
  if (!words_[number].is_known) follow_words({&number, 1});
  return words_[number];
}

void AfterStarts::follow(std::span<const std::uint64_t> starts) {
  std::vector<std::uint8_t> is_wanted(words_.size());
  for (std::uint32_t e = 0; e < place_of_.size(); ++e)
    if ((starts[e >> 6U] >> (e & 63U) & 1U) != 0 && place_of_[e] != kNowhere)
      is_wanted[place_of_[e] >> 6U] = 1;
  std::vector<std::size_t> numbers;
  for (std::size_t number = 0; number < words_.size(); ++number)
    if (is_wanted[number] != 0 && !words_[number].is_known) numbers.push_back(number);
  follow_words(numbers);
}

void AfterStarts::follow_words(std::span<const std::size_t> numbers) {
  if (numbers.empty()) return;
  calls_.make_flows();
  std::vector<Walk> walks;
  for (std::size_t i = 0; i < std::min<std::size_t>(calls_.workers(), numbers.size()); ++i)
    walks.emplace_back(*this);
  base::parallel_for(numbers.size(), calls_.workers(), 1, [&](std::size_t i, unsigned worker) {
    walks[worker].follow(numbers[i], words_[numbers[i]]);
  });
}

void AfterStarts::Walk::follow(std::size_t number, Word& word) {
  word.is_known = true;
  word.whole.assign(calls_.size(), 0);
  fresh_.assign(calls_.size(), 0);
  find_starters(number);
  const std::size_t first = number * 64, end = std::min(first + 64, of_.places_.size());
  for (std::size_t place = first; place < end; ++place)
    come_behind(word, of_.places_[place], Bits{1} << (place - first));
  while (!behind_.empty()) {
    const InstanceId id = behind_.front();
    behind_.pop_front();
    look_behind(word, id);
  }
  take_called(word);
}

void AfterStarts::Walk::find_starters(std::size_t number) {
  std::vector<Bits> by(origins_.size(), 0);  // origin
  const std::size_t first = number * 64, end = std::min(first + 64, of_.places_.size());
  for (std::size_t place = first; place < end; ++place)
    for (const OriginId origin : origins_.list(of_.places_[place].instance))
      by[index(origin)] |= Bits{1} << (place - first);
  starters_.clear();
  for (const std::vector<OriginId>& list : origins_.lists()) {
    Bits& bits = starters_.emplace_back(0);
    for (const OriginId origin : list) bits |= by[index(origin)];
  }
}

void AfterStarts::Walk::come_behind(Word& word, Point point, Bits bits) {
  if (bits == 0) return;
  Passed& passed = word.behind[index(point.instance)];
  auto at = std::ranges::lower_bound(passed.points, point.instruction, {}, &Behind::instruction);
  if (at == passed.points.end() || at->instruction != point.instruction)
    at = passed.points.insert(at, {.instruction = point.instruction});
  bits &= ~(at->known | at->fresh);
  if (bits == 0) return;
  at->fresh |= bits;
  if (!passed.is_open) behind_.push_back(point.instance);
  passed.is_open = true;
}

void AfterStarts::Walk::look_behind(Word& word, InstanceId id) {
  Passed& passed = word.behind[index(id)];
  passed.is_open = false;
  Bits before = 0, bits = 0;
  arrived_.clear();
  for (Behind& point : passed.points) {
    before |= point.known;
    if (point.fresh == 0) continue;
    bits |= point.fresh;
    arrived_.push_back({.instruction = point.instruction, .known = point.fresh});
    point.known |= std::exchange(point.fresh, 0);
  }
  const BodyFlow* flow = calls_.is_platform(id) ? nullptr : calls_.made_flow(calls_.at(id).method);
  if (flow == nullptr) {
    for (const InstanceId callee : of_.callees(id))
      take_whole(word, callee, bits & starters(callee));
  } else {
    take_called_behind(word, id, *flow);
  }
  bits &= ~before;  // otherwise its callers are among the points
  if (bits == 0) return;
  for (std::uint32_t i = of_.first_caller_[index(id)]; i < of_.first_caller_[index(id) + 1]; ++i)
    come_behind(word, of_.callers_[i], bits & starters(of_.callers_[i].instance));
}

// In one walk over the body, for all that has arrived.
void AfterStarts::Walk::take_called_behind(Word& word, InstanceId id, const BodyFlow& flow) {
  flow_on(flow);
  Bits anywhere = 0, all = 0;
  for (const Behind& point : arrived_) {
    all |= point.known;
    if (point.instruction == kModelInstruction) anywhere |= point.known;
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
        for (; point != arrived_.end() && point->instruction < last; ++point) here |= point->known;
      }
    }
    take_whole(word, call.callee, here & starters(call.callee));
  }
}

void AfterStarts::Walk::flow_on(const BodyFlow& flow) {
  at_block_.assign(flow.body().blocks.size(), 0);
  open_blocks_.clear();
  const auto leave = [&](std::uint32_t block, Bits bits) {
    flow.for_each_successor(block, [&](std::uint32_t to) {
      if ((bits & ~at_block_[to]) == 0) return;
      at_block_[to] |= bits;
      open_blocks_.push_back(to);
    });
  };
  for (const Behind& point : arrived_)
    if (point.instruction != kModelInstruction)
      leave(flow.block_of(point.instruction), point.known);
  while (!open_blocks_.empty()) {
    const std::uint32_t block = open_blocks_.back();
    open_blocks_.pop_back();
    leave(block, at_block_[block]);
  }
}

void AfterStarts::Walk::take_whole(Word& word, InstanceId id, Bits bits) {
  bits &= ~word.whole[index(id)];
  if (bits == 0) return;
  word.whole[index(id)] |= bits;
  if (fresh_[index(id)] == 0) open_.push_back(id);
  fresh_[index(id)] |= bits;
}

void AfterStarts::Walk::take_called(Word& word) {
  boost::unordered_flat_map<std::uint32_t, Bits> begun;  // by instance
  for (const auto& [id, passed] : word.behind) {
    if (!origins_.is_once(base::id_at<InstanceId>(id))) continue;
    for (const Behind& point : passed.points) begun[id] |= point.known;
  }
  while (!open_.empty()) {
    const InstanceId id = open_.front();
    open_.pop_front();
    Bits bits = std::exchange(fresh_[index(id)], 0);
    if (const auto once = begun.find(index(id)); once != begun.end()) bits &= ~once->second;
    if (bits == 0) continue;
    for (const InstanceId callee : of_.callees(id))
      take_whole(word, callee, bits & starters(callee));
  }
  for (const auto& [id, bits] : begun) word.whole[id] &= ~bits;
}

}  // namespace heddle::origins
