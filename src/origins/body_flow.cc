#include "origins/body_flow.h"

#include <algorithm>

#include "base/id.h"

namespace heddle::origins {

BodyFlow::BodyFlow(const ir::Body& body)
    : body_(body),
      block_of_(body.instructions.size()),
      in_loop_(body.blocks.size()),
      reached_(body.blocks.size()) {
  for (std::uint32_t block = 0; block < body.blocks.size(); ++block) {
    for (std::uint32_t i = body.blocks[block].first; i < body.blocks[block].end; ++i)
      block_of_[i] = block;
  }
  find_loops();
}

// Strongly connected components, by Tarjan's algorithm without recursion.
void BodyFlow::find_loops() {
  const std::size_t count = body_.blocks.size();
  std::vector<std::vector<std::uint32_t>> successors(count);
  for (std::uint32_t block = 0; block < count; ++block) {
    for_each_successor(block, [&](std::uint32_t to) {
      successors[block].push_back(to);
      if (to == block) in_loop_[block] = block + 1;
    });
  }
  constexpr std::uint32_t kClosed = 0xFFFF'FFFF;
  std::vector<std::uint32_t> number(count), low(count), open;
  struct Frame {
    std::uint32_t block = 0, next = 0;
  };
  std::vector<Frame> frames;
  std::uint32_t last = 0;
  const auto enter = [&](std::uint32_t block) {
    number[block] = low[block] = ++last;
    open.push_back(block);
    frames.push_back({.block = block, .next = 0});
  };
  for (std::uint32_t root = 0; root < count; ++root) {
    if (number[root] != 0) continue;
    enter(root);
    while (!frames.empty()) {
      Frame& frame = frames.back();
      const std::uint32_t block = frame.block;
      if (frame.next < successors[block].size()) {
        const std::uint32_t to = successors[block][frame.next++];
        if (number[to] == 0) {
          enter(to);
        } else if (number[to] != kClosed) {
          low[block] = std::min(low[block], number[to]);
        }
        continue;
      }
      frames.pop_back();
      if (!frames.empty())
        low[frames.back().block] = std::min(low[frames.back().block], low[block]);
      if (low[block] != number[block]) continue;
      const auto first = std::find(open.begin(), open.end(), block);
      const bool several = open.end() - first > 1;
      for (auto at = first; at != open.end(); ++at) {
        if (several) in_loop_[*at] = block + 1;
        number[*at] = kClosed;
      }
      open.erase(first, open.end());
    }
  }
}

const std::vector<std::uint8_t>& BodyFlow::reached_from(std::uint32_t block) {
  std::vector<std::uint8_t>& reached = reached_[block];
  if (!reached.empty()) return reached;
  reached.resize(body_.blocks.size());
  std::vector<std::uint32_t> open{block};
  while (!open.empty()) {
    const std::uint32_t from = open.back();
    open.pop_back();
    for_each_successor(from, [&](std::uint32_t to) {
      if (reached[to] != 0) return;
      reached[to] = 1;
      open.push_back(to);
    });
  }
  return reached;
}

// From block to block, up to an instruction that is not passed.
class BodyFlow::Walk {
 public:
  Walk(const BodyFlow& flow, std::uint32_t avoid, const Untaken& untaken)
      : flow_(flow), avoid_(avoid), untaken_(untaken), seen_(flow.body_.blocks.size()) {}

  void leave(std::uint32_t block, std::uint32_t begin) {
    // An exception may come before `avoid` has run.
    leave_by_handlers(block);
    if (is_between(begin, flow_.body_.blocks[block].end)) return;
    const ir::BlockId never = where_null(flow_.body_.blocks[block]);
    for (const ir::BlockId next : flow_.body_.successors_of(flow_.body_.blocks[block]))
      if (next != never) go(base::index(next));
  }

  bool finds(std::uint32_t to) {
    while (!open_.empty()) {
      const std::uint32_t block = open_.back();
      open_.pop_back();
      const std::uint32_t begin = flow_.body_.blocks[block].first;
      if (flow_.block_of_[to] == block && !is_between(begin, to)) return true;
      leave(block, begin);
    }
    return false;
  }

  void go(std::uint32_t block) {
    if (seen_[block] != 0) return;
    seen_[block] = 1;
    open_.push_back(block);
  }

  [[nodiscard]] bool is_between(std::uint32_t begin, std::uint32_t end) const {
    return avoid_ >= begin && avoid_ < end;
  }

 private:
  // Where a block goes on if what is never null were: that one, or what was just made.
  [[nodiscard]] ir::BlockId where_null(const ir::Block& block) const {
    const ir::Instruction& last = flow_.body_.instructions[block.end - 1];
    if (last.opcode != ir::Opcode::kIf || last.b != base::index(ir::kNoValue))
      return base::kNone<ir::BlockId>;
    const bool is_made = flow_.body_.instructions[last.a].opcode == ir::Opcode::kNew;
    if (!is_made &&
        (untaken_.never_null == ir::kNoValue || last.a != base::index(untaken_.never_null)))
      return base::kNone<ir::BlockId>;
    const bool is_yes = last.condition() == ir::Condition::kEqual;
    return flow_.body_.successors_of(block)[is_yes ? 0 : 1];
  }
  void leave_by_handlers(std::uint32_t block) {
    if (!untaken_.blocks.empty() && untaken_.blocks[block] != 0) return;
    const ir::Block& from = flow_.body_.blocks[block];
    for (std::uint32_t h = from.handlers; h < from.handlers + from.handler_count; ++h)
      if (untaken_.handlers.empty() || untaken_.handlers[h] == 0)
        go(base::index(flow_.body_.handlers[h].block));
  }

  const BodyFlow& flow_;
  std::uint32_t avoid_;
  const Untaken& untaken_;
  std::vector<std::uint8_t> seen_;
  std::vector<std::uint32_t> open_;
};

bool BodyFlow::reaches_without(std::uint32_t from, std::uint32_t to, std::uint32_t avoid,
                               const Untaken& untaken) const {
  Walk walk(*this, avoid, untaken);
  const std::uint32_t first = block_of_[from];
  if (block_of_[to] == first && to > from && !walk.is_between(from + 1, to)) return true;
  walk.leave(first, from + 1);
  return walk.finds(to);
}

bool BodyFlow::always_passes(std::uint32_t through, std::uint32_t to,
                             const Untaken& untaken) const {
  Walk walk(*this, through, untaken);
  walk.go(0);
  return !walk.finds(to);
}

bool BodyFlow::reaches(std::uint32_t from, std::uint32_t to) {
  const std::uint32_t block = block_of_[from];
  if (block_of_[to] == block && to > from) return true;
  return reached_from(block)[block_of_[to]] != 0;
}

}  // namespace heddle::origins
