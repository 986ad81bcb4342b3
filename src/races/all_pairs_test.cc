// The detector of races against its slow twin, on random programs of both kinds.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
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

// Equal, or a part of it where the search was ended on a field with many.
bool agree(const Detection& detection, const std::set<SitePair>& expected) {
  const std::set<SitePair> found = found_pairs(detection);
  return detection.races.cut_short() == 0 ? found == expected
                                          : std::ranges::includes(expected, found);
}

bool agree(std::string_view text) {
  pointsto::TextProgram world(text);
  Detection detection(world);
  return agree(detection, all_pairs(detection));
}

void expect_agreement(const std::function<std::string(std::uint64_t)>& program) {
  std::size_t pairs = 0, cut = 0;
  for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
    pointsto::TextProgram world(program(seed));
    Detection detection(world);
    const auto expected = all_pairs(detection);
    pairs += expected.size();
    cut += detection.races.cut_short() == 0 ? 0U : 1U;
    if (agree(detection, expected)) continue;
    FAIL() << fmt::format(
        "seed {}\n{}", seed,
        pointsto::shrink(program(seed), [](std::string_view text) { return !agree(text); }));
  }
  EXPECT_GT(pairs, kPrograms / 2);
  EXPECT_LT(cut, kPrograms / 2);
}

// Without a join only starts order anything, and the twin knows all of that by itself.
std::string without_joins(std::string text) {
  constexpr std::string_view kJoins = "order = [";
  const std::size_t at = text.find(kJoins);
  return text.erase(at, text.find('\n', at) + 1 - at);
}

TEST(AllPairs, AgreeOnWhatStartsOrder) {
  std::size_t pairs = 0, ordered = 0;
  for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
    const std::string text = without_joins(threaded_program_without_flags(seed));
    pointsto::TextProgram world(text);
    Detection detection(world);
    const auto expected = all_pairs(detection, OrderOf::kStartsAlone);
    pairs += expected.size();
    ordered += detection.races.stages().unlocked - detection.races.stages().unordered;
    ASSERT_TRUE(agree(detection, expected)) << "seed " << seed << '\n' << text;
  }
  EXPECT_GT(pairs, 0U);
  EXPECT_GT(ordered, 0U);
}

// Joins take pairs away, and bring none.
TEST(AllPairs, JoinsOnlyTakeAway) {
  std::size_t taken = 0;
  for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
    const std::string text = threaded_program(seed);
    pointsto::TextProgram world(text);
    Detection detection(world);
    const auto most = all_pairs(detection, OrderOf::kStartsAlone);
    const auto found = found_pairs(detection);
    ASSERT_TRUE(std::ranges::includes(most, found)) << "seed " << seed << '\n' << text;
    taken += most.size() - found.size();
  }
  EXPECT_GT(taken, 0U);
}

TEST(AllPairs, AgreeOnThreadedPrograms) { expect_agreement(threaded_program); }
TEST(AllPairs, AgreeOnProgramsOfAllInstructions) { expect_agreement(pointsto::random_program); }

}  // namespace
}  // namespace heddle::races
