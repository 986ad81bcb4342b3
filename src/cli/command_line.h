// The command line: which verb, with which options. Each verb has a file of its own.
#pragma once

#include <functional>
#include <string>

#include "cli/exit_code.h"

namespace heddle::cli {

// `at_end` is called when all is said, before what was worked with is given back, by verbs that
// have much of it; it may end the process.
ExitCode run_command_line(int argc, const char* const* argv, const std::string& version,
                          const std::function<void(ExitCode)>& at_end = {});

}  // namespace heddle::cli
