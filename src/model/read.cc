// A file is a TOML table. What may stand in a table is a list of keys, each with the function that
// reads its value (kMethodKeys and its like): a new effect is a line there and a function. A reader
// takes what it can and notes what it cannot; nobody stops at the first mistake. Texts inside
// values (names, paths) have their own parsers, and what those say is put at the place of the
// value.
//
// Only what a file can know by itself is checked: whether a method exists is a Program's business.
#include "model/read.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/printable.h"
#include "model/builder.h"
#include "model/name.h"
#include "model/path.h"
#include "model/suggest.h"

namespace heddle::model {
namespace {

struct Place {
  std::uint32_t line = 1, column = 1;
  auto operator<=>(const Place&) const = default;
};

Place place_of(const toml::source_region& region) {
  return {.line = std::max(region.begin.line, 1U), .column = std::max(region.begin.column, 1U)};
}
Place place_of(const toml::node& node) { return place_of(node.source()); }

// Where what one file says goes, and what is wrong with it.
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
  bool is_new(const toml::node& node, std::string_view kind, std::string_view name) {
    const bool is_first = seen_.emplace(kind, name).second;
    if (!is_first)
      note(node, fmt::format("{} `{}` is there twice in this file", kind, base::printable(name)));
    return is_first;
  }

  [[nodiscard]] std::string origin(const toml::node& node) const {
    return fmt::format("{}:{}", file_, place_of(node).line);
  }

  // "threads.toml:12:3: reason", in the order of the file.
  [[nodiscard]] std::vector<std::string> lines() && {
    std::ranges::sort(problems_);
    std::vector<std::string> lines;
    for (const auto& [place, why] : problems_)
      lines.push_back(fmt::format("{}:{}:{}: {}", file_, place.line, place.column, why));
    return lines;
  }

 private:
  std::string file_;
  std::vector<std::pair<Place, std::string>> problems_;
  std::set<std::pair<std::string, std::string>> seen_;
};

// --- values -----------------------------------------------------------------------------------

std::string did_you_mean(std::string_view word, std::span<const std::string_view> known) {
  const std::string_view near = suggest(word, known);
  return near.empty() ? std::string() : fmt::format("; did you mean `{}`?", near);
}

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

void note_type(const toml::node& node, std::string_view wanted, Notes& notes) {
  notes.note(node, fmt::format("want {}, found {}", wanted, type_name(node)));
}

std::optional<std::string_view> read_text(const toml::node& node, Notes& notes) {
  if (const auto* text = node.as_string()) return std::string_view(text->get());
  note_type(node, "a text", notes);
  return std::nullopt;
}

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

template <typename T, Parsed<T> (*kParse)(std::string_view), typename Thing, auto kMember>
void read_member(const toml::node& node, Thing& thing, Notes& notes) {
  if (auto value = read_with<T>(node, notes, kParse)) thing.*kMember = std::move(*value);
}

// --- effects of methods -----------------------------------------------------------------------

void read_replaces(const toml::node& node, Method& method, Notes& notes) {
  const auto* value = node.as_boolean();
  if (value == nullptr) return note_type(node, "true or false", notes);
  method.replaces = value->get();
}

auto operation_names() {
  std::array<std::string_view, static_cast<std::size_t>(kLastOperation) + 1> names;
  for (std::size_t at = 0; at < names.size(); ++at)
    names[at] = operation_name(static_cast<Operation>(at));
  return names;
}

void read_operation(const toml::node& node, Method& method, Notes& notes) {
  if (const auto read = read_word<Operation>(node, notes, "operation", operation_names()))
    method.operation = *read;
}

void read_moves(const toml::node& node, Method& method, Notes& notes) {
  for_each_in_list(node, notes, [&](const toml::node& item) {
    if (auto move = read_with(item, notes, parse_move)) method.moves.push_back(std::move(*move));
  });
}

constexpr std::array kCreationKeys = {
    Key<Creation>{"type", read_member<std::string, parse_type, Creation, &Creation::type>},
    Key<Creation>{"into", read_member<Path, parse_path, Creation, &Creation::into>},
};

void read_creates(const toml::node& node, Method& method, Notes& notes) {
  read_tables(node, kCreationKeys, notes, [&](const toml::table& table, Creation creation) {
    if (has_keys(table, {"type", "into"}, notes)) method.creates.push_back(std::move(creation));
  });
}

void read_call_method(const toml::node& node, Call& call, Notes& notes) {
  auto name = read_with(node, notes, parse_method_name);
  if (!name) return;
  if (name->descriptor.empty()) return notes.note(node, "a called method needs a descriptor");
  call.method = std::move(*name);
}

void read_call_arguments(const toml::node& node, Call& call, Notes& notes) {
  for_each_in_list(node, notes, [&](const toml::node& item) {
    if (auto path = read_with(item, notes, parse_path)) call.with.push_back(std::move(*path));
  });
}

constexpr std::array kCallKeys = {
    Key<Call>{"method", read_call_method},
    Key<Call>{"on", read_member<Path, parse_path, Call, &Call::on>},
    Key<Call>{"with", read_call_arguments},
    Key<Call>{"result", read_member<Path, parse_path, Call, &Call::result>},
};

// Do the arguments fit?
bool has_room(const toml::table& table, const Call& call, Notes& notes) {
  if (call.method.descriptor.empty()) return false;
  const auto parameters = parameter_count(call.method.descriptor);
  if (parameters && call.with.size() <= *parameters) return true;
  notes.note(table, fmt::format("{} arguments for a method with {} parameters", call.with.size(),
                                parameters.value_or(0)));
  return false;
}

void read_calls(const toml::node& node, Method& method, Notes& notes) {
  read_tables(node, kCallKeys, notes, [&](const toml::table& table, Call call) {
    if (has_keys(table, {"method"}, notes) && has_room(table, call, notes))
      method.calls.push_back(std::move(call));
  });
}

template <void (*kRead)(const toml::node&, Call&, Notes&)>
void of_call(const toml::node& node, Start& start, Notes& notes) {
  kRead(node, start.call, notes);
}

void read_start_kind(const toml::node& node, Start& start, Notes& notes) {
  constexpr std::array<std::string_view, 3> kKinds = {"thread", "task", "event"};
  if (const auto kind = read_word<StartKind>(node, notes, "kind", kKinds)) start.kind = *kind;
}

constexpr std::array kStartKeys = {
    Key<Start>{"method", of_call<read_call_method>},
    Key<Start>{"on", of_call<read_member<Path, parse_path, Call, &Call::on>>},
    Key<Start>{"with", of_call<read_call_arguments>},
    Key<Start>{"result", of_call<read_member<Path, parse_path, Call, &Call::result>>},
    Key<Start>{"kind", read_start_kind},
};

void read_starts(const toml::node& node, Method& method, Notes& notes) {
  read_tables(node, kStartKeys, notes, [&](const toml::table& table, Start start) {
    if (has_keys(table, {"method", "on", "kind"}, notes) && has_room(table, start.call, notes))
      method.starts.push_back(std::move(start));
  });
}

constexpr std::array kMethodKeys = {
    Key<Method>{"name", read_member<MethodName, parse_method_name, Method, &Method::name>},
    Key<Method>{"replaces", read_replaces},
    Key<Method>{"operation", read_operation},
    Key<Method>{"moves", read_moves},
    Key<Method>{"creates", read_creates},
    Key<Method>{"calls", read_calls},
    Key<Method>{"starts", read_starts},
};

// --- what paths may say -----------------------------------------------------------------------

// Visits each path with whether it is written to.
template <typename Visit>
void for_each_path(const Call& call, const Visit& visit) {
  if (call.on) visit(*call.on, false);
  for (const Path& path : call.with) visit(path, false);
  if (call.result) visit(*call.result, true);
}

template <typename Visit>
void for_each_path(const Method& method, const Visit& visit) {
  for (const Move& move : method.moves) visit(move.from, false), visit(move.to, true);
  for (const Creation& creation : method.creates) visit(creation.into, true);
  for (const Call& call : method.calls) for_each_path(call, visit);
  for (const Start& start : method.starts) for_each_path(start.call, visit);
}

bool is_operand(const Path& path) {
  const bool is_input = path.root == Path::Root::kReceiver || path.root == Path::Root::kArgument;
  return is_input && path.selectors.empty();
}

// Without a descriptor there may be as many arguments as a method can have.
std::size_t parameters_of(const MethodName& name) {
  constexpr std::size_t kMost = 255;
  return name.descriptor.empty() ? kMost : parameter_count(name.descriptor).value_or(0);
}

void check_paths(const toml::table& table, const Method& method, Notes& notes) {
  const std::size_t parameters = parameters_of(method.name);
  for_each_path(method, [&](const Path& path, bool is_written) {
    if (path.root == Path::Root::kArgument && path.argument >= parameters)
      notes.note(table, fmt::format("path `{}` speaks of argument {}, and the method has {}",
                                    print(path), path.argument, parameters));
    if (is_written && is_operand(path))
      notes.note(table, fmt::format("nothing can be written to `{}` itself", print(path)));
  });
}

// --- top level --------------------------------------------------------------------------------

void read_method_tables(const toml::node& node, Builder& builder, Notes& notes) {
  read_tables(node, kMethodKeys, notes, [&](const toml::table& table, Method method) {
    if (!has_keys(table, {"name"}, notes) || method.name.owner.empty()) return;
    const auto& name = *table.get("name");
    if (!notes.is_new(name, "method", name.ref<std::string>())) return;
    check_paths(table, method, notes);
    method.origin = notes.origin(table);
    builder.add(std::move(method));
  });
}

void read_context(const toml::node& node, Class& said, Notes& notes) {
  constexpr std::array<std::string_view, 4> kKinds = {"", "shared", "container", "thread"};
  if (const auto kind = read_word<ContextKind>(node, notes, "context", kKinds))
    said.context = *kind;
}

void read_merge(const toml::node& node, Class& said, Notes& notes) {
  constexpr std::array<std::string_view, 3> kMerges = {"no", "library", "everywhere"};
  if (const auto merge = read_word<Merge>(node, notes, "merge", kMerges)) said.merge = merge;
}

constexpr std::array kClassKeys = {
    Key<Class>{"name", read_member<std::string, parse_class_pattern, Class, &Class::pattern>},
    Key<Class>{"context", read_context},
    Key<Class>{"merge", read_merge},
};

void read_class_tables(const toml::node& node, Builder& builder, Notes& notes) {
  read_tables(node, kClassKeys, notes, [&](const toml::table& table, Class said) {
    if (!has_keys(table, {"name"}, notes) || said.pattern.empty()) return;
    const auto& name = *table.get("name");
    if (!notes.is_new(name, "class", name.ref<std::string>())) return;
    said.origin = notes.origin(table);
    builder.add(std::move(said));
  });
}

void read_vm_roots(const toml::node& node, Builder& builder, Notes& notes) {
  for_each_in_list(node, notes, [&](const toml::node& item) {
    auto name = read_with(item, notes, parse_method_name);
    if (!name || !notes.is_new(item, "root", item.ref<std::string>())) return;
    if (name->descriptor.empty()) return notes.note(item, "a root needs a descriptor");
    builder.add_vm_root(std::move(*name));
  });
}

void read_vm_exceptions(const toml::node& node, Builder& builder, Notes& notes) {
  for_each_in_list(node, notes, [&](const toml::node& item) {
    auto name = read_with(item, notes, parse_class_name);
    if (name && notes.is_new(item, "exception", item.ref<std::string>()))
      builder.add_vm_exception(std::move(*name));
  });
}

constexpr std::array kVmKeys = {
    Key<Builder>{"roots", read_vm_roots},
    Key<Builder>{"exceptions", read_vm_exceptions},
};

void read_vm(const toml::node& node, Builder& builder, Notes& notes) {
  const auto* table = node.as_table();
  if (table == nullptr) return note_type(node, "a table", notes);
  read_table(*table, kVmKeys, builder, notes);
}

constexpr std::array kFileKeys = {
    Key<Builder>{"method", read_method_tables},
    Key<Builder>{"class", read_class_tables},
    Key<Builder>{"vm", read_vm},
};

std::vector<std::string> read_file(const File& file, Builder& builder) {
  Notes notes(file.name);
  try {
    read_table(toml::parse(file.text), kFileKeys, builder, notes);
  } catch (const toml::parse_error& error) {
    notes.note(place_of(error.source()), base::printable(error.description()));
  }
  return std::move(notes).lines();
}

}  // namespace

std::expected<Models, std::vector<std::string>> read(std::span<const File> files) {
  Builder builder;
  std::vector<std::string> problems;
  for (const File& file : files)
    std::ranges::move(read_file(file, builder), std::back_inserter(problems));
  if (!problems.empty()) return std::unexpected(std::move(problems));
  return std::move(builder).build();
}

}  // namespace heddle::model
