#include "pointsto/solve.h"

#include <optional>
#include <utility>

#include "ir/program_snapshot.h"
#include "pointsto/snapshot.h"
#include "pointsto/solver.h"
#include "pointsto/state.h"

namespace heddle::pointsto {

namespace {

// A simpler policy has to do with half as much, so that all tries together cost no more than two of
// the first.
Options step_down(Options options) {
  options.policy = *step_down(options.policy);
  options.budget /= 2;
  return options;
}

}  // namespace

std::uint64_t effective_budget(const Options& options) {
  return step_down(options.policy) ? options.budget : std::numeric_limits<std::uint64_t>::max();
}

std::function<void()> progress_of(const Options& options, const State& state) {
  if (!options.progress) return nullptr;
  return [&] { options.progress(state.shapes.size(), state.graph.size()); };
}

Solved solve(ir::Program& program, const model::Models& models,
             std::span<const ir::MethodId> entries, const Options& options,
             std::unique_ptr<PlatformLayer> platform) {
  Solved solved;
  for (Options trying = options;; trying = step_down(trying)) {
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
