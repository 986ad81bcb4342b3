#include "model/suggest.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>

namespace heddle::model {
namespace {

constexpr std::array<std::string_view, 3> kWords = {"starts", "calls", "creates"};

TEST(SuggestTest, TheNearestWord) {
  EXPECT_EQ(suggest("start", kWords), "starts");
  EXPECT_EQ(suggest("create", kWords), "creates");
  EXPECT_EQ(suggest("cals", kWords), "calls");
}

TEST(SuggestTest, NothingIsNear) {
  EXPECT_EQ(suggest("", kWords), "");
  EXPECT_EQ(suggest("moves", kWords), "");
  EXPECT_EQ(suggest(std::string(100, 'a'), kWords), "");
}

}  // namespace
}  // namespace heddle::model
