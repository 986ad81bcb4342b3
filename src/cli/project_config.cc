#include "cli/project_config.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <expected>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "base/printable.h"
#include "model/suggest.h"
#include "report/finding.h"
#include "report/suppress.h"

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 5> kKeys = {"models", "suppress", "suppress-annotations",
                                                   "annotations", "queue"};
constexpr std::array<std::string_view, 5> kQueueKeys = {"name", "sends", "begins", "ends", "event"};
constexpr std::string_view kAssertions = "main_thread_assertions", kTests = "main_thread_tests",
                           kSharedTypes = "shared_types";
constexpr std::array<std::string_view, 6> kRuleKeys = {"kind",  "id",     "class",
                                                       "field", "method", "why"};
constexpr std::array<std::string_view, 8> kKinds = {
    "data-race",       "deadlock",     "use-free-race",   "order-violation",
    "guard-violation", "endless-wait", "unreleased-lock", "unchecked-call"};

std::string did_you_mean(std::string_view text, std::span<const std::string_view> known) {
  const std::string_view near = model::suggest(text, known);
  return near.empty() ? "" : fmt::format("; did you mean `{}`?", near);
}

class Reader {
 public:
  explicit Reader(const std::string& path) : path_(path) {}

  void read(const toml::table& table) {
    for (const auto& [key, value] : table) {
      if (key == "models") {
        read_models(value);
      } else if (key == "suppress") {
        read_rules(value);
      } else if (key == "suppress-annotations") {
        read_suppressing(value);
      } else if (key == "annotations") {
        read_annotations(value);
      } else if (key == "queue") {
        read_queues(value);
      } else {
        note_unknown(key, kKeys);
      }
    }
  }

  void note(const toml::source_region& place, std::string_view why) {
    errors_.push_back(
        {std::max(place.begin.line, 1U), std::max(place.begin.column, 1U), std::string(why)});
  }

  std::expected<ProjectConfig, std::vector<std::string>> finish() {
    if (errors_.empty()) return std::move(config_);
    std::ranges::sort(errors_);
    std::vector<std::string> lines;
    for (const Error& error : errors_)
      lines.push_back(fmt::format("{}:{}:{}: {}", path_, error.line, error.column, error.why));
    return std::unexpected(std::move(lines));
  }

 private:
  struct Error {
    toml::source_index line, column;
    std::string why;
    auto operator<=>(const Error&) const = default;
  };

  void note_unknown(const toml::key& key, std::span<const std::string_view> known) {
    note(key.source(), fmt::format("unknown key `{}`{}", base::printable(key.str()),
                                   did_you_mean(key.str(), known)));
  }

  void read_models(const toml::node& value) {
    const toml::array* const list = value.as_array();
    if (list == nullptr) return note(value.source(), "`models` must be a list of files");
    for (const toml::node& item : *list) {
      const auto file = item.value<std::string>();
      if (!file || !item.is_string() || file->empty()) {
        note(item.source(), "a file's path is wanted, as in \"models/pool.toml\"");
        continue;
      }
      config_.models.push_back((fs::path(path_).parent_path() / *file).lexically_normal().string());
    }
  }

  // [annotations]: a list of names for each kind.
  void read_annotations(const toml::node& value) {
    const toml::table* const table = value.as_table();
    if (table == nullptr)
      return note(value.source(), "a table is wanted: `[annotations]`, then thread_safe = [\"…\"]");
    std::vector<std::string_view> keys;
    for (unsigned mark = 0; mark < modular::kMarkCount; ++mark)
      keys.push_back(modular::mark_key(static_cast<modular::Mark>(mark)));
    keys.insert(keys.end(), {kAssertions, kTests, kSharedTypes});
    for (const auto& [key, names] : *table) {
      const auto found = std::ranges::find(keys, key.str());
      if (found == keys.end())
        note_unknown(key, keys);
      else if (key == kAssertions)
        read_names(names, ".", config_.annotations.main_thread_assertions);
      else if (key == kSharedTypes)
        read_types(names);
      else if (key == kTests)
        read_names(names, ".", config_.annotations.main_thread_tests);
      else
        read_names(names, "",
                   config_.annotations.marks[static_cast<std::size_t>(found - keys.begin())]);
    }
  }

  // Simple names, with exactly the given text inside.
  void read_names(const toml::node& value, std::string_view inside,
                  std::vector<std::string>& into) {
    const toml::array* const list = value.as_array();
    if (list == nullptr) return note(value.source(), "a list of names is wanted");
    for (const toml::node& item : *list) {
      const std::string* const name = text_of(item);
      const bool has_dot = name != nullptr && name->find('.') != std::string::npos;
      if (name == nullptr || name->find_first_of("/$@") != std::string::npos ||
          has_dot == inside.empty())
        note(item.source(), inside.empty() ? "a simple name is wanted, as in \"MyThreadSafe\""
                                           : "a simple name is wanted, as in \"Threads.isMain\"");
      else
        into.push_back(*name);
    }
  }

  void read_types(const toml::node& value) {
    const toml::array* const list = value.as_array();
    if (list == nullptr) return note(value.source(), "a list of types is wanted");
    for (const toml::node& item : *list) {
      const std::string* const name = text_of(item);
      if (name == nullptr || name->empty() || name->find_first_of("/@*") != std::string::npos)
        note(item.source(), "a class's whole name is wanted, as in \"com.acme.web.Handler\"");
      else
        config_.annotations.shared_types.push_back(*name);
    }
  }

  void read_suppressing(const toml::node& value) {
    const toml::array* const list = value.as_array();
    if (list == nullptr)
      return note(value.source(), "`suppress-annotations` must be a list of names");
    for (const toml::node& item : *list) {
      const std::string* const name = text_of(item);
      if (name == nullptr || name->find_first_of("./$@") != std::string::npos)
        note(item.source(),
             "a simple name is wanted, as in \"SuppressHeddle\"; packages do not count");
      else
        config_.suppress_annotations.push_back(*name);
    }
  }

  void read_queues(const toml::node& value) {
    const toml::array* const list = value.as_array();
    if (list == nullptr || !list->is_homogeneous(toml::node_type::table))
      return note(value.source(), "queues are written as `[[queue]]`");
    for (const toml::node& item : *list) read_queue(*item.as_table());
  }

  void read_queue(const toml::table& table) {
    recording::QueueOption queue;
    for (const auto& [key, value] : table) {
      const std::string* const text = text_of(value);
      std::string* const into = text_for(queue, key.str());
      if (into == nullptr)
        note_unknown(key, kQueueKeys);
      else if (text == nullptr || text->find('|') != std::string::npos)
        note(value.source(), fmt::format("`{}` must be a text, and not empty", key.str()));
      else if (key == "event" && *text != "this" && *text != "0" && *text != "1")
        note(value.source(), "the event is \"this\", \"0\" or \"1\"");
      else
        *into = *text;
    }
    if (queue.sends.empty() || queue.begins.empty())
      note(table.source(), "a queue has a method that `sends` and one that `begins`");
    if (queue.ends.empty()) queue.ends = queue.begins;
    if (queue.name.empty()) queue.name = queue.sends.substr(0, queue.sends.rfind('.'));
    config_.queues.push_back(std::move(queue));
  }

  static std::string* text_for(recording::QueueOption& queue, std::string_view key) {
    if (key == "name") return &queue.name;
    if (key == "sends") return &queue.sends;
    if (key == "begins") return &queue.begins;
    if (key == "ends") return &queue.ends;
    return key == "event" ? &queue.event : nullptr;
  }

  void read_rules(const toml::node& value) {
    const toml::array* const list = value.as_array();
    if (list == nullptr) return note(value.source(), "rules are written as `[[suppress]]`");
    for (const toml::node& item : *list) {
      if (const toml::table* const rule = item.as_table())
        read_rule(*rule);
      else
        note(item.source(), "rules are written as `[[suppress]]`");
    }
  }

  void read_rule(const toml::table& table) {
    report::SuppressionRule rule{.where = fmt::format("{}:{}", fs::path(path_).filename().string(),
                                                      table.source().begin.line)};
    bool is_about_something = false;
    for (const auto& [key, value] : table) {
      if (std::ranges::find(kRuleKeys, key.str()) == kRuleKeys.end()) {
        note_unknown(key, kRuleKeys);
        is_about_something = true;  // one complaint is enough
        continue;
      }
      is_about_something |= key != "why";
      const std::string* const text = text_of(value);
      if (text == nullptr)
        note(value.source(), fmt::format("`{}` must be a text, and not empty", key.str()));
      else if (key == "kind")
        read_kind(value, *text, rule);
      else
        text_for(rule, key.str()) = *text;
    }
    if (!is_about_something)
      note(table.source(),
           "this rule would hide everything; say `kind`, `id`, `class`, `field` or `method`");
    config_.suppress.push_back(std::move(rule));
  }

  void read_kind(const toml::node& value, const std::string& text, report::SuppressionRule& rule) {
    rule.kind = report::from_word<report::Kind>(text);
    if (!rule.kind)
      note(value.source(), fmt::format("`{}` is no kind of finding{}", base::printable(text),
                                       did_you_mean(text, kKinds)));
  }

  static std::string& text_for(report::SuppressionRule& rule, std::string_view key) {
    if (key == "id") return rule.id;
    if (key == "class") return rule.class_name;
    if (key == "field") return rule.field;
    return key == "method" ? rule.method : rule.why;
  }

  // Null: it is none, or empty.
  static const std::string* text_of(const toml::node& value) {
    const auto* const text = value.as_string();
    return text == nullptr || text->get().empty() ? nullptr : &text->get();
  }

  const std::string& path_;
  ProjectConfig config_;
  std::vector<Error> errors_;
};

}  // namespace

std::string find_project_config(const std::string& input) {
  std::error_code error;
  const bool is_folder = fs::is_directory(input, error);
  fs::path folder = fs::absolute(input, error).lexically_normal();
  if (error) return {};
  if (!is_folder) folder = folder.parent_path();
  for (;; folder = folder.parent_path()) {
    const fs::path file = folder / "heddle.toml";
    if (fs::is_regular_file(file, error)) return file.string();
    if (folder == folder.parent_path()) return {};
  }
}

std::expected<ProjectConfig, std::vector<std::string>> read_project_config(const std::string& path,
                                                                           std::string_view text) {
  Reader reader(path);
  try {
    reader.read(toml::parse(text));
  } catch (const toml::parse_error& error) {
    reader.note(error.source(), base::printable(error.description()));
  }
  return reader.finish();
}

}  // namespace heddle::cli
