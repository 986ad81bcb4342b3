#include "locks/path_objects.h"

#include <algorithm>

#include "base/id.h"
#include "pointsto/state.h"

namespace heddle::locks {

using base::index;
using pointsto::InstanceId;
using pointsto::ObjectId;

std::vector<ObjectId> few_objects(const pointsto::ObjectSet& set) {
  std::vector<ObjectId> list;
  if (set.size() <= kMostObjects) set.for_each([&](ObjectId id) { list.push_back(id); });
  return list;
}

namespace {

std::vector<ObjectId> class_objects(const pointsto::Heap& heap, std::uint32_t type) {
  for (std::uint32_t i = 0; i < heap.object_count(); ++i) {
    const pointsto::Site& site = heap.site(ObjectId{i});
    if (site.kind == pointsto::SiteKind::kClass && site.a == type) return {ObjectId{i}};
  }
  return {};
}

}  // namespace

std::vector<ObjectId> objects_of(const origins::CallGraph& calls, const Paths& paths, InstanceId id,
                                 PathId path) {
  const pointsto::Heap& heap = calls.heap();
  const Path& parts = paths[path];
  const pointsto::Instance& instance = calls.at(id);
  switch (parts.kind) {
    case Path::Kind::kParameter: {
      if (parts.a >= instance.shape->parameters.size()) return {};
      const std::uint32_t variable = instance.shape->parameters[parts.a];
      if (variable == pointsto::kNoVariable) return {};
      return few_objects(heap.state().graph.points(instance.node(variable)));
    }
    case Path::Kind::kStatic:
      return few_objects(heap.static_field(base::id_at<ir::FieldId>(parts.a)));
    case Path::Kind::kValue:
      return index(instance.method) == parts.a
                 ? few_objects(heap.value(id, base::id_at<ir::ValueId>(parts.b)))
                 : std::vector<ObjectId>();
    case Path::Kind::kClass: return class_objects(heap, parts.a);
    case Path::Kind::kField:
      if (paths.is_explicit_lock(path))
        return objects_of(calls, paths, id, base::id_at<PathId>(parts.a));
      break;
  }
  std::vector<ObjectId> all;
  for (const ObjectId holder : objects_of(calls, paths, id, base::id_at<PathId>(parts.a))) {
    for (const ObjectId object : few_objects(heap.field(holder, base::id_at<ir::FieldId>(parts.b))))
      if (std::ranges::find(all, object) == all.end()) all.push_back(object);
  }
  return all.size() <= kMostObjects ? all : std::vector<ObjectId>();
}

}  // namespace heddle::locks
