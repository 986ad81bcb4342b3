// Memory that is given out piece by piece and freed all at once.
//
// For plain data only: destructors are not run. Pieces never move. Not thread-safe; one arena per
// owner. Cost: a bump of a pointer; a new chunk now and then, each twice the last up to 256 KiB (or
// the first, if that is larger); larger pieces get a chunk of their own. Chunks of 2 MiB and more
// ask the system for huge pages, as touching new memory page by page is slow.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace heddle::base {

class Arena {
 public:
  explicit Arena(std::size_t first_chunk = 1024) : next_chunk_(first_chunk) {}
  // What was given out stays where it is and belongs to the new arena; the old one is empty.
  Arena(Arena&& from) noexcept : Arena() { swap(from); }
  Arena& operator=(Arena&& from) noexcept {
    Arena taken(std::move(from));
    swap(taken);
    return *this;
  }

  // Uninitialised room for `count` values.
  template <typename T>
  std::span<T> allocate(std::size_t count) {
    static_assert(std::is_trivially_destructible_v<T>, "an arena runs no destructors");
    static_assert(alignof(T) <= kAlignment);
    if (count == 0) return {};
    return {static_cast<T*>(take(count * sizeof(T), alignof(T))), count};
  }

  template <typename T>
  std::span<T> copy(std::span<const T> from) {
    const std::span<T> to = allocate<T>(from.size());
    std::uninitialized_copy(from.begin(), from.end(), to.begin());
    return to;
  }

  std::string_view copy(std::string_view from) {
    const std::span<char> to = copy(std::span<const char>(from.data(), from.size()));
    return {to.data(), to.size()};
  }

  // Bytes held, given out or not.
  [[nodiscard]] std::size_t reserved() const { return reserved_; }

 private:
  static constexpr std::size_t kAlignment = alignof(std::max_align_t);
  static constexpr std::size_t kLargestChunk = std::size_t{256} << 10U;

  void swap(Arena& other) noexcept;
  void* take(std::size_t size, std::size_t alignment);
  std::byte* new_chunk(std::size_t size);

  struct Free {
    void operator()(std::byte* chunk) const;
  };
  std::vector<std::unique_ptr<std::byte, Free>> chunks_;
  std::byte* free_ = nullptr;
  std::byte* end_ = nullptr;
  std::size_t next_chunk_;
  std::size_t reserved_ = 0;
};

}  // namespace heddle::base
