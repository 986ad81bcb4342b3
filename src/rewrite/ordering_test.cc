#include "rewrite/ordering.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector>

#include "classfile/class_file.h"
#include "classfile/class_writer_test_only.h"
#include "classfile/opcode.h"
#include "rewrite/hook.h"
#include "rewrite/rewrite.h"

namespace heddle::rewrite {
namespace {

using classfile::ClassFile;
using classfile::ClassWriter;
using classfile::CodeWriter;
using classfile::Opcode;

TEST(Ordering, KnowsLocksVolatileWritesAndCalls) {
  ClassWriter writer("a/B");
  writer.field(classfile::kAccVolatile, "flag", "I");
  writer.field(0, "plain", "I");
  const auto flag = writer.field_ref("a/B", "flag", "I"),
             plain = writer.field_ref("a/B", "plain", "I"),
             add = writer.method_ref("a/Atomic", "add", "()V"),
             other = writer.method_ref("a/Atomic", "other", "()V");
  writer.method(classfile::kAccSynchronized, "guarded", "()V")
      .code(CodeWriter(4, 2).op(Opcode::kReturn));
  writer.method(0, "locks", "()V")
      .code(CodeWriter(4, 2)
                .op(Opcode::kAload0)
                .op(Opcode::kMonitorenter)
                .op(Opcode::kAload0)
                .op(Opcode::kMonitorexit)
                .op(Opcode::kReturn));
  writer.method(0, "writes", "()V")
      .code(CodeWriter(4, 2)
                .op(Opcode::kAload0)
                .op(Opcode::kIconst0)
                .op(Opcode::kPutfield, flag)
                .op(Opcode::kReturn));
  writer.method(0, "calls", "(La/Atomic;)V")
      .code(
          CodeWriter(4, 2).op(Opcode::kAload1).op(Opcode::kInvokevirtual, add).op(Opcode::kReturn));
  writer.method(0, "reads", "()V")
      .code(CodeWriter(4, 2)
                .op(Opcode::kAload0)
                .op(Opcode::kGetfield, flag)
                .op(Opcode::kPop)
                .op(Opcode::kReturn));
  writer.method(0, "plainly", "(La/Atomic;)V")
      .code(CodeWriter(4, 2)
                .op(Opcode::kAload0)
                .op(Opcode::kIconst0)
                .op(Opcode::kPutfield, plain)
                .op(Opcode::kAload1)
                .op(Opcode::kInvokevirtual, other)
                .op(Opcode::kReturn));
  const std::vector<std::uint8_t> bytes = writer.finish();
  const auto file = ClassFile::parse(bytes);
  ASSERT_TRUE(file) << file.error().describe();
  const Calls calls = {{call_key("a/Atomic", "add", "()V"), {}}};
  const bool wanted[] = {true, true, true, true, false, false};
  for (std::size_t each = 0; each < std::size(wanted); ++each)
    EXPECT_EQ(may_order(*file, file->methods()[each], calls), wanted[each])
        << file->methods()[each].name;
}

TEST(Ordering, KnowsHooksAtReturns) {
  ClassWriter writer("a/B");
  for (const char* const name : {"take", "put", "run"})
    writer.method(0, name, "()V").code(CodeWriter(4, 2).op(Opcode::kReturn));
  const std::vector<std::uint8_t> bytes = writer.finish();
  const auto file = ClassFile::parse(bytes);
  ASSERT_TRUE(file) << file.error().describe();
  Hook take, put, run;
  take.class_name = put.class_name = run.class_name = "a/B";
  take.method = "take";
  take.when = HookWhen::kReturn;
  put.method = "put";
  put.when = HookWhen::kEntry;
  run.method = "run";
  run.when = HookWhen::kLeave;
  const Hook hooks[] = {take, put, run};
  EXPECT_TRUE(tells_at_return(*file, file->methods()[0], hooks));
  EXPECT_FALSE(tells_at_return(*file, file->methods()[1], hooks));
  EXPECT_FALSE(tells_at_return(*file, file->methods()[2], hooks));
}

}  // namespace
}  // namespace heddle::rewrite
