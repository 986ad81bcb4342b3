// What `heddle check` tells of a program besides its findings: what was looked at, what was left
// out, and what its classes and sources say about findings that nobody wants to see.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/graph_program.h"
#include "report/report.h"
#include "report/source.h"
#include "report/suppress.h"

namespace heddle::cli {

// What one class of the inputs says beside its code.
struct InputClass {
  std::string name{};  // a/b/C
  std::string source_file{};
  std::uint32_t methods = 0;
  std::vector<report::AnnotatedElement> annotated{};  // that suppress
  std::vector<std::string> missing{};                 // classes it names and reached code wants
};

InputClass read_input_class(const ir::Program& program, ir::ClassId id,
                            const std::vector<std::string>& annotation_names);
// Reads all of them, so that those that are broken are known. Annotations are told by their simple
// names.
std::vector<InputClass> read_input_classes(GraphProgram& program,
                                           const std::vector<std::string>& annotation_names);

// The classes that the inputs bring, reached or not.
struct InputClasses {
  std::uint64_t classes = 0;
  std::uint64_t methods = 0;
  std::vector<report::AnnotatedElement> annotated{};  // that suppress
  std::vector<report::SourceFile> files{};            // with comments that suppress
  std::vector<report::Remark> missing{};              // classes they name and reached code wants
};

// `find` may be empty.
InputClasses put_together(const std::vector<InputClass>& classes, const report::FindSource& find);

// Adds what was skipped, and what was analysed with less than full knowledge.
void add_remarks(GraphProgram& program, report::Analysed& analysed);

}  // namespace heddle::cli
