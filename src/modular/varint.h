// Numbers in as few bytes as they need: seven bits to a byte, the lowest first, the highest bit of
// a byte where another follows.
//
// The reader never reads outside its bytes: what is cut off or too large gives zero and makes
// failed() true for good.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace heddle::modular {

inline void put_varint(std::vector<std::uint8_t>& bytes, std::uint32_t number) {
  for (; number >= 0x80U; number >>= 7U) bytes.push_back(static_cast<std::uint8_t>(number | 0x80U));
  bytes.push_back(static_cast<std::uint8_t>(number));
}

// The same where five bytes are free; the place behind it.
inline std::uint8_t* put_varint(std::uint8_t* at, std::uint32_t number) {
  for (; number >= 0x80U; number >>= 7U) *at++ = static_cast<std::uint8_t>(number | 0x80U);
  *at++ = static_cast<std::uint8_t>(number);
  return at;
}

class VarintReader {
 public:
  VarintReader() = default;
  explicit VarintReader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  [[nodiscard]] bool at_end() const { return at_ == bytes_.size(); }
  [[nodiscard]] bool failed() const { return failed_; }
  [[nodiscard]] std::size_t left() const { return bytes_.size() - at_; }
  void fail() {
    failed_ = true;
    at_ = bytes_.size();
  }

  std::uint8_t u1() {
    if (at_ == bytes_.size()) return fail(), std::uint8_t{0};
    return bytes_[at_++];
  }
  std::uint32_t u4() {
    std::uint32_t number = 0;
    for (unsigned shift = 0; shift < 32; shift += 7) {
      const std::uint8_t byte = u1();
      const std::uint32_t bits = byte & 0x7FU;
      if (shift == 28 && bits > 0xFU) break;
      number |= bits << shift;
      if ((byte & 0x80U) == 0) return failed_ ? 0 : number;
    }
    fail();
    return 0;
  }
  void skip(std::size_t size) {
    if (size > left()) return fail();
    at_ += size;
  }
  // How many of something follow that take a byte each at least: no more than there are bytes.
  std::uint32_t count() {
    const std::uint32_t number = u4();
    if (number > left()) return fail(), 0U;
    return number;
  }

 private:
  std::span<const std::uint8_t> bytes_;
  std::size_t at_ = 0;
  bool failed_ = false;
};

}  // namespace heddle::modular
