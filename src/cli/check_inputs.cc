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

class Reader {
 public:
  Reader(ir::Program& program, const std::vector<std::string>& annotation_names,
         const report::FindSource& find)
      : program_(program), annotation_names_(annotation_names), find_(find) {
    for (std::uint32_t i = 0; i < program.class_count(); ++i)
      if (const auto id = base::id_at<ir::ClassId>(i); program.is_phantom(id))
        missing_.insert(program.name(id));
  }

  void read(std::string_view internal) {
    const ir::ClassId id = program_.find(internal);
    if (base::is_none(id)) return;
    const ir::Class& code = *program_.code(id);
    ++out_.classes;
    out_.methods += code.methods.size();
    const AnnotatedElement self{.class_name = dotted_name(internal)};
    add(code, code.annotations, self);
    for (const ir::Field& field : code.fields) {
      AnnotatedElement element = self;
      element.field = field.name;
      add(code, field.annotations, element);
    }
    for (std::uint32_t i = 0; i < code.methods.size(); ++i) {
      const auto method = base::id_at<ir::MethodId>(base::index(program_.first_method(id)) + i);
      AnnotatedElement element = self;
      element.method = method_text(program_, method).method;
      add(code, code.methods[i].annotations, element);
    }
    search(self.class_name, code);
    for (const std::string_view name : code.symbols.bases())
      if (missing_.erase(name) != 0)
        out_.missing.push_back(
            {.what = dotted_name(name), .why = "missing; " + self.class_name + " names it"});
  }

  InputClasses take() && { return std::move(out_); }

 private:
  void add(const ir::Class& code, std::span<const ir::Annotation> annotations,
           const AnnotatedElement& on) {
    for (const ir::Annotation& annotation : annotations) {
      const std::string name = dotted_name(code.symbols.base_name(annotation.type));
      if (!report::is_suppressing(name, annotation_names_)) continue;
      AnnotatedElement element = on;
      element.annotation = name;
      for (const ir::AnnotationElement& value : annotation.elements)
        if (value.name == "value") element.values.emplace_back(value.value);
      out_.annotated.push_back(std::move(element));
    }
  }

  void search(const std::string& class_name, const ir::Class& code) {
    const std::string path = report::source_path(
        {.class_name = class_name, .method = {}, .file = std::string(code.source_file)});
    if (!find_ || path.empty() || !searched_.insert(path).second) return;
    std::optional<report::SourceFile> file = find_(path);
    if (file && !report::find_comments(file->text).empty()) out_.files.push_back(std::move(*file));
  }

  ir::Program& program_;
  const std::vector<std::string>& annotation_names_;
  const report::FindSource& find_;
  std::set<std::string> searched_;
  std::set<std::string_view> missing_;
  InputClasses out_;
};

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

InputClasses read_input_classes(GraphProgram& program,
                                const std::vector<std::string>& annotation_names,
                                const report::FindSource& find) {
  Reader reader(program.program(), annotation_names, find);
  for (const std::string& name : program.class_path().input_class_names()) reader.read(name);
  return std::move(reader).take();
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
