// What the control flow of one body says about its instructions: which are in a loop, and from
// which one control may come to which.
//
// Built when first needed and then constant, but for the lists of what a block reaches, which are
// found when first asked for. Cost: linear to build; a block's list is linear in the blocks.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/body.h"

namespace heddle::origins {

class BodyFlow {
 public:
  explicit BodyFlow(const ir::Body& body);

  // May it run twice in one run of the body?
  [[nodiscard]] bool in_loop(std::uint32_t instruction) const {
    return in_loop_[block_of_[instruction]] != 0;
  }
  // Once `from` has run, may `to` run in the same run of the body?
  [[nodiscard]] bool reaches(std::uint32_t from, std::uint32_t to);
  // Ways that are known not to be taken: into handlers, and where a value is null.
  struct Untaken {
    std::vector<std::uint8_t> handlers;     // by place in Body::handlers; empty: none
    std::vector<std::uint8_t> blocks;       // all that leave this block; empty: none
    ir::ValueId never_null = ir::kNoValue;  // this one is not
  };
  // The same, without running `avoid` on the way.
  [[nodiscard]] bool reaches_without(std::uint32_t from, std::uint32_t to, std::uint32_t avoid,
                                     const Untaken& untaken) const;
  [[nodiscard]] bool reaches_without(std::uint32_t from, std::uint32_t to,
                                     std::uint32_t avoid) const {
    return reaches_without(from, to, avoid, Untaken{});
  }
  // Does every run of the body pass `through` before it comes to `to`?
  [[nodiscard]] bool always_passes(std::uint32_t through, std::uint32_t to,
                                   const Untaken& untaken) const;
  // A number for each outermost loop; 0: in none.
  [[nodiscard]] std::uint32_t loop_of(std::uint32_t instruction) const {
    return in_loop_[block_of_[instruction]];
  }
  [[nodiscard]] std::uint32_t loop_of_block(std::uint32_t block) const { return in_loop_[block]; }
  [[nodiscard]] std::uint32_t block_of(std::uint32_t instruction) const {
    return block_of_[instruction];
  }
  [[nodiscard]] const ir::Body& body() const { return body_; }
  // Where control may go from a block, handlers among it.
  template <typename Visit>
  void for_each_successor(std::uint32_t block, Visit&& visit) const {
    const ir::Block& from = body_.blocks[block];
    for (const ir::BlockId to : body_.successors_of(from)) visit(base::index(to));
    for (const ir::Handler& handler : body_.handlers_of(from)) visit(base::index(handler.block));
  }

 private:
  void find_loops();
  class Walk;
  const std::vector<std::uint8_t>& reached_from(std::uint32_t block);

  const ir::Body& body_;
  std::vector<std::uint32_t> block_of_;             // by instruction
  std::vector<std::uint32_t> in_loop_;              // by block: the number of its loop
  std::vector<std::vector<std::uint8_t>> reached_;  // by block; empty: not asked for yet
};

}  // namespace heddle::origins
