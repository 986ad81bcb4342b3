// `heddle trace`: what recorded runs show, or could have shown under another schedule; and `heddle
// trace convert`, from one form of a trace to another. Output: docs/formats/report.md, forms:
// docs/formats/trace.md.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "cli/exit_code.h"

namespace heddle::cli {

struct TraceOptions {
  std::vector<std::string> files;
  std::string order;   // relaxed, strict or both; empty: relaxed, and both with a report
  std::string report;  // a static report of the program, to be joined
  double window = 0;   // seconds; 0: none
  std::string format = "text";
  std::string output;                // empty: standard output
  std::vector<std::string> without;  // techniques of the relaxed order, for ourselves
  std::string chains = "fifo";       // for ourselves
  std::string version;
  std::string from, to;  // convert

  CLI::App* convert = nullptr;

  CLI::App* add_to(CLI::App& app);
};

ExitCode run_trace(const TraceOptions& options);

}  // namespace heddle::cli
