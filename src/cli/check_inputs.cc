// Notes are about code the user owns. That some native method of the JDK has no model, or that some
// library names an optional class that is not there, would bury them: `heddle graph stats` has all.
#include "cli/check_inputs.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/id.h"
#include "cli/graph_text.h"
#include "cli/member_name.h"
#include "ir/class.h"
#include "ir/class_source.h"
#include "ir/class_table.h"
#include "ir/ids.h"
#include "ir/program.h"
#include "ir/program_snapshot.h"
#include "pointsto/heap.h"
#include "pointsto/policy.h"
#include "pointsto/shape.h"
#include "pointsto/shape_store.h"
#include "report/comments.h"
#include "report/finding.h"
#include "report/report.h"
#include "report/source.h"
#include "report/suppress.h"
#include "workspace/container.h"

namespace heddle::cli {
namespace {

using pointsto::Unmodelled;
using report::AnnotatedElement;

void add(InputClass& to, const ir::Class& code, std::span<const ir::Annotation> annotations,
         const std::vector<std::string>& annotation_names, const AnnotatedElement& on) {
  for (const ir::Annotation& annotation : annotations) {
    const std::string name = dotted_name(code.symbols.base_name(annotation.type));
    if (!report::is_suppressing(name, annotation_names)) continue;
    AnnotatedElement element = on;
    element.annotation = name;
    for (const ir::AnnotationElement& value : annotation.elements)
      if (value.name == "value") element.values.emplace_back(value.value);
    to.annotated.push_back(std::move(element));
  }
}

// Nothing: it is not the user's, or is told elsewhere.
std::optional<report::Remark> note_of(ir::Program& program, const Unmodelled& one) {
  if (program.layer(program.owner(one.method)) != ir::Layer::kApplication) return std::nullopt;
  const auto there = [&] { return text(place(program, one.method, one.instruction)); };
  switch (one.kind) {
    case Unmodelled::Kind::kNative:
      return report::Remark{.what = text(method_text(program, one.method)),
                            .why = "native, and no model describes it"};
    case Unmodelled::Kind::kMissing:
      return report::Remark{.what = there(), .why = one.what + " is missing or cannot be linked"};
    case Unmodelled::Kind::kBroken:
      return report::Remark{.what = text(method_text(program, one.method)),
                            .why = "its code could not be read"};
    case Unmodelled::Kind::kDynamic:
      return report::Remark{.what = there(),
                            .why = "an invokedynamic with an unknown bootstrap method"};
    case Unmodelled::Kind::kReflection:
      return report::Remark{.what = there(), .why = "reflection on an unknown name"};
  }
  return std::nullopt;
}

}  // namespace

InputClass read_input_class(const ir::Program& program, ir::ClassId id,
                            const std::vector<std::string>& annotation_names) {
  const ir::Class& code = *program.code(id);
  InputClass read{.name = std::string(program.name(id)),
                  .source_file = std::string(code.source_file),
                  .methods = static_cast<std::uint32_t>(code.methods.size())};
  const AnnotatedElement self{.class_name = dotted_name(program.name(id))};
  add(read, code, code.annotations, annotation_names, self);
  for (const ir::Field& field : code.fields) {
    if (field.annotations.empty()) continue;
    AnnotatedElement element = self;
    element.field = field.name;
    add(read, code, field.annotations, annotation_names, element);
  }
  for (std::uint32_t i = 0; i < code.methods.size(); ++i) {
    if (code.methods[i].annotations.empty()) continue;
    const auto method = base::id_at<ir::MethodId>(base::index(program.first_method(id)) + i);
    AnnotatedElement element = self;
    element.method = std::string(program.name(method)) + std::string(program.descriptor(method));
    add(read, code, code.methods[i].annotations, annotation_names, element);
  }
  for (const std::string_view name : code.symbols.bases())
    if (const ir::ClassId named = ir::ProgramSnapshot::known(program, name);
        !base::is_none(named) && program.is_phantom(named))
      read.missing.emplace_back(name);
  return read;
}

std::vector<InputClass> read_input_classes(GraphProgram& program,
                                           const std::vector<std::string>& annotation_names) {
  std::vector<InputClass> classes;
  for (const std::string& name : program.class_path().input_class_names())
    if (const ir::ClassId id = program.program().find(name); !base::is_none(id))
      classes.push_back(read_input_class(program.program(), id, annotation_names));
  return classes;
}

InputClasses put_together(const std::vector<InputClass>& classes, const report::FindSource& find) {
  InputClasses all;
  std::set<std::string> searched, missing;
  for (const InputClass& read : classes) {
    ++all.classes;
    all.methods += read.methods;
    all.annotated.insert(all.annotated.end(), read.annotated.begin(), read.annotated.end());
    const std::string class_name = dotted_name(read.name);
    for (const std::string& name : read.missing)
      if (missing.insert(name).second)
        all.missing.push_back(
            {.what = dotted_name(name), .why = "missing; " + class_name + " names it"});
    if (!find) continue;
    const std::string path =
        report::source_path({.class_name = class_name, .method = {}, .file = read.source_file});
    if (path.empty() || !searched.insert(path).second) continue;
    std::optional<report::SourceFile> file = find(path);
    if (file && !report::find_comments(file->text).empty()) all.files.push_back(std::move(*file));
  }
  return all;
}

void add_remarks(GraphProgram& program, report::Analysed& analysed) {
  ir::Program& of = program.program();
  if (program.is_solved())
    for (const Unmodelled& one : program.heap().unmodelled())
      if (auto note = note_of(of, one)) analysed.notes.push_back(std::move(*note));
  for (const pointsto::Policy& policy : program.given_up())
    analysed.notes.push_back(
        {.what = "policy " + pointsto::policy_name(policy), .why = "went over the budget"});
  for (const ir::Problem& problem : of.problems())
    analysed.notes.push_back({.what = problem.what, .why = problem.why});
  program.class_path().skip_nameless();
  for (const workspace::Remark& remark : program.class_path().notes())
    analysed.notes.push_back({.what = remark.what, .why = remark.why});
  for (const std::string& error : program.class_path().errors()) {
    const std::size_t end = std::min(error.find(": "), error.size());
    analysed.skipped.push_back(
        {.what = error.substr(0, end), .why = error.substr(std::min(end + 2, error.size()))});
  }
  for (const workspace::Remark& remark : program.class_path().skipped())
    analysed.skipped.push_back({.what = remark.what, .why = remark.why});
}

}  // namespace heddle::cli
