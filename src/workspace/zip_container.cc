#include "workspace/zip_container.h"

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
#include <utility>
#include <vector>

#include "archive/content.h"
#include "archive/jmod.h"
#include "archive/zip.h"
#include "base/bytes.h"
#include "base/malformed.h"
#include "ir/ids.h"
#include "workspace/container.h"

namespace heddle::workspace {
namespace {

constexpr std::string_view kSuffix = ".class";
constexpr std::string_view kVersions = "META-INF/versions/";
constexpr std::string_view kManifest = "META-INF/MANIFEST.MF";

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
    const auto same_letter = [](char left, char right) {
      return std::tolower(static_cast<unsigned char>(left)) ==
             std::tolower(static_cast<unsigned char>(right));
    };
    if (line.size() > header.size() && line[header.size()] == ':' &&
        std::ranges::equal(line.substr(0, header.size()), header, same_letter)) {
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
      release_(release) {
  if (is_jmod) {
    roots_ = {std::string(archive::kJmodClasses)};
    return;
  }
  roots_ = {"BOOT-INF/classes/", "WEB-INF/classes/", ""};
  read_manifest();
  if (multi_release_) find_releases(release);
}

void ZipContainer::read_manifest() {
  const auto entry = zip_.find(kManifest);
  if (!entry) return;
  const auto content = zip_.read(*entry);
  if (!content) return;
  const std::string_view text = base::as_text(content->bytes());
  const std::string multi = manifest_value(text, "Multi-Release").value_or("");
  multi_release_ = multi.size() == 4 && (multi == "true" || multi == "True" || multi == "TRUE");
  // A Spring Boot jar starts a launcher; the program is what it launches.
  main_class_ = manifest_value(text, "Start-Class").value_or("");
  if (main_class_.empty()) main_class_ = manifest_value(text, "Main-Class").value_or("");
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

std::string_view ZipContainer::name_of(std::string_view path) const {
  if (!path.ends_with(kSuffix)) return {};
  if (path.starts_with(kVersions)) {
    const auto version = std::ranges::find_if(
        versions_, [&](const std::string& prefix) { return path.starts_with(prefix); });
    if (version == versions_.end()) return {};
    path.remove_prefix(version->size());
  } else {
    const auto root = std::ranges::find_if(
        roots_, [&](const std::string& prefix) { return path.starts_with(prefix); });
    if (root == roots_.end()) return {};
    path.remove_prefix(root->size());
  }
  path.remove_suffix(kSuffix.size());
  return path;
}

std::vector<Container::Listed> ZipContainer::classes() const {
  std::vector<Listed> listed;
  const auto entries = zip_.entries();
  for (std::uint32_t i = 0; i < entries.size(); ++i) {
    const std::string_view name = name_of(entries[i].name);
    if (name.empty()) continue;
    // Of several places for one name the one that find() picks.
    if (!is_module_descriptor(name) && find(name) != i) continue;
    listed.push_back({.entry = i, .name = name});
  }
  return listed;
}

std::optional<std::uint32_t> ZipContainer::find(std::string_view name) const {
  if (is_module_descriptor(name)) return std::nullopt;
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

std::vector<Remark> ZipContainer::remarks() const {
  std::vector<Remark> remarks;
  for (const archive::ZipProblem& problem : zip_.problems()) {
    // A class that cannot be read is reported where it is read.
    if (problem.entry && !name_of(zip_.entries()[*problem.entry].name).empty() &&
        find(name_of(zip_.entries()[*problem.entry].name)) == *problem.entry)
      continue;
    remarks.push_back(
        {.what = problem.entry ? place(*problem.entry) : label(), .why = problem.what});
  }
  std::size_t unused = 0;
  for (const archive::ZipEntry& entry : zip_.entries())
    if (entry.name.starts_with(kVersions) && entry.name.ends_with(kSuffix) &&
        name_of(entry.name).empty())
      ++unused;
  if (unused != 0)
    remarks.push_back(
        {.what = label(),
         .why = std::to_string(unused) + " classes below META-INF/versions are not used: " +
                (multi_release_ ? "they are for releases after " + std::to_string(release_)
                                : "the manifest does not say Multi-Release: true")});
  return remarks;
}

}  // namespace heddle::workspace
