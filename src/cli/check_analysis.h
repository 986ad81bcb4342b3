// The engines from end to end: from a program to a report.
#pragma once

#include <cstddef>

#include "cli/graph_program.h"
#include "modular/check.h"
#include "report/report.h"

namespace heddle::cli {

struct AnalysisOptions {
  unsigned workers = 1;
  bool has_guide = false;  // the report also says which accesses were proven not to race
};

// Wants the program to be solved. The report is not finished yet (report/finish.h), and of what was
// analysed it has only what the engine counted.
report::Report analyse(GraphProgram& program, const AnalysisOptions& options);

// How many classes of the inputs there are, and how many of them the solved program has no use of.
struct Reach {
  std::size_t classes = 0;
  std::size_t unreached = 0;

  [[nodiscard]] bool is_small() const { return unreached * 2 > classes; }
};
Reach reach_of(const GraphProgram& program);

// The same by the modular engine, which wants open_code() only.
report::Report analyse_by_method(GraphProgram& program, const modular::Options& options,
                                 modular::Leavings* leavings = nullptr);

}  // namespace heddle::cli
