#include "base/bytes.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string_view>

namespace heddle::base {
namespace {

constexpr std::array<std::uint8_t, 9> kBytes = {0x01, 0x02, 0x03, 0x04, 0x05,
                                                0x06, 0x07, 0x08, 0xFF};

TEST(Bytes, TextAndBack) {
  constexpr std::string_view kText("a\0b", 3);
  EXPECT_EQ(as_text(as_bytes(kText)), kText);
  EXPECT_TRUE(as_bytes("").empty());
}

TEST(Bytes, Loads) {
  EXPECT_EQ(load_big<std::uint8_t>(kBytes.data()), 0x01);
  EXPECT_EQ(load_big<std::uint16_t>(kBytes.data() + 1), 0x0203);
  EXPECT_EQ(load_big<std::uint32_t>(kBytes.data() + 1), 0x0203'0405U);
  EXPECT_EQ(load_big<std::uint64_t>(kBytes.data() + 1), 0x0203'0405'0607'08FFU);
  EXPECT_EQ(load_little<std::uint16_t>(kBytes.data() + 7), 0xFF08);
  EXPECT_EQ(load_little<std::uint64_t>(kBytes.data()), 0x0807'0605'0403'0201U);
}

TEST(BigReader, ReadsOneAfterTheOther) {
  BigReader reader(kBytes);
  EXPECT_EQ(reader.u1(), 0x01);
  EXPECT_EQ(reader.u2(), 0x0203);
  EXPECT_EQ(reader.u4(), 0x0405'0607U);
  EXPECT_EQ(reader.offset(), 7U);
  EXPECT_EQ(reader.left(), 2U);
  EXPECT_FALSE(reader.at_end());
  EXPECT_EQ(reader.u2(), 0x08FF);
  EXPECT_TRUE(reader.at_end());
  EXPECT_FALSE(reader.failed());
}

TEST(LittleReader, ReadsOneAfterTheOther) {
  LittleReader reader(kBytes, 1);
  EXPECT_EQ(reader.u2(), 0x0302);
  EXPECT_EQ(reader.u4(), 0x0706'0504U);
  EXPECT_EQ(LittleReader(kBytes, 1).u8(), 0xFF08'0706'0504'0302U);
}

TEST(Reader, PastTheEndIsZeroAndStaysFailed) {
  BigReader reader(kBytes, 6);
  EXPECT_EQ(reader.u4(), 0U);
  EXPECT_TRUE(reader.failed());
  EXPECT_TRUE(reader.at_end());
  EXPECT_EQ(reader.offset(), kBytes.size());
  // Bytes that were there before are not given out any more.
  EXPECT_EQ(reader.u1(), 0U);
  EXPECT_TRUE(reader.failed());
}

TEST(Reader, EmptyBytes) {
  BigReader reader;
  EXPECT_TRUE(reader.at_end());
  EXPECT_FALSE(reader.failed());
  EXPECT_EQ(reader.u1(), 0U);
  EXPECT_TRUE(reader.failed());
}

TEST(Reader, BeginsPastTheEnd) {
  EXPECT_FALSE(BigReader(kBytes, kBytes.size()).failed());
  const BigReader reader(kBytes, kBytes.size() + 1);
  EXPECT_TRUE(reader.failed());
  EXPECT_EQ(reader.offset(), kBytes.size());
  EXPECT_TRUE(BigReader(kBytes, SIZE_MAX).failed());
}

TEST(Reader, TakeAndSkip) {
  BigReader reader(kBytes);
  const Bytes taken = reader.take(3);
  EXPECT_EQ(taken.data(), kBytes.data());
  EXPECT_EQ(taken.size(), 3U);
  reader.skip(5);
  EXPECT_EQ(reader.take(0).size(), 0U);
  EXPECT_FALSE(reader.failed());
  EXPECT_TRUE(reader.take(2).empty());
  EXPECT_TRUE(reader.failed());
  EXPECT_TRUE(reader.at_end());
}

TEST(Reader, TakeOfMoreThanThereIsAnywhere) {
  BigReader reader(kBytes, 1);
  EXPECT_TRUE(reader.take(SIZE_MAX).empty());
  EXPECT_TRUE(reader.failed());
}

TEST(Reader, CopiesLookAhead) {
  BigReader reader(kBytes);
  BigReader ahead = reader;
  ahead.skip(100);
  EXPECT_TRUE(ahead.failed());
  EXPECT_FALSE(reader.failed());
  EXPECT_EQ(reader.u1(), 1U);
}

}  // namespace
}  // namespace heddle::base
