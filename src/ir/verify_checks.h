// The parts of the verifier, and what they share. Only for verify*.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/id.h"
#include "ir/body.h"
#include "ir/class.h"
#include "ir/instruction.h"
#include "ir/verify.h"

namespace heddle::ir {

// The clauses by name; docs/formats/ir.md has their text.
enum class Clause : std::uint8_t {
  kTables = 1,
  kTiling,
  kFields,
  kEntry,
  kParameters,
  kTerminators,
  kSuccessors,
  kPredecessors,
  kOrder,
  kHandlers,
  kPhisFirst,
  kCatches,
  kPhiOperands,
  kOperands,
  kDominance,
  kOperandKinds,
  kResultTypes,
  kSymbols,
  kCalls,
  kSwitches,
  kReturns,
  kArrayData,
  kOffsets,
  kLines,
  kNames,
};

struct Verification {
  const Class& in;
  const Method& method;
  const Body& body;
  std::vector<Violation> violations;

  void add(Clause clause, std::string where, std::string what) {
    if (violations.size() < kMostViolations)
      violations.push_back({.clause = static_cast<unsigned>(clause),
                            .where = std::move(where),
                            .what = std::move(what)});
  }
  void add_at_block(Clause clause, std::size_t block, std::string what);
  void add_at(Clause clause, std::uint32_t instruction, std::string what);
};

// C1 to C3: what must hold before anything else can be read. False: nothing else can.
bool verify_shape(Verification& verification);
// C4 to C12: blocks and edges. False: dominance cannot be asked.
bool verify_graph(Verification& verification);
// C13 to C22: what each instruction reads and makes.
void verify_values(Verification& verification);
// C23 to C25.
void verify_side_tables(Verification& verification);

}  // namespace heddle::ir
