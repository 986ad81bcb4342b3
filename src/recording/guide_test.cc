#include "recording/guide.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/hash.h"

namespace heddle::recording {
namespace {

TEST(Guide, IsReadAsItIsPrinted) {
  const std::string_view bytes = "the bytes of a class";
  Guide guide;
  guide.set_remarks(3);
  guide.add_class("a/With Blank", base::hash_text(bytes));
  guide.add_method("a/With Blank", "m x(I)V", {19, 4});
  guide.add_class("a/B", 7);
  const auto again = Guide::parse(guide.print());
  ASSERT_TRUE(again) << again.error();
  EXPECT_EQ(again->print(), guide.print());
  EXPECT_EQ(again->size(), 2U);
  EXPECT_EQ(again->remarks(), 3U);
  const Guide::Class* const known = again->find("a/With Blank", base::as_bytes(bytes));
  ASSERT_NE(known, nullptr);
  EXPECT_TRUE(known->is_proven("m x(I)V", 4));
  EXPECT_TRUE(known->is_proven("m x(I)V", 19));
  EXPECT_FALSE(known->is_proven("m x(I)V", 5));
  EXPECT_FALSE(known->is_proven("m(I)V", 4));
}

TEST(Guide, KnowsNothingOfAnotherVersion) {
  Guide guide;
  guide.add_class("a/B", base::hash_text("one"));
  EXPECT_NE(guide.find("a/B", base::as_bytes(std::string_view("one"))), nullptr);
  EXPECT_EQ(guide.find("a/B", base::as_bytes(std::string_view("other"))), nullptr);
  EXPECT_EQ(guide.find("a/C", base::as_bytes(std::string_view("one"))), nullptr);
}

TEST(Guide, SaysWhichLineMakesNoSense) {
  EXPECT_EQ(Guide::parse("").error(), "not a guide");
  EXPECT_EQ(Guide::parse("heddle-guide 1\nmethod 1 m()V\n").error(), "line 2 makes no sense");
  EXPECT_EQ(Guide::parse("heddle-guide 1\nclass a/B 1g\n").error(), "line 2 makes no sense");
  EXPECT_EQ(Guide::parse("heddle-guide 1\nclass a/B 1\nmethod 1,x m()V\n").error(),
            "line 3 makes no sense");
  EXPECT_EQ(Guide::parse("heddle-guide 1\nwhat 1\n").error(), "line 2 makes no sense");
}

}  // namespace
}  // namespace heddle::recording
