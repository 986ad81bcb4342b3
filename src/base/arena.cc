#include "base/arena.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <utility>

namespace heddle::base {
namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20U;

}  // namespace

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
  next_chunk_ = std::max(next_chunk_, std::min(next_chunk_ * 2, kLargestChunk));
  return std::exchange(free_, free_ + size);
}

std::byte* Arena::new_chunk(std::size_t size) {
  void* memory = nullptr;
  if (size % kHugePage == 0) {
    memory = std::aligned_alloc(kHugePage, size);
    if (memory != nullptr) ::madvise(memory, size, MADV_HUGEPAGE);  // a wish; no harm if refused
  } else {
    memory = std::malloc(size);
  }
  if (memory == nullptr) throw std::bad_alloc();
  chunks_.emplace_back(static_cast<std::byte*>(memory));
  reserved_ += size;
  return chunks_.back().get();
}

void Arena::Free::operator()(std::byte* chunk) const { std::free(chunk); }

}  // namespace heddle::base
