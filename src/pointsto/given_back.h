// Methods that give back what they were given: `return this;`, `requireNonNull(x)`.
//
// A caller knows what such a call gives it: its own argument, not what anybody ever handed over.
#pragma once

#include <cstdint>
#include <optional>

#include "ir/ids.h"
#include "pointsto/world.h"

namespace heddle::pointsto {

// The position of the parameter, the receiver being the first, that the method gives back wherever
// it returns anything but null; it may hand it through a few others that do so. None where a model
// speaks of one of them.
std::optional<std::uint32_t> given_back(World& world, ir::MethodId method);

}  // namespace heddle::pointsto
