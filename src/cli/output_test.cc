#include "cli/output.h"

#include <gtest/gtest.h>

namespace heddle::cli {
namespace {

TEST(Grouped, PutsCommas) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(1234567), "1,234,567");
}

TEST(Complain, IsOneLineWhateverTheMessage) {
  testing::internal::CaptureStderr();
  complain("a\nb\x1b[2J");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "heddle: a\\x0ab\\x1b[2J\n");
}

TEST(PeakMegabytes, IsPlausible) {
  EXPECT_GT(peak_megabytes(), 1);
  EXPECT_LT(peak_megabytes(), 100'000);
}

}  // namespace
}  // namespace heddle::cli
