// Small programs over reused slots, to hold the SSA builder against: they can be run as they
// stand, built to SSA and run again, and the phis they need can be found the slow way.
//
// What a branch or an instruction that may throw does is not in the program but decided from
// outside, one decision after the other; so every path can be taken.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "base/arena.h"
#include "base/malformed.h"
#include "ir/body.h"
#include "ir/class.h"
#include "ir/ssa_builder.h"
#include "ir/symbols.h"

namespace heddle::ir {

struct SlotStep {
  enum class What : std::uint8_t {
    kSet,      // to = a number
    kCopy,     // to = from
    kAdd,      // to = from + other
    kObserve,  // tells the value of from; may throw
  };
  What what{};
  std::uint32_t to = 0, from = 0, other = 0;
  std::int32_t number = 0;

  [[nodiscard]] bool writes() const { return what != What::kObserve; }
  [[nodiscard]] std::vector<std::uint32_t> reads() const;
};

struct SlotBlock {
  std::vector<SlotStep> steps = {};
  std::vector<std::uint32_t> successors = {};  // none: returns
  std::vector<std::uint32_t> handlers = {};    // blocks that catch
  bool catches = false;

  [[nodiscard]] bool throws() const;
};

struct SlotProgram {
  std::uint32_t slots = 0;
  std::uint32_t parameters = 0;  // the first slots; the others are unset at the beginning
  std::vector<SlotBlock> blocks = {};

  [[nodiscard]] std::set<std::uint32_t> reachable() const;
  // Does control come back to the first block?
  [[nodiscard]] bool begins_with_loop() const;
  [[nodiscard]] std::string text() const;
};

struct ProgramShape {
  std::uint32_t most_blocks = 9;
  std::uint32_t most_slots = 4;
  bool all_set = true;  // every slot is a parameter
};
SlotProgram random_program(std::mt19937& random, const ProgramShape& shape);

// The values a run observes; it ends with the decisions, or when the program returns.
using Decisions = std::span<const std::uint32_t>;
std::vector<std::int32_t> run(const SlotProgram& program, Decisions decisions);
// The same of what SlotProgramBuilder made of it.
std::vector<std::int32_t> run(const SlotProgram& program, const Body& body, Decisions decisions);

// Is there a path on which some slot is read that was never written?
bool may_read_unset(const SlotProgram& program);
// Can every loop be entered at one block only?
bool is_reducible(const SlotProgram& program);
// How many phis the program needs: one at every join for every slot, and away with those that
// merge one value or that nothing reads, until nothing changes. Where loops are entered at two
// blocks, that leaves some that only merge each other.
std::size_t needed_phis(const SlotProgram& program);
std::size_t phi_count(const Body& body);

// Builds programs to SSA; all in one class.
class SlotProgramBuilder {
 public:
  SlotProgramBuilder();

  std::expected<const Body*, base::Malformed> build(const SlotProgram& program);
  // What ir::verify says of the last body, one violation a line.
  [[nodiscard]] std::string violations(const SlotProgram& program, const Body& body) const;
  [[nodiscard]] const Class& in() const { return *class_; }

 private:
  std::unique_ptr<Class> class_;
  MethodRef observe_{};
  SsaBuilder builder_;
  base::Arena arena_;
};

}  // namespace heddle::ir
