// What each run of an origin has for itself, though the analysis knows all of its kind as one
// object: the thread itself, what was made for it when it was started, what it made and kept.
//
// Lifetime: all that is handed in must outlive it. Thread safety: one thread.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <vector>

#include "ir/body.h"
#include "locks/fields.h"
#include "origins/call_graph.h"
#include "origins/origins.h"
#include "pointsto/ids.h"
#include "races/ownership.h"

namespace heddle::races {

class RunOwn {
 public:
  RunOwn(origins::CallGraph& calls, origins::Origins& origins, const locks::Fields& fields,
         Ownership& ownership)
      : calls_(calls), origins_(origins), fields_(fields), ownership_(ownership) {}

  // Does each run of the origin have an object of its own behind this one?
  bool is_own(origins::OriginId origin, pointsto::ObjectId object);

 private:
  bool find_own(origins::OriginId origin, pointsto::ObjectId object);
  bool is_made_for_each_start(origins::OriginId origin, pointsto::ObjectId object);
  bool is_made_by_run(origins::OriginId origin, pointsto::ObjectId object);
  bool is_made_for_holders(origins::OriginId origin, pointsto::ObjectId object);
  bool is_made_for(pointsto::ObjectId object, pointsto::ObjectId holder);
  static std::uint32_t constructor(const ir::Body& body, std::uint32_t made);
  bool is_kept_elsewhere(ir::MethodId method, ir::ValueId value, std::uint32_t giver);
  bool is_held_by_run(origins::OriginId origin, pointsto::ObjectId object);
  void find_holders();

  origins::CallGraph& calls_;
  origins::Origins& origins_;
  const locks::Fields& fields_;
  Ownership& ownership_;
  boost::unordered_flat_map<std::uint64_t, bool> known_;  // by origin and object
  std::vector<std::vector<pointsto::ObjectId>> holders_;  // by object
};

}  // namespace heddle::races
