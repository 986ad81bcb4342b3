#include "races/arrivals.h"

#include <algorithm>

#include "base/id.h"
#include "ir/body.h"
#include "ir/class.h"

namespace heddle::races {

using base::index;
using ir::Opcode;
using origins::OriginId;
using pointsto::InstanceId;
using pointsto::ObjectId;

namespace {

constexpr std::size_t kMostHands = 4096;
constexpr std::size_t kMostHolders = 64;

std::array<std::uint32_t, 3> key(InstanceId instance, ir::ValueId value, ObjectId object) {
  return {index(instance), index(value), index(object)};
}

}  // namespace

Arrivals::Arrivals(origins::CallGraph& calls, origins::Origins& origins, const Sharing& sharing)
    : calls_(calls),
      origins_(origins),
      initialising_(calls, origins, sharing),
      begins_(calls.size()) {
  for (std::uint32_t o = 0; o < origins.size(); ++o)
    for (const InstanceId entry : origins[base::id_at<OriginId>(o)].entries)
      begins_[index(entry)].push_back(base::id_at<OriginId>(o));
}

std::span<const std::uint64_t> Arrivals::having(const Access& access, ObjectId object) {
  if (base::is_none(object) || access.base == ir::kNoValue)
    return origins_.running(access.instance);
  const auto [place, fresh] = answers_.try_emplace(key(access.instance, access.base, object));
  std::vector<std::uint64_t>& bits = place->second;
  if (!fresh) return bits;
  const auto running_it = origins_.running(access.instance);
  bits.resize(running_it.size());
  // One of these has it: everybody who runs the instance, or only that origin.
  search(access, object, [&](std::uint32_t at, std::optional<OriginId> only) {
    if (only) {
      bits[index(*only) >> 6U] |= std::uint64_t{1} << (index(*only) & 63U);
    } else {
      const auto running = origins_.running(hands_[at].instance);
      for (std::size_t word = 0; word < bits.size(); ++word) bits[word] |= running[word];
    }
    return std::ranges::equal(bits, running_it, [](std::uint64_t found, std::uint64_t all) {
      return (all & ~found) == 0;
    });
  });
  for (std::size_t word = 0; word < bits.size(); ++word) bits[word] &= running_it[word];
  return bits;
}

std::vector<origins::Point> Arrivals::way(OriginId origin, const Access& access, ObjectId object) {
  std::vector<origins::Point> points;
  if (!base::is_none(object) && access.base != ir::kNoValue) {
    std::uint32_t found = 0;
    search(access, object, [&](std::uint32_t at, std::optional<OriginId> only) {
      const bool is_it = only ? *only == origin : origins_.runs(origin, hands_[at].instance);
      if (is_it) found = at;
      return is_it;
    });
    for (std::uint32_t at = found; at != 0; at = hands_[at].for_whom)
      if (hands_[at].instance != hands_[hands_[at].for_whom].instance)
        points.push_back({.instance = hands_[at].instance, .instruction = hands_[at].instruction});
  }
  points.push_back({.instance = access.instance, .instruction = access.instruction});
  return points;
}

template <typename Ends>
void Arrivals::search(const Access& access, ObjectId object, Ends&& ends) {
  hands_.clear();
  known_.clear();
  take({.instance = access.instance, .value = access.base, .object = object});
  if (!calls_.heap().value(access.instance, access.base).contains(object)) {
    ends(0, std::nullopt);
    return;
  }
  for (std::uint32_t at = 0; at < hands_.size(); ++at) {
    if (initialising_.is_first_to(hands_[at].instance, object)) continue;
    // Beyond that, who runs what was met so far has it.
    const bool is_over = hands_.size() > kMostHands ? ends(at, std::nullopt) : step(at, ends);
    if (is_over) return;
  }
}

template <typename Ends>
bool Arrivals::step(std::uint32_t at, Ends&& ends) {
  const Hand hand = hands_[at];
  const ir::MethodId method = calls_.at(hand.instance).method;
  ir::Program& program = calls_.program();
  const ir::Body* body = program.body(method);
  if (body == nullptr) return ends(at, std::nullopt);
  const ir::ValueId value = ir::without_casts(*body, hand.value);
  const ir::Instruction& made = body->at(value);
  switch (made.opcode) {
    case Opcode::kParameter: return up(at, made.a, ends);
    case Opcode::kGetField: {
      const auto field =
          program.resolve_field(program.owner(method), static_cast<ir::FieldRef>(made.b), false);
      if (!field.runs()) return ends(at, std::nullopt);
      return out_of(at, base::id_at<ir::ValueId>(made.a), field.member, ends);
    }
    case Opcode::kArrayLoad:
      return out_of(at, base::id_at<ir::ValueId>(made.a), base::kNone<ir::FieldId>, ends);
    case Opcode::kPhi:
      for (const ir::ValueId part : body->values(made)) {
        if (calls_.heap().value(hand.instance, part).contains(hand.object))
          take({.instance = hand.instance,
                .value = part,
                .object = hand.object,
                .for_whom = at,
                .instruction = hand.instruction});
      }
      return false;
    default: return ends(at, std::nullopt);
  }
}

// Whoever calls it with the object, or begins with it.
template <typename Ends>
bool Arrivals::up(std::uint32_t at, std::uint32_t position, Ends&& ends) {
  const Hand hand = hands_[at];
  for (const OriginId origin : begins_[index(hand.instance)])
    if (ends(at, origin)) return true;
  for (const origins::Call& call : calls_.calls_to(hand.instance)) {
    if (call.initializes) continue;
    const auto arguments = calls_.arguments(call);
    Hand caller{.instance = call.caller,
                .value = {},
                .object = hand.object,
                .for_whom = at,
                .instruction = call.instruction};
    if (position >= arguments.size()) {
      // What is given is not known: as if the caller had made it.
      hands_.push_back(caller);
      const auto last = static_cast<std::uint32_t>(hands_.size() - 1);
      const bool is_over = ends(last, std::nullopt);
      if (is_over) return true;
      hands_.pop_back();
      continue;
    }
    caller.value = arguments[position];
    if (calls_.heap().value(call.caller, caller.value).contains(hand.object)) take(caller);
  }
  return false;
}

// Whoever has what holds it.
template <typename Ends>
bool Arrivals::out_of(std::uint32_t at, ir::ValueId holder, ir::FieldId field, Ends&& ends) {
  const Hand hand = hands_[at];
  const pointsto::Heap& heap = calls_.heap();
  const pointsto::ObjectSet& holders = heap.value(hand.instance, holder);
  if (holders.size() > kMostHolders) return ends(at, std::nullopt);
  holders.for_each([&](ObjectId object) {
    const ir::Type type = heap.type(object);
    const bool is_array = base::is_none(field);
    if (is_array ? !type.is_array()
                 : !calls_.program().is_subtype(type, ir::Type(calls_.program().owner(field))))
      return;
    const pointsto::ObjectSet& held = is_array ? heap.elements(object) : heap.field(object, field);
    if (held.contains(hand.object))
      take({.instance = hand.instance,
            .value = holder,
            .object = object,
            .for_whom = at,
            .instruction = hand.instruction});
  });
  return false;
}

void Arrivals::take(const Hand& hand) {
  if (known_.insert(key(hand.instance, hand.value, hand.object)).second) hands_.push_back(hand);
}

}  // namespace heddle::races
