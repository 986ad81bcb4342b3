// Code that runs only where a wait was interrupted, in threads that nobody interrupts.
//
//   try { lock.wait(); } catch (InterruptedException e) { stopped = true; }
//
// Of no use where some code of the program makes such exceptions itself.
//
// Lifetime: all that is handed in must outlive it. Thread safety: one thread; answers are kept.
#pragma once

#include <map>
#include <vector>

#include "ir/dominance.h"
#include "origins/call_graph.h"
#include "origins/interrupts.h"
#include "origins/origins.h"
#include "origins/point.h"

namespace heddle::origins {

class Uninterrupted {
 public:
  Uninterrupted(CallGraph& calls, const Interrupts& interrupts)
      : calls_(calls), interrupts_(interrupts) {}

  // Does no run of the origin come to the point in its method?
  bool never_comes(Point point, OriginId origin);

 private:
  // Blocks to which nothing but interrupts leads.
  const std::vector<ir::BlockId>& handlers(ir::MethodId method);
  std::vector<ir::BlockId> find_handlers(ir::MethodId method) const;

  CallGraph& calls_;
  const Interrupts& interrupts_;
  std::map<ir::MethodId, std::vector<ir::BlockId>> handlers_;
  std::map<ir::MethodId, ir::Dominance> dominances_;
};

}  // namespace heddle::origins
