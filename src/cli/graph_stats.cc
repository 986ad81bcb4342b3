#include "cli/graph_stats.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/id.h"
#include "base/json_writer.h"
#include "base/printable.h"
#include "cli/exit_code.h"
#include "cli/graph_largest.h"
#include "cli/graph_text.h"
#include "cli/member_name.h"
#include "cli/output.h"
#include "cli/remarks.h"
#include "ir/class_table.h"
#include "ir/ids.h"
#include "pointsto/heap.h"
#include "pointsto/policy.h"
#include "pointsto/shape.h"
#include "pointsto/shape_store.h"
#include "workspace/container.h"

namespace heddle::cli {
namespace {

using base::JsonWriter;
using pointsto::Unmodelled;
using workspace::Remark;

// In the order of Unmodelled::Kind.
constexpr std::array<std::string_view, 5> kKinds = {"native", "missing", "broken", "dynamic",
                                                    "reflection"};

// In the order of GraphProgram::Kept.
constexpr std::array<std::string_view, 3> kKept = {"nothing", "platform", "answer"};

struct Stats {
  pointsto::Heap::Totals totals;
  std::vector<std::string> entries;
  std::array<std::size_t, kKinds.size()> unmodelled_counts{};
  std::vector<Remark> unmodelled;
  std::vector<std::string> missing_classes;
  std::vector<Remark> skipped, notes;
  GraphProgram::Phases seconds;
};

// ---- What was reached and not followed ----

Remark describe(const GraphProgram& graph, const Unmodelled& one) {
  const bool is_method = one.instruction == pointsto::kModelInstruction;
  const std::string what = is_method ? text(method_text(graph.program(), one.method))
                                     : text(place(graph.program(), one.method, one.instruction));
  switch (one.kind) {
    case Unmodelled::Kind::kNative: return {what, "native, and no model describes it"};
    case Unmodelled::Kind::kMissing:
      if (is_method) return {what, "its class is missing"};
      return {what, one.what + " is missing or cannot be linked"};
    case Unmodelled::Kind::kBroken: return {what, "its code could not be read"};
    case Unmodelled::Kind::kDynamic:
      return {what, "an invokedynamic with an unknown bootstrap method"};
    case Unmodelled::Kind::kReflection:
      return {what, "reflection on something unknown: " + one.what};
  }
  return {};
}

void list_unmodelled(const GraphProgram& graph, Stats& stats) {
  std::vector<std::pair<Remark, Unmodelled::Kind>> all;
  for (const Unmodelled& one : graph.heap().unmodelled())
    all.emplace_back(describe(graph, one), one.kind);
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  for (auto& [remark, kind] : all) {
    ++stats.unmodelled_counts[static_cast<std::size_t>(kind)];
    stats.unmodelled.push_back(std::move(remark));
  }
}

std::vector<std::string> missing_classes(const ir::Program& program) {
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < program.class_count(); ++i) {
    const auto id = base::id_at<ir::ClassId>(i);
    if (program.is_phantom(id)) names.push_back(dotted_name(program.name(id)));
  }
  std::ranges::sort(names);
  return names;
}

Stats collect(const GraphProgram& graph) {
  Stats stats;
  stats.totals = graph.heap().totals();
  for (const ir::MethodId entry : graph.entries())
    stats.entries.push_back(text(method_text(graph.program(), entry)));
  std::ranges::sort(stats.entries);
  list_unmodelled(graph, stats);
  stats.missing_classes = missing_classes(graph.program());
  stats.skipped = graph.class_path().skipped();
  stats.notes = graph.class_path().notes();
  for (const ir::Problem& problem : graph.program().problems())
    stats.notes.push_back({.what = problem.what, .why = problem.why});
  std::ranges::sort(stats.notes);
  stats.notes.erase(std::unique(stats.notes.begin(), stats.notes.end()), stats.notes.end());
  stats.seconds = graph.seconds();
  return stats;
}

// ---- As JSON ----

void write_texts(JsonWriter& json, std::string_view key, const std::vector<std::string>& texts) {
  json.key(key).begin_array();
  for (const std::string& text : texts) json.value(text);
  json.end_array();
}

std::string stats_json(const GraphProgram& graph, const Stats& stats, const std::string& version) {
  std::string out;
  JsonWriter json(out);
  write_head(json.begin_object(), "heddle-graph-stats/1", graph, version);
  write_texts(json, "entries", stats.entries);
  write_texts(json, "model_files", graph.model_files());
  json.key("reachable_methods").value(stats.totals.reachable_methods);
  json.key("call_edges").value(stats.totals.call_edges);
  json.key("objects").value(stats.totals.objects);
  json.key("points_to_total").value(stats.totals.points_to);
  json.key("contexts").value(stats.totals.contexts);
  json.key("instances").value(stats.totals.instances);
  json.key("pointers").value(stats.totals.nodes);
  json.key("work").value(stats.totals.work);
  json.key("unmodelled").begin_object();
  for (std::size_t kind = 0; kind < kKinds.size(); ++kind)
    json.key(kKinds[kind]).value(stats.unmodelled_counts[kind]);
  write_remarks(json, "list", stats.unmodelled);
  json.end_object();
  json.key("missing_classes").begin_object();
  json.key("count").value(stats.missing_classes.size());
  write_texts(json, "list", stats.missing_classes);
  json.end_object();
  write_remarks(json, "skipped", stats.skipped);
  write_remarks(json, "notes", stats.notes);
  json.key("from_cache").value(kKept[static_cast<std::size_t>(graph.kept())]);
  json.key("seconds").begin_object(JsonWriter::Layout::kLine);
  for (const auto& [phase, seconds] : stats.seconds) json.key(phase).decimal(seconds, 4);
  json.end_object();
  json.key("peak_mb").decimal(peak_megabytes(), 1).end_object();
  return out;
}

// ---- For people ----

std::string stats_text(const GraphProgram& graph, const Stats& stats) {
  std::string out;
  const auto row = [&](std::string_view name, std::uint64_t number) {
    out += fmt::format("{:<18}{:>15}\n", name, grouped(number));
  };
  out += "policy            " + pointsto::policy_name(graph.heap().policy()) + "\n";
  row("reachable methods", stats.totals.reachable_methods);
  row("call edges", stats.totals.call_edges);
  row("objects", stats.totals.objects);
  row("points-to total", stats.totals.points_to);
  row("contexts", stats.totals.contexts);
  row("instances", stats.totals.instances);
  row("unmodelled", stats.unmodelled.size());
  for (std::size_t kind = 0; kind < kKinds.size(); ++kind)
    if (stats.unmodelled_counts[kind] != 0)
      row("  " + std::string(kKinds[kind]), stats.unmodelled_counts[kind]);
  row("missing classes", stats.missing_classes.size());
  row("skipped", stats.skipped.size());
  row("notes", stats.notes.size());
  out += "\nseconds:";
  for (const auto& [phase, seconds] : stats.seconds)
    out += fmt::format("  {} {:.3f}", phase, seconds);
  out += fmt::format("\nfrom the cache: {}", kKept[static_cast<std::size_t>(graph.kept())]);
  out += fmt::format("\npeak memory: {:.0f} MB\n", peak_megabytes());
  append_remarks(out, "unmodelled", stats.unmodelled);
  std::vector<Remark> missing;
  for (const std::string& name : stats.missing_classes)
    missing.push_back({.what = name, .why = "named by code that is reached, and not there"});
  append_remarks(out, "missing classes", missing);
  append_remarks(out, "skipped", stats.skipped);
  append_remarks(out, "notes", stats.notes);
  return out;
}

}  // namespace

ExitCode print_stats(GraphProgram& graph, const GraphOptions& options) {
  if (const ExitCode code = graph.solve(); code != ExitCode::kNothingFound) return code;
  const Stats stats = collect(graph);
  std::string out = options.format == "json" ? stats_json(graph, stats, options.version)
                                             : stats_text(graph, stats);
  if (options.largest != 0 && options.format == "text") append_largest(out, graph, options.largest);
  return write_result(out) ? ExitCode::kNothingFound : ExitCode::kUnreadableInput;
}

}  // namespace heddle::cli
