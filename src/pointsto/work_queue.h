// A set of small numbers, taken in ascending order from where the last one was taken and then from
// the start again: one sweep after the other.
//
// Cost: a few words for each push and pop, whatever the size.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace heddle::pointsto {

class WorkQueue {
 public:
  void push(std::uint32_t number) {
    for (auto& level : levels_) {
      const std::size_t word = number >> 6U;
      if (word >= level.size()) level.resize(word + 1);
      const std::uint64_t bit = std::uint64_t{1} << (number & 63U);
      if ((level[word] & bit) != 0) return;
      level[word] |= bit;
      number = static_cast<std::uint32_t>(word);
    }
  }

  std::optional<std::uint32_t> pop() {
    std::optional<std::uint32_t> found = at_or_after(cursor_);
    if (!found && cursor_ != 0) found = at_or_after(0);
    if (!found) return std::nullopt;
    cursor_ = *found + 1;
    erase(*found);
    return found;
  }

  void restart() { cursor_ = 0; }

 private:
  friend class Snapshot;
  static constexpr unsigned kLevels = 5;  // 2^30 numbers

  std::optional<std::uint32_t> at_or_after(std::uint32_t number) const {
    std::size_t at = number;
    unsigned level = 0;
    // Up until some word has a bit at or after the place, then down along first bits.
    for (;; ++level) {
      if (level == kLevels) return std::nullopt;
      const std::size_t word = at >> 6U;
      if (word < levels_[level].size()) {
        const std::uint64_t bits = levels_[level][word] >> (at & 63U) << (at & 63U);
        if (bits != 0) {
          at = word << 6U | static_cast<unsigned>(std::countr_zero(bits));
          break;
        }
      }
      at = word + 1;
    }
    while (level-- > 0) {
      at = at << 6U | static_cast<unsigned>(std::countr_zero(levels_[level][at]));
    }
    return static_cast<std::uint32_t>(at);
  }

  void erase(std::uint32_t number) {
    for (auto& level : levels_) {
      std::uint64_t& word = level[number >> 6U];
      word &= ~(std::uint64_t{1} << (number & 63U));
      if (word != 0) return;
      number >>= 6U;
    }
  }

  std::array<std::vector<std::uint64_t>, kLevels> levels_;
  std::uint32_t cursor_ = 0;
};

}  // namespace heddle::pointsto
