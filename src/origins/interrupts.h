// Which threads the program may interrupt. A wait in any other one ends only when it is over.
//
// A thread that interrupts itself does so to pass on that it was interrupted: that counts for
// nothing.
//
// Constant once built.
#pragma once

#include <boost/unordered/unordered_flat_set.hpp>
#include <cstdint>

#include "origins/call_graph.h"
#include "origins/facts.h"
#include "origins/origins.h"

namespace heddle::origins {

class Interrupts {
 public:
  Interrupts(CallGraph& calls, const Origins& origins, Facts& facts);

  [[nodiscard]] bool may_reach(OriginId origin) const;
  // May its code meet an InterruptedException, of whatever origin?
  [[nodiscard]] bool may_be_thrown_in(OriginId origin) const {
    return are_thrown_by_hand_ || may_reach(origin);
  }

 private:
  void look_into(CallGraph& calls, Facts& facts, ir::MethodId method);

  const Origins& origins_;
  boost::unordered_flat_set<std::uint32_t> sites_;  // of threads that are interrupted
  bool reaches_main_ = false;                       // or one that the program did not make
  bool are_thrown_by_hand_ = false;                 // the program makes such exceptions
};

}  // namespace heddle::origins
