#include "cli/ir_command.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/id.h"
#include "base/json_writer.h"
#include "cli/exit_code.h"
#include "cli/member_name.h"
#include "cli/output.h"
#include "cli/remarks.h"
#include "ir/body.h"
#include "ir/class.h"
#include "ir/ids.h"
#include "ir/instruction.h"
#include "ir/print.h"
#include "ir/print_symbols.h"
#include "ir/program.h"
#include "ir/symbols.h"
#include "workspace/class_path.h"
#include "workspace/container.h"
#include "workspace/jdk.h"
#include "workspace/survey.h"

namespace heddle::cli {
namespace {

using base::JsonWriter;
using workspace::ClassPath;
using workspace::Remark;
using workspace::Survey;
using Clock = std::chrono::steady_clock;

// ---- The summary ----

std::string summary_json(const Survey& survey, const std::string& version) {
  std::string out;
  JsonWriter json(out);
  json.begin_object().key("schema").value("heddle-ir-summary/1");
  json.key("tool").begin_object(JsonWriter::Layout::kLine);
  json.key("name").value("heddle").key("version").value(version).end_object();
  json.key("archives").value(survey.archives);
  json.key("classes").value(survey.classes);
  json.key("methods").value(survey.methods);
  json.key("bodies").value(survey.bodies);
  json.key("instructions").value(survey.instructions);
  json.key("blocks").value(survey.blocks);
  write_remarks(json, "skipped", survey.skipped);
  write_remarks(json, "notes", survey.notes);
  json.key("seconds").begin_object(JsonWriter::Layout::kLine);
  for (const auto& [phase, seconds] : survey.seconds) json.key(phase).decimal(seconds, 4);
  json.end_object();
  json.key("peak_mb").decimal(peak_megabytes(), 1).end_object();
  return out;
}

std::string summary_text(const Survey& survey) {
  std::string out;
  const auto row = [&](std::string_view name, std::size_t number) {
    out += fmt::format("{:<13}{:>12}\n", name, grouped(number));
  };
  row("archives", survey.archives);
  row("classes", survey.classes);
  row("methods", survey.methods);
  row("with code", survey.bodies);
  row("instructions", survey.instructions);
  row("blocks", survey.blocks);
  row("skipped", survey.skipped.size());
  row("notes", survey.notes.size());
  out += "\nseconds:";
  for (const auto& [phase, seconds] : survey.seconds)
    out += fmt::format("  {} {:.3f}", phase, seconds);
  out += fmt::format("\npeak memory: {:.0f} MB\n", peak_megabytes());
  append_remarks(out, "skipped", survey.skipped);
  append_remarks(out, "notes", survey.notes);
  return out;
}

ExitCode summarise(ClassPath& class_path, const IrOptions& options, double open_seconds,
                   Clock::time_point start) {
  Survey survey = workspace::survey(
      class_path, {.workers = options.program.worker_count(), .round_trip = options.round_trip});
  survey.seconds.insert(survey.seconds.begin(), {"open", open_seconds});
  survey.seconds.emplace_back("total", std::chrono::duration<double>(Clock::now() - start).count());
  const bool is_json = options.format == "json";
  if (!write_result(is_json ? summary_json(survey, options.version) : summary_text(survey)))
    return ExitCode::kUnreadableInput;
  if (survey.classes == 0) {
    complain("nothing in the input could be analysed: no class was read");
    return ExitCode::kUnreadableInput;
  }
  return ExitCode::kNothingFound;
}

// ---- One class, some methods ----

const ir::Class* find_class(ir::Program& program, const std::string& name, ir::ClassId& id) {
  id = program.find(name);
  return base::is_none(id) ? nullptr : program.code(id);
}

void complain_of_skipped(const ClassPath& class_path) {
  for (const Remark& remark : class_path.skipped()) complain(remark.what + ": " + remark.why);
}

ExitCode print_result(const ClassPath& class_path, std::string_view text) {
  const bool is_written = write_result(text);
  complain_of_skipped(class_path);
  return is_written && class_path.skipped().empty() ? ExitCode::kNothingFound
                                                    : ExitCode::kUnreadableInput;
}

void complain_no_class(ClassPath& class_path, const std::string& name) {
  class_path.skip_nameless();
  complain_of_skipped(class_path);
  complain("no class " + name + " in the inputs, the class path or the JDK");
}

ExitCode print_whole_class(ClassPath& class_path, const IrOptions& options) {
  ir::Program program(class_path);
  ir::ClassId id{};
  const ir::Class* const code = find_class(program, internal_name(options.of_class), id);
  if (code == nullptr) {
    complain_no_class(class_path, options.of_class);
    return ExitCode::kWrongUsage;
  }
  for (std::uint32_t i = 0; i < program.method_count(id); ++i)
    program.body(base::id_at<ir::MethodId>(base::index(program.first_method(id)) + i));
  return print_result(class_path, ir::print_class(*code));
}

// What the method's invoke_dynamics and dynamic constants do, each once, above the method.
void append_call_sites(const ir::Class& code, const ir::Body& body, std::set<std::uint32_t>& told,
                       std::string& out) {
  for (const ir::Instruction& instruction : body.instructions)
    if ((instruction.opcode == ir::Opcode::kInvokeDynamic ||
         instruction.opcode == ir::Opcode::kConstDynamic) &&
        told.insert(instruction.a).second) {
      ir::append_call_site(out, code.symbols, static_cast<ir::CallSiteRef>(instruction.a));
      out += '\n';
    }
}

ExitCode print_methods(ClassPath& class_path, const IrOptions& options) {
  const MemberName wanted = parse_member_name(options.method);
  if (wanted.owner.empty()) {
    complain("--method wants a class and a method, as in a.b.C.name or a.b.C.name(I)V");
    return ExitCode::kWrongUsage;
  }
  ir::Program program(class_path);
  ir::ClassId id{};
  const ir::Class* const code = find_class(program, wanted.owner, id);
  if (code == nullptr) {
    complain_no_class(class_path, dotted_name(wanted.owner));
    return ExitCode::kWrongUsage;
  }
  std::string out;
  std::set<std::uint32_t> told;
  for (std::uint32_t i = 0; i < code->methods.size(); ++i) {
    const ir::Method& method = code->methods[i];
    const std::string_view descriptor = code->symbols.signature(method.signature).descriptor;
    if (method.name != wanted.name ||
        !(wanted.descriptor.empty() || descriptor == wanted.descriptor))
      continue;
    const auto method_id = base::id_at<ir::MethodId>(base::index(program.first_method(id)) + i);
    const ir::Body* const body = program.body(method_id);
    if (body != nullptr) append_call_sites(*code, *body, told, out);
    out += ir::print_method(*code, method, body);
  }
  if (out.empty()) {
    std::string known;
    for (const ir::Method& method : code->methods)
      known += " " + std::string(method.name) +
               std::string(code->symbols.signature(method.signature).descriptor);
    complain("no method " + options.method + "; the class has:" + known);
    return ExitCode::kWrongUsage;
  }
  return print_result(class_path, out);
}

}  // namespace

CLI::App* IrOptions::add_to(CLI::App& app) {
  CLI::App* const verb = app.add_subcommand("ir", "look inside: the IR of a method, or a survey");
  verb->footer(
      "Examples:\n"
      "  heddle ir app.jar --method com.acme.Main.main\n"
      "  heddle ir app.jar --method 'com.acme.Main.add(II)I'\n"
      "  heddle ir target/classes --class com.acme.Main\n"
      "  heddle ir app.jar --class-path 'lib/*' --summary --format json");
  program.add_to(*verb);
  CLI::Option* const of_method =
      verb->add_option("--method", method, "print the IR of the methods of that name")
          ->type_name("CLASS.NAME");
  CLI::Option* const whole =
      verb->add_option("--class", of_class, "print the IR of a whole class")->type_name("CLASS");
  CLI::Option* const all = verb->add_flag(
      "--summary", summary, "decode, lower and verify every method of the inputs, and count");
  verb->add_flag("--round-trip", round_trip,
                 "with --summary: check that each class printed as text reads back as it was")
      ->needs(all);
  verb->add_option("--format", format, "of the summary")
      ->type_name("text|json")
      ->check(CLI::IsMember({"text", "json"}));
  of_method->excludes(whole)->excludes(all);
  whole->excludes(all);
  return verb;
}

ExitCode run_ir(const IrOptions& options) {
  if (!options.summary && options.method.empty() && options.of_class.empty()) {
    complain("ir wants --method CLASS.NAME, --class CLASS or --summary; see heddle ir --help");
    return ExitCode::kWrongUsage;
  }
  const auto start = Clock::now();
  const auto class_path =
      ClassPath::open(options.program.class_path_options(), workspace::process_environment);
  const double open_seconds = std::chrono::duration<double>(Clock::now() - start).count();
  for (const std::string& error : class_path->errors()) complain(error);
  if (class_path->input_containers() == 0) {
    complain_of_skipped(*class_path);
    return ExitCode::kUnreadableInput;
  }
  ExitCode code = ExitCode::kNothingFound;
  if (options.summary) {
    code = summarise(*class_path, options, open_seconds, start);
  } else if (!options.of_class.empty()) {
    code = print_whole_class(*class_path, options);
  } else {
    code = print_methods(*class_path, options);
  }
  const bool unreadable = code == ExitCode::kNothingFound && !class_path->errors().empty();
  return unreadable ? ExitCode::kUnreadableInput : code;
}

}  // namespace heddle::cli
