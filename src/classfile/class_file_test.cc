#include "classfile/class_file.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/malformed.h"
#include "classfile/class_writer_test_only.h"

namespace heddle::classfile {
namespace {

class ClassFileTest : public testing::Test {
 protected:
  ClassWriter c{"a/B"};
  std::vector<std::uint8_t> bytes;

  std::expected<ClassFile, base::Malformed> parse() {
    bytes = c.finish();
    return ClassFile::parse(bytes);
  }
  std::string why() {
    const auto file = parse();
    return file ? "nothing" : file.error().what;
  }
};

CodeWriter returns() { return CodeWriter(0, 1).op(Opcode::kReturn); }

TEST_F(ClassFileTest, Header) {
  c.version(65, 65535).access(kAccPublic | kAccFinal | kAccSuper | kAccSynthetic);
  c.interface("a/I").interface("a/J");
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
  EXPECT_EQ(file->bytes().size(), bytes.size());
}

TEST_F(ClassFileTest, ObjectHasNoSuperclass) {
  c = ClassWriter("java/lang/Object", "");
  const auto file = parse();
  ASSERT_TRUE(file) << file.error().describe();
  EXPECT_EQ(file->super_name(), "");
}

TEST_F(ClassFileTest, Members) {
  const auto seven = c.integer(7);
  c.field(kAccStatic | kAccFinal, "seven", "I").attribute("ConstantValue", ByteWriter().u2(seven));
  c.field(kAccVolatile, "list", "Ljava/util/List;")
      .attribute("Signature", ByteWriter().u2(c.utf8("Ljava/util/List<La/B;>;")))
      .attribute("Deprecated", {})
      .attribute("Synthetic", {});
  c.method(kAccPublic, "run", "()V").code(returns());
  c.method(kAccPublic | kAccNative, "nap", "(J)V");
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
  c.version(1000);
  EXPECT_EQ(why(), "nothing");
}

TEST_F(ClassFileTest, EveryPrefixIsRejected) {
  c.interface("a/I");
  c.field(0, "x", "I").attribute("Deprecated", {});
  c.method(0, "run", "()V").code(returns());
  c.attribute("SourceFile", ByteWriter().u2(c.utf8("B.java")));
  ASSERT_TRUE(parse());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const std::vector<std::uint8_t> prefix(bytes.begin(), bytes.begin() + static_cast<long>(size));
    const auto file = ClassFile::parse(prefix);
    ASSERT_FALSE(file) << size;
    EXPECT_LE(file.error().offset, size);
  }
}

TEST_F(ClassFileTest, Magic) {
  c.magic(0x504B'0304);
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
    c.version(major, minor);
    EXPECT_EQ(why(), good ? "nothing"
                          : "there is no class-file version " + std::to_string(major) + "." +
                                std::to_string(minor));
  }
}

TEST_F(ClassFileTest, ThisClass) {
  c.raw_this_class(1);
  EXPECT_EQ(why(), "this_class is constant 1 (Utf8), not a Class");
}

TEST_F(ClassFileTest, ThisClassOutOfRange) {
  c.raw_this_class(700);
  EXPECT_EQ(why(), "this_class is constant 700 (nothing), not a Class");
}

TEST_F(ClassFileTest, ThisClassIsAnArray) {
  c.raw_this_class(c.class_constant("[I"));
  EXPECT_EQ(why(), "this_class is an array");
}

TEST_F(ClassFileTest, SuperClass) {
  c.raw_super_class(1);
  EXPECT_EQ(why(), "super_class is constant 1 (Utf8), not a Class");
}

TEST_F(ClassFileTest, NoSuperClass) {
  c.raw_super_class(0);
  EXPECT_EQ(why(), "the class has no superclass");
}

TEST_F(ClassFileTest, SuperClassIsAnArray) {
  c.raw_super_class(c.class_constant("[I"));
  EXPECT_EQ(why(), "super_class is an array");
}

TEST_F(ClassFileTest, ObjectWithASuperClass) {
  c = ClassWriter("java/lang/Object", "a/B");
  EXPECT_EQ(why(), "java/lang/Object has a superclass");
}

TEST_F(ClassFileTest, InterfaceWithASuperClass) {
  c = ClassWriter("a/I", "a/B");
  c.access(kAccInterface | kAccAbstract);
  EXPECT_EQ(why(), "the interface has the superclass a/B");
}

TEST_F(ClassFileTest, Interface) {
  c.interface("a/I").raw_interface(3);
  EXPECT_EQ(why(), "interface 1 is constant 3 (Utf8), not a Class");
}

TEST_F(ClassFileTest, InterfaceIsAnArray) {
  c.interface("[I");
  EXPECT_EQ(why(), "interface 0 is an array");
}

TEST_F(ClassFileTest, InterfaceTwice) {
  c.interface("a/I").interface("a/J").interface("a/I");
  EXPECT_EQ(why(), "the interface a/I occurs a second time");
}

TEST_F(ClassFileTest, BytesAfterTheEnd) {
  bytes = c.finish();
  bytes.push_back(0);
  EXPECT_EQ(ClassFile::parse(bytes).error().what, "the class has 1 byte left over");
  EXPECT_EQ(ClassFile::parse(bytes).error().offset, bytes.size() - 1);
}

TEST_F(ClassFileTest, FieldName) {
  c.field(0, "a.b", "I");
  EXPECT_EQ(why(), "\"a.b\" is not a field name");
}

TEST_F(ClassFileTest, FieldNameConstant) {
  c.raw_field(0, 2, 1);
  EXPECT_EQ(why(), "a field: its name is constant 2 (Class), not a Utf8");
}

TEST_F(ClassFileTest, FieldDescriptorConstant) {
  c.raw_field(0, c.utf8("x"), 999);
  EXPECT_EQ(why(), "a field: its descriptor is constant 999 (nothing), not a Utf8");
}

TEST_F(ClassFileTest, FieldDescriptor) {
  c.field(0, "x", "V");
  EXPECT_EQ(why(), "field x: \"V\" is not a field descriptor");
}

TEST_F(ClassFileTest, FieldTwice) {
  c.field(0, "x", "I");
  c.field(0, "x", "J");
  c.field(kAccStatic, "x", "I");
  EXPECT_EQ(why(), "field x of type I occurs a second time");
}

TEST_F(ClassFileTest, FieldTwiceAmongMany) {
  for (int i = 0; i < 100; ++i) c.field(0, "f" + std::to_string(i), "I");
  EXPECT_EQ(why(), "nothing");
  // The same name behind another constant.
  const auto again = c.raw_constant(1, ByteWriter().u2(3).raw("f50"));
  c.raw_field(0, again, c.utf8("I"));
  EXPECT_EQ(why(), "field f50 of type I occurs a second time");
}

TEST_F(ClassFileTest, MethodTwice) {
  c.method(kAccAbstract, "run", "()V");
  c.method(kAccAbstract, "run", "()I");
  EXPECT_EQ(why(), "nothing");
  c.method(kAccAbstract, "run", "()V");
  EXPECT_EQ(why(), "method run()V occurs a second time");
}

TEST_F(ClassFileTest, MethodName) {
  c.method(kAccAbstract, "<run>", "()V");
  EXPECT_EQ(why(), "\"<run>\" is not a method name");
}

TEST_F(ClassFileTest, MethodDescriptor) {
  c.method(kAccAbstract, "run", "I");
  EXPECT_EQ(why(), "method run: \"I\" is not a method descriptor");
}

TEST_F(ClassFileTest, ConstructorThatReturns) {
  c.method(0, "<init>", "()I").code(returns());
  EXPECT_EQ(why(), "method <init>()I returns a value");
}

TEST_F(ClassFileTest, ClassInitializerWithArguments) {
  c.method(kAccStatic, "<clinit>", "(I)V").code(returns());
  EXPECT_EQ(why(), "method <clinit>(I)V takes arguments");
  c.version(50);
  EXPECT_EQ(why(), "nothing");
}

TEST_F(ClassFileTest, OldClassInitializersAreStaticWhateverTheySay) {
  c.version(50).method(kAccPublic | kAccNative, "<clinit>", "()V").code(returns());
  const auto file = parse();
  ASSERT_TRUE(file) << file.error().describe();
  EXPECT_EQ(file->methods()[0].access, kAccStatic);
}

TEST_F(ClassFileTest, TooManyArguments) {
  const std::string descriptor = "(" + std::string(255, 'I') + ")V";
  c.method(kAccAbstract | kAccStatic, "f", descriptor);
  EXPECT_EQ(why(), "nothing");
  c.method(kAccAbstract, "g", descriptor);
  EXPECT_EQ(why(),
            "method g(" + std::string(199, 'I') + "... takes 256 slots of arguments, one too many");
}

TEST_F(ClassFileTest, TooManyWideArguments) {
  std::string descriptor = "(I";
  for (int i = 0; i < 127; ++i) descriptor += "J";
  c.method(kAccAbstract, "g", descriptor + ")V");
  EXPECT_EQ(why(), "method g" + descriptor + ")V takes 256 slots of arguments, one too many");
}

TEST_F(ClassFileTest, NoCode) {
  c.method(0, "run", "()V");
  EXPECT_EQ(why(), "method run()V has no code");
}

TEST_F(ClassFileTest, NativeWithCode) {
  c.method(kAccNative, "run", "()V").code(returns());
  EXPECT_EQ(why(), "method run()V is native and has code");
}

TEST_F(ClassFileTest, AbstractWithCode) {
  c.method(kAccAbstract, "run", "()V").code(returns());
  EXPECT_EQ(why(), "method run()V is abstract and has code");
}

TEST_F(ClassFileTest, CodeTwice) {
  c.method(0, "run", "()V").code(returns()).code(returns());
  EXPECT_EQ(why(), "Code of method run()V: occurs a second time");
}

TEST_F(ClassFileTest, AttributeName) {
  c.field(0, "x", "I").raw_attribute(2, 0, {});
  EXPECT_EQ(why(), "an attribute of field x is named by constant 2 (Class)");
}

TEST_F(ClassFileTest, AttributeLongerThanTheFile) {
  c.raw_attribute(c.utf8("Funny"), 100, ByteWriter().u2(7));
  EXPECT_EQ(why(), "Funny: is 100 bytes long, which is 98 too many");
}

TEST_F(ClassFileTest, AttributeOfAllBytesThereAre) {
  c.raw_attribute(c.utf8("Funny"), 0xFFFF'FFFF, {});
  EXPECT_EQ(why(), "Funny: is 4294967295 bytes long, which is 4294967295 too many");
}

TEST_F(ClassFileTest, UnknownAttributesAreSkipped) {
  c.attribute("Funny", ByteWriter().u4(1)).attribute("Funny", {});
  c.attribute("Code", ByteWriter().u4(1)).attribute("Code", {});
  EXPECT_EQ(why(), "nothing");
}

TEST_F(ClassFileTest, AttributesNewerThanTheFileAreSkipped) {
  c.version(48).attribute("Signature", {}).attribute("NestHost", {});
  EXPECT_EQ(why(), "nothing");
}

TEST_F(ClassFileTest, SyntheticAndDeprecatedMayBeOdd) {
  c.attribute("Synthetic", ByteWriter().u4(1)).attribute("Synthetic", {});
  c.attribute("Deprecated", ByteWriter().u1(1));
  const auto file = parse();
  ASSERT_TRUE(file) << file.error().describe();
  EXPECT_TRUE(file->synthetic());
  EXPECT_TRUE(file->deprecated());
}

TEST_F(ClassFileTest, ConstantValueOfAnInstanceFieldMeansNothing) {
  c.field(0, "x", "I").attribute("ConstantValue", ByteWriter().u2(999));
  const auto file = parse();
  ASSERT_TRUE(file) << file.error().describe();
  EXPECT_EQ(file->fields()[0].constant_value, 0);
}

TEST_F(ClassFileTest, ConstantValuesSuitTheirTypes) {
  const auto set = [this](std::string_view type, std::uint16_t index) {
    c.field(kAccStatic, std::string("x") + std::to_string(index), type)
        .attribute("ConstantValue", ByteWriter().u2(index));
  };
  for (const char* type : {"Z", "B", "C", "S", "I"}) set(type, c.integer(1));
  set("F", c.float_bits(0));
  set("J", c.long_value(0));
  set("D", c.double_bits(0));
  set("Ljava/lang/String;", c.string("x"));
  EXPECT_EQ(why(), "nothing");
  set("Ljava/lang/Object;", c.string("y"));
  EXPECT_EQ(why(), "ConstantValue of field x" + std::to_string(c.string("y")) + ": constant " +
                       std::to_string(c.string("y")) +
                       " (String) does not suit the type Ljava/lang/Object;");
}

TEST_F(ClassFileTest, ConstantValueOfAnotherType) {
  c.field(kAccStatic, "x", "J").attribute("ConstantValue", ByteWriter().u2(c.integer(5)));
  EXPECT_EQ(why(), "ConstantValue of field x: constant 7 (Integer) does not suit the type J");
}

TEST_F(ClassFileTest, ConstantValueLength) {
  c.field(kAccStatic, "x", "J").attribute("ConstantValue", ByteWriter().u1(0));
  EXPECT_EQ(why(), "ConstantValue of field x: is 1 byte long, not 2");
}

TEST_F(ClassFileTest, SingleIndices) {
  c.attribute("SourceFile", ByteWriter().u2(c.utf8("B.java")));
  c.attribute("Signature", ByteWriter().u2(c.utf8("<T:>")));
  c.attribute("NestHost", ByteWriter().u2(c.class_constant("a/A")));
  const auto file = parse();
  ASSERT_TRUE(file) << file.error().describe();
  EXPECT_EQ(file->source_file(), "B.java");
  EXPECT_EQ(file->signature(), "<T:>");
  EXPECT_EQ(file->nest_host(), "a/A");
}

TEST_F(ClassFileTest, SourceFileOfAnotherKind) {
  c.attribute("SourceFile", ByteWriter().u2(2));
  EXPECT_EQ(why(), "SourceFile: names constant 2 (Class), not a Utf8");
}

TEST_F(ClassFileTest, SignatureLength) {
  c.method(kAccAbstract, "run", "()V").attribute("Signature", ByteWriter().u4(1));
  EXPECT_EQ(why(), "Signature of method run()V: is 4 bytes long, not 2");
}

TEST_F(ClassFileTest, NestHostAndMembersExcludeEachOther) {
  c.attribute("NestMembers", ByteWriter().u2(0)).attribute("NestHost", ByteWriter().u2(4));
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
    bytes = twice.attribute(name, content).attribute(name, content).finish();
    const auto file = ClassFile::parse(bytes);
    ASSERT_FALSE(file) << name;
    EXPECT_EQ(file.error().what, std::string(name) + ": occurs a second time");
  }
}

TEST_F(ClassFileTest, TheFirstErrorOfAnAttributeStays) {
  c.method(kAccAbstract, "run", "()V")
      .attribute("Signature", ByteWriter().u2(2))
      .attribute("Signature", ByteWriter().u2(1));
  EXPECT_EQ(why(), "Signature of method run()V: names constant 2 (Class), not a Utf8");
}

}  // namespace
}  // namespace heddle::classfile
