// What is proven, against all that really happens: small random programs run under every
// interleaving, and no access of a race that occurs may be proven.
#include "races/proven.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>

#include "base/id.h"
#include "ir/body.h"
#include "pointsto/random_program_test_only.h"
#include "races/detection_test_only.h"
#include "races/explorer_test_only.h"
#include "races/threaded_program_test_only.h"

namespace heddle::races {
namespace {

using base::index;
using pointsto::TextProgram;

#if defined(HEDDLE_SANITIZED)
constexpr std::uint64_t kPrograms = 20, kStates = 1000;
#else
constexpr std::uint64_t kPrograms = 150, kStates = 4000;
#endif

// Each instruction gets an offset of its own, as it has in bytecode.
std::string with_offsets(std::string_view text) {
  std::istringstream lines{std::string(text)};
  std::string out;
  unsigned offset = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("  method")) offset = 0;
    const bool is_instruction = line.starts_with("    ") && line.find('@') == std::string::npos;
    out += line + (is_instruction ? fmt::format(" @{}", offset++) : "") + "\n";
  }
  return out;
}

using Sites = std::set<std::pair<std::uint32_t, std::uint32_t>>;  // methods and offsets

Sites proven_of(TextProgram& world) {
  Detection detection(world);
  Sites sites;
  for (const ProvenMethod& each :
       proven_accesses(detection.calls, detection.origins, detection.accesses, detection.races))
    for (const std::uint32_t offset : each.offsets) sites.emplace(index(each.method), offset);
  return sites;
}

TEST(Proven, IsNothingThatRacesInSomeRun) {
  std::size_t proven_count = 0, race_count = 0;
  for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
    const std::string text = with_offsets(threaded_program(seed));
    TextProgram world(text);
    if (world.entries.empty()) continue;
    const Sites proven = proven_of(world);
    proven_count += proven.size();
    const Occurred occurred = explore(world.program, world.entries[0], {.most_states = kStates});
    for (const auto& race : occurred.races) {
      ++race_count;
      for (const PlaceInCode& side : race) {
        const ir::Body* const body = world.program.body(base::id_at<ir::MethodId>(side[0]));
        ASSERT_FALSE(proven.contains({side[0], body->offsets[side[1]]}))
            << "seed " << seed << ": %" << side[1] << " of method " << side[0] << " races in\n"
            << text;
      }
    }
  }
  EXPECT_GT(proven_count, kPrograms);
  EXPECT_GT(race_count, kPrograms / 2);
}

}  // namespace
}  // namespace heddle::races
