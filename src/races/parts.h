// Parts of an array, from a first element up to one behind the last: which part a loop goes
// through, and whether another loop hands out another part in each of its rounds.
//
//   for (int i = from; i < to; i++) numbers[i] = …           goes through [from, to)
//   for (int k = 0; k < n; k++) work(k * size, (k + 1) * size)   hands out a part a round
//
// Numbers that wrap around are not thought of. Thread safety: one thread a BodyFlow.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "ir/body.h"
#include "ir/instruction.h"
#include "origins/body_flow.h"

namespace heddle::races {

struct Part {
  ir::ValueId first{}, behind{};
};

// The parts in which the index lies whenever the instruction runs, where it counts up by one; one
// for each number that it is tested to be below.
std::vector<Part> parts_of(origins::BodyFlow& flow, ir::ValueId index, std::uint32_t instruction);

// What a branch knows of two values, on one of its sides.
struct Known {
  ir::Condition condition{};
  ir::ValueId a{}, b{};
};

// Does a branch say it, either way round, whenever the instruction runs?
bool is_known_at(origins::BodyFlow& flow, std::uint32_t instruction,
                 const std::function<bool(const Known&)>& test);

// Is what the call gives the least of its arguments?
using IsLeast = std::function<bool(const ir::Instruction&)>;

// Have the parts that `giver` hands out in one run of the body no element in common?
bool are_apart(origins::BodyFlow& flow, const IsLeast& is_least, const Part& part,
               std::uint32_t giver);

}  // namespace heddle::races
