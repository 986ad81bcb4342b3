// Memory for arrays of many megabytes that are read here and there: in large pages, where the
// system has them, since looking up small ones costs more than the memory itself.
//
//   std::vector<Location, base::LargePages<Location>> locations;
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <new>

namespace heddle::base {

template <typename T>
class LargePages {
 public:
  using value_type = T;

  LargePages() = default;
  template <typename Other>
  explicit(false) LargePages(const LargePages<Other>& /*other*/) {}

  T* allocate(std::size_t count) {
    const std::size_t bytes = count * sizeof(T);
    if (bytes < kFrom) return static_cast<T*>(::operator new(bytes));
    void* const memory = ::operator new(bytes, std::align_val_t(kPage));
    // A wish: without it all is as before.
    (void)::madvise(memory, bytes / kPage * kPage, MADV_HUGEPAGE);
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, std::size_t count) {
    if (count * sizeof(T) < kFrom)
      ::operator delete(memory);
    else
      ::operator delete(memory, std::align_val_t(kPage));
  }
  friend bool operator==(const LargePages&, const LargePages&) { return true; }

 private:
  static constexpr std::size_t kPage = std::size_t{2} << 20, kFrom = 2 * kPage;
};

}  // namespace heddle::base
