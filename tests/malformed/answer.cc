#include "answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "run_program.h"

namespace heddle::malformed {
namespace {

constexpr std::size_t kMostLines = 20;
constexpr std::size_t kShownOfMany = 3;

// In the JSON the characters are escaped; parsed, they are there again.
std::string visible(std::string_view text) {
  std::string shown;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    shown += byte < 0x20 || byte >= 0x7F ? fmt::format("\\x{:02x}", byte) : std::string(1, c);
  }
  constexpr std::size_t kLongest = 400;
  if (shown.size() <= kLongest) return shown;
  return shown.substr(0, kLongest / 4) + "…" + shown.substr(shown.size() - kLongest / 4);
}

void add_lines(std::string& out, std::string_view title, const std::vector<std::string>& lines) {
  const std::size_t shown = lines.size() > kMostLines ? kShownOfMany : lines.size();
  for (std::size_t i = 0; i < shown; ++i) out += fmt::format("{} {}\n", title, visible(lines[i]));
  if (shown < lines.size()) out += fmt::format("{} {} in all\n", title, lines.size());
}

std::vector<std::string> remarks(const nlohmann::json& list) {
  std::vector<std::string> lines;
  for (const auto& remark : list)
    lines.push_back(remark.at("what").get<std::string>() + ": " +
                    remark.at("why").get<std::string>());
  return lines;
}

bool is_safe_for_a_terminal(std::string_view text) {
  for (const std::string_view steering : {"\xE2\x80\xAE", "\xE2\x81\xA6", "\xC2\x9B", "\xC2\x85"})
    if (text.find(steering) != std::string_view::npos) return false;
  return std::ranges::none_of(text, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\n') || byte == 0x7F;
  });
}

void add_summary(std::string& out, const std::string& text) {
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (json.is_discarded()) {
    out += "wrong: standard output is not JSON\n";
    return;
  }
  out += fmt::format("classes {}\n", json.at("classes").get<std::size_t>());
  add_lines(out, "skipped", remarks(json.at("skipped")));
  add_lines(out, "note", remarks(json.at("notes")));
}

void add_messages(std::string& out, const std::string& text) {
  constexpr std::string_view kPrefix = "heddle: ";
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    if (line.starts_with(kPrefix)) {
      lines.push_back(line.substr(kPrefix.size()));
    } else {
      out += "wrong: on standard error: " + visible(line) + "\n";
    }
  }
  add_lines(out, "says", lines);
}

}  // namespace

std::map<std::string, std::string> expected_answers(const std::filesystem::path& file) {
  std::map<std::string, std::string> answers;
  std::ifstream stream(file);
  std::string* current = nullptr;
  for (std::string line; std::getline(stream, line);) {
    if (line.starts_with("== ")) {
      current = &answers[line.substr(3)];
    } else if (current != nullptr && !line.empty()) {
      *current += line + "\n";
    }
  }
  return answers;
}

std::string answer_of(const Finished& finished, bool is_json) {
  if (finished.timed_out) return "wrong: it did not come to an end\n";
  std::string out = finished.signal != 0
                        ? fmt::format("wrong: killed by signal {}\n", finished.signal)
                        : fmt::format("exit {}\n", finished.exit_code);
  if (!is_safe_for_a_terminal(finished.output) || !is_safe_for_a_terminal(finished.errors))
    out += "wrong: bytes that steer a terminal\n";
  if (is_json && !finished.output.empty()) add_summary(out, finished.output);
  add_messages(out, finished.errors);
  return out;
}

}  // namespace heddle::malformed
