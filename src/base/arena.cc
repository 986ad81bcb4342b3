#include "base/arena.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace heddle::base {

void Arena::swap(Arena& other) noexcept {
  std::swap(chunks_, other.chunks_);
  std::swap(free_, other.free_);
  std::swap(end_, other.end_);
  std::swap(next_chunk_, other.next_chunk_);
  std::swap(reserved_, other.reserved_);
}

void* Arena::take(std::size_t size, std::size_t alignment) {
  const auto address = reinterpret_cast<std::uintptr_t>(free_);
  const std::size_t padding = (alignment - address % alignment) % alignment;
  const auto left = static_cast<std::size_t>(end_ - free_);
  if (size + padding <= left) {
    std::byte* const taken = free_ + padding;
    free_ = taken + size;
    return taken;
  }
  if (size > next_chunk_ / 4) return new_chunk(size);
  free_ = new_chunk(next_chunk_);
  end_ = free_ + next_chunk_;
  next_chunk_ = std::min(next_chunk_ * 2, kLargestChunk);
  return std::exchange(free_, free_ + size);
}

std::byte* Arena::new_chunk(std::size_t size) {
  chunks_.push_back(std::make_unique_for_overwrite<std::byte[]>(size));
  reserved_ += size;
  return chunks_.back().get();
}

}  // namespace heddle::base
