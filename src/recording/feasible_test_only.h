// Could a trace have happened? What no run does: two threads hold a lock at once, one gives back
// what it does not hold, a thread does something before it was forked or after its end, or is
// joined before its end.
#pragma once

#include <string>
#include <vector>

#include "trace/source.h"

namespace heddle::recording {

// What is wrong, one clause for each; empty: nothing. A trace that is cut short may still be
// feasible.
std::vector<std::string> infeasibilities(trace::Source& source);

}  // namespace heddle::recording
