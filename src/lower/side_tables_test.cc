// Where code came from: offsets, lines and names of local variables.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "classfile/class_writer_test_only.h"
#include "ir/body.h"
#include "lower/assembler_test_only.h"

namespace heddle::lower {
namespace {

using classfile::ByteWriter;
using classfile::ClassWriter;

// Columns are closed up.
std::string with_tables(const std::string& descriptor, const std::string& code,
                        ir::PrintOptions options) {
  ClassWriter writer("C");
  writer.method(classfile::kAccStatic, "f", descriptor).code(assemble(writer, code));
  std::string text;
  for (const char c : LoweredClass(writer).text("f", options))
    if (c != ' ' || !text.ends_with(' ') || text.ends_with("\n ")) text += c;
  return text;
}

constexpr ir::PrintOptions kNames{.offsets = false, .lines = false};
constexpr ir::PrintOptions kLines{.offsets = false, .names = false};

TEST(SideTables, Offsets) {
  EXPECT_EQ(
      with_tables("(I)I", "iload_0; iconst_2; imul; ireturn", {.lines = false, .names = false}),
      R"(
b0:
  %0 = parameter 0 : int @0
  %1 = const_int 2 @1
  %2 = multiply %0 %1 : int @2
  return %2 @3
)");
}

TEST(SideTables, OffsetsOfPhisAndCatches) {
  EXPECT_EQ(with_tables("()I",
                        "iconst_0; istore_0; from: invokestatic C.g ()V; iinc 0 1; "
                        "invokestatic C.g ()V; to: iload_0; ireturn; "
                        "handler: pop; iload_0; ireturn; .catch from to handler",
                        {.lines = false, .names = false}),
            R"(
b0:
  %0 = const_int 0 @0
  goto b1 @1
b1: handlers * b4
  invoke static C.g() : void () @2
  %3 = const_int 1 @5
  %4 = add %0 %3 : int @5
  goto b2 @5
b2: handlers * b4
  invoke static C.g() : void () @8
  goto b3 @8
b3:
  return %4 @12
b4:
  %9 = phi (b1: %0, b2: %4) : int @15
  %10 = catch : java.lang.Throwable @15
  return %9 @15
)");
}

TEST(SideTables, Lines) {
  EXPECT_EQ(with_tables("(I)I", ".line 7; iload_0; iconst_2; .line 8; imul; ireturn", kLines), R"(
b0:
  %0 = parameter 0 : int line 7
  %1 = const_int 2 line 7
  %2 = multiply %0 %1 : int line 8
  return %2 line 8
)");
}

// Entries as they stand: pairs of offset and line.
std::vector<std::pair<std::uint32_t, std::uint32_t>> lines(
    const std::vector<std::vector<std::pair<std::uint16_t, std::uint16_t>>>& tables) {
  ClassWriter writer("C");
  classfile::CodeWriter code = assemble(writer, "nop; nop; nop; return");
  for (const auto& table : tables) {
    ByteWriter bytes;
    bytes.u2(table.size());
    for (const auto& [offset, line] : table) bytes.u2(offset).u2(line);
    code.attribute("LineNumberTable", bytes);
  }
  writer.method(classfile::kAccStatic, "f", "()V").code(code);
  LoweredClass in(writer);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> found;
  for (const ir::Line& line : in.body("f")->lines) found.emplace_back(line.offset, line.line);
  return found;
}

TEST(SideTables, LinesOutOfOrder) {
  using Found = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
  EXPECT_EQ(lines({{{2, 30}, {0, 10}, {1, 20}}}), (Found{{0, 10}, {1, 20}, {2, 30}}));
  EXPECT_EQ(lines({{{2, 30}}, {{0, 10}}}), (Found{{0, 10}, {2, 30}}));
}

TEST(SideTables, OfSeveralLinesForOneOffsetTheFirstCounts) {
  using Found = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
  EXPECT_EQ(lines({{{1, 20}, {0, 10}, {1, 21}, {0, 11}}}), (Found{{0, 10}, {1, 20}}));
  EXPECT_EQ(lines({{{0, 10}}, {{0, 11}}}), (Found{{0, 10}}));
}

TEST(SideTables, NamesOfParametersAndStores) {
  EXPECT_EQ(with_tables("(I)I",
                        "start: iload_0; iconst_2; imul; istore_1; stored: iload_1; ireturn; "
                        "end: nop; .local n I 0 start end; .local twice I 1 stored end",
                        kNames),
            R"(
b0:
  %0 = parameter 0 : int "n"
  %1 = const_int 2
  %2 = multiply %0 %1 : int "twice"
  return %2
)");
}

TEST(SideTables, NamesOfPhis) {
  EXPECT_EQ(with_tables("(I)I",
                        "start: iconst_0; istore_1; head: iload_1; iload_0; if_icmpge last; "
                        "iinc 1 1; goto head; last: iload_1; ireturn; end: nop; "
                        ".local n I 0 start end; .local i I 1 head end",
                        kNames),
            R"(
b0:
  %0 = parameter 0 : int "n"
  %1 = const_int 0 "i"
  goto b1
b1:
  %3 = phi (b0: %1, b2: %6) : int "i"
  if greater_or_equal %3 %0 then b3 else b2
b2:
  %5 = const_int 1
  %6 = add %3 %5 : int "i"
  goto b1
b3:
  return %3
)");
}

TEST(SideTables, AValueMayHaveSeveralNamesEachOnce) {
  EXPECT_EQ(with_tables("(I)I",
                        "start: iload_0; istore_2; iload_0; istore_1; iload_0; istore_2; "
                        "iload_2; ireturn; end: nop; "
                        ".local z I 0 start end; .local b I 1 start end; .local a I 2 start end",
                        kNames),
            R"(
b0:
  %0 = parameter 0 : int "z" "a" "b"
  return %0
)");
}

TEST(SideTables, ASlotHasTheNameOfItsScope) {
  EXPECT_EQ(with_tables("()I",
                        "start: iconst_1; istore_0; one: nop; two: iconst_2; istore_0; "
                        "three: iload_0; ireturn; end: nop; "
                        ".local second I 0 three end; .local first I 0 one two",
                        kNames),
            R"(
b0:
  %0 = const_int 1 "first"
  %1 = const_int 2 "second"
  return %1
)");
}

}  // namespace
}  // namespace heddle::lower
