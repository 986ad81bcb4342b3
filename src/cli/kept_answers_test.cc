// Runs after the first must say the same, byte for byte, wherever their answer came from.
#include "cli/kept_answers.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "classfile/class_file.h"
#include "classfile/class_writer_test_only.h"
#include "classfile/opcode.h"
#include "cli/exit_code.h"
#include "cli/heddle_test_only.h"
#include "workspace/jdk.h"
#include "workspace/scratch_folder_test_only.h"

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;
using classfile::ClassWriter;
using classfile::CodeWriter;
using classfile::Opcode;
using workspace::Contents;
using workspace::stored_jar;
using Texts = std::vector<std::string>;

constexpr std::uint16_t kPublic = classfile::kAccPublic;
constexpr std::uint16_t kPublicStatic = classfile::kAccPublic | classfile::kAccStatic;

std::string text(ClassWriter& writer) {
  const std::vector<std::uint8_t> bytes = writer.finish();
  return {bytes.begin(), bytes.end()};
}

void add_constructor(ClassWriter& writer) {
  writer.method(kPublic, "<init>", "()V")
      .code(CodeWriter(1, 1)
                .op(Opcode::kAload0)
                .op(Opcode::kInvokespecial, writer.method_ref("java/lang/Object", "<init>", "()V"))
                .op(Opcode::kReturn));
}

// class a.Task implements Runnable { void run() { kept = this; } static Object kept;
//   static void main(String[] args) { Task task = new Task(); new Thread(task).start();
//                                     Other.there(); } }
std::string task_class(std::string_view other) {
  ClassWriter writer("a/Task");
  writer.interface("java/lang/Runnable");
  add_constructor(writer);
  writer.field(kPublicStatic, "kept", "Ljava/lang/Object;");
  writer.method(kPublic, "run", "()V")
      .code(CodeWriter(1, 1)
                .op(Opcode::kAload0)
                .op(Opcode::kPutstatic, writer.field_ref("a/Task", "kept", "Ljava/lang/Object;"))
                .op(Opcode::kReturn));
  writer.method(kPublicStatic, "main", "([Ljava/lang/String;)V")
      .code(CodeWriter(4, 2)
                .op(Opcode::kNew, writer.class_constant("a/Task"))
                .op(Opcode::kDup)
                .op(Opcode::kInvokespecial, writer.method_ref("a/Task", "<init>", "()V"))
                .op(Opcode::kAstore1)
                .op(Opcode::kNew, writer.class_constant("java/lang/Thread"))
                .op(Opcode::kDup)
                .op(Opcode::kAload1)
                .op(Opcode::kInvokespecial,
                    writer.method_ref("java/lang/Thread", "<init>", "(Ljava/lang/Runnable;)V"))
                .op(Opcode::kInvokevirtual, writer.method_ref("java/lang/Thread", "start", "()V"))
                .op(Opcode::kInvokestatic, writer.method_ref(other, "there", "()V"))
                .op(Opcode::kReturn));
  return text(writer);
}

std::string class_with_static(std::string_view name, std::string_view method,
                              std::string_view calls = {}) {
  ClassWriter writer(name);
  CodeWriter code(1, 1);
  if (!calls.empty()) code.op(Opcode::kInvokestatic, writer.method_ref(calls, "there", "()V"));
  writer.method(kPublicStatic, method, "()V").code(code.op(Opcode::kReturn));
  return text(writer);
}

// The output but for what may differ: where it came from, seconds, memory.
std::string comparable(const std::string& output) {
  std::string kept;
  std::size_t at = 0;
  while (at < output.size()) {
    const std::size_t end = output.find('\n', at);
    const std::string line = output.substr(at, end - at);
    const bool may_differ = line.find("\"seconds\"") != std::string::npos ||
                            line.find("\"peak_mb\"") != std::string::npos ||
                            line.find("\"from_cache\"") != std::string::npos;
    if (!may_differ) kept += line + "\n";
    if (end == std::string::npos) break;
    at = end + 1;
  }
  return kept;
}

std::string from_cache(const Answer& answer) {
  constexpr std::string_view kKey = "\"from_cache\": \"";
  const std::size_t at = answer.output.find(kKey);
  if (at == std::string::npos) return "not said";
  const std::size_t first = at + kKey.size();
  return answer.output.substr(first, answer.output.find('"', first) - first);
}

class KeptAnswersTest : public testing::Test {
 protected:
  void SetUp() override {
    use_cache(folder_);
    // A root of the virtual machine that looks for a class which the platform does not have.
    Contents platform = workspace::platform_contents();
    platform.emplace_back("java/lang/System.class",
                          class_with_static("java/lang/System", "initPhase1", "odd/Odd"));
    jdk_ = scratch_.write("jdk/rt.jar", stored_jar(platform));
    app_ = jar("app.jar", "a/Other");
  }
  void TearDown() override { use_cache("off"); }

  static void use_cache(const std::string& folder) { ::setenv("HEDDLE_CACHE", folder.c_str(), 1); }

  std::string jar(std::string_view name, std::string_view other, const Contents& more = {}) {
    Contents contents = {{"a/Task.class", task_class(other)},
                         {"a/Other.class", class_with_static("a/Other", "there")}};
    contents.insert(contents.end(), more.begin(), more.end());
    return scratch_.write(name, stored_jar(contents));
  }

  [[nodiscard]] Answer stats(const std::string& app, Texts more = {}) const {
    Texts arguments = {"graph", "stats", app, "--main", "a.Task", "--format", "json"};
    if (!jdk_.empty()) arguments.insert(arguments.end(), {"--jdk", jdk_});
    arguments.insert(arguments.end(), more.begin(), more.end());
    Answer answer = heddle(arguments);
    EXPECT_EQ(answer.code, ExitCode::kNothingFound) << answer.errors;
    return answer;
  }

  [[nodiscard]] std::vector<fs::path> files() const {
    std::vector<fs::path> files;
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(folder_, none)) files.push_back(entry.path());
    return files;
  }

  // However much was kept before, the answer is that of a run on its own.
  void expect_same_as_alone(const Answer& answer, const std::string& app) const {
    EXPECT_EQ(comparable(answer.output), comparable(stats(app, {"--no-cache"}).output));
  }

  workspace::ScratchFolder scratch_;
  std::string folder_ = scratch_.path("cache");
  std::string jdk_, app_;
};

TEST_F(KeptAnswersTest, TheSecondRunSaysTheSame) {
  const Answer cold = stats(app_);
  EXPECT_EQ(from_cache(cold), "nothing");
  expect_same_as_alone(cold, app_);
  EXPECT_EQ(files().size(), 2U);
  const Answer warm = stats(app_);
  EXPECT_EQ(from_cache(warm), "answer");
  EXPECT_EQ(comparable(cold.output), comparable(warm.output));
}

TEST_F(KeptAnswersTest, AChangedProgramBuildsOnTheSamePlatform) {
  static_cast<void>(stats(app_));
  jar("app.jar", "a/Gone");
  const Answer changed = stats(app_);
  EXPECT_EQ(from_cache(changed), "platform");
  expect_same_as_alone(changed, app_);
  EXPECT_EQ(from_cache(stats(app_)), "answer");
}

TEST_F(KeptAnswersTest, APlatformThatWouldFindMoreHereIsNotUsed) {
  static_cast<void>(stats(app_));
  const std::string odd =
      jar("odd.jar", "a/Other", {{"odd/Odd.class", class_with_static("odd/Odd", "there")}});
  const Answer answer = stats(odd);
  EXPECT_EQ(from_cache(answer), "nothing");
  expect_same_as_alone(answer, odd);
  // And what it found is not passed on.
  jar("app.jar", "a/Gone");
  const Answer other = stats(app_);
  EXPECT_EQ(from_cache(other), "platform");
  expect_same_as_alone(other, app_);
}

TEST_F(KeptAnswersTest, EveryOptionThatMattersCounts) {
  static_cast<void>(stats(app_));
  const std::string models =
      scratch_.write("more.toml", "[[method]]\nname = \"a.Other.there()V\"\nreplaces = true\n");
  for (const Texts& options :
       {Texts{"--policy", "insensitive"}, Texts{"--budget", "123456"}, Texts{"--models", models},
        Texts{"--without", "cycles"}, Texts{"--class-path", app_}, Texts{"--every-main"}})
    EXPECT_NE(from_cache(stats(app_, options)), "answer") << options.front();
}

TEST_F(KeptAnswersTest, NoCacheNeitherReadsNorWrites) {
  EXPECT_EQ(from_cache(stats(app_, {"--no-cache"})), "nothing");
  EXPECT_FALSE(fs::exists(folder_));
  static_cast<void>(stats(app_));
  EXPECT_EQ(from_cache(stats(app_, {"--no-cache"})), "nothing");
}

TEST_F(KeptAnswersTest, DamagedFilesAreWorkedOutAnew) {
  const Answer cold = stats(app_);
  for (const fs::path& file : files()) fs::resize_file(file, fs::file_size(file) - 8);
  const Answer again = stats(app_);
  EXPECT_EQ(from_cache(again), "nothing");
  EXPECT_EQ(comparable(cold.output), comparable(again.output));
  for (const fs::path& file : files()) std::ofstream(file) << "something else";
  EXPECT_EQ(from_cache(stats(app_)), "nothing");
  EXPECT_EQ(from_cache(stats(app_)), "answer");
}

TEST_F(KeptAnswersTest, AFolderThatCannotBeWrittenIsNoError) {
  use_cache(scratch_.write("file", "") + "/cache");
  const Answer answer = stats(app_);
  EXPECT_EQ(from_cache(answer), "nothing");
  EXPECT_EQ(answer.errors, "");
}

TEST_F(KeptAnswersTest, OtherQuestionsAreAnsweredFromTheSameAnswer) {
  const std::vector<Texts> questions = {
      {"calls", "--method", "a.Task.main"},
      {"calls", "--all"},
      {"points-to", "--field", "a.Task.kept"},
      {"points-to", "--method", "a.Task.main", "--format", "json"},
  };
  const auto ask = [&](const Texts& question, bool alone) {
    Texts arguments = {"graph"};
    arguments.insert(arguments.end(), question.begin(), question.end());
    arguments.insert(arguments.end(), {app_, "--main", "a.Task", "--jdk", jdk_});
    if (alone) arguments.emplace_back("--no-cache");
    return heddle(arguments);
  };
  static_cast<void>(stats(app_));
  for (const Texts& question : questions) {
    const Answer alone = ask(question, true), kept = ask(question, false);
    EXPECT_EQ(alone.code, kept.code) << question.front();
    EXPECT_EQ(alone.errors, kept.errors);
    EXPECT_EQ(alone.output, kept.output);
  }
}

// The same with a JDK, as users have it.
TEST_F(KeptAnswersTest, OnAJdk) {
  const auto search = workspace::find_jdk("", workspace::process_environment);
  if (!search.jdk) GTEST_SKIP() << "no JDK";
  jdk_.clear();
  const Texts policy = {"--policy", "insensitive"};
  const Answer cold = stats(app_, policy);
  EXPECT_EQ(from_cache(cold), "nothing");
  const Answer warm = stats(app_, policy);
  EXPECT_EQ(from_cache(warm), "answer");
  EXPECT_EQ(comparable(cold.output), comparable(warm.output));
  jar("app.jar", "a/Other", {{"unused.txt", "touched"}});
  const Answer on_platform = stats(app_, policy);
  EXPECT_EQ(from_cache(on_platform), "platform");
  EXPECT_EQ(comparable(cold.output), comparable(on_platform.output));
  const Texts calls = {"graph",    "calls",       app_,       "--main",     "a.Task",
                       "--policy", "insensitive", "--method", "a.Task.main"};
  Texts alone = calls;
  alone.emplace_back("--no-cache");
  EXPECT_EQ(heddle(calls).output, heddle(alone).output);
}

}  // namespace
}  // namespace heddle::cli
