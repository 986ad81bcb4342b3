// The program. A failed check or an exception that nobody expected is a bug of ours, and the exit
// code says so.
#include <unistd.h>

#include <csignal>
#include <cstdio>
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

// Memory is given back by the end of the process, at once. Where leaks are looked for, piece by
// piece.
void end(ExitCode code) {
#if !defined(HEDDLE_SANITIZED)
  std::fflush(nullptr);
  ::_exit(static_cast<int>(code));
#else
  (void)code;
#endif
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGABRT, exit_as_bug);
  try {
    return static_cast<int>(heddle::cli::run_command_line(argc, argv, HEDDLE_VERSION, end));
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
