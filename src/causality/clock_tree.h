// The components of a clock as a tree that clocks share: sixteen times to a leaf, sixteen children
// to a node, chains by their numbers. A copy is a pointer; a change copies the path to it.
//
// Chains are numbered as they appear, so what is long past lies together, and two clocks that both
// know it soon have the same nodes for it: to join them costs what they differ in, not their size.
//
// Not thread safe.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace heddle::causality {

class ClockTree {
 public:
  struct Node;
  struct Leaf;
  struct Inner;
  static constexpr std::size_t kWidth = 16;
  static constexpr unsigned kBits = 4;

  ClockTree() = default;
  ClockTree(const ClockTree& other);
  ClockTree(ClockTree&& other) noexcept
      : root_(std::exchange(other.root_, nullptr)), level_(other.level_) {}
  ClockTree& operator=(ClockTree other) noexcept;
  ~ClockTree();

  [[nodiscard]] std::uint32_t at(std::uint32_t chain) const;
  void raise(std::uint32_t chain, std::uint32_t time);
  // True if anything is new.
  bool join(const ClockTree& other);
  // Forgets what the other one has reached as well.
  void subtract(const ClockTree& other);

  // Drops pairs of a chain and a time, in the order of chains, that this one has reached.
  template <typename Pairs>
  void drop_reached(Pairs& pairs) const;

  // Calls visit(chain, time) until it gives true; in the order of the chains.
  template <typename Visit>
  bool any(const Visit& visit) const;

 private:
  // None: nothing is known.
  [[nodiscard]] const Leaf* leaf_at(std::uint32_t chain) const;
  void lift(unsigned level);

  Node* root_ = nullptr;  // none: nothing is known
  unsigned level_ = 0;    // of the root; leaves have 0
};

struct ClockTree::Node {
  std::uint32_t owners = 1;
};
struct ClockTree::Leaf : Node {
  std::array<std::uint32_t, kWidth> times{};
};
struct ClockTree::Inner : Node {
  std::array<Node*, kWidth> children{};  // none: nothing is known
};

template <typename Pairs>
void ClockTree::drop_reached(Pairs& pairs) const {
  const Leaf* leaf = nullptr;
  std::uint32_t place = 0xFFFF'FFFFU;
  std::erase_if(pairs, [&](const auto& pair) {
    const auto chain = static_cast<std::uint32_t>(pair.first);
    if (chain / kWidth != place) leaf = leaf_at(chain);
    place = chain / kWidth;
    return leaf != nullptr && leaf->times[chain % kWidth] >= pair.second;
  });
}

template <typename Visit>
bool ClockTree::any(const Visit& visit) const {
  const auto look = [&](const auto& self, const Node* node, unsigned level,
                        std::uint32_t first) -> bool {
    if (node == nullptr) return false;
    for (std::uint32_t each = 0; each < kWidth; ++each) {
      const std::uint32_t below = (first << kBits) | each;
      if (level != 0) {
        const Node* const child = static_cast<const Inner*>(node)->children[each];
        if (self(self, child, level - 1, below)) return true;
      } else if (const std::uint32_t time = static_cast<const Leaf*>(node)->times[each];
                 time != 0 && visit(below, time)) {
        return true;
      }
    }
    return false;
  };
  return look(look, root_, level_, 0);
}

}  // namespace heddle::causality
