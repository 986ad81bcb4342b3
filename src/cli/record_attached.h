// `heddle record --attach`: a recording of a program that runs already.
#pragma once

#include <sys/types.h>

#include <expected>
#include <string>

#include "recording/agent_options.h"

namespace heddle::cli {

// Records until the program ends, or this process is asked to end (SIGINT, SIGTERM, SIGHUP), and
// gives what the agent says of the recording; empty if the program ended without a word. Why
// nothing was recorded, otherwise.
std::expected<std::string, std::string> record_attached(pid_t process, const std::string& library,
                                                        const recording::AgentOptions& options);

}  // namespace heddle::cli
