// What is most numerous in an answer: for those of us who look for where time and memory go.
#pragma once

#include <cstddef>
#include <string>

#include "cli/graph_program.h"

namespace heddle::cli {

// The first `count` of each list, largest first. The format is nobody's contract.
void append_largest(std::string& out, const GraphProgram& graph, std::size_t count);

}  // namespace heddle::cli
