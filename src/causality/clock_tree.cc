// Nodes are counted. Joining keeps a node of one side where it has all that the other has. Where
// both have the same, it keeps the one at the lower address: whichever clocks meet, they agree on
// one node for what no longer changes, and the next meeting looks no further than that.
#include "causality/clock_tree.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace heddle::causality {
namespace {

using Node = ClockTree::Node;
using Leaf = ClockTree::Leaf;
using Inner = ClockTree::Inner;
constexpr std::size_t kWidth = ClockTree::kWidth;
constexpr unsigned kBits = ClockTree::kBits;
constexpr unsigned kMostLevels = 32 / kBits;

auto& times(Node* node) { return static_cast<Leaf*>(node)->times; }
auto& children(Node* node) { return static_cast<Inner*>(node)->children; }
const auto& times(const Node* node) { return static_cast<const Leaf*>(node)->times; }
const auto& children(const Node* node) { return static_cast<const Inner*>(node)->children; }

Node* make(unsigned level) {
  if (level == 0) return new Leaf;
  return new Inner;
}

Node* take(Node* node) {
  if (node != nullptr) ++node->owners;
  return node;
}

void drop(Node* node, unsigned level) {
  if (node == nullptr || --node->owners != 0) return;
  if (level == 0) {
    delete static_cast<Leaf*>(node);
    return;
  }
  for (Node* const child : children(node)) drop(child, level - 1);
  delete static_cast<Inner*>(node);
}

// Gives the node, one's own to change; takes the caller's share of the old one.
Node* own(Node* node, unsigned level) {
  if (node == nullptr) return make(level);
  if (node->owners == 1) return node;
  Node* const result = make(level);
  if (level == 0) {
    times(result) = times(node);
  } else {
    children(result) = children(node);
    for (Node* const child : children(result)) take(child);
  }
  drop(node, level);
  return result;
}

std::size_t place(std::uint32_t chain, unsigned level) {
  return (chain >> (kBits * level)) & (kWidth - 1);
}

Node* join_leaves(Node* mine, Node* theirs, bool& is_new) {
  const auto& one = times(mine);
  const auto& other = times(theirs);
  bool has_less = false, has_more = false;
  for (std::size_t each = 0; each < kWidth; ++each) {
    has_less |= one[each] < other[each];
    has_more |= one[each] > other[each];
  }
  is_new |= has_less;
  if (!has_less && !has_more) return take(std::min(mine, theirs));
  if (!has_less) return take(mine);
  if (!has_more) return take(theirs);
  Leaf* const result = new Leaf;
  for (std::size_t each = 0; each < kWidth; ++each)
    result->times[each] = std::max(one[each], other[each]);
  return result;
}

Node* join_nodes(Node* mine, Node* theirs, unsigned level, bool& is_new) {
  if (mine == theirs || theirs == nullptr) return take(mine);
  if (mine == nullptr) {
    is_new = true;
    return take(theirs);
  }
  if (level == 0) return join_leaves(mine, theirs, is_new);
  const auto& one = children(mine);
  const auto& other = children(theirs);
  std::array<Node*, kWidth> joined{};
  for (std::size_t each = 0; each < kWidth; ++each)
    joined[each] = join_nodes(one[each], other[each], level - 1, is_new);
  if (joined == one || joined == other) {
    for (Node* const child : joined) drop(child, level - 1);
    return take(joined == one ? mine : theirs);
  }
  Inner* const result = new Inner;
  result->children = joined;
  return result;
}

Node* subtract_leaves(Node* mine, const Node* theirs) {
  const auto& one = times(mine);
  const auto& other = times(theirs);
  bool has_less = false, has_more = false;
  for (std::size_t each = 0; each < kWidth; ++each) {
    has_less |= one[each] != 0 && one[each] <= other[each];
    has_more |= one[each] > other[each];
  }
  if (!has_more) return nullptr;
  if (!has_less) return take(mine);
  Leaf* const result = new Leaf;
  for (std::size_t each = 0; each < kWidth; ++each)
    result->times[each] = one[each] > other[each] ? one[each] : 0;
  return result;
}

Node* subtract_nodes(Node* mine, const Node* theirs, unsigned level) {
  if (mine == nullptr || mine == theirs) return nullptr;
  if (theirs == nullptr) return take(mine);
  if (level == 0) return subtract_leaves(mine, theirs);
  const auto& one = children(mine);
  std::array<Node*, kWidth> left{};
  for (std::size_t each = 0; each < kWidth; ++each)
    left[each] = subtract_nodes(one[each], children(theirs)[each], level - 1);
  if (left == one || left == std::array<Node*, kWidth>{}) {
    for (Node* const child : left) drop(child, level - 1);
    return left == one ? take(mine) : nullptr;
  }
  Inner* const result = new Inner;
  result->children = left;
  return result;
}

// Does a tree whose root has that level have a place for the chain?
bool has_room(std::uint32_t chain, unsigned level) {
  return level + 1 >= kMostLevels || (chain >> (kBits * (level + 1))) == 0;
}

}  // namespace

ClockTree::ClockTree(const ClockTree& other) : root_(take(other.root_)), level_(other.level_) {}

ClockTree& ClockTree::operator=(ClockTree other) noexcept {
  std::swap(root_, other.root_);
  std::swap(level_, other.level_);
  return *this;
}

ClockTree::~ClockTree() { drop(root_, level_); }

const ClockTree::Leaf* ClockTree::leaf_at(std::uint32_t chain) const {
  if (!has_room(chain, level_)) return nullptr;
  const Node* node = root_;
  for (unsigned level = level_; node != nullptr && level != 0; --level)
    node = children(node)[place(chain, level)];
  return static_cast<const Leaf*>(node);
}

std::uint32_t ClockTree::at(std::uint32_t chain) const {
  const Leaf* const leaf = leaf_at(chain);
  return leaf == nullptr ? 0 : leaf->times[place(chain, 0)];
}

// Makes the root one of that level.
void ClockTree::lift(unsigned level) {
  for (; level_ < level; ++level_) {
    if (root_ == nullptr) continue;
    Node* const above = make(level_ + 1);
    children(above)[0] = root_;
    root_ = above;
  }
}

void ClockTree::raise(std::uint32_t chain, std::uint32_t time) {
  if (at(chain) >= time) return;
  unsigned level = level_;
  while (!has_room(chain, level)) ++level;
  lift(level);
  Node** node = &root_;
  for (level = level_;; --level) {
    *node = own(*node, level);
    if (level == 0) break;
    node = &children(*node)[place(chain, level)];
  }
  times(*node)[place(chain, 0)] = time;
}

bool ClockTree::join(const ClockTree& other) {
  if (root_ == other.root_ || other.root_ == nullptr) return false;
  bool is_new = false;
  if (level_ < other.level_) lift(other.level_);
  if (level_ == other.level_) {
    Node* const joined = join_nodes(root_, other.root_, level_, is_new);
    drop(root_, level_);
    root_ = joined;
    return is_new;
  }
  ClockTree lifted(other);
  lifted.lift(level_);
  return join(lifted);
}

void ClockTree::subtract(const ClockTree& other) {
  if (root_ == nullptr || other.root_ == nullptr) return;
  lift(other.level_);
  ClockTree lifted(other);
  lifted.lift(level_);
  Node* const left = subtract_nodes(root_, lifted.root_, level_);
  drop(root_, level_);
  root_ = left;
}

}  // namespace heddle::causality
