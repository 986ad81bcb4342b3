// What objects were made with. Where nothing but parameters of constructors is ever put into a
// field, an object has there what the place that makes it gives: one constructor is analysed for
// all that it makes, and its parameters seem to be what any of those places gives.
//
// Lifetime: the call graph must outlive it. Thread safety: one thread; fields are looked at when
// first asked for.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <boost/unordered/unordered_flat_set.hpp>
#include <vector>

#include "ir/body.h"
#include "origins/call_graph.h"

namespace heddle::origins {

class MadeWith {
 public:
  explicit MadeWith(CallGraph& calls) : calls_(calls) {}

  // Is all that is ever put into the field what a constructor is given for the object it makes, or
  // null? Of the platform's fields only private ones are known.
  bool holds_given(ir::FieldId field);
  // The references that the constructor of what this instruction makes is given there.
  [[nodiscard]] std::vector<ir::ValueId> given(const ir::Body& body, ir::MethodId method,
                                               std::uint32_t made) const;

 private:
  void look_at_application();
  void look_at(ir::MethodId method);
  [[nodiscard]] static bool is_given(const ir::Body& body, const ir::Instruction& put,
                                     bool in_constructor);

  CallGraph& calls_;
  bool knows_application_ = false;
  boost::unordered_flat_set<std::uint32_t> others_;           // fields that hold something else
  boost::unordered_flat_map<std::uint32_t, bool> platforms_;  // by field of the platform
};

}  // namespace heddle::origins
