#include "races/sharing.h"

#include "origins/heap_closure.h"
#include "pointsto/state.h"

namespace heddle::races {

Sharing::Sharing(origins::CallGraph& calls, const origins::Origins& origins)
    : shared_(calls.heap().object_count()) {
  const origins::HeapClosure closure(calls.heap(), calls.program());
  shared_ = closure.from_statics();
  for (const origins::StartEvent& event : origins.events()) {
    const pointsto::Instance& entry = calls.at(event.entry);
    for (const std::uint32_t parameter : entry.shape->parameters)
      if (parameter != pointsto::kNoVariable) closure.add(entry.node(parameter), shared_);
  }
  for (const pointsto::NodeId given : origins.spread()) closure.add(given, shared_);
}

}  // namespace heddle::races
