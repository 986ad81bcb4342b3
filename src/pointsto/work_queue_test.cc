#include "pointsto/work_queue.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <random>
#include <set>

namespace heddle::pointsto {
namespace {

TEST(WorkQueue, TakesInSweeps) {
  WorkQueue queue;
  EXPECT_EQ(queue.pop(), std::nullopt);
  for (const std::uint32_t number : {70U, 5U, 5U, 100'000U}) queue.push(number);
  EXPECT_EQ(queue.pop(), 5U);
  queue.push(3);
  EXPECT_EQ(queue.pop(), 70U);
  EXPECT_EQ(queue.pop(), 100'000U);
  EXPECT_EQ(queue.pop(), 3U);
  EXPECT_EQ(queue.pop(), std::nullopt);
  queue.push(9);
  queue.push(1);
  queue.restart();
  EXPECT_EQ(queue.pop(), 1U);
  EXPECT_EQ(queue.pop(), 9U);
}

TEST(WorkQueue, AsASetWithACursor) {
  for (const std::uint32_t range : {5U, 64U, 65U, 5'000U, 20'000'000U}) {
    std::mt19937 random(range);
    WorkQueue queue;
    std::set<std::uint32_t> numbers;
    std::uint32_t cursor = 0;
    for (unsigned i = 0; i < 20'000; ++i) {
      // Grows for a while, then shrinks.
      if (random() % 100 < (i % 4'000 < 2'000 ? 70U : 30U)) {
        const auto number = static_cast<std::uint32_t>(random() % range);
        queue.push(number);
        numbers.insert(number);
        continue;
      }
      auto next = numbers.lower_bound(cursor);
      if (next == numbers.end()) next = numbers.begin();
      const auto popped = queue.pop();
      if (next == numbers.end()) {
        ASSERT_EQ(popped, std::nullopt);
        continue;
      }
      ASSERT_EQ(popped, *next);
      cursor = *next + 1;
      numbers.erase(next);
    }
  }
}

}  // namespace
}  // namespace heddle::pointsto
