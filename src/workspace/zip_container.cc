#include "workspace/zip_container.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "archive/content.h"
#include "archive/jmod.h"
#include "archive/zip.h"
#include "base/bytes.h"
#include "base/malformed.h"
#include "ir/ids.h"
#include "workspace/container.h"
#include "workspace/named_classes.h"

namespace heddle::workspace {
namespace {

constexpr std::string_view kSuffix = ".class";
constexpr std::string_view kVersions = "META-INF/versions/";
constexpr std::string_view kManifest = "META-INF/MANIFEST.MF";

constexpr std::uint64_t kLargestManifest = std::uint64_t{4} << 20U;

bool equal_but_for_case(std::string_view left, std::string_view right) {
  return std::ranges::equal(left, right, [](char one, char other) {
    return std::tolower(static_cast<unsigned char>(one)) ==
           std::tolower(static_cast<unsigned char>(other));
  });
}

// The value of a header in the manifest's main section; lines may be continued by a space.
std::optional<std::string> manifest_value(std::string_view manifest, std::string_view header) {
  std::optional<std::string> value;
  while (!manifest.empty()) {
    const std::size_t end = std::min(manifest.find('\n'), manifest.size());
    std::string_view line = manifest.substr(0, end);
    manifest.remove_prefix(std::min(end + 1, manifest.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty()) break;  // the end of the main section
    if (line.starts_with(' ')) {
      if (value) *value += line.substr(1);
      continue;
    }
    if (value) break;
    if (line.size() > header.size() && line[header.size()] == ':' &&
        equal_but_for_case(line.substr(0, header.size()), header)) {
      value = line.substr(header.size() + 1);
      value->erase(0, value->find_first_not_of(' '));
    }
  }
  if (value) value->erase(value->find_last_not_of(" \t") + 1);
  return value;
}

// The N of "META-INF/versions/N/…", 0 if there is none.
unsigned version_of(std::string_view path) {
  if (!path.starts_with(kVersions)) return 0;
  path.remove_prefix(kVersions.size());
  unsigned version = 0;
  const auto [end, error] = std::from_chars(path.data(), path.data() + path.size(), version);
  if (error != std::errc() || end == path.data() + path.size() || *end != '/') return 0;
  return version;
}

}  // namespace

ZipContainer::ZipContainer(std::string label, ir::Layer layer, std::shared_ptr<const void> holder,
                           archive::Zip zip, unsigned release, bool is_jmod)
    : Container(std::move(label), layer),
      holder_(std::move(holder)),
      zip_(std::move(zip)),
      is_jmod_(is_jmod),
      release_(release) {
  if (is_jmod) {
    roots_ = {std::string(archive::kJmodClasses)};
    return;
  }
  for (const char* root : {"BOOT-INF/classes/", "WEB-INF/classes/"})
    if (std::ranges::any_of(zip_.entries(), [&](const archive::ZipEntry& entry) {
          return entry.name.starts_with(root);
        }))
      roots_.emplace_back(root);
  roots_.emplace_back();
  read_manifest();
  if (multi_release_) find_releases(release);
}

void ZipContainer::read_manifest() {
  const auto entry = zip_.find(kManifest);
  if (!entry) return;
  if (zip_.entries()[*entry].size > kLargestManifest) {
    manifest_fault_ = "too large";
    return;
  }
  const auto content = zip_.read(*entry);
  if (!content) {
    manifest_fault_ = content.error().describe();
    return;
  }
  const std::string_view text = base::as_text(content->bytes());
  multi_release_ = equal_but_for_case(manifest_value(text, "Multi-Release").value_or(""), "true");
  // A Spring Boot jar starts a launcher; the program is what it launches.
  main_class_ = manifest_value(text, "Start-Class").value_or("");
  if (main_class_.empty()) main_class_ = manifest_value(text, "Main-Class").value_or("");
  class_path_ = manifest_value(text, "Class-Path").value_or("");
}

void ZipContainer::find_releases(unsigned release) {
  std::vector<unsigned> found;
  for (const archive::ZipEntry& entry : zip_.entries()) {
    const unsigned version = version_of(entry.name);
    if (version >= 9 && version <= release) found.push_back(version);
  }
  std::ranges::sort(found, std::greater());
  const auto repeated = std::ranges::unique(found);
  found.erase(repeated.begin(), repeated.end());
  for (const unsigned version : found)
    versions_.push_back(std::string(kVersions) + std::to_string(version) + "/");
}

std::optional<std::string_view> ZipContainer::name_of(std::string_view path) const {
  if (!path.ends_with(kSuffix)) return std::nullopt;
  if (path.starts_with(kVersions)) {
    const auto version = std::ranges::find_if(
        versions_, [&](const std::string& prefix) { return path.starts_with(prefix); });
    if (version == versions_.end()) return std::nullopt;
    path.remove_prefix(version->size());
  } else {
    const auto root = std::ranges::find_if(
        roots_, [&](const std::string& prefix) { return path.starts_with(prefix); });
    if (root == roots_.end()) return std::nullopt;
    path.remove_prefix(root->size());
  }
  path.remove_suffix(kSuffix.size());
  return path;
}

std::vector<Container::Listed> ZipContainer::classes() const {
  std::vector<Listed> listed;
  const auto entries = zip_.entries();
  for (std::uint32_t i = 0; i < entries.size(); ++i) {
    const auto name = name_of(entries[i].name);
    if (!name) continue;
    // Of several places for one name the one that find() picks.
    if (!is_module_descriptor(*name) && find_spelled(*name) != i) continue;
    listed.push_back({.entry = i, .name = *name});
  }
  return listed;
}

bool ZipContainer::holds_classes() const {
  return std::ranges::any_of(zip_.entries(), [&](const archive::ZipEntry& entry) {
    return name_of(entry.name).has_value();
  });
}

std::optional<std::uint32_t> ZipContainer::find_spelled(std::string_view name) const {
  std::string path;
  const auto look = [&](const std::string& prefix) {
    path.assign(prefix);
    path += name;
    path += kSuffix;
    return zip_.find(path);
  };
  for (const std::string& version : versions_)
    if (const auto entry = look(version)) return entry;
  for (const std::string& root : roots_)
    if (const auto entry = look(root)) return entry;
  return std::nullopt;
}

std::expected<archive::Content, base::Malformed> ZipContainer::read(std::uint32_t entry) const {
  return zip_.read(entry);
}

std::string ZipContainer::place(std::uint32_t entry) const {
  return label() + "!/" + std::string(zip_.entries()[entry].name);
}

std::vector<Container::Resource> ZipContainer::resources(std::string_view path) const {
  std::vector<Resource> found;
  for (const std::string& root : roots_) {
    if (const auto entry = zip_.find(root + std::string(path))) found.push_back(resource(*entry));
  }
  return found;
}

std::vector<Container::Resource> ZipContainer::texts() const {
  std::vector<Resource> found;
  const auto entries = zip_.entries();
  for (std::uint32_t i = 0; i < entries.size(); ++i)
    if (may_name_classes(entries[i].name)) found.push_back(resource(i));
  return found;
}

Container::Resource ZipContainer::resource(std::uint32_t entry) const {
  auto too_much = zip_.entries()[entry].size > kLargestResource
                      ? std::optional(base::Malformed("too large"))
                      : charge(entry);
  return {.place = place(entry),
          .content = too_much ? std::unexpected(std::move(*too_much)) : read(entry)};
}

std::uint64_t ZipContainer::inflated_size(std::uint32_t entry) const {
  const archive::ZipEntry& one = zip_.entries()[entry];
  return one.compressed_size == one.size ? 0 : one.size;
}

bool ZipContainer::is_read_elsewhere(std::uint32_t entry) const {
  const std::string_view path = zip_.entries()[entry].name;
  if (path == kManifest) return !manifest_fault_.empty();
  if (!is_jmod_ && is_jar_name(path)) return true;
  const auto name = name_of(path);
  return name && (is_module_descriptor(*name) || find_spelled(*name) == entry);
}

std::vector<Remark> ZipContainer::remarks() const {
  std::vector<Remark> remarks;
  for (const archive::ZipProblem& problem : zip_.problems())
    if (!problem.entry || !is_read_elsewhere(*problem.entry))
      remarks.push_back(
          {.what = problem.entry ? place(*problem.entry) : label(), .why = problem.what});
  if (!manifest_fault_.empty())
    remarks.push_back({.what = label() + "!/" + std::string(kManifest),
                       .why = "is not read: " + manifest_fault_});
  remark_on_versions(remarks);
  return remarks;
}

void ZipContainer::remark_on_versions(std::vector<Remark>& remarks) const {
  std::size_t undeclared = 0;
  std::size_t later = 0;
  std::size_t never = 0;
  for (const archive::ZipEntry& entry : zip_.entries()) {
    if (!entry.name.starts_with(kVersions) || !entry.name.ends_with(kSuffix)) continue;
    if (name_of(entry.name)) continue;
    const unsigned version = version_of(entry.name);
    ++(!multi_release_ ? undeclared : version > release_ ? later : never);
  }
  const auto remark = [&](std::size_t count, const std::string& why) {
    if (count != 0)
      remarks.push_back(
          {.what = label(),
           .why = fmt::format("{} below {} not used: {}",
                              count == 1 ? "1 class" : fmt::format("{} classes", count), kVersions,
                              why)});
  };
  remark(undeclared, "the manifest does not say Multi-Release: true");
  remark(later, "for releases after " + std::to_string(release_));
  remark(never, "not below a number from 9 on");
}

bool is_jar_name(std::string_view name) {
  if (name.size() < 4) return false;
  const std::string_view ending = name.substr(name.size() - 4);
  return equal_but_for_case(ending, ".jar") || equal_but_for_case(ending, ".war") ||
         equal_but_for_case(ending, ".ear");
}

}  // namespace heddle::workspace
