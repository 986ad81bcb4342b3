#include "races/arrivals.h"

#include <algorithm>
#include <utility>

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
  const auto [place, fresh] =
      answers_.try_emplace(key(place_of(access.instance, access.base), object));
  std::vector<std::uint64_t>& bits = place->second;
  if (!fresh) return bits;
  const auto running_it = origins_.running(access.instance);
  bits.resize(running_it.size());
  // One of these has it: everybody who runs the instance, or only that origin.
  search(access, object, Meets::kHands, [&](const End& end) {
    if (end.only) {
      bits[index(*end.only) >> 6U] |= std::uint64_t{1} << (index(*end.only) & 63U);
    } else {
      const auto running = origins_.running(end.instance);
      for (std::size_t word = 0; word < bits.size(); ++word) bits[word] |= running[word];
    }
    return std::ranges::equal(bits, running_it, [](std::uint64_t found, std::uint64_t all) {
      return (all & ~found) == 0;
    });
  });
  for (std::size_t word = 0; word < bits.size(); ++word) bits[word] &= running_it[word];
  return bits;
}

Arrivals::Points Arrivals::way(OriginId origin, const Access& access, ObjectId object) {
  Points points;
  if (!base::is_none(object) && access.base != ir::kNoValue) {
    const auto [place, fresh] =
        ways_.try_emplace({key(place_of(access.instance, access.base), object), origin});
    if (fresh) place->second = find_way(origin, access, object);
    points = place->second;
  }
  points.push_back({.instance = access.instance, .instruction = access.instruction});
  return points;
}

Arrivals::Points Arrivals::way(OriginId origin, const Access& access, ObjectId object,
                               const std::function<bool(const Points&)>& suits) {
  Points first = way(origin, access, object);
  if (suits(first) || base::is_none(object) || access.base == ir::kNoValue) return first;
  search(access, object, Meets::kCalls, [&](const End& end) {
    if (!is_of(end, origin)) return false;
    Points points = points_from(end);
    points.push_back({.instance = access.instance, .instruction = access.instruction});
    if (!suits(points)) return false;
    first = std::move(points);
    return true;
  });
  return first;
}

bool Arrivals::is_of(const End& end, OriginId origin) const {
  return end.only ? *end.only == origin : origins_.runs(origin, end.instance);
}

Arrivals::Points Arrivals::find_way(OriginId origin, const Access& access, ObjectId object) {
  Points points;
  search(access, object, Meets::kHands, [&](const End& end) {
    if (!is_of(end, origin)) return false;
    points = points_from(end);
    return true;
  });
  return points;
}

Arrivals::Points Arrivals::points_from(const End& end) const {
  Points points;
  if (end.instance != instance_of(hands_[end.hand]))
    points.push_back({.instance = end.instance, .instruction = end.instruction});
  for (std::uint32_t at = end.hand; at != 0; at = hands_[at].for_whom) {
    const InstanceId here = instance_of(hands_[at]);
    if (here != instance_of(hands_[hands_[at].for_whom]))
      points.push_back({.instance = here, .instruction = hands_[at].instruction});
  }
  return points;
}

template <typename Ends>
void Arrivals::search(const Access& access, ObjectId object, Meets meets, Ends&& ends) {
  hands_.clear();
  met_.clear();
  met_calls_.clear();
  take({.place = place_of(access.instance, access.base), .object = object}, meets);
  if (!calls_.heap().value(access.instance, access.base).contains(object)) {
    ends(End{.hand = 0, .instance = access.instance});
    return;
  }
  for (std::uint32_t at = 0; at < hands_.size(); ++at) {
    const Hand hand = hands_[at];
    const InstanceId here = instance_of(hand);
    if (initialising_.is_first_to(here, object)) continue;
    const End as_it_is{.hand = at, .instance = here};
    // Beyond that, who runs what was met so far has it.
    if (hands_.size() > kMostHands) {
      if (ends(as_it_is)) return;
      continue;
    }
    find_steps(hand);
    for (const Step& step : steps_) {
      bool is_over = false;
      switch (step.kind) {
        case Step::Kind::kHand:
          take({.place = step.to,
                .object = step.object,
                .for_whom = at,
                .instruction = step.instruction == kWithin ? hand.instruction : step.instruction},
               meets);
          break;
        case Step::Kind::kAnybody: is_over = ends(as_it_is); break;
        case Step::Kind::kOrigin:
          is_over = ends(End{.hand = at, .instance = here, .only = base::id_at<OriginId>(step.to)});
          break;
        case Step::Kind::kCaller:
          is_over = ends(End{.hand = at,
                             .instance = base::id_at<InstanceId>(step.to),
                             .instruction = step.instruction});
          break;
      }
      if (is_over) return;
    }
  }
}

void Arrivals::take(const Hand& hand, Meets meets) {
  const bool is_new =
      meets == Meets::kHands
          ? met_.insert(key(hand.place, hand.object)).second
          : met_calls_.insert({hand.place, index(hand.object), hand.instruction}).second;
  if (is_new) hands_.push_back(hand);
}

std::uint32_t Arrivals::place_of(InstanceId instance, ir::ValueId value) {
  const auto [known, fresh] =
      place_ids_.try_emplace(std::uint64_t{index(instance)} << 32U | index(value),
                             static_cast<std::uint32_t>(places_.size()));
  if (fresh) places_.push_back({.instance = instance, .value = value});
  return known->second;
}

void Arrivals::find_steps(const Hand& of) {
  steps_.clear();
  const auto end = [&] { steps_.push_back({.kind = Step::Kind::kAnybody}); };
  const Place at = places_[of.place];
  const ir::MethodId method = calls_.at(at.instance).method;
  ir::Program& program = calls_.program();
  const ir::Body* body = program.body(method);
  if (body == nullptr) return end();
  const ir::ValueId value = ir::without_casts(*body, at.value);
  const ir::Instruction& made = body->at(value);
  switch (made.opcode) {
    case Opcode::kParameter: return step_up(of, made.a);
    case Opcode::kGetField: {
      const auto field =
          program.resolve_field(program.owner(method), static_cast<ir::FieldRef>(made.b), false);
      if (!field.runs()) return end();
      return step_out(of, base::id_at<ir::ValueId>(made.a), field.member);
    }
    case Opcode::kArrayLoad:
      return step_out(of, base::id_at<ir::ValueId>(made.a), base::kNone<ir::FieldId>);
    case Opcode::kPhi:
      for (const ir::ValueId part : body->values(made)) {
        if (calls_.heap().value(at.instance, part).contains(of.object))
          steps_.push_back({.kind = Step::Kind::kHand,
                            .to = place_of(at.instance, part),
                            .object = of.object,
                            .instruction = kWithin});
      }
      return;
    default: return end();
  }
}

// Whoever calls it with the object, or begins with it.
void Arrivals::step_up(const Hand& of, std::uint32_t position) {
  const InstanceId here = instance_of(of);
  for (const OriginId origin : begins_[index(here)])
    steps_.push_back({.kind = Step::Kind::kOrigin, .to = index(origin)});
  for (const Giver& giver : givers(here, position)) {
    if (giver.objects == nullptr) {
      steps_.push_back({.kind = Step::Kind::kCaller,
                        .to = index(giver.caller),
                        .instruction = giver.instruction});
    } else if (giver.objects->contains(of.object)) {
      steps_.push_back({.kind = Step::Kind::kHand,
                        .to = giver.place,
                        .object = of.object,
                        .instruction = giver.instruction});
    }
  }
}

const std::vector<Arrivals::Giver>& Arrivals::givers(InstanceId id, std::uint32_t position) {
  const auto [place, fresh] = givers_.try_emplace(std::uint64_t{index(id)} << 32U | position);
  std::vector<Giver>& found = place->second;
  if (!fresh) return found;
  for (const origins::Call& call : calls_.calls_to(id)) {
    if (call.initializes) continue;
    Giver& giver = found.emplace_back();
    giver.caller = call.caller;
    giver.instruction = call.instruction;
    const auto arguments = calls_.arguments(call);
    if (position >= arguments.size()) continue;
    giver.place = place_of(call.caller, arguments[position]);
    giver.objects = &calls_.heap().value(call.caller, arguments[position]);
  }
  return found;
}

// Whoever has what holds it.
void Arrivals::step_out(const Hand& of, ir::ValueId holder, ir::FieldId field) {
  const pointsto::Heap& heap = calls_.heap();
  const pointsto::ObjectSet& holders = heap.value(instance_of(of), holder);
  if (holders.size() > kMostHolders) {
    steps_.push_back({.kind = Step::Kind::kAnybody});
    return;
  }
  const std::uint32_t held_by = place_of(instance_of(of), holder);
  holders.for_each([&](ObjectId object) {
    const ir::Type type = heap.type(object);
    const bool is_array = base::is_none(field);
    if (is_array ? !type.is_array()
                 : !calls_.program().is_subtype(type, ir::Type(calls_.program().owner(field))))
      return;
    const pointsto::ObjectSet& held = is_array ? heap.elements(object) : heap.field(object, field);
    if (held.contains(of.object))
      steps_.push_back(
          {.kind = Step::Kind::kHand, .to = held_by, .object = object, .instruction = kWithin});
  });
}

}  // namespace heddle::races
