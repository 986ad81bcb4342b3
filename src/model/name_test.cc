#include "model/name.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace heddle::model {
namespace {

std::string method(std::string_view text) {
  const auto name = parse_method_name(text);
  return name ? name->owner + " " + name->name + " " + name->descriptor : "wrong";
}

TEST(NameTest, Methods) {
  EXPECT_EQ(method("java.lang.Thread.start0()V"), "java/lang/Thread start0 ()V");
  EXPECT_EQ(method("a.B$C.<init>([[ILd/E;)V"), "a/B$C <init> ([[ILd/E;)V");
  EXPECT_EQ(method("B.m"), "B m ");
  for (const std::string_view text :
       {"", "m", "a.B.", "a/B.m", ".m", "a.B.<other>()V", "a.B.m()", "a.B.m(V)V", "a.B.m(L;)V",
        "a.B.m([)V", "a.B.m(La.B;)V", "a.B.m()VV", "a.B.m(I", "a.B m()V", "a.B.m()L"})
    EXPECT_EQ(method(text), "wrong") << text;
}

TEST(NameTest, CountsParameters) {
  EXPECT_EQ(parameter_count("()V").value(), 0U);
  EXPECT_EQ(parameter_count("(I[JLa/B;[[Lc/D;)La/B;").value(), 4U);
}

TEST(NameTest, Types) {
  EXPECT_EQ(parse_type("a.B$C").value(), "La/B$C;");
  EXPECT_EQ(parse_type("int[][]").value(), "[[I");
  EXPECT_EQ(parse_type("a.B[]").value(), "[La/B;");
  EXPECT_EQ(parse_type("a.B[").error(), "`a.B[` is no type: want a.b.C, int or a.b.C[]");
  EXPECT_FALSE(parse_type("[]"));
}

TEST(NameTest, Patterns) {
  EXPECT_EQ(parse_class_pattern("a.B").value(), "a/B");
  EXPECT_EQ(parse_class_pattern("a.B*").value(), "a/B*");
  EXPECT_EQ(parse_class_pattern("a.b.**").value(), "a/b/**");
  for (const std::string_view text : {"", "*", "**", ".**", "a.*", "a.***", "a*b", "a/b"})
    EXPECT_FALSE(parse_class_pattern(text)) << text;
}

}  // namespace
}  // namespace heddle::model
