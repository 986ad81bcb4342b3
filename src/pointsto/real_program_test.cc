// The solver and its slow twin on real programs, as texts: `./dev proof twin` prints jars and sets
// HEDDLE_REAL_PROGRAMS to the folder with them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "pointsto/facts_test_only.h"
#include "pointsto/policy.h"
#include "pointsto/random_program_test_only.h"
#include "pointsto/reference_test_only.h"
#include "pointsto/solve.h"

namespace heddle::pointsto {
namespace {

constexpr std::string_view kPolicy = "insensitive";
constexpr std::size_t kShownDifference = 4000;

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::vector<std::filesystem::path> texts_in(const char* folder) {
  std::vector<std::filesystem::path> found;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".txt") found.push_back(entry.path());
  std::ranges::sort(found);
  return found;
}

void compare(const std::string& name, const std::string& text) {
  TextProgram mine(text), theirs(text);
  Options options;
  options.policy = *parse_policy(kPolicy);
  const Facts fast = facts_of(*solve(mine.program, mine.models, mine.entries, options).heap);
  const Facts slow =
      reference_facts(theirs.program, theirs.models, theirs.entries, kPolicy, Surroundings{});
  EXPECT_FALSE(fast.call_edges.empty()) << name;
  EXPECT_TRUE(slow == fast) << name << ", - the twin only, + the solver only:\n"
                            << difference(slow, fast).substr(0, kShownDifference);
  std::size_t facts = 0;
  for (const auto& [pointer, objects] : fast.points_to) facts += objects.size();
  fmt::print("{}: {} instances, {} call edges, {} pointers, {} facts\n", name,
             fast.reachable.size(), fast.call_edges.size(), fast.points_to.size(), facts);
  std::fflush(stdout);
}

TEST(RealPrograms, AgreeWithTheTwin) {
  const char* folder = std::getenv("HEDDLE_REAL_PROGRAMS");
  if (folder == nullptr) GTEST_SKIP() << "no HEDDLE_REAL_PROGRAMS";
  for (const auto& path : texts_in(folder)) compare(path.stem().string(), text_of(path));
}

}  // namespace
}  // namespace heddle::pointsto
