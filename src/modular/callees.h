// Which methods a method may run: what it calls, and the tasks that it hands to what runs them.
#pragma once

#include <vector>

#include "ir/ids.h"
#include "modular/code.h"

namespace heddle::modular {

// Those whose summaries that of the method may use; each once, in order. Wants its body.
std::vector<ir::MethodId> find_callees(const Code& code, ir::MethodId method);

}  // namespace heddle::modular
