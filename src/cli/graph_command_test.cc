// A small program on a small platform, written class by class:
//
//   class a.Main { static Base kept; static void main(String[] args) {
//     Base it = new Sub(); it.go(); kept = it; l.Lib.old(); gone.G.call(); } }
//   class a.Base { Object held; void go() {} }     class a.Sub extends Base { void go() { held =
//   this; } }
#include "cli/graph_command.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
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
using classfile::Opcode;
using nlohmann::json;
using workspace::Contents;
using workspace::stored_jar;
using Texts = std::vector<std::string>;

constexpr std::uint16_t kPublic = classfile::kAccPublic;
constexpr std::uint16_t kPublicStatic = classfile::kAccPublic | classfile::kAccStatic;
constexpr const char* kMain = "([Ljava/lang/String;)V";

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

std::string plain_class(std::string_view name, std::string_view super = "java/lang/Object") {
  ClassWriter writer(name, super);
  if (name == "java/lang/Object") writer.raw_super_class(0);
  add_constructor(writer, name == "java/lang/Object" ? "" : super);
  return text(writer);
}

Contents platform() {
  Contents contents;
  for (const char* name : {"Object", "Class", "String", "Thread", "Throwable"}) {
    const std::string full = "java/lang/" + std::string(name);
    contents.emplace_back(full + ".class", plain_class(full));
  }
  for (const char* name : {"java/lang/Cloneable", "java/io/Serializable"}) {
    ClassWriter writer(name);
    writer.access(kPublic | classfile::kAccInterface | classfile::kAccAbstract);
    contents.emplace_back(std::string(name) + ".class", text(writer));
  }
  return contents;
}

// A class whose main does nothing.
std::string class_with_main(std::string_view name, std::string_view super = "java/lang/Object",
                            std::uint16_t access = kPublicStatic) {
  ClassWriter writer(name, super);
  writer.method(access, "main", kMain).code(CodeWriter(1, 2).op(Opcode::kReturn));
  return text(writer);
}

std::string main_class() {
  ClassWriter writer("a/Main");
  writer.attribute("SourceFile", ByteWriter().u2(writer.utf8("Main.java")));
  writer.field(kPublicStatic, "kept", "La/Base;");
  writer.method(kPublicStatic, "main", kMain)
      .code(CodeWriter(2, 2)
                .line(7)
                .op(Opcode::kNew, writer.class_constant("a/Sub"))
                .op(Opcode::kDup)
                .op(Opcode::kInvokespecial, writer.method_ref("a/Sub", "<init>", "()V"))
                .op(Opcode::kAstore1)
                .label("known")
                .line(8)
                .op(Opcode::kAload1)
                .op(Opcode::kInvokevirtual, writer.method_ref("a/Base", "go", "()V"))
                .line(9)
                .op(Opcode::kAload1)
                .op(Opcode::kPutstatic, writer.field_ref("a/Main", "kept", "La/Base;"))
                .line(10)
                .op(Opcode::kInvokestatic, writer.method_ref("l/Lib", "old", "()V"))
                .line(11)
                .op(Opcode::kInvokestatic, writer.method_ref("gone/G", "call", "()V"))
                .op(Opcode::kReturn)
                .label("end")
                .local("it", "La/Base;", 1, "known", "end"));
  return text(writer);
}

std::string base_class() {
  ClassWriter writer("a/Base");
  add_constructor(writer, "java/lang/Object");
  writer.field(kPublic, "held", "Ljava/lang/Object;");
  writer.method(kPublic, "go", "()V").code(CodeWriter(1, 1).op(Opcode::kReturn));
  return text(writer);
}

std::string sub_class() {
  ClassWriter writer("a/Sub", "a/Base");
  add_constructor(writer, "a/Base");
  writer.method(kPublic, "go", "()V")
      .code(CodeWriter(2, 1)
                .op(Opcode::kAload0)
                .op(Opcode::kAload0)
                .op(Opcode::kPutfield, writer.field_ref("a/Base", "held", "Ljava/lang/Object;"))
                .op(Opcode::kReturn));
  return text(writer);
}

class GraphCommand : public testing::Test {
 protected:
  void SetUp() override {
    jdk_ = scratch_.write("jdk/rt.jar", stored_jar(platform()));
    library_ = scratch_.write("lib.jar", stored_jar({{"l/Lib.class", plain_class("l/Lib")}}));
    app_ = jar("app.jar", {{"META-INF/MANIFEST.MF", workspace::manifest("Main-Class: a.Main")},
                           {"a/Main.class", main_class()},
                           {"a/Base.class", base_class()},
                           {"a/Sub.class", sub_class()}});
  }

  std::string jar(std::string_view name, const Contents& contents) {
    return scratch_.write(name, stored_jar(contents));
  }

  Answer graph(Texts arguments) {
    arguments.insert(arguments.begin(), "graph");
    arguments.insert(arguments.end(), {"--jdk", jdk_, "--class-path", library_});
    return heddle(arguments);
  }

  json graph_json(Texts arguments) {
    arguments.insert(arguments.end(), {"--format", "json"});
    const Answer answer = graph(arguments);
    EXPECT_EQ(answer.code, ExitCode::kNothingFound) << answer.errors;
    return json::parse(answer.output);
  }

  // Complains in one line that contains these words, and prints nothing.
  static void expect_refusal(const Answer& answer, ExitCode code, const std::string& words) {
    EXPECT_EQ(answer.code, code) << answer.errors;
    EXPECT_EQ(answer.output, "");
    EXPECT_NE(answer.errors.find(words), std::string::npos) << answer.errors;
    EXPECT_EQ(answer.errors.find('\n'), answer.errors.size() - 1) << answer.errors;
  }

  workspace::ScratchFolder scratch_;
  std::string jdk_, library_, app_;
};

// ---- stats ----

TEST_F(GraphCommand, StatsHaveTheShapeOthersRead) {
  const json stats = graph_json({"stats", app_});
  EXPECT_EQ(stats.at("schema"), "heddle-graph-stats/1");
  EXPECT_EQ(stats.at("tool"), (json{{"name", "heddle"}, {"version", "0.0.0"}}));
  EXPECT_EQ(stats.at("policy"), "recommended");
  EXPECT_EQ(stats.at("given_up"), json::array());
  EXPECT_EQ(stats.at("entries"), json::array({"a.Main.main([Ljava/lang/String;)V"}));
  for (const char* number : {"reachable_methods", "call_edges", "objects", "points_to_total",
                             "contexts", "instances", "pointers", "work"})
    EXPECT_TRUE(stats.at(number).is_number_unsigned()) << number;
  EXPECT_GE(stats.at("reachable_methods"), 5);
  for (const char* phase : {"open", "models", "entries", "solve", "total"})
    EXPECT_TRUE(stats.at("seconds").at(phase).is_number()) << phase;
  EXPECT_GT(stats.at("peak_mb").get<double>(), 0);
  EXPECT_EQ(stats.at("skipped"), json::array());
  EXPECT_EQ(stats.at("notes"), json::array());
}

TEST_F(GraphCommand, WhatDoesNotMatchOrIsMissingIsCountedAndListed) {
  const json stats = graph_json({"stats", app_});
  EXPECT_EQ(stats.at("missing_classes"), (json{{"count", 1}, {"list", {"gone.G"}}}));
  const json& unmodelled = stats.at("unmodelled");
  EXPECT_EQ(unmodelled.at("missing"), 2);
  EXPECT_EQ(unmodelled.at("native"), 0);
  EXPECT_EQ(unmodelled.at("list"),
            json::array({{{"what", "a.Main.main(Main.java:10)"},
                          {"why", "l.Lib.old()V is missing or cannot be linked"}},
                         {{"what", "gone.G.call()V"}, {"why", "its class is missing"}}}));
  const Answer text = graph({"stats", app_});
  EXPECT_NE(text.output.find("\nunmodelled (2):\n  a.Main.main(Main.java:10): l.Lib.old()V"),
            std::string::npos)
      << text.output;
  EXPECT_NE(text.output.find("\nmissing classes (1):\n  gone.G: "), std::string::npos);
}

TEST_F(GraphCommand, SaysWhichPoliciesWereGivenUp) {
  ClassWriter writer("b/Busy");
  CodeWriter code(2, 1);
  for (int i = 0; i < 6000; ++i)
    code.op(Opcode::kNew, writer.class_constant("java/lang/Object"))
        .op(Opcode::kInvokespecial, writer.method_ref("java/lang/Object", "<init>", "()V"));
  writer.method(kPublicStatic, "main", kMain).code(code.op(Opcode::kReturn));
  const std::string busy = jar("busy.jar", {{"b/Busy.class", text(writer)}});
  const Answer answer =
      graph({"stats", busy, "--main", "b.Busy", "--budget", "1", "--format", "json"});
  EXPECT_EQ(answer.code, ExitCode::kNothingFound);
  EXPECT_TRUE(answer.errors.starts_with("heddle: policy recommended went over the budget"))
      << answer.errors;
  const json stats = json::parse(answer.output);
  EXPECT_EQ(stats.at("given_up")[0], "recommended");
  EXPECT_EQ(stats.at("policy"), "insensitive");
}

TEST_F(GraphCommand, IsTheSameForAnyNumberOfThreadsAndEveryTime) {
  const auto stats = [&](const char* workers) {
    json parsed = graph_json({"stats", app_, "-j", workers});
    parsed.erase("seconds");
    parsed.erase("peak_mb");
    return parsed.dump();
  };
  const auto calls = [&](const char* workers) {
    return graph({"calls", app_, "--all", "-j", workers}).output;
  };
  const std::string first_stats = stats("1"), first_calls = calls("1");
  for (int round = 0; round < 5; ++round) {
    EXPECT_EQ(stats("2"), first_stats);
    EXPECT_EQ(calls("2"), first_calls);
  }
}

// ---- calls ----

TEST_F(GraphCommand, ListsAllCalls) {
  const Answer answer = graph({"calls", app_, "--all", "--policy", "insensitive"});
  EXPECT_EQ(answer.code, ExitCode::kNothingFound);
  EXPECT_EQ(answer.errors, "");
  EXPECT_EQ(answer.output,
            "a.Base.<init>()V\tjava.lang.Object.<init>()V\n"
            "a.Main.main([Ljava/lang/String;)V\ta.Sub.<init>()V\n"
            "a.Main.main([Ljava/lang/String;)V\ta.Sub.go()V\n"
            "a.Main.main([Ljava/lang/String;)V\tgone.G.call()V\n"
            "a.Sub.<init>()V\ta.Base.<init>()V\n");
  const json all = graph_json({"calls", app_, "--all"});
  EXPECT_EQ(all.at("schema"), "heddle-graph-calls/1");
  EXPECT_EQ(all.at("roots"), json::array({"a.Main.main([Ljava/lang/String;)V"}));
  EXPECT_EQ(all.at("edges").size(), 5U);
  EXPECT_EQ(all.at("edges")[0],
            (json{{"caller", "a.Base.<init>()V"}, {"callee", "java.lang.Object.<init>()V"}}));
  const Answer dot = graph({"calls", app_, "--all", "--format", "dot"});
  EXPECT_NE(dot.output.find("  \"a.Sub.<init>()V\" -> \"a.Base.<init>()V\";\n"), std::string::npos);
}

TEST_F(GraphCommand, ListsCallersAndCalleesWithTheirPlaces) {
  const json answer = graph_json({"calls", app_, "--method", "a.Sub.go"});
  const json& method = answer.at("methods")[0];
  EXPECT_EQ(method.at("class"), "a.Sub");
  EXPECT_EQ(method.at("method"), "go()V");
  EXPECT_EQ(method.at("reached"), true);
  const json at = {{"class", "a.Main"},
                   {"method", "main([Ljava/lang/String;)V"},
                   {"file", "Main.java"},
                   {"line", 8}};
  EXPECT_EQ(method.at("callers"),
            json::array({{{"how", "call"}, {"at", at}, {"through", nullptr}}}));
  EXPECT_EQ(method.at("callees"), json::array());
  EXPECT_EQ(graph({"calls", app_, "--method", "a.Sub.go()V"}).output,
            "a.Sub.go()V\n  callers (1):\n    a.Main.main(Main.java:8)\n  callees (0):\n");
  EXPECT_EQ(graph({"calls", app_, "--method", "a.Base.go"}).output,
            "a.Base.go()V: is not reached\n");
  EXPECT_NE(
      graph({"calls", app_, "--method", "a.Main.main", "--format", "dot"})
          .output.find("\"a.Main.main([Ljava/lang/String;)V\" -> \"a.Sub.go()V\" [label=\"8\"]"),
      std::string::npos);
}

TEST_F(GraphCommand, SaysWhichMembersThereAre) {
  expect_refusal(graph({"calls", app_, "--method", "a.Sub.stop"}), ExitCode::kWrongUsage,
                 "no method a.Sub.stop; the class has: <init>()V go()V");
  expect_refusal(graph({"calls", app_, "--method", "a.None.go"}), ExitCode::kWrongUsage,
                 "no class a.None in the inputs");
  expect_refusal(graph({"points-to", app_, "--field", "a.Sub.gone"}), ExitCode::kWrongUsage,
                 "no field a.Sub.gone; the class has: held");
  expect_refusal(graph({"points-to", app_, "--field", "a.None.x"}), ExitCode::kWrongUsage,
                 "no class a.None in the inputs");
  expect_refusal(graph({"calls", app_, "--method", "go"}), ExitCode::kWrongUsage,
                 "--method wants a class and a method");
}

// ---- points-to ----

TEST_F(GraphCommand, NamesTheObjectsOfAVariable) {
  const json answer =
      graph_json({"points-to", app_, "--method", "a.Main.main", "--variable", "it"});
  EXPECT_EQ(answer.at("schema"), "heddle-graph-points-to/1");
  ASSERT_EQ(answer.at("variables").size(), 1U);
  const json& variable = answer.at("variables")[0];
  EXPECT_EQ(variable.at("names"), json::array({"it"}));
  ASSERT_EQ(variable.at("objects").size(), 1U);
  const json& object = variable.at("objects")[0];
  EXPECT_EQ(object.at("class"), "a.Sub");
  EXPECT_EQ(object.at("how"), "new");
  EXPECT_EQ(object.at("allocated"), (json{{"class", "a.Main"},
                                          {"method", "main([Ljava/lang/String;)V"},
                                          {"file", "Main.java"},
                                          {"line", 7}}));
  const std::string number = std::to_string(variable.at("value").get<unsigned>());
  for (const std::string& same : {number, "%" + number})
    EXPECT_EQ(graph_json({"points-to", app_, "--method", "a.Main.main", "--variable", same}),
              answer);
  const Answer all = graph({"points-to", app_, "--method", "a.Main.main"});
  EXPECT_NE(
      all.output.find("\"it\" line 7: 1 object\n    a.Sub  new at a.Main.main(Main.java:7)\n"),
      std::string::npos)
      << all.output;
  expect_refusal(graph({"points-to", app_, "--method", "a.Main.main", "--variable", "that"}),
                 ExitCode::kWrongUsage, "no reference is called that in a.Main.main");
}

TEST_F(GraphCommand, NamesTheObjectsOfAField) {
  const json kept = graph_json({"points-to", app_, "--field", "a.Main.kept"});
  EXPECT_EQ(kept.at("field"), (json{{"class", "a.Main"}, {"field", "kept"}, {"static", true}}));
  ASSERT_EQ(kept.at("held").size(), 1U);
  EXPECT_EQ(kept.at("held")[0].at("by"), nullptr);
  EXPECT_EQ(kept.at("held")[0].at("objects")[0].at("class"), "a.Sub");
  EXPECT_EQ(graph({"points-to", app_, "--field", "a.Main.kept", "--policy", "insensitive"}).output,
            "static a.Main.kept: 1 object\n  a.Sub  new at a.Main.main(Main.java:7)\n");
  const json held = graph_json({"points-to", app_, "--field", "a.Sub.held"});
  EXPECT_EQ(held.at("field").at("class"), "a.Base");
  ASSERT_EQ(held.at("held").size(), 1U);
  EXPECT_EQ(held.at("held")[0].at("by"), held.at("held")[0].at("objects")[0]);
  EXPECT_NE(graph({"points-to", app_, "--field", "a.Base.held", "--format", "dot"})
                .output.find("[label=\"held\"]"),
            std::string::npos);
}

// ---- where it starts ----

TEST_F(GraphCommand, EveryMainOrSome) {
  const std::string two = jar("two.jar", {{"b/One.class", class_with_main("b/One")},
                                          {"b/Two.class", class_with_main("b/Two")},
                                          {"b/Three.class", plain_class("b/Three")}});
  const std::string one = "b.One.main([Ljava/lang/String;)V",
                    other = "b.Two.main([Ljava/lang/String;)V";
  EXPECT_EQ(graph_json({"stats", two, "--every-main"}).at("entries"), json::array({one, other}));
  EXPECT_EQ(graph_json({"stats", two, "--main", "b.Two", "--main", "b/One"}).at("entries"),
            json::array({one, other}));
  EXPECT_EQ(graph_json({"stats", "--main", "b.Two", two}).at("entries"), json::array({other}));
  expect_refusal(graph({"stats", two}), ExitCode::kWrongUsage,
                 "no manifest names a main class; say --every-main, or --main with one of: b.One, "
                 "b.Two\n");
  const std::string only = jar("only.jar", {{"b/One.class", class_with_main("b/One")},
                                            {"b/Three.class", plain_class("b/Three")}});
  EXPECT_EQ(graph_json({"stats", only}).at("entries"), json::array({one}));
}

TEST_F(GraphCommand, ListsTenMainsAtMost) {
  Contents contents;
  for (const char* letter : {"A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L"})
    contents.emplace_back("m/" + std::string(letter) + ".class",
                          class_with_main("m/" + std::string(letter)));
  expect_refusal(graph({"stats", jar("many.jar", contents)}), ExitCode::kWrongUsage,
                 "m.I, m.J, and 2 more\n");
}

TEST_F(GraphCommand, AMainInAnInterfaceRuns) {
  ClassWriter writer("b/Face");
  writer.access(classfile::kAccPublic | classfile::kAccInterface | classfile::kAccAbstract);
  writer.method(kPublicStatic, "main", kMain).code(CodeWriter(1, 1).op(Opcode::kReturn));
  const std::string face = jar("face.jar", {{"b/Face.class", text(writer)}});
  EXPECT_EQ(graph_json({"stats", face, "--main", "b.Face"}).at("reachable_methods"), 1);
}

TEST_F(GraphCommand, WhatIsNoMainIsRefusedWithTheReason) {
  const std::string odd =
      jar("odd.jar", {{"b/Plain.class", plain_class("b/Plain")},
                      {"b/Inner.class", class_with_main("b/Inner", "java/lang/Object", kPublic)}});
  expect_refusal(graph({"stats", odd, "--main", "b.Gone"}), ExitCode::kWrongUsage,
                 "no class b.Gone in the inputs, the class path or the JDK");
  expect_refusal(graph({"stats", odd, "--main", "b.Plain"}), ExitCode::kWrongUsage,
                 "b.Plain has no public static void main(String[])");
  expect_refusal(graph({"stats", odd, "--main", "b.Inner"}), ExitCode::kWrongUsage,
                 "b.Inner.main(String[]) is not static");
  for (const char* how : {"--every-main", "--no-cache"})
    expect_refusal(graph({"stats", odd, how}), ExitCode::kWrongUsage,
                   "no class of the inputs has a public static void main(String[])");
  const std::string lying =
      jar("lying.jar", {{"META-INF/MANIFEST.MF", workspace::manifest("Main-Class: b.Gone")},
                        {"b/Plain.class", plain_class("b/Plain")}});
  expect_refusal(graph({"stats", lying}), ExitCode::kWrongUsage,
                 "the manifest's main class: no class b.Gone");
}

// ---- bad input ----

TEST_F(GraphCommand, ClassesThatExtendEachOtherAreNoted) {
  const std::string knot = jar("knot.jar", {{"k/A.class", class_with_main("k/A", "k/B")},
                                            {"k/B.class", plain_class("k/B", "k/A")}});
  const json stats = graph_json({"stats", knot, "--main", "k.A"});
  EXPECT_EQ(stats.at("entries"), json::array({"k.A.main([Ljava/lang/String;)V"}));
  EXPECT_FALSE(stats.at("notes").empty());
  EXPECT_NE(stats.at("notes").dump().find("k.A"), std::string::npos) << stats.at("notes");
}

TEST_F(GraphCommand, AMissingSuperclassIsNoted) {
  const std::string torn = jar("torn.jar", {{"t/A.class", class_with_main("t/A", "gone/Base")}});
  const json stats = graph_json({"stats", torn, "--main", "t.A"});
  EXPECT_EQ(stats.at("notes"),
            json::array({{{"what", "gone.Base"}, {"why", "is missing, the superclass of t.A"}}}));
  EXPECT_EQ(stats.at("missing_classes").at("list"), json::array({"gone.Base"}));
}

TEST_F(GraphCommand, WithoutAPlatformItDoesWhatItCan) {
  const std::string none = scratch_.path("none");
  const Answer answer = heddle({"graph", "stats", app_, "--jdk", none, "--format", "json"});
  EXPECT_EQ(answer.code, ExitCode::kUnreadableInput);
  EXPECT_NE(answer.errors.find("no JDK there"), std::string::npos) << answer.errors;
  EXPECT_NE(answer.errors.find("the platform's classes are unknown"), std::string::npos);
  EXPECT_GE(json::parse(answer.output).at("reachable_methods"), 3);
}

TEST_F(GraphCommand, InputsThatCannotBeReadExitWithThree) {
  expect_refusal(graph({"stats", scratch_.path("none.jar")}), ExitCode::kUnreadableInput,
                 "none.jar: No such file or directory");
  const Answer broken = graph({"stats", jar("broken.jar", {{"a/A.class", "text"}})});
  EXPECT_EQ(broken.code, ExitCode::kUnreadableInput);
  EXPECT_NE(broken.errors.find("broken.jar!/a/A.class: "), std::string::npos) << broken.errors;
  EXPECT_NE(broken.errors.find("nothing in the input could be analysed"), std::string::npos);
  const Answer named = graph({"stats", scratch_.path("broken.jar"), "--main", "a.A"});
  EXPECT_EQ(named.code, ExitCode::kUnreadableInput);
  const Answer partial =
      graph({"stats", app_, scratch_.path("none.jar"), "--main", "a.Main", "--format", "json"});
  EXPECT_EQ(partial.code, ExitCode::kUnreadableInput);
  EXPECT_GE(json::parse(partial.output).at("reachable_methods"), 5);
}

TEST_F(GraphCommand, AMainWhoseCodeIsBrokenIsNothingToAnalyse) {
  ClassWriter writer("a/Bad");
  writer.method(kPublicStatic, "main", kMain)
      .code(CodeWriter(1, 1).op(Opcode::kPop).op(Opcode::kReturn));
  const Answer answer =
      graph({"stats", jar("bad.jar", {{"a/Bad.class", text(writer)}}), "--every-main"});
  EXPECT_EQ(answer.code, ExitCode::kUnreadableInput);
  EXPECT_EQ(answer.output, "");
  EXPECT_NE(answer.errors.find("the stack does not hold what is to be popped"), std::string::npos);
  EXPECT_NE(answer.errors.find("the code of its main method was not read"), std::string::npos);
}

// ---- models ----

TEST_F(GraphCommand, ModelsComeFromTheOptionAndTheProject) {
  const std::string models = "[[method]]\nname = \"gone.G.call()V\"\nreplaces = true\n";
  const std::string file = scratch_.write("mine.toml", models);
  const json with_option = graph_json({"stats", app_, "--models", file});
  EXPECT_EQ(with_option.at("model_files"), json::array({file}));
  scratch_.write("heddle.toml", "models = [\"mine.toml\"]\n");
  EXPECT_EQ(graph_json({"stats", app_}).at("model_files"), json::array({file}));
  const std::string other = scratch_.write("other.toml", "");
  EXPECT_EQ(graph_json({"stats", app_, "--config", other}).at("model_files"), json::array());
}

TEST_F(GraphCommand, WrongModelsAreRefusedWithEveryPlace) {
  const std::string file = scratch_.write(
      "mine.toml", "[[method]]\nname = \"a.B.m()V\"\nstats = []\n\n[[class]]\nnam = \"a\"\n");
  const Answer answer = graph({"stats", app_, "--models", file});
  EXPECT_EQ(answer.code, ExitCode::kWrongUsage);
  EXPECT_EQ(answer.output, "");
  EXPECT_NE(answer.errors.find(file + ":3:1: unknown key `stats`"), std::string::npos)
      << answer.errors;
  EXPECT_NE(answer.errors.find(file + ":6:1: "), std::string::npos) << answer.errors;
  expect_refusal(graph({"stats", app_, "--models", scratch_.path("no.toml")}),
                 ExitCode::kWrongUsage, "no.toml: No such file or directory");
  expect_refusal(graph({"stats", app_, "--config", scratch_.path("no.toml")}),
                 ExitCode::kWrongUsage, "no.toml: No such file or directory");
  const std::string config = scratch_.write("heddle.toml", "modles = []\n");
  expect_refusal(graph({"stats", app_}), ExitCode::kWrongUsage,
                 config + ":1:1: unknown key `modles`; did you mean `models`?");
}

TEST_F(GraphCommand, HelpTeaches) {
  for (const Texts& verb :
       {Texts{"graph", "--help"}, Texts{"graph", "calls", "--help"},
        Texts{"graph", "points-to", "--help"}, Texts{"graph", "stats", "--help"}}) {
    const Answer answer = heddle(verb);
    EXPECT_EQ(answer.code, ExitCode::kNothingFound);
    EXPECT_NE(answer.output.find("Examples:\n  heddle graph "), std::string::npos);
    EXPECT_EQ(answer.output.find("--without"), std::string::npos);
  }
}

}  // namespace
}  // namespace heddle::cli
