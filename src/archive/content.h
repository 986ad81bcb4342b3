// The bytes of one entry of an archive: a view into the archive, or memory of their own.
//
// Stored entries cost nothing and view the archive's bytes, which must outlive them; inflated ones
// own what they hold. Move-only; bytes() stays valid across a move.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "base/bytes.h"

namespace heddle::archive {

class Content {
 public:
  static Content view(base::Bytes bytes) { return Content(bytes, nullptr); }
  static Content own(std::unique_ptr<std::uint8_t[]> memory, std::size_t size) {
    const base::Bytes bytes(memory.get(), size);
    return Content(bytes, std::move(memory));
  }

  [[nodiscard]] base::Bytes bytes() const { return bytes_; }
  [[nodiscard]] bool is_view() const { return memory_ == nullptr; }

  // Hands over the memory behind bytes(), which stays valid as long as it is kept. Null for a view.
  [[nodiscard]] std::unique_ptr<std::uint8_t[]> release() { return std::move(memory_); }

 private:
  Content(base::Bytes bytes, std::unique_ptr<std::uint8_t[]> memory)
      : bytes_(bytes), memory_(std::move(memory)) {}

  base::Bytes bytes_;
  std::unique_ptr<std::uint8_t[]> memory_;
};

}  // namespace heddle::archive
