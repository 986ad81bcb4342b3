#include "base/large_pages.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace heddle::base {
namespace {

TEST(LargePages, KeepWhatAGrowingVectorHolds) {
  constexpr std::size_t kCount = 3'000'000;  // from a few bytes to many pages
  std::vector<std::uint32_t, LargePages<std::uint32_t>> numbers;
  for (std::uint32_t each = 0; each < kCount; ++each) numbers.push_back(each);
  const auto copy = numbers;
  numbers.resize(10);
  numbers.shrink_to_fit();
  for (std::uint32_t each = 0; each < kCount; ++each) ASSERT_EQ(copy[each], each);
  EXPECT_EQ(numbers.back(), 9U);
}

}  // namespace
}  // namespace heddle::base
