// Random runs of threads, loopers with real message queues, and a pool that answers calls: what a
// recorder would have seen. Every run is feasible; the order of messages is Android's.
#pragma once

#include <cstddef>
#include <cstdint>

#include "trace/convert_test_only.h"

namespace heddle::causality {

struct SimulatorOptions {
  std::uint64_t seed = 0;
  std::size_t steps = 90;
  bool has_accesses = true;
  bool has_nesting = true;  // paused events and idle code
};

trace::WholeTrace simulate(const SimulatorOptions& options);

}  // namespace heddle::causality
