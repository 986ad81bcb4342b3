#include "pointsto/solve.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "ir/program_snapshot.h"
#include "pointsto/snapshot.h"
#include "pointsto/solver.h"
#include "pointsto/state.h"

namespace heddle::pointsto {

namespace {

// Contexts with origins for all of the application's code are for small programs: of large ones
// they cost several times as much and say little more. So they have but a part of the budget.
constexpr std::uint64_t kPartOfOrigins = 4;

bool is_first(const Policy& policy) {
  return policy.kind == Policy::Kind::kRecommended && policy.application_origins();
}

// Any other simpler policy has to do with half as much as the one before, so that all tries
// together cost no more than twice the budget and a bit.
Options step_down(Options options) {
  if (!is_first(options.policy)) options.budget /= 2;
  options.policy = *step_down(options.policy);
  return options;
}

// What a method takes, of programs with tens of thousands of them: 280 to 570 units with few
// contexts or none, more in larger programs.
constexpr std::uint64_t kForMethod = 400;

// A simpler policy reaches all that was reached so far, and what went over the budget with calls
// that no context tells apart (an interpreter's, on whatever object) will do so again: those that
// have less to spend on them than that takes are left out.
Options step_down(Options options, const State& reached, const Solver& solver) {
  const std::uint64_t least =
      std::max({solver.work_without_contexts() * Solver::kPartWithoutContexts,
                reached.shapes.size() * kForMethod,
                // The others have less than this one.
                solver.is_in_vain() ? options.budget : 0});
  do {
    options = step_down(options);
  } while (effective_budget(options) <= least);
  return options;
}

}  // namespace

std::uint64_t effective_budget(const Options& options) {
  if (!step_down(options.policy)) return std::numeric_limits<std::uint64_t>::max();
  return is_first(options.policy) ? options.budget / kPartOfOrigins : options.budget;
}

std::function<void()> progress_of(const Options& options, const State& state) {
  if (!options.progress) return nullptr;
  return [&] { options.progress(state.shapes.size(), state.graph.size()); };
}

Solved solve(ir::Program& program, const model::Models& models,
             std::span<const ir::MethodId> entries, const Options& options,
             std::unique_ptr<PlatformLayer> platform) {
  Solved solved;
  for (Options trying = options;;) {
    if (platform == nullptr) platform = PlatformLayer::solve(program, models, trying);
    const std::unique_ptr<PlatformLayer> layer = std::move(platform);
    std::unique_ptr<State> state = layer->take_state();
    if (layer->is_complete() &&
        layer->solver().run(entries, effective_budget(trying), progress_of(trying, *state))) {
      state->work = layer->solver().work();
      solved.heap = std::make_unique<Heap>(std::move(state));
      return solved;
    }
    solved.given_up.push_back(trying.policy);
    trying = step_down(trying, *state, layer->solver());
  }
}

void save(const Solved& solved, base::Saver& saver) {
  const State& state = solved.heap->state();
  ir::ProgramSnapshot::save(state.program, saver);
  saver.array(solved.given_up);
  saver.value(state.policy);
  Snapshot::save_answer(state, saver);
}

std::optional<Solved> load(ir::Program& program, const model::Models& models,
                           const Options& options, base::Loader& loader) {
  if (!ir::ProgramSnapshot::load(program, loader, nullptr)) return std::nullopt;
  Solved solved;
  loader.array(solved.given_up);
  Policy policy;
  loader.value(policy);
  auto state = std::make_unique<State>(program, models, policy, options.techniques);
  if (!Snapshot::load_answer(*state, loader) || !loader.at_end()) return std::nullopt;
  solved.heap = std::make_unique<Heap>(std::move(state));
  return solved;
}

}  // namespace heddle::pointsto
