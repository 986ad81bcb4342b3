// A file is a TOML table. What may stand in a table is a list of keys, each with the function that
// reads its value (kMethodKeys and its like): a new effect is a line there and a function. Texts
// inside values (names, paths) have their own parsers, and what those say is put at the place of
// the value.
//
// Only what a file can know by itself is checked: whether a method exists is a Program's business.
#include "model/read.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <expected>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/printable.h"
#include "model/builder.h"
#include "model/name.h"
#include "model/path.h"
#include "model/read_concurrency.h"
#include "model/table.h"

namespace heddle::model {
namespace {

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
  constexpr std::array<std::string_view, 7> kKinds = {"thread",  "task",     "event",   "hook",
                                                      "handler", "listener", "periodic"};
  if (const auto kind = read_word<StartKind>(node, notes, "kind", kKinds)) start.kind = *kind;
}

void read_after(const toml::node& node, Start& start, Notes& notes) {
  for_each_in_list(node, notes, [&](const toml::node& item) {
    if (auto path = read_with(item, notes, parse_path)) start.after.push_back(std::move(*path));
  });
}

constexpr std::array kStartKeys = {
    Key<Start>{"method", of_call<read_call_method>},
    Key<Start>{"on", of_call<read_member<Path, parse_path, Call, &Call::on>>},
    Key<Start>{"with", of_call<read_call_arguments>},
    Key<Start>{"result", of_call<read_member<Path, parse_path, Call, &Call::result>>},
    Key<Start>{"kind", read_start_kind},
    Key<Start>{"serial", read_member<Path, parse_path, Start, &Start::serial>},
    Key<Start>{"by", read_member<Path, parse_path, Start, &Start::by>},
    Key<Start>{"completes", read_member<Path, parse_path, Start, &Start::completes>},
    Key<Start>{"after", read_after},
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
  for (const Start& start : method.starts) {
    for_each_path(start.call, visit);
    if (start.serial) visit(*start.serial, false);
    if (start.by) visit(*start.by, false);
    if (start.completes) visit(*start.completes, false);
    for (const Path& path : start.after) visit(path, false);
  }
}

bool is_operand(const Path& path) {
  const bool is_input = path.root == Path::Root::kReceiver || path.root == Path::Root::kArgument;
  return is_input && path.selectors.empty();
}

void check_paths(const toml::table& table, const Method& method, Notes& notes) {
  for_each_path(method, [&](const Path& path, bool is_written) {
    check_argument(table, method.name, path, notes);
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
    Key<Builder>{"lock", read_lock_tables},
    Key<Builder>{"order", read_order_tables},
    Key<Builder>{"object", read_object_tables},
    Key<Builder>{"access", read_access_tables},
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
