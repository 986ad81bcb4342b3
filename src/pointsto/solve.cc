#include "pointsto/solve.h"

#include <utility>

#include "pointsto/solver.h"
#include "pointsto/state.h"

namespace heddle::pointsto {

Solved solve(ir::Program& program, const model::Models& models,
             std::span<const ir::MethodId> entries, const Options& options) {
  Solved solved;
  Policy policy = options.policy;
  for (;;) {
    auto state = std::make_unique<State>(program, models, policy, options.techniques);
    const std::optional<Policy> next = step_down(policy);
    Solver solver(
        *state, options.services ? options.services
                                 : [](std::string_view) { return std::vector<std::string>(); });
    const auto progress = [&] {
      if (options.progress) options.progress(state->shapes.size(), state->graph.size());
    };
    // The last policy has to do, whatever it takes.
    const std::uint64_t budget = next ? options.budget : std::numeric_limits<std::uint64_t>::max();
    if (solver.run(entries, budget, progress)) {
      state->work = solver.work();
      solved.heap = std::make_unique<Heap>(std::move(state));
      return solved;
    }
    solved.given_up.push_back(policy);
    policy = *next;
  }
}

}  // namespace heddle::pointsto
