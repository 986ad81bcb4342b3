#include "origins/after_starts.h"

#include <algorithm>
#include <utility>

#include "base/id.h"

namespace heddle::origins {

using base::index;
using pointsto::InstanceId;
using pointsto::kModelInstruction;

AfterStarts::AfterStarts(CallGraph& calls, const Origins& origins)
    : calls_(calls), origins_(origins), words_((origins.events().size() + 63) / 64) {
  list_callees();
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

std::uint64_t AfterStarts::behind(std::size_t number, Point point) {
  const Word& word = known(number);
  Bits found = word.unknown | word.whole[index(point.instance)];
  const auto behind = word.behind.find(index(point.instance));
  if (behind == word.behind.end()) return found;
  BodyFlow* flow = calls_.flow(point.instance);
  const bool is_any = flow == nullptr || point.instruction == kModelInstruction;
  for (const Behind& start : behind->second) {
    if ((start.known & ~found) == 0) continue;
    if (is_any || start.instruction == kModelInstruction ||
        flow->reaches(start.instruction, point.instruction))
      found |= start.known;
  }
  return found;
}

std::uint64_t AfterStarts::inside(std::size_t number, InstanceId id) {
  const Word& word = known(number);
  const auto behind = word.behind.find(index(id));
  if (behind == word.behind.end()) return 0;
  Bits found = 0;
  for (const Behind& place : behind->second) found |= place.known;
  return found;
}

AfterStarts::Word& AfterStarts::known(std::size_t number) {
  Word& word = words_[number];
  if (!word.is_known) follow(number, word);
  return word;
}

void AfterStarts::follow(std::size_t number, Word& word) {
  word.is_known = true;
  word.whole.assign(calls_.size(), 0);
  fresh_.assign(calls_.size(), 0);
  find_starters(number);
  const std::size_t first = number * 64, end = std::min(first + 64, origins_.events().size());
  for (std::size_t e = first; e < end; ++e) {
    const StartEvent& start = origins_.events()[e];
    const Bits bit = Bits{1} << (e - first);
    if (origins_.is_platforms(start))
      word.unknown |= bit;
    else
      come_behind(word, {.instance = start.caller, .instruction = start.instruction}, bit);
  }
  while (!points_.empty()) {
    const Point point = points_.front();
    points_.pop_front();
    look_behind(word, point);
  }
  take_called(word);
}

void AfterStarts::find_starters(std::size_t number) {
  std::vector<Bits> by(origins_.size(), 0);  // origin
  const std::size_t first = number * 64, end = std::min(first + 64, origins_.events().size());
  for (std::size_t e = first; e < end; ++e)
    for (const OriginId origin : origins_.list(origins_.events()[e].caller))
      by[index(origin)] |= Bits{1} << (e - first);
  starters_.clear();
  for (const std::vector<OriginId>& list : origins_.lists()) {
    Bits& bits = starters_.emplace_back(0);
    for (const OriginId origin : list) bits |= by[index(origin)];
  }
}

void AfterStarts::come_behind(Word& word, Point point, Bits bits) {
  if (bits == 0) return;
  if (calls_.is_platform(point.instance)) point.instruction = kModelInstruction;
  std::vector<Behind>& places = word.behind[index(point.instance)];
  auto place = std::ranges::find(places, point.instruction, &Behind::instruction);
  if (place == places.end())
    place = places.insert(places.end(), {.instruction = point.instruction});
  bits &= ~place->known;
  if (bits != 0 && place->fresh == 0) points_.push_back(point);
  place->fresh |= bits;
}

void AfterStarts::look_behind(Word& word, Point point) {
  BodyFlow* flow = calls_.is_platform(point.instance) ? nullptr : calls_.flow(point.instance);
  const bool is_any = flow == nullptr || point.instruction == kModelInstruction;
  Bits before = 0, bits = 0;
  Behind* here = nullptr;
  std::vector<Behind>& places = word.behind[index(point.instance)];
  for (Behind& place : places) {
    before |= place.known;
    if (place.instruction != point.instruction) continue;
    here = &place;
    bits = std::exchange(place.fresh, 0);
  }
  // What comes behind this one comes behind that one, too.
  for (const Behind& place : places) {
    if (!is_any && place.instruction != kModelInstruction && (place.known & bits) != 0 &&
        flow->reaches(place.instruction, point.instruction))
      bits &= ~place.known;
  }
  if (bits == 0) return;
  here->known |= bits;
  for (const Call& call : calls_.calls_from(point.instance)) {
    const Bits called = bits & starters(call.callee);
    if (called != 0 && (is_any || call.instruction == kModelInstruction ||
                        flow->reaches(point.instruction, call.instruction)))
      take_whole(word, call.callee, called);
  }
  bits &= ~before;  // otherwise its callers are among the points
  for (const Call& call : calls_.calls_to(point.instance))
    come_behind(word, {.instance = call.caller, .instruction = call.instruction},
                bits & starters(call.caller));
}

void AfterStarts::take_whole(Word& word, InstanceId id, Bits bits) {
  bits &= ~word.whole[index(id)];
  if (bits == 0) return;
  word.whole[index(id)] |= bits;
  if (fresh_[index(id)] == 0) open_.push_back(id);
  fresh_[index(id)] |= bits;
}

void AfterStarts::take_called(Word& word) {
  boost::unordered_flat_map<std::uint32_t, Bits> begun;  // by instance
  for (const auto& [id, places] : word.behind) {
    if (!origins_.is_once(base::id_at<InstanceId>(id))) continue;
    for (const Behind& place : places) begun[id] |= place.known;
  }
  while (!open_.empty()) {
    const InstanceId id = open_.front();
    open_.pop_front();
    Bits bits = std::exchange(fresh_[index(id)], 0);
    if (const auto once = begun.find(index(id)); once != begun.end()) bits &= ~once->second;
    if (bits == 0) continue;
    for (const InstanceId callee : callees(id)) take_whole(word, callee, bits & starters(callee));
  }
  for (const auto& [id, bits] : begun) word.whole[id] &= ~bits;
}

}  // namespace heddle::origins
