// Reading and shrinking the texts of small programs; random_writer_test_only.h writes random ones.
#include "pointsto/random_program_test_only.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/id.h"
#include "ir/body.h"
#include "ir/class.h"
#include "ir/ids.h"
#include "ir/parse_text.h"
#include "ir/program.h"
#include "ir/verify.h"
#include "model/model.h"
#include "model/read.h"
#include "pointsto/random_writer_test_only.h"

namespace heddle::pointsto {

// --- texts ---------------------------------------------------------------------------------------

namespace {

constexpr std::string_view kSectionMark = "// ---- ";

struct Section {
  std::string name, text;
};

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

std::string_view trimmed(std::string_view line) {
  const std::size_t first = line.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  return line.substr(first, line.find_last_not_of(' ') - first + 1);
}

std::vector<Section> sections_of(std::string_view text) {
  std::vector<Section> sections;
  for (const std::string& line : lines_of(text)) {
    if (trimmed(line).starts_with(kSectionMark))
      sections.push_back(
          {.name = std::string(trimmed(line).substr(kSectionMark.size())), .text = {}});
    else if (!sections.empty())
      sections.back().text += line + "\n";
    else if (!trimmed(line).empty())
      sections.push_back({.name = "nothing", .text = line});
  }
  return sections;
}

std::optional<ir::Layer> layer_named(std::string_view name) {
  if (name == "platform") return ir::Layer::kPlatform;
  if (name == "library") return ir::Layer::kLibrary;
  if (name == "application") return ir::Layer::kApplication;
  return std::nullopt;
}

// The parts of a program, or what is wrong with it.
struct Parts {
  std::vector<ir::ClassSource::Found> classes;
  model::Models models;
  std::string problem;
};

Parts parts_of(std::string_view text) {
  Parts parts;
  std::vector<model::File> files;
  for (Section& section : sections_of(text)) {
    if (section.name == "models") {
      files.push_back({.name = fmt::format("models {}", files.size() + 1), .text = section.text});
      continue;
    }
    const auto layer = layer_named(section.name);
    if (!layer) {
      parts.problem += fmt::format("there is no layer `{}`\n", section.name);
      continue;
    }
    auto classes = ir::parse_text(section.text);
    if (!classes) {
      parts.problem += fmt::format("{}: {}\n", section.name, classes.error().describe());
      continue;
    }
    for (auto& code : *classes) parts.classes.push_back({.code = std::move(code), .layer = *layer});
  }
  if (auto models = model::read(files))
    parts.models = std::move(*models);
  else
    parts.problem += fmt::format("{}\n", fmt::join(models.error(), "\n"));
  for (const auto& found : parts.classes) {
    for (std::size_t i = 0; i < found.code->methods.size(); ++i) {
      if (found.code->bodies[i] == nullptr) continue;
      const ir::Method& method = found.code->methods[i];
      for (const ir::Violation& violation : ir::verify(*found.code, method, *found.code->bodies[i]))
        parts.problem +=
            fmt::format("{}.{}: {}\n", found.code->name(), method.name, violation.describe());
    }
  }
  return parts;
}

}  // namespace

void ParsedClasses::add(std::unique_ptr<ir::Class> code, ir::Layer layer) {
  std::string name(code->name());
  classes_.emplace(std::move(name), Found{.code = std::move(code), .layer = layer});
}

std::optional<ir::ClassSource::Found> ParsedClasses::load(std::string_view internal_name) {
  const auto known = classes_.find(internal_name);
  if (known == classes_.end()) return std::nullopt;
  Found found = std::move(known->second);
  classes_.erase(known);
  return found;
}

const ir::Body* ParsedClasses::lower(ir::Class& /*code*/, std::uint32_t /*method*/) {
  return nullptr;  // all bodies are there from the start
}

TextProgram::TextProgram(std::string_view text, Entries when) : program(source_) {
  Parts parts = parts_of(text);
  HEDDLE_CHECK(parts.problem.empty(), fmt::format("{}\n{}", text, parts.problem));
  models = std::move(parts.models);
  for (auto& found : parts.classes) {
    names_.emplace_back(found.code->name());
    source_.add(std::move(found.code), found.layer);
  }
  if (when == Entries::kNow) find_entries();
}

void TextProgram::find_entries() {
  for (const std::string& name : names_) {
    const ir::ClassId id = program.find(name);
    if (base::is_none(id)) continue;
    for (std::uint32_t i = 0; i < program.method_count(id); ++i) {
      const auto method = base::id_at<ir::MethodId>(base::index(program.first_method(id)) + i);
      if (program.name(method) == "main") entries.push_back(method);
    }
  }
}

std::string problem_in(std::string_view text) { return parts_of(text).problem; }

// --- shrinking -----------------------------------------------------------------------------------

namespace {

std::string joined(const std::vector<std::string>& lines) {
  return fmt::format("{}\n", fmt::join(lines, "\n"));
}

// [first, end) of the item that begins at this line: up to its closing brace, or the line alone.
std::size_t item_end(const std::vector<std::string>& lines, std::size_t first) {
  if (!lines[first].ends_with('{')) return first + 1;
  const std::string closing = lines[first].substr(0, lines[first].find_first_not_of(' ')) + "}";
  std::size_t end = first + 1;
  while (end < lines.size() && lines[end] != closing) ++end;
  return std::min(end + 1, lines.size());
}

}  // namespace

std::string shrink(std::string text, const std::function<bool(std::string_view)>& fails) {
  std::vector<std::string> lines = lines_of(text);
  const auto try_without = [&](std::size_t first, std::size_t end) {
    std::vector<std::string> fewer(lines.begin(),
                                   lines.begin() + static_cast<std::ptrdiff_t>(first));
    fewer.insert(fewer.end(), lines.begin() + static_cast<std::ptrdiff_t>(end), lines.end());
    const std::string smaller = joined(fewer);
    if (!problem_in(smaller).empty() || !fails(smaller)) return false;
    lines = std::move(fewer);
    return true;
  };
  for (bool smaller = true; smaller;) {
    smaller = false;
    for (std::size_t at = 0; at < lines.size();) {
      // The item that begins here, or else a few lines that only go together.
      const std::size_t end = item_end(lines, at);
      if (try_without(at, end) || try_without(at, std::min(at + 2, lines.size())) ||
          try_without(at, std::min(at + 3, lines.size())))
        smaller = true;
      else
        ++at;
    }
  }
  return joined(lines);
}

// --- random programs
// -------------------------------------------------------------------------------

Surroundings small_surroundings() {
  return {.services = {},
          .platform_services = {},
          .classes_in_texts = [] { return std::vector<std::string>{"app/C", "lib/Text"}; },
          .classes_beginning =
              [](std::string_view prefix) {
                std::vector<std::string> names{"app/A", "lib/Text", "lib/Text_en"};
                std::erase_if(names,
                              [&](const std::string& one) { return !one.starts_with(prefix); });
                return names;
              }};
}

std::string random_program(std::uint64_t seed) { return Writer(seed).write(); }

}  // namespace heddle::pointsto
