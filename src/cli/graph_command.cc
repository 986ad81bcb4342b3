#include "cli/graph_command.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/json_writer.h"
#include "cli/output.h"
#include "entry/main_method.h"
#include "ir/program.h"
#include "model/built_in.h"
#include "model/read.h"
#include "pointsto/solve.h"
#include "workspace/class_path.h"
#include "workspace/jdk.h"

namespace heddle::cli {
namespace {

using base::JsonWriter;
using workspace::ClassPath;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

}  // namespace

CLI::App* GraphOptions::add_to(CLI::App& app) {
  verb = app.add_subcommand("graph", "look inside: the call graph and points-to sets");
  verb->require_subcommand(1);
  const auto common = [&](CLI::App* of) {
    program.add_to(*of);
    of->add_option("--main", mains, "where it starts")->type_name("CLASS");
    of->add_option("--policy", policy, "contexts")->type_name("P");
    of->add_option("--budget", budget, "")->type_name("N");
    of->add_option("--models", models, "")->type_name("FILE");
    of->add_option("--without", without, "")->delimiter(',');
    of->add_option("--format", format)->check(CLI::IsMember({"text", "json", "dot"}));
    of->add_flag("--no-cache");
  };
  calls = verb->add_subcommand("calls", "callers and callees");
  common(calls);
  calls->add_option("--method", method);
  calls->add_flag("--all", all);
  points_to = verb->add_subcommand("points-to", "objects of a variable or field");
  common(points_to);
  stats = verb->add_subcommand("stats", "how large it is and what it took");
  common(stats);
  return verb;
}

ExitCode run_graph(const GraphOptions& options) {
  const auto start = Clock::now();
  const auto class_path = ClassPath::open(options.program.class_path_options(), workspace::process_environment);
  for (const std::string& error : class_path->errors()) complain(error);
  std::vector<model::File> files(model::built_in_files().begin(), model::built_in_files().end());
  const auto models = model::read(files);
  if (!models) {
    for (const std::string& error : models.error()) complain(error);
    return ExitCode::kWrongUsage;
  }
  ir::Program program(*class_path);
  std::vector<ir::MethodId> entries;
  for (const std::string& name : options.mains) {
    const auto entry = entry::main_method(program, name);
    if (!entry) { complain(entry.error()); return ExitCode::kWrongUsage; }
    entries.push_back(*entry);
  }
  const double open = seconds_since(start);
  const auto policy = pointsto::parse_policy(options.policy);
  if (!policy) return ExitCode::kWrongUsage;
  pointsto::Options solving;
  solving.policy = *policy;
  for (const std::string& without : options.without) {
    if (without == "cycles") solving.techniques.collapse_cycles = false;
    if (without == "order") solving.techniques.topological_order = false;
    if (without == "difference") solving.techniques.difference_propagation = false;
  }
  const auto solved = pointsto::solve(program, *models, entries, solving);
  const double solve = seconds_since(start) - open;
  const auto totals = solved.heap->totals();
  fmt::print("open {:.3f} solve {:.3f} totals {:.3f}\n", open, solve, seconds_since(start)-open-solve);
  fmt::print("methods {} instances {} call_edges {} objects {} contexts {} points_to {} nodes {} edges {} unions {} rankings {} collapsed {} mb {} peak {:.0f}\n",
    totals.reachable_methods, totals.instances, totals.call_edges, totals.objects, totals.contexts, totals.points_to, totals.nodes, totals.edges, totals.unions, totals.rankings, totals.collapsed, totals.bytes>>20, peak_megabytes());
  fmt::print("unmodelled {}\n", solved.heap->unmodelled().size());
  return ExitCode::kNothingFound;
}

}  // namespace heddle::cli
