// Tasks that the program puts into a collection once, for a call that runs each element of it:
// `pool.invokeAll(List.of(first, second))`.
#pragma once

#include "ir/body.h"
#include "ir/ids.h"
#include "origins/call_graph.h"
#include "origins/facts.h"
#include "pointsto/ids.h"

namespace heddle::origins {

// Is what the instance makes there given away by one instruction, out of any loop, and is that a
// call of the platform that adds one element, or the store into an array of arguments?
bool is_put_once(CallGraph& calls, Facts& facts, pointsto::InstanceId maker, ir::ValueId made);

}  // namespace heddle::origins
