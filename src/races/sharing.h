// Which objects more than one thread may get hold of: those that static fields or what was handed
// to a started origin lead to.
//
// All others are only ever in the hands of the thread that made them. Constant once built.
#pragma once

#include "origins/call_graph.h"
#include "origins/heap_closure.h"
#include "origins/origins.h"
#include "pointsto/ids.h"

namespace heddle::races {

class Sharing {
 public:
  Sharing(origins::CallGraph& calls, const origins::Origins& origins);

  [[nodiscard]] bool is_shared(pointsto::ObjectId id) const {
    return shared_.objects[base::index(id)] != 0;
  }
  // Does what a started origin was handed lead to it?
  [[nodiscard]] bool is_handed_over(pointsto::ObjectId id) const {
    return handed_over_.objects[base::index(id)] != 0;
  }

 private:
  origins::HeapClosure::Reached handed_over_, shared_;
};

}  // namespace heddle::races
