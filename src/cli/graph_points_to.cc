// A variable's objects are those of all contexts of its method together; each object names its own
// context.
#include "cli/graph_points_to.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/id.h"
#include "base/json_writer.h"
#include "base/printable.h"
#include "cli/exit_code.h"
#include "cli/graph_text.h"
#include "cli/member_name.h"
#include "cli/output.h"
#include "ir/body.h"
#include "ir/class.h"
#include "ir/ids.h"
#include "pointsto/heap.h"
#include "pointsto/object_set.h"
#include "pointsto/shape.h"
#include "pointsto/state.h"

namespace heddle::cli {
namespace {

using base::JsonWriter;
using pointsto::Heap;
using pointsto::InstanceId;
using pointsto::ObjectSet;

constexpr std::string_view kSchema = "heddle-graph-points-to/1";

ExitCode written(const std::string& text) {
  return write_result(text) ? ExitCode::kNothingFound : ExitCode::kUnreadableInput;
}

void write_objects(JsonWriter& json, const std::vector<ObjectText>& objects) {
  json.key("objects").begin_array();
  for (const ObjectText& object : objects) write(json, object);
  json.end_array();
}

std::string object_lines(const std::vector<ObjectText>& objects, std::string_view indent) {
  std::string out;
  for (const ObjectText& object : objects) out += std::string(indent) + text(object) + "\n";
  return out;
}

std::string count_of(std::size_t objects) {
  return objects == 1 ? "1 object" : grouped(objects) + " objects";
}

// ---- Variables ----

struct Variable {
  MethodText of;
  std::optional<std::uint32_t> value;  // none: the result, or what is thrown
  std::vector<std::string> names;      // of locals
  std::string role;                    // "value", "result", "thrown"
  std::uint32_t line = 0;
  std::vector<ObjectText> objects;
};

class Variables {
 public:
  Variables(const GraphProgram& graph, ir::MethodId method, const std::string& wanted)
      : graph_(graph), heap_(graph.heap()), method_(method), wanted_(wanted) {
    body_ = graph.program().body(method);
    for (std::uint32_t i = 0; i < heap_.instances().size(); ++i)
      if (heap_.instances()[i].method == method) instances_.push_back(base::id_at<InstanceId>(i));
    if (wanted_.starts_with('%')) wanted_.erase(0, 1);
  }

  [[nodiscard]] bool is_reached() const { return !instances_.empty(); }
  [[nodiscard]] const ir::Body* body() const { return body_; }

  [[nodiscard]] std::vector<Variable> list() const {
    std::vector<Variable> found;
    if (body_ == nullptr || instances_.empty()) return found;
    for (std::uint32_t value = 0; value < body_->instructions.size(); ++value)
      if (is_reference(value) && is_wanted(value)) found.push_back(variable(value));
    if (!wanted_.empty()) return found;
    found.push_back(role("result", &Heap::result));
    found.push_back(role("thrown", &Heap::thrown));
    return found;
  }

 private:
  // Shapes leave out values that cannot point to anything.
  [[nodiscard]] bool is_reference(std::uint32_t value) const {
    const auto variables = heap_.instances()[base::index(instances_.front())].shape->variable_of;
    return value < variables.size() && variables[value] != pointsto::kNoVariable;
  }

  [[nodiscard]] std::vector<std::string> names_of(std::uint32_t value) const {
    std::vector<std::string> names;
    for (const ir::LocalName& local : body_->names)
      if (base::index(local.value) == value) names.emplace_back(local.name);
    std::ranges::sort(names);
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
  }

  [[nodiscard]] bool is_wanted(std::uint32_t value) const {
    if (wanted_.empty() || wanted_ == std::to_string(value)) return true;
    const std::vector<std::string> names = names_of(value);
    return std::ranges::find(names, wanted_) != names.end();
  }

  [[nodiscard]] Variable variable(std::uint32_t value) const {
    const auto id = base::id_at<ir::ValueId>(value);
    std::vector<const ObjectSet*> sets;
    for (const InstanceId instance : instances_) sets.push_back(&heap_.value(instance, id));
    return {.of = method_text(graph_.program(), method_),
            .value = value,
            .names = names_of(value),
            .role = "value",
            .line = body_->line_of(id),
            .objects = object_texts(graph_, sets)};
  }

  [[nodiscard]] Variable role(std::string name,
                              const ObjectSet& (Heap::*set)(InstanceId) const) const {
    std::vector<const ObjectSet*> sets;
    for (const InstanceId instance : instances_) sets.push_back(&(heap_.*set)(instance));
    return {.of = method_text(graph_.program(), method_),
            .value = {},
            .names = {},
            .role = std::move(name),
            .line = 0,
            .objects = object_texts(graph_, sets)};
  }

  const GraphProgram& graph_;
  const Heap& heap_;
  ir::MethodId method_;
  std::string wanted_;
  const ir::Body* body_ = nullptr;
  std::vector<InstanceId> instances_;
};

std::string title(const Variable& variable) {
  if (!variable.value) return variable.role;
  std::string name = fmt::format("%{}", *variable.value);
  if (!variable.names.empty())
    name += base::printable(fmt::format(" \"{}\"", fmt::join(variable.names, "\", \"")));
  if (variable.line != 0) name += fmt::format(" line {}", variable.line);
  return name;
}

std::string variables_json(const GraphProgram& graph, const std::vector<Variable>& variables,
                           const std::string& version) {
  std::string out;
  JsonWriter json(out);
  write_head(json.begin_object(), kSchema, graph, version);
  json.key("variables").begin_array();
  for (const Variable& variable : variables) {
    json.begin_object().key("class").value(variable.of.of_class);
    json.key("method").value(variable.of.method).key("role").value(variable.role).key("value");
    variable.value ? json.value(*variable.value) : json.null();
    json.key("names").begin_array(JsonWriter::Layout::kLine);
    for (const std::string& name : variable.names) json.value(name);
    json.end_array().key("line");
    variable.line != 0 ? json.value(variable.line) : json.null();
    write_objects(json, variable.objects);
    json.end_object();
  }
  json.end_array().end_object();
  return out;
}

std::string variables_text(const std::vector<Variable>& variables) {
  std::string out;
  const MethodText* last = nullptr;
  for (const Variable& variable : variables) {
    if (last == nullptr || *last != variable.of)
      out += (last == nullptr ? "" : "\n") + text(variable.of) + "\n";
    last = &variable.of;
    out += fmt::format("  {}: {}\n", title(variable), count_of(variable.objects.size()));
    out += object_lines(variable.objects, "    ");
  }
  return out;
}

std::string variables_dot(const std::vector<Variable>& variables) {
  std::string out = "digraph points_to {\n  rankdir=LR;\n";
  for (const Variable& variable : variables) {
    const std::string from = dot_quoted(text(variable.of) + " " + title(variable));
    out += fmt::format("  {} [shape=box];\n", from);
    for (const ObjectText& object : variable.objects)
      out += fmt::format("  {} -> {};\n", from, dot_quoted(text(object)));
  }
  return out + "}\n";
}

ExitCode print_variables(GraphProgram& graph, const GraphOptions& options) {
  const std::vector<ir::MethodId> methods = graph.find_methods(options.method);
  if (methods.empty()) return ExitCode::kWrongUsage;
  if (const ExitCode code = graph.solve(); code != ExitCode::kNothingFound) return code;
  std::vector<Variable> variables;
  for (const ir::MethodId method : methods) {
    const Variables of(graph, method, options.variable);
    const std::string name = text(method_text(graph.program(), method));
    if (!of.is_reached()) {
      complain(name + " is not reached");
    } else if (of.body() == nullptr) {
      complain(name + " has no code");
    }
    std::ranges::move(of.list(), std::back_inserter(variables));
  }
  if (variables.empty() && !options.variable.empty()) {
    complain("no reference is called " + options.variable + " in " + options.method +
             "; without --variable all are listed");
    return ExitCode::kWrongUsage;
  }
  return written(options.format == "json"  ? variables_json(graph, variables, options.version)
                 : options.format == "dot" ? variables_dot(variables)
                                           : variables_text(variables));
}

// ---- Fields ----

struct Held {
  std::optional<ObjectText> by;  // none: a static field
  std::vector<ObjectText> objects;

  friend auto operator<=>(const Held&, const Held&) = default;
};

struct FieldText {
  std::string of_class, name;
  bool is_static = false;
  std::vector<Held> held;  // by objects that hold something, sorted
};

// `of` is the class that was named: the field may be one that it inherits.
FieldText field_text(const GraphProgram& graph, ir::ClassId of, ir::FieldId field) {
  const Heap& heap = graph.heap();
  ir::Program& program = graph.program();
  FieldText shown{.of_class = dotted_name(program.name(program.owner(field))),
                  .name = std::string(program.name(field)),
                  .is_static = program.is(field, ir::Access::kStatic),
                  .held = {}};
  if (shown.is_static) {
    shown.held.push_back({.by = {}, .objects = object_texts(graph, {&heap.static_field(field)})});
    return shown;
  }
  for (std::uint32_t i = 0; i < heap.object_count(); ++i) {
    const auto holder = base::id_at<pointsto::ObjectId>(i);
    const ir::Type type = heap.type(holder);
    if (!type.is_class() || !program.is_subtype(type, ir::Type(of))) continue;
    const ObjectSet& set = heap.field(holder, field);
    if (set.empty()) continue;
    shown.held.push_back(
        {.by = object_text(graph, holder), .objects = object_texts(graph, {&set})});
  }
  std::ranges::sort(shown.held);
  return shown;
}

std::string field_json(const GraphProgram& graph, const FieldText& field,
                       const std::string& version) {
  std::string out;
  JsonWriter json(out);
  write_head(json.begin_object(), kSchema, graph, version);
  json.key("field").begin_object(JsonWriter::Layout::kLine);
  json.key("class").value(field.of_class).key("field").value(field.name);
  json.key("static").value(field.is_static).end_object();
  json.key("held").begin_array();
  for (const Held& held : field.held) {
    json.begin_object().key("by");
    held.by ? write(json, *held.by) : void(json.null());
    write_objects(json, held.objects);
    json.end_object();
  }
  json.end_array().end_object();
  return out;
}

std::string field_lines(const FieldText& field) {
  const std::string name = base::printable(field.of_class + "." + field.name);
  if (field.is_static) {
    const auto& objects = field.held.front().objects;
    return fmt::format("static {}: {}\n", name, count_of(objects.size())) +
           object_lines(objects, "  ");
  }
  std::string out = fmt::format("{}, set in {}\n", name, count_of(field.held.size()));
  for (const Held& held : field.held) {
    out += "  of " + text(*held.by) + ": " + count_of(held.objects.size()) + "\n";
    out += object_lines(held.objects, "    ");
  }
  return out;
}

std::string field_dot(const FieldText& field) {
  const std::string name = field.of_class + "." + field.name;
  std::string out = "digraph points_to {\n  rankdir=LR;\n";
  for (const Held& held : field.held)
    for (const ObjectText& object : held.objects)
      out += fmt::format("  {} -> {} [label={}];\n",
                         dot_quoted(held.by ? text(*held.by) : "static " + name),
                         dot_quoted(text(object)), dot_quoted(field.name));
  return out + "}\n";
}

ExitCode print_field(GraphProgram& graph, const GraphOptions& options) {
  const ir::FieldId field = graph.find_field(options.field);
  if (base::is_none(field)) return ExitCode::kWrongUsage;
  const ir::ClassId of = graph.program().find(parse_member_name(options.field).owner);
  if (const ExitCode code = graph.solve(); code != ExitCode::kNothingFound) return code;
  const FieldText shown = field_text(graph, of, field);
  return written(options.format == "json"  ? field_json(graph, shown, options.version)
                 : options.format == "dot" ? field_dot(shown)
                                           : field_lines(shown));
}

}  // namespace

ExitCode print_points_to(GraphProgram& graph, const GraphOptions& options) {
  return options.field.empty() ? print_variables(graph, options) : print_field(graph, options);
}

}  // namespace heddle::cli
