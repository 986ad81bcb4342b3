#include "cli/last_report.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "report/json.h"
#include "report/report.h"
#include "workspace/cache.h"
#include "workspace/jdk.h"

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;
using workspace::Environment;

constexpr std::string_view kReport = "last-report.json";
constexpr std::string_view kSources = "last-sources.txt";

std::string file_in_cache(const Environment& environment, std::string_view name) {
  const std::string folder = workspace::Cache::folder(environment);
  return folder.empty() ? std::string() : (fs::path(folder) / name).string();
}

// A folder that is made here is for its owner alone.
void make_folder(const fs::path& folder) {
  std::error_code error;
  if (fs::create_directories(folder, error))
    fs::permissions(folder, fs::perms::owner_all, fs::perm_options::replace, error);
}

bool write_whole(const std::string& path, std::string_view text) {
  const std::string unfinished = path + "." + std::to_string(::getpid()) + ".part";
  std::ofstream file(unfinished, std::ios::binary);
  file << text;
  file.close();
  std::error_code error;
  if (file) fs::rename(unfinished, path, error);
  if (file && !error) return true;
  fs::remove(unfinished, error);
  return false;
}

}  // namespace

std::string last_report_file(const Environment& environment) {
  return file_in_cache(environment, kReport);
}

bool keep_last_report(const report::Report& report, const std::vector<std::string>& source_folders,
                      const Environment& environment, std::string* json) {
  const std::string file = last_report_file(environment);
  if (file.empty()) return false;
  make_folder(fs::path(file).parent_path());
  std::string sources;
  std::error_code error;
  for (const std::string& folder : source_folders)
    sources += fs::absolute(folder, error).string() + "\n";
  std::string text = report::to_json(report);
  const bool is_kept =
      write_whole(file, text) && write_whole(file_in_cache(environment, kSources), sources);
  if (json != nullptr) *json = std::move(text);
  return is_kept;
}

std::vector<std::string> last_source_folders(const Environment& environment) {
  std::vector<std::string> folders;
  std::ifstream file(file_in_cache(environment, kSources));
  for (std::string line; std::getline(file, line);) folders.push_back(line);
  return folders;
}

}  // namespace heddle::cli
