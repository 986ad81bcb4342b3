// The guide of a recording (recording/guide.h): what the static analysis proved, in a file that the
// agent reads.
#pragma once

#include <expected>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "cli/exit_code.h"

namespace heddle::cli {

// A file that is gone with this.
class GuideFile {
 public:
  explicit GuideFile(std::filesystem::path folder) : folder_(std::move(folder)) {}
  ~GuideFile();
  GuideFile(GuideFile&& other) noexcept : folder_(std::exchange(other.folder_, {})) {}
  GuideFile& operator=(GuideFile&&) = delete;

  [[nodiscard]] std::filesystem::path path() const { return folder_ / "guide"; }

 private:
  std::filesystem::path folder_;
};

// Of a report that `heddle check --guide` wrote (one name that ends in .json), or of the program
// itself: jars and class folders, which are analysed now, from the main class that `command`
// starts. Complains and gives the exit code otherwise.
std::expected<GuideFile, ExitCode> make_guide(const std::vector<std::string>& inputs,
                                              const std::vector<std::string>& command);

// The class that a command `java …` starts; empty if it does not say, or starts a jar.
std::string main_class_of(const std::vector<std::string>& command);

}  // namespace heddle::cli
