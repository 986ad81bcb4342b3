// `heddle explain`: everything known about one finding of a report.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "cli/exit_code.h"
#include "cli/report_options.h"

namespace heddle::cli {

struct ExplainOptions {
  std::string id;
  std::string report_file;  // empty: the last one
  ReportOptions output;

  CLI::App* add_to(CLI::App& app);
};

ExitCode run_explain(const ExplainOptions& options);

}  // namespace heddle::cli
