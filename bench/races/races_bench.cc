// The stages of the detector on a generated program, timed one by one: races_bench ORIGINS ACCESSES
// CROWD [twin] prints pairs of a name and a number. With `twin` the all-pairs twin runs, too. `run`
// beside this file puts them together.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <set>
#include <string>
#include <string_view>

#include "generate.h"
#include "locks/fields.h"
#include "locks/held.h"
#include "locks/locks.h"
#include "locks/paths.h"
#include "origins/call_graph.h"
#include "origins/facts.h"
#include "origins/gates.h"
#include "origins/joins.h"
#include "origins/order.h"
#include "origins/origins.h"
#include "origins/start_facts.h"
#include "origins/times.h"
#include "pointsto/random_program_test_only.h"
#include "pointsto/solve.h"
#include "races/accesses.h"
#include "races/all_pairs_test_only.h"
#include "races/detection_test_only.h"
#include "races/ownership.h"
#include "races/races.h"
#include "races/sharing.h"

namespace {

using heddle::pointsto::TextProgram;

// Seconds of the processor: one thread that waits for nothing, whatever else the machine does.
class Laps {
 public:
  void lap(std::string_view name) {
    const double time = now();
    fmt::print("{} {:.4f} ", name, time - last_);
    last_ = now();
  }

 private:
  static double now() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
  }
  double last_ = now();
};

void run_stages(TextProgram& world) {
  using namespace heddle;
  Laps laps;
  const pointsto::Solved solved = pointsto::solve(world.program, world.models, world.entries, {});
  laps.lap("solve");
  origins::CallGraph calls(*solved.heap, world.program);
  origins::Facts facts(world.program, world.models);
  origins::Origins origins(calls, facts);
  origins::Times times(calls, origins);
  const origins::StartFacts starts(calls, origins, facts);
  laps.lap("origins");
  const locks::Fields fields(calls, facts);
  locks::Paths paths(calls, fields);
  locks::Held held(calls, facts, fields, paths);
  locks::Locks locks(calls, origins, facts, held, paths);
  const origins::Gates gates(calls, origins, facts, starts, times,
                             [&](pointsto::InstanceId id, std::uint32_t instruction, bool alone) {
                               return locks.named_at(id, instruction, alone);
                             });
  origins::Joins joins(calls, origins, facts, starts, gates);
  origins::Order order(calls, origins, starts, joins, gates);
  laps.lap("locks");
  const races::Sharing sharing(calls, origins);
  races::Ownership ownership(calls, facts, fields, world.models);
  const races::Accesses accesses(calls, origins, facts, sharing, ownership, locks);
  laps.lap("accesses");
  const races::Races races(calls, origins, order, locks, paths, fields, ownership, accesses);
  laps.lap("pairs");
  fmt::print("origin_count {} access_count {} considered {} unlocked {} unordered {} races {} ",
             origins.size(), accesses.all().size(), races.stages().considered,
             races.stages().unlocked, races.stages().unordered, races.found().size());
}

// The twin asks the same classes for the order and for the locks at a place; they have been asked
// before, which is to its advantage.
void run_twin(TextProgram& world) {
  heddle::races::Detection detection(world);
  Laps laps;
  const auto expected = heddle::races::all_pairs(detection);
  laps.lap("twin");
  const auto found = heddle::races::found_pairs(detection);
  const bool agree =
      detection.races.cut_short() == 0 ? found == expected : std::ranges::includes(expected, found);
  fmt::print("twin_races {} agree {} ", expected.size(), agree ? 1 : 0);
}

std::uint32_t number(const char* text) {
  return static_cast<std::uint32_t>(std::strtoul(text, nullptr, 10));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) return 2;
  const std::string text = heddle::bench::threads_on_parts(
      {.origins = number(argv[1]), .accesses = number(argv[2]), .crowd = number(argv[3])});
  TextProgram world(text);
  run_stages(world);
  if (argc > 4 && std::string_view(argv[4]) == "twin") {
    TextProgram again(text);
    run_twin(again);
  }
  fmt::print("\n");
  return 0;
}
