#include "cli/graph_command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "cli/exit_code.h"
#include "cli/graph_calls.h"
#include "cli/graph_points_to.h"
#include "cli/graph_program.h"
#include "cli/graph_stats.h"
#include "cli/member_name.h"
#include "cli/output.h"
#include "model/built_in.h"
#include "model/model.h"
#include "pointsto/policy.h"
#include "pointsto/solve.h"

namespace heddle::cli {
namespace {

// What is wrong with the options, as far as no program is needed to tell; empty: nothing.
std::string wrong_usage(const GraphOptions& options) {
  const auto is_whole = [](const std::string& member) {
    return !parse_member_name(member).owner.empty();
  };
  if (!pointsto::parse_policy(options.policy))
    return "--policy " + options.policy +
           ": there are recommended, insensitive, origin(k), object(k) and call-site(k); see "
           "heddle "
           "graph stats --help";
  if (options.calls->parsed() && options.method.empty() && !options.all)
    return "graph calls wants --method CLASS.NAME or --all; see heddle graph calls --help";
  if (options.points_to->parsed() && options.method.empty() && options.field.empty())
    return "graph points-to wants --method CLASS.NAME or --field CLASS.NAME; see heddle graph "
           "points-to --help";
  if (!options.method.empty() && !is_whole(options.method))
    return "--method wants a class and a method, as in a.b.C.name or a.b.C.name(I)V";
  if (!options.field.empty() && !is_whole(options.field))
    return "--field wants a class and a field, as in a.b.C.name";
  return {};
}

std::vector<std::string> built_in_names() {
  std::vector<std::string> names;
  for (const model::File& file : model::built_in_files()) names.push_back(file.name);
  return names;
}

}  // namespace

void GraphOptions::add_shared(CLI::App& verb) {
  program.add_to(verb);
  verb.add_option("--main", mains,
                  "the class whose main method starts the program; may be given several times "
                  "(default: the main class of the first input's manifest)")
      ->type_name("CLASS")
      ->allow_extra_args(false);
  verb.add_flag("--every-main", every_main,
                "start at every main method of the inputs' own classes");
  verb.add_option("--policy", policy,
                  "what tells calls of one method and objects of one place apart: recommended (the "
                  "default), insensitive, origin(k), object(k), call-site(k)")
      ->type_name("P");
  verb.add_option("--budget", budget,
                  "units of work after which the next simpler policy is tried, with half of them "
                  "(default: " +
                      grouped(pointsto::Options{}.budget) + ", some 10 seconds)")
      ->type_name("N")
      ->check(CLI::PositiveNumber);
  verb.add_option("--models", models,
                  "what you know of methods beyond their code, on top of what Heddle knows; may be "
                  "given several times")
      ->type_name("FILE")
      ->allow_extra_args(false);
  verb.add_option("--config", config,
                  "settings (default: the heddle.toml in the first input's folder or above)")
      ->type_name("FILE");
  verb.add_flag("--no-cache", no_cache,
                "work everything out anew, and keep nothing for the next run");
  verb.add_option(
          "--without", without,
          "techniques of the solver to switch off: cycles, order, difference, variables, calls")
      ->delimiter(',')
      ->check(CLI::IsMember({"cycles", "order", "difference", "variables", "calls"}))
      ->group("");
  verb.add_option("--without-models", without_models,
                  "files of built-in models to leave out: services.toml, reflection.toml and so on")
      ->delimiter(',')
      ->check(CLI::IsMember(built_in_names()))
      ->group("");
}

void GraphOptions::add_format(CLI::App& verb, const std::vector<std::string>& formats) {
  verb.add_option("--format", format, "of the output")
      ->type_name(fmt::format("{}", fmt::join(formats, "|")))
      ->check(CLI::IsMember(formats));
}

void GraphOptions::add_calls(CLI::App& graph) {
  calls = graph.add_subcommand("calls", "who calls a method and whom it calls, or all call edges");
  calls->footer(
      "Class initialisers are called where they run, and what a thread or pool runs is called "
      "where\n"
      "it was started.\n\n"
      "Examples:\n"
      "  heddle graph calls app.jar --method com.acme.Pool.submit\n"
      "  heddle graph calls app.jar --method 'com.acme.Pool.close()V' --format dot | dot -Tsvg\n"
      "  heddle graph calls target/classes --main com.acme.Main --all");
  add_shared(*calls);
  add_format(*calls, {"text", "json", "dot"});
  CLI::Option* const of_method =
      calls->add_option("--method", method, "callers and callees of the methods of that name")
          ->type_name("CLASS.NAME");
  calls->add_flag("--all", all, "every edge of the call graph, each once, a line each")
      ->excludes(of_method);
}

void GraphOptions::add_points_to(CLI::App& graph) {
  points_to = graph.add_subcommand("points-to", "which objects a variable or field may hold");
  points_to->footer(
      "Examples:\n"
      "  heddle graph points-to app.jar --method com.acme.Bank.pay --variable account\n"
      "  heddle graph points-to app.jar --method com.acme.Bank.pay --variable 7   # as in heddle "
      "ir\n"
      "  heddle graph points-to app.jar --field com.acme.Bank.accounts --format json");
  add_shared(*points_to);
  add_format(*points_to, {"text", "json", "dot"});
  CLI::Option* const of_method =
      points_to->add_option("--method", method, "variables of the methods of that name")
          ->type_name("CLASS.NAME");
  points_to
      ->add_option("--variable", variable,
                   "a local variable's name, or a value's number as heddle ir prints it (default: "
                   "all values that are references)")
      ->type_name("NAME")
      ->needs(of_method);
  points_to
      ->add_option("--field", field,
                   "a static field, or an instance field of every object of the class")
      ->type_name("CLASS.NAME")
      ->excludes(of_method);
}

void GraphOptions::add_stats(CLI::App& graph) {
  stats = graph.add_subcommand("stats", "how large the program is, and what it took to find out");
  stats->footer(
      "What was reached and could not be followed (reflection on unknown names, native methods,\n"
      "missing classes) is counted and listed.\n\n"
      "Examples:\n"
      "  heddle graph stats app.jar\n"
      "  heddle graph stats app.jar --class-path 'lib/*' --main com.acme.Main --format json\n"
      "  heddle graph stats app.jar --every-main --policy insensitive");
  add_shared(*stats);
  add_format(*stats, {"text", "json"});
  stats->add_option("--largest", largest, "list so many of whatever is most numerous")->group("");
}

CLI::App* GraphOptions::add_to(CLI::App& app) {
  CLI::App* const graph =
      app.add_subcommand("graph", "look inside: the call graph and points-to sets");
  graph->require_subcommand(1);
  graph->footer(
      "Examples:\n"
      "  heddle graph calls app.jar --method com.acme.Pool.submit\n"
      "  heddle graph points-to app.jar --field com.acme.Bank.accounts\n"
      "  heddle graph stats app.jar --main com.acme.Main --format json\n\n"
      "heddle graph calls --help tells more, and so for the others.");
  add_calls(*graph);
  add_points_to(*graph);
  add_stats(*graph);
  return graph;
}

ExitCode run_graph(const GraphOptions& options) {
  if (const std::string wrong = wrong_usage(options); !wrong.empty()) {
    complain(wrong);
    return ExitCode::kWrongUsage;
  }
  GraphProgram graph;
  if (const ExitCode code = graph.open(options); code != ExitCode::kNothingFound) return code;
  const ExitCode code = options.calls->parsed()       ? print_calls(graph, options)
                        : options.points_to->parsed() ? print_points_to(graph, options)
                                                      : print_stats(graph, options);
  const bool is_partial = code == ExitCode::kNothingFound && !graph.class_path().errors().empty();
  return is_partial ? ExitCode::kUnreadableInput : code;
}

}  // namespace heddle::cli
