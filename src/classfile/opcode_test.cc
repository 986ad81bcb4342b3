#include "classfile/opcode.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include "classfile/class_writer_test_only.h"

namespace heddle::classfile {
namespace {

std::size_t length(const ByteWriter& code, std::size_t offset = 0) {
  return instruction_length(code.bytes(), offset);
}

constexpr std::uint64_t byte(Opcode opcode) { return static_cast<std::uint64_t>(opcode); }

TEST(Opcode, NumbersAndNamesAreTheSpecifications) {
  EXPECT_EQ(byte(Opcode::kAconstNull), 1U);
  EXPECT_EQ(byte(Opcode::kBipush), 0x10U);
  EXPECT_EQ(byte(Opcode::kIload), 0x15U);
  EXPECT_EQ(byte(Opcode::kIstore), 0x36U);
  EXPECT_EQ(byte(Opcode::kDup2X2), 0x5EU);
  EXPECT_EQ(byte(Opcode::kIinc), 0x84U);
  EXPECT_EQ(byte(Opcode::kTableswitch), 0xAAU);
  EXPECT_EQ(byte(Opcode::kGetstatic), 0xB2U);
  EXPECT_EQ(byte(Opcode::kMonitorenter), 0xC2U);
  EXPECT_EQ(byte(Opcode::kJsrW), 0xC9U);
  EXPECT_EQ(mnemonic(Opcode::kIfAcmpne), "if_acmpne");
  EXPECT_EQ(mnemonic(Opcode::kInvokedynamic), "invokedynamic");
}

TEST(Opcode, FixedLengths) {
  const struct {
    Opcode opcode;
    std::size_t length;
  } cases[] = {
      {Opcode::kNop, 1},           {Opcode::kBipush, 2},         {Opcode::kSipush, 3},
      {Opcode::kLdc, 2},           {Opcode::kLdc2W, 3},          {Opcode::kAload, 2},
      {Opcode::kIinc, 3},          {Opcode::kGoto, 3},           {Opcode::kGotoW, 5},
      {Opcode::kNewarray, 2},      {Opcode::kMultianewarray, 4}, {Opcode::kInvokeinterface, 5},
      {Opcode::kInvokedynamic, 5}, {Opcode::kInvokestatic, 3},   {Opcode::kRet, 2},
      {Opcode::kJsrW, 5},          {Opcode::kIfnull, 3},         {Opcode::kAreturn, 1}};
  for (const auto& [opcode, wanted] : cases) {
    const ByteWriter code = ByteWriter().u1(byte(opcode)).u8(0);
    EXPECT_EQ(length(code), wanted) << mnemonic(opcode);
    const base::Bytes bytes(code.bytes());
    EXPECT_EQ(instruction_length(bytes.first(wanted), 0), wanted) << mnemonic(opcode);
    EXPECT_EQ(instruction_length(bytes.first(wanted - 1), 0), 0U) << mnemonic(opcode);
  }
}

TEST(Opcode, Wide) {
  EXPECT_EQ(length(ByteWriter().u1(byte(Opcode::kWide)).u1(byte(Opcode::kLload)).u2(300)), 4U);
  EXPECT_EQ(length(ByteWriter().u1(byte(Opcode::kWide)).u1(byte(Opcode::kRet)).u2(300)), 4U);
  EXPECT_EQ(length(ByteWriter().u1(byte(Opcode::kWide)).u1(byte(Opcode::kIinc)).u4(0)), 6U);
  EXPECT_EQ(length(ByteWriter().u1(byte(Opcode::kWide)).u1(byte(Opcode::kIinc)).u2(0)), 0U);
  EXPECT_EQ(length(ByteWriter().u1(byte(Opcode::kWide)).u1(byte(Opcode::kNop)).u4(0)), 0U);
  EXPECT_EQ(length(ByteWriter().u1(byte(Opcode::kWide)).u1(0xFF).u4(0)), 0U);
  EXPECT_EQ(length(ByteWriter().u1(byte(Opcode::kWide))), 0U);
}

TEST(Opcode, SwitchesArePaddedFromTheBeginningOfTheCode) {
  for (std::size_t before = 0; before < 4; ++before) {
    CodeWriter table(1, 1);
    CodeWriter lookup(1, 1);
    for (std::size_t i = 0; i < before; ++i) {
      table.op(Opcode::kNop);
      lookup.op(Opcode::kNop);
    }
    table.label("x").table_switch(-1, {"x", "x", "x"}, "x").op(Opcode::kReturn);
    lookup.label("x").lookup_switch({{-5, "x"}, {7, "x"}}, "x").op(Opcode::kReturn);
    ClassWriter owner("A");
    const auto code_of = [&owner](const CodeWriter& writer) {
      const std::vector<std::uint8_t> all = writer.finish(owner).bytes();
      return std::vector<std::uint8_t>(all.begin() + 8, all.end() - 4);
    };
    const std::size_t padding = 3 - before;
    EXPECT_EQ(instruction_length(code_of(table), before), 1 + padding + 12 + 12);
    EXPECT_EQ(instruction_length(code_of(lookup), before), 1 + padding + 8 + 16);
  }
}

TEST(Opcode, SwitchesThatLie) {
  const auto table = [](std::uint32_t low, std::uint32_t high) {
    return ByteWriter().u1(byte(Opcode::kTableswitch)).u1(0).u2(0).u4(0).u4(low).u4(high).u4(0);
  };
  EXPECT_EQ(length(table(0, 0)), 20U);
  EXPECT_EQ(length(table(0, 1)), 0U);
  EXPECT_EQ(length(table(1, 0)), 0U);
  EXPECT_EQ(length(table(0x8000'0000, 0x7FFF'FFFF)), 0U);
  const auto lookup = [](std::uint32_t pairs) {
    return ByteWriter().u1(byte(Opcode::kLookupswitch)).u1(0).u2(0).u4(0).u4(pairs).u8(0);
  };
  EXPECT_EQ(length(lookup(0)), 12U);
  EXPECT_EQ(length(lookup(1)), 20U);
  EXPECT_EQ(length(lookup(2)), 0U);
  EXPECT_EQ(length(lookup(0xFFFF'FFFF)), 0U);
}

TEST(Opcode, NothingThere) {
  EXPECT_EQ(length(ByteWriter().u1(202)), 0U);
  EXPECT_EQ(length(ByteWriter().u1(0xFE)), 0U);
  EXPECT_EQ(length(ByteWriter().u1(0), 1), 0U);
  EXPECT_EQ(length(ByteWriter()), 0U);
}

}  // namespace
}  // namespace heddle::classfile
