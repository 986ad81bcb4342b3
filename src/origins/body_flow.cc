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
      if (to == block) in_loop_[block] = 1;
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
        if (several) in_loop_[*at] = 1;
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

bool BodyFlow::reaches(std::uint32_t from, std::uint32_t to) {
  const std::uint32_t block = block_of_[from];
  if (block_of_[to] == block && to > from) return true;
  return reached_from(block)[block_of_[to]] != 0;
}

}  // namespace heddle::origins
