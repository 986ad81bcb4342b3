// Accesses of the application's code that cannot be part of a race: everything they touch belongs
// to one thread, or others touch it only before, afterwards, or under a lock of both.
//
// What is not listed was not proven: it may race, the object was handed on by a write that may
// race, nothing is known to run it, what it touches is not known, or its field cannot be found.
// Volatile accesses are never listed.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/ids.h"
#include "origins/call_graph.h"
#include "origins/origins.h"
#include "races/accesses.h"
#include "races/races.h"

namespace heddle::races {

struct ProvenMethod {
  ir::MethodId method{};
  std::vector<std::uint32_t> offsets;  // of its bytecode, ascending
};

// Ascending by method.
std::vector<ProvenMethod> proven_accesses(origins::CallGraph& calls,
                                          const origins::Origins& origins, const Accesses& accesses,
                                          Races& races);

}  // namespace heddle::races
