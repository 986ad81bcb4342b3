// A small bank on a small platform, written class by class:
//
//   class bank.Account { int balance;
//     void deposit() { balance++; }      // 12
//     int peek() { return balance; } }   // 15
//   class bank.Teller extends Thread { Account account;
//     void run() { account.deposit(); } }  // 20
//   class bank.Main { static void main(String[] args) {
//     Account account = new Account();                 // 9
//     Teller teller = new Teller();                    // 13
//     teller.account = account; teller.start();        // 14
//     account.peek(); gone.G.call(); magic(null); }    // 15, 16, 17
//     native static Object magic(Object of); }
//
// One race: deposit in the teller against peek in main.
#include "cli/check_command.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "classfile/class_file.h"
#include "classfile/class_writer_test_only.h"
#include "classfile/opcode.h"
#include "cli/exit_code.h"
#include "cli/heddle_test_only.h"
#include "workspace/scratch_folder_test_only.h"

namespace heddle::cli {
namespace {

using classfile::ByteWriter;
using classfile::ClassWriter;
using classfile::CodeWriter;
using classfile::MemberWriter;
using classfile::Opcode;
using nlohmann::json;
using workspace::Contents;
using workspace::stored_jar;
using Texts = std::vector<std::string>;

constexpr std::uint16_t kPublic = classfile::kAccPublic;
constexpr std::uint16_t kPublicStatic = classfile::kAccPublic | classfile::kAccStatic;
constexpr const char* kMain = "([Ljava/lang/String;)V";

// ---- The program ----

std::string text(ClassWriter& writer) {
  const std::vector<std::uint8_t> bytes = writer.finish();
  return {bytes.begin(), bytes.end()};
}

void add_constructor(ClassWriter& writer, std::string_view super) {
  CodeWriter code(1, 1);
  if (!super.empty())
    code.op(Opcode::kAload0).op(Opcode::kInvokespecial, writer.method_ref(super, "<init>", "()V"));
  writer.method(kPublic, "<init>", "()V").code(code.op(Opcode::kReturn));
}

std::string platform_class(std::string_view name) {
  ClassWriter writer(name);
  const bool is_object = name == "java/lang/Object";
  if (is_object) writer.raw_super_class(0);
  add_constructor(writer, is_object ? "" : "java/lang/Object");
  if (name == "java/lang/Thread")
    for (const char* const method : {"start", "run"})
      writer.method(kPublic, method, "()V").code(CodeWriter(1, 1).op(Opcode::kReturn));
  return text(writer);
}

Contents platform() {
  Contents contents;
  for (const char* const name : {"Object", "Class", "String", "Thread", "Throwable"}) {
    const std::string full = "java/lang/" + std::string(name);
    contents.emplace_back(full + ".class", platform_class(full));
  }
  for (const char* const name : {"java/lang/Cloneable", "java/io/Serializable"}) {
    ClassWriter writer(name);
    writer.access(kPublic | classfile::kAccInterface | classfile::kAccAbstract);
    contents.emplace_back(std::string(name) + ".class", text(writer));
  }
  return contents;
}

enum class Annotate { kNothing, kPeek, kConstructor };
enum class Deposit : std::uint16_t { kPlain = 0, kSynchronized = classfile::kAccSynchronized };

// `@com.acme.SuppressHeddle`, kept in the class file only.
void annotate(ClassWriter& writer, MemberWriter& member) {
  const std::uint16_t type = writer.utf8("Lcom/acme/SuppressHeddle;");
  member.attribute("RuntimeInvisibleAnnotations", ByteWriter().u2(1).u2(type).u2(0));
}

void name_source(ClassWriter& writer, std::string_view file) {
  writer.attribute("SourceFile", ByteWriter().u2(writer.utf8(file)));
}

std::string account_class(Annotate annotated, Deposit deposit = Deposit::kPlain) {
  ClassWriter writer("bank/Account");
  name_source(writer, "Account.java");
  writer.field(kPublic, "balance", "I");
  const std::uint16_t balance = writer.field_ref("bank/Account", "balance", "I");
  MemberWriter& constructor = writer.method(kPublic, "<init>", "()V");
  constructor.code(
      CodeWriter(1, 1)
          .op(Opcode::kAload0)
          .op(Opcode::kInvokespecial, writer.method_ref("java/lang/Object", "<init>", "()V"))
          .op(Opcode::kReturn));
  writer
      .method(static_cast<std::uint16_t>(kPublic | static_cast<unsigned>(deposit)), "deposit",
              "()V")
      .code(CodeWriter(3, 1)
                .line(12)
                .op(Opcode::kAload0)
                .op(Opcode::kDup)
                .op(Opcode::kGetfield, balance)
                .op(Opcode::kIconst1)
                .op(Opcode::kIadd)
                .op(Opcode::kPutfield, balance)
                .op(Opcode::kReturn));
  MemberWriter& peek = writer.method(kPublic, "peek", "()I");
  peek.code(CodeWriter(1, 1)
                .line(15)
                .op(Opcode::kAload0)
                .op(Opcode::kGetfield, balance)
                .op(Opcode::kIreturn));
  if (annotated == Annotate::kPeek) annotate(writer, peek);
  if (annotated == Annotate::kConstructor) annotate(writer, constructor);
  return text(writer);
}

std::string teller_class() {
  ClassWriter writer("bank/Teller", "java/lang/Thread");
  name_source(writer, "Teller.java");
  add_constructor(writer, "java/lang/Thread");
  writer.field(kPublic, "account", "Lbank/Account;");
  writer.method(kPublic, "run", "()V")
      .code(CodeWriter(1, 1)
                .line(20)
                .op(Opcode::kAload0)
                .op(Opcode::kGetfield, writer.field_ref("bank/Teller", "account", "Lbank/Account;"))
                .op(Opcode::kInvokevirtual, writer.method_ref("bank/Account", "deposit", "()V"))
                .op(Opcode::kReturn));
  return text(writer);
}

enum class Peek { kNever, kAfterStart };

std::string main_class(Peek peek) {
  ClassWriter writer("bank/Main");
  name_source(writer, "Main.java");
  writer.method(kPublicStatic | classfile::kAccNative, "magic",
                "(Ljava/lang/Object;)Ljava/lang/Object;");
  CodeWriter code(2, 3);
  code.line(9)
      .op(Opcode::kNew, writer.class_constant("bank/Account"))
      .op(Opcode::kDup)
      .op(Opcode::kInvokespecial, writer.method_ref("bank/Account", "<init>", "()V"))
      .op(Opcode::kAstore1)
      .line(13)
      .op(Opcode::kNew, writer.class_constant("bank/Teller"))
      .op(Opcode::kDup)
      .op(Opcode::kInvokespecial, writer.method_ref("bank/Teller", "<init>", "()V"))
      .op(Opcode::kAstore2)
      .line(14)
      .op(Opcode::kAload2)
      .op(Opcode::kAload1)
      .op(Opcode::kPutfield, writer.field_ref("bank/Teller", "account", "Lbank/Account;"))
      .op(Opcode::kAload2)
      .op(Opcode::kInvokevirtual, writer.method_ref("bank/Teller", "start", "()V"));
  if (peek == Peek::kAfterStart)
    code.line(15)
        .op(Opcode::kAload1)
        .op(Opcode::kInvokevirtual, writer.method_ref("bank/Account", "peek", "()I"))
        .op(Opcode::kPop);
  code.line(16)
      .op(Opcode::kInvokestatic, writer.method_ref("gone/G", "call", "()V"))
      .line(17)
      .op(Opcode::kAload1)
      .op(Opcode::kInvokestatic,
          writer.method_ref("bank/Main", "magic", "(Ljava/lang/Object;)Ljava/lang/Object;"))
      .op(Opcode::kPop)
      .op(Opcode::kReturn);
  writer.method(kPublicStatic, "main", kMain).code(code);
  return text(writer);
}

std::string idle_main_class() {
  ClassWriter writer("bank/Other");
  writer.method(kPublicStatic, "main", kMain).code(CodeWriter(1, 1).op(Opcode::kReturn));
  return text(writer);
}

Contents bank(Peek peek = Peek::kAfterStart, Annotate annotated = Annotate::kNothing) {
  return {{"META-INF/MANIFEST.MF", workspace::manifest("Main-Class: bank.Main")},
          {"bank/Account.class", account_class(annotated)},
          {"bank/Teller.class", teller_class()},
          {"bank/Main.class", main_class(peek)}};
}

// Its source, with something behind the line of peek and of the constructor.
std::string account_source(const std::string& behind_peek, const std::string& at_first = {}) {
  std::string source = "package bank;" + at_first + "\n";
  for (int line = 2; line < 15; ++line) source += "line" + std::to_string(line) + "();\n";
  return source + "return balance;" + behind_peek + "\n";
}

class CheckCommand : public testing::Test {
 protected:
  void SetUp() override {
    ::setenv("HEDDLE_CACHE", scratch_.path("cache").c_str(), 1);
    jdk_ = scratch_.write("jdk/rt.jar", stored_jar(platform()));
    app_ = jar("app/bank.jar", bank());
  }
  void TearDown() override { ::setenv("HEDDLE_CACHE", "off", 1); }

  std::string jar(std::string_view name, const Contents& contents) {
    return scratch_.write(name, stored_jar(contents));
  }

  Answer check(Texts arguments) {
    arguments.insert(arguments.begin(), "check");
    arguments.insert(arguments.end(), {"--jdk", jdk_});
    return heddle(arguments);
  }

  json check_json(Texts arguments, ExitCode code = ExitCode::kFindings) {
    arguments.insert(arguments.end(), {"--format", "json"});
    const Answer answer = check(arguments);
    EXPECT_EQ(answer.code, code) << answer.errors;
    return json::parse(answer.output);
  }

  static std::string read(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  // Complains in one line that contains these words, and prints nothing.
  static void expect_refusal(const Answer& answer, ExitCode code, const std::string& words) {
    EXPECT_EQ(answer.code, code) << answer.errors;
    EXPECT_EQ(answer.output, "");
    EXPECT_NE(answer.errors.find(words), std::string::npos) << answer.errors;
    EXPECT_EQ(answer.errors.find('\n'), answer.errors.size() - 1) << answer.errors;
  }

  workspace::ScratchFolder scratch_;
  std::string jdk_, app_;
};

// ---- What is printed ----

TEST_F(CheckCommand, FindsTheRaceForPeople) {
  scratch_.write("app/src/bank/Account.java", account_source(""));
  const Answer answer = check({app_});
  EXPECT_EQ(answer.code, ExitCode::kFindings) << answer.errors;
  EXPECT_EQ(answer.errors, "");
  EXPECT_TRUE(answer.output.starts_with("data race on bank.Account.balance")) << answer.output;
  for (const char* const part :
       {"Account.deposit (Account.java:12)", "Account.peek (Account.java:15)", "in main",
        "15 | return balance;", "\n1 finding: ", "looked at 3 classes"})
    EXPECT_NE(answer.output.find(part), std::string::npos) << part << "\n" << answer.output;
}

TEST_F(CheckCommand, HasTheShapeOthersRead) {
  const json report = check_json({app_});
  EXPECT_EQ(report.at("schema"), "heddle-report/1");
  EXPECT_EQ(report.at("tool"), (json{{"name", "heddle"}, {"version", "0.0.0"}}));
  const json& analysed = report.at("analysed");
  EXPECT_EQ(analysed.at("classes"), 3);
  EXPECT_EQ(analysed.at("methods"), 7);
  EXPECT_GE(analysed.at("reachable_methods"), 7);
  EXPECT_EQ(analysed.at("origins"), 2);
  EXPECT_EQ(analysed.at("skipped"), json::array());
  EXPECT_GE(analysed.at("counts").at("pairs_considered"), 1);
  ASSERT_EQ(report.at("findings").size(), 1U);

  const json& finding = report.at("findings")[0];
  EXPECT_TRUE(finding.at("id").get<std::string>().starts_with("r-"));
  EXPECT_EQ(finding.at("kind"), "data-race");
  EXPECT_EQ(finding.at("evidence"), "possible");
  EXPECT_EQ(finding.at("support"),
            json::array({{{"engine", "whole-program"}, {"evidence", "possible"}}}));
  EXPECT_EQ(finding.at("subject").at("class"), "bank.Account");
  EXPECT_EQ(finding.at("subject").at("field"), "balance");
  EXPECT_EQ(finding.at("object"), (json{{"class", "bank.Account"},
                                        {"allocated",
                                         {{"class", "bank.Main"},
                                          {"method", "main([Ljava/lang/String;)V"},
                                          {"file", "Main.java"},
                                          {"line", 9}}}}));
  EXPECT_GE(finding.at("instances"), 1);
  ASSERT_EQ(finding.at("sides").size(), 2U);
  const json& write = finding.at("sides")[0];
  const json deposit = {
      {"class", "bank.Account"}, {"method", "deposit()V"}, {"file", "Account.java"}, {"line", 12}};
  EXPECT_EQ(write.at("operation"), "write");
  EXPECT_EQ(write.at("at"), deposit);
  EXPECT_EQ(write.at("thread").at("kind"), "thread");
  EXPECT_EQ(write.at("thread").at("name"), "Teller started at Main.java:14");
  EXPECT_EQ(write.at("thread").at("started").at("line"), 14);
  EXPECT_EQ(write.at("thread").at("many"), false);
  EXPECT_EQ(write.at("locks"), json::array());
  EXPECT_EQ(write.at("maybe_locks"), json::array());
  EXPECT_EQ(write.at("stack")[0].at("method"), "run()V");
  const json& read = finding.at("sides")[1];
  EXPECT_EQ(read.at("operation"), "read");
  EXPECT_EQ(read.at("at").at("line"), 15);
  EXPECT_EQ(read.at("thread").at("kind"), "main");
}

TEST_F(CheckCommand, NotesWhatItKnowsLessOf) {
  EXPECT_EQ(check_json({app_}).at("analysed").at("notes"),
            json::array({{{"what", "bank.Main.magic(Ljava/lang/Object;)Ljava/lang/Object;"},
                          {"why", "native, and no model describes it"}},
                         {{"what", "gone.G"}, {"why", "missing; bank.Main names it"}}}));
}

TEST_F(CheckCommand, NotesThatMostOfTheInputsIsNotReached) {
  Contents contents = bank();
  for (const char* name : {"a/A", "a/B", "a/C", "a/D"}) {
    ClassWriter unused(name);
    contents.emplace_back(std::string(name) + ".class", text(unused));
  }
  const json notes = check_json({jar("library.jar", contents)}).at("analysed").at("notes");
  EXPECT_EQ(notes.at(0).at("what"), "4 of 7 classes");
}

TEST_F(CheckCommand, ListsWhatItSkippedThoughNothingReachesIt) {
  Contents contents = bank();
  contents.emplace_back("bank/Odd.class", "no class");
  const json skipped = check_json({jar("odd.jar", contents)}).at("analysed").at("skipped");
  ASSERT_EQ(skipped.size(), 1U);
  EXPECT_TRUE(skipped[0].at("what").get<std::string>().ends_with("odd.jar!/bank/Odd.class"));
  EXPECT_NE(skipped[0].at("why"), "");
}

TEST_F(CheckCommand, WritesSarifAndFiles) {
  const std::string file = scratch_.path("out.sarif");
  const Answer answer = check({app_, "--format", "sarif", "--output", file});
  EXPECT_EQ(answer.code, ExitCode::kFindings);
  EXPECT_EQ(answer.output, "");
  EXPECT_EQ(json::parse(read(file)).at("runs")[0].at("results").size(), 1U);
  expect_refusal(check({app_, "--output", scratch_.path("no/such/folder")}),
                 ExitCode::kUnreadableInput, "no/such/folder: No such file or directory");
}

TEST_F(CheckCommand, PutsFindingsTogether) {
  const Answer by_class = check({app_, "--by", "class"});
  EXPECT_TRUE(by_class.output.starts_with("bank.Account  ")) << by_class.output;
  const Answer by_object = check({app_, "--by", "object"});
  EXPECT_TRUE(by_object.output.starts_with("bank.Account made at Main.java:9")) << by_object.output;
}

TEST_F(CheckCommand, IsTheSameForAnyNumberOfThreadsAndEveryTime) {
  const auto report = [&](const char* workers) {
    json parsed = check_json({app_, "-j", workers});
    parsed.erase("seconds");
    parsed.erase("peak_mb");
    return parsed.dump();
  };
  const std::string first = report("1");
  for (int round = 0; round < 3; ++round) EXPECT_EQ(report("2"), first);
  EXPECT_EQ(check({app_, "-j", "1"}).output, check({app_, "-j", "2"}).output);
}

// ---- The last report ----

TEST_F(CheckCommand, ItsHintWorksAsItStands) {
  scratch_.write("app/src/bank/Account.java", account_source(""));
  const Answer answer = check({app_});
  const std::size_t hint = answer.output.find("heddle explain r-");
  ASSERT_NE(hint, std::string::npos) << answer.output;
  const std::string command = answer.output.substr(hint, answer.output.find('\n', hint) - hint);
  const std::string id = command.substr(std::string("heddle explain ").size());
  EXPECT_EQ(id.size(), std::string("r-5f1c09ab").size());
  const Answer explained = heddle({"explain", id});
  EXPECT_EQ(explained.code, ExitCode::kNothingFound) << explained.errors;
  EXPECT_TRUE(explained.output.starts_with(id + "  data race on bank.Account.balance\n"));
  EXPECT_NE(explained.output.find("15 | return balance;"), std::string::npos) << explained.output;
}

TEST_F(CheckCommand, KeepsNothingWithoutACache) {
  const Answer answer = check({app_, "--no-cache"});
  EXPECT_EQ(answer.code, ExitCode::kFindings);
  EXPECT_EQ(answer.output.find("heddle explain"), std::string::npos) << answer.output;
  EXPECT_EQ(heddle({"explain", "r-00000000"}).code, ExitCode::kWrongUsage);
}

// ---- Suppressions ----

TEST_F(CheckCommand, SuppressesByComment) {
  scratch_.write(
      "app/src/main/java/bank/Account.java",
      account_source("  // heddle: ignore data-race -- only shown", "  // heddle: ignore"));
  const json report = check_json({app_}, ExitCode::kNothingFound);
  EXPECT_EQ(report.at("findings"), json::array());
  const json& by = report.at("suppressed")[0].at("suppressed");
  EXPECT_EQ(by.at("by"), "comment");
  EXPECT_EQ(by.at("why"), "only shown");
  EXPECT_TRUE(by.at("where").get<std::string>().ends_with("bank/Account.java:15"));
  ASSERT_EQ(report.at("unused_suppressions").size(), 1U);
  EXPECT_TRUE(report.at("unused_suppressions")[0].at("what").get<std::string>().ends_with(
      "bank/Account.java:1"));
}

TEST_F(CheckCommand, TellsUnusedCommentsOfFilesWithoutFindings) {
  scratch_.write("app/bank/Teller.java", "package bank;\nrun();  // heddle: ignore\n");
  const json unused = check_json({app_}).at("unused_suppressions");
  ASSERT_EQ(unused.size(), 1U);
  EXPECT_TRUE(unused[0].at("what").get<std::string>().ends_with("bank/Teller.java:2"));
}

TEST_F(CheckCommand, SuppressesByAnnotation) {
  const json report = check_json({jar("quiet.jar", bank(Peek::kAfterStart, Annotate::kPeek))},
                                 ExitCode::kNothingFound);
  EXPECT_EQ(report.at("suppressed")[0].at("suppressed").at("where"),
            "@SuppressHeddle on bank.Account.peek()I");
  const json unused = check_json({jar("loud.jar", bank(Peek::kAfterStart, Annotate::kConstructor))})
                          .at("unused_suppressions");
  EXPECT_EQ(unused, json::array({{{"what", "@SuppressHeddle on bank.Account.<init>()V"},
                                  {"why", "this annotation suppresses nothing"}}}));
}

TEST_F(CheckCommand, SuppressesByRule) {
  scratch_.write("app/heddle.toml",
                 "[[suppress]]\nclass = \"bank.*\"\nfield = \"balance\"\nwhy = \"known\"\n"
                 "[[suppress]]\nid = \"r-00000000\"\n");
  const json report = check_json({app_}, ExitCode::kNothingFound);
  EXPECT_EQ(report.at("suppressed")[0].at("suppressed"),
            (json{{"by", "configuration"}, {"where", "heddle.toml:1"}, {"why", "known"}}));
  EXPECT_EQ(report.at("unused_suppressions"),
            json::array({{{"what", "heddle.toml:5"}, {"why", "this rule suppresses nothing"}}}));
  const std::string empty = scratch_.write("empty.toml", "[[suppress]]\n");
  expect_refusal(check({app_, "--config", empty}), ExitCode::kWrongUsage,
                 "empty.toml:1:1: this rule would hide everything");
}

// ---- Baselines ----

TEST_F(CheckCommand, ComparesWithABaseline) {
  const std::string baseline = scratch_.path("baseline.json");
  EXPECT_EQ(check({app_, "--write-baseline", baseline}).code, ExitCode::kFindings);
  const std::string first = read(baseline);
  EXPECT_EQ(json::parse(first).at("findings").size(), 1U);

  const json known = check_json({app_, "--baseline", baseline}, ExitCode::kNothingFound);
  EXPECT_EQ(known.at("findings")[0].at("known"), true);
  EXPECT_EQ(known.at("fixed"), json::array());

  const std::string quiet = jar("fixed.jar", bank(Peek::kNever));
  const json fixed = check_json({quiet, "--baseline", baseline}, ExitCode::kNothingFound);
  EXPECT_EQ(fixed.at("findings"), json::array());
  ASSERT_EQ(fixed.at("fixed").size(), 1U);
  EXPECT_EQ(fixed.at("fixed")[0].at("subject"), "bank.Account.balance");

  const std::string none = scratch_.path("none.json");
  EXPECT_EQ(check({quiet, "--write-baseline", none}).code, ExitCode::kNothingFound);
  EXPECT_EQ(check_json({app_, "--baseline", none}).at("findings")[0].at("known"), false);
  // Both at once bring a baseline up to date.
  EXPECT_EQ(check({app_, "--baseline", none, "--write-baseline", none}).code, ExitCode::kFindings);
  EXPECT_EQ(read(none), first);
}

TEST_F(CheckCommand, SaysWhatIsWrongWithABaseline) {
  expect_refusal(check({app_, "--baseline", scratch_.path("gone.json")}),
                 ExitCode::kUnreadableInput,
                 "gone.json: No such file or directory; heddle check --write-baseline FILE");
  const std::string odd =
      scratch_.write("odd.json", R"({"schema": "heddle-baseline/1", "findings": [{"id": 3}]})");
  expect_refusal(check({app_, "--baseline", odd}), ExitCode::kUnreadableInput,
                 "odd.json: findings[0].id: want a text");
}

// ---- Exit codes ----

TEST_F(CheckCommand, FindsNothingInAProgramThatIsRight) {
  const Answer answer = check({jar("right.jar", bank(Peek::kNever))});
  EXPECT_EQ(answer.code, ExitCode::kNothingFound) << answer.output << answer.errors;
  EXPECT_TRUE(answer.output.starts_with("nothing found\n")) << answer.output;
}

// A path like `3` is checked where the model is read only if the descriptor is given.
TEST_F(CheckCommand, ReadsFactsOfWhatACallDoesNotHave) {
  for (const char* const fact :
       {"joins-thread = '3'", "joins-task = '3'", "joins-tasks = '3'", "joins-executor = '3'",
        "shuts-down = '3'", "signals = '3'", "awaits = '3'", "barrier = '3'", "interrupts = '3'",
        "spreads = '3'", "makes-serial = '3'", "confines = '3'", "gathers = '3'",
        "gives = '3', to = '4'", "takes = '3', from = '4'", "publishes = '3', to = '4'",
        "sees = '3', from = '4'", "stores = '3', to = '4'", "loads = '3', from = '4'"}) {
    const std::string table = "[[order]]\nmethod = 'bank.Account.peek'\n";
    std::string keys = fact;
    for (std::size_t at = 0; (at = keys.find(", ", at)) != std::string::npos;)
      keys.replace(at, 2, "\n");
    const std::string models = scratch_.write("models.toml", table + keys + "\n");
    const Answer answer = check({app_, "--models", models});
    EXPECT_EQ(answer.code, ExitCode::kFindings) << fact << "\n" << answer.errors;
  }
  for (const char* const fact : {"acquires", "releases", "views", "holds", "waits", "spoils"}) {
    const std::string models = scratch_.write(
        "models.toml", "[[lock]]\nmethod = 'bank.Account.peek'\n" + std::string(fact) + " = '3'\n");
    EXPECT_EQ(check({app_, "--models", models}).code, ExitCode::kFindings) << fact;
  }
}

TEST_F(CheckCommand, RefusesWrongUsageInOneLine) {
  EXPECT_EQ(check({app_, "--engine", "whole-program"}).code, ExitCode::kFindings);
  expect_refusal(check({app_, "--engine", "magic"}), ExitCode::kWrongUsage,
                 "see heddle check --help");
  expect_refusal(check({app_, "--policy", "magic"}), ExitCode::kWrongUsage,
                 "--policy magic: there are");
  expect_refusal(check({app_, "--format", "xml"}), ExitCode::kWrongUsage,
                 "see heddle check --help");
  expect_refusal(check({app_, "--by", "colour"}), ExitCode::kWrongUsage, "see heddle check --help");
  expect_refusal(check({app_, "-j", "0"}), ExitCode::kWrongUsage, "see heddle check --help");
  expect_refusal(check({}), ExitCode::kWrongUsage, "INPUT");
}

TEST_F(CheckCommand, WantsAMain) {
  Contents contents = bank();
  contents.erase(contents.begin());
  Contents with_another = contents;
  with_another.emplace_back("bank/Other.class", idle_main_class());
  expect_refusal(check({jar("unnamed.jar", with_another)}), ExitCode::kWrongUsage,
                 "--every-main, or --main with one of: bank.Main, bank.Other; or --engine modular");
  expect_refusal(check({app_, "--main", "bank.Teller"}), ExitCode::kWrongUsage, "bank.Teller");
  contents.pop_back();
  expect_refusal(check({jar("library.jar", contents), "--engine", "whole-program"}),
                 ExitCode::kWrongUsage,
                 "no class of the inputs has a public static void main(String[])");
}

TEST_F(CheckCommand, BeginsAtTheOnlyMainThatNobodyNames) {
  Contents contents = bank();
  contents.erase(contents.begin());
  EXPECT_EQ(check_json({jar("unnamed.jar", contents)}).at("findings"),
            check_json({app_}).at("findings"));
  EXPECT_EQ(check({jar("unnamed.jar", contents), scratch_.path("gone.jar")}).errors,
            check({app_, scratch_.path("gone.jar")}).errors);
}

// ---- One method at a time ----

// The bytes of what a run in an empty cache keeps, by the names of the files.
std::map<std::string, std::string> kept_in(const std::string& folder) {
  std::map<std::string, std::string> kept;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".kept") continue;
    std::ifstream file(entry.path(), std::ios::binary);
    kept[entry.path().filename()].assign(std::istreambuf_iterator<char>(file), {});
  }
  return kept;
}

TEST_F(CheckCommand, KeepsTheSameBytesOnAnyNumberOfCores) {
  std::vector<std::map<std::string, std::string>> kept;
  for (const std::string cores : {"1", "1", "2"}) {
    const std::string folder = scratch_.path("cache-" + std::to_string(kept.size()));
    ::setenv("HEDDLE_CACHE", folder.c_str(), 1);
    check({app_, "--engine", "modular", "-j", cores});
    kept.push_back(kept_in(folder));
  }
  ASSERT_FALSE(kept[0].empty());
  EXPECT_TRUE(kept[0] == kept[1]);
  EXPECT_TRUE(kept[0] == kept[2]);
}

TEST_F(CheckCommand, LooksAtALibraryOneMethodAtATime) {
  const std::string library =
      jar("library.jar",
          {{"bank/Account.class", account_class(Annotate::kNothing, Deposit::kSynchronized)}});
  const json report = check_json({library});
  ASSERT_EQ(report["findings"].size(), 1U) << report.dump(1);
  const json& race = report["findings"][0];
  EXPECT_EQ(race["subject"]["field"], "balance");
  EXPECT_EQ(race["evidence"], "certain");
  EXPECT_EQ(race["support"], json::parse(R"([{"engine": "modular", "evidence": "certain"}])"));
  EXPECT_EQ(race["sides"][0]["at"]["method"], "deposit()V");
  EXPECT_EQ(race["sides"][0]["locks"][0]["name"], "bank.Account");
  EXPECT_EQ(race["sides"][1]["at"]["method"], "peek()I");
  EXPECT_EQ(report["analysed"]["counts"]["methods_summarised"], 3);
  EXPECT_EQ(check_json({library, "--only", "certain", "-j", "2"})["findings"], report["findings"]);
  EXPECT_EQ(check({library, "--only", "predicted"}).code, ExitCode::kNothingFound);
}

// The server has one object of it for all requests, though nothing in it says so.
TEST_F(CheckCommand, KnowsThatServletsAreShared) {
  const auto servlet = [](std::string_view super) {
    ClassWriter writer("bank/Hits", super);
    writer.field(0, "hits", "I");
    CodeWriter code(3, 1);
    code.op(Opcode::kAload0)
        .op(Opcode::kDup)
        .op(Opcode::kGetfield, writer.field_ref("bank/Hits", "hits", "I"))
        .op(Opcode::kIconst1)
        .op(Opcode::kIadd)
        .op(Opcode::kPutfield, writer.field_ref("bank/Hits", "hits", "I"))
        .op(Opcode::kReturn);
    writer.method(kPublic, "doGet", "()V").code(code);
    return text(writer);
  };
  const json report = check_json(
      {jar("web.jar", {{"bank/Hits.class", servlet("javax/servlet/http/HttpServlet")}})});
  ASSERT_FALSE(report["findings"].empty());
  EXPECT_EQ(report["findings"][0]["evidence"], "possible");
  EXPECT_EQ(check({jar("plain.jar", {{"bank/Hits.class", servlet("bank/Http")}})}).code,
            ExitCode::kNothingFound);
}

// Its main method, which prints a version perhaps, is not the program that anybody has.
TEST_F(CheckCommand, LooksBeyondTheIdleMainOfALibrary) {
  const Contents contents = {
      {"META-INF/MANIFEST.MF", workspace::manifest("Main-Class: bank.Other")},
      {"bank/Account.class", account_class(Annotate::kNothing, Deposit::kSynchronized)},
      {"bank/Teller.class", teller_class()},
      {"bank/Other.class", idle_main_class()}};
  const std::string library = jar("library.jar", contents);
  const json report = check_json({library});
  ASSERT_EQ(report["findings"].size(), 1U) << report.dump(1);
  EXPECT_EQ(report["findings"][0]["support"],
            json::parse(R"([{"engine": "modular", "evidence": "certain"}])"));
  EXPECT_NE(report["analysed"]["notes"].dump().find("they were looked at one method at a time"),
            std::string::npos);
  // Who asks for that main method or for the engine gets the program that begins there.
  for (const std::vector<std::string>& asked :
       {std::vector<std::string>{"--main", "bank.Other"}, {"--engine", "whole-program"}}) {
    const Answer answer = check({library, asked[0], asked[1]});
    EXPECT_EQ(answer.code, ExitCode::kNothingFound);
    EXPECT_NE(answer.output.find("--engine modular looks at all of them"), std::string::npos);
  }
}

TEST_F(CheckCommand, TellsWhatAChangeBrought) {
  const std::string old =
      jar("old.jar", {{"bank/Account.class", account_class(Annotate::kNothing)}});
  const std::string changed =
      jar("new.jar",
          {{"bank/Account.class", account_class(Annotate::kNothing, Deposit::kSynchronized)}});
  // Somebody took a lock on one side: the race is new, though its other side is old code.
  const json report = check_json({changed, "--since", old});
  ASSERT_EQ(report["findings"].size(), 1U);
  EXPECT_EQ(report["findings"][0]["known"], false);
  EXPECT_EQ(check({changed, "--since", changed}).code, ExitCode::kNothingFound);
  const std::string baseline = scratch_.path("before.json");
  check({changed, "--write-baseline", baseline});
  EXPECT_EQ(check({changed, "--since", baseline}).code, ExitCode::kNothingFound);
  expect_refusal(check({changed, "--since", scratch_.path("none.jar")}), ExitCode::kUnreadableInput,
                 "none.jar: No such file or directory");
}

TEST_F(CheckCommand, AssumesNothingOfALibraryWithoutLocks) {
  EXPECT_EQ(
      check({jar("library.jar", {{"bank/Account.class", account_class(Annotate::kNothing)}})}).code,
      ExitCode::kNothingFound);
}

TEST_F(CheckCommand, JoinsWhatBothEnginesFind) {
  Contents contents = bank();
  contents[1].second = account_class(Annotate::kNothing, Deposit::kSynchronized);
  const json report = check_json({jar("both.jar", contents), "--engine", "all"});
  ASSERT_EQ(report["findings"].size(), 1U) << report.dump(1);
  const json& race = report["findings"][0];
  EXPECT_EQ(race["evidence"], "certain");
  EXPECT_EQ(race["support"].size(), 2U);
  // The threads are those of the engine that knows them.
  EXPECT_EQ(race["sides"][1]["thread"]["name"], "main");
}

TEST_F(CheckCommand, SaysWhatCannotBeRead) {
  expect_refusal(check({scratch_.path("none.jar")}), ExitCode::kUnreadableInput,
                 "none.jar: No such file or directory");
  EXPECT_EQ(check({scratch_.write("odd.jar", "no zip")}).code, ExitCode::kUnreadableInput);
  // Half of the program: what is there is looked at, and nobody takes that for all.
  const std::string right = jar("right.jar", bank(Peek::kNever));
  const json half = check_json({right, scratch_.path("none.jar")}, ExitCode::kUnreadableInput);
  EXPECT_EQ(
      half.at("analysed").at("skipped"),
      json::array({{{"what", scratch_.path("none.jar")}, {"why", "No such file or directory"}}}));
  EXPECT_EQ(check({app_, scratch_.path("none.jar")}).code, ExitCode::kFindings);
}

}  // namespace
}  // namespace heddle::cli
