#include "cli/check_command.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <utility>

#include "base/bytes.h"
#include "cli/check_analysis.h"
#include "cli/graph_program.h"
#include "cli/output.h"
#include "pointsto/policy.h"
#include "report/baseline.h"
#include "report/finish.h"
#include "report/json.h"
#include "report/sarif.h"
#include "report/source.h"
#include "report/text.h"
#include "workspace/mapped_file.h"

namespace heddle::cli {
namespace {

std::optional<std::string> read_text(const std::string& path) {
  const auto file = workspace::MappedFile::open(path);
  if (!file) return std::nullopt;
  return std::string(base::as_text(file->bytes()));
}

// Folders that may hold sources: those that were named, and those beside the inputs.
report::Sources find_sources(const CheckOptions& options) {
  std::vector<std::string> folders = options.sources;
  for (const std::string& input : options.program.program.inputs) {
    const std::filesystem::path at(input);
    const std::filesystem::path folder = std::filesystem::is_directory(at) ? at : at.parent_path();
    for (const char* const inside : {"", "src", "src/main/java", "../src", "../src/main/java"})
      folders.push_back((folder / inside).lexically_normal().string());
  }
  return report::Sources(
      [folders = std::move(folders)](std::string_view path) -> std::optional<report::SourceFile> {
        for (const std::string& folder : folders) {
          const std::filesystem::path file = std::filesystem::path(folder) / path;
          std::error_code ignored;
          if (!std::filesystem::is_regular_file(file, ignored)) continue;
          auto text = read_text(file.string());
          if (text)
            return report::SourceFile{.path = file.lexically_normal().generic_string(),
                                      .text = std::move(*text)};
        }
        return std::nullopt;
      });
}

bool write_to(const std::string& path, const std::string& text) {
  if (path.empty()) return write_result(text);
  std::ofstream file(path, std::ios::binary);
  file << text;
  if (file.flush()) return true;
  complain(path + ": cannot be written");
  return false;
}

report::View view_of(const std::string& name) {
  if (name == "object") return report::View::kObject;
  return name == "class" ? report::View::kClass : report::View::kField;
}

std::string print(const CheckOptions& options, const report::Report& report) {
  report::Sources sources = find_sources(options);
  if (options.program.format == "json") return report::to_json(report);
  if (options.program.format == "sarif") return report::to_sarif(report, sources);
  const bool colour = options.output.empty() && ::isatty(STDOUT_FILENO) != 0;
  return report::to_text(report, sources, {.colour = colour, .view = view_of(options.view)});
}

// False: the file could not be read.
bool compare_with_baseline(const std::string& path, report::Report& report) {
  const auto text = read_text(path);
  if (!text) {
    complain(path + ": cannot be read");
    return false;
  }
  const auto entries = report::from_baseline(*text);
  if (!entries) {
    complain(path + ": " + entries.error().what);
    return false;
  }
  report::compare(report, *entries);
  return true;
}

}  // namespace

CLI::App* CheckOptions::add_to(CLI::App& app) {
  CLI::App* const verb = app.add_subcommand("check", "find data races and deadlocks in a program");
  verb->footer(
      "The program is followed from its main method through its libraries and the JDK. Every\n"
      "finding names two threads, two stacks, the locks each held and the object.\n\n"
      "Examples:\n"
      "  heddle check app.jar\n"
      "  heddle check target/classes --class-path 'lib/*' --main com.acme.Main\n"
      "  heddle check app.jar --format sarif --output heddle.sarif\n"
      "  heddle check app.jar --write-baseline heddle-baseline.json   # once\n"
      "  heddle check app.jar --baseline heddle-baseline.json         # only what is new");
  program.add_shared(*verb, {"text", "json", "sarif"});
  verb->add_option("--output", output, "where the report goes (default: standard output)")
      ->type_name("FILE");
  verb->add_option("--by", view, "text: put findings together by field, object or class")
      ->type_name("VIEW")
      ->check(CLI::IsMember({"field", "object", "class"}));
  verb->add_option("--source", sources,
                   "where sources are, for snippets; may be given several times")
      ->type_name("DIR")
      ->allow_extra_args(false);
  verb->add_option("--baseline", baseline, "count only findings that this file does not have")
      ->type_name("FILE");
  verb->add_option("--write-baseline", new_baseline, "write all findings to such a file")
      ->type_name("FILE");
  return verb;
}

ExitCode run_check(const CheckOptions& options) {
  if (!pointsto::parse_policy(options.program.policy)) {
    complain("--policy " + options.program.policy + ": see heddle check --help");
    return ExitCode::kWrongUsage;
  }
  GraphProgram program;
  ExitCode code = program.open(options.program);
  if (code == ExitCode::kNothingFound) code = program.solve();
  if (code != ExitCode::kNothingFound) return code;
  report::Report report = analyse(program);
  report.version = options.program.version;
  report::finish(report);
  if (!options.baseline.empty() && !compare_with_baseline(options.baseline, report))
    return ExitCode::kUnreadableInput;
  if (!options.new_baseline.empty() &&
      !write_to(options.new_baseline, report::to_baseline(report::baseline_of(report))))
    return ExitCode::kUnreadableInput;
  if (!write_to(options.output, print(options, report))) return ExitCode::kUnreadableInput;
  return report::outcome(report) == report::Outcome::kFindings ? ExitCode::kFindings
                                                               : ExitCode::kNothingFound;
}

}  // namespace heddle::cli
