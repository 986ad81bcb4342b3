// The summaries of methods that call each other in a circle: a fixed point.
//
// One thread for a circle. The same summaries for the same code, whoever else is being summarised.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "ir/ids.h"
#include "modular/code.h"
#include "modular/summary.h"
#include "modular/values.h"

namespace heddle::modular {

// As `members`. `all`: by MethodId, of which the members' are written meanwhile and left null.
std::vector<std::unique_ptr<Summary>> summarise_circle(
    const Code& code, std::span<const ir::MethodId> members, std::span<const Summary*> all,
    const std::function<Summaries(ir::MethodId)>& callees_of);

}  // namespace heddle::modular
