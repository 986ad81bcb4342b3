// From each node on, paths of higher nodes are made longer as long as no two of their nodes have an
// arrow that the path itself does not take. Where the last node leads back to the first, that is
// a circle, and going on would have a short cut.
#include "deadlocks/long_circles.h"

#include <algorithm>

namespace heddle::deadlocks {
namespace {

constexpr std::uint64_t kMostSteps = 2'000'000;  // looks at one node of a path each
constexpr std::size_t kMostNodes = 100;
constexpr std::size_t kMostFound = 1000;

}  // namespace

LongCircles::LongCircles(std::span<const Arrow> arrows, std::size_t shorter) : shorter_(shorter) {
  for (const Arrow& arrow : arrows) {
    if (arrow.from == arrow.to) continue;
    to_[arrow.from].insert(arrow.to);
    from_[arrow.to].insert(arrow.from);
  }
  for (const auto& [first, after] : to_) {
    const Nodes leading = leading_to(first);
    if (leading.size() <= shorter_) continue;
    std::vector<std::uint32_t> path{first};
    extend(path, leading);
  }
}

LongCircles::Nodes LongCircles::leading_to(std::uint32_t first) {
  Nodes leading{first};
  std::vector<std::uint32_t> waiting{first};
  while (!waiting.empty()) {
    const std::uint32_t node = waiting.back();
    waiting.pop_back();
    const auto before = from_.find(node);
    if (before == from_.end()) continue;
    for (const std::uint32_t each : before->second) {
      was_cut_ |= ++steps_ > kMostSteps;
      if (was_cut_) return {};
      if (each > first && leading.insert(each).second) waiting.push_back(each);
    }
  }
  return leading;
}

bool LongCircles::leads(std::uint32_t from, std::uint32_t to) const {
  const auto found = to_.find(from);
  return found != to_.end() && found->second.contains(to);
}

bool LongCircles::is_without_short_cut(std::span<const std::uint32_t> path,
                                       std::uint32_t next) const {
  for (std::size_t i = 0; i + 1 < path.size(); ++i)
    if (leads(path[i], next) || (i != 0 && leads(next, path[i]))) return false;
  return path.size() == 1 || !leads(next, path.back());
}

void LongCircles::extend(std::vector<std::uint32_t>& path, const Nodes& leading) {
  for (const std::uint32_t next : to_.find(path.back())->second) {
    steps_ += path.size();
    was_cut_ |= steps_ > kMostSteps || found_.size() >= kMostFound;
    if (was_cut_) return;
    if (!leading.contains(next) || std::ranges::find(path, next) != path.end() ||
        !is_without_short_cut(path, next))
      continue;
    path.push_back(next);
    const bool is_closed = leads(next, path.front());
    if (is_closed && path.size() > shorter_) found_.push_back(path);
    is_too_long_ |= !is_closed && path.size() == kMostNodes;
    if (!is_closed && path.size() < kMostNodes) extend(path, leading);
    path.pop_back();
  }
}

}  // namespace heddle::deadlocks
