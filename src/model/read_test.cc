#include "model/read.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "model/model.h"
#include "model/path.h"

namespace heddle::model {
namespace {

using Lines = std::vector<std::string>;

Models good(std::vector<std::string> texts) {
  std::vector<File> files;
  for (auto& text : texts) files.push_back({.name = "f.toml", .text = std::move(text)});
  auto models = read(files);
  for (const auto& line : models ? Lines() : models.error()) ADD_FAILURE() << line;
  return models ? std::move(*models) : Models();
}

Lines errors(std::string text) {
  const std::vector<File> files = {{.name = "f.toml", .text = std::move(text)}};
  const auto models = read(files);
  return models ? Lines() : models.error();
}

TEST(ReadTest, AMethodWithEveryEffect) {
  const auto models = good({R"toml(
[[method]]
name = "a.Pool.submit(La/Task;)La/Future;"
replaces = true
operation = "class-of"
moves = ["0 -> this.(a.Pool.tasks)[]", "static(a.Pool.all) -> return"]
creates = [{type = "a.Future", into = "return"}]
calls = [{method = "a.Factory.make(La/Pool;)V", on = "this.(a.Pool.factory)", with = ["this"]}]
[[method.starts]]
method = "a.Task.run()La/B;"
on = "0"
result = "return.(a.Future.value)"
kind = "task"
serial = "this.(a.Pool.thread)"
by = "0"
)toml"});
  const Method* method = models.method("a/Pool", "submit", "(La/Task;)La/Future;");
  ASSERT_NE(method, nullptr);
  EXPECT_TRUE(method->replaces);
  EXPECT_EQ(method->operation, Operation::kClassOf);
  EXPECT_EQ(print(method->moves.at(0).to), "this.(a.Pool.tasks)[]");
  EXPECT_EQ(method->creates.at(0).type, "La/Future;");
  EXPECT_EQ(method->calls.at(0).method.owner, "a/Factory");
  EXPECT_EQ(print(method->calls.at(0).with.at(0)), "this");
  EXPECT_EQ(method->starts.at(0).kind, StartKind::kTask);
  EXPECT_EQ(print(*method->starts.at(0).call.result), "return.(a.Future.value)");
  EXPECT_EQ(print(*method->starts.at(0).serial), "this.(a.Pool.thread)");
  EXPECT_EQ(print(*method->starts.at(0).by), "0");
  EXPECT_EQ(method->origin, "f.toml:2");
}

TEST(ReadTest, ADescriptorWinsAndThenTheLaterFile) {
  const auto models = good({"[[method]]\nname = 'a.B.m()V'\n",
                            "\n[[method]]\nname = 'a.B.m'\n[[method]]\nname = 'a.B.n'\n",
                            "\n\n[[method]]\nname = 'a.B.n'\n"});
  EXPECT_EQ(models.method("a/B", "m", "()V")->origin, "f.toml:1");
  EXPECT_EQ(models.method("a/B", "m", "(I)V")->origin, "f.toml:2");
  EXPECT_EQ(models.method("a/B", "n", "()V")->origin, "f.toml:3");
  EXPECT_EQ(models.method("a/B", "o", "()V"), nullptr);
  EXPECT_EQ(models.method("a/C", "m", "()V"), nullptr);
  EXPECT_TRUE(models.knows_class("a/B"));
  EXPECT_FALSE(models.knows_class("a/C"));
}

TEST(ReadTest, TheMostSpecificPatternSpeaks) {
  const auto models = good({R"toml(
class = [
  {name = "a.**", context = "shared", merge = "library"},
  {name = "a.b.**", context = "container"},
  {name = "a.b.C*", context = "thread"},
  {name = "a.b.C$D", merge = "no"},
  {name = "a.b.C$E", context = "shared"},
])toml"});
  EXPECT_EQ(models.context("a/X"), ContextKind::kShared);
  EXPECT_EQ(models.context("a/b/X$Y"), ContextKind::kContainer);
  EXPECT_EQ(models.context("a/b/c/X"), ContextKind::kContainer);
  EXPECT_EQ(models.context("a/b/C"), ContextKind::kThread);
  EXPECT_EQ(models.context("a/b/C$D$1"), ContextKind::kThread);
  EXPECT_EQ(models.context("a/b/CX"), ContextKind::kContainer);
  EXPECT_EQ(models.context("a/b/C$E"), ContextKind::kShared);
  EXPECT_EQ(models.context("b/X"), ContextKind::kUnsaid);
  EXPECT_EQ(models.merge("a/b/C"), Merge::kLibrary);
  EXPECT_EQ(models.merge("a/b/C$D"), Merge::kNo);
  EXPECT_EQ(models.merge("X"), Merge::kNo);
}

TEST(ReadTest, TheVirtualMachineIsTheSumOfFiles) {
  const auto models =
      good({"[vm]\nroots = ['a.B.m()V']\nexceptions = ['a.E']\n", "[vm]\nexceptions = ['a.F']\n"});
  ASSERT_EQ(models.vm_roots().size(), 1U);
  EXPECT_EQ(models.vm_roots()[0].descriptor, "()V");
  ASSERT_EQ(models.vm_exceptions().size(), 2U);
  EXPECT_EQ(models.vm_exceptions()[1], "a/F");
}

TEST(ReadTest, UnknownWordsAreNoted) {
  EXPECT_EQ(errors("[[methods]]\nname = 'a.B.m'\n"),
            Lines({"f.toml:1:3: unknown key `methods`; did you mean `method`?"}));
  EXPECT_EQ(errors("[[method]]\nname = 'a.B.m'\n  stats = []\n"),
            Lines({"f.toml:3:3: unknown key `stats`; did you mean `starts`?"}));
  EXPECT_EQ(errors("[[method]]\nname = 'a.B.m'\noperation = 'new-instanse'\n"),
            Lines({"f.toml:3:13: unknown operation `new-instanse`; did you mean `new-instance`?"}));
  EXPECT_EQ(errors("[[method]]\nname = 'a.B.m'\noperation = ''\n"),
            Lines({"f.toml:3:13: unknown operation ``"}));
  EXPECT_EQ(errors("[vm]\nthreads = 1\n"), Lines({"f.toml:2:1: unknown key `threads`"}));
  EXPECT_EQ(errors("class = [{name = 'a.B', context = 'cat', merge = 'all'}]"),
            Lines({"f.toml:1:35: unknown context `cat`", "f.toml:1:50: unknown merge `all`"}));
}

TEST(ReadTest, WrongTypesAreNoted) {
  EXPECT_EQ(errors("method = 1"), Lines({"f.toml:1:10: want a list, found a number"}));
  EXPECT_EQ(errors("method = [1]"), Lines({"f.toml:1:11: want a table, found a number"}));
  EXPECT_EQ(errors("vm = []"), Lines({"f.toml:1:6: want a table, found a list"}));
  EXPECT_EQ(errors("[[method]]\nname = 'a.B.m'\nreplaces = 'yes'\nmoves = 'x'\n"),
            Lines({"f.toml:3:12: want true or false, found a text",
                   "f.toml:4:9: want a list, found a text"}));
}

TEST(ReadTest, EverythingWrongIsNotedInOrder) {
  EXPECT_EQ(
      errors(R"toml([[method]]
moves = ["0 -> "]
name = "a.B.m(X)V"
[[method]]
replaces = true
[[method]]
name = "a.B.m(I)V"
creates = [{type = "a.C"}]
calls = [{method = "a.D.m", on = "9"}, {on = "this"}]
starts = [{method = "a.D.m()V", on = "0", with = ["0"], kind = "thread"}, {method = "a.D.m()V", kind = "task"}]
)toml"),
      Lines({"f.toml:2:10: path `` must begin with this, return, static(a.b.C.f) or an "
             "argument's number",
             "f.toml:3:8: `(X)V` is no method descriptor: want (Ljava/lang/String;I)V",
             "f.toml:4:1: the key `name` is missing", "f.toml:8:12: the key `into` is missing",
             "f.toml:9:20: a called method needs a descriptor",
             "f.toml:9:40: the key `method` is missing",
             "f.toml:10:11: 1 arguments for a method with 0 parameters",
             "f.toml:10:75: the key `on` is missing"}));
}

TEST(ReadTest, ArgumentsMustExist) {
  EXPECT_EQ(errors("[[method]]\nname = 'a.B.m(I)V'\nmoves = ['0 -> 1[]']\n"),
            Lines({"f.toml:1:1: path `1[]` speaks of argument 1, and the method has 1"}));
  EXPECT_EQ(errors("[[method]]\nname = 'a.B.m'\nmoves = ['0 -> 1[]']\n"), Lines());
}

TEST(ReadTest, OperandsAreNotWrittenTo) {
  EXPECT_EQ(errors("[[method]]\nname = 'a.B.m'\nmoves = ['0 -> this']\n"
                   "creates = [{type = 'a.C', into = '0'}]\n"),
            Lines({"f.toml:1:1: nothing can be written to `0` itself",
                   "f.toml:1:1: nothing can be written to `this` itself"}));
}

TEST(ReadTest, NothingIsSaidTwiceInOneFile) {
  EXPECT_EQ(errors("[[method]]\nname = 'a.B.m'\n[[method]]\nname = 'a.B.m'\n"),
            Lines({"f.toml:4:8: method `a.B.m` is there twice in this file"}));
  EXPECT_EQ(errors("class = [{name = 'a.B'}, {name = 'a.B'}]"),
            Lines({"f.toml:1:34: class `a.B` is there twice in this file"}));
  EXPECT_EQ(errors("[vm]\nexceptions = ['a.E', 'a.E']\n"),
            Lines({"f.toml:2:22: exception `a.E` is there twice in this file"}));
}

TEST(ReadTest, WhatIsNotToml) {
  const Lines lines = errors("[[method]]\nname = \n");
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_TRUE(lines[0].starts_with("f.toml:2:8: ")) << lines[0];
  EXPECT_EQ(errors("\xff\xfe").size(), 1U);
  EXPECT_EQ(errors(std::string(100'000, '[')).size(), 1U);
}

}  // namespace
}  // namespace heddle::model
