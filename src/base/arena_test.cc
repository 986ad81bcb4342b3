#include "base/arena.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heddle::base {
namespace {

template <typename T>
bool is_aligned(std::span<T> piece) {
  return reinterpret_cast<std::uintptr_t>(piece.data()) % alignof(T) == 0;
}

TEST(Arena, NothingIsNothing) {
  Arena arena;
  EXPECT_TRUE(arena.allocate<int>(0).empty());
  EXPECT_EQ(arena.copy(std::string_view()), "");
  EXPECT_EQ(arena.reserved(), 0U);
}

TEST(Arena, PiecesAreAlignedAndApart) {
  Arena arena(64);
  std::vector<std::pair<const std::byte*, const std::byte*>> pieces;
  const auto remember = [&](auto piece) {
    ASSERT_TRUE(is_aligned(piece));
    for (auto& element : piece) element = {};
    const auto bytes = std::as_bytes(piece);
    for (const auto& [first, end] : pieces)
      ASSERT_TRUE(bytes.data() + bytes.size() <= first || end <= bytes.data());
    pieces.emplace_back(bytes.data(), bytes.data() + bytes.size());
  };
  for (std::size_t i = 1; i < 60; ++i) {
    remember(arena.allocate<char>(i % 7 + 1));
    remember(arena.allocate<std::uint64_t>(i % 3 + 1));
    remember(arena.allocate<std::uint16_t>(i));
    remember(arena.allocate<std::max_align_t>(1));
  }
}

TEST(Arena, LargePiecesHaveAChunkOfTheirOwn) {
  Arena arena;
  const auto small = arena.allocate<std::uint32_t>(1);
  const std::size_t before = arena.reserved();
  const auto large = arena.allocate<std::uint32_t>(1'000'000);
  EXPECT_EQ(arena.reserved(), before + 4'000'000);
  large.front() = large.back() = 7;
  // The chunk at hand goes on being used.
  const auto next = arena.allocate<std::uint32_t>(1);
  EXPECT_EQ(next.data(), small.data() + 1);
}

TEST(Arena, ReservesLittleMoreThanItGives) {
  Arena arena;
  std::size_t given = 0;
  for (unsigned i = 0; i < 100'000; ++i) given += arena.allocate<std::uint64_t>(3).size_bytes();
  EXPECT_GE(arena.reserved(), given);
  EXPECT_LE(arena.reserved(), given + given / 4 + (std::size_t{256} << 10U));
}

TEST(Arena, Copies) {
  Arena arena;
  std::string text = "text";
  const std::string_view copy = arena.copy(text);
  text[0] = 'n';
  EXPECT_EQ(copy, "text");
  const std::vector<int> numbers = {1, 2, 3};
  const std::span<int> copied = arena.copy(std::span<const int>(numbers));
  EXPECT_EQ(std::vector(copied.begin(), copied.end()), numbers);
}

TEST(Arena, MovingKeepsPiecesWhereTheyAre) {
  Arena from;
  const std::span<int> piece = from.allocate<int>(4);
  piece[3] = 9;
  Arena to(std::move(from));
  EXPECT_EQ(piece[3], 9);
  const std::span<int> next = to.allocate<int>(4);
  EXPECT_EQ(next.data(), piece.data() + 4);
}

TEST(Arena, AMovedFromArenaStartsAnew) {
  Arena from;
  const std::span<int> piece = from.allocate<int>(4);
  Arena to(std::move(from));
  EXPECT_EQ(from.reserved(), 0U);  // NOLINT(bugprone-use-after-move): what is tested
  const std::span<int> other = from.allocate<int>(4);
  const std::span<int> next = to.allocate<int>(4);
  EXPECT_NE(other.data(), next.data());
  EXPECT_NE(other.data(), piece.data());
}

TEST(Arena, AssignmentFreesWhatWasThere) {
  Arena from;
  const std::span<int> piece = from.allocate<int>(4);
  piece[0] = 5;
  Arena to;
  to.allocate<int>(100'000);
  to = std::move(from);
  EXPECT_EQ(piece[0], 5);
  EXPECT_LT(to.reserved(), 100'000U);
}

}  // namespace
}  // namespace heddle::base
