// The detectors against all that really happens: small random programs run under every
// interleaving, and each race and deadlock that occurs must be reported.
//
// HEDDLE_PROGRAMS says how many programs, HEDDLE_FIRST_SEED where to begin; a failure names its
// seed and shows the program, shrunk.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "deadlocks/deadlocks.h"
#include "deadlocks/lock_order.h"
#include "ir/ids.h"
#include "ir/program.h"
#include "locks/held.h"
#include "pointsto/ids.h"
#include "pointsto/random_program_test_only.h"
#include "races/accesses.h"
#include "races/detection_test_only.h"
#include "races/explorer_test_only.h"
#include "races/races.h"
#include "races/threaded_program_test_only.h"

namespace heddle::races {
namespace {

using pointsto::TextProgram;

#if defined(HEDDLE_SANITIZED)
constexpr std::uint64_t kPrograms = 20, kStates = 1000;
#else
constexpr std::uint64_t kPrograms = 500, kStates = 4000;
#endif

std::uint64_t number_from(const char* variable, std::uint64_t otherwise) {
  const char* text = std::getenv(variable);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

struct Reported {
  bool all_races = true;  // the search was ended nowhere
  std::set<std::array<PlaceInCode, 2>> races;
  std::set<std::vector<PlaceInCode>> deadlocks;
};

Reported detect(TextProgram& world) {
  Detection detection(world);
  Reported reported;
  reported.all_races = detection.races.cut_short() == 0;
  const auto place = [&](pointsto::InstanceId instance, std::uint32_t instruction) {
    return PlaceInCode{base::index(detection.calls.at(instance).method), instruction};
  };
  for (const Race& race : detection.races.found()) {
    const Access& a = detection.accesses.all()[race.first.access];
    const Access& b = detection.accesses.all()[race.second.access];
    const PlaceInCode first = place(a.instance, a.instruction);
    const PlaceInCode second = place(b.instance, b.instruction);
    reported.races.insert({std::min(first, second), std::max(first, second)});
  }
  for (const deadlocks::Deadlock& deadlock : detection.deadlocks.found()) {
    std::vector<PlaceInCode> places;
    for (const auto& side : deadlock.sides) {
      const deadlocks::Edge& edge = detection.lock_order.edges()[side.edge];
      places.push_back(place(edge.instance, edge.wants.instruction));
    }
    std::ranges::sort(places);
    reported.deadlocks.insert(std::move(places));
  }
  return reported;
}

std::string name_of(const ir::Program& program, PlaceInCode place) {
  const auto method = base::id_at<ir::MethodId>(place[0]);
  const std::string where = place[1] == locks::kAtEntry ? "entry" : fmt::format("%{}", place[1]);
  return fmt::format("{}.{} {}", program.name(program.owner(method)), program.name(method), where);
}

template <typename Places>
std::string names_of(const ir::Program& program, const Places& places) {
  std::vector<std::string> names;
  for (const PlaceInCode& place : places) names.push_back(name_of(program, place));
  return fmt::format("{}", fmt::join(names, " and "));
}

// What occurs in a program, what is reported of it, and what of the one is not in the other.
struct Comparison {
  Reported reported;
  Occurred occurred;
  std::vector<std::string> missed_races, missed_deadlocks, missed_nested;
};

template <typename Places>
std::vector<std::string> missing(const ir::Program& program, const Places& occurred,
                                 const Places& reported) {
  std::vector<std::string> missed;
  for (const auto& places : occurred)
    if (!reported.contains(places)) missed.push_back(names_of(program, places));
  return missed;
}

Comparison compare(std::string_view text) {
  TextProgram world(text);
  Comparison result;
  if (world.entries.empty()) return result;
  result.reported = detect(world);
  result.occurred = explore(world.program, world.entries[0],
                            {.most_states = number_from("HEDDLE_STATES", kStates)});
  const Reported& reported = result.reported;
  const Occurred& occurred = result.occurred;
  if (reported.all_races)
    result.missed_races = missing(world.program, occurred.races, reported.races);
  result.missed_deadlocks = missing(world.program, occurred.deadlocks, reported.deadlocks);
  result.missed_nested = missing(world.program, occurred.nested_deadlocks, reported.deadlocks);
  return result;
}

bool is_missed(const Comparison& result) {
  return !result.missed_races.empty() || !result.missed_deadlocks.empty();
}

void tell(std::uint64_t seed) {
  const std::string small = pointsto::shrink(
      threaded_program(seed), [](std::string_view text) { return is_missed(compare(text)); });
  const Comparison shown = compare(small), whole = compare(threaded_program(seed));
  ADD_FAILURE() << fmt::format(
      "seed {}\n{}\nraces that are not reported: {}\ndeadlocks: {}\nof the whole program: {}; "
      "{}\n{}",
      seed, small, fmt::join(shown.missed_races, "; "), fmt::join(shown.missed_deadlocks, "; "),
      fmt::join(whole.missed_races, "; "), fmt::join(whole.missed_deadlocks, "; "),
      threaded_program(seed));
}

// How often something occurred and was missed, or was reported and never occurred. The second is
// counted where the explorer saw all states.
struct Tally {
  std::size_t occurred = 0, missed = 0, reported = 0, never_occurred = 0;

  void print(std::string_view what) const {
    fmt::print("{}: occurred {}, missed {}; reported {}, never occurred {}\n", what, occurred,
               missed, reported, never_occurred);
  }
};

TEST(Oracle, ProgramsVerify) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const std::string text = threaded_program(seed);
    ASSERT_EQ(pointsto::problem_in(text), "") << "seed " << seed << "\n" << text;
    EXPECT_EQ(text, threaded_program(seed));
  }
}

TEST(Oracle, EveryRaceAndDeadlockThatOccursIsReported) {
  const std::uint64_t first = number_from("HEDDLE_FIRST_SEED", 0);
  const std::uint64_t programs = number_from("HEDDLE_PROGRAMS", kPrograms);
  Tally races, deadlocks, nested;
  std::size_t states = 0, cut = 0;
  for (std::uint64_t seed = first; seed < first + programs; ++seed) {
    const Comparison result = compare(threaded_program(seed));
    const Occurred& occurred = result.occurred;
    states += occurred.states;
    if (result.reported.all_races) races.occurred += occurred.races.size();
    races.missed += result.missed_races.size();
    deadlocks.occurred += occurred.deadlocks.size();
    deadlocks.missed += result.missed_deadlocks.size();
    nested.occurred += occurred.nested_deadlocks.size();
    nested.missed += result.missed_nested.size();
    if (is_missed(result)) {
      tell(seed);
      break;
    }
    if (!occurred.complete) {
      ++cut;
      continue;
    }
    for (const auto& race : result.reported.races) {
      ++races.reported;
      races.never_occurred += occurred.races.contains(race) ? 0U : 1U;
    }
    for (const auto& deadlock : result.reported.deadlocks) {
      ++deadlocks.reported;
      deadlocks.never_occurred +=
          occurred.deadlocks.contains(deadlock) || occurred.nested_deadlocks.contains(deadlock)
              ? 0U
              : 1U;
    }
  }
  fmt::print("programs {}, states {}, left unfinished {}\n", programs, states, cut);
  races.print("races");
  deadlocks.print("deadlocks in one method each");
  // Known to be missed, where one method is called with the outer lock and without it:
  // docs/limits.md.
  nested.print("deadlocks through calls");
  EXPECT_GE(races.occurred, programs / 2);
  EXPECT_GE(deadlocks.occurred, programs / 100);
}

}  // namespace
}  // namespace heddle::races
