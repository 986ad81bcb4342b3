#include "cli/project_config.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <expected>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "base/printable.h"
#include "model/suggest.h"

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 1> kKeys = {"models"};

class Reader {
 public:
  explicit Reader(const std::string& path) : path_(path) {}

  void read(const toml::table& table) {
    for (const auto& [key, value] : table) {
      if (key.str() == "models") {
        read_models(value);
        continue;
      }
      const std::string_view near = model::suggest(key.str(), kKeys);
      note(key.source(),
           fmt::format("unknown key `{}`{}", base::printable(key.str()),
                       near.empty() ? "" : fmt::format("; did you mean `{}`?", near)));
    }
  }

  void note(const toml::source_region& place, std::string_view why) {
    errors_.push_back(
        {std::max(place.begin.line, 1U), std::max(place.begin.column, 1U), std::string(why)});
  }

  std::expected<ProjectConfig, std::vector<std::string>> finish() {
    if (errors_.empty()) return std::move(config_);
    std::ranges::sort(errors_);
    std::vector<std::string> lines;
    for (const Error& error : errors_)
      lines.push_back(fmt::format("{}:{}:{}: {}", path_, error.line, error.column, error.why));
    return std::unexpected(std::move(lines));
  }

 private:
  struct Error {
    toml::source_index line, column;
    std::string why;
    auto operator<=>(const Error&) const = default;
  };

  void read_models(const toml::node& value) {
    const toml::array* const list = value.as_array();
    if (list == nullptr) return note(value.source(), "`models` must be a list of files");
    for (const toml::node& item : *list) {
      const auto file = item.value<std::string>();
      if (!file || !item.is_string() || file->empty()) {
        note(item.source(), "a file's path is wanted, as in \"models/pool.toml\"");
        continue;
      }
      config_.models.push_back((fs::path(path_).parent_path() / *file).lexically_normal().string());
    }
  }

  const std::string& path_;
  ProjectConfig config_;
  std::vector<Error> errors_;
};

}  // namespace

std::string find_project_config(const std::string& input) {
  std::error_code error;
  const bool is_folder = fs::is_directory(input, error);
  fs::path folder = fs::absolute(input, error).lexically_normal();
  if (error) return {};
  if (!is_folder) folder = folder.parent_path();
  for (;; folder = folder.parent_path()) {
    const fs::path file = folder / "heddle.toml";
    if (fs::is_regular_file(file, error)) return file.string();
    if (folder == folder.parent_path()) return {};
  }
}

std::expected<ProjectConfig, std::vector<std::string>> read_project_config(const std::string& path,
                                                                           std::string_view text) {
  Reader reader(path);
  try {
    reader.read(toml::parse(text));
  } catch (const toml::parse_error& error) {
    reader.note(error.source(), base::printable(error.description()));
  }
  return reader.finish();
}

}  // namespace heddle::cli
