#include "races/sharing.h"

#include "origins/heap_closure.h"
#include "pointsto/state.h"

namespace heddle::races {

Sharing::Sharing(origins::CallGraph& calls, const origins::Origins& origins)
    : handed_over_(calls.heap().object_count()), shared_(calls.heap().object_count()) {
  const origins::HeapClosure closure(calls.heap(), calls.program());
  shared_ = closure.from_statics();
  for (const origins::StartEvent& event : origins.events()) {
    const pointsto::Instance& entry = calls.at(event.entry);
    for (const std::uint32_t parameter : entry.shape->parameters)
      if (parameter != pointsto::kNoVariable) closure.add(entry.node(parameter), handed_over_);
  }
  for (const pointsto::NodeId given : origins.spread()) closure.add(given, handed_over_);
  for (std::size_t i = 0; i < shared_.objects.size(); ++i)
    shared_.objects[i] |= handed_over_.objects[i];
}

}  // namespace heddle::races
