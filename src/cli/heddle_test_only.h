// The program heddle as tests run it: inside the test, with what it says caught.
#pragma once

#include <string>
#include <vector>

#include "cli/exit_code.h"

namespace heddle::cli {

struct Answer {
  ExitCode code{};
  std::string output, errors;
};

// Says it is version 0.0.0. Keeps nothing between runs unless the test has set HEDDLE_CACHE.
Answer heddle(const std::vector<std::string>& arguments);

}  // namespace heddle::cli
