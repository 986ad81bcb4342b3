// `heddle graph stats`: how large the answer is, what it took, and what it leaves out.
#pragma once

#include "cli/exit_code.h"
#include "cli/graph_command.h"
#include "cli/graph_program.h"

namespace heddle::cli {

// Wants an opened program, and solves it.
ExitCode print_stats(GraphProgram& graph, const GraphOptions& options);

}  // namespace heddle::cli
