#include "recording/guide.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/hash.h"

namespace heddle::recording {
namespace {

constexpr std::string_view kFirstLine = "heddle-guide 1";

// Up to the mark, which goes too.
std::string_view take(std::string_view& text, char mark) {
  const std::string_view taken = text.substr(0, text.find(mark));
  text.remove_prefix(std::min(text.size(), taken.size() + 1));
  return taken;
}

template <typename Number>
std::optional<Number> number(std::string_view text, int radix = 10) {
  Number value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, radix);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<std::vector<std::uint32_t>> numbers(std::string_view text) {
  std::vector<std::uint32_t> all;
  while (!text.empty()) {
    const auto each = number<std::uint32_t>(take(text, ','));
    if (!each) return std::nullopt;
    all.push_back(*each);
  }
  return all;
}

}  // namespace

bool Guide::Class::is_proven(std::string_view method, std::uint32_t offset) const {
  const auto found = proven.find(method);
  return found != proven.end() && std::ranges::binary_search(found->second, offset);
}

void Guide::add_class(std::string_view name, std::uint64_t hash) {
  classes_[std::string(name)].hash = hash;
}

void Guide::add_method(std::string_view class_name, std::string_view method,
                       std::vector<std::uint32_t> offsets) {
  std::ranges::sort(offsets);
  classes_[std::string(class_name)].proven.insert_or_assign(std::string(method),
                                                            std::move(offsets));
}

const Guide::Class* Guide::find(std::string_view name, base::Bytes bytes) const {
  const auto found = classes_.find(name);
  if (found == classes_.end() || found->second.hash != base::hash_text(base::as_text(bytes)))
    return nullptr;
  return &found->second;
}

std::expected<Guide, std::string> Guide::parse(std::string_view text) {
  if (take(text, '\n') != kFirstLine) return std::unexpected("not a guide");
  Guide guide;
  std::string_view class_name;
  for (std::size_t line = 2; !text.empty(); ++line) {
    std::string_view rest = take(text, '\n');
    const std::string_view word = take(rest, ' ');
    bool is_read = false;
    if (word == "remarks") {
      const auto count = number<std::uint64_t>(rest);
      is_read = count.has_value();
      guide.remarks_ = count.value_or(0);
    } else if (word == "class") {
      const std::size_t blank = std::min(rest.rfind(' '), rest.size());
      class_name = rest.substr(0, blank);
      const auto hash = number<std::uint64_t>(rest.substr(std::min(blank + 1, rest.size())), 16);
      is_read = hash.has_value();
      guide.add_class(class_name, hash.value_or(0));
    } else if (word == "method" && !class_name.empty()) {
      auto offsets = numbers(take(rest, ' '));
      is_read = offsets.has_value();
      if (offsets) guide.add_method(class_name, rest, std::move(*offsets));
    }
    if (!is_read) return std::unexpected(fmt::format("line {} makes no sense", line));
  }
  return guide;
}

std::string Guide::print() const {
  std::string out = fmt::format("{}\nremarks {}\n", kFirstLine, remarks_);
  for (const auto& [name, known] : classes_) {
    if (name.find('\n') != std::string::npos) continue;
    out += fmt::format("class {} {:016x}\n", name, known.hash);
    for (const auto& [method, offsets] : known.proven)
      if (method.find('\n') == std::string::npos && !offsets.empty())
        out += fmt::format("method {} {}\n", fmt::join(offsets, ","), method);
  }
  return out;
}

}  // namespace heddle::recording
