#include "cli/check_analysis.h"

#include <utility>

#include "cli/output.h"
#include "deadlocks/deadlocks.h"
#include "deadlocks/lock_order.h"
#include "locks/fields.h"
#include "locks/held.h"
#include "locks/locks.h"
#include "locks/paths.h"
#include "origins/call_graph.h"
#include "origins/describe.h"
#include "origins/facts.h"
#include "origins/joins.h"
#include "origins/order.h"
#include "origins/origins.h"
#include "races/accesses.h"
#include "races/findings.h"
#include "races/ownership.h"
#include "races/races.h"
#include "races/sharing.h"

namespace heddle::cli {
namespace {

void describe_input(GraphProgram& program, const origins::CallGraph& calls,
                    const origins::Origins& origins, report::Analysed& analysed) {
  ir::Program& of = program.program();
  for (const ir::MethodId method : program.heap().reachable_methods()) {
    ++analysed.reachable_methods;
    analysed.methods += of.layer(of.owner(method)) == ir::Layer::kApplication ? 1 : 0;
  }
  analysed.classes = program.class_path().input_class_names().size();
  for (std::uint32_t o = 0; o < origins.size(); ++o)
    analysed.origins += origins[origins::OriginId{o}].runs_application ? 1 : 0;
  for (const workspace::Remark& remark : program.class_path().skipped())
    analysed.skipped.push_back({.what = remark.what, .why = remark.why});
  for (const pointsto::Policy& policy : program.given_up())
    analysed.notes.push_back(
        {.what = "policy " + pointsto::policy_name(policy), .why = "went over the budget"});
  (void)calls;
}

}  // namespace

report::Report analyse(GraphProgram& program) {
  origins::CallGraph calls(program.heap(), program.program());
  origins::Facts facts(program.program(), program.models());
  origins::Origins origins(calls);
  origins::Joins joins(calls, origins, facts);
  origins::Order order(calls, origins, joins);
  program.lap("origins");
  const locks::Fields fields(calls, facts);
  locks::Paths paths(program.program(), fields);
  locks::Held held(calls, facts, fields, paths);
  locks::Locks locks(calls, origins, facts, held, paths);
  program.lap("locks");
  const races::Sharing sharing(calls, origins);
  races::Ownership ownership(calls, facts, fields, program.models());
  program.lap("ownership");
  const races::Accesses accesses(calls, origins, facts, sharing, ownership);
  const races::Races races(calls, origins, order, locks, paths, fields, ownership, accesses);
  program.lap("races");
  const deadlocks::LockOrder lock_order(calls, origins, held, locks, paths);
  deadlocks::Deadlocks deadlocks(calls, origins, order, locks, paths, lock_order);
  program.lap("deadlocks");

  report::Report report;
  origins::Describe describe(calls, origins);
  races::Findings findings(calls, origins, locks, paths, accesses, describe);
  for (const races::Race& race : races.found()) report.findings.push_back(findings.finding(race));
  for (const deadlocks::Deadlock& deadlock : deadlocks.found())
    report.findings.push_back(deadlocks.finding(deadlock, describe));
  describe_input(program, calls, origins, report.analysed);
  report.analysed.counts = {{"accesses", accesses.counts().accesses},
                            {"accesses_owned", accesses.counts().owned},
                            {"accesses_shared", accesses.counts().shared},
                            {"pairs_considered", races.stages().considered},
                            {"pairs_unlocked", races.stages().unlocked},
                            {"pairs_unordered", races.stages().unordered},
                            {"lock_order_edges", lock_order.edges().size()}};
  program.lap("report");
  report.seconds = program.seconds();
  report.peak_megabytes = peak_megabytes();
  return report;
}

}  // namespace heddle::cli
