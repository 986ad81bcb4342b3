#include "modular/components.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <random>

namespace heddle::modular {
namespace {

// Methods with numbers that are not their places, so that nobody takes one for the other.
struct Graph {
  std::vector<ir::MethodId> methods;
  std::vector<std::vector<ir::MethodId>> callees;
  std::vector<std::uint32_t> number;

  Graph(std::mt19937& random, std::uint32_t count, std::uint32_t calls) : callees(count) {
    constexpr std::uint32_t kFirst = 5;
    number.resize(kFirst + 2 * count);
    for (std::uint32_t i = 0; i < count; ++i) {
      methods.push_back(ir::MethodId{kFirst + 2 * i});
      number[kFirst + 2 * i] = i + 1;
    }
    for (std::uint32_t i = 0; i < calls; ++i)
      callees[random() % count].push_back(methods[random() % count]);
  }
  [[nodiscard]] MethodCalls calls() const { return {methods, callees, number}; }
};

// Who comes to whom, by trying every method in between.
std::vector<std::vector<bool>> reach(const Graph& graph) {
  const std::size_t count = graph.methods.size();
  std::vector<std::vector<bool>> reaches(count, std::vector<bool>(count));
  for (std::size_t i = 0; i < count; ++i) {
    reaches[i][i] = true;
    for (const ir::MethodId callee : graph.callees[i])
      reaches[i][graph.calls().place(callee)] = true;
  }
  for (std::size_t over = 0; over < count; ++over)
    for (std::size_t from = 0; from < count; ++from)
      for (std::size_t to = 0; to < count && reaches[from][over]; ++to)
        if (reaches[over][to]) reaches[from][to] = true;
  return reaches;
}

TEST(Components, AreWhoComesToEachOtherCalleesFirst) {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    const auto count = static_cast<std::uint32_t>(1 + random() % 12);
    const Graph graph(random, count, static_cast<std::uint32_t>(random() % (2 * count)));
    const Components found = find_components(graph.calls());
    const auto reaches = reach(graph);
    ASSERT_EQ(found.of.size(), count);
    for (std::size_t a = 0; a < count; ++a) {
      const Component& mine = found.all[found.of[a]];
      EXPECT_EQ(std::ranges::count(mine, graph.methods[a]), 1);
      EXPECT_TRUE(
          std::ranges::is_sorted(mine, {}, [](ir::MethodId id) { return base::index(id); }));
      for (std::size_t b = 0; b < count; ++b) {
        EXPECT_EQ(found.of[a] == found.of[b], reaches[a][b] && reaches[b][a]);
        EXPECT_TRUE(!reaches[a][b] || found.of[b] <= found.of[a]);
      }
    }
  }
}

}  // namespace
}  // namespace heddle::modular
