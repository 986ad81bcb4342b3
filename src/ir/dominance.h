// Which values are available where in a body.
//
// A block with handlers can be left before it is over: an exception leaves it at its first
// instruction that may throw, at the earliest. So dominance is meant on points finer than blocks:
// such a block is cut before that instruction, the edges to its handlers leave the first part and
// all others leave the second.
//
// Built from a body whose graph is sound (clauses C1 to C9 of docs/formats/ir.md). Immutable,
// borrows the body. Cost: near linear to build (Cooper, Harvey and Kennedy, "A Simple, Fast
// Dominance Algorithm"), constant for each question.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/body.h"
#include "ir/instruction.h"

namespace heddle::ir {

class Dominance {
 public:
  explicit Dominance(const Body& body);

  // Is `value` made on every path before `use` is run? For a phi ask available_on_edge.
  [[nodiscard]] bool available(ValueId value, ValueId use) const;
  // Is it made on every path that leaves `from` towards `to`, by an exception or otherwise?
  [[nodiscard]] bool available_on_edge(ValueId value, BlockId from, BlockId to) const;
  // Does every path from the entry to `below` come through `above` first?
  [[nodiscard]] bool dominates(BlockId above, BlockId below) const;
  // Do exceptions lead to this block?
  [[nodiscard]] bool is_handler(BlockId block) const { return is_handler_[base::index(block)]; }

 private:
  void cut_blocks();
  void find_dominators();
  void number_tree();
  [[nodiscard]] std::uint32_t node_left(BlockId from, BlockId to) const;
  [[nodiscard]] std::uint32_t meet(std::uint32_t left, std::uint32_t right) const;
  [[nodiscard]] bool node_dominates(std::uint32_t above, std::uint32_t below) const;

  const Body& body_;
  std::vector<bool> is_handler_;           // of each block
  std::vector<std::uint32_t> first_node_;  // of each block, and one past the last
  std::vector<std::uint32_t> node_;        // of each instruction
  std::vector<std::uint32_t> dominator_;   // of each node, the nearest; lower than the node
  std::vector<std::uint32_t> tree_position_, tree_size_;  // of each node, in the dominator tree
};

}  // namespace heddle::ir
