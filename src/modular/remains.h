// What a run worked with and nobody needs any more. Giving back so much memory takes its time,
// which a process that ends has no use for: whoever wants it is given it.
#pragma once

#include <memory>
#include <vector>

namespace heddle::modular {

using Remains = std::vector<std::shared_ptr<const void>>;

}  // namespace heddle::modular
