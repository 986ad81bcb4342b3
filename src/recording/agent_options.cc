#include "recording/agent_options.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <expected>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace heddle::recording {
namespace {

std::string decode(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    unsigned code = 0;
    if (text[at] == '%' && at + 2 < text.size() &&
        std::from_chars(text.data() + at + 1, text.data() + at + 3, code, 16).ec == std::errc()) {
      out.push_back(static_cast<char>(code));
      at += 2;
    } else {
      out.push_back(text[at]);
    }
  }
  return out;
}

std::string encode(std::string_view text) {
  std::string out;
  for (const char each : text) {
    if (each == '%')
      out += "%25";
    else if (each == ',')
      out += "%2C";
    else if (each == ':')
      out += "%3A";
    else
      out.push_back(each);
  }
  return out;
}

std::vector<std::string> decode_list(std::string_view text) {
  std::vector<std::string> out;
  while (!text.empty()) {
    const std::size_t colon = std::min(text.find(':'), text.size());
    if (colon != 0) out.push_back(decode(text.substr(0, colon)));
    text.remove_prefix(std::min(colon + 1, text.size()));
  }
  return out;
}

std::string encode_list(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : ":") + encode(name);
  return out;
}

// Descriptors have semicolons, names and numbers have no bars.
constexpr char kBetween = '|';

std::vector<QueueOption> parse_queues(std::string_view text) {
  std::vector<QueueOption> queues;
  for (const std::string& each : decode_list(text)) {
    QueueOption queue;
    std::size_t at = 0;
    for (std::string* const part :
         {&queue.name, &queue.sends, &queue.begins, &queue.ends, &queue.event}) {
      const std::size_t end = std::min(each.find(kBetween, at), each.size());
      *part = each.substr(std::min(at, end), end - std::min(at, end));
      at = end + 1;
    }
    queues.push_back(std::move(queue));
  }
  return queues;
}

std::string print_queues(const std::vector<QueueOption>& queues) {
  std::vector<std::string> texts;
  for (const QueueOption& queue : queues)
    texts.push_back(queue.name + kBetween + queue.sends + kBetween + queue.begins + kBetween +
                    queue.ends + kBetween + queue.event);
  return encode_list(texts);
}

template <typename Number>
bool read_number(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

bool read_accesses(std::string_view text, Accesses& accesses) {
  for (const Accesses each : {Accesses::kAll, Accesses::kFields, Accesses::kNone}) {
    if (word(each) != text) continue;
    accesses = each;
    return true;
  }
  return false;
}

// False: there is no such setting, or its value makes no sense.
bool read_setting(std::string_view key, std::string_view value, AgentOptions& options) {
  if (key == "report") return read_number(value, options.report);
  if (key == "limit") return read_number(value, options.limit);
  if (key == "early") {
    options.has_early = value == "1";
    return options.has_early;
  }
  if (key == "values") {
    options.has_values = value == "1";
    return options.has_values;
  }
  if (key == "accesses") return read_accesses(value, options.accesses);
  if (key == "stacks")
    return read_number(value, options.stacks) && options.stacks >= 0 &&
           options.stacks <= kMostStacks;
  if (key == "output")
    options.output = decode(value);
  else if (key == "queues")
    options.queues = parse_queues(value);
  else if (key == "attached")
    options.attached = decode(value);
  else if (key == "guide")
    options.guide = decode(value);
  else if (key == "include")
    options.include = decode_list(value);
  else if (key == "exclude")
    options.exclude = decode_list(value);
  else
    return false;
  return true;
}

bool covers(std::string_view pattern, std::string_view name) {
  if (pattern.ends_with(".*")) pattern.remove_suffix(2);
  if (!name.starts_with(pattern)) return false;
  const std::string_view rest = name.substr(pattern.size());
  return rest.empty() || rest.front() == '.' || rest.front() == '$';
}

bool is_any(const std::vector<std::string>& patterns, std::string_view name) {
  return std::ranges::any_of(patterns,
                             [&](const std::string& pattern) { return covers(pattern, name); });
}

}  // namespace

std::string_view word(Accesses accesses) {
  switch (accesses) {
    case Accesses::kFields: return "fields";
    case Accesses::kNone: return "none";
    case Accesses::kAll: break;
  }
  return "all";
}

std::expected<AgentOptions, std::string> parse_options(std::string_view text) {
  AgentOptions options;
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const std::string_view setting = text.substr(0, comma);
    text.remove_prefix(std::min(comma + 1, text.size()));
    const std::size_t equals = setting.find('=');
    if (equals == std::string_view::npos)
      return std::unexpected("no value in '" + std::string(setting) + "'");
    const std::string_view key = setting.substr(0, equals), value = setting.substr(equals + 1);
    if (!read_setting(key, value, options))
      return std::unexpected("cannot understand '" + std::string(setting) + "'");
  }
  if (options.output.empty() && options.attached.empty()) return std::unexpected("no output=FILE");
  return options;
}

std::string print_options(const AgentOptions& options) {
  std::string out = "output=" + encode(options.output);
  if (options.report >= 0) out += ",report=" + std::to_string(options.report);
  if (options.stacks != kUsualStacks) out += ",stacks=" + std::to_string(options.stacks);
  if (!options.queues.empty()) out += ",queues=" + print_queues(options.queues);
  if (!options.include.empty()) out += ",include=" + encode_list(options.include);
  if (!options.exclude.empty()) out += ",exclude=" + encode_list(options.exclude);
  if (!options.guide.empty()) out += ",guide=" + encode(options.guide);
  if (options.accesses != Accesses::kAll) out += ",accesses=" + std::string(word(options.accesses));
  if (options.has_values) out += ",values=1";
  if (options.has_early) out += ",early=1";
  if (options.limit != 0) out += ",limit=" + std::to_string(options.limit);
  if (!options.attached.empty()) out += ",attached=" + encode(options.attached);
  return out;
}

bool is_included(const AgentOptions& options, std::string_view internal_name) {
  std::string name(internal_name);
  std::ranges::replace(name, '/', '.');
  if (is_any(options.exclude, name)) return false;
  return options.include.empty() || is_any(options.include, name);
}

}  // namespace heddle::recording
