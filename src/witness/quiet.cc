#include "witness/quiet.h"

#include <toml++/toml.h>

#include <algorithm>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::witness {
namespace {

bool begins_like(const std::vector<std::string>& list, std::string_view name) {
  return std::any_of(list.begin(), list.end(),
                     [&](const std::string& each) { return name.starts_with(each); });
}

bool read_list(const toml::table& table, std::string_view key, std::vector<std::string>& out) {
  const toml::array* const list = table[key].as_array();
  if (list == nullptr) return false;
  for (const toml::node& each : *list) {
    const auto text = each.value<std::string>();
    if (!text) return false;
    out.push_back(*text);
  }
  return true;
}

}  // namespace

std::expected<QuietList, std::string> read_quiet_list(std::string_view text) {
  toml::table table;
  try {
    table = toml::parse(text);
  } catch (const toml::parse_error& error) {
    return std::unexpected(std::string(error.description()));
  }
  QuietList quiet;
  if (!read_list(table, "libraries", quiet.libraries) ||
      !read_list(table, "events", quiet.events) ||
      !read_list(table, "commutative", quiet.commutative))
    return std::unexpected("libraries, events and commutative are lists of texts");
  return quiet;
}

bool is_library(const QuietList& quiet, std::string_view class_name) {
  return begins_like(quiet.libraries, class_name);
}

bool is_quiet_event(const QuietList& quiet, std::string_view handler) {
  return begins_like(quiet.events, handler);
}

bool is_commutative(const QuietList& quiet, std::string_view class_name, std::string_view field) {
  const std::string name = std::string(class_name) + "." + std::string(field);
  return std::find(quiet.commutative.begin(), quiet.commutative.end(), name) !=
         quiet.commutative.end();
}

}  // namespace heddle::witness
