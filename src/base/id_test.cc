#include "base/id.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <type_traits>

namespace heddle::base {
namespace {

enum class AppleId : std::uint32_t {};
enum class PearId : std::uint32_t {};
enum class Narrow : std::uint8_t {};

static_assert(IsId<AppleId>);
static_assert(!IsId<Narrow> && !IsId<std::uint32_t>);
static_assert(!std::is_convertible_v<AppleId, PearId>);
static_assert(!std::is_convertible_v<std::uint32_t, AppleId>);

TEST(Id, IndexAndBack) {
  EXPECT_EQ(index(id_at<AppleId>(7)), 7U);
  EXPECT_EQ(id_at<AppleId>(7), AppleId{7});
}

TEST(Id, NoneIsNobody) {
  EXPECT_TRUE(is_none(kNone<AppleId>));
  EXPECT_FALSE(is_none(AppleId{0}));
  EXPECT_NE(kNone<AppleId>, id_at<AppleId>(0xFFFF'FFFEU));
}

}  // namespace
}  // namespace heddle::base
