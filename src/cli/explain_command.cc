#include "cli/explain_command.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstddef>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "cli/exit_code.h"
#include "cli/last_report.h"
#include "cli/output.h"
#include "cli/report_options.h"
#include "report/finding.h"
#include "report/json.h"
#include "report/report.h"
#include "report/sarif.h"
#include "report/source.h"
#include "report/text.h"
#include "workspace/jdk.h"

namespace heddle::cli {
namespace {

// Nothing else is left in it; whether it was there.
bool keep_only(std::vector<report::Finding>& findings, const std::string& id) {
  std::erase_if(findings, [&](const report::Finding& finding) { return finding.id != id; });
  return !findings.empty();
}

// The report's; empty and a complaint if there is none.
std::string file_of(const ExplainOptions& options) {
  if (!options.report_file.empty()) return options.report_file;
  const std::string file = last_report_file(workspace::process_environment);
  std::error_code error;
  if (!file.empty() && std::filesystem::exists(file, error)) return file;
  complain("no report was kept; run heddle check first, or name a report with --report FILE");
  return {};
}

std::string print(const report::Report& report, const ExplainOptions& options) {
  ReportOptions output = options.output;
  if (options.report_file.empty() && output.source_folders.empty())
    output.source_folders = last_source_folders(workspace::process_environment);
  report::Sources sources = output.sources();
  if (options.output.format == "json") return to_json(report);
  if (options.output.format == "sarif") return to_sarif(report, sources, {.with_suppressed = true});
  const auto& found = report.findings.empty() ? report.suppressed : report.findings;
  return explain(found[0], sources, ReportOptions::text_options());
}

}  // namespace

CLI::App* ExplainOptions::add_to(CLI::App& app) {
  CLI::App* const verb = app.add_subcommand("explain", "everything known about one finding");
  verb->footer(
      "Examples:\n"
      "  heddle check app.jar && heddle explain r-5f1c09ab\n"
      "  heddle explain r-5f1c09ab --report report.json --source src/main/java");
  verb->add_option("ID", id, "the finding, as a report names it")->required()->type_name("");
  verb->add_option("--report", report_file,
                   "the report that has it, as JSON (default: the last one)")
      ->type_name("FILE");
  output.add_to(*verb);
  return verb;
}

ExitCode run_explain(const ExplainOptions& options) {
  const std::string file = file_of(options);
  if (file.empty()) return ExitCode::kWrongUsage;
  auto report = open_report(file);
  if (!report) return report.error();
  const std::size_t count = report->findings.size() + report->suppressed.size();
  const bool is_found = keep_only(report->findings, options.id);
  const bool is_suppressed = keep_only(report->suppressed, options.id);
  if (!is_found && !is_suppressed) {
    complain(fmt::format("{}: no finding {} among its {}", file, options.id, count));
    return ExitCode::kWrongUsage;
  }
  return write_result(print(*report, options)) ? ExitCode::kNothingFound
                                               : ExitCode::kUnreadableInput;
}

}  // namespace heddle::cli
