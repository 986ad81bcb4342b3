// Circles of a graph that have no short cut: no arrow between two of their nodes but those of the
// circle itself.
//
// What a short cut makes shorter is found as the shorter one; so these are few, however long. Each
// is told once, from its lowest node on, in the order of the search. Knows numbers only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <vector>

namespace heddle::deadlocks {

class LongCircles {
 public:
  struct Arrow {
    std::uint32_t from = 0, to = 0;
  };

  // Those of more than `shorter` nodes.
  LongCircles(std::span<const Arrow> arrows, std::size_t shorter);

  [[nodiscard]] std::span<const std::vector<std::uint32_t>> found() const { return found_; }
  // There were too many, or the search took too many steps, and was ended; or one may have more
  // than a hundred nodes.
  [[nodiscard]] bool was_cut() const { return was_cut_ || is_too_long_; }

 private:
  using Nodes = std::set<std::uint32_t>;

  // Those from which the node can be reached by nodes that are not lower.
  [[nodiscard]] Nodes leading_to(std::uint32_t first);
  void extend(std::vector<std::uint32_t>& path, const Nodes& leading);
  // Does it go on from the last one, and lead to nobody but the first?
  [[nodiscard]] bool is_without_short_cut(std::span<const std::uint32_t> path,
                                          std::uint32_t next) const;
  [[nodiscard]] bool leads(std::uint32_t from, std::uint32_t to) const;

  std::size_t shorter_;
  std::map<std::uint32_t, Nodes> to_, from_;
  std::vector<std::vector<std::uint32_t>> found_;
  std::uint64_t steps_ = 0;
  bool was_cut_ = false, is_too_long_ = false;
};

}  // namespace heddle::deadlocks
