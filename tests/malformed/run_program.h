// Runs a program to its end, or to the end of our patience.
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace heddle::malformed {

struct Program {
  std::vector<std::string> command;
  std::filesystem::path folder;  // where it runs
  std::chrono::seconds patience{20};
  std::size_t most_memory = 0;  // of address space; 0: no limit
};

struct Finished {
  int exit_code = -1;
  int signal = 0;
  bool timed_out = false;
  std::string output, errors;
};

// With an environment that is empty but for an empty PATH, and nothing on standard input.
Finished run(const Program& program);

}  // namespace heddle::malformed
