#include "rewrite/stack_map.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace heddle::rewrite {
namespace {

// Every offset moves by `amount`, but 99 is no instruction.
Moved by(std::uint32_t amount) {
  const auto move = [amount](std::uint32_t at) { return at == 99 ? kNowhere : at + amount; };
  return {.target = move, .instruction = move};
}

using Bytes = std::vector<std::uint8_t>;

TEST(StackMap, ChangesTheFormWithTheDistance) {
  // same at 10; same_locals_1 (int) at 21; append (float) at 32; chop at 43.
  const Bytes old{0, 4, 10, 64 + 10, 1, 252, 0, 10, 2, 250, 0, 10};
  const auto moved = move_stack_map(old, by(100), nullptr);
  ASSERT_TRUE(moved) << moved.error();
  EXPECT_EQ(*moved, (Bytes{0, 4, 251, 0, 110, 64 + 10, 1, 252, 0, 10, 2, 250, 0, 10}));
  EXPECT_EQ(*move_stack_map(old, by(0), nullptr), old);
}

TEST(StackMap, MovesUninitializedTypes) {
  // full at 5: locals (uninitialized at 3), stack (object 7).
  const Bytes old{0, 1, 255, 0, 5, 0, 1, 8, 0, 3, 0, 1, 7, 0, 7};
  const auto moved = move_stack_map(old, by(2), nullptr);
  ASSERT_TRUE(moved) << moved.error();
  EXPECT_EQ(*moved, (Bytes{0, 1, 255, 0, 7, 0, 1, 8, 0, 5, 0, 1, 7, 0, 7}));
}

TEST(StackMap, AddsTheFrameOfAHandler) {
  const HandlerFrame handler{.offset = 30, .class_constant = 258};
  EXPECT_EQ(*move_stack_map({}, by(0), &handler), (Bytes{0, 1, 255, 0, 30, 0, 0, 0, 1, 7, 1, 2}));
  EXPECT_EQ(*move_stack_map(Bytes{0, 1, 10}, by(5), &handler),
            (Bytes{0, 2, 15, 255, 0, 14, 0, 0, 0, 1, 7, 1, 2}));
}

TEST(StackMap, RefusesWhatItCannotRead) {
  EXPECT_FALSE(move_stack_map(Bytes{0, 1, 200}, by(0), nullptr));
  EXPECT_FALSE(move_stack_map(Bytes{0, 1, 255, 0}, by(0), nullptr));
  EXPECT_FALSE(move_stack_map(Bytes{0, 1, 251, 0, 99}, by(0), nullptr));
}

}  // namespace
}  // namespace heddle::rewrite
