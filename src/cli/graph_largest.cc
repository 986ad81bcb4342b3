#include "cli/graph_largest.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/id.h"
#include "cli/output.h"
#include "ir/ids.h"
#include "pointsto/heap.h"
#include "pointsto/sites.h"
#include "pointsto/state.h"

namespace heddle::cli {
namespace {

using Counts = std::map<std::string, std::uint64_t>;

void append(std::string& out, std::string_view title, const Counts& counts, std::size_t count) {
  std::vector<std::pair<std::uint64_t, std::string>> sorted;
  for (const auto& [name, number] : counts) sorted.emplace_back(number, name);
  std::ranges::sort(sorted, [](const auto& x, const auto& y) {
    return x.first != y.first ? x.first > y.first : x.second < y.second;
  });
  sorted.resize(std::min(sorted.size(), count));
  out += fmt::format("\n{}:\n", title);
  for (const auto& [number, name] : sorted)
    out += fmt::format("  {:>14}  {}\n", grouped(number), name);
}

}  // namespace

void append_largest(std::string& out, const GraphProgram& graph, std::size_t count) {
  const pointsto::State& state = graph.heap().state();
  const pointsto::Heap::Totals totals = graph.heap().totals();
  out += fmt::format("\nnodes {}, edges {}, unions {}, rankings {}, collapsed {}, {} MB\n",
                     grouped(totals.nodes), grouped(totals.edges), grouped(totals.unions),
                     grouped(totals.rankings), grouped(totals.collapsed), totals.bytes >> 20U);
  Counts made_by, types, held_by;
  for (const pointsto::Object& object : state.objects) {
    const pointsto::Site& site = state.sites[object.site];
    const std::string type = pointsto::type_text(graph.program(), site.type);
    ++types[type];
    if (site.kind == pointsto::SiteKind::kNew || site.kind == pointsto::SiteKind::kCreated)
      ++made_by[pointsto::method_text(graph.program(), base::id_at<ir::MethodId>(site.a))];
    if (!base::is_none(object.fields)) held_by[type] += state.graph.points(object.fields).size();
  }
  Counts instances, sets;
  for (const pointsto::Instance& instance : state.instances) {
    const std::string name = pointsto::method_text(graph.program(), instance.method);
    ++instances[name];
    for (std::uint32_t variable = 0; variable < instance.shape->variables; ++variable)
      sets[name] += state.graph.points(instance.node(variable)).size();
  }
  append(out, "objects by the method that makes them", made_by, count);
  append(out, "objects by type", types, count);
  append(out, "first field or elements, by type", held_by, count);
  append(out, "instances by method", instances, count);
  append(out, "points-to sets by method", sets, count);
}

}  // namespace heddle::cli
