// A program opened for `heddle graph`: its classes, what is known beyond them, where it starts;
// and, once solved, the answer.
//
// Everything that goes wrong is said on standard error where it is met; what comes back is the exit
// code.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "cli/exit_code.h"
#include "cli/graph_command.h"
#include "cli/kept_answers.h"
#include "cli/project_config.h"
#include "ir/ids.h"
#include "ir/program.h"
#include "model/model.h"
#include "modular/remains.h"
#include "pointsto/heap.h"
#include "pointsto/platform_layer.h"
#include "pointsto/policy.h"
#include "pointsto/solve.h"
#include "workspace/class_path.h"

namespace heddle::cli {

class GraphProgram {
 public:
  GraphProgram() = default;
  ~GraphProgram() { close(); }
  GraphProgram(const GraphProgram&) = delete;
  GraphProgram& operator=(const GraphProgram&) = delete;

  // Opens inputs and models, which is all that the modular engine needs; then finds or works out
  // what is below the program (the answer itself, if it was kept) and finds the entries.
  ExitCode open(const GraphOptions& options);
  // The same in two steps.
  ExitCode open_code(const GraphOptions& options);
  ExitCode open_program(const GraphOptions& options);
  // After open_code(): does somebody say where to begin? And which classes have a main method? That
  // reads them all: afterwards the program has to be opened again to be solved.
  [[nodiscard]] bool names_entry(const GraphOptions& options) const;
  std::vector<std::string> main_classes();
  // Complains that nobody says which of them to begin with, and what there is to do instead.
  ExitCode refuse_without_main(std::string_view instead = {});
  // Wants open() to have gone well.
  ExitCode solve();

  [[nodiscard]] workspace::ClassPath& class_path() const { return *class_path_; }
  [[nodiscard]] ir::Program& program() const { return *program_; }
  [[nodiscard]] const model::Models& models() const { return *models_; }
  [[nodiscard]] const std::vector<ir::MethodId>& entries() const { return entries_; }
  // The user's own.
  [[nodiscard]] const std::vector<std::string>& model_files() const { return model_files_; }
  // What the project says; empty where it has no heddle.toml.
  [[nodiscard]] const ProjectConfig& config() const { return config_; }
  // Wants solve() to have gone well.
  [[nodiscard]] const pointsto::Heap& heap() const { return *heap_; }
  [[nodiscard]] bool is_solved() const { return heap_ != nullptr; }
  [[nodiscard]] const std::vector<pointsto::Policy>& given_up() const { return given_up_; }

  // What did not have to be worked out.
  enum class Kept : std::uint8_t { kNothing, kPlatform, kAnswer };
  [[nodiscard]] Kept kept() const { return kept_; }

  // What an engine worked with and left for the end.
  [[nodiscard]] modular::Remains& remains() { return remains_; }

  using Phases = std::vector<std::pair<std::string, double>>;
  // A phase that others did is over.
  void lap(std::string phase);
  // What has taken how many seconds so far; the last is the total.
  [[nodiscard]] Phases seconds() const;

  // The methods a member's name means: one, or all overloads. None: complains and says which there
  // are.
  std::vector<ir::MethodId> find_methods(const std::string& text);
  // The field that the class, or the nearest one above it, declares. None: complains.
  ir::FieldId find_field(const std::string& text);

 private:
  using Clock = std::chrono::steady_clock;

  void close();
  ExitCode open_classes(const GraphOptions& options);
  ExitCode read_models(const GraphOptions& options);
  void choose_solving(const GraphOptions& options);
  void prepare_platform();
  ExitCode find_entries(const GraphOptions& options);
  ExitCode add_entry(const std::string& name, const std::string& who_says_so);
  ExitCode add_every_main();
  ExitCode add_only_main();
  ir::ClassId find_class(const std::string& internal);
  void complain_of_skipped();

  // Each stands on those before it.
  std::unique_ptr<workspace::ClassPath> class_path_;
  ProjectConfig config_;
  std::vector<std::string> model_files_;
  std::optional<model::Models> models_;
  base::Hash128 models_identity_;
  std::unique_ptr<ir::Program> program_;
  pointsto::Options solving_;
  std::optional<KeptAnswers> kept_answers_;
  Kept kept_ = Kept::kNothing;
  std::unique_ptr<pointsto::PlatformLayer> platform_;  // until solve() builds on it
  std::vector<ir::MethodId> entries_;
  std::vector<pointsto::Policy> given_up_;
  std::unique_ptr<pointsto::Heap> heap_;
  modular::Remains remains_;

  Clock::time_point start_ = Clock::now(), last_ = start_;
  Phases seconds_;
};

}  // namespace heddle::cli
