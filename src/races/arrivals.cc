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
  const auto [place, fresh] = answers_.try_emplace(node(access.instance, access.base, object));
  std::vector<std::uint64_t>& bits = place->second;
  if (!fresh) return bits;
  const auto running_it = origins_.running(access.instance);
  bits.resize(running_it.size());
  // One of these has it: everybody who runs the instance, or only that origin.
  search(access, object, Meets::kNodes, [&](const End& end) {
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
  Points points{{.instance = access.instance, .instruction = access.instruction}};
  if (base::is_none(object) || access.base == ir::kNoValue) return points;
  search(access, object, Meets::kNodes, [&](const End& end) {
    if (!is_of(end, origin)) return false;
    points = points_from(end, access);
    return true;
  });
  return points;
}

Arrivals::Points Arrivals::way(OriginId origin, const Access& access, ObjectId object,
                               const std::function<bool(const Points&)>& suits) {
  Points first = way(origin, access, object);
  if (suits(first) || base::is_none(object) || access.base == ir::kNoValue) return first;
  search(access, object, Meets::kCalls, [&](const End& end) {
    if (!is_of(end, origin)) return false;
    Points points = points_from(end, access);
    if (!suits(points)) return false;
    first = std::move(points);
    return true;
  });
  return first;
}

bool Arrivals::is_of(const End& end, OriginId origin) const {
  return end.only ? *end.only == origin : origins_.runs(origin, end.instance);
}

Arrivals::Points Arrivals::points_from(const End& end, const Access& access) const {
  Points points;
  if (end.instance != nodes_[hands_[end.hand].node].instance)
    points.push_back({.instance = end.instance, .instruction = end.instruction});
  for (std::uint32_t at = end.hand; at != 0; at = hands_[at].for_whom) {
    const InstanceId here = nodes_[hands_[at].node].instance;
    if (here != nodes_[hands_[hands_[at].for_whom].node].instance)
      points.push_back({.instance = here, .instruction = hands_[at].instruction});
  }
  points.push_back({.instance = access.instance, .instruction = access.instruction});
  return points;
}

template <typename Ends>
void Arrivals::search(const Access& access, ObjectId object, Meets meets, Ends&& ends) {
  hands_.clear();
  met_calls_.clear();
  ++searches_;
  take({.node = node(access.instance, access.base, object)}, meets);
  if (!calls_.heap().value(access.instance, access.base).contains(object)) {
    ends(End{.hand = 0, .instance = access.instance});
    return;
  }
  for (std::uint32_t at = 0; at < hands_.size(); ++at) {
    const Hand hand = hands_[at];
    const InstanceId here = nodes_[hand.node].instance;
    if (initialising_.is_first_to(here, object)) continue;
    const End as_it_is{.hand = at, .instance = here};
    // Beyond that, who runs what was met so far has it.
    if (hands_.size() > kMostHands) {
      if (ends(as_it_is)) return;
      continue;
    }
    for (const Step& step : steps(hand.node)) {
      bool is_over = false;
      switch (step.kind) {
        case Step::Kind::kNode:
          take({.node = step.to,
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
      meets == Meets::kNodes
          ? std::exchange(met_in_[hand.node], searches_) != searches_
          : met_calls_.insert(std::uint64_t{hand.node} << 32U | hand.instruction).second;
  if (is_new) hands_.push_back(hand);
}

std::uint32_t Arrivals::node(InstanceId instance, ir::ValueId value, ObjectId object) {
  const auto [place, fresh] = node_ids_.try_emplace({index(instance), index(value), index(object)},
                                                    static_cast<std::uint32_t>(nodes_.size()));
  if (fresh) {
    nodes_.push_back({.instance = instance, .value = value, .object = object});
    met_in_.push_back(0);
  }
  return place->second;
}

std::span<const Arrivals::Step> Arrivals::steps(std::uint32_t node) {
  if (!nodes_[node].is_known) {
    const auto first = static_cast<std::uint32_t>(steps_.size());
    find_steps(Node(nodes_[node]));
    nodes_[node].first = first;
    nodes_[node].end = static_cast<std::uint32_t>(steps_.size());
    nodes_[node].is_known = true;
  }
  return std::span(steps_).subspan(nodes_[node].first, nodes_[node].end - nodes_[node].first);
}

void Arrivals::find_steps(const Node& of) {
  const auto end = [&] { steps_.push_back({.kind = Step::Kind::kAnybody}); };
  const ir::MethodId method = calls_.at(of.instance).method;
  ir::Program& program = calls_.program();
  const ir::Body* body = program.body(method);
  if (body == nullptr) return end();
  const ir::ValueId value = ir::without_casts(*body, of.value);
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
        if (calls_.heap().value(of.instance, part).contains(of.object))
          steps_.push_back({.kind = Step::Kind::kNode,
                            .to = node(of.instance, part, of.object),
                            .instruction = kWithin});
      }
      return;
    default: return end();
  }
}

// Whoever calls it with the object, or begins with it.
void Arrivals::step_up(const Node& of, std::uint32_t position) {
  for (const OriginId origin : begins_[index(of.instance)])
    steps_.push_back({.kind = Step::Kind::kOrigin, .to = index(origin)});
  for (const Giver& giver : givers(of.instance, position)) {
    if (giver.objects == nullptr) {
      steps_.push_back({.kind = Step::Kind::kCaller,
                        .to = index(giver.caller),
                        .instruction = giver.instruction});
    } else if (giver.objects->contains(of.object)) {
      steps_.push_back({.kind = Step::Kind::kNode,
                        .to = node(giver.caller, giver.value, of.object),
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
    giver.value = arguments[position];
    giver.objects = &calls_.heap().value(call.caller, giver.value);
  }
  return found;
}

// Whoever has what holds it.
void Arrivals::step_out(const Node& of, ir::ValueId holder, ir::FieldId field) {
  const pointsto::Heap& heap = calls_.heap();
  const pointsto::ObjectSet& holders = heap.value(of.instance, holder);
  if (holders.size() > kMostHolders) {
    steps_.push_back({.kind = Step::Kind::kAnybody});
    return;
  }
  holders.for_each([&](ObjectId object) {
    const ir::Type type = heap.type(object);
    const bool is_array = base::is_none(field);
    if (is_array ? !type.is_array()
                 : !calls_.program().is_subtype(type, ir::Type(calls_.program().owner(field))))
      return;
    const pointsto::ObjectSet& held = is_array ? heap.elements(object) : heap.field(object, field);
    if (held.contains(of.object))
      steps_.push_back({.kind = Step::Kind::kNode,
                        .to = node(of.instance, holder, object),
                        .instruction = kWithin});
  });
}

}  // namespace heddle::races
