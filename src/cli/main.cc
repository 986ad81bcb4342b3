// The command line: which verb, with which options. Each verb has a file of its own.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <string>

#include "cli/exit_code.h"
#include "cli/ir_command.h"
#include "cli/output.h"

namespace {

using heddle::cli::ExitCode;

// A failed check ends here: its message is out, the exit code says whose mistake it was.
extern "C" void exit_as_bug(int) { ::_exit(static_cast<int>(ExitCode::kBugOfOurs)); }

ExitCode told(const std::string& text) {
  return heddle::cli::write_result(text) ? ExitCode::kNothingFound : ExitCode::kUnreadableInput;
}

int run(int argc, char** argv) {
  CLI::App app{
      "Heddle finds where the threads of a Java program cross: data races, deadlocks and events\n"
      "that break when their order changes. It reads bytecode; nothing has to be set up.",
      "heddle"};
  app.set_version_flag("--version", std::string("heddle ") + HEDDLE_VERSION);
  app.require_subcommand(1);
  app.footer(
      "Exit codes: 0 nothing found, 1 findings, 2 wrong usage, 3 an input could not be read or\n"
      "nothing in it could be analysed, 70 a bug of ours.\n\n"
      "heddle VERB --help tells more about a verb.");
  heddle::cli::IrOptions ir_options;
  ir_options.version = HEDDLE_VERSION;
  const CLI::App* const ir = ir_options.add_to(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    return static_cast<int>(told(app.help()));
  } catch (const CLI::CallForVersion&) {
    return static_cast<int>(told(app.version() + "\n"));
  } catch (const CLI::ParseError& error) {
    heddle::cli::complain(std::string(error.what()) + "; see heddle --help");
    return static_cast<int>(ExitCode::kWrongUsage);
  }
  if (ir->parsed()) return static_cast<int>(heddle::cli::run_ir(ir_options));
  return static_cast<int>(ExitCode::kWrongUsage);
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGABRT, exit_as_bug);
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    heddle::cli::complain(std::string("internal error: ") + error.what());
  }
  return static_cast<int>(ExitCode::kBugOfOurs);
}
