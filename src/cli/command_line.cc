#include "cli/command_line.h"

#include <CLI/CLI.hpp>
#include <string>

#include "cli/check_command.h"
#include "cli/exit_code.h"
#include "cli/explain_command.h"
#include "cli/graph_command.h"
#include "cli/ir_command.h"
#include "cli/output.h"
#include "cli/record_command.h"
#include "cli/trace_command.h"

namespace heddle::cli {
namespace {

ExitCode told(const std::string& text) {
  return write_result(text) ? ExitCode::kNothingFound : ExitCode::kUnreadableInput;
}

// The verbs that were given, with a space behind each: "graph calls ".
std::string verb_of(const CLI::App& app) {
  for (const CLI::App* const verb : app.get_subcommands([](const CLI::App*) { return true; }))
    if (verb->count() != 0) return verb->get_name() + " " + verb_of(*verb);
  return {};
}

}  // namespace

ExitCode run_command_line(int argc, const char* const* argv, const std::string& version,
                          const std::function<void(ExitCode)>& at_end) {
  CLI::App app{
      "Heddle finds where the threads of a Java program cross: data races, deadlocks and events\n"
      "that break when their order changes. It reads bytecode; nothing has to be set up.",
      "heddle"};
  app.set_version_flag("--version", "heddle " + version);
  app.require_subcommand(1);
  app.footer(
      "Exit codes: 0 nothing found, 1 findings, 2 wrong usage, 3 an input could not be read or\n"
      "nothing in it could be analysed, 70 a bug of ours.\n\n"
      "heddle VERB --help tells more about a verb.");
  CheckOptions check_options;
  check_options.program.version = version;
  check_options.at_end = at_end;
  const CLI::App* const check = check_options.add_to(app);
  ExplainOptions explain_options;
  const CLI::App* const explain = explain_options.add_to(app);
  IrOptions ir_options;
  ir_options.version = version;
  const CLI::App* const ir = ir_options.add_to(app);
  GraphOptions graph_options;
  graph_options.version = version;
  const CLI::App* const graph = graph_options.add_to(app);
  RecordOptions record_options;
  const CLI::App* const record = record_options.add_to(app);
  TraceOptions trace_options;
  trace_options.version = version;
  const CLI::App* const trace = trace_options.add_to(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    return told(app.help());
  } catch (const CLI::CallForVersion&) {
    return told(app.version() + "\n");
  } catch (const CLI::ParseError& error) {
    complain(std::string(error.what()) + "; see heddle " + verb_of(app) + "--help");
    return ExitCode::kWrongUsage;
  }
  if (check->parsed()) return run_check(check_options);
  if (explain->parsed()) return run_explain(explain_options);
  if (graph->parsed()) return run_graph(graph_options);
  if (record->parsed()) return run_record(record_options);
  if (trace->parsed()) return run_trace(trace_options);
  return ir->parsed() ? run_ir(ir_options) : ExitCode::kWrongUsage;
}

}  // namespace heddle::cli
