#include "workspace/survey.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "ir/body.h"
#include "ir/canonical.h"
#include "ir/class.h"
#include "ir/content_hash.h"
#include "ir/parse_text.h"
#include "ir/print.h"
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

std::string method_name(const ir::Class& code, const ir::Method& method) {
  return "method " + std::string(method.name) +
         std::string(code.symbols.signature(method.signature).descriptor);
}

std::string verify_class(const ir::Class& code) {
  for (std::size_t i = 0; i < code.methods.size(); ++i) {
    if (code.bodies[i] == nullptr) continue;
    const auto violations = ir::verify(code, code.methods[i], *code.bodies[i]);
    if (violations.empty()) continue;
    return method_name(code, code.methods[i]) +
           ": our own IR breaks its contract: " + violations.front().describe();
  }
  return {};
}

// What is printed must come back as it was: the same text again, and the same content.
std::string check_round_trip(const ir::Class& code) {
  const std::string text = ir::print_class(code);
  const auto parsed = ir::parse_text(text);
  if (!parsed) return "its text form does not parse: " + parsed.error().describe();
  if (parsed->size() != 1) return "its text form holds several classes";
  const ir::Class& back = *parsed->front();
  if (ir::print_class(back) != text) return "its text form prints differently once parsed";
  if (ir::class_hash(back) != ir::class_hash(code)) return "its text form has other content";
  for (std::size_t i = 0; i < code.methods.size(); ++i)
    if (code.bodies[i] != nullptr && !ir::same(code, *code.bodies[i], back, *back.bodies[i]))
      return method_name(code, code.methods[i]) + " comes back from its text form changed";
  return {};
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

Survey survey(ClassPath& class_path, const SurveyOptions& options) {
  Survey result;
  result.archives = class_path.input_containers();
  const auto decoding = Clock::now();
  const auto units = class_path.decode_all(options.workers, [&](const ir::Class& code) {
    std::string wrong = verify_class(code);
    return wrong.empty() && options.round_trip ? check_round_trip(code) : wrong;
  });
  const double decoded = seconds_since(decoding);
  for (const ClassPath::Unit& unit : units)
    if (unit.code != nullptr) count(*unit.code, result);
  const auto linking = Clock::now();
  link(class_path, units, result);
  const ClassPath::PhaseSeconds& phases = class_path.phase_seconds();
  result.seconds = {{"read", phases.read},    {"decode", phases.decode},
                    {"lower", phases.lower},  {"verify", phases.check},
                    {"all_classes", decoded}, {"link", seconds_since(linking)}};
  result.skipped = class_path.skipped();
  std::ranges::move(class_path.notes(), std::back_inserter(result.notes));
  std::ranges::sort(result.notes);
  return result;
}

}  // namespace heddle::workspace
