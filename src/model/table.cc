#include "model/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/printable.h"
#include "model/suggest.h"

namespace heddle::model {
namespace {

std::string_view type_name(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::table: return "a table";
    case toml::node_type::array: return "a list";
    case toml::node_type::string: return "a text";
    case toml::node_type::integer:
    case toml::node_type::floating_point: return "a number";
    case toml::node_type::boolean: return "true or false";
    default: return "a time";
  }
}

// Without a descriptor there may be as many arguments as a method can have.
std::size_t parameters_of(const MethodName& name) {
  constexpr std::size_t kMost = 255;
  return name.descriptor.empty() ? kMost : parameter_count(name.descriptor).value_or(0);
}

}  // namespace

Place place_of(const toml::source_region& region) {
  return {.line = std::max(region.begin.line, 1U), .column = std::max(region.begin.column, 1U)};
}

Place place_of(const toml::node& node) { return place_of(node.source()); }

bool Notes::is_new(const toml::node& node, std::string_view kind, std::string_view name) {
  const bool is_first = seen_.emplace(kind, name).second;
  if (!is_first)
    note(node, fmt::format("{} `{}` is there twice in this file", kind, base::printable(name)));
  return is_first;
}

std::string Notes::origin(const toml::node& node) const {
  return fmt::format("{}:{}", file_, place_of(node).line);
}

std::vector<std::string> Notes::lines() && {
  std::ranges::sort(problems_);
  std::vector<std::string> lines;
  for (const auto& [place, why] : problems_)
    lines.push_back(fmt::format("{}:{}:{}: {}", file_, place.line, place.column, why));
  return lines;
}

std::string did_you_mean(std::string_view word, std::span<const std::string_view> known) {
  const std::string_view near = suggest(word, known);
  return near.empty() ? std::string() : fmt::format("; did you mean `{}`?", near);
}

void note_type(const toml::node& node, std::string_view wanted, Notes& notes) {
  notes.note(node, fmt::format("want {}, found {}", wanted, type_name(node)));
}

std::optional<std::string_view> read_text(const toml::node& node, Notes& notes) {
  if (const auto* text = node.as_string()) return std::string_view(text->get());
  note_type(node, "a text", notes);
  return std::nullopt;
}

bool has_keys(const toml::table& table, std::initializer_list<std::string_view> keys,
              Notes& notes) {
  bool has_all = true;
  for (const std::string_view key : keys) {
    if (table.contains(key)) continue;
    notes.note(table, fmt::format("the key `{}` is missing", key));
    has_all = false;
  }
  return has_all;
}

void check_argument(const toml::table& table, const MethodName& method, const Path& path,
                    Notes& notes) {
  const std::size_t parameters = parameters_of(method);
  if (path.root != Path::Root::kArgument || path.argument < parameters) return;
  notes.note(table, fmt::format("path `{}` speaks of argument {}, and the method has {}",
                                print(path), path.argument, parameters));
}

}  // namespace heddle::model
