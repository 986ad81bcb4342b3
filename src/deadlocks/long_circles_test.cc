#include "deadlocks/long_circles.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <set>
#include <vector>

namespace heddle::deadlocks {
namespace {

using Circles = std::set<std::vector<std::uint32_t>>;
using Arrows = std::vector<LongCircles::Arrow>;

Circles found(const Arrows& arrows, std::size_t shorter) {
  const LongCircles circles(arrows, shorter);
  EXPECT_FALSE(circles.was_cut());
  return {circles.found().begin(), circles.found().end()};
}

// The twin: every order of every set of nodes.
Circles by_force(const Arrows& arrows, std::uint32_t nodes, std::size_t shorter) {
  std::vector<std::vector<bool>> leads(nodes, std::vector<bool>(nodes));
  for (const LongCircles::Arrow& arrow : arrows) leads[arrow.from][arrow.to] = true;
  Circles circles;
  for (std::uint32_t set = 0; set < 1U << nodes; ++set) {
    std::vector<std::uint32_t> order;
    for (std::uint32_t node = 0; node < nodes; ++node)
      if ((set >> node & 1U) != 0) order.push_back(node);
    if (order.size() <= shorter || order.empty()) continue;
    do {
      bool is_circle = true;
      for (std::size_t i = 0; i < order.size() && is_circle; ++i)
        for (std::size_t j = 0; j < order.size() && is_circle; ++j)
          if (i != j) is_circle = leads[order[i]][order[j]] == (j == (i + 1) % order.size());
      if (is_circle) circles.insert(order);
    } while (std::next_permutation(order.begin() + 1, order.end()));
  }
  return circles;
}

TEST(LongCircles, AreFoundHoweverLongTheyAre) {
  Arrows ring;
  for (std::uint32_t node = 0; node < 40; ++node) ring.push_back({node, (node + 1) % 40});
  const Circles circles = found(ring, 4);
  ASSERT_EQ(circles.size(), 1U);
  EXPECT_EQ(circles.begin()->size(), 40U);
}

TEST(LongCircles, OfThousandsAreLeftOut) {
  constexpr std::uint32_t kNodes = 20'000;
  Arrows ring;
  for (std::uint32_t node = 0; node < kNodes; ++node) ring.push_back({node, (node + 1) % kNodes});
  const LongCircles circles(ring, 4);
  EXPECT_TRUE(circles.was_cut());
  EXPECT_TRUE(circles.found().empty());
}

TEST(LongCircles, WithAShortCutAreNone) {
  Arrows ring;
  for (std::uint32_t node = 0; node < 8; ++node) ring.push_back({node, (node + 1) % 8});
  ring.push_back({0, 4});
  EXPECT_EQ(found(ring, 4), (Circles{{0, 4, 5, 6, 7}}));
}

TEST(LongCircles, AreThoseThatTheTwinFinds) {
  std::mt19937 random(7);
  std::size_t most = 0;
  for (int round = 0; round < 2000; ++round) {
    const auto nodes = static_cast<std::uint32_t>(3 + random() % 4);
    Arrows arrows;
    for (std::size_t count = random() % (2 * nodes + 1); count != 0; --count)
      arrows.push_back({static_cast<std::uint32_t>(random() % nodes),
                        static_cast<std::uint32_t>(random() % nodes)});
    const std::size_t shorter = 1 + random() % 3;
    const Circles circles = found(arrows, shorter);
    EXPECT_EQ(circles, by_force(arrows, nodes, shorter));
    most = std::max(most, circles.size());
  }
  EXPECT_GT(most, 1U);
}

TEST(LongCircles, AreNotSoughtForEver) {
  // Paths without number through layers in which nothing leads back.
  Arrows layers;
  constexpr std::uint32_t kWide = 6;
  for (std::uint32_t layer = 0; layer < 12; ++layer)
    for (std::uint32_t i = 0; i < kWide; ++i)
      for (std::uint32_t j = 0; j < kWide; ++j)
        layers.push_back({layer * kWide + i, (layer + 1) % 12 * kWide + j});
  EXPECT_TRUE(LongCircles(layers, 4).was_cut());
}

}  // namespace
}  // namespace heddle::deadlocks
