// `heddle graph points-to`: which objects a variable or field may hold.
#pragma once

#include "cli/exit_code.h"
#include "cli/graph_command.h"
#include "cli/graph_program.h"

namespace heddle::cli {

// Wants an opened program, and solves it.
ExitCode print_points_to(GraphProgram& graph, const GraphOptions& options);

}  // namespace heddle::cli
