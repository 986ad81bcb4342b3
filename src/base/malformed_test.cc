#include "base/malformed.h"

#include <gtest/gtest.h>

namespace heddle::base {
namespace {

TEST(Malformed, SaysWhereIfThatIsKnown) {
  EXPECT_EQ(Malformed("wrong magic", 0).describe(), "wrong magic at byte 0");
  EXPECT_EQ(Malformed("wrong magic").describe(), "wrong magic");
}

}  // namespace
}  // namespace heddle::base
