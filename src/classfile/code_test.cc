#include "classfile/code.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <expected>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "base/malformed.h"
#include "classfile/class_file.h"
#include "classfile/class_writer_test_only.h"
#include "classfile/opcode.h"

namespace heddle::classfile {
namespace {

class CodeTest : public testing::Test {
 protected:
  ClassWriter writer_{"a/B"};
  std::vector<std::uint8_t> bytes_;

  // Of the first method.
  std::expected<Code, base::Malformed> parse() {
    bytes_ = writer_.finish();
    auto file = ClassFile::parse(bytes_);
    if (!file) return std::unexpected(file.error());
    file_.emplace_back(std::move(*file));
    return parse_code(file_.back(), file_.back().methods()[0]);
  }
  std::expected<Code, base::Malformed> parse(const CodeWriter& code) {
    writer_.method(0, "run", "()V").code(code);
    return parse();
  }
  std::string why(const CodeWriter& code) {
    const auto parsed = parse(code);
    return parsed ? "nothing" : parsed.error().what;
  }
  std::string why(const ByteWriter& content) {
    writer_.method(0, "run", "()V").attribute("Code", content);
    const auto parsed = parse();
    return parsed ? "nothing" : parsed.error().what;
  }

 private:
  std::vector<ClassFile> file_;
};

CodeWriter two_instructions() { return CodeWriter(1, 2).op(Opcode::kNop).op(Opcode::kReturn); }

ByteWriter lines(std::initializer_list<std::pair<std::uint16_t, std::uint16_t>> entries) {
  ByteWriter table;
  table.u2(entries.size());
  for (const auto& [start, line] : entries) table.u2(start).u2(line);
  return table;
}

using Lines = std::vector<std::pair<int, int>>;

Lines lines_of(const Code& code) {
  Lines all;
  for (const LineNumber line : code.lines) all.emplace_back(line.start, line.line);
  return all;
}

TEST_F(CodeTest, Everything) {
  const auto exception = writer_.class_constant("java/lang/Exception");
  const auto code = parse(CodeWriter(3, 5)
                              .label("from")
                              .line(10)
                              .op(Opcode::kIconst0)
                              .op(Opcode::kIstore, 1)
                              .label("declared")
                              .line(11)
                              .op(Opcode::kNop)
                              .label("to")
                              .op(Opcode::kReturn)
                              .label("handler")
                              .op(Opcode::kAthrow)
                              .handler("from", "to", "handler", exception)
                              .handler("from", "handler", "handler")
                              .local("i", "I", 1, "declared", "handler")
                              .local("wide", "J", 3, "declared", "to")
                              .attribute("StackMapTable", ByteWriter().u2(0)));
  ASSERT_TRUE(code) << code.error().describe();
  EXPECT_EQ(code->max_stack, 3);
  EXPECT_EQ(code->max_locals, 5);
  EXPECT_EQ(code->bytecode.size(), 6U);
  EXPECT_EQ(code->bytecode.data(), bytes_.data() + code->bytecode_offset);
  ASSERT_EQ(code->exception_count, 2);
  EXPECT_EQ(code->exception(0).start, 0);
  EXPECT_EQ(code->exception(0).end, 4);
  EXPECT_EQ(code->exception(0).handler, 5);
  EXPECT_EQ(code->exception(0).catch_type, exception);
  EXPECT_EQ(code->exception(1).catch_type, 0);
  EXPECT_EQ(lines_of(*code), (Lines{{0, 10}, {3, 11}}));
  ASSERT_EQ(code->locals.size(), 2U);
  const LocalVariable i = *code->locals.begin();
  EXPECT_EQ(i.name, "i");
  EXPECT_EQ(i.descriptor, "I");
  EXPECT_EQ(i.start, 3);
  EXPECT_EQ(i.length, 2);
  EXPECT_EQ(i.slot, 1);
  EXPECT_TRUE(code->local_types.empty());
  EXPECT_EQ(code->stack_map.size(), 2U);
  EXPECT_EQ(code->attributes.size(), 3);
}

TEST_F(CodeTest, Bare) {
  const auto code = parse(two_instructions());
  ASSERT_TRUE(code) << code.error().describe();
  EXPECT_EQ(lines_of(*code), Lines());
  EXPECT_TRUE(code->lines.empty());
  EXPECT_TRUE(code->locals.empty());
  EXPECT_TRUE(code->stack_map.empty());
}

TEST_F(CodeTest, LinesSplitOverTables) {
  const auto code = parse(two_instructions()
                              .attribute("LineNumberTable", lines({}))
                              .attribute("LineNumberTable", lines({{1, 7}}))
                              .attribute("LineNumberTable", lines({}))
                              .attribute("LineNumberTable", lines({{0, 8}, {1, 9}})));
  ASSERT_TRUE(code) << code.error().describe();
  EXPECT_EQ(lines_of(*code), (Lines{{1, 7}, {0, 8}, {1, 9}}));
  EXPECT_EQ(code->lines.size(), 3U);
}

TEST_F(CodeTest, TablesOutliveTheMoveOfTheCode) {
  auto code = parse(two_instructions().attribute("LineNumberTable", lines({{0, 8}, {1, 9}})));
  ASSERT_TRUE(code);
  const Code moved = std::move(*code);
  EXPECT_EQ(lines_of(moved), (Lines{{0, 8}, {1, 9}}));
}

TEST_F(CodeTest, LocalVariableTypes) {
  const auto signature = writer_.utf8("Ljava/util/List<TT;>;");
  const auto code = parse(two_instructions().attribute(
      "LocalVariableTypeTable",
      ByteWriter().u2(1).u2(0).u2(2).u2(writer_.utf8("list")).u2(signature).u2(1)));
  ASSERT_TRUE(code) << code.error().describe();
  ASSERT_EQ(code->local_types.size(), 1U);
  EXPECT_EQ((*code->local_types.begin()).descriptor, "Ljava/util/List<TT;>;");
}

TEST_F(CodeTest, NarrowHeaderOfTheFirstVersions) {
  writer_.version(45, 2);
  writer_.method(0, "run", "()V")
      .attribute("Code", ByteWriter().u1(3).u1(4).u2(1).u1(0xB1).u2(0).u2(0));
  const auto code = parse();
  ASSERT_TRUE(code) << code.error().describe();
  EXPECT_EQ(code->max_stack, 3);
  EXPECT_EQ(code->max_locals, 4);
  EXPECT_EQ(code->bytecode.size(), 1U);
}

TEST_F(CodeTest, Empty) { EXPECT_EQ(why(ByteWriter()), "Code of method run()V: is cut short"); }

TEST_F(CodeTest, NoBytecode) {
  EXPECT_EQ(why(CodeWriter(0, 1)),
            "Code of method run()V: has 0 bytes of bytecode, not 1 to 65535");
}

TEST_F(CodeTest, TooMuchBytecode) {
  EXPECT_EQ(why(ByteWriter().u2(0).u2(1).u4(65536)),
            "Code of method run()V: has 65536 bytes of bytecode, not 1 to 65535");
}

TEST_F(CodeTest, BytecodeLongerThanTheAttribute) {
  EXPECT_EQ(why(ByteWriter().u2(0).u2(1).u4(100).u4(0)),
            "Code of method run()V: has 100 bytes of bytecode, which is 96 too many");
}

TEST_F(CodeTest, ArgumentsThatDoNotFit) {
  EXPECT_EQ(why(CodeWriter(0, 0).op(Opcode::kReturn)),
            "Code of method run()V: the arguments take 1 slot, max_locals is 0");
}

TEST_F(CodeTest, ExceptionTableCutShort) {
  EXPECT_EQ(why(ByteWriter().u2(0).u2(1).u4(1).u1(0xB1).u2(3).u4(0)),
            "Code of method run()V: the exception table is cut short");
}

TEST_F(CodeTest, ExceptionRangeBackwards) {
  EXPECT_EQ(why(two_instructions().raw_handler(1, 1, 0, 0)),
            "Code of method run()V: exception handler 0 guards 1 to 1 of 2 bytes");
}

TEST_F(CodeTest, ExceptionRangePastTheEnd) {
  EXPECT_EQ(why(two_instructions().raw_handler(0, 1, 0, 0).raw_handler(0, 3, 0, 0)),
            "Code of method run()V: exception handler 1 guards 0 to 3 of 2 bytes");
}

TEST_F(CodeTest, ExceptionHandlerPastTheEnd) {
  EXPECT_EQ(why(two_instructions().raw_handler(0, 2, 2, 0)),
            "Code of method run()V: exception handler 0 is at 2, past the code's end");
}

TEST_F(CodeTest, ExceptionOfAnotherKind) {
  EXPECT_EQ(why(two_instructions().raw_handler(0, 2, 0, 1)),
            "Code of method run()V: exception handler 0 catches constant 1 (Utf8), not a Class");
}

TEST_F(CodeTest, AttributesCutShort) {
  EXPECT_EQ(why(ByteWriter().u2(0).u2(1).u4(1).u1(0xB1).u2(0).u2(1).u2(1)),
            "the attributes of method run()V are cut short");
}

TEST_F(CodeTest, AttributesMissing) {
  EXPECT_EQ(why(ByteWriter().u2(0).u2(1).u4(1).u1(0xB1).u2(0)),
            "the attributes of method run()V are cut short");
}

TEST_F(CodeTest, BytesLeftOver) {
  EXPECT_EQ(why(ByteWriter().u2(0).u2(1).u4(1).u1(0xB1).u2(0).u2(0).u1(0)),
            "Code of method run()V: has 1 byte left over");
}

TEST_F(CodeTest, LinePastTheEnd) {
  EXPECT_EQ(why(two_instructions().attribute("LineNumberTable", lines({{0, 1}, {1, 2}, {912, 3}}))),
            "LineNumberTable of method run()V: entry 2 starts at 912, past the code's end");
}

TEST_F(CodeTest, LinesMiscounted) {
  EXPECT_EQ(why(two_instructions().attribute("LineNumberTable", ByteWriter().u2(2).u4(0))),
            "LineNumberTable of method run()V: has 6 bytes, which do not hold 2 entries");
}

TEST_F(CodeTest, LinesMiscountedTheOtherWay) {
  EXPECT_EQ(why(two_instructions().attribute("LineNumberTable", ByteWriter().u2(0).u4(0))),
            "LineNumberTable of method run()V: has 6 bytes, which do not hold 0 entries");
}

TEST_F(CodeTest, StackMapTwice) {
  EXPECT_EQ(why(two_instructions().attribute("StackMapTable", {}).attribute("StackMapTable", {})),
            "StackMapTable of method run()V: occurs a second time");
}

class LocalVariableTest : public CodeTest {
 protected:
  std::uint16_t name_ = writer_.utf8("x");
  std::uint16_t type_ = writer_.utf8("J");

  std::string why_local(std::uint16_t start, std::uint16_t length, std::uint16_t name_index,
                        std::uint16_t type_index, std::uint16_t slot) {
    return why(two_instructions().attribute(
        "LocalVariableTable",
        ByteWriter().u2(1).u2(start).u2(length).u2(name_index).u2(type_index).u2(slot)));
  }
};

TEST_F(LocalVariableTest, Good) { EXPECT_EQ(why_local(0, 2, name_, type_, 0), "nothing"); }

TEST_F(LocalVariableTest, StartsPastTheEnd) {
  EXPECT_EQ(why_local(2, 0, name_, type_, 0),
            "LocalVariableTable of method run()V: entry 0 starts at 2, past the code's end");
}

TEST_F(LocalVariableTest, EndsPastTheEnd) {
  EXPECT_EQ(why_local(1, 65535, name_, type_, 0),
            "LocalVariableTable of method run()V: entry 0 ends at 65536, past the code's end");
}

TEST_F(LocalVariableTest, Name) {
  EXPECT_EQ(why_local(0, 1, 2, type_, 0),
            "LocalVariableTable of method run()V: entry 0 has constant 2 for a name");
}

TEST_F(LocalVariableTest, Type) {
  EXPECT_EQ(why_local(0, 1, name_, name_, 0),
            "LocalVariableTable of method run()V: entry 0 has constant 5 for a type");
}

TEST_F(LocalVariableTest, Slot) {
  EXPECT_EQ(why_local(0, 1, name_, type_, 1),
            "LocalVariableTable of method run()V: entry 0 has slot 1 of 2");
}

}  // namespace
}  // namespace heddle::classfile
