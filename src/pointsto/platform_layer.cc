#include "pointsto/platform_layer.h"

#include <memory>

#include "pointsto/snapshot.h"
#include "pointsto/solve.h"
#include "pointsto/solver.h"
#include "pointsto/state.h"

namespace heddle::pointsto {

PlatformLayer::PlatformLayer(ir::Program& program, const model::Models& models,
                             const Options& options)
    : state_(std::make_unique<State>(program, models, options.policy, options.techniques)),
      solver_(std::make_unique<Solver>(*state_, options.surroundings)) {}

PlatformLayer::~PlatformLayer() = default;

std::unique_ptr<PlatformLayer> PlatformLayer::solve(ir::Program& program,
                                                    const model::Models& models,
                                                    const Options& options) {
  std::unique_ptr<PlatformLayer> layer(new PlatformLayer(program, models, options));
  layer->is_complete_ =
      layer->solver_->run_platform(effective_budget(options), progress_of(options, *layer->state_));
  return layer;
}

std::unique_ptr<PlatformLayer> PlatformLayer::load(ir::Program& program,
                                                   const model::Models& models,
                                                   const Options& options, base::Loader& loader,
                                                   const ir::ProgramSnapshot::Agrees& agrees) {
  if (!ir::ProgramSnapshot::load(program, loader, agrees)) return nullptr;
  std::unique_ptr<PlatformLayer> layer(new PlatformLayer(program, models, options));
  if (!Snapshot::load_resumable(*layer->state_, *layer->solver_, loader)) return nullptr;
  layer->is_complete_ = true;
  return layer;
}

void PlatformLayer::save(base::Saver& saver) const {
  ir::ProgramSnapshot::save(state_->program, saver);
  Snapshot::save_resumable(*state_, *solver_, saver);
}

bool PlatformLayer::is_pure() const {
  return ir::ProgramSnapshot::is_all_of(state_->program, ir::Layer::kPlatform);
}

}  // namespace heddle::pointsto
