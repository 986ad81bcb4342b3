// What follows from the virtual machine's own roots alone: the layer under every program that is
// analysed on the same platform, with the same models, policy and budget. Nothing of a program is
// in it, unless platform code names one of the program's classes.
//
//   auto platform = PlatformLayer::solve(program, models, options);   // or load()
//   Solved solved = solve(program, models, entries, options, std::move(platform));
//
// Loaded or solved, what comes on top of it is the same, number for number.
//
// Thread safety: one thread. Lifetime: program and models must outlive it.
#pragma once

#include <cstdint>
#include <memory>

#include "base/persist.h"
#include "ir/program.h"
#include "ir/program_snapshot.h"
#include "model/model.h"
#include "pointsto/policy.h"

namespace heddle::pointsto {

struct Options;
struct State;
class Solver;

class PlatformLayer {
 public:
  // To be kept, the program must not have been asked anything before.
  static std::unique_ptr<PlatformLayer> solve(ir::Program& program, const model::Models& models,
                                              const Options& options);

  // The program's part comes with it, so the program must not have been asked anything. Null: the
  // bytes are broken, or the program's source does not agree; unless the program is still empty
  // then, a new one is needed.
  static std::unique_ptr<PlatformLayer> load(ir::Program& program, const model::Models& models,
                                             const Options& options, base::Loader& loader,
                                             const ir::ProgramSnapshot::Agrees& agrees);
  void save(base::Saver& saver) const;

  ~PlatformLayer();
  // False: it went over the budget.
  [[nodiscard]] bool is_complete() const { return is_complete_; }
  // Nothing but classes of the platform is in it: it serves other programs too.
  [[nodiscard]] bool is_pure() const;

  [[nodiscard]] Solver& solver() { return *solver_; }
  std::unique_ptr<State> take_state() { return std::move(state_); }

 private:
  PlatformLayer(ir::Program& program, const model::Models& models, const Options& options);

  std::unique_ptr<State> state_;
  std::unique_ptr<Solver> solver_;
  bool is_complete_ = false;
};

}  // namespace heddle::pointsto
