// What is wrong with bytes that came from outside, as a value.
//
// Parsers return std::expected<T, Malformed>. `what` is one clause without a full stop ("constant
// pool index 912 out of range"); `offset` is the byte in the file or entry being read at which it
// was noticed, where that is known. The reader of a file adds the file's name in front.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

namespace heddle::base {

struct Malformed {
  static constexpr std::uint64_t kNowhere = ~std::uint64_t{0};

  std::string what;
  std::uint64_t offset = kNowhere;

  explicit Malformed(std::string reason, std::uint64_t at = kNowhere)
      : what(std::move(reason)), offset(at) {}

  // "constant pool index 912 out of range at byte 431".
  [[nodiscard]] std::string describe() const {
    return offset == kNowhere ? what : what + " at byte " + std::to_string(offset);
  }
};

}  // namespace heddle::base
