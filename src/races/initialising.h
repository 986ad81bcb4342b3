// What is done while a class is initialised, before anybody else can see the class.
//
// Who needs a class waits until its initialiser is over, threads that the initialiser itself starts
// included. What the initialiser does, and the methods that it alone calls, to static fields of the
// class and to objects that they made is therefore before all that others do, unless the object was
// handed to a thread. That it is not handed on in another way, through a static field of another
// class, is believed.
//
// Thread safety: one thread. Lifetime: all that is handed in must outlive it.
#pragma once

#include <vector>

#include "ir/ids.h"
#include "origins/call_graph.h"
#include "origins/origins.h"
#include "pointsto/ids.h"
#include "races/sharing.h"

namespace heddle::races {

class Initialising {
 public:
  Initialising(origins::CallGraph& calls, origins::Origins& origins, const Sharing& sharing);

  // Is an access there over before others can come to the static field, or to the object?
  [[nodiscard]] bool is_first_to(pointsto::InstanceId at, ir::FieldId static_field) const;
  [[nodiscard]] bool is_first_to(pointsto::InstanceId at, pointsto::ObjectId object);

 private:
  origins::CallGraph& calls_;
  origins::Origins& origins_;
  const Sharing& sharing_;
  std::vector<pointsto::InstanceId> initializers_;  // by instance: the only one to lead there
};

}  // namespace heddle::races
