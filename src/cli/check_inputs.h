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

// The classes that the inputs bring, reached or not.
struct InputClasses {
  std::uint64_t classes = 0;
  std::uint64_t methods = 0;
  std::vector<report::AnnotatedElement> annotated{};  // that suppress
  std::vector<report::SourceFile> files{};            // with comments that suppress
  std::vector<report::Remark> missing{};              // classes they name and reached code wants
};

// Reads all of them, so that those that are broken are known. Annotations are told by their simple
// names; `find` may be empty.
InputClasses read_input_classes(GraphProgram& program,
                                const std::vector<std::string>& annotation_names,
                                const report::FindSource& find);

// Adds what was skipped, and what was analysed with less than full knowledge.
void add_remarks(GraphProgram& program, report::Analysed& analysed);

}  // namespace heddle::cli
