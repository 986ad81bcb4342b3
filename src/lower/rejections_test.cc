// Code the JVM would not run either is refused, each kind with its own words.
#include <gtest/gtest.h>

#include <string>

#include "classfile/class_writer_test_only.h"
#include "lower/assembler_test_only.h"

namespace heddle::lower {
namespace {

using classfile::ClassWriter;
using classfile::CodeWriter;

// The class's only method, with code as it stands.
std::string refused(ClassWriter& writer, const CodeWriter& code) {
  writer.method(classfile::kAccStatic, "f", "()V").code(code);
  const std::string text = LoweredClass(writer).text("f");
  const std::string before = "error: method f()V: ";
  EXPECT_TRUE(text.starts_with(before)) << text;
  return text.substr(before.size());
}

std::string refused(const CodeWriter& code) {
  ClassWriter writer("C");
  return refused(writer, code);
}

TEST(Rejections, FallsOffItsEnd) {
  EXPECT_EQ(rejection("()V", "nop"), "code falls off its end at instruction 0");
  EXPECT_EQ(rejection("()V", "goto end; start: return; end: iconst_0; ifeq start"),
            "code falls off its end at instruction 5");
  EXPECT_EQ(rejection("(La/B;)V", "goto end; start: return; end: aload_0; ifnull start"),
            "code falls off its end at instruction 5");
}

TEST(Rejections, StackUnderflow) {
  EXPECT_EQ(rejection("()I", "ireturn"), "the stack is empty at instruction 0");
  EXPECT_EQ(rejection("()V", "iconst_0; iadd; return"), "the stack is empty at instruction 1");
  EXPECT_EQ(rejection("()V", "iconst_0; swap; return"), "the stack is empty at instruction 1");
  EXPECT_EQ(rejection("()V", "pop; return"),
            "the stack does not hold what is to be popped at instruction 0");
  EXPECT_EQ(rejection("()V", "dup; return"),
            "the stack does not hold what is to be duplicated at instruction 0");
  EXPECT_EQ(rejection("()V", "iconst_0; invokestatic a/B.m (II)V; return"),
            "the stack holds too few arguments at instruction 1");
  EXPECT_EQ(rejection("()V", "invokevirtual a/B.m ()V; return"),
            "the stack holds too few arguments at instruction 0");
  EXPECT_EQ(rejection("()V", "iconst_0; multianewarray [[I 2; return"),
            "the stack holds too few lengths at instruction 1");
}

TEST(Rejections, StackOverflow) {
  EXPECT_EQ(rejection("()V", "iconst_0; iconst_0; return", {.stack = 1}),
            "the stack overflows at instruction 1");
  EXPECT_EQ(rejection("()V", "iconst_0; dup; return", {.stack = 1}),
            "the stack overflows at instruction 1");
  EXPECT_EQ(rejection("(I)V", "iload_0; return", {.stack = 0}),
            "the stack overflows at instruction 0");
  EXPECT_EQ(rejection("()V", "jsr sub; sub: pop; return", {.stack = 0}),
            "the stack overflows at instruction 0");
}

TEST(Rejections, WrongKindsOnTheStack) {
  EXPECT_EQ(rejection("(J)V", "lload_0; iconst_0; iadd; return"),
            "the stack holds a long where an int is wanted at instruction 2");
  EXPECT_EQ(rejection("(F)V", "fload_0; dneg; return"),
            "the stack holds a float where a double is wanted at instruction 1");
  EXPECT_EQ(rejection("(D)V", "dload_0; arraylength; return"),
            "the stack holds a double where a reference is wanted at instruction 1");
  EXPECT_EQ(rejection("(La/B;)V", "aload_0; ifeq end; end: return"),
            "the stack holds a reference where an int is wanted at instruction 1");
  EXPECT_EQ(rejection("(I)V", "iload_0; athrow"),
            "the stack holds an int where a reference is wanted at instruction 1");
  EXPECT_EQ(rejection("(La/B;I)V", "aload_0; iload_1; invokevirtual a/B.m (J)V; return"),
            "argument 1 is an int where a long is wanted at instruction 2");
  EXPECT_EQ(rejection("(I)V", "iload_0; invokevirtual a/B.m ()V; return"),
            "argument 0 is an int where a reference is wanted at instruction 1");
  EXPECT_EQ(rejection("(F)V", "fload_0; multianewarray [I 1; return"),
            "an array length is not an int at instruction 1");
}

TEST(Rejections, StoreOfTheWrongKindIntoTheLastLocal) {
  // A long would reach behind the locals.
  EXPECT_EQ(rejection("(J)V", "lload_0; istore_1; return", {.stack = 2, .locals = 2}),
            "the stack holds a long where an int is wanted at instruction 1");
}

TEST(Rejections, WrongKindsInLocals) {
  EXPECT_EQ(rejection("(I)V", "aload_0; pop; return"),
            "local 0 holds an int where a reference is wanted at instruction 0");
  EXPECT_EQ(rejection("(D)V", "lload_0; pop2; return"),
            "local 0 holds a double where a long is wanted at instruction 0");
  EXPECT_EQ(rejection("(F)V", "iinc 0 1; return"),
            "local 0 holds a float where an int is wanted at instruction 0");
}

TEST(Rejections, LocalsOutOfRange) {
  const Limits two{.stack = 2, .locals = 2};
  EXPECT_EQ(rejection("()V", "iload_2; pop; return", two),
            "local 2 does not exist: the method has 2 at instruction 0");
  EXPECT_EQ(rejection("()V", "lconst_0; lstore_1; return", two),
            "local 1 does not exist: the method has 2 at instruction 1");
  EXPECT_EQ(rejection("()V", "wide iinc 65535 1; return", two),
            "local 65535 does not exist: the method has 2 at instruction 0");
}

TEST(Rejections, TooManyArguments) {
  EXPECT_EQ(lowered("(JIJ)V", "return", {.stack = 0, .locals = 4}),
            "error: Code of method f(JIJ)V: the arguments take 5 slots, max_locals is 4");
}

TEST(Rejections, ReadBeforeWritten) {
  EXPECT_EQ(rejection("()I", "iload_0; ireturn"),
            "local 0 is read before it is written at instruction 0");
  EXPECT_EQ(rejection("(J)I", "iload_1; ireturn"),
            "local 1 is read before it is written at instruction 0");
}

TEST(Rejections, ReadBeforeWrittenOnOnePath) {
  EXPECT_EQ(rejection("(I)I", "iload_0; ifeq end; iconst_1; istore_1; end: iload_1; ireturn"),
            "local 1 is read before it is written");
  EXPECT_EQ(rejection("()I",
                      "from: invokestatic C.g ()V; iconst_1; istore_0; invokestatic C.g ()V; "
                      "to: iload_0; ireturn; handler: pop; iload_0; ireturn; "
                      ".catch from to handler"),
            "local 0 is read before it is written");
}

TEST(Rejections, HalfWrittenLongsAreGone) {
  EXPECT_EQ(rejection("(J)J", "iconst_0; istore_1; lload_0; lreturn"),
            "local 0 is read before it is written at instruction 2");
  EXPECT_EQ(rejection("(J)J", "head: lload_0; lstore_2; iconst_0; istore_1; goto head"),
            "local 0 is read before it is written");
  EXPECT_EQ(rejection("(JI)J", "iconst_0; i2l; lstore_1; lload_0; lreturn"),
            "local 0 is read before it is written at instruction 3");
  EXPECT_EQ(rejection("(IJ)J", "iload_0; i2l; lstore_0; lload_1; lreturn"),
            "local 1 is read before it is written at instruction 3");
}

TEST(Rejections, DifferentKindsMeet) {
  EXPECT_EQ(rejection("(I)I",
                      "iload_0; ifeq other; iconst_1; istore_1; goto end; "
                      "other: fconst_1; fstore_1; end: iload_1; ireturn"),
            "local 1 holds an int or a float where paths meet");
  EXPECT_EQ(rejection("(I)I",
                      "iload_0; ifeq other; lconst_1; goto end; other: aconst_null; "
                      "end: pop2; iconst_0; ireturn"),
            "stack entry 0 holds a long or a reference where paths meet");
  EXPECT_EQ(rejection("(I)V", "head: iload_0; pop; aconst_null; astore_0; goto head"),
            "local 0 holds an int or a reference where paths meet");
}

TEST(Rejections, StackDepthsDiffer) {
  EXPECT_EQ(rejection("(I)V", "iload_0; ifeq end; iconst_1; end: return"),
            "stack depth is 0 or 1 where paths meet");
  // A loop that leaves something behind, or takes something away, each time round.
  EXPECT_EQ(rejection("()V", "nop; head: iconst_0; goto head"),
            "stack depth is 0 or 1 where paths meet");
  EXPECT_EQ(rejection("()V", "iconst_0; head: pop; goto head"),
            "stack depth is 1 or 0 where paths meet");
}

TEST(Rejections, Branches) {
  EXPECT_EQ(refused(CodeWriter(1, 1).raw({0xA7, 0x00, 0x04, 0xB1})),
            "a branch leads out of the code at instruction 0");
  EXPECT_EQ(refused(CodeWriter(1, 1).raw({0xA7, 0xFF, 0xFF, 0xB1})),
            "a branch leads out of the code at instruction 0");
  EXPECT_EQ(refused(CodeWriter(1, 1).raw({0xA7, 0x00, 0x02, 0xB1})),
            "a branch leads into the middle of an instruction at instruction 2");
  EXPECT_EQ(refused(CodeWriter(1, 1).raw({0xC8, 0x80, 0x00, 0x00, 0x00, 0xB1})),
            "a branch leads out of the code at instruction 0");
}

TEST(Rejections, ExceptionTables) {
  EXPECT_EQ(refused(CodeWriter(1, 1).raw({0x11, 0x00, 0x00, 0x57, 0xB1}).raw_handler(0, 2, 3, 0)),
            "exception table entry 0 names the middle of an instruction at instruction 2");
  ClassWriter writer("C");
  const auto array = writer.class_constant("[La/E;");
  EXPECT_EQ(refused(writer, CodeWriter(1, 1).raw({0x00, 0xB1}).raw_handler(0, 1, 1, array)),
            "exception table entry 0 catches an array at instruction 0");
}

TEST(Rejections, BrokenInstructions) {
  EXPECT_EQ(refused(CodeWriter(1, 1).raw({0xCB})), "unknown opcode 203 at instruction 0");
  EXPECT_EQ(refused(CodeWriter(1, 1).raw({0x00, 0x11, 0x00})),
            "malformed or truncated sipush at instruction 1");
  EXPECT_EQ(refused(CodeWriter(1, 1).raw({0xC4, 0x00})),
            "malformed or truncated wide at instruction 0");
  EXPECT_EQ(refused(CodeWriter(1, 1).raw({0xAA, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0})),
            "malformed or truncated tableswitch at instruction 0");
}

TEST(Rejections, SwitchKeys) {
  EXPECT_EQ(rejection("(I)V", "iload_0; lookupswitch 2 end 1 end end; end: return"),
            "the keys of a lookupswitch do not ascend at instruction 1");
  EXPECT_EQ(rejection("(I)V", "iload_0; lookupswitch 2 end 2 end end; end: return"),
            "the keys of a lookupswitch do not ascend at instruction 1");
}

TEST(Rejections, Returns) {
  EXPECT_EQ(rejection("()V", "iconst_0; ireturn"),
            "returns an int from a method that returns nothing at instruction 1");
  EXPECT_EQ(rejection("()J", "return"),
            "returns nothing from a method that returns a long at instruction 0");
  EXPECT_EQ(rejection("()La/B;", "fconst_0; freturn"),
            "returns a float from a method that returns a reference at instruction 1");
}

TEST(Rejections, ArrayCreation) {
  EXPECT_EQ(rejection("()V", "iconst_0; newarray 3; pop; return"),
            "newarray of unknown type 3 at instruction 1");
  EXPECT_EQ(rejection("()V", "iconst_0; newarray 12; pop; return"),
            "newarray of unknown type 12 at instruction 1");
  EXPECT_EQ(rejection("()V", "new [I; pop; return"), "new of an array type at instruction 0");
  EXPECT_EQ(rejection("()V", "iconst_0; multianewarray [I 2; pop; return"),
            "multianewarray of 2 dimensions out of 1 at instruction 1");
  EXPECT_EQ(rejection("()V", "iconst_0; multianewarray [I 0; pop; return"),
            "multianewarray of 0 dimensions out of 1 at instruction 1");
  EXPECT_EQ(rejection("()V", "iconst_0; multianewarray a/B 1; pop; return"),
            "multianewarray of 1 dimensions out of 0 at instruction 1");
  EXPECT_EQ(rejection("()V", "iconst_0; anewarray " + std::string(255, '[') + "I; pop; return"),
            "an array of more than 255 dimensions at instruction 1");
}

TEST(Rejections, ArraysOfOtherElements) {
  EXPECT_EQ(rejection("([J)I", "aload_0; iconst_0; iaload; ireturn"),
            "takes a long[] for an array of int at instruction 2");
  EXPECT_EQ(rejection("([S)V", "aload_0; iconst_0; iconst_0; castore; return"),
            "takes a short[] for an array of char at instruction 3");
  EXPECT_EQ(rejection("([I)V", "aload_0; iconst_0; aaload; pop; return"),
            "takes a int[] for an array of reference at instruction 2");
  EXPECT_EQ(rejection("([[I)V", "aload_0; iconst_0; iaload; pop; return"),
            "takes a int[][] for an array of int at instruction 2");
  // Known only when all paths are.
  EXPECT_EQ(rejection("(I[D)I",
                      "iload_0; ifeq other; aload_1; goto end; other: aconst_null; "
                      "end: iconst_0; iaload; ireturn"),
            "takes a double[] for an array of int at instruction 10");
}

TEST(Rejections, ConstantsOfOtherKinds) {
  ClassWriter writer("C");
  const std::string text = std::to_string(writer.utf8("x"));
  EXPECT_EQ(rejection(writer, "()V", "getstatic #" + text + "; return"),
            "getstatic names constant " + text + ", which is Utf8, not Fieldref at instruction 0");
  const auto other = [](const std::string& code) { return rejection("()V", code + "; return"); };
  EXPECT_EQ(other("invokestatic #2"),
            "invokestatic names constant 2, which is Class, not Methodref at instruction 0");
  EXPECT_EQ(other("invokevirtual #0"),
            "invokevirtual names constant 0, which is nothing, not Methodref at instruction 0");
  EXPECT_EQ(other("invokeinterface #2"),
            "invokeinterface names constant 2, which is Class, not InterfaceMethodref at "
            "instruction 0");
  EXPECT_EQ(other("invokedynamic #2"),
            "invokedynamic names constant 2, which is Class, not InvokeDynamic at instruction 0");
  EXPECT_EQ(other("new #1"), "new names constant 1, which is Utf8, not Class at instruction 0");
  EXPECT_EQ(other("aconst_null; checkcast #65535"),
            "checkcast names constant 65535, which is nothing, not Class at instruction 1");
}

TEST(Rejections, InterfaceMethodsByVirtualCallAndBack) {
  ClassWriter writer("C");
  const std::string method = std::to_string(writer.interface_method_ref("a/I", "m", "()V"));
  EXPECT_EQ(rejection(writer, "()V", "aconst_null; invokevirtual #" + method + "; return"),
            "invokevirtual names constant " + method +
                ", which is InterfaceMethodref, not Methodref at instruction 1");
}

}  // namespace
}  // namespace heddle::lower
