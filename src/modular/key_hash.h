// Keys of hash tables that are made of a few numbers: quick, and good in all bits.
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

namespace heddle::modular {

class KeyHash {
 public:
  template <typename Word>
    requires std::is_integral_v<Word> || std::is_enum_v<Word>
  KeyHash& add(Word word) {
    key_ = std::rotl((key_ ^ static_cast<std::uint64_t>(word)) * kFactor, 31) * kStep;
    return *this;
  }
  [[nodiscard]] std::uint64_t finish() const {
    std::uint64_t key = key_;
    key ^= key >> 37U;
    key *= kFinish;
    return key ^ key >> 32U;
  }

 private:
  // Odd, and about half of their bits are ones.
  static constexpr std::uint64_t kFactor = 0x9E37'79B1'85EB'CA87U;
  static constexpr std::uint64_t kStep = 0xC2B2'AE3D'27D4'EB4FU;
  static constexpr std::uint64_t kFinish = 0x1656'6791'9E37'79F9U;

  std::uint64_t key_ = 0x2745'93C7'1B87'3593U;
};

}  // namespace heddle::modular
