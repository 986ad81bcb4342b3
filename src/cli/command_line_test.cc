#include "cli/command_line.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/exit_code.h"
#include "cli/heddle_test_only.h"
#include "workspace/scratch_folder_test_only.h"

namespace heddle::cli {
namespace {

using nlohmann::json;
using workspace::class_bytes;
using workspace::Contents;
using workspace::stored_jar;

class CommandLine : public testing::Test {
 protected:
  void SetUp() override {
    jdk_ = scratch_.write("jdk/rt.jar", stored_jar(workspace::platform_contents()));
    app_ = scratch_.write("app.jar", stored_jar({{"a/A.class", class_bytes("a/A")},
                                                 {"a/B.class", class_bytes("a/B", "go", "a/A")}}));
  }

  Answer ir(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "ir");
    arguments.insert(arguments.end(), {"--jdk", jdk_});
    return heddle(arguments);
  }

  workspace::ScratchFolder scratch_;
  std::string jdk_, app_;
};

TEST_F(CommandLine, HelpTeaches) {
  const Answer all = heddle({"--help"});
  EXPECT_EQ(all.code, ExitCode::kNothingFound);
  EXPECT_NE(all.output.find("Heddle finds where the threads"), std::string::npos);
  EXPECT_NE(all.output.find("Exit codes: 0 nothing found"), std::string::npos);
  EXPECT_EQ(all.errors, "");
  const Answer verb = heddle({"ir", "--help"});
  EXPECT_EQ(verb.code, ExitCode::kNothingFound);
  EXPECT_NE(verb.output.find("--summary"), std::string::npos);
  EXPECT_NE(verb.output.find("heddle ir app.jar --method com.acme.Main.main"), std::string::npos);
  EXPECT_EQ(verb.output.find("Exit codes"), std::string::npos);
}

TEST_F(CommandLine, SaysItsVersion) { EXPECT_EQ(heddle({"--version"}).output, "heddle 0.0.0\n"); }

TEST_F(CommandLine, WrongUsageSaysWhatIsWrongAndWhereToRead) {
  const std::vector<std::vector<std::string>> wrong = {
      {},
      {"check"},
      {"ir"},
      {"ir", "--summary"},
      {"ir", app_},
      {"ir", app_, "--nonsense"},
      {"ir", app_, "--summary", "--format", "xml"},
      {"ir", app_, "--summary", "-j", "0"},
      {"ir", app_, "--summary", "-j", "many"},
      {"ir", app_, "--summary", "--release", "7"},
      {"ir", app_, "--summary", "--class", "a.A"},
      {"ir", app_, "--method", "a.A.run", "--class", "a.A"},
      {"graph"},
      {"graph", app_},
      {"graph", "calls"},
      {"graph", "calls", app_},
      {"graph", "calls", app_, "--all", "--method", "a.A.run"},
      {"graph", "points-to", app_},
      {"graph", "points-to", app_, "--variable", "x"},
      {"graph", "stats", app_, "--format", "dot"},
      {"graph", "stats", app_, "--policy", "best"},
      {"graph", "stats", app_, "--budget", "0"},
      {"graph", "stats", app_, "--without", "care"}};
  for (const auto& arguments : wrong) {
    const Answer answer = heddle(arguments);
    const std::string line = arguments.empty() ? "" : arguments.back();
    EXPECT_EQ(answer.code, ExitCode::kWrongUsage) << line;
    EXPECT_EQ(answer.output, "") << line;
    EXPECT_TRUE(answer.errors.starts_with("heddle: ")) << line << answer.errors;
    EXPECT_NE(answer.errors.find("--help"), std::string::npos) << line << answer.errors;
    EXPECT_EQ(answer.errors.find('\n'), answer.errors.size() - 1) << answer.errors;
  }
}

TEST_F(CommandLine, SummaryHasTheShapeOthersRead) {
  const Answer answer = ir({app_, "--summary", "--format", "json"});
  EXPECT_EQ(answer.code, ExitCode::kNothingFound);
  EXPECT_EQ(answer.errors, "");
  const json summary = json::parse(answer.output);
  EXPECT_EQ(summary.at("schema"), "heddle-ir-summary/1");
  EXPECT_EQ(summary.at("tool"), (json{{"name", "heddle"}, {"version", "0.0.0"}}));
  EXPECT_EQ(summary.at("archives"), 1);
  EXPECT_EQ(summary.at("classes"), 2);
  EXPECT_EQ(summary.at("methods"), 2);
  EXPECT_EQ(summary.at("bodies"), 2);
  EXPECT_EQ(summary.at("instructions"), 2);
  EXPECT_EQ(summary.at("blocks"), 2);
  EXPECT_EQ(summary.at("skipped"), json::array());
  EXPECT_EQ(summary.at("notes"), json::array());
  EXPECT_GT(summary.at("peak_mb").get<double>(), 0);
  for (const char* phase :
       {"open", "read", "decode", "lower", "verify", "all_classes", "link", "total"})
    EXPECT_TRUE(summary.at("seconds").at(phase).is_number()) << phase;
}

TEST_F(CommandLine, SummaryListsWhatIsSkippedAndNoted) {
  const std::string odd = scratch_.write(
      "odd.jar", stored_jar({{"a/A.class", class_bytes("a/A", "run", "gone/G")},
                             {"a/Bad.class", workspace::broken_class_bytes("a/Bad")}}));
  const Answer answer = ir({odd, "--summary", "--format", "json"});
  EXPECT_EQ(answer.code, ExitCode::kNothingFound);
  const json summary = json::parse(answer.output);
  EXPECT_EQ(summary.at("skipped"),
            json::array({{{"what", odd + "!/a/Bad.class"},
                          {"why",
                           "method run()V: the stack does not hold what is to be popped at "
                           "instruction 0"}}}));
  EXPECT_EQ(summary.at("notes"),
            json::array({{{"what", "gone.G"}, {"why", "is missing, the superclass of a.A"}}}));
  const Answer text = ir({odd, "--summary"});
  EXPECT_NE(text.output.find("\nskipped (1):\n  " + odd + "!/a/Bad.class: method run()V"),
            std::string::npos);
  EXPECT_NE(text.output.find("\nnotes (1):\n  gone.G: is missing"), std::string::npos);
}

TEST_F(CommandLine, TextSummaryShowsTheFirstOfMany) {
  Contents contents = {{"a/A.class", class_bytes("a/A")}};
  for (int i = 0; i < 30; ++i) contents.emplace_back("b/B" + std::to_string(i) + ".class", "text");
  const Answer answer = ir({scratch_.write("many.jar", stored_jar(contents)), "--summary"});
  EXPECT_NE(answer.output.find("skipped (30):"), std::string::npos);
  EXPECT_NE(answer.output.find("  and 10 more; --format json lists all\n"), std::string::npos);
}

TEST_F(CommandLine, SummaryIsTheSameForAnyNumberOfThreads) {
  const auto summary = [&](const char* workers) {
    json parsed = json::parse(ir({app_, "--summary", "--format", "json", "-j", workers}).output);
    parsed.erase("seconds");
    parsed.erase("peak_mb");
    return parsed.dump();
  };
  EXPECT_EQ(summary("2"), summary("1"));
  EXPECT_EQ(summary("8"), summary("1"));
}

TEST_F(CommandLine, UnreadableInputsExitWithThree) {
  const Answer none = ir({scratch_.path("none.jar"), "--summary"});
  EXPECT_EQ(none.code, ExitCode::kUnreadableInput);
  EXPECT_EQ(none.output, "");
  EXPECT_EQ(none.errors, "heddle: " + scratch_.path("none.jar: No such file or directory\n"));

  const Answer some = ir({scratch_.path("none.jar"), app_, "--summary", "--format", "json"});
  EXPECT_EQ(some.code, ExitCode::kUnreadableInput);
  EXPECT_EQ(json::parse(some.output).at("classes"), 2);

  const std::string broken = scratch_.write("broken.jar", stored_jar({{"a/A.class", "text"}}));
  const Answer nothing = ir({broken, "--summary", "--format", "json"});
  EXPECT_EQ(nothing.code, ExitCode::kUnreadableInput);
  EXPECT_EQ(nothing.errors, "heddle: nothing in the input could be analysed: no class was read\n");
  EXPECT_EQ(json::parse(nothing.output).at("skipped").size(), 1U);

  scratch_.write("lib/a.jar", "text");
  const Answer folder = ir({scratch_.path("lib"), "--summary"});
  EXPECT_EQ(folder.code, ExitCode::kUnreadableInput);
  EXPECT_NE(folder.errors.find("lib/a.jar: not a jar, class file or run-time image\n"),
            std::string::npos);
}

TEST_F(CommandLine, WrongJdkIsNamed) {
  const Answer answer = heddle({"ir", app_, "--summary", "--jdk", "/none"});
  EXPECT_EQ(answer.code, ExitCode::kUnreadableInput);
  EXPECT_EQ(answer.errors,
            "heddle: --jdk /none: no JDK there (wanted lib/modules, jmods or rt.jar)\n");
}

TEST_F(CommandLine, PrintsMethodsAndClasses) {
  const Answer method = ir({app_, "--method", "a.B.go"});
  EXPECT_EQ(method.code, ExitCode::kNothingFound);
  EXPECT_NE(method.output.find("go"), std::string::npos);
  EXPECT_NE(method.output.find("return"), std::string::npos);
  EXPECT_EQ(ir({app_, "--method", "a.B.go()V"}).output, method.output);
  const Answer whole = ir({app_, "--class", "a.B"});
  EXPECT_EQ(whole.code, ExitCode::kNothingFound);
  EXPECT_NE(whole.output.find("class a.B extends a.A"), std::string::npos);
}

TEST_F(CommandLine, SaysWhichMethodsThereAre) {
  const Answer wrong = ir({app_, "--method", "a.B.stop"});
  EXPECT_EQ(wrong.code, ExitCode::kWrongUsage);
  EXPECT_EQ(wrong.errors, "heddle: no method a.B.stop; the class has: go()V\n");
  EXPECT_EQ(ir({app_, "--method", "a.B.go()I"}).code, ExitCode::kWrongUsage);
  EXPECT_EQ(ir({app_, "--method", "go"}).errors,
            "heddle: --method wants a class and a method, as in a.b.C.name or a.b.C.name(I)V\n");
  EXPECT_EQ(ir({app_, "--class", "a.C"}).errors,
            "heddle: no class a.C in the inputs, the class path or the JDK\n");
}

TEST_F(CommandLine, SaysWhyAMethodCannotBePrinted) {
  const std::string odd = scratch_.write(
      "odd.jar", stored_jar({{"a/Bad.class", workspace::broken_class_bytes("a/Bad")}}));
  const Answer answer = ir({odd, "--method", "a.Bad.run"});
  EXPECT_EQ(answer.code, ExitCode::kUnreadableInput);
  EXPECT_EQ(answer.errors, "heddle: " + odd +
                               "!/a/Bad.class: method run()V: the stack does not hold what is to "
                               "be popped at instruction 0\n");
}

TEST_F(CommandLine, SaysWhyAClassFileHasNoName) {
  const std::string bad = scratch_.write("Bad.class", class_bytes("a/Bad").substr(0, 20));
  const Answer answer = ir({bad, "--class", "a.Bad"});
  EXPECT_EQ(answer.code, ExitCode::kWrongUsage);
  EXPECT_TRUE(answer.errors.starts_with("heddle: " + bad + ": the file ends in constant"))
      << answer.errors;
  EXPECT_NE(answer.errors.find("\nheddle: no class a.Bad in the inputs"), std::string::npos);
}

TEST_F(CommandLine, NoticesThatNobodyCanRead) {
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"ir", app_, "--summary", "--jdk", jdk_},
        std::vector<std::string>{"ir", app_, "--class", "a.A", "--jdk", jdk_},
        std::vector<std::string>{"--help"}}) {
    std::vector<const char*> argv = {"heddle"};
    for (const std::string& argument : arguments) argv.push_back(argument.c_str());
    testing::internal::CaptureStderr();
    std::fflush(stdout);
    const int kept = ::dup(STDOUT_FILENO);
    ::close(STDOUT_FILENO);
    const ExitCode code = run_command_line(static_cast<int>(argv.size()), argv.data(), "0.0.0");
    const std::string errors = testing::internal::GetCapturedStderr();
    ::dup2(kept, STDOUT_FILENO);
    ::close(kept);
    std::clearerr(stdout);
    EXPECT_EQ(code, ExitCode::kUnreadableInput) << arguments.back();
    EXPECT_EQ(errors, "heddle: standard output: Bad file descriptor\n");
  }
}

}  // namespace
}  // namespace heddle::cli
