// No parser of Java: a line has a comment from the first `//` or `/*` that is not inside a string.
// Strings of several lines are not seen; the words would have to stand in one behind a `//`.
#include "report/comments.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report/finding.h"

namespace heddle::report {
namespace {

constexpr std::string_view kBlank = " \t\r";

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kBlank);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlank) - begin + 1);
}

// Where the comment of a line begins; npos if it has none.
std::size_t comment_begin(std::string_view line) {
  char quote = 0;
  for (std::size_t i = 0; i + 1 < line.size(); ++i) {
    const char c = line[i];
    if (quote != 0) {
      if (c == '\\') ++i;
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '/' && (line[i + 1] == '/' || line[i + 1] == '*')) {
      return i;
    }
  }
  return std::string_view::npos;
}

bool take(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text = trimmed(text.substr(prefix.size()));
  return true;
}

void read_kinds(std::string_view text, Comment& comment) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(", \t"), text.size());
    const std::string_view kind = text.substr(0, end);
    if (const auto known = from_word<Kind>(kind))
      comment.kinds.push_back(*known);
    else if (!kind.empty())
      comment.unknown_kinds.emplace_back(kind);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

// "// heddle: ignore data-race -- why" without its slashes.
std::optional<Comment> read_comment(std::string_view text) {
  if (!take(text, "heddle:") || !take(text, "ignore")) return std::nullopt;
  Comment comment;
  const std::size_t dashes = text.find("--");
  read_kinds(trimmed(text.substr(0, dashes)), comment);
  if (dashes != std::string_view::npos) comment.why = trimmed(text.substr(dashes + 2));
  return comment;
}

std::optional<Comment> comment_of(std::string_view line, std::size_t begin) {
  if (begin == std::string_view::npos) return std::nullopt;
  std::string_view text = trimmed(line.substr(begin + 2));
  if (text.ends_with("*/")) text = trimmed(text.substr(0, text.size() - 2));
  return read_comment(text);
}

}  // namespace

std::vector<Comment> find_comments(std::string_view source) {
  std::vector<Comment> comments;
  std::size_t waiting = 0;  // comments from here on wait for a line with code
  for (std::uint32_t number = 1; !source.empty(); ++number) {
    const std::size_t end = std::min(source.find('\n'), source.size());
    const std::string_view line = source.substr(0, end);
    source.remove_prefix(std::min(end + 1, source.size()));
    const std::size_t begin = comment_begin(line);
    if (std::optional<Comment> comment = comment_of(line, begin)) {
      comment->line = comment->about_line = number;
      comments.push_back(std::move(*comment));
    }
    if (trimmed(line.substr(0, begin)).empty()) continue;
    for (; waiting < comments.size(); ++waiting) comments[waiting].about_line = number;
  }
  return comments;
}

}  // namespace heddle::report
