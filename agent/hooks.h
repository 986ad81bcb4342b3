// The methods of the platform that get a probe: what they do to other threads is known, not seen.
#pragma once

#include <span>

#include "rewrite/hook.h"

namespace heddle::agent {

std::span<const rewrite::Hook> hooks();

}  // namespace heddle::agent
