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

bool BodyFlow::reaches_without(std::uint32_t from, std::uint32_t to, std::uint32_t avoid) const {
  const auto is_between = [&](std::uint32_t begin, std::uint32_t end) {
    return avoid >= begin && avoid < end;
  };
  const std::uint32_t first = block_of_[from];
  if (block_of_[to] == first && to > from && !is_between(from + 1, to)) return true;
  std::vector<std::uint8_t> seen(body_.blocks.size());
  std::vector<std::uint32_t> open;
  const auto leave = [&](std::uint32_t block, std::uint32_t begin) {
    const auto go = [&](std::uint32_t next) {
      if (seen[next] != 0) return;
      seen[next] = 1;
      open.push_back(next);
    };
    // An exception may come before `avoid` has run.
    for (const ir::Handler& handler : body_.handlers_of(body_.blocks[block]))
      go(base::index(handler.block));
    if (is_between(begin, body_.blocks[block].end)) return;
    for (const ir::BlockId next : body_.successors_of(body_.blocks[block])) go(base::index(next));
  };
  leave(first, from + 1);
  while (!open.empty()) {
    const std::uint32_t block = open.back();
    open.pop_back();
    const std::uint32_t begin = body_.blocks[block].first;
    if (block_of_[to] == block && !is_between(begin, to)) return true;
    leave(block, begin);
  }
  return false;
}

bool BodyFlow::reaches(std::uint32_t from, std::uint32_t to) {
  const std::uint32_t block = block_of_[from];
  if (block_of_[to] == block && to > from) return true;
  return reached_from(block)[block_of_[to]] != 0;
}

}  // namespace heddle::origins
