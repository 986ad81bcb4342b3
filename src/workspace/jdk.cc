#include "workspace/jdk.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace heddle::workspace {
namespace {

namespace fs = std::filesystem;

bool is_file(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

// Java 8 keeps its classes in several jars.
std::vector<std::string> legacy_jars(const fs::path& folder) {
  std::vector<std::string> jars;
  if (!is_file(folder / "rt.jar")) return jars;
  for (const char* name :
       {"resources.jar", "rt.jar", "jsse.jar", "jce.jar", "charsets.jar", "jfr.jar"})
    if (is_file(folder / name)) jars.push_back((folder / name).string());
  return jars;
}

std::vector<std::string> jmods(const fs::path& folder) {
  std::vector<std::string> files;
  std::error_code error;
  for (fs::directory_iterator walk(folder, error); !error && walk != fs::directory_iterator();
       walk.increment(error))
    if (walk->path().extension() == ".jmod") files.push_back(walk->path().string());
  std::ranges::sort(files);
  return files;
}

unsigned release_of_home(const fs::path& home) {
  std::ifstream file(home / "release");
  constexpr std::string_view kKey = "JAVA_VERSION=";
  for (std::string line; std::getline(file, line);)
    if (line.starts_with(kKey)) {
      std::string version = line.substr(kKey.size());
      std::erase(version, '"');
      return feature_release(version);
    }
  return 0;
}

std::optional<Jdk> jdk_in_folder(const fs::path& home) {
  Jdk jdk{.home = home.string(), .files = {}, .release = release_of_home(home)};
  if (is_file(home / "lib" / "modules")) {
    jdk.files = {(home / "lib" / "modules").string()};
    return jdk;
  }
  for (const fs::path& folder : {home / "jre" / "lib", home / "lib"}) {
    jdk.files = legacy_jars(folder);
    if (jdk.files.empty()) continue;
    if (jdk.release == 0) jdk.release = 8;
    return jdk;
  }
  for (const fs::path& folder : {home / "jmods", home}) {
    jdk.files = jmods(folder);
    if (!jdk.files.empty()) return jdk;
  }
  return std::nullopt;
}

std::optional<Jdk> jdk_at(const std::string& path) {
  std::error_code error;
  if (fs::is_directory(path, error)) return jdk_in_folder(path);
  if (!is_file(path)) return std::nullopt;
  // lib/modules or rt.jar itself: the release stands beside or above it.
  Jdk jdk{.home = path, .files = {path}, .release = 0};
  const bool is_legacy = fs::path(path).filename() == "rt.jar";
  if (is_legacy) jdk.files = legacy_jars(fs::path(path).parent_path());
  for (fs::path folder = fs::path(path).parent_path(); jdk.release == 0;
       folder = folder.parent_path()) {
    jdk.release = release_of_home(folder);
    if (folder == folder.parent_path()) break;
  }
  if (jdk.release == 0 && is_legacy) jdk.release = 8;
  return jdk;
}

// The JDK of the first java on the path: behind links, two folders up from bin/java.
std::optional<Jdk> jdk_on_path(const std::string& path) {
  std::string_view rest = path;
  while (!rest.empty()) {
    const std::size_t colon = std::min(rest.find(':'), rest.size());
    const fs::path java = fs::path(rest.substr(0, colon)) / "java";
    rest.remove_prefix(std::min(colon + 1, rest.size()));
    if (!is_file(java)) continue;
    std::error_code error;
    const fs::path real = fs::canonical(java, error);
    if (error) continue;
    if (auto jdk = jdk_in_folder(real.parent_path().parent_path())) return jdk;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> process_environment(const char* name) {
  const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): before any thread
  if (value == nullptr || *value == '\0') return std::nullopt;
  return std::string(value);
}

JdkSearch find_jdk(const std::string& option, const Environment& environment) {
  JdkSearch search;
  if (!option.empty()) {
    search.jdk = jdk_at(option);
    if (!search.jdk)
      search.error = "--jdk " + option + ": no JDK there (wanted lib/modules, jmods or rt.jar)";
    return search;
  }
  if (const auto home = environment("JAVA_HOME")) {
    search.jdk = jdk_at(*home);
    if (!search.jdk)
      search.error = "JAVA_HOME=" + *home + ": no JDK there (wanted lib/modules, jmods or rt.jar)";
    return search;
  }
  if (const auto path = environment("PATH")) search.jdk = jdk_on_path(*path);
  return search;
}

unsigned feature_release(std::string_view version) {
  if (version.starts_with("1.")) version.remove_prefix(2);
  unsigned release = 0;
  std::from_chars(version.data(), version.data() + version.size(), release);
  return release;
}

}  // namespace heddle::workspace
