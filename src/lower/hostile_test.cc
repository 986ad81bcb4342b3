// Class files made to be expensive are lowered or refused in little time and memory. The limits
// here are generous: sanitizers are slow, and what is meant by little is not minutes or gigabytes.
#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "classfile/class_file.h"
#include "classfile/class_writer_test_only.h"
#include "classfile/constant_pool.h"
#include "classfile/opcode.h"
#include "ir/class.h"
#include "lower/assembler_test_only.h"

namespace heddle::lower {
namespace {

using classfile::ClassWriter;
using classfile::CodeWriter;
using classfile::Opcode;

class Hostile : public testing::Test {
 protected:
  // Starts the watch anew when the class file is written; that is not what is measured.
  std::string lowered(const std::string& descriptor, const CodeWriter& code) {
    writer_.method(classfile::kAccStatic, "f", descriptor).code(code);
    const std::vector<std::uint8_t> bytes = writer_.finish();
    begin_ = std::chrono::steady_clock::now();
    LoweredClass lowered(bytes);
    std::string text = lowered.text("f");
    const std::string before = "error: method f" + descriptor + ": ";
    return text.starts_with(before) ? text.substr(before.size()) : text;
  }
  void TearDown() override {
    EXPECT_LT(std::chrono::steady_clock::now() - begin_, std::chrono::seconds(60));
  }
  static std::string label(char kind, unsigned number) { return kind + std::to_string(number); }

  ClassWriter writer_{"C"};
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

// Each block may go back to the one before, so what the first reads is live in all of them, and
// what the last writes flows back through all of them.
TEST_F(Hostile, ChainsOfBackEdges) {
  CodeWriter code(2, 4);
  code.op(Opcode::kAconstNull).op(Opcode::kAstore1);
  constexpr unsigned kBlocks = 9'000;
  for (unsigned i = 0; i < kBlocks; ++i) {
    code.label(label('b', i));
    if (i == 0) code.op(Opcode::kAload1).op(Opcode::kPop);
    code.op(Opcode::kIload0).branch(Opcode::kIfeq, label('b', i == 0 ? 0 : i - 1));
  }
  code.op(Opcode::kNew, writer_.class_constant("a/B")).op(Opcode::kAstore1);
  code.branch(Opcode::kGoto, label('b', kBlocks - 1));
  const std::string text = lowered("(I)V", code);
  EXPECT_NE(text.find(" : a.B\n"), std::string::npos) << text.substr(0, 500);
}

TEST_F(Hostile, DeepStacksOverManyBlocks) {
  CodeWriter code(40'000, 1);
  for (unsigned i = 0; i < 39'000; ++i) code.op(Opcode::kIconst0);
  for (unsigned i = 0; i < 6'000; ++i)
    code.label(label('b', i)).op(Opcode::kIconst0).branch(Opcode::kIfeq, label('b', i));
  code.op(Opcode::kReturn);
  EXPECT_TRUE(lowered("()V", code).starts_with("too complex: "));
}

TEST_F(Hostile, ManyLocalsOverManyBlocks) {
  CodeWriter code(1, 65'535);
  for (unsigned i = 0; i < 15'000; ++i)
    code.label(label('b', i)).op(Opcode::kIconst0).branch(Opcode::kIfeq, label('b', i));
  code.op(Opcode::kReturn);
  EXPECT_EQ(lowered("()V", code), "too complex: 15001 blocks over 65535 locals");
}

TEST_F(Hostile, ManyHandlersOverManyBlocksAndLocals) {
  constexpr unsigned kHandlers = 1'000;
  constexpr unsigned kLocals = 4'000;
  CodeWriter code(1, kLocals);
  for (unsigned i = 0; i < kLocals; ++i)
    code.op(Opcode::kIconst0).wide(Opcode::kIstore, static_cast<std::uint16_t>(i));
  const auto call = writer_.method_ref("C", "g", "()V");
  code.label("from");
  for (unsigned i = 0; i < kHandlers; ++i)
    code.op(Opcode::kInvokestatic, call).wide(Opcode::kIinc, static_cast<std::uint16_t>(i), 1);
  code.label("to").op(Opcode::kReturn);
  for (unsigned i = 0; i < kHandlers; ++i)
    code.label(label('h', i)).op(Opcode::kPop).branch(Opcode::kGotoW, "all");
  code.label("all");
  for (unsigned i = 0; i < kLocals; ++i)
    code.wide(Opcode::kIload, static_cast<std::uint16_t>(i)).op(Opcode::kPop);
  code.op(Opcode::kReturn);
  for (unsigned i = 0; i < kHandlers; ++i)
    code.handler("from", "to", label('h', i), writer_.class_constant("a/E" + std::to_string(i)));
  EXPECT_TRUE(lowered("()V", code).starts_with("too complex: "));
}

TEST_F(Hostile, HugeExceptionTables) {
  constexpr unsigned kTypes = 30'000;
  CodeWriter code(1, 1);
  const auto call = writer_.method_ref("C", "g", "()V");
  for (unsigned i = 0; i < 2'000; ++i) code.label(label('c', i)).op(Opcode::kInvokestatic, call);
  code.label("to").op(Opcode::kReturn).label("handler").op(Opcode::kPop).op(Opcode::kReturn);
  for (unsigned i = 0; i < kTypes; ++i)
    code.handler(label('c', i % 1'000), "to", "handler",
                 writer_.class_constant("a/E" + std::to_string(i)));
  EXPECT_TRUE(lowered("()V", code).starts_with("too complex: "));
}

TEST_F(Hostile, AHundredThousandBoundaries) {
  CodeWriter code(1, 1);
  for (unsigned i = 0; i < 20'000; ++i) code.label(label('n', i)).op(Opcode::kNop);
  code.label("to").op(Opcode::kReturn).label("handler").op(Opcode::kPop).op(Opcode::kReturn);
  for (unsigned i = 0; i < 20'000; ++i) code.handler(label('n', i), "to", "handler");
  EXPECT_EQ(lowered("()V", code), "too complex: 20000 exception table entries");
}

TEST_F(Hostile, OneValueUnderManyNames) {
  constexpr unsigned kNames = 8'000;
  CodeWriter code(1, kNames);
  code.label("from");
  for (unsigned i = 0; i < kNames; ++i)
    code.op(Opcode::kAload0).wide(Opcode::kAstore, static_cast<std::uint16_t>(i));
  code.op(Opcode::kReturn).label("to").op(Opcode::kNop);
  for (unsigned i = 0; i < kNames; ++i)
    code.local("name" + std::to_string(i), "La/B;", static_cast<std::uint16_t>(i), "from", "to");
  EXPECT_EQ(lowered("(La/B;)V", code), "\nb0:\n  %0 = parameter 0 : a.B\n  return\n");
}

// Loops, one inside the other, each of which needs no phi because the one inside needs none.
TEST_F(Hostile, PhisThatAreAllTheSame) {
  constexpr unsigned kLoops = 2'500;
  CodeWriter code(1, 2);
  code.op(Opcode::kAconstNull).op(Opcode::kAstore1);
  for (unsigned i = 0; i < kLoops; ++i) code.label(label('h', i)).op(Opcode::kNop);
  for (unsigned i = kLoops; i-- > 0;)
    code.op(Opcode::kAload1)
        .op(Opcode::kAstore1)
        .op(Opcode::kIload0)
        .branch(Opcode::kIfeq, label('h', i));
  code.op(Opcode::kReturn);
  const std::string text = lowered("(I)V", code);
  EXPECT_EQ(text.find("phi"), std::string::npos) << text.substr(0, 500);
}

TEST_F(Hostile, ManyCallsOfOneLongBootstrap) {
  const auto handle = writer_.method_handle(
      classfile::HandleKind::kInvokeStatic,
      writer_.method_ref("java/lang/runtime/ObjectMethods", "bootstrap", "()V"));
  const auto getter =
      writer_.method_handle(classfile::HandleKind::kGetField, writer_.field_ref("C", "f", "I"));
  std::vector<std::uint16_t> arguments(60'000, getter);
  arguments[0] = writer_.class_constant("C");
  arguments[1] = writer_.string("f");
  const auto bootstrap = writer_.bootstrap(handle, arguments);
  for (unsigned i = 0; i < 10'000; ++i)
    writer_.invoke_dynamic(bootstrap, "m" + std::to_string(i), "()V");
  const std::vector<std::uint8_t> bytes = writer_.finish();
  begin_ = std::chrono::steady_clock::now();
  LoweredClass lowered(bytes);
  ASSERT_EQ(lowered.error(), "");
  EXPECT_EQ(lowered.code().symbols.call_sites().size(), 10'000U);
  EXPECT_LT(lowered.code().arena.reserved(), std::size_t{64} << 20U);
}

}  // namespace
}  // namespace heddle::lower
