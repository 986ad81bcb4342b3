// `heddle check`: find data races and deadlocks, and say how we know. Output:
// docs/formats/report.md.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>

#include "cli/exit_code.h"
#include "cli/graph_command.h"
#include "cli/report_options.h"

namespace heddle::cli {

struct CheckOptions {
  GraphOptions program;
  ReportOptions report;
  std::string engine;          // empty: whole-program if there is a main method, else modular
  std::string only;            // the weakest evidence that counts; empty: any
  std::string output;          // empty: standard output
  std::string view = "field";  // text: what findings are put together by
  bool all = false;            // also the less serious ones of many
  bool strict = false;         // modular: also calls of what promises nothing
  bool guide = false;          // also what was proven, for heddle record --guided
  std::string baseline;
  std::string new_baseline;
  std::string since;                   // a baseline, or the inputs as they were before
  std::vector<std::string> project{};  // what the inputs are called now, where they are of before
  // Called when all is said, before anything is given back; it need not return.
  std::function<void(ExitCode)> at_end{};

  CLI::App* add_to(CLI::App& app);
};

ExitCode run_check(const CheckOptions& options);

}  // namespace heddle::cli
