#include "cli/check_analysis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "cli/guide.h"
#include "deadlocks/deadlocks.h"
#include "deadlocks/held_waits.h"
#include "deadlocks/lock_order.h"
#include "deadlocks/unreleased.h"
#include "deadlocks/waits.h"
#include "locks/fields.h"
#include "locks/held.h"
#include "locks/locks.h"
#include "locks/paths.h"
#include "modular/check.h"
#include "origins/call_graph.h"
#include "origins/describe.h"
#include "origins/facts.h"
#include "origins/gates.h"
#include "origins/joins.h"
#include "origins/order.h"
#include "origins/origins.h"
#include "origins/start_facts.h"
#include "origins/times.h"
#include "races/accesses.h"
#include "races/findings.h"
#include "races/ownership.h"
#include "races/proven.h"
#include "races/races.h"
#include "races/sharing.h"

namespace heddle::cli {
namespace {

std::uint64_t count_origins(const origins::Origins& origins) {
  std::uint64_t count = 0;
  for (std::uint32_t o = 0; o < origins.size(); ++o)
    count += origins[origins::OriginId{o}].runs_application ? 1 : 0;
  return count;
}

void add_races(const races::Races& races, races::Findings& findings, report::Report& report) {
  // Those of the same origins one after the other: the ways to them are searched once.
  std::vector<races::Race> found(races.found().begin(), races.found().end());
  std::ranges::stable_sort(found, {}, [](const races::Race& race) {
    return std::pair(race.first.origin, race.second.origin);
  });
  for (const races::Race& race : found) report.findings.push_back(findings.finding(race));
  if (races.cut_short() == 0) return;
  report.analysed.notes.push_back(
      {.what = "data races",
       .why = fmt::format("of {} fields and arrays only the first races were looked for",
                          races.cut_short())});
}

}  // namespace

report::Report analyse(GraphProgram& program, const AnalysisOptions& options) {
  origins::CallGraph calls(program.heap(), program.program(), options.workers);
  origins::Facts facts(program.program(), program.models());
  origins::Origins origins(calls, facts);
  origins::Times times(calls, origins);
  const origins::StartFacts starts(calls, origins, facts);
  program.lap("origins");
  const locks::Fields fields(calls, facts);
  locks::Paths paths(calls, fields);
  locks::Held held(calls, facts, fields, paths);
  locks::Locks locks(calls, origins, facts, held, paths);
  program.lap("locks");
  const origins::Gates gates(calls, origins, facts, starts, times,
                             [&](pointsto::InstanceId id, std::uint32_t instruction, bool alone) {
                               return locks.named_at(id, instruction, alone);
                             });
  origins::Joins joins(calls, origins, facts, starts, gates);
  origins::Order order(calls, origins, starts, joins, gates);
  program.lap("order");
  const races::Sharing sharing(calls, origins);
  races::Ownership ownership(calls, facts, fields, program.models());
  program.lap("ownership");
  const races::Accesses accesses(calls, origins, facts, sharing, ownership, locks);
  races::Races races(calls, origins, order, locks, paths, fields, ownership, accesses);
  program.lap("races");
  const deadlocks::LockOrder lock_order(calls, origins, held, locks, paths);
  deadlocks::Deadlocks deadlocks(calls, origins, order, locks, paths, lock_order,
                                 [&](origins::OriginId origin, pointsto::ObjectId object) {
                                   return races.is_run_own(origin, object);
                                 });
  deadlocks::HeldWaits held_waits(
      calls, origins, facts, order, gates, held, locks, paths,
      [&](origins::Point x, origins::OriginId p, origins::Point y, origins::OriginId q) {
        return races.is_set_between(x, p, y, q);
      });
  deadlocks::Waits waits(calls, origins, facts, paths, fields);
  deadlocks::Unreleased unreleased(calls, origins, facts, held, paths);
  program.lap("deadlocks");

  report::Report report;
  origins::Describe describe(calls, origins, order);
  races::Findings findings(calls, origins, locks, paths, accesses, races, describe);
  add_races(races, findings, report);
  for (const deadlocks::Deadlock& deadlock : deadlocks.found())
    report.findings.push_back(deadlocks.finding(deadlock, describe));
  for (const deadlocks::EndlessWait& wait : waits.found())
    report.findings.push_back(waits.finding(wait, describe));
  for (const deadlocks::HeldWait& wait : held_waits.found())
    report.findings.push_back(held_waits.finding(wait, describe));
  for (const deadlocks::UnreleasedLock& lock : unreleased.found())
    report.findings.push_back(unreleased.finding(lock, describe));
  if (deadlocks.was_cut()) {
    report.analysed.notes.push_back(
        {.what = "deadlocks", .why = "the search for cycles of locks ended before it was over"});
  }
  if (describe.doubts_left_out() != 0) {
    report.analysed.notes.push_back(
        {.what = "order of starts",
         .why = fmt::format("{} times too many starts, one by the other, lead from one side of a "
                            "finding to the other to look at each",
                            describe.doubts_left_out())});
  }
  if (!accesses.left_out().empty()) {
    report.analysed.notes.push_back(
        {.what = "library objects",
         .why =
             fmt::format("{} calls may be on more than 256 objects each, as far as is known, and "
                         "were not looked at",
                         accesses.left_out().size())});
  }
  report.analysed.reachable_methods = program.heap().reachable_methods().size();
  report.analysed.origins = count_origins(origins);
  report.analysed.counts = {{"accesses", accesses.counts().accesses},
                            {"accesses_owned", accesses.counts().owned},
                            {"accesses_shared", accesses.counts().shared},
                            {"pairs_considered", races.stages().considered},
                            {"pairs_unlocked", races.stages().unlocked},
                            {"pairs_unordered", races.stages().unordered},
                            {"lock_order_edges", lock_order.edges().size()},
                            {"lock_order_left_out", lock_order.left_out()}};
  if (options.has_guide)
    report.guide = guide_of(program, races::proven_accesses(calls, origins, accesses, races));
  program.lap("report");
  return report;
}

Reach reach_of(const GraphProgram& program) {
  std::unordered_set<ir::ClassId> reached;
  for (const ir::MethodId method : program.heap().reachable_methods())
    reached.insert(program.program().owner(method));
  std::unordered_set<std::string> names;
  for (const ir::ClassId type : reached) names.emplace(program.program().name(type));
  const std::vector<std::string> inputs = program.class_path().input_class_names();
  const auto unreached =
      std::ranges::count_if(inputs, [&](const std::string& name) { return !names.contains(name); });
  return {.classes = inputs.size(), .unreached = static_cast<std::size_t>(unreached)};
}

report::Report analyse_by_method(GraphProgram& program, const modular::Options& options,
                                 modular::Leavings* leavings) {
  program.lap("read");
  const std::vector<std::string> names = program.class_path().input_class_names();
  report::Report report = modular::check(program.program(), program.models(),
                                         program.config().annotations, names, options, leavings);
  program.lap("modular");
  return report;
}

}  // namespace heddle::cli
