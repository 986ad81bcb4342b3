// Memory of tables that are looked into here and there: in large pages, where the system has them,
// so that finding the page costs less than reading it.
//
// Thread safety: as std::allocator.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <new>

namespace heddle::recording {

template <typename T>
struct LargePages {
  using value_type = T;
  static constexpr std::size_t kPageBytes = std::size_t{2} << 20;

  LargePages() = default;
  template <typename Other>
  explicit LargePages(const LargePages<Other>& /*other*/) {}

  // That the system has no large pages is no trouble.
  T* allocate(std::size_t count) {
    const std::size_t bytes = count * sizeof(T);
    void* const memory = ::operator new(bytes, alignment_of(bytes));
    if (bytes >= kPageBytes) static_cast<void>(::madvise(memory, bytes, MADV_HUGEPAGE));
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, std::size_t count) {
    ::operator delete(memory, alignment_of(count * sizeof(T)));
  }

  friend bool operator==(const LargePages&, const LargePages&) { return true; }

 private:
  static std::align_val_t alignment_of(std::size_t bytes) {
    return static_cast<std::align_val_t>(bytes >= kPageBytes ? kPageBytes : alignof(T));
  }
};

}  // namespace heddle::recording
