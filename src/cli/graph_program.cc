#include "cli/graph_program.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/hash.h"
#include "base/id.h"
#include "cli/exit_code.h"
#include "cli/member_name.h"
#include "cli/output.h"
#include "cli/progress_line.h"
#include "cli/project_config.h"
#include "entry/main_method.h"
#include "ir/class.h"
#include "model/built_in.h"
#include "model/read.h"
#include "pointsto/solve.h"
#include "workspace/cache.h"
#include "workspace/jdk.h"
#include "workspace/mapped_file.h"

namespace heddle::cli {
namespace {

using workspace::ClassPath;
using workspace::Remark;

constexpr std::size_t kShownMains = 10;

void complain_each(std::span<const std::string> errors) {
  for (const std::string& error : errors) complain(error);
}

// The file's text; nothing and a complaint if it cannot be read.
std::optional<std::string> read_text(const std::string& path) {
  const auto file = workspace::MappedFile::open(path);
  if (file) return std::string(base::as_text(file->bytes()));
  complain(path + ": " + file.error());
  return std::nullopt;
}

pointsto::Techniques techniques(const std::vector<std::string>& without) {
  const auto is_on = [&](const char* name) {
    return std::ranges::find(without, name) == without.end();
  };
  return {.collapse_cycles = is_on("cycles"),
          .topological_order = is_on("order"),
          .difference_propagation = is_on("difference"),
          .share_variables = is_on("variables"),
          .share_calls = is_on("calls")};
}

// Shows how far solving has come, as long as it lives.
class ProgressOn {
 public:
  explicit ProgressOn(pointsto::Options& solving) : solving_(solving) {
    solving_.progress = [this](std::size_t methods, std::size_t pointers) {
      if (line_.is_due())
        line_.show(fmt::format("{} methods, {} pointers", grouped(methods), grouped(pointers)));
    };
  }
  ~ProgressOn() { solving_.progress = nullptr; }
  ProgressOn(const ProgressOn&) = delete;
  ProgressOn& operator=(const ProgressOn&) = delete;

 private:
  pointsto::Options& solving_;
  ProgressLine line_;
};

}  // namespace

ExitCode GraphProgram::open_code(const GraphOptions& options) {
  const ExitCode code = open_classes(options);
  return code == ExitCode::kNothingFound ? read_models(options) : code;
}

bool GraphProgram::names_entry(const GraphOptions& options) const {
  return !options.mains.empty() || options.every_main || !class_path_->main_class().empty();
}

std::vector<std::string> GraphProgram::main_classes() {
  std::vector<std::string> names;
  for (const ir::MethodId main : entry::main_methods(*program_, class_path_->input_class_names()))
    names.push_back(dotted_name(program_->name(program_->owner(main))));
  std::ranges::sort(names);
  return names;
}

// Threads may still lower bodies of its classes where a run ended early.
void GraphProgram::close() {
  if (class_path_ != nullptr) class_path_->end_lowering();
  remains_.clear();
  program_.reset();
}

ExitCode GraphProgram::open(const GraphOptions& options) {
  const ExitCode code = open_code(options);
  return code == ExitCode::kNothingFound ? open_program(options) : code;
}

ExitCode GraphProgram::open_program(const GraphOptions& options) {
  choose_solving(options);
  prepare_platform();
  return find_entries(options);
}

ExitCode GraphProgram::open_classes(const GraphOptions& options) {
  close();
  const bool is_first = class_path_ == nullptr;
  class_path_ =
      ClassPath::open(options.program.class_path_options(), workspace::process_environment);
  if (is_first) complain_each(class_path_->errors());
  if (class_path_->input_containers() == 0) {
    complain_of_skipped();
    return ExitCode::kUnreadableInput;
  }
  if (!class_path_->contains("java/lang/Object"))
    complain(
        "no JDK (--jdk PATH, JAVA_HOME, java on PATH): the platform's classes are unknown, and "
        "what "
        "goes through them is not followed");
  program_ = std::make_unique<ir::Program>(*class_path_);
  lap("open");
  return ExitCode::kNothingFound;
}

ExitCode GraphProgram::read_models(const GraphOptions& options) {
  const std::string config_file =
      options.config.empty() ? find_project_config(options.program.inputs.front()) : options.config;
  if (!config_file.empty()) {
    const auto text = read_text(config_file);
    if (!text) return ExitCode::kWrongUsage;
    auto config = read_project_config(config_file, *text);
    if (!config) {
      complain_each(config.error());
      return ExitCode::kWrongUsage;
    }
    config_ = std::move(*config);
  }
  model_files_ = config_.models;
  model_files_.insert(model_files_.end(), options.models.begin(), options.models.end());
  std::vector<model::File> files;
  for (const model::File& file : model::built_in_files())
    if (std::ranges::find(options.without_models, file.name) == options.without_models.end())
      files.push_back(file);
  for (const std::string& name : model_files_) {
    auto text = read_text(name);
    if (!text) return ExitCode::kWrongUsage;
    files.push_back({.name = name, .text = std::move(*text)});
  }
  base::Hasher hasher;
  for (const model::File& file : files) hasher.add(file.name).add(file.text);
  models_identity_ = hasher.finish();
  auto read = model::read(files);
  if (!read) {
    complain_each(read.error());
    return ExitCode::kWrongUsage;
  }
  models_ = std::move(*read);
  lap("models");
  return ExitCode::kNothingFound;
}

// ---- Where it starts ----

ExitCode GraphProgram::find_entries(const GraphOptions& options) {
  const std::string& named = class_path_->main_class();
  ExitCode code = ExitCode::kNothingFound;
  for (const std::string& name : options.mains)
    if (code == ExitCode::kNothingFound) code = add_entry(name, "");
  if (code == ExitCode::kNothingFound && options.every_main) code = add_every_main();
  if (options.mains.empty() && !options.every_main)
    code = named.empty() ? add_only_main() : add_entry(named, "the manifest's main class: ");
  lap("entries");
  return code;
}

ExitCode GraphProgram::add_entry(const std::string& name, const std::string& who_says_so) {
  const auto entry = entry::main_method(*program_, name);
  if (entry) {
    if (std::ranges::find(entries_, *entry) == entries_.end()) entries_.push_back(*entry);
    return ExitCode::kNothingFound;
  }
  class_path_->skip_nameless();
  complain_of_skipped();
  complain(who_says_so + entry.error());
  // A class that is there and cannot be read is the input's fault.
  const std::string internal = internal_name(name);
  const bool is_broken = class_path_->contains(internal) && base::is_none(program_->find(internal));
  return is_broken ? ExitCode::kUnreadableInput : ExitCode::kWrongUsage;
}

ExitCode GraphProgram::add_every_main() {
  const std::vector<std::string> names = class_path_->input_class_names();
  for (const ir::MethodId entry : entry::main_methods(*program_, names))
    if (std::ranges::find(entries_, entry) == entries_.end()) entries_.push_back(entry);
  return entries_.empty() ? refuse_without_main() : ExitCode::kNothingFound;
}

// Where only one class can be meant nobody has to say which.
ExitCode GraphProgram::add_only_main() {
  const auto mains = entry::main_methods(*program_, class_path_->input_class_names());
  if (mains.size() != 1) return refuse_without_main();
  entries_.push_back(mains.front());
  return ExitCode::kNothingFound;
}

ExitCode GraphProgram::refuse_without_main(std::string_view instead) {
  const bool is_any_read = std::ranges::any_of(
      class_path_->input_class_names(),
      [&](const std::string& name) { return !base::is_none(program_->find(name)); });
  if (!is_any_read) {
    class_path_->skip_nameless();
    complain_of_skipped();
    complain("nothing in the input could be analysed: no class was read");
    return ExitCode::kUnreadableInput;
  }
  std::vector<std::string> mains = main_classes();
  if (mains.empty()) {
    complain(
        "no class of the inputs has a public static void main(String[]); --main CLASS may name one "
        "on the class path");
    return ExitCode::kWrongUsage;
  }
  const std::size_t count = mains.size();
  const bool are_many = count > kShownMains;
  if (are_many) mains.resize(kShownMains);
  complain(
      fmt::format("no manifest names a main class; say --every-main, or --main with one of: {}{}{}",
                  fmt::join(mains, ", "),
                  are_many ? fmt::format(", and {} more", count - kShownMains) : "", instead));
  return ExitCode::kWrongUsage;
}

// ---- The answer ----

void GraphProgram::choose_solving(const GraphOptions& options) {
  solving_.policy = *pointsto::parse_policy(options.policy);
  if (options.budget != 0) solving_.budget = options.budget;
  solving_.techniques = techniques(options.without);
  solving_.surroundings = {
      .services = [&](std::string_view service) { return class_path_->providers(service); },
      .platform_services =
          [&](std::string_view service) { return class_path_->platform_providers(service); },
      .classes_in_texts = [&] { return class_path_->classes_in_texts(); },
      .classes_beginning =
          [&](std::string_view prefix) { return class_path_->classes_beginning(prefix); }};
  if (options.no_cache) return;
  const std::string folder = workspace::Cache::folder(workspace::process_environment);
  kept_answers_.emplace(workspace::Cache(folder), *class_path_,
                        KeptAnswers::Question{.models = models_identity_,
                                              .policy = solving_.policy,
                                              .budget = solving_.budget,
                                              .techniques = solving_.techniques,
                                              .mains = options.mains,
                                              .every_main = options.every_main});
}

// Before anything else is asked of the program, so that its numbers do not depend on who asks.
void GraphProgram::prepare_platform() {
  if (kept_answers_) {
    if (auto solved = kept_answers_->find_answer(program_, *models_, solving_)) {
      heap_ = std::move(solved->heap);
      given_up_ = std::move(solved->given_up);
      kept_ = Kept::kAnswer;
    } else if ((platform_ = kept_answers_->find_platform(program_, *models_, solving_))) {
      kept_ = Kept::kPlatform;
    }
  }
  if (kept_ == Kept::kNothing) {
    const ProgressOn progress(solving_);
    platform_ = pointsto::PlatformLayer::solve(*program_, *models_, solving_);
    if (kept_answers_) kept_answers_->keep(*platform_);
  }
  lap("platform");
}

ExitCode GraphProgram::solve() {
  if (heap_ == nullptr) {
    const ProgressOn progress(solving_);
    pointsto::Solved solved =
        pointsto::solve(*program_, *models_, entries_, solving_, std::move(platform_));
    if (kept_answers_) kept_answers_->keep(solved);
    heap_ = std::move(solved.heap);
    given_up_ = std::move(solved.given_up);
  }
  lap("solve");
  for (const pointsto::Policy& policy : given_up_)
    complain("policy " + pointsto::policy_name(policy) + " went over the budget and was given up");
  const bool has_code = std::ranges::any_of(
      entries_, [&](ir::MethodId entry) { return program_->body(entry) != nullptr; });
  if (has_code) return ExitCode::kNothingFound;
  complain_of_skipped();
  complain("nothing in the input could be analysed: the code of its main method was not read");
  return ExitCode::kUnreadableInput;
}

GraphProgram::Phases GraphProgram::seconds() const {
  Phases phases = seconds_;
  phases.emplace_back("total", std::chrono::duration<double>(Clock::now() - start_).count());
  return phases;
}

// ---- Members by name ----

ir::ClassId GraphProgram::find_class(const std::string& internal) {
  const ir::ClassId id = program_->find(internal);
  if (!base::is_none(id) && program_->code(id) != nullptr) return id;
  class_path_->skip_nameless();
  complain_of_skipped();
  complain("no class " + dotted_name(internal) + " in the inputs, the class path or the JDK");
  return base::kNone<ir::ClassId>;
}

std::vector<ir::MethodId> GraphProgram::find_methods(const std::string& text) {
  const MemberName wanted = parse_member_name(text);
  std::vector<ir::MethodId> found;
  const ir::ClassId id = find_class(wanted.owner);
  if (base::is_none(id)) return found;
  std::string known;
  for (std::uint32_t i = 0; i < program_->method_count(id); ++i) {
    const auto method = base::id_at<ir::MethodId>(base::index(program_->first_method(id)) + i);
    const std::string_view name = program_->name(method);
    const std::string_view descriptor = program_->descriptor(method);
    known += fmt::format(" {}{}", name, descriptor);
    if (name == wanted.name && (wanted.descriptor.empty() || descriptor == wanted.descriptor))
      found.push_back(method);
  }
  if (found.empty()) complain("no method " + text + "; the class has:" + known);
  return found;
}

ir::FieldId GraphProgram::find_field(const std::string& text) {
  const MemberName wanted = parse_member_name(text);
  std::string known;
  for (ir::ClassId id = find_class(wanted.owner); !base::is_none(id); id = program_->super(id)) {
    for (std::uint32_t i = 0; i < program_->field_count(id); ++i) {
      const auto field = base::id_at<ir::FieldId>(base::index(program_->first_field(id)) + i);
      if (program_->name(field) == wanted.name) return field;
      known += fmt::format(" {}", program_->name(field));
    }
  }
  if (!base::is_none(program_->find(wanted.owner)))
    complain("no field " + text + "; the class has:" + (known.empty() ? " none" : known));
  return base::kNone<ir::FieldId>;
}

void GraphProgram::complain_of_skipped() {
  for (const Remark& remark : class_path_->skipped()) complain(remark.what + ": " + remark.why);
}

void GraphProgram::lap(std::string phase) {
  const auto now = Clock::now();
  const double seconds = std::chrono::duration<double>(now - last_).count();
  const auto known = std::ranges::find(seconds_, phase, &Phases::value_type::first);
  if (known == seconds_.end())
    seconds_.emplace_back(std::move(phase), seconds);
  else  // the program was opened again
    known->second += seconds;
  last_ = now;
}

}  // namespace heddle::cli
