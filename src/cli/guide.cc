#include "cli/guide.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "cli/graph_text.h"
#include "cli/member_name.h"
#include "races/proven.h"
#include "recording/guide.h"
#include "report/report.h"

namespace heddle::cli {

std::vector<report::GuideClass> guide_of(GraphProgram& program,
                                         const std::vector<races::ProvenMethod>& proven) {
  std::map<std::string, report::GuideClass> classes;
  for (const std::string& name : program.class_path().input_class_names())
    if (const auto hash = program.class_path().bytes_hash(name)) {
      report::GuideClass& made = classes[dotted_name(name)];
      made.class_name = dotted_name(name);
      made.bytes = fmt::format("{:016x}", *hash);
    }
  for (const races::ProvenMethod& each : proven) {
    MethodText text = method_text(program.program(), each.method);
    const auto found = classes.find(text.of_class);
    if (found == classes.end()) continue;
    found->second.methods.push_back({.method = std::move(text.method), .proven = each.offsets});
  }
  std::vector<report::GuideClass> guide;
  for (auto& [name, made] : classes) {
    std::ranges::sort(made.methods);
    guide.push_back(std::move(made));
  }
  return guide;
}

recording::Guide compile_guide(const report::Report& report) {
  recording::Guide guide;
  guide.set_remarks(report.analysed.skipped.size() + report.analysed.notes.size());
  for (const report::GuideClass& each : *report.guide) {
    std::string name = each.class_name;
    std::ranges::replace(name, '.', '/');
    std::uint64_t hash = 0;
    std::from_chars(each.bytes.data(), each.bytes.data() + each.bytes.size(), hash, 16);
    guide.add_class(name, hash);
    for (const report::GuideMethod& method : each.methods)
      guide.add_method(name, method.method, method.proven);
  }
  return guide;
}

}  // namespace heddle::cli
