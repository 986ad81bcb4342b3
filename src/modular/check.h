// The modular engine from end to end: from classes to findings.
#pragma once

#include <span>
#include <string>

#include "ir/program.h"
#include "model/model.h"
#include "modular/annotations.h"
#include "report/report.h"

namespace heddle::modular {

struct Options {
  unsigned workers = 1;
  bool is_strict = false;  // also calls of interfaces that promise nothing
};

// `inputs`: internal names of the classes to be reported on. The report is not finished yet
// (report/finish.h), and of what was analysed it has only what the engine counted.
report::Report check(ir::Program& program, const model::Models& models,
                     const AnnotationNames& names, std::span<const std::string> inputs,
                     const Options& options);

}  // namespace heddle::modular
