// `heddle graph`: look inside: who calls whom, which objects a variable or field may hold, and what
// it took to find out. Output: docs/formats/graph.md.
#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
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
  std::uint64_t budget = 0;  // 0: the solver's own
  std::vector<std::string> models;
  std::string config;                       // empty: the heddle.toml above the first input, if any
  std::vector<std::string> without;         // techniques of the solver that are switched off
  std::vector<std::string> without_models;  // built-in files that are left out
  bool no_cache = false;
  std::string format = "text";
  std::string version;

  bool all = false;         // calls: every edge
  std::string method;       // calls, points-to
  std::string field;        // points-to
  std::string variable;     // points-to: a value's number or a local's name; empty: all
  std::size_t largest = 0;  // stats: so many of whatever is most numerous, for ourselves

  CLI::App* calls = nullptr;
  CLI::App* points_to = nullptr;
  CLI::App* stats = nullptr;

  CLI::App* add_to(CLI::App& app);
  // What every verb that solves a program knows.
  void add_shared(CLI::App& verb);

 private:
  void add_format(CLI::App& verb, const std::vector<std::string>& formats);
  void add_calls(CLI::App& graph);
  void add_points_to(CLI::App& graph);
  void add_stats(CLI::App& graph);
};

ExitCode run_graph(const GraphOptions& options);

}  // namespace heddle::cli
