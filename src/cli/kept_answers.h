// Answers of the points-to analysis kept between runs: of whole programs, and of the platform
// alone, which serves every program. Ties pointsto, which knows bytes, to the files of
// workspace::Cache.
//
// What is found is what would be worked out, number for number; decision 0005 says why that holds.
// What is not found, or does not fit, is worked out anew and kept: nothing here fails.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/hash.h"
#include "ir/program.h"
#include "model/model.h"
#include "pointsto/graph.h"
#include "pointsto/platform_layer.h"
#include "pointsto/policy.h"
#include "pointsto/solve.h"
#include "workspace/cache.h"
#include "workspace/class_path.h"

namespace heddle::cli {

class KeptAnswers {
 public:
  // What is asked of the program on the class path.
  struct Question {
    base::Hash128 models;
    pointsto::Policy policy;
    std::uint64_t budget = 0;
    pointsto::Techniques techniques;
    std::vector<std::string> mains;
    bool every_main = false;
  };

  // The class path must outlive it, and have been asked nothing.
  KeptAnswers(workspace::Cache cache, workspace::ClassPath& class_path, const Question& question);

  // Into a program that was asked nothing, which may be replaced by another such.
  std::optional<pointsto::Solved> find_answer(std::unique_ptr<ir::Program>& program,
                                              const model::Models& models,
                                              const pointsto::Options& options);
  std::unique_ptr<pointsto::PlatformLayer> find_platform(std::unique_ptr<ir::Program>& program,
                                                         const model::Models& models,
                                                         const pointsto::Options& options);

  void keep(const pointsto::PlatformLayer& platform);
  void keep(const pointsto::Solved& solved);

 private:
  workspace::Cache cache_;
  workspace::ClassPath& class_path_;
  std::size_t remarks_at_first_ = 0;
  std::optional<base::Hash128> program_;
  std::optional<base::Hash128> answer_key_;    // none: nothing is kept
  std::optional<base::Hash128> platform_key_;  // none: it is not the platform's alone
};

}  // namespace heddle::cli
