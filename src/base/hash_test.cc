#include "base/hash.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string_view>

namespace heddle::base {
namespace {

TEST(Hash, Hex) {
  EXPECT_EQ(to_hex({.high = 0x1, .low = 0xABCDEF}), "00000000000000010000000000abcdef");
  EXPECT_EQ(to_hex({}), "00000000000000000000000000000000");
}

TEST(Hash, SameFeedsSameHash) {
  const auto fed = [] { return Hasher().add(std::uint32_t{7}).add("text").finish(); };
  EXPECT_EQ(fed(), fed());
  EXPECT_NE(fed(), Hasher().add(std::uint32_t{8}).add("text").finish());
}

TEST(Hash, TextsDoNotRunTogether) {
  EXPECT_NE(Hasher().add("ab").add("c").finish(), Hasher().add("a").add("bc").finish());
  EXPECT_NE(Hasher().add("").add("a").finish(), Hasher().add("a").add("").finish());
  EXPECT_NE(Hasher().finish(), Hasher().add("").finish());
}

TEST(Hash, FinishingDoesNotEndTheFeed) {
  Hasher hasher;
  hasher.add("a");
  const Hash128 first = hasher.finish();
  EXPECT_EQ(hasher.finish(), first);
  EXPECT_EQ(hasher.add("b").finish(), Hasher().add("a").add("b").finish());
}

TEST(Hash, OfTextIsOfItsCharacters) {
  constexpr std::string_view kText = "two two";
  EXPECT_EQ(hash_text(kText.substr(0, 3)), hash_text(kText.substr(4)));
  EXPECT_NE(hash_text("two"), hash_text("twp"));
}

}  // namespace
}  // namespace heddle::base
