#include "cli/heddle_test_only.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "cli/command_line.h"

namespace heddle::cli {
namespace {

// Whatever is set outside: before the first test, so that tests may set it.
[[maybe_unused]] const int set = ::setenv("HEDDLE_CACHE", "off", 1);

}  // namespace

Answer heddle(const std::vector<std::string>& arguments) {
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
