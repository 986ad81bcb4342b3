// The program. A failed check or an exception that nobody expected is a bug of ours, and the exit
// code says so.
#include <unistd.h>

#include <csignal>
#include <exception>
#include <new>
#include <string>

#include "cli/command_line.h"
#include "cli/exit_code.h"
#include "cli/output.h"

namespace {

using heddle::cli::ExitCode;

// A failed check ends here: its message is out, the exit code says whose mistake it was.
extern "C" void exit_as_bug(int) { ::_exit(static_cast<int>(ExitCode::kBugOfOurs)); }

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGABRT, exit_as_bug);
  try {
    return static_cast<int>(heddle::cli::run_command_line(argc, argv, HEDDLE_VERSION));
  } catch (const std::bad_alloc&) {
    heddle::cli::complain(
        "out of memory; check takes less with a coarser --policy or --engine modular, trace with a "
        "--window");
    return static_cast<int>(ExitCode::kUnreadableInput);
  } catch (const std::exception& error) {
    heddle::cli::complain(std::string("internal error: ") + error.what());
  }
  return static_cast<int>(ExitCode::kBugOfOurs);
}
