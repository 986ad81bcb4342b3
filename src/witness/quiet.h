// What is not worth telling: models/trace/quiet.toml, which the build puts into the program.
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::witness {

struct QuietList {
  std::vector<std::string> libraries;    // how their classes begin
  std::vector<std::string> events;       // how their handlers begin
  std::vector<std::string> commutative;  // fields, with their class
};

// The error says what is wrong with the text.
std::expected<QuietList, std::string> read_quiet_list(std::string_view text);

std::string_view built_in_quiet_list();

bool is_library(const QuietList& quiet, std::string_view class_name);
bool is_quiet_event(const QuietList& quiet, std::string_view handler);
bool is_commutative(const QuietList& quiet, std::string_view class_name, std::string_view field);

}  // namespace heddle::witness
