#include "ir/content_hash.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "ir/canonical.h"
#include "ir/class.h"
#include "ir/round_trip_test_only.h"

namespace heddle::ir {
namespace {

constexpr std::string_view kMethod = R"(
    method f(int) : int {
    b0:
      %this = parameter 0 : C @0 line 1 "this"
      %n = parameter 1 : int @0 line 1
      %one = const_int 1 @0 line 1
      %x = get_field %this C.x : int @1 line 2
      %sum = add %x %n : int @4 line 2
      put_field %this C.x : int, %sum @5 line 3
      invoke virtual C.g() : void (%this) @8 line 3
      return %one @9 line 4
    }
)";

base::Hash128 hash_of_f(std::string_view class_items) {
  const auto classes =
      parsed("class C extends java.lang.Object {\n" + std::string(class_items) + "\n}");
  if (classes.empty()) return {};
  return content_hash(*classes[0], method_named(*classes[0], "f"), body_named(*classes[0], "f"));
}

std::string with(std::string_view from, std::string_view to) {
  std::string text(kMethod);
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

TEST(ContentHash, StaysWhenOnlyPlacesChange) {
  const base::Hash128 hash = hash_of_f(kMethod);
  EXPECT_EQ(hash_of_f(with("line 2", "line 20")), hash);
  EXPECT_EQ(hash_of_f(with("@8 line 3", "@9 line 4")), hash);
  EXPECT_EQ(hash_of_f(with("\"this\"", "\"self\"")), hash);
  EXPECT_EQ(hash_of_f("source \"D.java\"\n" + std::string(kMethod)), hash);
}

TEST(ContentHash, StaysWhenTheClassGainsSymbols) {
  const std::string more = R"(
    field java.util.Map m = string "new"
    method g(java.util.Set) : void {
    b0:
      %0 = parameter 0 : C
      %1 = parameter 1 : java.util.Set
      %2 = get_field %0 D.y : a.b.E
      invoke static F.h(long) : void (%3)
      %3 = const_long 1
      return
    }
)";
  EXPECT_EQ(hash_of_f(more + std::string(kMethod)), hash_of_f(kMethod));
}

TEST(ContentHash, MovesWhenMeaningDoes) {
  std::set<base::Hash128> hashes = {hash_of_f(kMethod)};
  for (const std::string& changed :
       {with("const_int 1", "const_int 2"), with("add %x %n", "add %n %x"),
        with("add %x", "subtract %x"), with("C.x : int", "C.y : int"),
        with("C.x : int", "D.x : int"), with("invoke virtual", "invoke special"),
        with("C.g()", "C.h()"), with("return %one", "return %sum"),
        with("method f", "method synchronized f"), with("b0:", "annotation a.B\nb0:"),
        with("invoke virtual C.g()", "invoke virtual interface C.g()")})
    EXPECT_TRUE(hashes.insert(hash_of_f(changed)).second) << changed;
}

TEST(ContentHash, TellsAClassCalledIntFromInt) {
  EXPECT_NE(hash_of_f("method static f() : void {\nb0:\n %0 = const_class int\n return\n}"),
            hash_of_f("method static f() : void {\nb0:\n %0 = const_class \"int\"\n return\n}"));
}

TEST(ClassHash, CoversWhatAClassSays) {
  const auto hash = [](std::string_view text) {
    const auto classes = parsed(text);
    return classes.empty() ? base::Hash128{} : class_hash(*classes[0]);
  };
  std::set<base::Hash128> hashes;
  for (const std::string_view text : {"class C {\n}",
                                      "class D {\n}",
                                      "class C extends D {\n}",
                                      "class C implements D {\n}",
                                      "class C {\n access public\n}",
                                      "class C {\n version 61.0\n}",
                                      "class C {\n field int x\n}",
                                      "class C {\n field int y\n}",
                                      "class C {\n field int x = int 0\n}",
                                      "class C {\n method x() : int\n}",
                                      "class C {\n nest_host D\n}",
                                      "class C {\n permits D\n}",
                                      "class C {\n nest_members D\n}",
                                      "class C {\n record\n}",
                                      "class C {\n record int x\n}",
                                      "class C {\n inner D\n}",
                                      "class C {\n inner D name D\n}",
                                      "class C {\n enclosing D\n}",
                                      "class C {\n generic \"x\"\n}",
                                      "class C {\n annotation D\n}",
                                      "class C {\n annotation visible D\n}",
                                      "class C {\n annotation D (a = \"b\")\n}",
                                      "class C {\n method x() : int {\n code_not_lowered\n }\n}"})
    EXPECT_TRUE(hashes.insert(hash(text)).second) << text;
  EXPECT_EQ(hash("class C {\n source \"C.java\"\n}"), hash("class C {\n}"));
}

TEST(ContentHash, CyclesAmongDynamicConstantsEnd) {
  const auto classes = parsed(R"(class C {
    call_site #0 constant a() : int {
      bootstrap get_static C.b : C
      argument dynamic #1
    }
    call_site #1 constant b() : int {
      bootstrap get_static C.b : C
      argument dynamic #0
      argument dynamic #1
    }
    method static f() : void {
    b0:
      %0 = const_dynamic #0 a() : int
      return
    }
  })");
  ASSERT_EQ(classes.size(), 1U);
  EXPECT_TRUE(same(*classes[0], *classes[0]->bodies[0], *classes[0], *classes[0]->bodies[0]));
}

// The keys of the statements of f, by the code given.
std::vector<std::uint64_t> keys(std::string_view method) {
  const auto classes = parsed("class C {\n" + std::string(method) + "\n}");
  if (classes.empty()) return {};
  return statement_keys(*classes[0], body_named(*classes[0], "f"));
}

TEST(StatementKeys, SurviveInsertionElsewhere) {
  const auto before = keys(kMethod);
  const auto after = keys(with("%x = get", R"(%s = const_string "log" @1 line 2
      invoke static Log.say(java.lang.String) : void (%s) @1 line 2
      %zero = const_int 0 @1 line 2
      if equal %n %zero then b1 else b2 @1 line 2
    b1:
      goto b2 @1 line 2
    b2:
      %x = get)"));
  for (const std::uint64_t key : before)
    EXPECT_EQ(std::ranges::count(after, key), 1) << "a statement lost its key";
  EXPECT_EQ(after.size(), before.size() + 5);
}

TEST(StatementKeys, FollowTheExpressionsRead) {
  const auto before = keys(kMethod);
  const auto after = keys(with("add %x %n", "subtract %x %n"));
  ASSERT_EQ(before.size(), after.size());
  for (std::size_t at = 0; at < before.size(); ++at)
    EXPECT_EQ(before[at] == after[at], at != 4 && at != 5) << at;  // the sum, and where it is put
}

TEST(StatementKeys, NumberThoseThatLookAlike) {
  const auto all = keys(R"(method static f() : void {
    b0:
      invoke static C.g() : void ()
      invoke static C.g() : void ()
      invoke static C.g() : void ()
      return
    })");
  EXPECT_EQ(std::set<std::uint64_t>(all.begin(), all.end()).size(), all.size());
}

}  // namespace
}  // namespace heddle::ir
