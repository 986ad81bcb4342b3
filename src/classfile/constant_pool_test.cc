#include "classfile/constant_pool.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <expected>
#include <string>
#include <utility>
#include <vector>

#include "base/malformed.h"
#include "classfile/class_file.h"
#include "classfile/class_writer_test_only.h"

namespace heddle::classfile {
namespace {

// Constants 1 to 4 are the names and Class constants of the class and of java/lang/Object, so the
// first constant a test adds is number 5.
class ConstantPoolTest : public testing::Test {
 protected:
  ClassWriter writer_{"a/B"};
  std::vector<std::uint8_t> bytes_;

  std::expected<ClassFile, base::Malformed> parse() {
    bytes_ = writer_.finish();
    return ClassFile::parse(bytes_);
  }
  std::string why() {
    const auto file = parse();
    return file ? "nothing" : file.error().what;
  }
};

ByteWriter two(std::uint16_t a, std::uint16_t b) { return ByteWriter().u2(a).u2(b); }

TEST_F(ConstantPoolTest, EveryKind) {
  const auto text = writer_.utf8("text");
  const auto integer = writer_.integer(-7);
  const auto real = writer_.float_bits(0x3F80'0000);
  const auto wide = writer_.long_value(-1'000'000'000'000);
  const auto wide_real = writer_.double_bits(0x3FF0'0000'0000'0000);
  const auto array = writer_.class_constant("[La/B;");
  const auto string = writer_.string("hello");
  const auto field = writer_.field_ref("a/B", "count", "I");
  const auto method = writer_.method_ref("a/B", "run", "(J)V");
  const auto interface = writer_.interface_method_ref("a/I", "get", "()I");
  const auto handle = writer_.method_handle(HandleKind::kInvokeStatic, method);
  const auto type = writer_.method_type("(I)V");
  const auto bootstrap = writer_.bootstrap(handle, {string, integer});
  const auto dynamic = writer_.dynamic(bootstrap, "lazy", "I");
  const auto call = writer_.invoke_dynamic(bootstrap, "call", "()V");

  const auto file = parse();
  ASSERT_TRUE(file) << file.error().describe();
  const ConstantPool pool = file->pool();
  EXPECT_EQ(pool.tag(0), Tag::kNone);
  EXPECT_EQ(pool.tag(pool.size()), Tag::kNone);
  EXPECT_EQ(pool.tag(65535), Tag::kNone);
  EXPECT_EQ(pool.utf8(text), "text");
  EXPECT_EQ(pool.integer(integer), -7);
  EXPECT_EQ(pool.float_bits(real), 0x3F80'0000U);
  EXPECT_EQ(pool.long_value(wide), -1'000'000'000'000);
  EXPECT_EQ(pool.tag(static_cast<std::uint16_t>(wide + 1)), Tag::kNone);
  EXPECT_EQ(pool.double_bits(wide_real), 0x3FF0'0000'0000'0000U);
  EXPECT_EQ(pool.class_name(array), "[La/B;");
  EXPECT_EQ(pool.string(string), "hello");
  EXPECT_EQ(pool.tag(field), Tag::kFieldref);
  EXPECT_EQ(pool.member(field).name, "count");
  EXPECT_EQ(pool.member(field).descriptor, "I");
  EXPECT_EQ(pool.class_name(pool.member(field).owner), "a/B");
  EXPECT_EQ(pool.member(method).tag, Tag::kMethodref);
  EXPECT_EQ(pool.utf8(pool.member_name_index(method)), "run");
  EXPECT_EQ(pool.utf8(pool.member_descriptor_index(method)), "(J)V");
  EXPECT_EQ(pool.class_name(pool.member_owner_index(method)), "a/B");
  EXPECT_EQ(pool.member(interface).tag, Tag::kInterfaceMethodref);
  EXPECT_EQ(pool.method_handle(handle).kind, 6);
  EXPECT_EQ(pool.method_handle(handle).reference, method);
  EXPECT_EQ(pool.method_type(type), "(I)V");
  EXPECT_EQ(pool.dynamic(dynamic).bootstrap, 0);
  EXPECT_EQ(pool.dynamic(dynamic).name, "lazy");
  EXPECT_EQ(pool.dynamic(call).descriptor, "()V");
  EXPECT_EQ(pool.utf8(pool.dynamic_name_index(call)), "call");
  EXPECT_EQ(pool.utf8(pool.dynamic_descriptor_index(call)), "()V");
  EXPECT_TRUE(pool.is_loadable(dynamic));
  EXPECT_FALSE(pool.is_loadable(call));
  EXPECT_FALSE(pool.is_loadable(text));
  EXPECT_EQ(file->bootstrap_count(), 1);
  EXPECT_EQ(file->bootstrap(0).handle, handle);
  EXPECT_EQ(file->bootstrap(0).argument_count, 2);
  EXPECT_EQ(file->bootstrap(0).argument(0), string);
  EXPECT_EQ(file->bootstrap(0).argument(1), integer);
}

TEST_F(ConstantPoolTest, ViewsSurviveAMove) {
  writer_.integer(7);
  auto file = parse();
  const ConstantPool before = file->pool();
  const ClassFile moved = std::move(*file);
  EXPECT_EQ(before.integer(5), 7);
  EXPECT_EQ(moved.pool().integer(5), 7);
}

TEST_F(ConstantPoolTest, CountOfZero) {
  bytes_ = ByteWriter().u4(0xCAFE'BABE).u2(0).u2(61).u2(0).bytes();
  EXPECT_EQ(ClassFile::parse(bytes_).error().describe(),
            "the constant pool has a count of 0 at byte 8");
}

TEST_F(ConstantPoolTest, UnknownTag) {
  writer_.raw_constant(2, two(0, 0));
  EXPECT_EQ(why(), "constant 5 has the unknown tag 2");
}

TEST_F(ConstantPoolTest, CutShort) {
  bytes_ =
      ByteWriter().u4(0xCAFE'BABE).u2(0).u2(61).u2(3).u1(7).u2(2).u1(1).u2(10).raw("abc").bytes();
  EXPECT_EQ(ClassFile::parse(bytes_).error().describe(),
            "the file ends in constant 2 of 2 at byte 13");
  bytes_ = ByteWriter().u4(0xCAFE'BABE).u2(0).u2(61).u2(2).u1(5).u4(2).bytes();
  EXPECT_EQ(ClassFile::parse(bytes_).error().describe(),
            "the file ends in constant 1 of 1 at byte 10");
}

TEST_F(ConstantPoolTest, LongWithoutSecondHalf) {
  writer_.long_value(1);
  writer_.constant_count(6);
  EXPECT_EQ(why(), "constant 5 (Long): no room for its second half");
}

TEST_F(ConstantPoolTest, TextThatIsNotModifiedUtf8) {
  writer_.utf8("\xFF");
  EXPECT_EQ(why(), "constant 5 (Utf8): not modified UTF-8");
}

TEST_F(ConstantPoolTest, OverlongTextIsForOldFiles) {
  writer_.utf8("\xC1\x81");
  EXPECT_EQ(why(), "constant 5 (Utf8): not modified UTF-8");
  writer_.version(47);
  EXPECT_EQ(why(), "nothing");
}

TEST_F(ConstantPoolTest, ConstantsNewerThanTheFile) {
  writer_.method_type("()V");
  writer_.version(50);
  EXPECT_EQ(why(), "constant 6 (MethodType): needs class-file version 51, this is 50");
}

TEST_F(ConstantPoolTest, DynamicNeedsVersion55) {
  writer_.dynamic(0, "x", "I");
  writer_.version(54);
  EXPECT_EQ(why(), "constant 8 (Dynamic): needs class-file version 55, this is 54");
}

TEST_F(ConstantPoolTest, ReferenceOutOfRange) {
  writer_.raw_constant(8, ByteWriter().u2(99));
  EXPECT_EQ(why(), "constant 5 (String): its text is constant 99 of 5");
}

TEST_F(ConstantPoolTest, ReferenceToItself) {
  writer_.raw_constant(7, ByteWriter().u2(5));
  EXPECT_EQ(why(), "constant 5 (Class): its name, constant 5, is Class, not Utf8");
}

TEST_F(ConstantPoolTest, ReferenceToTheSecondHalfOfALong) {
  writer_.long_value(1);
  writer_.raw_constant(8, ByteWriter().u2(6));
  EXPECT_EQ(why(), "constant 7 (String): its text, constant 6, is nothing, not Utf8");
}

TEST_F(ConstantPoolTest, ClassName) {
  writer_.class_constant("a.B");
  EXPECT_EQ(why(), "constant 6 (Class): \"a.B\" is not a class name");
}

TEST_F(ConstantPoolTest, NamesAreShownPrintably) {
  writer_.class_constant("a\x1B[31m;" + std::string(300, 'x'));
  EXPECT_EQ(why(), "constant 6 (Class): \"a\\u001B[31m;" + std::string(193, 'x') +
                       "...\" is not a class name");
}

TEST_F(ConstantPoolTest, MemberReferences) {
  writer_.raw_constant(9, two(1, 1));
  EXPECT_EQ(why(), "constant 5 (Fieldref): its class, constant 1, is Utf8, not Class");
}

TEST_F(ConstantPoolTest, MemberReferenceWithoutNameAndType) {
  writer_.raw_constant(10, two(2, 1));
  EXPECT_EQ(why(),
            "constant 5 (Methodref): its name and type, constant 1, is Utf8, not NameAndType");
}

TEST_F(ConstantPoolTest, FieldrefWithAMethodsType) {
  writer_.field_ref("a/B", "x", "()V");
  EXPECT_EQ(why(), "constant 8 (Fieldref): constant 7 has the descriptor of a method");
}

TEST_F(ConstantPoolTest, MethodrefWithAFieldsType) {
  writer_.method_ref("a/B", "x", "I");
  EXPECT_EQ(why(), "constant 8 (Methodref): constant 7 has the descriptor of a field");
}

TEST_F(ConstantPoolTest, MethodrefToTheClassInitializer) {
  writer_.method_ref("a/B", "<clinit>", "()V");
  EXPECT_EQ(why(), "constant 8 (Methodref): \"<clinit>\" cannot be referred to");
}

TEST_F(ConstantPoolTest, InterfaceMethodrefToAConstructor) {
  writer_.interface_method_ref("a/B", "<init>", "()V");
  EXPECT_EQ(why(), "constant 8 (InterfaceMethodref): \"<init>\" cannot be referred to");
}

TEST_F(ConstantPoolTest, ConstructorThatReturns) {
  writer_.method_ref("a/B", "<init>", "()I");
  EXPECT_EQ(why(), "constant 7 (NameAndType): <init> returns a value, by ()I");
}

TEST_F(ConstantPoolTest, NameAndType) {
  writer_.name_and_type("a/b", "I");
  EXPECT_EQ(why(), "constant 7 (NameAndType): \"a/b\" is not a field name");
}

TEST_F(ConstantPoolTest, NameAndTypeOfAMethod) {
  writer_.name_and_type("<x>", "()V");
  EXPECT_EQ(why(), "constant 7 (NameAndType): \"<x>\" is not a method name");
}

TEST_F(ConstantPoolTest, NameAndTypeWithoutType) {
  writer_.name_and_type("x", "Lb");
  EXPECT_EQ(why(), "constant 7 (NameAndType): \"Lb\" is not a descriptor");
}

TEST_F(ConstantPoolTest, NameAndTypeWithoutName) {
  writer_.raw_constant(9, two(2, 6));
  writer_.raw_constant(12, two(2, 1));
  EXPECT_EQ(why(), "constant 6 (NameAndType): its name, constant 2, is Class, not Utf8");
}

TEST_F(ConstantPoolTest, MethodTypeOfAField) {
  writer_.method_type("I");
  EXPECT_EQ(why(), "constant 6 (MethodType): \"I\" is not a method descriptor");
}

TEST_F(ConstantPoolTest, MethodHandleKinds) {
  writer_.raw_constant(15, ByteWriter().u1(0).u2(2));
  EXPECT_EQ(why(), "constant 5 (MethodHandle): unknown kind 0");
}

TEST_F(ConstantPoolTest, MethodHandleKindsEndAtNine) {
  writer_.raw_constant(15, ByteWriter().u1(10).u2(2));
  EXPECT_EQ(why(), "constant 5 (MethodHandle): unknown kind 10");
}

TEST_F(ConstantPoolTest, MethodHandleThatDoesNotSuit) {
  const auto method = writer_.method_ref("a/B", "run", "()V");
  writer_.method_handle(HandleKind::kGetField, method);
  EXPECT_EQ(why(), "constant 9 (MethodHandle): kind 1 cannot go with constant 8 (Methodref)");
}

TEST_F(ConstantPoolTest, MethodHandleOfAnInterfacesStaticMethodNeedsVersion52) {
  writer_.method_handle(HandleKind::kInvokeStatic,
                        writer_.interface_method_ref("a/B", "run", "()V"));
  EXPECT_EQ(why(), "nothing");
  writer_.version(51);
  EXPECT_EQ(why(),
            "constant 9 (MethodHandle): kind 6 cannot go with constant 8 (InterfaceMethodref)");
}

TEST_F(ConstantPoolTest, MethodHandleThatConstructs) {
  writer_.method_handle(HandleKind::kInvokeVirtual, writer_.method_ref("a/B", "<init>", "()V"));
  EXPECT_EQ(why(), "constant 9 (MethodHandle): kind 5 cannot go with a method <init>");
}

TEST_F(ConstantPoolTest, MethodHandleThatShouldConstruct) {
  writer_.method_handle(HandleKind::kNewInvokeSpecial, writer_.method_ref("a/B", "run", "()V"));
  EXPECT_EQ(why(), "constant 9 (MethodHandle): kind 8 cannot go with a method other than <init>");
}

TEST_F(ConstantPoolTest, InvokeDynamicOfAField) {
  writer_.invoke_dynamic(0, "x", "I");
  EXPECT_EQ(why(), "constant 8 (InvokeDynamic): constant 7 has the descriptor of a field");
}

TEST_F(ConstantPoolTest, InvokeDynamicOfAConstructor) {
  writer_.invoke_dynamic(0, "<init>", "()V");
  EXPECT_EQ(why(), "constant 8 (InvokeDynamic): \"<init>\" cannot be called dynamically");
}

TEST_F(ConstantPoolTest, BootstrapMethodsAreMissing) {
  writer_.invoke_dynamic(3, "x", "()V");
  EXPECT_EQ(why(), "constant 8 (InvokeDynamic): wants bootstrap method 3, there are 0");
}

TEST_F(ConstantPoolTest, ModuleConstantsAreForModules) {
  writer_.module_constant("m");
  EXPECT_EQ(why(), "constant 6 (Module): the class is no module");
}

TEST_F(ConstantPoolTest, ModuleName) {
  writer_.module_constant("a@b");
  EXPECT_EQ(why(), "constant 6 (Module): \"a@b\" is not a module name");
}

TEST_F(ConstantPoolTest, PackageName) {
  writer_.package_constant("a.b");
  EXPECT_EQ(why(), "constant 6 (Package): \"a.b\" is not a package name");
}

class BootstrapTest : public ConstantPoolTest {
 protected:
  std::uint16_t handle_ =
      writer_.method_handle(HandleKind::kInvokeStatic, writer_.method_ref("x/Y", "m", "()V"));
};

TEST_F(BootstrapTest, HandleMustBeOne) {
  writer_.bootstrap(2, {});
  EXPECT_EQ(why(), "BootstrapMethods: method 0 is constant 2 (Class), not a MethodHandle");
}

TEST_F(BootstrapTest, ArgumentsMustBeLoadable) {
  writer_.bootstrap(handle_, {2, 1});
  EXPECT_EQ(why(), "BootstrapMethods: method 0 has constant 1 (Utf8) for its argument 1");
}

TEST_F(BootstrapTest, CutShort) {
  writer_.attribute("BootstrapMethods", ByteWriter().u2(1).u2(handle_).u2(5));
  EXPECT_EQ(why(), "BootstrapMethods: is cut short");
}

TEST_F(BootstrapTest, CountsMoreThanThereIsRoomFor) {
  writer_.attribute("BootstrapMethods", ByteWriter().u2(9).u2(handle_).u2(0));
  EXPECT_EQ(why(), "BootstrapMethods: has room for fewer than the 9 entries it counts");
}

TEST_F(BootstrapTest, BytesLeftOver) {
  writer_.attribute("BootstrapMethods", ByteWriter().u2(1).u2(handle_).u2(0).u1(0));
  EXPECT_EQ(why(), "BootstrapMethods: has 1 byte left over");
}

TEST_F(BootstrapTest, ConstantThatNeedsItself) {
  const auto constant = writer_.dynamic(0, "x", "I");
  writer_.bootstrap(handle_, {constant});
  EXPECT_EQ(why(), "constant " + std::to_string(constant) +
                       " (Dynamic): its bootstrap arguments lead back to it");
}

TEST_F(BootstrapTest, ConstantsThatNeedEachOther) {
  const auto first = writer_.dynamic(0, "x", "I");
  const auto second = writer_.dynamic(1, "y", "I");
  writer_.bootstrap(handle_, {second});
  writer_.bootstrap(handle_, {first});
  EXPECT_EQ(why(), "constant " + std::to_string(first) +
                       " (Dynamic): its bootstrap arguments lead back to it");
}

TEST_F(BootstrapTest, ConstantsThatShareArgumentsAreFine) {
  const auto leaf = writer_.dynamic(2, "x", "I");
  const auto middle = writer_.dynamic(1, "y", "I");
  writer_.bootstrap(handle_, {middle, leaf});
  writer_.bootstrap(handle_, {leaf, leaf});
  writer_.bootstrap(handle_, {});
  EXPECT_EQ(why(), "nothing");
}

TEST_F(BootstrapTest, LongChainsDoNotExhaustTheStack) {
  constexpr std::uint16_t kLength = 30000;
  const auto what = writer_.name_and_type("x", "I");
  std::vector<std::uint16_t> chain;
  chain.reserve(kLength);
  for (std::uint16_t i = 0; i < kLength; ++i)
    chain.push_back(writer_.raw_constant(17, two(i, what)));
  for (std::uint16_t i = 0; i + 1 < kLength; ++i) writer_.bootstrap(handle_, {chain[i + 1U]});
  writer_.bootstrap(handle_, {});
  EXPECT_EQ(why(), "nothing");
}

}  // namespace
}  // namespace heddle::classfile
