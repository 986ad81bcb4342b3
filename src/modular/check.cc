#include "modular/check.h"

#include <fmt/format.h>

#include <iterator>
#include <memory>
#include <utility>
#include <vector>

#include "modular/code.h"
#include "modular/describe.h"
#include "modular/engine.h"
#include "modular/lock_order.h"
#include "modular/races.h"
#include "modular/reaches.h"
#include "modular/summary_file.h"
#include "modular/summary_writer.h"
#include "origins/facts.h"

namespace heddle::modular {
namespace {

void append(std::vector<report::Finding>& to, std::vector<report::Finding> more) {
  to.insert(to.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

report::Report report_on(const Engine& engine, const Reaches& reaches, unsigned workers) {
  const Code& code = engine.code();
  const Describe describe(engine);
  Races races(engine, reaches, describe);
  const LockOrder lock_order(engine, reaches, describe);

  std::vector<report::Finding> others = races.find_unguarded();
  append(others, races.find_unchecked_calls());
  append(others, lock_order.find());
  report::Report report;
  report.findings = races.find(workers, others.size());
  append(report.findings, std::move(others));
  const auto note = [&](std::string what, std::string why) {
    report.analysed.notes.push_back({.what = std::move(what), .why = std::move(why)});
  };
  if (code.cut_calls() != 0)
    note("calls", fmt::format("{} have more than {} targets, of which the first were looked at",
                              code.cut_calls(), Code::kMostTargets));
  if (const std::uint64_t cut = engine.cut_summaries(); cut != 0)
    note("summaries", fmt::format("{} methods do more than is kept of them", cut));
  if (races.cut() != 0)
    note("accesses",
         fmt::format("of {} fields only some of the accesses were compared", races.cut()));
  report.analysed.counts = {{"methods_summarised", code.methods().size()},
                            {"methods_reanalysed", engine.reanalysed()},
                            {"accesses_summarised", engine.access_count()},
                            {"accesses_from_outside", reaches.access_count()},
                            {"modular_pairs_considered", races.considered()},
                            {"modular_lock_order_edges", lock_order.edge_count()}};
  return report;
}

void leave(const Engine& engine, const Reaches& reaches, unsigned workers, Leavings& leavings) {
  const Code& code = engine.code();
  leavings.outline = code.outline();
  for (const auto& callees : engine.callees()) leavings.outline.callees.add(callees);
  SummaryWriter writer(code.program(), engine.access_count());
  const std::vector<Summary> outsides = reaches.outsides(workers);
  for (std::size_t i = 0; i < outsides.size(); ++i) {
    const ir::MethodId method = code.methods()[i];
    writer.add(method, *engine.summary(method), engine.is_called(method), outsides[i],
               engine.past(method));
  }
  leavings.summaries = writer.finish();
  leavings.symbols = writer.symbols();
}

}  // namespace

report::Report check(ir::Program& program, const model::Models& models,
                     const AnnotationNames& names, std::span<const std::string> inputs,
                     const Options& options, Leavings* leavings) {
  origins::Facts facts(program, models);
  const auto code = std::make_shared<const Code>(program, models, facts, names, inputs,
                                                 options.is_strict, options.workers);
  const auto engine = std::make_shared<const Engine>(*code, options.workers);
  const auto reaches = std::make_shared<const Reaches>(*engine, options.workers);
  if (options.remains != nullptr) *options.remains = {code, engine, reaches};
  if (leavings != nullptr && !options.is_strict)
    leave(*engine, *reaches, options.workers, *leavings);
  return report_on(*engine, *reaches, options.workers);
}

std::optional<report::Report> check_again(ir::Program& program, const model::Models& models,
                                          const AnnotationNames& names, const Outline& outline,
                                          const SymbolIds& symbols, base::Bytes summaries,
                                          std::span<const ir::ClassId> changed, unsigned workers,
                                          Remains* remains) {
  if (!outline.is_sound(program.class_count(), program.classes().methods(),
                        program.classes().fields()))
    return std::nullopt;
  auto opened = SummaryFile::open(summaries, symbols);
  if (!opened) return std::nullopt;
  const auto before = std::make_shared<const SummaryFile>(std::move(*opened));
  origins::Facts facts(program, models);
  const auto code = std::make_shared<Code>(program, models, facts, names, outline, changed);
  if (code->is_too_different()) return std::nullopt;
  const auto engine = std::make_shared<const Engine>(*code, outline, *before, workers);
  if (engine->is_broken()) return std::nullopt;
  const auto reaches = std::make_shared<const Reaches>(*engine, workers);
  if (remains != nullptr) *remains = {before, code, engine, reaches};
  report::Report report = report_on(*engine, *reaches, workers);
  if (engine->is_broken()) return std::nullopt;
  return report;
}

}  // namespace heddle::modular
