// `heddle ir`: look at the IR of a program, or survey the whole of it.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "cli/exit_code.h"
#include "cli/static_options.h"

namespace heddle::cli {

struct IrOptions {
  StaticOptions program;
  std::string method;    // a.b.C.name, or with a descriptor a.b.C.name(I)V
  std::string of_class;  // a.b.C
  bool summary = false;
  bool round_trip = false;
  std::string format = "text";
  std::string version;

  CLI::App* add_to(CLI::App& app);
};

ExitCode run_ir(const IrOptions& options);

}  // namespace heddle::cli
