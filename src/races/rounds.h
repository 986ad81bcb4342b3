// Values that are another one in each round of a loop.
#pragma once

#include <optional>

#include "ir/body.h"
#include "ir/symbols.h"
#include "origins/body_flow.h"

namespace heddle::races {

// i = …; …; i + step; and it begins once: the step, if it is always the same value.
std::optional<ir::ValueId> step_of(origins::BodyFlow& flow, ir::ValueId value);

// By one.
bool counts_up(origins::BodyFlow& flow, ir::ValueId value);

// The next element of an iterator that is made outside of any loop, or the one of an array or list
// whose index counts up: each element once, in one run of the body.
bool is_next_element(origins::BodyFlow& flow, const ir::Symbols& symbols, ir::ValueId value);

}  // namespace heddle::races
