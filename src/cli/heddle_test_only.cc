#include "cli/heddle_test_only.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "cli/command_line.h"

namespace heddle::cli {

Answer heddle(const std::vector<std::string>& arguments) {
  ::setenv("HEDDLE_CACHE", "off", 0);
  std::vector<const char*> argv = {"heddle"};
  for (const std::string& argument : arguments) argv.push_back(argument.c_str());
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  Answer answer{.code = run_command_line(static_cast<int>(argv.size()), argv.data(), "0.0.0"),
                .output = {},
                .errors = {}};
  answer.output = testing::internal::GetCapturedStdout();
  answer.errors = testing::internal::GetCapturedStderr();
  return answer;
}

}  // namespace heddle::cli
