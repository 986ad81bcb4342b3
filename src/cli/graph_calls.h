// `heddle graph calls`: who calls whom.
#pragma once

#include "cli/exit_code.h"
#include "cli/graph_command.h"
#include "cli/graph_program.h"

namespace heddle::cli {

// Wants an opened program, and solves it.
ExitCode print_calls(GraphProgram& graph, const GraphOptions& options);

}  // namespace heddle::cli
