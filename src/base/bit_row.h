// A few words of bits that are worked on together: one walk answers for hundreds of things.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace heddle::base {

template <std::size_t Words>
class BitRow {
 public:
  static constexpr std::size_t kWords = Words, kBits = Words * 64;

  constexpr BitRow() = default;
  [[nodiscard]] static constexpr BitRow only(std::size_t bit) {
    BitRow made;
    made.words_[bit >> 6U] = std::uint64_t{1} << (bit & 63U);
    return made;
  }
  [[nodiscard]] static constexpr BitRow all() { return ~BitRow(); }

  [[nodiscard]] constexpr bool has(std::size_t bit) const {
    return (words_[bit >> 6U] >> (bit & 63U) & 1U) != 0;
  }
  [[nodiscard]] constexpr std::uint64_t word(std::size_t at) const { return words_[at]; }
  [[nodiscard]] constexpr bool is_empty() const {
    std::uint64_t any = 0;
    for (const std::uint64_t word : words_) any |= word;
    return any == 0;
  }

  constexpr BitRow& operator|=(const BitRow& other) {
    for (std::size_t i = 0; i < Words; ++i) words_[i] |= other.words_[i];
    return *this;
  }
  constexpr BitRow& operator&=(const BitRow& other) {
    for (std::size_t i = 0; i < Words; ++i) words_[i] &= other.words_[i];
    return *this;
  }
  [[nodiscard]] friend constexpr BitRow operator|(BitRow left, const BitRow& right) {
    return left |= right;
  }
  [[nodiscard]] friend constexpr BitRow operator&(BitRow left, const BitRow& right) {
    return left &= right;
  }
  [[nodiscard]] constexpr BitRow operator~() const {
    BitRow made;
    for (std::size_t i = 0; i < Words; ++i) made.words_[i] = ~words_[i];
    return made;
  }
  friend constexpr bool operator==(const BitRow&, const BitRow&) = default;

 private:
  std::array<std::uint64_t, Words> words_{};
};

}  // namespace heddle::base
