#include "base/bit_row.h"

#include <gtest/gtest.h>

namespace heddle::base {
namespace {

using Row = BitRow<3>;

TEST(BitRow, KnowsItsBits) {
  EXPECT_TRUE(Row().is_empty());
  const Row last = Row::only(191);
  EXPECT_FALSE(last.is_empty());
  EXPECT_TRUE(last.has(191));
  EXPECT_FALSE(last.has(127));
  EXPECT_EQ(last.word(2), std::uint64_t{1} << 63U);
  EXPECT_EQ(last.word(1), 0U);
}

TEST(BitRow, CombinesAllWords) {
  const Row first = Row::only(0), second = Row::only(64), third = Row::only(130);
  Row all = first | second;
  all |= third;
  EXPECT_TRUE(all.has(0) && all.has(64) && all.has(130));
  EXPECT_EQ(all & second, second);
  EXPECT_TRUE((all & ~all).is_empty());
  EXPECT_EQ(first | ~first, Row::all());
  all &= ~second;
  EXPECT_EQ(all, first | third);
  EXPECT_NE(all, first);
}

}  // namespace
}  // namespace heddle::base
