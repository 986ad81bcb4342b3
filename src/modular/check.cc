#include "modular/check.h"

#include <fmt/format.h>

#include <iterator>
#include <utility>
#include <vector>

#include "modular/code.h"
#include "modular/describe.h"
#include "modular/engine.h"
#include "modular/lock_order.h"
#include "modular/races.h"
#include "modular/reaches.h"
#include "origins/facts.h"

namespace heddle::modular {
namespace {

void append(std::vector<report::Finding>& to, std::vector<report::Finding> more) {
  to.insert(to.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

}  // namespace

report::Report check(ir::Program& program, const model::Models& models,
                     const AnnotationNames& names, std::span<const std::string> inputs,
                     const Options& options) {
  origins::Facts facts(program, models);
  const Code code(program, models, facts, names, inputs, options.is_strict);
  const Engine engine(code, options.workers);
  const Reaches reaches(engine, options.workers);
  const Describe describe(engine);
  Races races(engine, reaches, describe);
  const LockOrder lock_order(engine, reaches, describe);

  report::Report report;
  append(report.findings, races.find());
  append(report.findings, races.find_unguarded());
  append(report.findings, races.find_unchecked_calls());
  append(report.findings, lock_order.find());
  if (code.cut_calls() != 0)
    report.analysed.notes.push_back(
        {.what = "calls",
         .why = fmt::format("{} have more than {} targets, of which the first were looked at",
                            code.cut_calls(), Code::kMostTargets)});
  if (const std::uint64_t cut = engine.cut_summaries(); cut != 0)
    report.analysed.notes.push_back(
        {.what = "summaries", .why = fmt::format("{} methods do more than is kept of them", cut)});
  if (races.cut() != 0)
    report.analysed.notes.push_back(
        {.what = "accesses",
         .why = fmt::format("of {} fields only some of the accesses were compared", races.cut())});
  report.analysed.counts = {{"methods_summarised", code.methods().size()},
                            {"accesses_summarised", engine.access_count()},
                            {"accesses_from_outside", reaches.accesses().size()},
                            {"modular_pairs_considered", races.considered()},
                            {"modular_lock_order_edges", lock_order.edge_count()}};
  return report;
}

}  // namespace heddle::modular
