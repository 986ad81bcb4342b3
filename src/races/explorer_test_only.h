// Runs a small program under every interleaving, and says which races and deadlocks occurred.
//
// A race occurs where two threads stand before accesses to one place, one of them a write. A
// deadlock occurs where threads in a circle each want a monitor that the next one holds. Programs
// are those of threaded_program_test_only.h: nodes, threads, monitors, calls, choices.
//
// Every thread may choose `yes` so many times, and then always `no`, so that loops end; a thread
// that follows null stands still for ever. Both leave runs out, and add none. Cost: the number of
// states, each visited once; after `most_states` the rest is left out and `complete` says so.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

#include "ir/ids.h"
#include "ir/program.h"

namespace heddle::races {

// Method and instruction; locks::kAtEntry for the lock of a synchronized method.
using PlaceInCode = std::array<std::uint32_t, 2>;

struct Occurred {
  std::set<std::array<PlaceInCode, 2>> races;  // the smaller place first
  // Who wants, ascending: where all took what they hold in the method in which they want the next
  // one, and where some took it further out.
  std::set<std::vector<PlaceInCode>> deadlocks, nested_deadlocks;
  std::size_t states = 0;
  bool complete = true;
};

struct ExplorerLimits {
  std::size_t most_states = 20'000;
  std::uint8_t choices = 2;
  std::size_t threads = 4;
};

Occurred explore(ir::Program& program, ir::MethodId main, const ExplorerLimits& limits);

}  // namespace heddle::races
