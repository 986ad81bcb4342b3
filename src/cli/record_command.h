// `heddle record`: runs a Java program with the agent inside and keeps what it did as a trace. The
// program's streams, signals and exit code pass through. Or records one that runs already.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "cli/exit_code.h"
#include "recording/agent_options.h"

namespace heddle::cli {

struct RecordOptions {
  std::string output = "run.trace";
  std::vector<std::string> include, exclude;
  int stacks = recording::kUsualStacks;  // callers of accesses that are kept
  std::string config;          // empty: the heddle.toml of this folder or the nearest above, if any
  bool is_everywhere = false;  // every JVM that the command starts
  std::vector<std::string> guided;  // a report, or the program; empty: everything is recorded
  bool has_values = false;          // which references are null, and what becomes of them
  bool is_from_start = false;       // accesses also while there is only one thread
  std::string accesses = "all";     // all, fields or none
  std::uint64_t limit = 0;          // bytes; 0: none
  int attach = 0;                   // a process that runs; 0: none, the command is run
  std::vector<std::string> command;

  CLI::App* add_to(CLI::App& app);
};

// The program's exit code; kWrongUsage if it never started. Of a program that ran before: 0, or
// kUnreadableInput if it cannot be recorded.
ExitCode run_record(const RecordOptions& options);

}  // namespace heddle::cli
