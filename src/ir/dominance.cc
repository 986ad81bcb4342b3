// Nodes are blocks, or the two parts of a block that is cut; they keep the order of the blocks.
// By C9 every block but the entry has a predecessor before it, hence its dominators are before it
// too: that is all the algorithm of Cooper, Harvey and Kennedy needs, and it lets the tree be
// numbered in two plain passes instead of a walk.
//
//   b1: handlers * b2          node 1   %3 = const_int 1                  -> b2
//     %3 = const_int 1         node 2   %4 = invoke ...; goto b3          -> b3
//     %4 = invoke ...
//     goto b3                  %3 is available in b2, %4 is not.
#include "ir/dominance.h"

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/id.h"
#include "ir/body.h"
#include "ir/instruction.h"
#include "ir/type.h"

namespace heddle::ir {
namespace {

constexpr std::uint32_t kUnknown = 0xFFFF'FFFF;

// Where the block is cut; its end if it is not.
std::uint32_t cut_of(const Body& body, const Block& block) {
  if (block.handler_count == 0) return block.end;
  for (std::uint32_t at = block.first; at < block.end; ++at)
    if (may_throw(body.instructions[at].opcode, kind_of(body.types[at]))) return at;
  return block.end;
}

}  // namespace

Dominance::Dominance(const Body& body) : body_(body) {
  cut_blocks();
  find_dominators();
  number_tree();
}

void Dominance::cut_blocks() {
  is_handler_.assign(body_.blocks.size(), false);
  for (const Block& block : body_.blocks)
    for (const Handler& handler : body_.handlers_of(block))
      is_handler_[base::index(handler.block)] = true;

  first_node_.reserve(body_.blocks.size() + 1);
  node_.resize(body_.instructions.size());
  std::uint32_t node = 0;
  for (const Block& block : body_.blocks) {
    first_node_.push_back(node);
    const std::uint32_t cut = cut_of(body_, block);
    for (std::uint32_t at = block.first; at < cut; ++at) node_[at] = node;
    if (cut != block.end) ++node;
    for (std::uint32_t at = cut; at < block.end; ++at) node_[at] = node;
    ++node;
  }
  first_node_.push_back(node);
}

std::uint32_t Dominance::node_left(BlockId from, BlockId to) const {
  const std::uint32_t block = base::index(from);
  return is_handler(to) ? first_node_[block] : first_node_[block + 1] - 1;
}

std::uint32_t Dominance::meet(std::uint32_t left, std::uint32_t right) const {
  while (left != right) {
    while (left > right) left = dominator_[left];
    while (right > left) right = dominator_[right];
  }
  return left;
}

void Dominance::find_dominators() {
  dominator_.assign(first_node_.back(), kUnknown);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t at = 0; at < body_.blocks.size(); ++at) {
      const auto block = base::id_at<BlockId>(at);
      std::uint32_t found = at == 0 ? 0 : kUnknown;
      for (const BlockId from : body_.predecessors_of(body_.blocks[at])) {
        const std::uint32_t node = node_left(from, block);
        if (dominator_[node] == kUnknown) continue;
        found = found == kUnknown ? node : meet(found, node);
      }
      const std::uint32_t node = first_node_[at];
      if (dominator_[node] != found) {
        dominator_[node] = found;
        changed = true;
      }
      if (first_node_[at + 1] - node == 2) dominator_[node + 1] = node;
    }
  }
}

void Dominance::number_tree() {
  const std::size_t count = dominator_.size();
  tree_size_.assign(count, 1);
  for (std::size_t node = count; node-- > 1;) tree_size_[dominator_[node]] += tree_size_[node];
  tree_position_.assign(count, 0);
  std::vector<std::uint32_t> next(count, 1);  // the position of a node's next child
  for (std::size_t node = 1; node < count; ++node) {
    tree_position_[node] = next[dominator_[node]];
    next[dominator_[node]] += tree_size_[node];
    next[node] = tree_position_[node] + 1;
  }
}

bool Dominance::node_dominates(std::uint32_t above, std::uint32_t below) const {
  return tree_position_[below] - tree_position_[above] < tree_size_[above];
}

bool Dominance::available(ValueId value, ValueId use) const {
  const std::uint32_t made = node_[base::index(value)];
  const std::uint32_t used = node_[base::index(use)];
  return made == used ? base::index(value) < base::index(use) : node_dominates(made, used);
}

bool Dominance::available_on_edge(ValueId value, BlockId from, BlockId to) const {
  return node_dominates(node_[base::index(value)], node_left(from, to));
}

bool Dominance::dominates(BlockId above, BlockId below) const {
  return node_dominates(first_node_[base::index(above)], first_node_[base::index(below)]);
}

}  // namespace heddle::ir
