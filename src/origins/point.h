// A place in the program as it runs: an instruction of an instance.
#pragma once

#include <cstdint>

#include "pointsto/ids.h"

namespace heddle::origins {

struct Point {
  pointsto::InstanceId instance{};
  std::uint32_t instruction = 0;  // pointsto::kModelInstruction: any
};

}  // namespace heddle::origins
