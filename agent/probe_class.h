// The class file of java.lang.HeddleProbe, which the build compiles from java/.
#pragma once

#include <cstdint>

#include "base/bytes.h"

namespace heddle::agent {

base::Bytes probe_class();

}  // namespace heddle::agent
