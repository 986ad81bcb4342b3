#include "classfile/modified_utf8.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "base/bytes.h"

namespace heddle::classfile {
namespace {

using namespace std::string_literals;
using namespace std::string_view_literals;

constexpr std::string_view kEuro = "\xE2\x82\xAC";
constexpr std::string_view kHigh = "\xED\xA0\xBD";  // D83D
constexpr std::string_view kLow = "\xED\xB8\x80";   // DE00
constexpr std::string_view kSmile = "\xF0\x9F\x98\x80";

bool valid(std::string_view text, Overlong overlong = Overlong::kRejected) {
  return is_modified_utf8(base::as_bytes(text), overlong);
}

TEST(ModifiedUtf8, Valid) {
  EXPECT_TRUE(valid(""));
  EXPECT_TRUE(valid("plain ASCII, longer than eight bytes"));
  EXPECT_TRUE(valid("\xC0\x80"));
  EXPECT_TRUE(valid("caf\xC3\xA9 au lait"));
  EXPECT_TRUE(valid(kEuro));
  EXPECT_TRUE(valid(kHigh));
  EXPECT_TRUE(valid("\x7F"));
}

TEST(ModifiedUtf8, Invalid) {
  EXPECT_FALSE(valid("\0"sv));
  EXPECT_FALSE(valid("abcdefg\0"sv));
  EXPECT_FALSE(valid("abcdefghijk\0lmnop"sv));
  EXPECT_FALSE(valid("\x80"));
  EXPECT_FALSE(valid("abcdefgh\xFF"));
  EXPECT_FALSE(valid(kSmile));
  EXPECT_FALSE(valid("\xC3"));
  EXPECT_FALSE(valid("\xC3z"));
  EXPECT_FALSE(valid("\xE2\x82"));
  EXPECT_FALSE(valid("\xE2\x82z"));
}

TEST(ModifiedUtf8, OverlongFormsAreForOldFiles) {
  for (const std::string_view text : {"\xC1\x81"sv, "\xE0\x81\x81"sv, "\xE0\x80\x80"sv}) {
    EXPECT_FALSE(valid(text));
    EXPECT_TRUE(valid(text, Overlong::kAccepted));
  }
}

TEST(ModifiedUtf8, EveryByteStringOfUpToTwoBytesIsSafe) {
  for (unsigned a = 0; a < 256; ++a) {
    for (unsigned b = 0; b < 256; ++b) {
      const std::string text = {static_cast<char>(a), static_cast<char>(b)};
      const std::string utf8 = to_utf8(text);
      EXPECT_FALSE(to_utf16(text).empty());
      if (valid(text)) {
        EXPECT_EQ(to_modified_utf8(utf8), text);
      }
    }
  }
}

TEST(ModifiedUtf8, ToUtf8) {
  EXPECT_EQ(to_utf8("hello"), "hello");
  EXPECT_EQ(to_utf8("a\xC0\x80z"), "a\0z"s);
  EXPECT_EQ(to_utf8(std::string(kHigh) + std::string(kLow)), kSmile);
  EXPECT_EQ(to_utf8(std::string(kHigh) + "x"), "\\uD83Dx");
  EXPECT_EQ(to_utf8(std::string(kLow) + std::string(kHigh)), "\\uDE00\\uD83D");
  EXPECT_EQ(to_utf8("\xFF!"), "\xEF\xBF\xBD!");
}

TEST(ModifiedUtf8, FromUtf8) {
  EXPECT_EQ(to_modified_utf8("a\0z"s), "a\xC0\x80z");
  EXPECT_EQ(to_modified_utf8(kSmile), std::string(kHigh) + std::string(kLow));
  EXPECT_EQ(to_modified_utf8("\\uD83Dx"), std::string(kHigh) + "x");
  EXPECT_EQ(to_modified_utf8("\\uD7FF \\u0041 \\uD83"), "\\uD7FF \\u0041 \\uD83");
  EXPECT_EQ(to_modified_utf8("\xFF"), "\xEF\xBF\xBD");
  EXPECT_EQ(to_modified_utf8("\xF4\x90\x80\x80"sv.substr(0, 1)), "\xEF\xBF\xBD");
}

TEST(ModifiedUtf8, ToUtf16) {
  EXPECT_EQ(to_utf16("a\xC3\xA9" + std::string(kEuro)), u"a\u00E9\u20AC");
  EXPECT_EQ(to_utf16(std::string(kHigh) + std::string(kLow)), u"\U0001F600");
  EXPECT_EQ(to_utf16(kHigh), std::u16string(1, char16_t{0xD83D}));
}

}  // namespace
}  // namespace heddle::classfile
