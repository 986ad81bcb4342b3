#include "origins/handed_over.h"

#include <algorithm>

#include "base/id.h"
#include "pointsto/state.h"

namespace heddle::origins {

using base::index;
using pointsto::InstanceId;
using pointsto::ObjectId;

bool HandedOver::needs_later(const Frames& way, OriginId origin, const Frames& other,
                             unsigned depth) {
  return std::ranges::any_of(other, [&](const Point& frame) {
    const std::vector<Maker> makers = clearest_makers(receivers(frame.instance), origin);
    return !makers.empty() && std::ranges::all_of(makers, [&](const Maker& maker) {
      if (maker.origin == origin)
        return repeats_.is_done_before(way, repeats_.way_along(way, maker.at, origin));
      return depth > 1 &&
             needs_later(way, origin, repeats_.way_to(maker.at, maker.origin), depth - 1);
    });
  });
}

// Those that make one of the objects on clear ways, that others can go, none more than twice as
// unclear as the clearest; none at all if it is not known of some object who makes it.
std::vector<HandedOver::Maker> HandedOver::clearest_makers(const std::vector<ObjectId>& objects,
                                                           OriginId own) {
  std::vector<Maker> found;
  std::uint32_t least = 0xFFFF'FFFF;
  for (const ObjectId object : objects) {
    const std::vector<Point> places = makers(object);
    if (places.empty()) return {};
    for (const Point& at : places) {
      for (const OriginId origin : origins_.list(at.instance)) {
        const Frames& way = repeats_.way_to(at, origin);
        const auto made = base::id_at<ir::ValueId>(at.instruction);
        if (way.empty() || origins_[origin].at_exit || origins_[origin].at_failure) continue;
        if (origin != own && !objects_.can_have(origin, way, made, object)) continue;
        found.push_back({.at = at, .origin = origin, .cost = ways_.cost_to(at.instance, origin)});
        least = std::min(least, found.back().cost);
      }
    }
  }
  std::erase_if(found, [&](const Maker& maker) { return maker.cost > 2 * least + 4; });
  return found;
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
