// A path is a root and any number of steps. Fields stand in parentheses, so that their dots are not
// taken for steps: this.(java.lang.Thread.target)[] is the root `this`, a field, and elements.
#include "model/path.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/printable.h"

namespace heddle::model {
namespace {

constexpr std::uint32_t kMostArguments = 255;  // of any method of the virtual machine
constexpr std::string_view kStaticRoot = "static(";

std::unexpected<std::string> wrong(std::string_view path, std::string_view why) {
  return std::unexpected(fmt::format("path `{}` {}", base::printable(path), why));
}

// Takes the field name up to the closing parenthesis off the front of `rest`.
Parsed<Selector> take_field(std::string_view path, std::string_view& rest) {
  const std::size_t end = rest.find(')');
  if (end == std::string_view::npos) return wrong(path, "has a `(` without a `)`");
  auto field = parse_field_name(rest.substr(0, end));
  rest.remove_prefix(end + 1);
  return field;
}

Parsed<Path> parse_plain_root(std::string_view path, std::string_view root) {
  if (root == "this") return Path{.root = Path::Root::kReceiver};
  if (root == "return") return Path{.root = Path::Root::kResult};
  std::uint32_t argument = 0;
  const char* const end = root.data() + root.size();
  const auto [stop, error] = std::from_chars(root.data(), end, argument);
  if (root.empty() || error != std::errc() || stop != end || argument >= kMostArguments)
    return wrong(path, "must begin with this, return, static(a.b.C.f) or an argument's number");
  return Path{.root = Path::Root::kArgument, .argument = argument};
}

Parsed<Path> take_root(std::string_view path, std::string_view& rest) {
  if (!rest.starts_with(kStaticRoot)) {
    const std::size_t end = std::min(rest.find_first_of(".["), rest.size());
    const std::string_view root = rest.substr(0, end);
    rest.remove_prefix(end);
    return parse_plain_root(path, root);
  }
  rest.remove_prefix(kStaticRoot.size());
  auto field = take_field(path, rest);
  if (!field) return std::unexpected(std::move(field.error()));
  return Path{.root = Path::Root::kStatic, .field = std::move(*field)};
}

Parsed<Selector> take_selector(std::string_view path, std::string_view& rest) {
  if (rest.starts_with("[]")) {
    rest.remove_prefix(2);
    return Selector{.element = true};
  }
  if (!rest.starts_with(".(")) return wrong(path, "may go on only with [] or .(a.b.C.field)");
  rest.remove_prefix(2);
  return take_field(path, rest);
}

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

std::string print_field(const Selector& field) {
  std::string owner = field.owner;
  std::ranges::replace(owner, '/', '.');
  return fmt::format("({}.{})", owner, field.field);
}

std::string print_root(const Path& path) {
  switch (path.root) {
    case Path::Root::kReceiver: return "this";
    case Path::Root::kArgument: return fmt::format("{}", path.argument);
    case Path::Root::kResult: return "return";
    case Path::Root::kStatic: break;
  }
  return "static" + print_field(path.field);
}

}  // namespace

Parsed<Path> parse_path(std::string_view text) {
  std::string_view rest = text;
  auto path = take_root(text, rest);
  while (path && !rest.empty()) {
    auto selector = take_selector(text, rest);
    if (!selector) return std::unexpected(std::move(selector.error()));
    path->selectors.push_back(std::move(*selector));
  }
  return path;
}

Parsed<Move> parse_move(std::string_view text) {
  const std::size_t arrow = text.find("->");
  if (arrow == std::string_view::npos)
    return std::unexpected(
        fmt::format("`{}` has no arrow: want `from -> to`", base::printable(text)));
  auto from = parse_path(trimmed(text.substr(0, arrow)));
  if (!from) return std::unexpected(std::move(from.error()));
  auto to = parse_path(trimmed(text.substr(arrow + 2)));
  if (!to) return std::unexpected(std::move(to.error()));
  return Move{.from = std::move(*from), .to = std::move(*to)};
}

std::string print(const Path& path) {
  std::string text = print_root(path);
  for (const Selector& selector : path.selectors)
    text += selector.element ? "[]" : "." + print_field(selector);
  return text;
}

}  // namespace heddle::model
