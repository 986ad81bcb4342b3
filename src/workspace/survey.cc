#include "workspace/survey.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "ir/body.h"
#include "ir/class.h"
#include "ir/program.h"
#include "ir/verify.h"
#include "workspace/class_path.h"
#include "workspace/container.h"

namespace heddle::workspace {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

std::string check_body(const ir::Class& code, const ir::Method& method, const ir::Body& body) {
  const std::vector<ir::Violation> violations = ir::verify(code, method, body);
  if (violations.empty()) return {};
  const ir::Signature& signature = code.symbols.signature(method.signature);
  return "method " + std::string(method.name) + std::string(signature.descriptor) +
         ": our own IR breaks its contract: " + violations.front().describe();
}

void count(const ir::Class& code, Survey& result) {
  ++result.classes;
  result.methods += code.methods.size();
  for (const ir::Body* body : code.bodies) {
    if (body == nullptr) continue;
    ++result.bodies;
    result.instructions += body->instructions.size();
    result.blocks += body->blocks.size();
  }
}

// Meets every class with its ancestors, which shows what is missing or tied in knots.
void link(ClassPath& class_path, std::span<const ClassPath::Unit> units, Survey& result) {
  std::vector<std::string> names;  // loading moves the classes, so the names are taken first
  for (const ClassPath::Unit& unit : units)
    if (unit.code != nullptr && !unit.code->is(ir::Access::kModule))
      names.emplace_back(unit.code->name());
  ir::Program program(class_path);
  for (const std::string& name : names) program.interfaces(program.require(name));
  for (const ir::Problem& problem : program.problems())
    result.notes.push_back({.what = problem.what, .why = problem.why});
}

}  // namespace

Survey survey(ClassPath& class_path, unsigned workers) {
  Survey result;
  result.archives = class_path.input_containers();
  const auto decoding = Clock::now();
  const auto units = class_path.decode_all(workers, check_body);
  const double decoded = seconds_since(decoding);
  for (const ClassPath::Unit& unit : units)
    if (unit.code != nullptr) count(*unit.code, result);
  const auto linking = Clock::now();
  link(class_path, units, result);
  const ClassPath::PhaseSeconds& phases = class_path.phase_seconds();
  result.seconds = {{"read", phases.read},    {"decode", phases.decode},
                    {"lower", phases.lower},  {"verify", phases.verify},
                    {"all_classes", decoded}, {"link", seconds_since(linking)}};
  result.skipped = class_path.skipped();
  std::ranges::move(class_path.notes(), std::back_inserter(result.notes));
  std::ranges::sort(result.notes);
  return result;
}

}  // namespace heddle::workspace
