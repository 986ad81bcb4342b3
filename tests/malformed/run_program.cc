#include "run_program.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>  // NOLINT(modernize-deprecated-headers): kill() is POSIX
#include <sys/resource.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <vector>

namespace heddle::malformed {
namespace {

using Clock = std::chrono::steady_clock;

struct Pipe {
  std::array<int, 2> ends{-1, -1};
  Pipe() {
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) std::abort();
  }
  ~Pipe() {
    for (const int end : ends)
      if (end >= 0) ::close(end);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  void close_writer() {
    ::close(ends[1]);
    ends[1] = -1;
  }
};

[[noreturn]] void become(const Program& program, const Pipe& output, const Pipe& errors) {
  std::vector<char*> arguments;
  for (const std::string& argument : program.command)
    arguments.push_back(const_cast<char*>(argument.c_str()));  // NOLINT: execve takes no const
  arguments.push_back(nullptr);
  std::string path = "PATH=";
  std::array<char*, 2> environment{path.data(), nullptr};
  if (program.most_memory != 0) {
    const rlimit limit{program.most_memory, program.most_memory};
    ::setrlimit(RLIMIT_AS, &limit);
  }
  const int nothing = ::open("/dev/null", O_RDONLY);
  const bool is_ready = ::chdir(program.folder.c_str()) == 0 && ::dup2(nothing, 0) >= 0 &&
                        ::dup2(output.ends[1], 1) >= 0 && ::dup2(errors.ends[1], 2) >= 0;
  if (is_ready) ::execve(arguments[0], arguments.data(), environment.data());
  ::_exit(127);
}

// Reads both until they are closed; false when that takes too long.
bool read_all(const Pipe& output, const Pipe& errors, Clock::time_point end, Finished& finished) {
  std::array<pollfd, 2> open{pollfd{output.ends[0], POLLIN, 0}, pollfd{errors.ends[0], POLLIN, 0}};
  std::array<std::string*, 2> texts{&finished.output, &finished.errors};
  std::vector<char> buffer(std::size_t{1} << 16U);
  while (open[0].fd >= 0 || open[1].fd >= 0) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now());
    if (left.count() <= 0) return false;
    ::poll(open.data(), open.size(), static_cast<int>(left.count()));
    for (std::size_t i = 0; i < open.size(); ++i) {
      if (open[i].fd < 0 || open[i].revents == 0) continue;
      const ssize_t count = ::read(open[i].fd, buffer.data(), buffer.size());
      if (count > 0) {
        texts[i]->append(buffer.data(), static_cast<std::size_t>(count));
      } else {
        open[i].fd = -1;
      }
    }
  }
  return true;
}

}  // namespace

Finished run(const Program& program) {
  Finished finished;
  Pipe output;
  Pipe errors;
  const auto child = ::fork();
  if (child < 0) std::abort();
  if (child == 0) become(program, output, errors);
  output.close_writer();
  errors.close_writer();
  finished.timed_out = !read_all(output, errors, Clock::now() + program.patience, finished);
  if (finished.timed_out) ::kill(child, SIGKILL);
  int status = 0;
  ::waitpid(child, &status, 0);
  // NOLINTBEGIN(misc-include-cleaner): the macros come with <sys/wait.h>
  if (WIFEXITED(status)) finished.exit_code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) finished.signal = WTERMSIG(status);
  // NOLINTEND(misc-include-cleaner)
  return finished;
}

}  // namespace heddle::malformed
