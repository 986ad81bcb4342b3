// From a place back to the entries: no origin that has a way there is left out, and no way costs
// less than is said.
#include "origins/approaches.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "base/id.h"
#include "origins/ways.h"
#include "pointsto/random_program_test_only.h"
#include "races/detection_test_only.h"
#include "races/threaded_program_test_only.h"

namespace heddle::races {
namespace {

#if defined(HEDDLE_SANITIZED)
constexpr std::uint64_t kPrograms = 10;
#else
constexpr std::uint64_t kPrograms = 100;
#endif

struct Seen {
  std::size_t ways = 0;
  std::size_t as_said = 0;  // ways that cost no more than was said
};

// Of all origins that come to an instance, at least so much.
std::map<std::uint32_t, std::uint32_t> costs_to(origins::Approaches& approaches,
                                                pointsto::InstanceId id) {
  std::map<std::uint32_t, std::uint32_t> costs;
  std::uint32_t last = 0;
  for (std::size_t number = 0; const auto next = approaches.at(id, number); ++number) {
    EXPECT_LE(last, next->cost) << "not in order";
    EXPECT_TRUE(costs.emplace(base::index(next->origin), next->cost).second) << "said twice";
    last = next->cost;
  }
  return costs;
}

void compare(Detection& in, Seen& seen) {
  origins::Ways ways(in.calls, in.origins, in.order);
  origins::Approaches approaches(in.calls, in.origins, ways);
  for (std::uint32_t i = 0; i < in.calls.size(); ++i) {
    const auto id = base::id_at<pointsto::InstanceId>(i);
    const auto costs = costs_to(approaches, id);
    for (const origins::OriginId origin : in.origins.list(id)) {
      const std::uint32_t cost = ways.cost_to(id, origin);
      if (cost == 0) continue;
      const auto said = costs.find(base::index(origin));
      ASSERT_NE(said, costs.end()) << "an origin with a way was left out";
      ASSERT_LE(said->second, cost);
      ++seen.ways;
      seen.as_said += said->second == cost ? 1U : 0U;
    }
  }
}

void compare(const std::function<std::string(std::uint64_t)>& program) {
  Seen seen;
  for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
    pointsto::TextProgram world(program(seed));
    Detection in(world);
    compare(in, seen);
    ASSERT_FALSE(::testing::Test::HasFailure()) << "seed " << seed;
  }
  EXPECT_GT(seen.as_said, kPrograms);
  EXPECT_GT(seen.as_said * 2, seen.ways) << "of little use";
}

TEST(Approaches, CostNoMoreThanWaysInThreadedPrograms) { compare(threaded_program); }
TEST(Approaches, CostNoMoreThanWaysInProgramsOfAllInstructions) {
  compare(pointsto::random_program);
}

}  // namespace
}  // namespace heddle::races
