#include "cli/graph_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "base/json_writer.h"
#include "base/printable.h"
#include "cli/member_name.h"
#include "ir/body.h"
#include "ir/class.h"
#include "pointsto/policy.h"
#include "pointsto/sites.h"

namespace heddle::cli {

using base::JsonWriter;
using pointsto::SiteKind;

namespace {

std::string_view how(SiteKind kind) {
  switch (kind) {
    case SiteKind::kNew: return "new";
    case SiteKind::kLambda: return "lambda";
    case SiteKind::kCreated: return "model";
    case SiteKind::kProxy: return "proxy";
    case SiteKind::kMerged: return "merged";
    case SiteKind::kMachine: return "vm";
    case SiteKind::kLiteral: return "string";
    case SiteKind::kClass: return "class";
    case SiteKind::kField: return "field";
    case SiteKind::kMethods: return "methods";
  }
  return {};
}

bool has_place(SiteKind kind) {
  return kind == SiteKind::kNew || kind == SiteKind::kLambda || kind == SiteKind::kCreated ||
         kind == SiteKind::kProxy;
}

// After "class" and "method", inside their object.
void write_parts(JsonWriter& json, const MethodText& method) {
  json.key("class").value(method.of_class).key("method").value(method.method);
}

void write_parts(JsonWriter& json, const Place& place) {
  write_parts(json, place.of);
  json.key("file");
  place.file.empty() ? json.null() : json.value(place.file);
  json.key("line");
  place.line == 0 ? json.null() : json.value(place.line);
}

}  // namespace

MethodText method_text(const ir::Program& program, ir::MethodId method) {
  return {.of_class = dotted_name(program.name(program.owner(method))),
          .method = std::string(program.name(method)) + std::string(program.descriptor(method))};
}

Place place(ir::Program& program, ir::MethodId method, std::uint32_t instruction) {
  Place at{.of = method_text(program, method), .file = {}, .line = 0};
  const ir::Class* const code = program.code(program.owner(method));
  if (code != nullptr) at.file = code->source_file;
  const ir::Body* const body = program.body(method);
  if (body != nullptr && instruction < body->instructions.size())
    at.line = body->line_of(base::id_at<ir::ValueId>(instruction));
  return at;
}

ObjectText object_text(const GraphProgram& graph, pointsto::ObjectId object) {
  const pointsto::Heap& heap = graph.heap();
  const pointsto::State& state = heap.state();
  const pointsto::Site& site = heap.site(object);
  ObjectText shown{
      .type = pointsto::type_text(graph.program(), site.type),
      .how = std::string(how(site.kind)),
      .allocated = {},
      .name = state.sites.name(heap.object(object).site, graph.program()),
      .context = state.contexts.name(heap.object(object).heap, state.sites, graph.program())};
  if (has_place(site.kind))
    shown.allocated = place(graph.program(), base::id_at<ir::MethodId>(site.a), site.b);
  return shown;
}

std::vector<ObjectText> object_texts(const GraphProgram& graph,
                                     const std::vector<const pointsto::ObjectSet*>& sets) {
  std::vector<pointsto::ObjectId> ids;
  for (const pointsto::ObjectSet* const set : sets)
    set->for_each([&](pointsto::ObjectId object) { ids.push_back(object); });
  std::ranges::sort(ids);
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  std::vector<ObjectText> texts;
  texts.reserve(ids.size());
  for (const pointsto::ObjectId id : ids) texts.push_back(object_text(graph, id));
  std::ranges::sort(texts);
  return texts;
}

std::string text(const MethodText& method) {
  return base::printable(method.of_class + "." + method.method);
}

std::string text(const Place& place) {
  const std::string name = place.of.method.substr(0, place.of.method.find('('));
  const std::string file = place.file.empty() ? "unknown source" : place.file;
  return base::printable(fmt::format("{}.{}({}{})", place.of.of_class, name, file,
                                     place.line == 0 ? "" : fmt::format(":{}", place.line)));
}

std::string text(const ObjectText& object) {
  std::string line = base::printable(object.type) + "  ";
  if (object.allocated) {
    line +=
        (object.how == "model" ? "made by a call" : object.how) + " at " + text(*object.allocated);
  } else if (object.how == "merged") {
    line += "all of them as one";
  } else if (object.how == "vm") {
    line += "made by the virtual machine";
  } else {
    line += base::printable(object.name);
  }
  if (!object.context.empty()) line += "  " + base::printable(object.context);
  return line;
}

void write(JsonWriter& json, const MethodText& method) {
  json.begin_object(JsonWriter::Layout::kLine);
  write_parts(json, method);
  json.end_object();
}

void write(JsonWriter& json, const Place& place) {
  json.begin_object(JsonWriter::Layout::kLine);
  write_parts(json, place);
  json.end_object();
}

void write(JsonWriter& json, const ObjectText& object) {
  json.begin_object(JsonWriter::Layout::kLine);
  json.key("class").value(object.type).key("how").value(object.how).key("allocated");
  if (object.allocated) {
    write(json, *object.allocated);
  } else {
    json.null();
  }
  json.key("name").value(object.name).key("context").value(object.context).end_object();
}

void write_head(JsonWriter& json, std::string_view schema, const GraphProgram& graph,
                const std::string& version) {
  json.key("schema").value(schema);
  json.key("tool").begin_object(JsonWriter::Layout::kLine);
  json.key("name").value("heddle").key("version").value(version).end_object();
  json.key("policy").value(pointsto::policy_name(graph.heap().policy()));
  json.key("given_up").begin_array(JsonWriter::Layout::kLine);
  for (const pointsto::Policy& policy : graph.given_up()) json.value(pointsto::policy_name(policy));
  json.end_array();
}

std::string dot_quoted(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : base::printable(text)) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "\"";
}

}  // namespace heddle::cli
