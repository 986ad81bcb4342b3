#include "base/printable.h"

#include <gtest/gtest.h>

namespace heddle::base {
namespace {

TEST(Printable, KeepsTextAndShowsTheRest) {
  EXPECT_EQ(printable("a/\xc3\xa4.class"), "a/\xc3\xa4.class");
  EXPECT_EQ(printable("a\x1b[31m\n\xff"), "a\\x1b[31m\\x0a\\xff");
  EXPECT_EQ(printable("\xc2\x9b"), "\\u009b");
  EXPECT_EQ(printable("a\xe2\x80\xae"
                      "b"),
            "a\\u202eb");
}

TEST(Utf8Length, RefusesOverlongSurrogatesAndCutOff) {
  EXPECT_EQ(utf8_length("a"), 1U);
  EXPECT_EQ(utf8_length("\xf0\x9f\x99\x82"), 4U);
  EXPECT_EQ(utf8_length("\xc0\x80"), 0U);
  EXPECT_EQ(utf8_length("\xe0\x80\x80"), 0U);
  EXPECT_EQ(utf8_length("\xed\xa0\x80"), 0U);
  EXPECT_EQ(utf8_length("\xe2\x82"), 0U);
  EXPECT_EQ(utf8_length(""), 0U);
}

}  // namespace
}  // namespace heddle::base
