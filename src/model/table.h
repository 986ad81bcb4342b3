// Reads TOML tables: what may stand in one is a list of keys, each with the function that reads its
// value. A reader takes what it can and notes what it cannot; nobody stops at the first mistake.
//
// Notes belong to one file and one thread.
#pragma once

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/printable.h"
#include "model/name.h"
#include "model/path.h"

namespace heddle::model {

struct Place {
  std::uint32_t line = 1, column = 1;
  auto operator<=>(const Place&) const = default;
};

Place place_of(const toml::source_region& region);
Place place_of(const toml::node& node);

// What is wrong with one file, and what it said already.
class Notes {
 public:
  explicit Notes(std::string_view file) : file_(file) {}

  void note(Place place, std::string_view why) { problems_.emplace_back(place, why); }
  void note(const toml::node& node, std::string_view why) { note(place_of(node), why); }

  // The value, or nothing and a note.
  template <typename T>
  std::optional<T> take(const toml::node& node, Parsed<T> parsed) {
    if (parsed) return std::move(*parsed);
    note(node, parsed.error());
    return std::nullopt;
  }

  // True the first time that this file says something of that kind about that name.
  bool is_new(const toml::node& node, std::string_view kind, std::string_view name);

  // "threads.toml:12"
  [[nodiscard]] std::string origin(const toml::node& node) const;

  // "threads.toml:12:3: reason", in the order of the file.
  [[nodiscard]] std::vector<std::string> lines() &&;

 private:
  std::string file_;
  std::vector<std::pair<Place, std::string>> problems_;
  std::set<std::pair<std::string, std::string>> seen_;
};

// --- values -----------------------------------------------------------------------------------

// "; did you mean `starts`?", or nothing.
std::string did_you_mean(std::string_view word, std::span<const std::string_view> known);

// "want a list, found a number"
void note_type(const toml::node& node, std::string_view wanted, Notes& notes);

std::optional<std::string_view> read_text(const toml::node& node, Notes& notes);

template <typename T>
std::optional<T> read_with(const toml::node& node, Notes& notes,
                           Parsed<T> (*parse)(std::string_view)) {
  const auto text = read_text(node, notes);
  return text ? notes.take(node, parse(*text)) : std::nullopt;
}

template <typename Read>
void for_each_in_list(const toml::node& node, Notes& notes, const Read& read) {
  const auto* list = node.as_array();
  if (list == nullptr) return note_type(node, "a list", notes);
  for (const toml::node& item : *list) read(item);
}

template <typename Enum, std::size_t kSize>
std::optional<Enum> read_word(const toml::node& node, Notes& notes, std::string_view what,
                              const std::array<std::string_view, kSize>& words) {
  const auto text = read_text(node, notes);
  if (!text) return std::nullopt;
  const auto found = std::ranges::find(words, *text);
  if (found != words.end() && !text->empty()) return static_cast<Enum>(found - words.begin());
  notes.note(node, fmt::format("unknown {} `{}`{}", what, base::printable(*text),
                               did_you_mean(*text, words)));
  return std::nullopt;
}

// --- tables -----------------------------------------------------------------------------------

// A key of a table that describes a Thing, and who reads its value.
template <typename Thing>
struct Key {
  std::string_view name;
  void (*read)(const toml::node& value, Thing& thing, Notes& notes);
};

template <typename Thing, std::size_t kSize>
void read_table(const toml::table& table, const std::array<Key<Thing>, kSize>& keys, Thing& thing,
                Notes& notes) {
  std::array<std::string_view, kSize> names;
  std::ranges::transform(keys, names.begin(), &Key<Thing>::name);
  for (const auto& [key, value] : table) {
    const auto known = std::ranges::find(names, key.str());
    if (known != names.end())
      keys[static_cast<std::size_t>(known - names.begin())].read(value, thing, notes);
    else
      notes.note(place_of(key.source()),
                 fmt::format("unknown key `{}`{}", base::printable(key.str()),
                             did_you_mean(key.str(), names)));
  }
}

// Reads each table of a list of tables, and hands it over.
template <typename Thing, std::size_t kSize, typename Take>
void read_tables(const toml::node& node, const std::array<Key<Thing>, kSize>& keys, Notes& notes,
                 const Take& take) {
  for_each_in_list(node, notes, [&](const toml::node& item) {
    const auto* table = item.as_table();
    if (table == nullptr) return note_type(item, "a table", notes);
    Thing thing;
    read_table(*table, keys, thing, notes);
    take(*table, std::move(thing));
  });
}

// Says which keys are missing; what was there and wrong is said already.
bool has_keys(const toml::table& table, std::initializer_list<std::string_view> keys, Notes& notes);

template <typename T, Parsed<T> (*kParse)(std::string_view), typename Thing, auto kMember>
void read_member(const toml::node& node, Thing& thing, Notes& notes) {
  if (auto value = read_with<T>(node, notes, kParse)) thing.*kMember = std::move(*value);
}

// Notes a path that speaks of an argument which the method does not have.
void check_argument(const toml::table& table, const MethodName& method, const Path& path,
                    Notes& notes);

}  // namespace heddle::model
