// A place in the program as it runs: an instruction of an instance.
#pragma once

#include <cstdint>
#include <vector>

#include "pointsto/ids.h"

namespace heddle::origins {

struct Point {
  pointsto::InstanceId instance{};
  std::uint32_t instruction = 0;  // pointsto::kModelInstruction: any
};

// A chain of calls: each the place where the next one is called.
using Frames = std::vector<Point>;

}  // namespace heddle::origins
