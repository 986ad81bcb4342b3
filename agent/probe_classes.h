// The class files that recorded programs call, which the build compiles from java/.
#pragma once

#include <cstdint>
#include <span>

#include "base/bytes.h"

namespace heddle::agent {

struct ProbeClass {
  const char* name;  // internal
  base::Bytes bytes;
};

std::span<const ProbeClass> probe_classes();

}  // namespace heddle::agent
