// `heddle graph`: look inside: who calls whom, which objects a variable may be, and what it took to
// find out.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "cli/exit_code.h"
#include "cli/static_options.h"

namespace heddle::cli {

struct GraphOptions {
  StaticOptions program;
  std::vector<std::string> mains;
  bool every_main = false;
  std::string policy = "recommended";
  std::uint64_t budget = 0;  // 0: the default
  std::vector<std::string> models;
  std::string config;
  std::vector<std::string> without;  // techniques of the solver that are switched off
  std::string format = "text";
  std::string version;

  std::string method;    // of calls and points-to
  bool all = false;      // calls: every edge
  std::string field;     // points-to
  std::string variable;  // points-to: a value's number or a local's name

  CLI::App* verb = nullptr;
  CLI::App* calls = nullptr;
  CLI::App* points_to = nullptr;
  CLI::App* stats = nullptr;

  CLI::App* add_to(CLI::App& app);
};

ExitCode run_graph(const GraphOptions& options);

}  // namespace heddle::cli
