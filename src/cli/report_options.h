// How a verb prints a report: the options that every verb with findings has, and what they do.
#pragma once

#include <CLI/CLI.hpp>
#include <expected>
#include <string>
#include <vector>

#include "cli/exit_code.h"
#include "report/report.h"
#include "report/source.h"
#include "report/text.h"

namespace heddle::cli {

struct ReportOptions {
  std::string format = "text";
  std::vector<std::string> source_folders;

  // --format and --source.
  void add_to(CLI::App& verb);

  // Sources may also be beside the inputs and in the folders above them, as in the layouts of Maven
  // and Gradle.
  void look_beside(const std::vector<std::string>& inputs);

  // Opens files below the source folders. They may be where sources begin (`bank/` is in them) or a
  // project's folder with src/main/java and its like. A Kotlin source may leave out leading
  // packages. Paths are shown relative to the working folder.
  [[nodiscard]] report::FindSource source_finder() const;
  [[nodiscard]] report::Sources sources() const { return report::Sources(source_finder()); }

  // Colour if standard output is a terminal and NO_COLOR is not set.
  [[nodiscard]] static report::TextOptions text_options();
};

// A report that was printed as JSON; complains and gives the exit code otherwise.
std::expected<report::Report, ExitCode> open_report(const std::string& path);

}  // namespace heddle::cli
