// Edges are those of the answer with the contexts taken away, and those from where a class
// initialiser is run. What a model does at a call (Thread.start runs the thread, Method.invoke the
// method) is an edge from the modelled method; its place is that of the call, `through` the method.
#include "cli/graph_calls.h"

#include <fmt/format.h>

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/id.h"
#include "base/json_writer.h"
#include "cli/exit_code.h"
#include "cli/graph_text.h"
#include "cli/output.h"
#include "ir/ids.h"
#include "pointsto/contexts.h"
#include "pointsto/heap.h"
#include "pointsto/shape.h"
#include "pointsto/state.h"

namespace heddle::cli {
namespace {

using base::JsonWriter;
using pointsto::Heap;

constexpr std::string_view kSchema = "heddle-graph-calls/1";

template <typename T>
void sort_unique(std::vector<T>& things) {
  std::ranges::sort(things);
  things.erase(std::unique(things.begin(), things.end()), things.end());
}

// ---- All of them ----

struct MethodEdge {
  ir::MethodId caller{}, callee{};

  friend auto operator<=>(const MethodEdge&, const MethodEdge&) = default;
};

struct Everything {
  std::vector<std::string> roots;                              // sorted
  std::vector<std::string> names;                              // of the methods below, sorted
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;  // of names, sorted
};

std::vector<MethodEdge> method_edges(const Heap& heap, std::vector<ir::MethodId>& roots) {
  std::vector<MethodEdge> edges;
  for (const pointsto::CallEdge& edge : heap.call_edges()) {
    const ir::MethodId callee = heap.instances()[base::index(edge.callee)].method;
    if (base::is_none(edge.caller)) {
      roots.push_back(callee);
    } else {
      edges.push_back({heap.instances()[base::index(edge.caller)].method, callee});
    }
  }
  for (std::uint32_t i = 0; i < heap.instances().size(); ++i)
    for (const auto& run : heap.initializer_edges(base::id_at<pointsto::InstanceId>(i)))
      edges.push_back({heap.instances()[i].method, run.initializer});
  sort_unique(edges);
  sort_unique(roots);
  return edges;
}

Everything list_everything(const GraphProgram& graph) {
  Everything all;
  std::vector<ir::MethodId> roots;
  const std::vector<MethodEdge> edges = method_edges(graph.heap(), roots);
  const auto name = [&](ir::MethodId method) { return text(method_text(graph.program(), method)); };
  for (const ir::MethodId root : roots) all.roots.push_back(name(root));
  std::ranges::sort(all.roots);

  std::map<ir::MethodId, std::string> texts;
  for (const MethodEdge& edge : edges)
    for (const ir::MethodId method : {edge.caller, edge.callee})
      if (const auto [place, is_new] = texts.try_emplace(method); is_new)
        place->second = name(method);
  for (const auto& [method, of] : texts) all.names.push_back(of);
  sort_unique(all.names);
  std::map<ir::MethodId, std::uint32_t> ranks;
  for (const auto& [method, of] : texts)
    ranks[method] =
        static_cast<std::uint32_t>(std::ranges::lower_bound(all.names, of) - all.names.begin());
  for (const MethodEdge& edge : edges)
    all.edges.emplace_back(ranks.at(edge.caller), ranks.at(edge.callee));
  sort_unique(all.edges);
  return all;
}

std::string everything_json(const GraphProgram& graph, const Everything& all,
                            const std::string& version) {
  std::string out;
  JsonWriter json(out);
  write_head(json.begin_object(), kSchema, graph, version);
  json.key("roots").begin_array();
  for (const std::string& root : all.roots) json.value(root);
  json.end_array().key("edges").begin_array();
  for (const auto& [caller, callee] : all.edges)
    json.begin_object(JsonWriter::Layout::kLine)
        .key("caller")
        .value(all.names[caller])
        .key("callee")
        .value(all.names[callee])
        .end_object();
  json.end_array().end_object();
  return out;
}

std::string everything_text(const Everything& all) {
  std::string out;
  for (const auto& [caller, callee] : all.edges)
    out += all.names[caller] + '\t' + all.names[callee] + '\n';
  return out;
}

std::string everything_dot(const Everything& all) {
  std::string out = "digraph calls {\n  node [shape=box];\n";
  for (const std::string& root : all.roots) out += "  " + dot_quoted(root) + " [penwidth=2];\n";
  for (const auto& [caller, callee] : all.edges)
    out += "  " + dot_quoted(all.names[caller]) + " -> " + dot_quoted(all.names[callee]) + ";\n";
  return out + "}\n";
}

// ---- Of one method ----

enum class How : std::uint8_t { kRoot, kCall, kStart, kInitialise };

std::string_view name_of(How how) {
  switch (how) {
    case How::kRoot: return "root";
    case How::kCall: return "call";
    case How::kStart: return "start";
    case How::kInitialise: return "initialise";
  }
  return {};
}

struct Call {
  std::optional<Place> at;            // none: a root
  std::optional<MethodText> through;  // a modelled method
  MethodText callee;
  How how{};

  friend auto operator<=>(const Call&, const Call&) = default;
};

struct Neighbours {
  MethodText of;
  bool is_reached = false;
  std::vector<Call> callers, callees;  // sorted
};

class Neighbourhood {
 public:
  Neighbourhood(const GraphProgram& graph, ir::MethodId method)
      : graph_(graph), heap_(graph.heap()), method_(method) {
    found_.of = method_text(graph.program(), method);
  }

  Neighbours run() {
    for (const pointsto::CallEdge& edge : heap_.call_edges()) add(edge);
    for (std::uint32_t i = 0; i < heap_.instances().size(); ++i) {
      const ir::MethodId by = heap_.instances()[i].method;
      found_.is_reached |= by == method_;
      if (by != method_ && !is_initializer()) continue;
      for (const auto& run : heap_.initializer_edges(base::id_at<pointsto::InstanceId>(i)))
        add({.method = by, .instruction = run.instruction, .through = base::kNone<ir::MethodId>},
            run.initializer, How::kInitialise);
    }
    sort_unique(found_.callers);
    sort_unique(found_.callees);
    return std::move(found_);
  }

 private:
  struct Site {
    ir::MethodId method{};
    std::uint32_t instruction = 0;
    ir::MethodId through = base::kNone<ir::MethodId>;
  };

  [[nodiscard]] bool is_initializer() const { return graph_.program().name(method_) == "<clinit>"; }

  void add(const pointsto::CallEdge& edge) {
    const ir::MethodId callee = heap_.instances()[base::index(edge.callee)].method;
    if (base::is_none(edge.caller)) {
      if (callee == method_)
        found_.callers.push_back({.at = {}, .through = {}, .callee = found_.of, .how = How::kRoot});
      return;
    }
    const pointsto::Instance& caller = heap_.instances()[base::index(edge.caller)];
    const pointsto::Context& context = heap_.state().contexts[caller.context];
    Site site{.method = caller.method, .instruction = edge.instruction};
    if (edge.instruction == pointsto::kModelInstruction && context.is_model())
      site = {.method = context.model_caller,
              .instruction = context.instruction,
              .through = caller.method};
    add(site, callee,
        edge.starts                                   ? How::kStart
        : graph_.program().name(callee) == "<clinit>" ? How::kInitialise
                                                      : How::kCall);
  }

  void add(const Site& site, ir::MethodId callee, How how) {
    const bool is_by = site.method == method_ || site.through == method_;
    if (callee != method_ && !is_by) return;
    Call call{.at = place(graph_.program(), site.method, site.instruction),
              .through = {},
              .callee = method_text(graph_.program(), callee),
              .how = how};
    if (!base::is_none(site.through)) call.through = method_text(graph_.program(), site.through);
    if (callee == method_) found_.callers.push_back(call);
    if (is_by) found_.callees.push_back(std::move(call));
  }

  const GraphProgram& graph_;
  const Heap& heap_;
  ir::MethodId method_;
  Neighbours found_;
};

void write_calls(JsonWriter& json, std::string_view key, const std::vector<Call>& calls,
                 bool with_callee) {
  json.key(key).begin_array();
  for (const Call& call : calls) {
    json.begin_object(JsonWriter::Layout::kLine).key("how").value(name_of(call.how));
    if (with_callee) write(json.key("callee"), call.callee);
    json.key("at");
    call.at ? write(json, *call.at) : void(json.null());
    json.key("through");
    call.through ? write(json, *call.through) : void(json.null());
    json.end_object();
  }
  json.end_array();
}

std::string neighbours_json(const GraphProgram& graph, const std::vector<Neighbours>& all,
                            const std::string& version) {
  std::string out;
  JsonWriter json(out);
  write_head(json.begin_object(), kSchema, graph, version);
  json.key("methods").begin_array();
  for (const Neighbours& one : all) {
    json.begin_object().key("class").value(one.of.of_class).key("method").value(one.of.method);
    json.key("reached").value(one.is_reached);
    write_calls(json, "callers", one.callers, false);
    write_calls(json, "callees", one.callees, true);
    json.end_object();
  }
  json.end_array().end_object();
  return out;
}

std::string call_text(const Call& call) {
  std::string line = call.at ? text(*call.at) : "the virtual machine or an entry";
  if (call.how == How::kStart) line += ", which starts it";
  if (call.how == How::kInitialise) line += ", which initialises the class";
  if (call.through) line += ", through " + text(*call.through);
  return line;
}

std::string neighbours_text(const std::vector<Neighbours>& all) {
  std::string out;
  for (const Neighbours& one : all) {
    out +=
        (out.empty() ? "" : "\n") + text(one.of) + (one.is_reached ? "\n" : ": is not reached\n");
    if (!one.is_reached) continue;
    out += fmt::format("  callers ({}):\n", grouped(one.callers.size()));
    for (const Call& call : one.callers) out += "    " + call_text(call) + "\n";
    out += fmt::format("  callees ({}):\n", grouped(one.callees.size()));
    for (const Call& call : one.callees)
      out += "    " + text(call.callee) + "  by " + call_text(call) + "\n";
  }
  return out;
}

std::string neighbours_dot(const std::vector<Neighbours>& all) {
  std::string out = "digraph calls {\n  node [shape=box];\n";
  const auto edge = [&](const Call& call) {
    const std::string caller = call.at ? text(call.at->of) : "root";
    const std::string label = call.at && call.at->line != 0 ? std::to_string(call.at->line) : "";
    out +=
        fmt::format("  {} -> {} [label={}{}];\n", dot_quoted(caller), dot_quoted(text(call.callee)),
                    dot_quoted(label), call.how == How::kStart ? ", style=dashed" : "");
  };
  for (const Neighbours& one : all) {
    out += "  " + dot_quoted(text(one.of)) + " [penwidth=2];\n";
    for (const Call& call : one.callers) edge(call);
    for (const Call& call : one.callees)
      if (call.callee != one.of) edge(call);
  }
  return out + "}\n";
}

ExitCode written(const std::string& text) {
  return write_result(text) ? ExitCode::kNothingFound : ExitCode::kUnreadableInput;
}

ExitCode print_all(GraphProgram& graph, const GraphOptions& options) {
  if (const ExitCode code = graph.solve(); code != ExitCode::kNothingFound) return code;
  const Everything all = list_everything(graph);
  return written(options.format == "json"  ? everything_json(graph, all, options.version)
                 : options.format == "dot" ? everything_dot(all)
                                           : everything_text(all));
}

}  // namespace

ExitCode print_calls(GraphProgram& graph, const GraphOptions& options) {
  if (options.all) return print_all(graph, options);
  const std::vector<ir::MethodId> methods = graph.find_methods(options.method);
  if (methods.empty()) return ExitCode::kWrongUsage;
  if (const ExitCode code = graph.solve(); code != ExitCode::kNothingFound) return code;
  std::vector<Neighbours> all;
  for (const ir::MethodId method : methods) all.push_back(Neighbourhood(graph, method).run());
  return written(options.format == "json"  ? neighbours_json(graph, all, options.version)
                 : options.format == "dot" ? neighbours_dot(all)
                                           : neighbours_text(all));
}

}  // namespace heddle::cli
