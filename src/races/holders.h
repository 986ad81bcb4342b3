// Which field of the application holds a library object that was not read out of one where it was
// used: `cache().put(key, value)`, a list that a lambda captured.
//
// Thread safety: one thread. Lifetime: the call graph must outlive it. Cost: all stores of the
// application are looked at once, when first asked.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>

#include "ir/ids.h"
#include "origins/call_graph.h"
#include "pointsto/ids.h"

namespace heddle::races {

class Holders {
 public:
  explicit Holders(origins::CallGraph& calls) : calls_(calls) {}

  // The only one that the source names; none if there are several, or none.
  ir::FieldId of(pointsto::ObjectId object);

 private:
  void find();
  void note(pointsto::InstanceId id, ir::FieldId field, ir::ValueId value);

  origins::CallGraph& calls_;
  bool is_known_ = false;
  boost::unordered_flat_map<std::uint32_t, ir::FieldId> fields_;  // by object; none: several
};

}  // namespace heddle::races
