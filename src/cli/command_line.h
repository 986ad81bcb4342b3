// The command line: which verb, with which options. Each verb has a file of its own.
#pragma once

#include <string>

#include "cli/exit_code.h"

namespace heddle::cli {

ExitCode run_command_line(int argc, const char* const* argv, const std::string& version);

}  // namespace heddle::cli
