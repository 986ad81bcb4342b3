#include "cli/check_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <expected>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/hash.h"
#include "cli/check_analysis.h"
#include "cli/check_inputs.h"
#include "cli/exit_code.h"
#include "cli/graph_program.h"
#include "cli/kept_run.h"
#include "cli/last_report.h"
#include "cli/output.h"
#include "cli/report_options.h"
#include "model/built_in.h"
#include "model/model.h"
#include "pointsto/policy.h"
#include "report/baseline.h"
#include "report/finding.h"
#include "report/finish.h"
#include "report/json.h"
#include "report/limit.h"
#include "report/merge.h"
#include "report/report.h"
#include "report/sarif.h"
#include "report/source.h"
#include "report/suppress.h"
#include "report/text.h"
#include "workspace/cache.h"
#include "workspace/jdk.h"
#include "workspace/mapped_file.h"

namespace heddle::cli {
namespace {

using Baseline = std::vector<report::BaselineEntry>;

// What is wrong with the options, as far as no program is needed to tell; empty: nothing.
std::string wrong_usage(const CheckOptions& options) {
  if (!pointsto::parse_policy(options.program.policy))
    return "--policy " + options.program.policy +
           ": there are recommended, insensitive, origin(k), object(k) and call-site(k); see "
           "heddle check --help";
  if (options.guide && (options.report.format != "json" || options.engine == "modular"))
    return "--guide wants --format json, and the whole-program engine";
  return {};
}

// Complains and gives the exit code if it cannot be read.
std::expected<Baseline, ExitCode> read_baseline(const std::string& path) {
  const auto file = workspace::MappedFile::open(path);
  if (!file) {
    complain(path + ": " + file.error() + "; heddle check --write-baseline FILE makes a baseline");
    return std::unexpected(ExitCode::kUnreadableInput);
  }
  auto entries = report::from_baseline(base::as_text(file->bytes()));
  if (!entries) {
    complain(path + ": " + entries.error().describe());
    return std::unexpected(ExitCode::kUnreadableInput);
  }
  return std::move(*entries);
}

bool write_file(const std::string& path, const std::string& text) {
  errno = 0;
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (file) return true;
  complain(path + ": " + (errno != 0 ? std::strerror(errno) : "cannot be written"));
  return false;
}

std::vector<std::string> suppressing_annotations(const GraphProgram& program) {
  std::vector<std::string> names = report::Suppressions{}.annotation_names;
  for (const std::string& name : program.config().suppress_annotations) names.push_back(name);
  return names;
}

// What the program has besides findings, and what it does not want to see of them. The report is
// finished afterwards.
void complete(report::Report& report, GraphProgram& program, const std::vector<InputClass>& classes,
              const ReportOptions& output, unsigned workers) {
  report::Suppressions suppressions{.rules = program.config().suppress,
                                    .annotation_names = suppressing_annotations(program)};
  InputClasses inputs = put_together(classes, output.source_finder());
  report.analysed.classes = inputs.classes;
  report.analysed.methods = inputs.methods;
  std::ranges::move(inputs.missing, std::back_inserter(report.analysed.notes));
  add_remarks(program, report.analysed);
  report::finish(report, workers);
  suppressions.annotated = std::move(inputs.annotated);
  suppressions.files = std::move(inputs.files);
  report::Sources sources = output.sources();
  report::suppress(report, suppressions, sources);
  program.lap("inputs");
}

// The models that were read, by their texts.
base::Hash128 models_identity(const CheckOptions& options, const GraphProgram& program) {
  base::Hasher hasher;
  for (const model::File& file : model::built_in_files()) hasher.add(file.name).add(file.text);
  for (const std::string& name : options.program.without_models) hasher.add(name);
  for (const std::string& name : program.model_files()) {
    const auto file = workspace::MappedFile::open(name);
    hasher.add(name).add(file ? base::as_text(file->bytes()) : std::string_view());
  }
  return hasher.finish();
}

struct Found {
  report::Report report;  // not finished yet
  std::vector<InputClass> inputs;
};

ExitCode find_from_entries(const CheckOptions& options, bool is_entry_named, GraphProgram& program,
                           Found& found);

// From the only main class, which nobody named; but from none that has to be chosen.
ExitCode find_from(const std::vector<std::string>& mains, const CheckOptions& options,
                   GraphProgram& program, Found& found) {
  if (mains.size() != 1)
    return program.refuse_without_main("; or --engine modular, which needs none");
  CheckOptions named = options;
  named.program.mains = mains;
  const ExitCode code = program.open_code(named.program);
  if (code != ExitCode::kNothingFound) return code;
  return find_from_entries(named, false, program, found);
}

// By the modular engine alone, as far as possible from what an earlier run on this project left; if
// nobody asked for that, only where there is no main method.
ExitCode find_by_method(const CheckOptions& options, GraphProgram& program, Found& found) {
  const unsigned workers = options.program.program.worker_count();
  const std::vector<std::string> names = suppressing_annotations(program);
  const std::string folder = options.program.no_cache || options.strict
                                 ? std::string()
                                 : workspace::Cache::folder(workspace::process_environment);
  const std::vector<std::string>& inputs = options.program.program.inputs;
  const KeptRun kept(workspace::Cache(folder), program,
                     {.project = options.project.empty() ? inputs : options.project,
                      .class_path = options.program.program.class_path,
                      .engine = options.engine,
                      .models = models_identity(options, program),
                      .annotation_names = names});
  if (kept.is_there()) {
    if (auto answer = kept.find(program, workers)) {
      found.report = std::move(answer->report);
      found.inputs = std::move(answer->inputs);
      return ExitCode::kNothingFound;
    }
    if (const ExitCode code = program.open_code(options.program); code != ExitCode::kNothingFound)
      return code;
  }
  // Every body is wanted, so that they are read on all cores.
  program.class_path().decode_inputs(workers);
  if (options.engine.empty()) {
    const std::vector<std::string> mains = program.main_classes();
    if (!mains.empty()) return find_from(mains, options, program, found);
  }
  modular::Leavings leavings;
  found.report = analyse_by_method(
      program, {.workers = workers, .is_strict = options.strict, .remains = &program.remains()},
      kept.is_on() ? &leavings : nullptr);
  found.inputs = read_input_classes(program, names);
  kept.keep(program, std::move(leavings), found.inputs);
  return ExitCode::kNothingFound;
}

report::Report analyse_too_by_method(const CheckOptions& options, GraphProgram& program) {
  return analyse_by_method(program, {.workers = options.program.program.worker_count(),
                                     .is_strict = options.strict,
                                     .remains = &program.remains()});
}

// Many a library has a main method that prints its version. Where nobody asked for that one or for
// an engine, where it starts nothing and most of the classes have no part in it, `nothing found`
// would be said of a program that nobody has.
bool is_library(const CheckOptions& options, bool is_entry_named, const Reach& reach,
                const report::Report& report) {
  return options.engine.empty() && !is_entry_named && reach.is_small() &&
         report.analysed.origins <= 1;
}

// A program whose inputs are mostly a library is looked at in part only, and nobody would guess.
report::Remark note_of(const Reach& reach, bool are_methods_looked_at) {
  return {.what = fmt::format("{} of {} classes", reach.unreached, reach.classes),
          .why = fmt::format("nothing of them is reached from where the program begins; {}",
                             are_methods_looked_at
                                 ? "they were looked at one method at a time"
                                 : "--engine modular looks at all of them, one method at a time")};
}

// By the whole-program engine, or by both.
ExitCode find_from_entries(const CheckOptions& options, bool is_entry_named, GraphProgram& program,
                           Found& found) {
  ExitCode code = program.open_program(options.program);
  if (code == ExitCode::kNothingFound) code = program.solve();
  if (code != ExitCode::kNothingFound) return code;
  found.report = analyse(
      program, {.workers = options.program.program.worker_count(), .has_guide = options.guide});
  const Reach reach = reach_of(program);
  const bool is_by_method =
      options.engine == "all" || is_library(options, is_entry_named, reach, found.report);
  if (reach.is_small()) found.report.analysed.notes.push_back(note_of(reach, is_by_method));
  if (is_by_method) report::merge(found.report, analyse_too_by_method(options, program));
  found.inputs = read_input_classes(program, suppressing_annotations(program));
  return code;
}

// Both engines, or the one that is asked for.
ExitCode find(const CheckOptions& options, GraphProgram& program, Found& found) {
  const ExitCode code = program.open_code(options.program);
  if (code != ExitCode::kNothingFound) return code;
  const bool is_without_entry = options.engine.empty() && !program.names_entry(options.program);
  if (options.engine == "modular" || is_without_entry)
    return find_by_method(options, program, found);
  const GraphOptions& asked = options.program;
  return find_from_entries(options, !asked.mains.empty() || asked.every_main, program, found);
}

void leave_out_weaker(report::Report& report, const std::string& only) {
  if (only.empty()) return;
  const auto weakest = report::from_word<report::Evidence>(only);
  std::erase_if(report.findings,
                [&](const report::Finding& finding) { return finding.evidence < *weakest; });
}

// What there was before a change: as a baseline says, or as the engine finds in the old classes.
std::expected<Baseline, ExitCode> found_before(const CheckOptions& options) {
  if (options.since.ends_with(".json")) return read_baseline(options.since);
  CheckOptions old = options;
  old.project = options.program.program.inputs;
  old.program.program.inputs = {options.since};
  GraphProgram program;
  Found found;
  if (const ExitCode code = find(old, program, found); code != ExitCode::kNothingFound)
    return std::unexpected(code);
  report::finish(found.report);
  return report::baseline_of(found.report);
}

report::View view_of(const std::string& name) {
  if (name == "object") return report::View::kObject;
  return name == "class" ? report::View::kClass : report::View::kField;
}

// `json`: the report in that form, if somebody has made it already.
bool print(const report::Report& report, const CheckOptions& options, const ReportOptions& output,
           bool is_kept, std::string json) {
  report::Sources sources = output.sources();
  std::string text;
  if (output.format == "json") {
    text = json.empty() ? report::to_json(report) : std::move(json);
  } else if (output.format == "sarif") {
    text = report::to_sarif(report, sources);
  } else {
    report::TextOptions how = ReportOptions::text_options();
    how.colour &= options.output.empty();
    how.view = view_of(options.view);
    how.is_kept = is_kept;
    text = report::to_text(report, sources, how);
  }
  return options.output.empty() ? write_result(text) : write_file(options.output, text);
}

ExitCode exit_code(const report::Report& report, const GraphProgram& program) {
  switch (report::outcome(report)) {
    case report::Outcome::kFindings: return ExitCode::kFindings;
    case report::Outcome::kNothingAnalysed:
      complain("nothing in the input could be analysed");
      return ExitCode::kUnreadableInput;
    case report::Outcome::kNothingFound: break;
  }
  // A build that is green because half of it was not there would be a lie.
  return program.class_path().errors().empty() ? ExitCode::kNothingFound
                                               : ExitCode::kUnreadableInput;
}

}  // namespace

CLI::App* CheckOptions::add_to(CLI::App& app) {
  CLI::App* const verb = app.add_subcommand("check", "find data races and deadlocks in a program");
  verb->footer(
      "The program is followed from its main method through its libraries and the JDK; a library,\n"
      "which has none, is looked at one method at a time. Every finding names two threads, two\n"
      "stacks, the locks each held and the object.\n\n"
      "Examples:\n"
      "  heddle check app.jar\n"
      "  heddle check target/classes --class-path 'lib/*' --main com.acme.Main\n"
      "  heddle check library.jar --engine modular --only certain\n"
      "  heddle check app.jar --format sarif --output heddle.sarif\n"
      "  heddle check app.jar --write-baseline heddle-baseline.json   # once\n"
      "  heddle check app.jar --baseline heddle-baseline.json         # only what is new\n"
      "  heddle check new.jar --engine modular --since old.jar        # only what a change "
      "brought");
  program.add_shared(*verb);
  report.add_to(*verb);
  verb->add_option(
          "--engine", engine,
          "how to look: whole-program, from the main method (the default if there is one); "
          "modular, one method at a time; all, both")
      ->type_name("whole-program|modular|all")
      ->check(CLI::IsMember({"whole-program", "modular", "all"}));
  verb->add_option("--only", only, "leave out findings with weaker evidence, as in --only certain")
      ->type_name("possible|certain|predicted|witnessed")
      ->check(CLI::IsMember({"possible", "certain", "predicted", "witnessed"}));
  verb->add_flag("--strict", strict,
                 "modular: also tell where thread-safe classes call an interface that promises "
                 "nothing");
  verb->add_option("--output", output, "where the report goes (default: standard output)")
      ->type_name("FILE");
  verb->add_option("--by", view, "text: put findings together by field, object or class")
      ->type_name("field|object|class")
      ->check(CLI::IsMember({"field", "object", "class"}));
  verb->add_flag("--all", all, "list all findings, not only those of the most serious groups");
  verb->add_flag("--guide", guide,
                 "json: also list the accesses that were proven not to race, for heddle record "
                 "--guided");
  verb->add_option("--baseline", baseline, "count only findings that this file does not have")
      ->type_name("FILE");
  verb->add_option(
          "--since", since,
          "count only what a change brought: this is a baseline (.json), or the classes as "
          "they were before; not with --baseline")
      ->type_name("FILE|FOLDER")
      ->excludes("--baseline");
  verb->add_option("--write-baseline", new_baseline, "write all findings to such a file")
      ->type_name("FILE");
  return verb;
}

ExitCode run_check(const CheckOptions& options) {
  if (const std::string wrong = wrong_usage(options); !wrong.empty()) {
    complain(wrong);
    return ExitCode::kWrongUsage;
  }
  const bool has_before = !options.baseline.empty() || !options.since.empty();
  std::expected<Baseline, ExitCode> before;
  if (!options.baseline.empty()) before = read_baseline(options.baseline);
  if (!options.since.empty()) before = found_before(options);
  if (!before) return before.error();

  GraphProgram program;
  Found found;
  if (const ExitCode code = find(options, program, found); code != ExitCode::kNothingFound)
    return code;
  report::Report& report = found.report;
  ReportOptions output = options.report;
  output.look_beside(options.program.program.inputs);
  report.version = options.program.version;
  complete(report, program, found.inputs, output, options.program.program.worker_count());
  leave_out_weaker(report, options.only);
  report.seconds = program.seconds();
  report.peak_megabytes = peak_megabytes();

  if (has_before) report::compare(report, *before);
  if (!options.new_baseline.empty() &&
      !write_file(options.new_baseline, report::to_baseline(report::baseline_of(report))))
    return ExitCode::kUnreadableInput;
  std::string json;
  const bool is_kept =
      !options.program.no_cache &&
      keep_last_report(report, output.source_folders, workspace::process_environment, &json);
  const std::size_t found_in_all = report.findings.size();
  // Kept until the end, which comes at once: there are many, and giving them back takes its time.
  std::vector<report::Finding> left_out;
  if (!options.all) left_out = report::keep_groups(report);
  if (report.findings.size() != found_in_all) json.clear();
  if (!print(report, options, output, is_kept, std::move(json))) return ExitCode::kUnreadableInput;
  const ExitCode code = exit_code(report, program);
  if (options.at_end) options.at_end(code);
  return code;
}

}  // namespace heddle::cli
