// The detector of races against its slow twin, on random programs of both kinds.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "pointsto/random_program_test_only.h"
#include "races/all_pairs_test_only.h"
#include "races/detection_test_only.h"
#include "races/threaded_program_test_only.h"

namespace heddle::races {
namespace {

#if defined(HEDDLE_SANITIZED)
constexpr std::uint64_t kPrograms = 20;
#else
constexpr std::uint64_t kPrograms = 600;
#endif

bool agree(std::string_view text) {
  pointsto::TextProgram world(text);
  Detection detection(world);
  return found_pairs(detection) == all_pairs(detection);
}

void expect_agreement(const std::function<std::string(std::uint64_t)>& program) {
  std::size_t pairs = 0;
  for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
    pointsto::TextProgram world(program(seed));
    Detection detection(world);
    const auto expected = all_pairs(detection);
    pairs += expected.size();
    if (found_pairs(detection) == expected) continue;
    FAIL() << fmt::format(
        "seed {}\n{}", seed,
        pointsto::shrink(program(seed), [](std::string_view text) { return !agree(text); }));
  }
  EXPECT_GT(pairs, kPrograms);
}

TEST(AllPairs, AgreeOnThreadedPrograms) { expect_agreement(threaded_program); }
TEST(AllPairs, AgreeOnProgramsOfAllInstructions) { expect_agreement(pointsto::random_program); }

}  // namespace
}  // namespace heddle::races
