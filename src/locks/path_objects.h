// Which objects a path may mean in an instance.
#pragma once

#include <vector>

#include "locks/paths.h"
#include "origins/call_graph.h"
#include "pointsto/ids.h"

namespace heddle::locks {

// More objects than that say that nothing is known of a lock: none are given then.
inline constexpr std::uint32_t kMostObjects = 16;

std::vector<pointsto::ObjectId> few_objects(const pointsto::ObjectSet& set);
// A lock inside of a lock object is that object.
std::vector<pointsto::ObjectId> objects_of(const origins::CallGraph& calls, const Paths& paths,
                                           pointsto::InstanceId id, PathId path);

}  // namespace heddle::locks
