// The program is a child of ours, so that there is somebody to say what was recorded. A signal that
// somebody sends to us goes on to it; one that the terminal sends reaches it anyway. The agent
// tells about the recording through a pipe, at its end; a program that was killed says nothing.
#include "cli/record_command.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <expected>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "cli/exit_code.h"
#include "cli/output.h"
#include "cli/project_config.h"
#include "cli/record_attached.h"
#include "cli/record_guide.h"
#include "recording/agent_options.h"
#include "workspace/mapped_file.h"

extern char** environ;

namespace heddle::cli {
namespace {

constexpr std::string_view kEnding = ".trace";
constexpr const char* kAgentFile = "libheddle_agent.so";

// --- starting ------------------------------------------------------------------------------------

std::optional<std::filesystem::path> find_agent() {
  std::error_code error;
  const auto folder = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
  for (const char* const place : {".", "../lib/heddle"}) {
    const auto path = folder / place / kAgentFile;
    if (std::filesystem::exists(path, error)) return path.lexically_normal();
  }
  return std::nullopt;
}

bool is_java(const std::string& command) {
  return std::filesystem::path(command).filename() == "java";
}

// Why the file cannot be written, if so.
std::string try_to_write(const std::string& path) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) return std::strerror(errno);
  ::close(file);
  return {};
}

std::string output_for(const RecordOptions& options) {
  const std::string output = std::filesystem::absolute(options.output).string();
  if (!options.is_everywhere) return output;
  return output.substr(0, output.size() - kEnding.size()) + ".{pid}" + std::string(kEnding);
}

std::vector<std::string> with_agent(const RecordOptions& options, const std::string& agent) {
  std::vector<std::string> command = options.command;
  if (!options.is_everywhere) command.insert(command.begin() + 1, agent);
  return command;
}

std::vector<std::string> environment_with(const RecordOptions& options, const std::string& agent) {
  constexpr std::string_view kVariable = "JAVA_TOOL_OPTIONS=";
  std::vector<std::string> variables;
  std::string before;
  for (char** each = environ; *each != nullptr; ++each) {
    const std::string_view variable = *each;
    if (options.is_everywhere && variable.starts_with(kVariable))
      before = std::string(variable.substr(kVariable.size())) + " ";
    else
      variables.emplace_back(variable);
  }
  if (options.is_everywhere) variables.push_back(std::string(kVariable) + before + agent);
  return variables;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> all;
  for (std::string& text : texts) all.push_back(text.data());
  all.push_back(nullptr);
  return all;
}

// --- signals -------------------------------------------------------------------------------------

volatile std::sig_atomic_t child = 0;

// What the terminal or the kernel sends has a positive code.
extern "C" void pass_on(int signal, siginfo_t* info, void* /*context*/) {
  if (child > 0 && info->si_code <= 0) ::kill(static_cast<pid_t>(child), signal);
}

void pass_signals_on() {
  struct sigaction action{};
  action.sa_sigaction = pass_on;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2}) {
    struct sigaction before{};
    ::sigaction(signal, nullptr, &before);
    if (before.sa_handler != SIG_IGN) ::sigaction(signal, &action, nullptr);
  }
}

ExitCode end_like(int status) {
  if (WIFEXITED(status)) return static_cast<ExitCode>(WEXITSTATUS(status));
  const int signal = WTERMSIG(status);
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  std::signal(signal, SIG_DFL);
  ::raise(signal);
  return static_cast<ExitCode>(128 + signal);
}

// --- telling -------------------------------------------------------------------------------------

std::string read_what_is_there(int pipe) {
  ::fcntl(pipe, F_SETFL, O_NONBLOCK);
  std::string text;
  char buffer[4096];
  while (true) {
    const ssize_t size = ::read(pipe, buffer, sizeof buffer);
    if (size <= 0) return text;
    text.append(buffer, static_cast<std::size_t>(size));
  }
}

// The numbers of one line "operations=12 threads=3 …".
std::map<std::string, std::uint64_t, std::less<>> numbers_in(std::string_view line) {
  std::map<std::string, std::uint64_t, std::less<>> numbers;
  while (!line.empty()) {
    const std::string_view word = line.substr(0, line.find(' '));
    line.remove_prefix(std::min(line.size(), word.size() + 1));
    const std::size_t equals = word.find('=');
    if (equals == std::string_view::npos) continue;
    std::from_chars(word.data() + equals + 1, word.data() + word.size(),
                    numbers[std::string(word.substr(0, equals))]);
  }
  return numbers;
}

std::string counted(std::uint64_t number, const char* one, const char* many) {
  return grouped(number) + " " + (number == 1 ? one : many);
}

void tell_numbers(const std::string& path, std::string_view line) {
  auto numbers = numbers_in(line);
  std::string text = fmt::format("{}: {} of {}, {}; {} with {} rewritten", path,
                                 counted(numbers["operations"], "operation", "operations"),
                                 counted(numbers["threads"], "thread", "threads"),
                                 counted(numbers["bytes"], "byte", "bytes"),
                                 counted(numbers["classes"], "class", "classes"),
                                 counted(numbers["methods"], "method", "methods"));
  const auto add = [&](const char* key, const char* one, const char* many, const char* what) {
    if (numbers[key] != 0) text += fmt::format("; {} {}", counted(numbers[key], one, many), what);
  };
  if (numbers["proven"] != 0)
    text += fmt::format("; guided: {} of {} in the code left out", grouped(numbers["proven"]),
                        counted(numbers["accesses"], "access", "accesses"));
  add("unknown", "class", "classes", "that the analysis did not see");
  add("refused", "method", "methods", "too long for all its probes");
  add("unreadable", "class", "classes", "could not be read");
  add("loaded", "class", "classes", "that were loaded before could not be rewritten");
  add("waiting", "thread", "threads",
      "never left what they were in, and their accesses are left out");
  add("lost", "stamp", "stamps", "never came");
  add("unmatched", "release", "releases", "of locks that nobody was seen to take");
  complain(text);
}

void tell(const RecordOptions& options, std::string_view report) {
  if (report.empty()) {
    complain(options.is_everywhere ? "no JVM that the command started told of its end"
                                   : options.output +
                                         ": the program did not end by itself; what it did until "
                                         "shortly before is in the trace");
    return;
  }
  std::string path = options.output;
  while (!report.empty()) {
    const std::string_view line = report.substr(0, report.find('\n'));
    report.remove_prefix(std::min(report.size(), line.size() + 1));
    if (line.starts_with("trace ")) {
      if (options.is_everywhere) path = line.substr(std::string_view("trace ").size());
    } else if (line.starts_with("operations=")) {
      tell_numbers(path, line);
    } else {
      complain(path + ": " + std::string(line));
    }
  }
}

// What is wrong with the options, if anything is.
std::string fault_of(const RecordOptions& options) {
  if (!options.output.ends_with(kEnding)) return options.output + ": a trace's name ends in .trace";
  if (options.attach != 0) {
    if (!options.command.empty()) return "--attach records a program that runs, and starts none";
    if (options.is_everywhere) return "--attach and --everywhere exclude each other";
  } else if (options.command.empty()) {
    return "what is to run? A command behind --, or --attach PID";
  }
  if (options.attach != 0) return {};
  if (!options.is_everywhere && !is_java(options.command.front()))
    return options.command.front() +
           " is not java; with --everywhere each JVM that it starts is recorded";
  if (options.is_everywhere) return {};
  const std::string trouble = try_to_write(options.output);
  return trouble.empty() ? "" : options.output + ": " + trouble;
}

ExitCode refuse(const std::string& why) {
  complain(why);
  return ExitCode::kWrongUsage;
}

recording::AgentOptions agent_options(const RecordOptions& options) {
  recording::AgentOptions told;
  told.output = output_for(options);
  told.include = options.include;
  told.exclude = options.exclude;
  told.stacks = options.stacks;
  told.accesses = options.accesses == "fields" ? recording::Accesses::kFields
                  : options.accesses == "none" ? recording::Accesses::kNone
                                               : recording::Accesses::kAll;
  told.has_values = options.has_values;
  told.has_early = options.is_from_start;
  told.limit = options.limit;
  return told;
}

ExitCode attach(const RecordOptions& options, const std::string& library,
                const recording::AgentOptions& told) {
  const auto report = record_attached(options.attach, library, told);
  if (!report) {
    complain(fmt::format("process {} cannot be recorded: {}", options.attach, report.error()));
    return ExitCode::kUnreadableInput;
  }
  tell(options, *report);
  return ExitCode::kNothingFound;
}

// The queues that the project's heddle.toml describes, or what is wrong with it.
std::expected<std::vector<recording::QueueOption>, std::string> queues_of(
    const RecordOptions& options) {
  const std::string path = options.config.empty() ? find_project_config(".") : options.config;
  if (path.empty()) return std::vector<recording::QueueOption>();
  const auto file = workspace::MappedFile::open(path);
  if (!file) return std::unexpected(path + ": " + file.error());
  auto config = read_project_config(path, base::as_text(file->bytes()));
  if (config) return std::move(config->queues);
  return std::unexpected(config.error().front());
}

}  // namespace

CLI::App* RecordOptions::add_to(CLI::App& app) {
  CLI::App* const verb =
      app.add_subcommand("record", "run a Java program and keep what its threads did as a trace");
  verb->footer(
      "The program's input, output, signals and exit code pass through; 2 says that it never\n"
      "started. A line on standard error tells what was recorded. With --attach the exit code is "
      "0,\n"
      "or 3 if the process cannot be recorded.\n\n"
      "Examples:\n"
      "  heddle record -- java -jar app.jar\n"
      "  heddle record --output monday.trace --include com.example -- java -cp classes Main\n"
      "  heddle record --guided app.jar -- java -jar app.jar      # faster: only what may race\n"
      "  heddle record --limit 500MB -- java -jar app.jar\n"
      "  heddle record --everywhere -- mvn test     # run.PID.trace for each JVM\n"
      "  heddle record --attach 4711                # a program that runs; Ctrl-C ends the trace\n"
      "  heddle trace run.trace                     # what it shows");
  verb->add_option("--output", output, "the trace to write (default: run.trace)")
      ->type_name("FILE");
  verb->add_option("--include", include,
                   "only these classes or packages (default: all that the platform did not load)")
      ->type_name("NAME")
      ->delimiter(',')
      ->allow_extra_args(false);
  verb->add_option("--exclude", exclude, "none of these classes or packages")
      ->type_name("NAME")
      ->delimiter(',')
      ->allow_extra_args(false);
  verb->add_option(
          "--guided", guided,
          "leave out accesses that the whole-program analysis proves not to race: a report "
          "of heddle check --guide, or jars and class folders to analyse now")
      ->type_name("REPORT.json|INPUT")
      ->delimiter(',')
      ->allow_extra_args(false);
  verb->add_option("--accesses", accesses,
                   "to record: all, fields (no elements of arrays), none (synchronization alone)")
      ->type_name("all|fields|none")
      ->check(CLI::IsMember({"all", "fields", "none"}));
  verb->add_flag("--from-start", is_from_start,
                 "also accesses made while there is only one thread, which nothing races with");
  verb->add_flag("--values", has_values,
                 "also whether references are null, and where they are used: for use-free races");
  verb->add_option("--limit", limit, "end the trace when it has so many bytes, as in 500MB")
      ->type_name("SIZE")
      ->transform(CLI::AsSizeValue(false));
  verb->add_option("--stacks", stacks,
                   "how many callers of an access to keep, 0 for none (default: 8)")
      ->type_name("N")
      ->check(CLI::Range(0, recording::kMostStacks));
  verb->add_option("--config", config,
                   "the project's heddle.toml, which may describe queues of events (default: that "
                   "of this folder or above)")
      ->type_name("FILE");
  verb->add_flag("--everywhere", is_everywhere,
                 "record every JVM that the command starts, through JAVA_TOOL_OPTIONS");
  verb->add_option("--attach", attach,
                   "record a JVM that runs, until it ends or this is interrupted (Ctrl-C)")
      ->type_name("PID")
      ->check(CLI::PositiveNumber);
  verb->add_option("COMMAND", command, "what to run, behind --")->type_name("");
  return verb;
}

ExitCode run_record(const RecordOptions& options) {
  const auto library = find_agent();
  if (!library)
    return refuse(
        fmt::format("{} is not beside this program: it is built where there is a JDK", kAgentFile));
  if (const std::string fault = fault_of(options); !fault.empty()) return refuse(fault);

  auto queues = queues_of(options);
  if (!queues) return refuse(queues.error());
  std::optional<GuideFile> guide;
  if (!options.guided.empty()) {
    auto made = make_guide(options.guided, options.command);
    if (!made) return made.error();
    guide.emplace(std::move(*made));
  }

  recording::AgentOptions told = agent_options(options);
  told.queues = std::move(*queues);
  if (guide) told.guide = guide->path().string();
  if (options.attach != 0) return attach(options, library->string(), told);

  int report[2];
  if (::pipe(report) != 0) return refuse(std::strerror(errno));
  ::fcntl(report[0], F_SETFD, FD_CLOEXEC);
  told.report = report[1];
  const std::string agent =
      "-agentpath:" + library->string() + "=" + recording::print_options(told);

  std::vector<std::string> command = with_agent(options, agent);
  std::vector<std::string> environment = environment_with(options, agent);
  pid_t started = 0;
  const int trouble = ::posix_spawnp(&started, command.front().c_str(), nullptr, nullptr,
                                     pointers(command).data(), pointers(environment).data());
  ::close(report[1]);
  if (trouble != 0) return refuse(command.front() + ": " + std::strerror(trouble));
  child = started;
  pass_signals_on();

  int status = 0;
  while (::waitpid(started, &status, 0) < 0 && errno == EINTR) {
  }
  tell(options, read_what_is_there(report[0]));
  return end_like(status);
}

}  // namespace heddle::cli
