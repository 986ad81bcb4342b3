// What a run of the modular engine leaves for the next one on the same project: its program, an
// outline of its code, the summaries, what its classes say beside their code. The next run looks at
// the classes that changed, and at what that reaches.
//
// Kept by the project, not by its content (docs/formats/cache.md): every class file is compared by
// its content. What cannot be carried over is worked out anew: nothing here fails.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/hash.h"
#include "cli/check_inputs.h"
#include "cli/graph_program.h"
#include "modular/check.h"
#include "report/report.h"
#include "workspace/cache.h"
#include "workspace/class_path.h"

namespace heddle::cli {

class KeptRun {
 public:
  // What decides what a run says, but for the classes.
  struct Question {
    std::vector<std::string> project;  // what the inputs are called
    std::string class_path;
    std::string engine;
    base::Hash128 models;
    std::vector<std::string> annotation_names;  // that suppress
  };

  // The program must have been asked nothing.
  KeptRun(workspace::Cache cache, GraphProgram& program, const Question& question);

  struct Answer {
    report::Report report;
    std::vector<InputClass> inputs;
  };
  // Nothing: the program is spoilt, and must be opened anew.
  std::optional<Answer> find(GraphProgram& program, unsigned workers) const;

  // Nothing that anybody had found, so that a program need not be spoilt to know.
  [[nodiscard]] bool is_on() const { return key_.has_value(); }
  [[nodiscard]] bool is_there() const { return entry_.has_value(); }

  void keep(GraphProgram& program, modular::Leavings leavings,
            const std::vector<InputClass>& inputs) const;

 private:
  workspace::Cache cache_;
  std::optional<base::Hash128> key_;  // none: nothing is kept
  std::optional<workspace::Cache::Entry> entry_;
  std::vector<std::string> annotation_names_;
  workspace::ClassPath::Remarks opened_;  // what there was to remark on before anything was read
};

}  // namespace heddle::cli
