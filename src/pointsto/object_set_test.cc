#include "pointsto/object_set.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <iterator>
#include <random>
#include <set>
#include <vector>

#include "base/id.h"
#include "pointsto/ids.h"

namespace heddle::pointsto {
namespace {

using Numbers = std::set<std::uint32_t>;

ObjectId id(std::uint32_t number) { return base::id_at<ObjectId>(number); }

// In the order of for_each, which must ascend.
std::vector<std::uint32_t> members(const ObjectSet& set) {
  std::vector<std::uint32_t> list;
  set.for_each([&](ObjectId object) { list.push_back(base::index(object)); });
  return list;
}
std::vector<std::uint32_t> members(const Numbers& set) { return {set.begin(), set.end()}; }

void expect_equal(const ObjectSet& set, const Numbers& numbers) {
  ASSERT_EQ(members(set), members(numbers));
  EXPECT_EQ(set.size(), numbers.size());
  EXPECT_EQ(set.empty(), numbers.empty());
}

TEST(ObjectSet, EmptyAtFirst) {
  const ObjectSet set{};
  EXPECT_TRUE(set.empty());
  EXPECT_FALSE(set.contains(id(0)));
  EXPECT_EQ(members(set), std::vector<std::uint32_t>());
}

// From none inside to two, to an array and to blocks, with members far apart and close together.
TEST(ObjectSet, InsertsThroughAllRepresentations) {
  for (const std::uint32_t range : {3U, 70U, 300U, 5'000U, 4'000'000U}) {
    std::mt19937 random(range);
    SetPool pool;
    ObjectSet set;
    Numbers numbers;
    for (unsigned i = 0; i < 600; ++i) {
      const auto number = static_cast<std::uint32_t>(random() % range);
      EXPECT_EQ(set.contains(id(number)), numbers.contains(number));
      EXPECT_EQ(set.insert(id(number), pool), numbers.insert(number).second);
      EXPECT_TRUE(set.contains(id(number)));
      EXPECT_FALSE(set.contains(id(range)));
      if (i % 37 == 0 || i < 70) expect_equal(set, numbers);
    }
    expect_equal(set, numbers);
    set.clear(pool);
    expect_equal(set, {});
  }
}

TEST(ObjectSet, UnitesSetsOfAllSizesThroughMasks) {
  std::mt19937 random(1);
  SetPool pool;
  for (unsigned round = 0; round < 3000; ++round) {
    const std::uint32_t range = 1U << (2 + random() % 15);
    const auto fill = [&](ObjectSet& set, Numbers& numbers) {
      constexpr unsigned kSizes[] = {0, 1, 2, 3, 10, 63, 64, 65, 66, 200};
      const unsigned size = kSizes[random() % std::size(kSizes)];
      for (unsigned i = 0; i < size; ++i) {
        const auto number = static_cast<std::uint32_t>(random() % range);
        set.insert(id(number), pool);
        numbers.insert(number);
      }
    };
    ObjectSet to, from, added;
    Numbers to_numbers, from_numbers, added_numbers;
    fill(to, to_numbers);
    fill(from, from_numbers);
    // What was added before is a part of the set.
    for (const std::uint32_t number : to_numbers) {
      if (random() % 3 != 0) continue;
      added.insert(id(number), pool);
      added_numbers.insert(number);
    }
    Mask mask;
    std::vector<std::uint32_t> passing;
    const bool masked = random() % 2 == 0;
    // Often shorter than the sets.
    const std::uint32_t mask_range = random() % 2 == 0 ? range : range / 2 + 1;
    for (unsigned i = 0; i < 200; ++i)
      mask.set(id(static_cast<std::uint32_t>(random() % mask_range)));
    bool grows = false;
    for (const std::uint32_t number : from_numbers) {
      if (masked && !mask.test(id(number))) continue;
      if (!to_numbers.insert(number).second) continue;
      added_numbers.insert(number);
      grows = true;
    }
    EXPECT_EQ(to.unite(from, masked ? &mask : nullptr, added, pool), grows);
    expect_equal(to, to_numbers);
    expect_equal(added, added_numbers);
    expect_equal(from, from_numbers);
    // A second time brings nothing.
    EXPECT_FALSE(to.unite(from, masked ? &mask : nullptr, added, pool));
    expect_equal(added, added_numbers);
    for (ObjectSet* set : {&to, &from, &added}) set->clear(pool);
    if (testing::Test::HasFailure()) return;
  }
}

TEST(ObjectSet, TakingLeavesItEmpty) {
  SetPool pool;
  ObjectSet set;
  for (std::uint32_t number = 0; number < 1000; number += 7) set.insert(id(number), pool);
  ObjectSet taken = set.take();
  EXPECT_TRUE(set.empty());
  EXPECT_EQ(taken.size(), 143U);
  EXPECT_TRUE(set.insert(id(7), pool));
  EXPECT_EQ(members(set), std::vector<std::uint32_t>{7});
  EXPECT_TRUE(taken.contains(id(994)));
}

// Sets that share are changed one at a time; the memory is given back with the last of them.
TEST(ObjectSet, ChangingOneOfManyThatShareLeavesTheOthers) {
  std::mt19937 random(2);
  SetPool pool;
  constexpr std::size_t kSets = 6;
  std::vector<ObjectSet> sets(kSets);
  std::vector<Numbers> numbers(kSets);
  for (unsigned round = 0; round < 20'000; ++round) {
    const std::size_t to = random() % kSets, from = random() % kSets;
    const auto number = static_cast<std::uint32_t>(random() % 2'000);
    switch (random() % 8) {
      case 0:
        sets[to].share(sets[from], pool);
        numbers[to] = Numbers(numbers[from]);
        EXPECT_TRUE(sets[to].equals(sets[from]));
        EXPECT_EQ(sets[to].hash(), sets[from].hash());
        EXPECT_EQ(sets[to].identity(), sets[from].identity());
        break;
      case 1: {
        ObjectSet added;
        const Numbers before = numbers[to];
        numbers[to].insert(numbers[from].begin(), numbers[from].end());
        EXPECT_EQ(sets[to].unite(sets[from], nullptr, added, pool), numbers[to] != before);
        EXPECT_EQ(added.size(), numbers[to].size() - before.size());
        // What became the same shares, unless it was the same before.
        if (numbers[to] == numbers[from] && numbers[to] != before) {
          EXPECT_EQ(sets[to].identity(), sets[from].identity());
        }
        added.clear(pool);
        break;
      }
      case 2:
        if (random() % 20 != 0) break;
        sets[to].clear(pool);
        numbers[to].clear();
        break;
      default: EXPECT_EQ(sets[to].insert(id(number), pool), numbers[to].insert(number).second);
    }
    expect_equal(sets[to], numbers[to]);
    if (round % 16 == 0) {
      for (std::size_t i = 0; i < kSets; ++i) expect_equal(sets[i], numbers[i]);
    }
    if (testing::Test::HasFailure()) return;
  }
  for (ObjectSet& set : sets) set.clear(pool);
  EXPECT_EQ(pool.used(), 0U);
}

// What is new of a set goes to one that has the rest.
TEST(ObjectSet, BecomesTheWholeOfWhichItGetsAPart) {
  for (const std::uint32_t part : {3U, 100U}) {
    SetPool pool;
    ObjectSet whole, to, news, added;
    for (std::uint32_t number = 0; number < 1'000; number += 3) {
      whole.insert(id(number), pool);
      (number < part * 3 ? news : to).insert(id(number), pool);
    }
    EXPECT_TRUE(to.unite(news, nullptr, added, pool, &whole));
    EXPECT_EQ(to.identity(), whole.identity());
    EXPECT_TRUE(added.equals(news));
    EXPECT_FALSE(to.unite(news, nullptr, added, pool, &whole));
    // One that has more does not.
    ObjectSet other;
    other.share(whole, pool);
    other.insert(id(1), pool);
    ObjectSet more;
    EXPECT_FALSE(other.unite(news, nullptr, more, pool, &whole));
    EXPECT_NE(other.identity(), whole.identity());
    EXPECT_EQ(other.size(), whole.size() + 1);
    EXPECT_FALSE(whole.contains(id(1)));
  }
}

TEST(ObjectSet, VisitsWhatAMaskLetsPass) {
  SetPool pool;
  for (const std::uint32_t step : {1000U, 3U}) {  // few members, and many
    ObjectSet set;
    Mask mask;
    Numbers expected;
    for (std::uint32_t number = 0; number < 3000; number += step) set.insert(id(number), pool);
    for (std::uint32_t number = 0; number < 2500; number += 2) {
      mask.set(id(number));
      if (number % step == 0) expected.insert(number);
    }
    Numbers seen, all;
    set.for_each_in(&mask, [&](ObjectId object) {
      seen.insert(base::index(object));
      mask.set(id(100'000 + base::index(object)));  // it may grow meanwhile
    });
    set.for_each_in(nullptr, [&](ObjectId object) { all.insert(base::index(object)); });
    EXPECT_EQ(seen, expected);
    EXPECT_EQ(members(all), members(set));
    set.clear(pool);
  }
}

TEST(Mask, GrowsWithItsBits) {
  Mask mask;
  EXPECT_EQ(mask.block(0), nullptr);
  EXPECT_FALSE(mask.test(id(1'000'000)));
  mask.set(id(700));
  EXPECT_TRUE(mask.test(id(700)));
  EXPECT_FALSE(mask.test(id(701)));
  ASSERT_NE(mask.block(2), nullptr);
  EXPECT_EQ(mask.block(2)[(700 - 512) / 64], std::uint64_t{1} << (700U % 64U));
  EXPECT_EQ(mask.block(3), nullptr);
}

TEST(SetPool, PiecesComeBack) {
  SetPool pool;
  EXPECT_EQ(SetPool::class_of(1), 0U);
  EXPECT_EQ(SetPool::class_of(16), 0U);
  EXPECT_EQ(SetPool::class_of(17), 1U);
  EXPECT_EQ(SetPool::class_of(32), 1U);
  EXPECT_EQ(SetPool::class_of(33), 2U);
  void* first = pool.take(3);
  pool.give(first, 3);
  EXPECT_NE(pool.take(2), first);
  EXPECT_EQ(pool.take(3), first);
}

}  // namespace
}  // namespace heddle::pointsto
