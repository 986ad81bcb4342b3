#include "origins/handed_over.h"

#include <algorithm>

#include "base/id.h"
#include "pointsto/state.h"

namespace heddle::origins {

using base::index;
using pointsto::InstanceId;
using pointsto::ObjectId;

namespace {

// Ways that are more than so much more unclear than the clearest do not count.
std::uint32_t most_beside(std::uint32_t least) {
  return least == 0xFFFF'FFFF ? least : 2 * least + 4;
}

}  // namespace

bool HandedOver::needs_later(const Frames& way, OriginId origin, const Frames& other) {
  if (origins_[origin].many) return false;
  later_.clear();
  return needs_later(way, origin, other, kMostMakers);
}

bool HandedOver::needs_later(const Frames& way, OriginId origin, const Frames& other,
                             unsigned depth) {
  return std::ranges::any_of(other, [&](const Point& frame) {
    // By value: others may be forgotten while these are looked at.
    const std::vector<Maker> makers = clearest_makers(frame.instance, origin);
    return !makers.empty() && std::ranges::all_of(makers, [&](const Maker& maker) {
      return is_later(way, origin, maker, depth);
    });
  });
}

bool HandedOver::is_later(const Frames& way, OriginId origin, const Maker& maker, unsigned depth) {
  if (maker.origin != origin && depth == 1) return false;
  const std::array<std::uint32_t, 4> key{index(maker.at.instance), maker.at.instruction,
                                         index(maker.origin), depth};
  if (const auto known = later_.find(key); known != later_.end()) return known->second;
  const bool is =
      maker.origin == origin
          ? repeats_.is_done_before(way, repeats_.way_along(way, maker.at, origin))
          : needs_later(way, origin, repeats_.way_to(maker.at, maker.origin), depth - 1);
  later_.emplace(key, is);
  return is;
}

const std::vector<HandedOver::Maker>& HandedOver::clearest_makers(InstanceId id, OriginId own) {
  constexpr std::size_t kMostKept = 1'000'000;
  if (const auto known = clearest_.find({id, own}); known != clearest_.end()) return known->second;
  if (kept_makers_ > kMostKept) {
    clearest_.clear();
    kept_makers_ = 0;
  }
  std::vector<Maker> found = clearest_makers(receivers(id), own);
  kept_makers_ += found.size() + 1;
  return clearest_[{id, own}] = std::move(found);
}

// Those that make one of the objects on clear ways, that others can go, none more than twice as
// unclear as the clearest; none at all if it is not known of some object who makes it.
std::vector<HandedOver::Maker> HandedOver::clearest_makers(const std::vector<ObjectId>& objects,
                                                           OriginId own) {
  std::vector<std::pair<ObjectId, std::vector<Point>>> made;
  for (const ObjectId object : objects) {
    made.emplace_back(object, makers(object));
    if (made.back().second.empty()) return {};
  }
  std::vector<Maker> found;
  std::uint32_t least = 0xFFFF'FFFF;
  for (const auto& [object, places] : made)
    for (const Point& at : places) add_makers(object, at, own, least, found);
  std::erase_if(found, [&](const Maker& maker) { return maker.cost > most_beside(least); });
  return found;
}

// The main thread first: it also initialises classes to which no call leads.
void HandedOver::add_makers(ObjectId object, Point at, OriginId own, std::uint32_t& least,
                            std::vector<Maker>& found) {
  add_maker(object, {.at = at, .origin = kMainOrigin}, own, least, found);
  for (std::size_t number = 0;; ++number) {
    const auto next = approaches_.at(at.instance, number);
    if (!next || next->cost > most_beside(least)) return;
    if (next->origin != kMainOrigin)
      add_maker(object, {.at = at, .origin = next->origin}, own, least, found);
  }
}

void HandedOver::add_maker(ObjectId object, Maker maker, OriginId own, std::uint32_t& least,
                           std::vector<Maker>& found) {
  const Origin& origin = origins_[maker.origin];
  if (!origins_.runs(maker.origin, maker.at.instance) || origin.at_exit || origin.at_failure)
    return;
  const Frames& way = repeats_.way_to(maker.at, maker.origin);
  const auto value = base::id_at<ir::ValueId>(maker.at.instruction);
  if (way.empty() || (maker.origin != own && !objects_.can_have(maker.origin, way, value, object)))
    return;
  maker.cost = ways_.cost_to(maker.at.instance, maker.origin);
  least = std::min(least, maker.cost);
  found.push_back(maker);
}

// What the program's own method runs on; none if that is too much to tell.
std::vector<ObjectId> HandedOver::receivers(InstanceId id) const {
  const pointsto::Instance& instance = calls_.at(id);
  const auto lambdas = calls_.lambdas_of(instance.method);
  std::vector<ObjectId> found(lambdas.begin(), lambdas.end());
  if (!found.empty() || calls_.is_platform(id) || instance.shape->parameters.empty() ||
      calls_.program().is(instance.method, ir::Access::kStatic) ||
      instance.shape->parameters[0] == pointsto::kNoVariable)
    return found;
  const pointsto::ObjectSet& on =
      calls_.heap().state().graph.points(instance.node(instance.shape->parameters[0]));
  if (on.size() > kMostObjects) return found;
  on.for_each([&](ObjectId object) { found.push_back(object); });
  return found;
}

// None if it is not known.
std::vector<Point> HandedOver::makers(ObjectId object) const {
  const pointsto::Site& site = calls_.heap().site(object);
  std::vector<Point> found;
  if (site.kind != pointsto::SiteKind::kNew && site.kind != pointsto::SiteKind::kLambda)
    return found;
  for (const InstanceId id : calls_.instances_of(base::id_at<ir::MethodId>(site.a)))
    if (calls_.heap().value(id, base::id_at<ir::ValueId>(site.b)).contains(object))
      found.push_back({.instance = id, .instruction = site.b});
  return found;
}

}  // namespace heddle::origins
