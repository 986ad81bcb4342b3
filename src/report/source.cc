#include "report/source.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report/finding.h"
#include "report/names.h"

namespace heddle::report {
namespace {

constexpr std::string_view kTab = "    ";

// A line as it can be shown, without its end.
std::string tidy(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  std::string out;
  for (const char c : line) c == '\t' ? void(out += kTab) : out.push_back(c);
  return out;
}

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(tidy(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

// Class files name their source as they like.
bool is_plain_name(std::string_view name) {
  return !name.empty() && name != "." && name != ".." &&
         name.find_first_of(std::string_view("/\\\0", 3)) == std::string_view::npos;
}

}  // namespace

std::string source_path(const Place& place) {
  if (!is_plain_name(place.file)) return {};
  std::string path(package_of(place.class_name));
  if (path.find_first_of(std::string_view("/\\\0", 3)) != std::string::npos) return {};
  std::ranges::replace(path, '.', '/');
  if (path.starts_with('/') || path.ends_with('/') || path.contains("//")) return {};
  return path.empty() ? place.file : path + "/" + place.file;
}

const Sources::Loaded* Sources::load(const Place& place) {
  const std::string path = source_path(place);
  if (path.empty() || !find_) return nullptr;
  const auto [at, is_new] = loaded_.try_emplace(path);
  std::optional<Loaded>& loaded = at->second;
  if (is_new)
    if (std::optional<SourceFile> file = find_(path)) {
      std::vector<std::string> lines = split(file->text);
      loaded = Loaded{.file = std::move(*file), .lines = std::move(lines)};
    }
  return loaded ? &*loaded : nullptr;
}

std::string Sources::path(const Place& place) {
  const Loaded* const loaded = load(place);
  return loaded == nullptr ? source_path(place) : loaded->file.path;
}

const SourceFile* Sources::file(const Place& place) {
  const Loaded* const loaded = load(place);
  return loaded == nullptr ? nullptr : &loaded->file;
}

std::vector<Sources::Line> Sources::around(const Place& place, std::uint32_t context) {
  const Loaded* const loaded = load(place);
  if (loaded == nullptr || place.line == 0 || place.line > loaded->lines.size()) return {};
  const std::uint64_t first = place.line > context ? place.line - context : 1;
  const std::uint64_t last =
      std::min<std::uint64_t>(std::uint64_t{place.line} + context, loaded->lines.size());
  std::vector<Line> lines;
  for (std::uint64_t number = first; number <= last; ++number)
    lines.push_back(
        {.number = static_cast<std::uint32_t>(number), .text = loaded->lines[number - 1]});
  return lines;
}

}  // namespace heddle::report
