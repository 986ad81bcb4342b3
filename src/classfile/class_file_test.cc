#include "classfile/class_file.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "base/bytes.h"
#include "base/malformed.h"
#include "classfile/attribute.h"
#include "classfile/class_writer_test_only.h"
#include "classfile/opcode.h"

namespace heddle::classfile {
namespace {

class ClassFileTest : public testing::Test {
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

CodeWriter returns() { return CodeWriter(0, 1).op(Opcode::kReturn); }

TEST_F(ClassFileTest, Header) {
  writer_.version(65, 65535).access(kAccPublic | kAccFinal | kAccSuper | kAccSynthetic);
  writer_.interface("a/I").interface("a/J");
  const auto file = parse();
  ASSERT_TRUE(file) << file.error().describe();
  EXPECT_EQ(file->major(), 65);
  EXPECT_EQ(file->minor(), 65535);
  EXPECT_EQ(file->access(), 0x1031);
  EXPECT_TRUE(file->synthetic());
  EXPECT_EQ(file->name(), "a/B");
  EXPECT_EQ(file->super_name(), "java/lang/Object");
  EXPECT_EQ(file->interfaces().size(), 2U);
  EXPECT_EQ(file->interface_name(0), "a/I");
  EXPECT_EQ(file->interface_name(1), "a/J");
  EXPECT_EQ(file->source_file(), "");
  EXPECT_EQ(file->signature(), "");
  EXPECT_EQ(file->nest_host(), "");
  EXPECT_EQ(file->bytes().size(), bytes_.size());
}

TEST_F(ClassFileTest, ObjectHasNoSuperclass) {
  writer_ = ClassWriter("java/lang/Object", "");
  const auto file = parse();
  ASSERT_TRUE(file) << file.error().describe();
  EXPECT_EQ(file->super_name(), "");
}

TEST_F(ClassFileTest, Members) {
  const auto seven = writer_.integer(7);
  writer_.field(kAccStatic | kAccFinal, "seven", "I")
      .attribute("ConstantValue", ByteWriter().u2(seven));
  writer_.field(kAccVolatile, "list", "Ljava/util/List;")
      .attribute("Signature", ByteWriter().u2(writer_.utf8("Ljava/util/List<La/B;>;")))
      .attribute("Deprecated", {})
      .attribute("Synthetic", {});
  writer_.method(kAccPublic, "run", "()V").code(returns());
  writer_.method(kAccPublic | kAccNative, "nap", "(J)V");
  const auto file = parse();
  ASSERT_TRUE(file) << file.error().describe();
  ASSERT_EQ(file->fields().size(), 2U);
  ASSERT_EQ(file->methods().size(), 2U);

  const Member& seven_field = file->fields()[0];
  EXPECT_EQ(seven_field.name, "seven");
  EXPECT_EQ(seven_field.descriptor, "I");
  EXPECT_EQ(seven_field.constant_value, seven);
  EXPECT_TRUE(seven_field.is_static());
  EXPECT_FALSE(seven_field.is_method());
  const Member& list = file->fields()[1];
  EXPECT_EQ(file->pool().utf8(list.signature), "Ljava/util/List<La/B;>;");
  EXPECT_TRUE(list.deprecated);
  EXPECT_TRUE(list.synthetic);
  EXPECT_EQ(list.attributes.size(), 3);

  const Member& run = file->methods()[0];
  EXPECT_TRUE(run.has_code);
  EXPECT_TRUE(run.is_method());
  EXPECT_EQ(run.code.size(), 13U);
  const Attribute code = *run.attributes.begin();
  EXPECT_EQ(file->pool().utf8(code.name), "Code");
  EXPECT_EQ(code.content.data(), file->bytes().data() + code.offset);
  EXPECT_FALSE(file->methods()[1].has_code);
}

TEST_F(ClassFileTest, LaterVersionsAreReadAsFarAsTheyAreUnchanged) {
  writer_.version(1000);
  EXPECT_EQ(why(), "nothing");
}

TEST_F(ClassFileTest, EveryPrefixIsRejected) {
  writer_.interface("a/I");
  writer_.field(0, "x", "I").attribute("Deprecated", {});
  writer_.method(0, "run", "()V").code(returns());
  writer_.attribute("SourceFile", ByteWriter().u2(writer_.utf8("B.java")));
  ASSERT_TRUE(parse());
  for (std::size_t size = 0; size < bytes_.size(); ++size) {
    const std::vector<std::uint8_t> prefix(bytes_.begin(),
                                           bytes_.begin() + static_cast<long>(size));
    const auto file = ClassFile::parse(prefix);
    ASSERT_FALSE(file) << size;
    EXPECT_LE(file.error().offset, size);
  }
}

TEST_F(ClassFileTest, Magic) {
  writer_.magic(0x504B'0304);
  EXPECT_EQ(parse().error().describe(),
            "not a class file: it begins with 504B0304, not CAFEBABE at byte 0");
}

TEST_F(ClassFileTest, Empty) {
  EXPECT_EQ(ClassFile::parse({}).error().describe(), "the file ends in the header at byte 0");
}

TEST_F(ClassFileTest, Versions) {
  for (const auto& [major, minor, good] :
       std::vector<std::tuple<std::uint16_t, std::uint16_t, bool>>{{44, 0, false},
                                                                   {45, 0, true},
                                                                   {45, 3, true},
                                                                   {55, 7, true},
                                                                   {56, 7, false},
                                                                   {56, 65535, true},
                                                                   {0, 0, false}}) {
    writer_.version(major, minor);
    EXPECT_EQ(why(), good ? "nothing"
                          : "there is no class-file version " + std::to_string(major) + "." +
                                std::to_string(minor));
  }
}

TEST_F(ClassFileTest, ThisClass) {
  writer_.raw_this_class(1);
  EXPECT_EQ(why(), "this_class is constant 1 (Utf8), not a Class");
}

TEST_F(ClassFileTest, ThisClassOutOfRange) {
  writer_.raw_this_class(700);
  EXPECT_EQ(why(), "this_class is constant 700 (nothing), not a Class");
}

TEST_F(ClassFileTest, ThisClassIsAnArray) {
  writer_.raw_this_class(writer_.class_constant("[I"));
  EXPECT_EQ(why(), "this_class is an array");
}

TEST_F(ClassFileTest, SuperClass) {
  writer_.raw_super_class(1);
  EXPECT_EQ(why(), "super_class is constant 1 (Utf8), not a Class");
}

TEST_F(ClassFileTest, NoSuperClass) {
  writer_.raw_super_class(0);
  EXPECT_EQ(why(), "the class has no superclass");
}

TEST_F(ClassFileTest, SuperClassIsAnArray) {
  writer_.raw_super_class(writer_.class_constant("[I"));
  EXPECT_EQ(why(), "super_class is an array");
}

TEST_F(ClassFileTest, ObjectWithASuperClass) {
  writer_ = ClassWriter("java/lang/Object", "a/B");
  EXPECT_EQ(why(), "java/lang/Object has a superclass");
}

TEST_F(ClassFileTest, InterfaceWithASuperClass) {
  writer_ = ClassWriter("a/I", "a/B");
  writer_.access(kAccInterface | kAccAbstract);
  EXPECT_EQ(why(), "the interface has the superclass a/B");
}

TEST_F(ClassFileTest, Interface) {
  writer_.interface("a/I").raw_interface(3);
  EXPECT_EQ(why(), "interface 1 is constant 3 (Utf8), not a Class");
}

TEST_F(ClassFileTest, InterfaceIsAnArray) {
  writer_.interface("[I");
  EXPECT_EQ(why(), "interface 0 is an array");
}

TEST_F(ClassFileTest, InterfaceTwice) {
  writer_.interface("a/I").interface("a/J").interface("a/I");
  EXPECT_EQ(why(), "the interface a/I occurs a second time");
}

TEST_F(ClassFileTest, BytesAfterTheEnd) {
  bytes_ = writer_.finish();
  bytes_.push_back(0);
  EXPECT_EQ(ClassFile::parse(bytes_).error().what, "the class has 1 byte left over");
  EXPECT_EQ(ClassFile::parse(bytes_).error().offset, bytes_.size() - 1);
}

TEST_F(ClassFileTest, FieldName) {
  writer_.field(0, "a.b", "I");
  EXPECT_EQ(why(), "\"a.b\" is not a field name");
}

TEST_F(ClassFileTest, FieldNameConstant) {
  writer_.raw_field(0, 2, 1);
  EXPECT_EQ(why(), "a field: its name is constant 2 (Class), not a Utf8");
}

TEST_F(ClassFileTest, FieldDescriptorConstant) {
  writer_.raw_field(0, writer_.utf8("x"), 999);
  EXPECT_EQ(why(), "a field: its descriptor is constant 999 (nothing), not a Utf8");
}

TEST_F(ClassFileTest, FieldDescriptor) {
  writer_.field(0, "x", "V");
  EXPECT_EQ(why(), "field x: \"V\" is not a field descriptor");
}

TEST_F(ClassFileTest, FieldTwice) {
  writer_.field(0, "x", "I");
  writer_.field(0, "x", "J");
  writer_.field(kAccStatic, "x", "I");
  EXPECT_EQ(why(), "field x of type I occurs a second time");
}

TEST_F(ClassFileTest, FieldTwiceAmongMany) {
  for (int i = 0; i < 100; ++i) writer_.field(0, "f" + std::to_string(i), "I");
  EXPECT_EQ(why(), "nothing");
  // The same name behind another constant.
  const auto again = writer_.raw_constant(1, ByteWriter().u2(3).raw("f50"));
  writer_.raw_field(0, again, writer_.utf8("I"));
  EXPECT_EQ(why(), "field f50 of type I occurs a second time");
}

TEST_F(ClassFileTest, MethodTwice) {
  writer_.method(kAccAbstract, "run", "()V");
  writer_.method(kAccAbstract, "run", "()I");
  EXPECT_EQ(why(), "nothing");
  writer_.method(kAccAbstract, "run", "()V");
  EXPECT_EQ(why(), "method run()V occurs a second time");
}

TEST_F(ClassFileTest, MethodName) {
  writer_.method(kAccAbstract, "<run>", "()V");
  EXPECT_EQ(why(), "\"<run>\" is not a method name");
}

TEST_F(ClassFileTest, MethodDescriptor) {
  writer_.method(kAccAbstract, "run", "I");
  EXPECT_EQ(why(), "method run: \"I\" is not a method descriptor");
}

TEST_F(ClassFileTest, ConstructorThatReturns) {
  writer_.method(0, "<init>", "()I").code(returns());
  EXPECT_EQ(why(), "method <init>()I returns a value");
}

TEST_F(ClassFileTest, ClassInitializerWithArguments) {
  writer_.method(kAccStatic, "<clinit>", "(I)V").code(returns());
  EXPECT_EQ(why(), "method <clinit>(I)V takes arguments");
  writer_.version(50);
  EXPECT_EQ(why(), "nothing");
}

TEST_F(ClassFileTest, OldClassInitializersAreStaticWhateverTheySay) {
  writer_.version(50).method(kAccPublic | kAccNative, "<clinit>", "()V").code(returns());
  const auto file = parse();
  ASSERT_TRUE(file) << file.error().describe();
  EXPECT_EQ(file->methods()[0].access, kAccStatic);
}

TEST_F(ClassFileTest, TooManyArguments) {
  const std::string descriptor = "(" + std::string(255, 'I') + ")V";
  writer_.method(kAccAbstract | kAccStatic, "f", descriptor);
  EXPECT_EQ(why(), "nothing");
  writer_.method(kAccAbstract, "g", descriptor);
  EXPECT_EQ(why(),
            "method g(" + std::string(199, 'I') + "... takes 256 slots of arguments, one too many");
}

TEST_F(ClassFileTest, TooManyWideArguments) {
  std::string descriptor = "(I";
  for (int i = 0; i < 127; ++i) descriptor += "J";
  writer_.method(kAccAbstract, "g", descriptor + ")V");
  EXPECT_EQ(why(), "method g" + descriptor + ")V takes 256 slots of arguments, one too many");
}

TEST_F(ClassFileTest, NoCode) {
  writer_.method(0, "run", "()V");
  EXPECT_EQ(why(), "method run()V has no code");
}

TEST_F(ClassFileTest, NativeWithCode) {
  writer_.method(kAccNative, "run", "()V").code(returns());
  EXPECT_EQ(why(), "method run()V is native and has code");
}

TEST_F(ClassFileTest, AbstractWithCode) {
  writer_.method(kAccAbstract, "run", "()V").code(returns());
  EXPECT_EQ(why(), "method run()V is abstract and has code");
}

TEST_F(ClassFileTest, CodeTwice) {
  writer_.method(0, "run", "()V").code(returns()).code(returns());
  EXPECT_EQ(why(), "Code of method run()V: occurs a second time");
}

TEST_F(ClassFileTest, AttributeName) {
  writer_.field(0, "x", "I").raw_attribute(2, 0, {});
  EXPECT_EQ(why(), "an attribute of field x is named by constant 2 (Class)");
}

TEST_F(ClassFileTest, AttributeLongerThanTheFile) {
  writer_.raw_attribute(writer_.utf8("Funny"), 100, ByteWriter().u2(7));
  EXPECT_EQ(why(), "Funny: is 100 bytes long, which is 98 too many");
}

TEST_F(ClassFileTest, AttributeOfAllBytesThereAre) {
  writer_.raw_attribute(writer_.utf8("Funny"), 0xFFFF'FFFF, {});
  EXPECT_EQ(why(), "Funny: is 4294967295 bytes long, which is 4294967295 too many");
}

TEST_F(ClassFileTest, UnknownAttributesAreSkipped) {
  writer_.attribute("Funny", ByteWriter().u4(1)).attribute("Funny", {});
  writer_.attribute("Code", ByteWriter().u4(1)).attribute("Code", {});
  EXPECT_EQ(why(), "nothing");
}

TEST_F(ClassFileTest, AttributesNewerThanTheFileAreSkipped) {
  writer_.version(48).attribute("Signature", {}).attribute("NestHost", {});
  EXPECT_EQ(why(), "nothing");
}

TEST_F(ClassFileTest, SyntheticAndDeprecatedMayBeOdd) {
  writer_.attribute("Synthetic", ByteWriter().u4(1)).attribute("Synthetic", {});
  writer_.attribute("Deprecated", ByteWriter().u1(1));
  const auto file = parse();
  ASSERT_TRUE(file) << file.error().describe();
  EXPECT_TRUE(file->synthetic());
  EXPECT_TRUE(file->deprecated());
}

TEST_F(ClassFileTest, ConstantValueOfAnInstanceFieldMeansNothing) {
  writer_.field(0, "x", "I").attribute("ConstantValue", ByteWriter().u2(999));
  const auto file = parse();
  ASSERT_TRUE(file) << file.error().describe();
  EXPECT_EQ(file->fields()[0].constant_value, 0);
}

TEST_F(ClassFileTest, ConstantValuesSuitTheirTypes) {
  const auto set = [this](std::string_view type, std::uint16_t index) {
    writer_.field(kAccStatic, std::string("x") + std::to_string(index), type)
        .attribute("ConstantValue", ByteWriter().u2(index));
  };
  for (const char* type : {"Z", "B", "C", "S", "I"}) set(type, writer_.integer(1));
  set("F", writer_.float_bits(0));
  set("J", writer_.long_value(0));
  set("D", writer_.double_bits(0));
  set("Ljava/lang/String;", writer_.string("x"));
  EXPECT_EQ(why(), "nothing");
  set("Ljava/lang/Object;", writer_.string("y"));
  EXPECT_EQ(why(), "ConstantValue of field x" + std::to_string(writer_.string("y")) +
                       ": constant " + std::to_string(writer_.string("y")) +
                       " (String) does not suit the type Ljava/lang/Object;");
}

TEST_F(ClassFileTest, ConstantValueOfAnotherType) {
  writer_.field(kAccStatic, "x", "J")
      .attribute("ConstantValue", ByteWriter().u2(writer_.integer(5)));
  EXPECT_EQ(why(), "ConstantValue of field x: constant 7 (Integer) does not suit the type J");
}

TEST_F(ClassFileTest, ConstantValueLength) {
  writer_.field(kAccStatic, "x", "J").attribute("ConstantValue", ByteWriter().u1(0));
  EXPECT_EQ(why(), "ConstantValue of field x: is 1 byte long, not 2");
}

TEST_F(ClassFileTest, SingleIndices) {
  writer_.attribute("SourceFile", ByteWriter().u2(writer_.utf8("B.java")));
  writer_.attribute("Signature", ByteWriter().u2(writer_.utf8("<T:>")));
  writer_.attribute("NestHost", ByteWriter().u2(writer_.class_constant("a/A")));
  const auto file = parse();
  ASSERT_TRUE(file) << file.error().describe();
  EXPECT_EQ(file->source_file(), "B.java");
  EXPECT_EQ(file->signature(), "<T:>");
  EXPECT_EQ(file->nest_host(), "a/A");
}

TEST_F(ClassFileTest, SourceFileOfAnotherKind) {
  writer_.attribute("SourceFile", ByteWriter().u2(2));
  EXPECT_EQ(why(), "SourceFile: names constant 2 (Class), not a Utf8");
}

TEST_F(ClassFileTest, SignatureLength) {
  writer_.method(kAccAbstract, "run", "()V").attribute("Signature", ByteWriter().u4(1));
  EXPECT_EQ(why(), "Signature of method run()V: is 4 bytes long, not 2");
}

TEST_F(ClassFileTest, NestHostAndMembersExcludeEachOther) {
  writer_.attribute("NestMembers", ByteWriter().u2(0)).attribute("NestHost", ByteWriter().u2(4));
  EXPECT_EQ(why(), "NestHost: the class has NestMembers as well");
}

TEST_F(ClassFileTest, SingleAttributesTwice) {
  for (const char* name :
       {"SourceFile", "InnerClasses", "EnclosingMethod", "Signature", "SourceDebugExtension",
        "RuntimeVisibleAnnotations", "RuntimeInvisibleAnnotations", "RuntimeVisibleTypeAnnotations",
        "RuntimeInvisibleTypeAnnotations", "BootstrapMethods", "Module", "ModulePackages",
        "ModuleMainClass", "NestHost", "NestMembers", "Record", "PermittedSubclasses"}) {
    ClassWriter twice("a/B");
    const bool text =
        std::string_view(name) == "SourceFile" || std::string_view(name) == "Signature";
    const bool host = std::string_view(name) == "NestHost";
    const ByteWriter content = ByteWriter().u2(text ? 1 : host ? 2 : 0);
    bytes_ = twice.attribute(name, content).attribute(name, content).finish();
    const auto file = ClassFile::parse(bytes_);
    ASSERT_FALSE(file) << name;
    EXPECT_EQ(file.error().what, std::string(name) + ": occurs a second time");
  }
}

TEST_F(ClassFileTest, TheFirstErrorOfAnAttributeStays) {
  writer_.method(kAccAbstract, "run", "()V")
      .attribute("Signature", ByteWriter().u2(2))
      .attribute("Signature", ByteWriter().u2(1));
  EXPECT_EQ(why(), "Signature of method run()V: names constant 2 (Class), not a Utf8");
}

}  // namespace
}  // namespace heddle::classfile
