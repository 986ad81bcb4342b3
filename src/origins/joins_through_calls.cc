// What waits say beyond their own method: callers gain from callees, and every way in counts.
#include <algorithm>
#include <array>
#include <utility>

#include "base/id.h"
#include "ir/class.h"
#include "origins/joins.h"
#include "pointsto/state.h"

namespace heddle::origins {

using base::index;
using ir::without_casts;
using model::OrderFact;
using model::When;
using pointsto::InstanceId;
using pointsto::ObjectId;

// Not by dominance alone: some ways are never taken, or nothing was begun on them.
bool Joins::always_passes(InstanceId at, const Gain& gain, std::uint32_t instruction) const {
  const BodyFlow& flow = *calls_.flow(at);
  if (gain.instruction == instruction) return false;
  if (flow.body().handlers.empty() && gain.begun_by == ir::kNoValue) return false;
  BodyFlow::Untaken ways = untaken(at);
  ways.never_null = gain.begun_by;
  return flow.always_passes(gain.instruction, instruction, ways);
}

bool Joins::is_behind(InstanceId at, const Gain& gain, std::uint32_t instruction) const {
  const BodyFlow& flow = *calls_.flow(at);
  const OfMethod& of = *this->of(calls_.at(at).method);
  const ir::Body& body = flow.body();
  if (instruction >= body.instructions.size()) return false;
  const bool is_dominated = of.dominance->available(base::id_at<ir::ValueId>(gain.instruction),
                                                    base::id_at<ir::ValueId>(instruction));
  if (!is_dominated && !always_passes(at, gain, instruction)) return false;
  if (!gain.branches) return true;
  const auto block = base::id_at<ir::BlockId>(flow.block_of(instruction));
  return std::ranges::any_of(
      *gain.branches, [&](ir::BlockId branch) { return of.dominance->dominates(branch, block); });
}

void Joins::add_local(InstanceId at, std::uint32_t instruction, Asked asked, Bits& bits) const {
  if (instruction == pointsto::kModelInstruction) return;
  if (const auto spans = spans_.find(index(at)); spans != spans_.end()) {
    for (const Span& span : spans->second) {
      if (!is_outside(at, span, instruction)) continue;
      // Ended for good: it cannot begin again behind this.
      const bool is_over = origins_.is_once(at) && !may_begin(at, span, instruction);
      if (asked == Asked::kQuiet || is_over) set(bits, span.origin);
    }
  }
  const auto gains = gains_.find(index(at));
  if (gains == gains_.end()) return;
  for (const Gain& gain : gains->second) {
    if (!is_behind(at, gain, instruction)) continue;
    for (std::size_t word = 0; word < bits.size(); ++word) bits[word] |= gain.of(asked)[word];
  }
}

Joins::Bits Joins::at_exit(InstanceId id, Asked asked) const {
  Bits all(words_, ~std::uint64_t{0});
  const ir::Body* body = calls_.program().body(calls_.at(id).method);
  bool returns = false;
  for (std::uint32_t i = 0; body != nullptr && i < body->instructions.size(); ++i) {
    if (body->instructions[i].opcode != ir::Opcode::kReturn) continue;
    returns = true;
    Bits here(words_, 0);
    add_local(id, i, asked, here);
    for (std::size_t word = 0; word < all.size(); ++word) all[word] &= here[word];
  }
  return returns ? all : Bits(words_, 0);
}

// Callers of what waits gain as much; up to a few levels.
void Joins::gain_from_callees() {
  constexpr int kMostLevels = 4;
  std::vector<InstanceId> fresh;
  for (const auto& [id, gains] : gains_) fresh.push_back(base::id_at<InstanceId>(id));
  for (const auto& [id, spans] : spans_) fresh.push_back(base::id_at<InstanceId>(id));
  for (int level = 0; level < kMostLevels && !fresh.empty(); ++level) {
    std::vector<InstanceId> callers;
    for (const InstanceId id : fresh) {
      if (!any(at_exit(id, Asked::kQuiet))) continue;
      for (const Call& call : calls_.calls_to(id))
        if (!call.initializes && calls_.program().body(calls_.at(call.caller).method) != nullptr)
          callers.push_back(call.caller);
    }
    std::ranges::sort(callers);
    callers.erase(std::ranges::unique(callers).begin(), callers.end());
    fresh.clear();
    for (const InstanceId caller : callers)
      if (gain_from_callees(caller)) fresh.push_back(caller);
  }
}

bool Joins::gain_from_callees(InstanceId id) {
  const auto calls = calls_.calls_from(id);
  std::vector<Gain> found;
  for (std::size_t i = 0; i < calls.size();) {
    const std::uint32_t instruction = calls[i].instruction;
    const Bits all(words_, ~std::uint64_t{0}), none(words_, 0);
    Gain gain{.instruction = instruction, .ended = all, .quiet = all};
    for (; i < calls.size() && calls[i].instruction == instruction; ++i) {
      if (calls[i].initializes) continue;
      const InstanceId callee = calls[i].callee;
      const bool waits = gains_.contains(index(callee)) || spans_.contains(index(callee));
      const Bits ended = waits ? at_exit(callee, Asked::kEnded) : none;
      const Bits quiet = waits ? at_exit(callee, Asked::kQuiet) : none;
      for (std::size_t word = 0; word < all.size(); ++word) {
        gain.ended[word] &= ended[word];
        gain.quiet[word] &= quiet[word];
      }
    }
    const bool is_call = instruction != pointsto::kModelInstruction;
    if (is_call && any(gain.quiet) && gain.quiet[0] != ~std::uint64_t{0})
      found.push_back(std::move(gain));
  }
  std::vector<Gain>& mine = gains_[index(id)];
  bool grew = false;
  with_dominance(calls_.at(id).method);
  for (Gain& gain : found) {
    const bool known = std::ranges::any_of(mine, [&](const Gain& other) {
      return other.instruction == gain.instruction && other.ended == gain.ended &&
             other.quiet == gain.quiet;
    });
    if (known) continue;
    mine.push_back(std::move(gain));
    grew = true;
  }
  return grew;
}

// From the roots on, what every way to an instance has in common. Ended ones first: they are all
// that a start hands on.
void Joins::spread(Asked asked) {
  const std::size_t words = words_;
  Bits& entry = at_entry(asked);
  entry.assign(calls_.size() * words, ~std::uint64_t{0});
  std::vector<std::uint8_t> seen(calls_.size());
  std::vector<InstanceId> open;
  const auto meet = [&](InstanceId id, const Bits& bits) {
    bool shrank = seen[index(id)] == 0;
    seen[index(id)] = 1;
    for (std::size_t word = 0; word < words; ++word) {
      std::uint64_t& mine = entry[index(id) * words + word];
      shrank |= (mine & ~bits[word]) != 0;
      mine &= bits[word];
    }
    if (shrank) open.push_back(id);
  };
  std::vector<std::vector<std::uint32_t>> events_from(calls_.size());
  for (std::uint32_t e = 0; e < origins_.events().size(); ++e)
    events_from[index(origins_.events()[e].caller)].push_back(e);
  const Bits none(words, 0);
  for (const InstanceId root : calls_.roots()) meet(root, none);
  for (std::uint32_t i = 0; i < calls_.size(); ++i)
    if (calls_.is_class_initializer(base::id_at<InstanceId>(i)))
      meet(base::id_at<InstanceId>(i), none);
  while (!open.empty()) {
    const InstanceId from = open.back();
    open.pop_back();
    for (const Call& call : calls_.calls_from(from))
      if (!call.initializes) meet(call.callee, at(from, call.instruction, asked));
    for (const std::uint32_t e : events_from[index(from)])
      meet(origins_.events()[e].entry, at_start(e));
  }
}

Joins::Bits Joins::at_start(std::uint32_t event) const {
  const StartEvent& start = origins_.events()[event];
  Bits bits = at(start.caller, start.instruction, Asked::kEnded);
  for (std::size_t word = 0; word < words_; ++word) bits[word] |= after_[event][word];
  return bits;
}

// A task whose future is done was begun: what had ended then has ended, and so has what it waited
// for on every way to its end.
void Joins::add_implied() {
  constexpr unsigned kMostRounds = 4;
  for (unsigned round = 0; round < kMostRounds; ++round) {
    bool grew = false;
    const auto imply = [&](Bits& bits) {
      for (std::uint32_t o = 1; o < origins_.size(); ++o) {
        if ((bits[o >> 6U] >> (o & 63U) & 1U) == 0) continue;
        for (const std::uint32_t e : origins_[OriginId{o}].events) {
          const Bits known = at_start(e);
          for (std::size_t word = 0; word < words_; ++word) {
            grew |= (known[word] & ~bits[word]) != 0;
            bits[word] |= known[word];
          }
        }
      }
    };
    for (auto& [id, gains] : gains_) {
      for (Gain& gain : gains) {
        if (!gain.is_future) continue;
        imply(gain.ended);
        for (std::size_t word = 0; word < words_; ++word) gain.quiet[word] |= gain.ended[word];
      }
    }
    for (Bits& bits : after_) imply(bits);
    if (!grew) return;
    spread(Asked::kEnded);
  }
}

Joins::Bits Joins::at(InstanceId id, std::uint32_t instruction, Asked asked) const {
  const Bits& entry = asked == Asked::kQuiet ? quiet_at_entry_ : ended_at_entry_;
  const auto first = entry.begin() + static_cast<std::ptrdiff_t>(index(id) * words_);
  Bits bits(first, first + static_cast<std::ptrdiff_t>(words_));
  add_local(id, instruction, asked, bits);
  return bits;
}

std::span<const std::uint64_t> Joins::quiet(InstanceId id, std::uint32_t instruction) {
  if (quiet_at_entry_.empty()) return {};
  if (!gains_.contains(index(id)) && !spans_.contains(index(id)))
    return {quiet_at_entry_.data() + index(id) * words_, words_};
  const auto [place, fresh] = quiet_.try_emplace(std::uint64_t{index(id)} << 32U | instruction);
  if (fresh) place->second = at(id, instruction, Asked::kQuiet);
  return place->second;
}

bool Joins::has_ended(InstanceId id, std::uint32_t instruction, OriginId origin) const {
  if (ended_at_entry_.empty()) return false;
  const Bits bits = at(id, instruction, Asked::kEnded);
  return (bits[index(origin) >> 6U] >> (index(origin) & 63U) & 1U) != 0;
}

std::vector<std::uint32_t> Joins::passed(InstanceId id, std::uint32_t instruction) const {
  std::vector<std::uint32_t> found;
  if (ended_at_entry_.empty() || gates_.size() == 0) return found;
  const Bits bits = at(id, instruction, Asked::kEnded);
  const std::size_t first = origins_.size(), end = first + gates_.size();
  for (std::size_t bit = first; bit < end; ++bit) {
    if ((bit & 63U) == 0 && bits[bit >> 6U] == 0) {
      bit |= 63U;
    } else if ((bits[bit >> 6U] >> (bit & 63U) & 1U) != 0) {
      found.push_back(static_cast<std::uint32_t>(bit - first));
    }
  }
  return found;
}

std::span<const std::uint64_t> Joins::apart_by_joins(OriginId origin) {
  if (ended_at_entry_.empty()) return {};
  if (apart_.empty()) find_apart();
  return apart_[index(origin)];
}

void Joins::find_apart() {
  apart_.assign(origins_.size(), Bits(words_, 0));
  for (std::uint32_t second = 0; second < origins_.size(); ++second) {
    const Bits ended = ended_before(OriginId{second});
    for (std::uint32_t first = 0; first < origins_.size(); ++first) {
      if ((ended[first >> 6U] >> (first & 63U) & 1U) == 0) continue;
      set(apart_[second], OriginId{first});
      set(apart_[first], OriginId{second});
    }
  }
}

// Whose runs have all ended at each start of the later one.
Joins::Bits Joins::ended_before(OriginId later) const {
  const std::vector<std::uint32_t>& events = origins_[later].events;
  Bits all(words_, events.empty() ? 0 : ~std::uint64_t{0});
  for (const std::uint32_t e : events) {
    const Bits ended = at_start(e);
    for (std::size_t word = 0; word < words_; ++word) all[word] &= ended[word];
  }
  return all;
}

}  // namespace heddle::origins
