// Edit distance, row by row. Near is: a third of the word, at least one letter, at most three.
#include "model/suggest.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace heddle::model {
namespace {

constexpr std::size_t kLongestWord = 64;

std::size_t distance(std::string_view left, std::string_view right) {
  std::vector<std::size_t> row(right.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < left.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < right.size(); ++j) {
      const std::size_t changed = diagonal + (left[i] == right[j] ? 0 : 1);
      diagonal = std::exchange(row[j + 1], std::min({changed, row[j] + 1, row[j + 1] + 1}));
    }
  }
  return row.back();
}

}  // namespace

std::string_view suggest(std::string_view word, std::span<const std::string_view> candidates) {
  if (word.size() > kLongestWord) return {};
  std::string_view best;
  std::size_t best_distance = std::clamp(word.size() / 3, std::size_t{1}, std::size_t{3}) + 1;
  for (const std::string_view candidate : candidates) {
    const std::size_t away = distance(word, candidate);
    if (away < best_distance) best = candidate, best_distance = away;
  }
  return best;
}

}  // namespace heddle::model
