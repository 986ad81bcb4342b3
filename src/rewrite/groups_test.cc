#include "rewrite/groups.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "classfile/class_file.h"
#include "classfile/class_writer_test_only.h"
#include "classfile/code.h"
#include "classfile/opcode.h"
#include "rewrite/rewrite.h"

namespace heddle::rewrite {
namespace {

using classfile::ClassFile;
using classfile::ClassWriter;
using classfile::CodeWriter;
using classfile::Opcode;

// A class a/B with plain fields x and y and a volatile one.
class Groups : public testing::Test {
 protected:
  Groups() {
    for (const char* const plain : {"x", "y"}) writer.field(0, plain, "F");
    writer.field(classfile::kAccVolatile, "v", "F");
  }

  std::vector<Group> find(const CodeWriter& code, const std::string& method = "m",
                          std::uint32_t from = 0) {
    writer.method(0, method, "(La/B;F)V").code(code);
    bytes = writer.finish();
    const auto file = ClassFile::parse(bytes);
    EXPECT_TRUE(file);
    const auto parsed = classfile::parse_code(*file, file->methods()[0]);
    EXPECT_TRUE(parsed);
    return find_groups(*file, file->methods()[0], *parsed, from,
                       [this](std::uint32_t offset) { return offset != unwanted; });
  }

  // The offsets of each, with its variable.
  static std::string text(const std::vector<Group>& groups) {
    std::string out;
    for (const Group& group : groups) {
      out += (out.empty() ? "" : "; ") + std::to_string(group.local) + ":";
      for (const std::uint32_t offset : group.offsets) out += " " + std::to_string(offset);
    }
    return out;
  }

  ClassWriter writer{"a/B"};
  std::vector<std::uint8_t> bytes;
  std::uint32_t unwanted = ~0U;
  std::uint16_t x = writer.field_ref("a/B", "x", "F"), y = writer.field_ref("a/B", "y", "F");
};

// `x` times the argument, then `y`: 0 aload_0, 1 dup, 2 getfield, 5 fload_2, 6 fmul, 7 putfield …
CodeWriter& scale(CodeWriter& code, std::uint16_t field) {
  return code.op(Opcode::kAload0)
      .op(Opcode::kDup)
      .op(Opcode::kGetfield, field)
      .op(Opcode::kFload2)
      .op(Opcode::kFmul)
      .op(Opcode::kPutfield, field);
}

TEST_F(Groups, TakesWhatComesStraightBehindEachOther) {
  CodeWriter code(4, 3);
  scale(code, x);
  scale(code, y).op(Opcode::kReturn);
  EXPECT_EQ(text(find(code)), "0: 2 7 12 17");
}

TEST_F(Groups, LeavesOutWhatHasNoProbe) {
  CodeWriter code(4, 3);
  scale(code, x);
  scale(code, y).op(Opcode::kReturn);
  unwanted = 7;
  EXPECT_EQ(text(find(code)), "0: 2 12 17");
}

TEST_F(Groups, EndsAtCalls) {
  CodeWriter code(4, 3);
  scale(code, x).op(Opcode::kInvokestatic, writer.method_ref("a/B", "other", "()V"));  // 10
  scale(code, y).op(Opcode::kReturn);
  EXPECT_EQ(text(find(code)), "0: 2 7; 0: 15 20");
}

TEST_F(Groups, GoesOnBehindArithmetic) {
  CodeWriter code(4, 3);
  scale(code, x)
      .op(Opcode::kDconst0)
      .op(Opcode::kInvokestatic, writer.method_ref("java/lang/Math", "sqrt", "(D)D"))
      .op(Opcode::kPop2);
  scale(code, y).op(Opcode::kReturn);
  EXPECT_EQ(text(find(code)), "0: 2 7 17 22");
}

TEST_F(Groups, EndsWhereControlComesFromElsewhere) {
  CodeWriter code(4, 3);
  scale(code, x);
  code.label("again");
  scale(code, y).op(Opcode::kFload2).op(Opcode::kF2i).branch(Opcode::kIfeq, "again");
  code.op(Opcode::kReturn);
  EXPECT_EQ(text(find(code)), "0: 2 7; 0: 12 17");
}

TEST_F(Groups, EndsWhereControlMayLeave) {
  CodeWriter code(4, 3);
  scale(code, x).op(Opcode::kFload2).op(Opcode::kF2i).branch(Opcode::kIfeq, "end");  // 12
  scale(code, y).label("end").op(Opcode::kReturn);
  EXPECT_EQ(text(find(code)), "0: 2 7; 0: 17 22");
}

TEST_F(Groups, EndsAtVolatileFields) {
  CodeWriter code(4, 3);
  const auto field = writer.field_ref("a/B", "v", "F");
  scale(code, x).op(Opcode::kAload0).op(Opcode::kGetfield, field).op(Opcode::kPop);  // 11
  scale(code, y).op(Opcode::kReturn);
  EXPECT_EQ(text(find(code)), "0: 2 7; 0: 17 22");
}

// Which may be volatile.
TEST_F(Groups, EndsAtFieldsOfOthers) {
  CodeWriter code(4, 3);
  const auto field = writer.field_ref("a/C", "x", "F");
  scale(code, x).op(Opcode::kAload0).op(Opcode::kGetfield, field).op(Opcode::kPop);  // 11
  scale(code, y).op(Opcode::kReturn);
  EXPECT_EQ(text(find(code)), "0: 2 7; 0: 17 22");
}

// An object that may be null may throw the first time only.
TEST_F(Groups, HasSeveralObjectsAtOnce) {
  CodeWriter code(4, 3);
  for (const std::uint16_t field : {x, y})
    code.op(Opcode::kAload0)
        .op(Opcode::kAload0)
        .op(Opcode::kGetfield, field)  // 2
        .op(Opcode::kAload1)
        .op(Opcode::kGetfield, field)  // 6
        .op(Opcode::kFadd)
        .op(Opcode::kPutfield, field);  // 10
  code.op(Opcode::kReturn);
  EXPECT_EQ(text(find(code)), "1: 6 19; 0: 10 15 23");
}

TEST_F(Groups, EndsWhereTheVariableChanges) {
  CodeWriter code(4, 3);
  code.op(Opcode::kAload1).op(Opcode::kGetfield, x).op(Opcode::kPop);
  code.op(Opcode::kAload0).op(Opcode::kAstore1);
  code.op(Opcode::kAload1).op(Opcode::kGetfield, y).op(Opcode::kPop).op(Opcode::kReturn);
  EXPECT_EQ(text(find(code)), "");
}

TEST_F(Groups, EndsAtWhatMayThrow) {
  CodeWriter code(4, 3);
  scale(code, x).op(Opcode::kIconst1).op(Opcode::kIconst0).op(Opcode::kIdiv).op(Opcode::kPop);
  scale(code, y).op(Opcode::kReturn);
  EXPECT_EQ(text(find(code)), "0: 2 7; 0: 16 21");
}

TEST_F(Groups, BeginsBehindTheConstructorOfTheSuperclass) {
  CodeWriter code(4, 3);
  code.op(Opcode::kAload0).op(Opcode::kFload2).op(Opcode::kPutfield, x);  // 2
  code.op(Opcode::kAload0)
      .op(Opcode::kInvokespecial, writer.method_ref("java/lang/Object", "<init>", "()V"));  // 6
  for (const std::uint16_t field : {x, y})
    code.op(Opcode::kAload0).op(Opcode::kFload2).op(Opcode::kPutfield, field);  // 11, 16
  code.op(Opcode::kReturn);
  EXPECT_EQ(text(find(code, "<init>", 6)), "0: 11 16");
}

class Numbered final : public Sites {
 public:
  std::uint32_t add(const ClassFile& /*file*/, const Site& site) override {
    all.push_back(std::to_string(site.offset) + (site.action == Action::kRead ? " read" : "") +
                  (site.action == Action::kWrite ? " write" : "") +
                  (site.action == Action::kGroup ? " all " + std::to_string(site.members) : ""));
    return static_cast<std::uint32_t>(all.size() - 1);
  }
  std::vector<std::string> all;
};

TEST_F(Groups, HaveOneProbeAndTheSitesOfAll) {
  CodeWriter code(4, 3);
  scale(code, x);
  scale(code, y).op(Opcode::kReturn);
  find(code);
  Numbered sites;
  const Rewritten rewritten = rewrite(*ClassFile::parse(bytes), {}, sites);
  EXPECT_EQ(rewritten.probes, 1U);
  EXPECT_EQ(rewritten.accesses, 4U);
  EXPECT_EQ(sites.all,
            (std::vector<std::string>{"2 read", "7 write", "12 read", "17 write", "17 all 4"}));
}

// new StringBuilder(), given one text, and what `rest` does with it; the calls that nobody else
// sees.
std::set<std::uint32_t> fresh_calls(ClassWriter& writer, CodeWriter code) {
  writer.method(0, "m", "(La/B;F)V").code(std::move(code));
  const auto bytes = writer.finish();
  const auto file = ClassFile::parse(bytes);
  EXPECT_TRUE(file);
  const auto parsed = classfile::parse_code(*file, file->methods()[0]);
  EXPECT_TRUE(parsed);
  return find_fresh_calls(*file, file->methods()[0], *parsed);
}

struct Builders {
  ClassWriter writer{"a/B"};
  std::uint16_t type = writer.class_constant("java/lang/StringBuilder");
  std::uint16_t made = writer.method_ref("java/lang/StringBuilder", "<init>", "()V");
  std::uint16_t append = writer.method_ref("java/lang/StringBuilder", "append",
                                           "(Ljava/lang/Object;)Ljava/lang/StringBuilder;");
  std::uint16_t text =
      writer.method_ref("java/lang/StringBuilder", "toString", "()Ljava/lang/String;");

  CodeWriter begin() {
    CodeWriter code(4, 4);
    code.op(Opcode::kNew, type).op(Opcode::kDup).op(Opcode::kInvokespecial, made);
    return code;
  }
};

TEST(FreshCalls, AreThoseOfABuilderOnTheStack) {
  Builders all;
  CodeWriter code = all.begin();
  code.op(Opcode::kAload1)
      .op(Opcode::kInvokevirtual, all.append)  // 8
      .op(Opcode::kAload1)
      .op(Opcode::kInvokevirtual, all.append)  // 12
      .op(Opcode::kInvokevirtual, all.text)    // 15
      .op(Opcode::kPop)
      .op(Opcode::kReturn);
  EXPECT_EQ(fresh_calls(all.writer, code), (std::set<std::uint32_t>{4, 8, 12, 15}));
}

TEST(FreshCalls, EndWhereTheBuilderIsKept) {
  Builders all;
  CodeWriter code = all.begin();
  code.op(Opcode::kDup)
      .op(Opcode::kAstore3)  // as if for another thread
      .op(Opcode::kAload1)
      .op(Opcode::kInvokevirtual, all.append)
      .op(Opcode::kPop)
      .op(Opcode::kAload3)
      .op(Opcode::kInvokevirtual, all.text)
      .op(Opcode::kPop)
      .op(Opcode::kReturn);
  EXPECT_EQ(fresh_calls(all.writer, code), (std::set<std::uint32_t>{4}));
}

TEST(FreshCalls, EndWhereTheBuilderIsAnArgument) {
  Builders all;
  CodeWriter code = all.begin();
  code.op(Opcode::kDup)
      .op(Opcode::kDup)
      .op(Opcode::kInvokevirtual, all.append)
      .op(Opcode::kInvokevirtual, all.text)
      .op(Opcode::kPop)
      .op(Opcode::kPop)
      .op(Opcode::kReturn);
  EXPECT_EQ(fresh_calls(all.writer, code), (std::set<std::uint32_t>{4}));
}

}  // namespace
}  // namespace heddle::rewrite
