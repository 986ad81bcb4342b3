#include "cli/record_guide.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <expected>
#include <filesystem>
#include <fstream>
#include <ios>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "cli/exit_code.h"
#include "cli/guide.h"
#include "cli/output.h"
#include "cli/report_options.h"

extern char** environ;

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;

std::unexpected<ExitCode> refuse(const std::string& why) {
  complain(why);
  return std::unexpected(ExitCode::kWrongUsage);
}

// `heddle check` in a process of its own: what it took is free again while the program runs.
bool check(const std::vector<std::string>& inputs, const std::vector<std::string>& command,
           const std::string& output) {
  std::vector<std::string> words = {"heddle",   "check", "--guide",  "--engine", "whole-program",
                                    "--format", "json",  "--output", output};
  words.insert(words.end(), inputs.begin(), inputs.end());
  const std::string main = main_class_of(command);
  const bool is_jar = std::ranges::find(command, "-jar") != command.end();
  if (!main.empty()) {
    words.insert(words.end(), {"--main", main});
  } else if (!is_jar) {
    words.emplace_back("--every-main");
  }
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  pid_t process = 0;
  if (::posix_spawn(&process, "/proc/self/exe", nullptr, nullptr, pointers.data(), environ) != 0)
    return false;
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) && (WEXITSTATUS(status) == static_cast<int>(ExitCode::kNothingFound) ||
                               WEXITSTATUS(status) == static_cast<int>(ExitCode::kFindings));
}

}  // namespace

GuideFile::~GuideFile() {
  std::error_code ignored;
  if (!folder_.empty()) fs::remove_all(folder_, ignored);
}

std::string main_class_of(const std::vector<std::string>& command) {
  constexpr std::array<std::string_view, 10> kWithValue = {
      "-cp",           "-classpath",  "--class-path",  "-p",          "--module-path",
      "--add-modules", "--add-opens", "--add-exports", "--add-reads", "--upgrade-module-path"};
  for (std::size_t at = 1; at < command.size(); ++at) {
    const std::string& word = command[at];
    if (word == "-jar" || word == "-m" || word == "--module" || word.starts_with('@')) return {};
    if (!word.starts_with('-')) return word.ends_with(".java") ? std::string() : word;
    if (std::ranges::find(kWithValue, word) != kWithValue.end()) ++at;
  }
  return {};
}

std::expected<GuideFile, ExitCode> make_guide(const std::vector<std::string>& inputs,
                                              const std::vector<std::string>& command) {
  std::string pattern = (fs::temp_directory_path() / "heddle-guide-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) return refuse(pattern + ": " + std::strerror(errno));
  GuideFile made{fs::path(pattern)};
  std::string report_file = inputs.front();
  if (inputs.size() != 1 || !report_file.ends_with(".json")) {
    report_file = (fs::path(pattern) / "report.json").string();
    if (!check(inputs, command, report_file))
      return refuse("the program cannot be analysed, so that nothing can guide the recording");
  }
  const auto report = open_report(report_file);
  if (!report) return std::unexpected(report.error());
  if (!report->guide)
    return refuse(report_file +
                  ": says nothing about single accesses; heddle check --guide "
                  "--format json makes such a report");
  std::ofstream file(made.path(), std::ios::binary);
  file << compile_guide(*report).print();
  if (!file.flush()) return refuse(made.path().string() + ": cannot be written");
  return made;
}

}  // namespace heddle::cli
