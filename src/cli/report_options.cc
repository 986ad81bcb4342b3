#include "cli/report_options.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <expected>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "cli/exit_code.h"
#include "cli/output.h"
#include "report/json.h"
#include "report/report.h"
#include "report/source.h"
#include "report/text.h"
#include "workspace/mapped_file.h"

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 6> kLayouts = {"",    "src/main/java", "src/main/kotlin",
                                                      "src", "src/test/java", "src/test/kotlin"};
// From build/classes/java/main to the project.
constexpr int kFoldersAbove = 4;
constexpr std::size_t kLargestSource = std::size_t{16} << 20U;

// The path, and for Kotlin the path without its leading packages.
std::vector<std::string> spellings(std::string_view path) {
  std::vector<std::string> all = {std::string(path)};
  if (!path.ends_with(".kt")) return all;
  for (std::size_t slash = path.find('/'); slash != std::string_view::npos;
       slash = path.find('/', slash + 1))
    all.emplace_back(path.substr(slash + 1));
  return all;
}

std::optional<report::SourceFile> open_source(const fs::path& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return std::nullopt;
  if (fs::file_size(path, error) > kLargestSource || error) return std::nullopt;
  const auto file = workspace::MappedFile::open(path.string());
  if (!file) return std::nullopt;
  return report::SourceFile{.path = fs::proximate(path, error).generic_string(),
                            .text = std::string(base::as_text(file->bytes()))};
}

// Where sources may begin.
std::vector<fs::path> roots_below(const std::vector<std::string>& folders) {
  std::vector<fs::path> roots;
  std::error_code error;
  for (const std::string& folder : folders)
    for (const std::string_view layout : kLayouts)
      if (const fs::path root = fs::path(folder) / layout; fs::is_directory(root, error))
        roots.push_back(root);
  return roots;
}

// Looks for sources below some roots, and remembers which of their folders are there: most roots
// have none of a program's packages.
class SourceSearch {
 public:
  explicit SourceSearch(std::vector<fs::path> roots) : roots_(std::move(roots)) {}

  std::optional<report::SourceFile> operator()(std::string_view path) {
    for (const fs::path& root : roots_)
      for (const std::string& spelling : spellings(path)) {
        const fs::path file = root / spelling;
        if (!is_folder(file.parent_path())) continue;
        if (auto found = open_source(file)) return found;
      }
    return std::nullopt;
  }

 private:
  bool is_folder(const fs::path& path) {
    const auto [place, is_new] = is_folder_.try_emplace(path.native());
    std::error_code error;
    if (is_new) place->second = fs::is_directory(path, error);
    return place->second;
  }

  std::vector<fs::path> roots_;
  std::map<std::string, bool> is_folder_;
};

}  // namespace

void ReportOptions::add_to(CLI::App& verb) {
  verb.add_option("--format", format, "of the output")
      ->type_name("text|json|sarif")
      ->check(CLI::IsMember({"text", "json", "sarif"}));
  verb.add_option("--source", source_folders,
                  "a folder with sources, for snippets and paths; may be given several times")
      ->type_name("DIR")
      ->allow_extra_args(false);
}

void ReportOptions::look_beside(const std::vector<std::string>& inputs) {
  std::error_code error;
  for (const std::string& input : inputs) {
    fs::path folder = fs::absolute(input, error).lexically_normal();
    if (!fs::is_directory(folder, error)) folder = folder.parent_path();
    for (int above = 0; above <= kFoldersAbove && folder != folder.root_path(); ++above) {
      if (std::ranges::find(source_folders, folder.string()) == source_folders.end())
        source_folders.push_back(folder.string());
      folder = folder.parent_path();
    }
  }
}

report::FindSource ReportOptions::source_finder() const {
  std::vector<fs::path> roots = roots_below(source_folders);
  if (roots.empty()) return {};
  return SourceSearch(std::move(roots));
}

report::TextOptions ReportOptions::text_options() {
  return {.colour = ::isatty(STDOUT_FILENO) == 1 && std::getenv("NO_COLOR") == nullptr};
}

std::expected<report::Report, ExitCode> open_report(const std::string& path) {
  const auto file = workspace::MappedFile::open(path);
  if (!file) {
    complain(path + ": " + file.error());
    return std::unexpected(ExitCode::kUnreadableInput);
  }
  auto report = report::from_json(base::as_text(file->bytes()));
  if (!report) {
    complain(path + ": " + report.error().describe());
    return std::unexpected(ExitCode::kUnreadableInput);
  }
  return std::move(*report);
}

}  // namespace heddle::cli
