#include "workspace/identity.h"

#include <sys/stat.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "base/bytes.h"
#include "base/hash.h"
#include "ir/ids.h"
#include "workspace/class_path.h"
#include "workspace/mapped_file.h"

namespace heddle::workspace {
namespace {

namespace fs = std::filesystem;

void add(base::Hasher& hasher, base::Hash128 hash) { hasher.add(hash.high).add(hash.low); }

void add_file(base::Hasher& hasher, const std::string& path) {
  const auto file = MappedFile::open(path);
  hasher.add(file.has_value());
  if (!file) return;
  const XXH128_hash_t hash = XXH3_128bits(file->bytes().data(), file->bytes().size());
  hasher.add(std::uint64_t{file->bytes().size()}).add(hash.high64).add(hash.low64);
}

std::vector<std::string> files_below(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code error;
  constexpr auto kOptions = fs::directory_options::follow_directory_symlink |
                            fs::directory_options::skip_permission_denied;
  for (fs::recursive_directory_iterator at(folder, kOptions, error), end; !error && at != end;
       at.increment(error)) {
    std::error_code gone;
    if (at.depth() > 64) at.disable_recursion_pending();
    if (at->is_regular_file(gone)) files.push_back(at->path().string());
  }
  std::ranges::sort(files);
  return files;
}

}  // namespace

base::Hash128 content_identity(const std::string& path) {
  base::Hasher hasher;
  std::error_code error;
  if (!fs::is_directory(path, error)) {
    add_file(hasher, path);
    return hasher.finish();
  }
  for (const std::string& file : files_below(path)) {
    hasher.add(std::string_view(file).substr(path.size()));
    add_file(hasher, file);
  }
  return hasher.finish();
}

base::Hash128 status_identity(const std::string& path) {
  base::Hasher hasher;
  struct stat status{};
  hasher.add(::stat(path.c_str(), &status));
  hasher.add(status.st_ino).add(status.st_size);
  hasher.add(status.st_mtim.tv_sec).add(status.st_mtim.tv_nsec);
  hasher.add(status.st_ctim.tv_sec).add(status.st_ctim.tv_nsec);
  return hasher.finish();
}

std::optional<base::Hash128> platform_identity(const ClassPath& class_path) {
  if (!class_path.is_platform_alone()) return std::nullopt;
  base::Hasher hasher;
  hasher.add(class_path.release());
  for (const ClassPath::Part& part : class_path.parts())
    if (part.layer == ir::Layer::kPlatform) add(hasher, status_identity(part.path));
  return hasher.finish();
}

std::optional<base::Hash128> program_identity(const ClassPath& class_path) {
  base::Hasher hasher;
  hasher.add(class_path.release());
  for (const ClassPath::Part& part : class_path.parts()) {
    if (status_identity(part.path) != part.status) return std::nullopt;
    hasher.add(part.layer).add(part.is_input).add(part.path);
    add(hasher, part.layer == ir::Layer::kPlatform ? status_identity(part.path)
                                                   : content_identity(part.path));
  }
  return hasher.finish();
}

std::optional<base::Hash128> own_identity() {
  constexpr const char* kSelf = "/proc/self/exe";
  struct stat status{};
  if (::stat(kSelf, &status) != 0) return std::nullopt;
  return status_identity(kSelf);
}

}  // namespace heddle::workspace
