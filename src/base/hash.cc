#include "base/hash.h"

#include <fmt/format.h>

#include <string>

namespace heddle::base {

std::string to_hex(Hash128 hash) { return fmt::format("{:016x}{:016x}", hash.high, hash.low); }

}  // namespace heddle::base
