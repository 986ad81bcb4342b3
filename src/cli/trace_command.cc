#include "cli/trace_command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <expected>
#include <filesystem>
#include <fstream>
#include <ios>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/malformed.h"
#include "causality/clock.h"
#include "causality/options.h"
#include "cli/exit_code.h"
#include "cli/last_report.h"
#include "cli/output.h"
#include "cli/progress_line.h"
#include "cli/report_options.h"
#include "report/finish.h"
#include "report/join.h"
#include "report/json.h"
#include "report/merge.h"
#include "report/report.h"
#include "report/sarif.h"
#include "report/source.h"
#include "report/text.h"
#include "trace/sink.h"
#include "trace/source.h"
#include "witness/analyse.h"
#include "witness/quiet.h"
#include "workspace/jdk.h"
#include "workspace/mapped_file.h"

namespace heddle::cli {
namespace {

constexpr std::size_t kMostBuffered = 1 << 20;

// An opened trace; its bytes live as long.
struct OpenTrace {
  workspace::MappedFile file;
  std::unique_ptr<trace::Source> source;
};

// Complains, with the file's name, and gives nothing.
std::nullopt_t refuse(const std::string& path, const std::string& why) {
  complain(path + ": " + why);
  return std::nullopt;
}

std::optional<OpenTrace> open_trace(const std::string& path) {
  const auto form = trace::form_of(path);
  if (!form) return refuse(path, form.error());
  auto file = workspace::MappedFile::open(path);
  if (!file) return refuse(path, file.error());
  auto source = trace::open(*form, file->bytes());
  if (!source) return refuse(path, source.error().describe());
  return OpenTrace{std::move(*file), std::move(*source)};
}

causality::RelaxedOptions relaxed_options(const TraceOptions& options) {
  const auto is_off = [&](std::string_view name) {
    return std::find(options.without.begin(), options.without.end(), name) != options.without.end();
  };
  causality::RelaxedOptions relaxed;
  relaxed.chains = options.chains == "fifo"     ? causality::Chains::kFifo
                   : options.chains == "greedy" ? causality::Chains::kGreedy
                                                : causality::Chains::kTrivial;
  if (is_off("tree")) relaxed.clocks = causality::ClockForm::kSparse;
  if (is_off("sparse")) relaxed.clocks = causality::ClockForm::kDense;
  relaxed.reclaims = !is_off("reclaim");
  relaxed.reduces_paths = !is_off("paths");
  relaxed.reduces_sends = !is_off("sends");
  relaxed.stops_early = !is_off("early-stop");
  relaxed.packs = !is_off("packing");
  relaxed.forgets_unasked = !is_off("asking");
  relaxed.window = static_cast<std::uint64_t>(options.window * 1e9);
  return relaxed;
}

bool write_report(const TraceOptions& options, const report::Report& report, bool is_kept) {
  report::Sources sources(
      [](std::string_view) -> std::optional<report::SourceFile> { return std::nullopt; });
  const bool colour = options.output.empty() && ::isatty(STDOUT_FILENO) != 0;
  const std::string text =
      options.format == "json" ? report::to_json(report)
      : options.format == "sarif"
          ? report::to_sarif(report, sources)
          : report::to_text(report, sources, {.colour = colour, .is_kept = is_kept});
  if (options.output.empty()) return write_result(text);
  std::ofstream file(options.output, std::ios::binary);
  file << text;
  if (file.flush()) return true;
  complain(options.output + ": cannot be written");
  return false;
}

// What one order says of a trace.
std::optional<report::Report> analyse(const std::string& path, const witness::QuietList& quiet,
                                      witness::Order order, const TraceOptions& options) {
  const auto opened = open_trace(path);
  if (!opened) return std::nullopt;
  witness::Options analysis;
  analysis.order = order;
  analysis.relaxed = relaxed_options(options);
  ProgressLine line;
  std::uint64_t has_read = 0;
  analysis.progress = [&](std::uint64_t operations) {
    has_read = operations;
    if (line.is_due()) line.show(fmt::format("{}: {} operations", path, grouped(operations)));
  };
  auto report = witness::analyse(*opened->source, path, quiet, analysis);
  if (!report) return refuse(path, report.error().describe());
  if (const std::string cut = opened->source->cut_short(); !cut.empty() && has_read == 0)
    return refuse(path, "nothing of it can be read: " + cut);
  report::finish(*report);
  return std::move(*report);
}

// The strict order adds to what the relaxed one finds that the run itself has it. It counts the
// same races once more.
void add_witnessed(report::Report& relaxed, report::Report strict) {
  strict.analysed = {};
  for (report::Finding& finding : strict.findings) finding.instances = 0;
  report::merge(relaxed, std::move(strict));
  for (report::Finding& finding : relaxed.findings)
    finding.instances = std::max<std::uint64_t>(finding.instances, 1);
}

std::optional<report::Report> analyse(const std::string& path, const witness::QuietList& quiet,
                                      const TraceOptions& options) {
  if (options.order == "strict") return analyse(path, quiet, witness::Order::kStrict, options);
  auto report = analyse(path, quiet, witness::Order::kRelaxed, options);
  const bool is_both =
      options.order == "both" || (options.order.empty() && !options.report.empty());
  if (!report || !is_both) return report;
  auto strict = analyse(path, quiet, witness::Order::kStrict, options);
  if (!strict) return std::nullopt;
  add_witnessed(*report, std::move(*strict));
  return report;
}

ExitCode run_convert(const TraceOptions& options) {
  const auto form = trace::form_of(options.to);
  if (!form) {
    complain(options.to + ": " + form.error());
    return ExitCode::kWrongUsage;
  }
  if (std::error_code error; std::filesystem::equivalent(options.from, options.to, error)) {
    complain(options.to + ": a trace cannot be converted into itself");
    return ExitCode::kWrongUsage;
  }
  const auto opened = open_trace(options.from);
  if (!opened) return ExitCode::kUnreadableInput;
  const auto fail = [&](const std::string& path, const std::string& why) {
    complain(path + ": " + why);
    return ExitCode::kUnreadableInput;
  };
  std::ofstream file(options.to, std::ios::binary);
  if (!file) return fail(options.to, "cannot be written");
  std::string bytes;
  const std::unique_ptr<trace::Sink> sink = trace::write(*form, bytes);
  trace::Source& source = *opened->source;
  while (true) {
    const auto batch = source.next();
    if (!batch) return fail(options.from, batch.error().describe());
    if (batch->empty()) break;
    const auto added = sink->add(source.tables(), *batch, source.sends());
    if (!added) return fail(options.from, added.error());
    if (bytes.size() < kMostBuffered) continue;
    file << bytes;
    bytes.clear();
  }
  // Notes may stand behind the last operation.
  static_cast<void>(sink->add(source.tables(), {}, {}));
  sink->finish();
  file << bytes;
  if (!file.flush()) return fail(options.to, "cannot be written");
  const std::string cut = source.cut_short();
  if (cut.empty()) return ExitCode::kNothingFound;
  return fail(options.from, "cut short: " + cut + "; what came before was converted");
}

}  // namespace

CLI::App* TraceOptions::add_to(CLI::App& app) {
  CLI::App* const verb =
      app.add_subcommand("trace", "analyse recorded runs: races, broken orders, use after free");
  verb->footer(
      "With --order relaxed, the default, locks do not order, and events of one looper are "
      "ordered\n"
      "only as their sends, delays and synchronizations say: what is told could have happened "
      "under\n"
      "another schedule. With --order strict it happened in this run, as the Java memory model\n"
      "sees it; both tells what either does. Several traces become one report.\n\n"
      "With --report, a static report of the same program becomes the report: what the run shows "
      "too\n"
      "has its evidence, and what only the run shows is listed as a static miss.\n\n"
      "Examples:\n"
      "  heddle trace run.trace\n"
      "  heddle trace monday.trace tuesday.trace --format sarif --output heddle.sarif\n"
      "  heddle trace long.trace --window 120       # memory stays bounded\n"
      "  heddle trace run.std --order strict\n"
      "  heddle trace run.trace --report static.json\n"
      "  heddle trace convert run.trace run.txt     # to read it yourself");
  verb->add_option("FILE", files, "traces: .trace, .txt or .std")->type_name("");
  verb->add_option("--order", order,
                   "relaxed (the default), strict, or both (the default with --report)")
      ->type_name("ORDER")
      ->check(CLI::IsMember({"relaxed", "strict", "both"}));
  verb->add_option("--report", report, "what heddle check --format json said of the program")
      ->type_name("FILE.json");
  verb->add_option("--window", window,
                   "relaxed: take events of one looper that are so far apart as ordered")
      ->type_name("SECONDS")
      ->check(CLI::Range(0.0, 1e9));
  verb->add_option("--format", format, "of the output")
      ->type_name("text|json|sarif")
      ->check(CLI::IsMember({"text", "json", "sarif"}));
  verb->add_option("--output", output, "where the report goes (default: standard output)")
      ->type_name("FILE");
  verb->add_option("--without", without,
                   "techniques of the relaxed order to switch off: tree, sparse, reclaim, paths, "
                   "sends, early-stop, packing, asking")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::IsMember(
          {"tree", "sparse", "reclaim", "paths", "sends", "early-stop", "packing", "asking"}))
      ->group("");
  verb->add_option("--chains", chains, "how tasks are put into chains: fifo, greedy, trivial")
      ->check(CLI::IsMember({"fifo", "greedy", "trivial"}))
      ->group("");
  convert = verb->add_subcommand("convert", "write a trace in another form, by the file's ending");
  convert->footer(
      "The forms are .trace (binary), .txt (text) and .std (RAPID's STD, threads and locks only);\n"
      "docs/formats/trace.md describes them.\n\n"
      "Examples:\n"
      "  heddle trace convert run.std run.trace\n"
      "  heddle trace convert run.trace run.txt");
  convert->add_option("FROM", from, "a trace")->required()->type_name("");
  convert->add_option("TO", to, "the file to write")->required()->type_name("");
  return verb;
}

ExitCode run_trace(const TraceOptions& options) {
  if (options.convert->parsed()) return run_convert(options);
  if (options.files.empty()) {
    complain("trace wants a FILE; see heddle trace --help");
    return ExitCode::kWrongUsage;
  }
  report::Report known;
  if (!options.report.empty()) {
    auto opened = open_report(options.report);
    if (!opened) return opened.error();
    known = std::move(*opened);
  }
  const auto quiet = witness::read_quiet_list(witness::built_in_quiet_list());
  if (!quiet) {
    complain("the built-in list of quiet events: " + quiet.error());
    return ExitCode::kBugOfOurs;
  }
  report::Report report;
  bool has_failed = false;
  for (const std::string& path : options.files) {
    auto one = analyse(path, *quiet, options);
    has_failed = has_failed || !one;
    if (one) report::merge(report, std::move(*one));
  }
  if (has_failed && report.analysed.counts.empty()) return ExitCode::kUnreadableInput;
  if (!options.report.empty()) {
    report::join(known, std::move(report));
    report = std::move(known);
  }
  report.version = options.version;
  report::finish(report);
  const bool is_kept = keep_last_report(report, {}, workspace::process_environment);
  if (!write_report(options, report, is_kept)) return ExitCode::kUnreadableInput;
  if (has_failed) return ExitCode::kUnreadableInput;
  return report.findings.empty() ? ExitCode::kNothingFound : ExitCode::kFindings;
}

}  // namespace heddle::cli
