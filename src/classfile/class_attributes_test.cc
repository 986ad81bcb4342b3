// What a class says in attributes, apart from code and annotations.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "classfile/attribute.h"
#include "classfile/class_file.h"
#include "classfile/class_writer_test_only.h"
#include "classfile/module.h"

namespace heddle::classfile {
namespace {

class ClassAttributesTest : public testing::Test {
 protected:
  ClassWriter writer_{"a/B"};
  std::vector<std::uint8_t> bytes_;

  ClassFile parse() {
    bytes_ = writer_.finish();
    auto file = ClassFile::parse(bytes_);
    EXPECT_TRUE(file) << file.error().describe();
    return std::move(*file);
  }
};

template <typename Answer>
std::string why(const Answer& answer) {
  return answer ? "nothing" : answer.error().what;
}

std::vector<std::string> class_names(const ClassFile& file, IndexList list) {
  std::vector<std::string> names;
  for (const std::uint16_t index : list) names.emplace_back(file.pool().class_name(index));
  return names;
}

using Names = std::vector<std::string>;

TEST(AttributeNames, ThereAndBack) {
  for (unsigned i = 1; i <= static_cast<unsigned>(AttributeKind::kPermittedSubclasses); ++i) {
    const auto kind = static_cast<AttributeKind>(i);
    EXPECT_EQ(attribute_kind(attribute_name(kind)), kind) << attribute_name(kind);
  }
  EXPECT_EQ(attribute_kind(""), AttributeKind::kUnknown);
  EXPECT_EQ(attribute_kind("Codes"), AttributeKind::kUnknown);
  EXPECT_EQ(attribute_kind(std::string(1000, 'x')), AttributeKind::kUnknown);
  EXPECT_EQ(attribute_kind("Code", AttributePlace::kField, 61), AttributeKind::kUnknown);
  EXPECT_EQ(attribute_kind("Record", AttributePlace::kClass, 59), AttributeKind::kUnknown);
  EXPECT_EQ(attribute_kind("Record", AttributePlace::kClass, 60), AttributeKind::kRecord);
}

TEST_F(ClassAttributesTest, NothingSaid) {
  writer_.method(kAccAbstract, "run", "()V");
  const ClassFile file = parse();
  EXPECT_TRUE(file.inner_classes()->empty());
  EXPECT_FALSE(*file.enclosing_method());
  EXPECT_TRUE(file.nest_members()->empty());
  EXPECT_TRUE(file.permitted_subclasses()->empty());
  EXPECT_FALSE(*file.record_components());
  EXPECT_FALSE(file.module()->has_value());
  EXPECT_TRUE(file.exceptions(file.methods()[0])->empty());
  EXPECT_TRUE(file.method_parameters(file.methods()[0])->empty());
}

TEST_F(ClassAttributesTest, InnerClasses) {
  const auto inner = writer_.class_constant("a/B$C");
  const auto outer = writer_.class_constant("a/B");
  const auto name = writer_.utf8("C");
  writer_.attribute("InnerClasses", ByteWriter().u2(2).u2(inner).u2(outer).u2(name).u2(9).u8(0));
  const ClassFile file = parse();
  const auto classes = file.inner_classes();
  ASSERT_TRUE(classes) << classes.error().describe();
  ASSERT_EQ(classes->size(), 2U);
  EXPECT_EQ((*classes)[0].inner, inner);
  EXPECT_EQ((*classes)[0].outer, outer);
  EXPECT_EQ((*classes)[0].name, name);
  EXPECT_EQ((*classes)[0].access, 9);
  EXPECT_EQ((*classes)[1].inner, 0);
}

TEST_F(ClassAttributesTest, InnerClassOfAnotherKind) {
  writer_.attribute("InnerClasses", ByteWriter().u2(1).u2(1).u2(0).u2(0).u2(0));
  EXPECT_EQ(why(parse().inner_classes()), "InnerClasses: names constant 1 (Utf8), not a Class");
}

TEST_F(ClassAttributesTest, InnerClassesMiscounted) {
  writer_.attribute("InnerClasses", ByteWriter().u2(2).u8(0));
  EXPECT_EQ(why(parse().inner_classes()),
            "InnerClasses: has room for fewer than the 2 entries it counts");
}

TEST_F(ClassAttributesTest, InnerClassesEmptyAttribute) {
  writer_.attribute("InnerClasses", {});
  const ClassFile file = parse();
  const auto classes = file.inner_classes();
  EXPECT_EQ(classes.error().what, "InnerClasses: is cut short");
  EXPECT_EQ(classes.error().offset, bytes_.size());
}

TEST_F(ClassAttributesTest, EnclosingMethod) {
  const auto method = writer_.name_and_type("run", "()V");
  writer_.attribute("EnclosingMethod", ByteWriter().u2(4).u2(method));
  const ClassFile file = parse();
  const auto enclosing = file.enclosing_method();
  ASSERT_TRUE(enclosing && *enclosing);
  EXPECT_EQ(file.pool().class_name((*enclosing)->owner), "java/lang/Object");
  EXPECT_EQ((*enclosing)->method, method);
}

TEST_F(ClassAttributesTest, EnclosingMethodWithoutClass) {
  writer_.attribute("EnclosingMethod", ByteWriter().u4(0));
  EXPECT_EQ(why(parse().enclosing_method()),
            "EnclosingMethod: names constant 0 (nothing), not a Class");
}

TEST_F(ClassAttributesTest, EnclosingMethodTooLong) {
  writer_.attribute("EnclosingMethod", ByteWriter().u2(2).u2(0).u2(0));
  EXPECT_EQ(why(parse().enclosing_method()), "EnclosingMethod: has 2 bytes left over");
}

TEST_F(ClassAttributesTest, ListsOfClasses) {
  const auto x = writer_.class_constant("a/X");
  const auto y = writer_.class_constant("a/Y");
  writer_.attribute("NestMembers", ByteWriter().u2(2).u2(x).u2(y));
  writer_.attribute("PermittedSubclasses", ByteWriter().u2(1).u2(y));
  writer_.method(kAccAbstract, "run", "()V").attribute("Exceptions", ByteWriter().u2(1).u2(x));
  const ClassFile file = parse();
  EXPECT_EQ(class_names(file, *file.nest_members()), (Names{"a/X", "a/Y"}));
  EXPECT_EQ(class_names(file, *file.permitted_subclasses()), Names{"a/Y"});
  EXPECT_EQ(class_names(file, *file.exceptions(file.methods()[0])), Names{"a/X"});
}

TEST_F(ClassAttributesTest, ListsOfOtherThings) {
  writer_.attribute("NestMembers", ByteWriter().u2(2).u2(2).u2(1));
  writer_.attribute("PermittedSubclasses", ByteWriter().u2(2).u2(2));
  writer_.method(kAccAbstract, "run", "()V").attribute("Exceptions", ByteWriter().u2(0).u1(0));
  const ClassFile file = parse();
  EXPECT_EQ(why(file.nest_members()), "NestMembers: entry 1 names constant 1 (Utf8), not a Class");
  EXPECT_EQ(why(file.permitted_subclasses()), "PermittedSubclasses: is cut short");
  EXPECT_EQ(why(file.exceptions(file.methods()[0])),
            "Exceptions of method run()V: has 1 byte left over");
}

TEST_F(ClassAttributesTest, MethodParameters) {
  const auto name = writer_.utf8("amount");
  writer_.method(kAccAbstract, "run", "(II)V")
      .attribute("MethodParameters", ByteWriter().u1(2).u2(name).u2(0x10).u2(0).u2(0x1000));
  const ClassFile file = parse();
  const auto parameters = file.method_parameters(file.methods()[0]);
  ASSERT_TRUE(parameters) << parameters.error().describe();
  ASSERT_EQ(parameters->size(), 2U);
  EXPECT_EQ((*parameters)[0].name, name);
  EXPECT_EQ((*parameters)[0].access, 0x10);
  EXPECT_EQ((*parameters)[1].name, 0);
}

TEST_F(ClassAttributesTest, MethodParametersMiscounted) {
  writer_.method(kAccAbstract, "run", "()V")
      .attribute("MethodParameters", ByteWriter().u1(1).u2(0));
  const ClassFile file = parse();
  EXPECT_EQ(why(file.method_parameters(file.methods()[0])),
            "MethodParameters of method run()V: is cut short");
}

TEST_F(ClassAttributesTest, Record) {
  const auto signature = writer_.utf8("TT;");
  writer_.attribute("Record", ByteWriter()
                                  .u2(2)
                                  .u2(writer_.utf8("x"))
                                  .u2(writer_.utf8("I"))
                                  .u2(0)
                                  .u2(writer_.utf8("y"))
                                  .u2(writer_.utf8("Ljava/lang/Object;"))
                                  .u2(1)
                                  .u2(writer_.utf8("Signature"))
                                  .u4(2)
                                  .u2(signature));
  const ClassFile file = parse();
  const auto components = file.record_components();
  ASSERT_TRUE(components && *components) << why(components);
  ASSERT_EQ((*components)->size(), 2U);
  EXPECT_EQ((**components)[0].name, "x");
  EXPECT_EQ((**components)[0].descriptor, "I");
  EXPECT_EQ((**components)[1].signature, signature);
  EXPECT_EQ((**components)[1].attributes.size(), 1);
}

TEST_F(ClassAttributesTest, RecordWithoutComponents) {
  writer_.attribute("Record", ByteWriter().u2(0));
  const ClassFile file = parse();
  const auto components = file.record_components();
  ASSERT_TRUE(components && *components);
  EXPECT_TRUE((*components)->empty());
}

TEST_F(ClassAttributesTest, RecordComponentName) {
  writer_.attribute("Record", ByteWriter().u2(1).u2(1).u2(1).u2(0));
  EXPECT_EQ(why(parse().record_components()), "Record: \"a/B\" is not a component name");
}

TEST_F(ClassAttributesTest, RecordComponentType) {
  writer_.attribute("Record", ByteWriter().u2(1).u2(writer_.utf8("x")).u2(1).u2(0));
  EXPECT_EQ(why(parse().record_components()),
            "Record: component x: \"a/B\" is not a field descriptor");
}

TEST_F(ClassAttributesTest, RecordComponentAttribute) {
  writer_.attribute("Record", ByteWriter()
                                  .u2(1)
                                  .u2(writer_.utf8("x"))
                                  .u2(writer_.utf8("I"))
                                  .u2(1)
                                  .u2(writer_.utf8("Signature"))
                                  .u4(2)
                                  .u2(2));
  EXPECT_EQ(why(parse().record_components()),
            "Signature of record component x: names constant 2 (Class), not a Utf8");
}

TEST_F(ClassAttributesTest, RecordComponentAttributeBeyondTheRecord) {
  writer_.attribute("Record", ByteWriter()
                                  .u2(1)
                                  .u2(writer_.utf8("x"))
                                  .u2(writer_.utf8("I"))
                                  .u2(1)
                                  .u2(writer_.utf8("Signature"))
                                  .u4(20)
                                  .u2(2));
  EXPECT_EQ(why(parse().record_components()),
            "Signature of record component x: is 20 bytes long, which is 18 too many");
}

class ModuleTest : public testing::Test {
 protected:
  ModuleTest() { writer_.access(kAccModule); }

  ClassWriter writer_{"module-info", ""};
  std::vector<std::uint8_t> bytes_;

  ClassFile parse() {
    bytes_ = writer_.finish();
    auto file = ClassFile::parse(bytes_);
    EXPECT_TRUE(file) << file.error().describe();
    return std::move(*file);
  }
};

TEST_F(ModuleTest, Everything) {
  const auto self = writer_.module_constant("m");
  const auto base = writer_.module_constant("java.base");
  const auto version = writer_.utf8("17");
  const auto package = writer_.package_constant("a/b");
  const auto service = writer_.class_constant("a/b/Service");
  const auto provider = writer_.class_constant("a/b/Provider");
  writer_.attribute("Module", ByteWriter()
                                  .u2(self)
                                  .u2(0x20)
                                  .u2(version)
                                  .u2(1)
                                  .u2(base)
                                  .u2(0x8000)
                                  .u2(version)
                                  .u2(1)
                                  .u2(package)
                                  .u2(0)
                                  .u2(1)
                                  .u2(base)
                                  .u2(1)
                                  .u2(package)
                                  .u2(0x1000)
                                  .u2(0)
                                  .u2(1)
                                  .u2(service)
                                  .u2(1)
                                  .u2(service)
                                  .u2(1)
                                  .u2(provider));
  writer_.attribute("ModulePackages", ByteWriter().u2(1).u2(package));
  writer_.attribute("ModuleMainClass", ByteWriter().u2(provider));
  const ClassFile file = parse();
  EXPECT_TRUE(file.is_module());
  EXPECT_EQ(file.super_name(), "");
  const auto answer = file.module();
  ASSERT_TRUE(answer && *answer) << why(answer);
  const Module& module = **answer;
  EXPECT_EQ(file.pool().module_name(module.name), "m");
  EXPECT_EQ(module.flags, 0x20);
  EXPECT_EQ(module.version, version);
  ASSERT_EQ(module.required.size(), 1U);
  EXPECT_EQ(module.required[0].module, base);
  EXPECT_EQ(module.required[0].flags, 0x8000);
  ASSERT_EQ(module.exports.size(), 1U);
  EXPECT_EQ(file.pool().package_name(module.exports[0].package), "a/b");
  EXPECT_EQ(module.exports[0].to[0], base);
  ASSERT_EQ(module.opens.size(), 1U);
  EXPECT_TRUE(module.opens[0].to.empty());
  EXPECT_EQ(module.uses[0], service);
  ASSERT_EQ(module.provides.size(), 1U);
  EXPECT_EQ(module.provides[0].with[0], provider);
  EXPECT_EQ(module.packages[0], package);
  EXPECT_EQ(module.main_class, provider);
}

TEST_F(ModuleTest, OfAnotherKind) {
  writer_.attribute("Module", ByteWriter().u2(1).u2(0).u2(0).u2(0).u2(0).u2(0).u2(0).u2(0));
  EXPECT_EQ(why(parse().module()), "Module: names constant 1 (Utf8), not a Module");
}

TEST_F(ModuleTest, CutShort) {
  writer_.attribute("Module", ByteWriter().u2(writer_.module_constant("m")).u2(0).u2(0).u2(0));
  EXPECT_EQ(why(parse().module()), "Module: is cut short");
}

TEST_F(ModuleTest, ServiceWithoutProvider) {
  writer_.attribute("Module", ByteWriter()
                                  .u2(writer_.module_constant("m"))
                                  .u2(0)
                                  .u2(0)
                                  .u2(0)
                                  .u2(0)
                                  .u2(0)
                                  .u2(0)
                                  .u2(1)
                                  .u2(2)
                                  .u2(0));
  EXPECT_EQ(why(parse().module()), "Module: a service is provided by no class");
}

TEST_F(ModuleTest, Companions) {
  const ByteWriter good =
      ByteWriter().u2(writer_.module_constant("m")).u2(0).u2(0).u2(0).u2(0).u2(0).u2(0).u2(0);
  writer_.attribute("Module", good);
  writer_.attribute("ModulePackages", ByteWriter().u2(1).u2(2));
  EXPECT_EQ(why(parse().module()),
            "ModulePackages: entry 0 names constant 2 (Class), not a Package");
}

TEST_F(ModuleTest, MainClass) {
  writer_.attribute(
      "Module",
      ByteWriter().u2(writer_.module_constant("m")).u2(0).u2(0).u2(0).u2(0).u2(0).u2(0).u2(0));
  writer_.attribute("ModuleMainClass", ByteWriter().u2(1));
  EXPECT_EQ(why(parse().module()), "ModuleMainClass: names constant 1 (Utf8), not a Class");
}

TEST(ModuleFlag, MeansNothingBeforeVersion53) {
  ClassWriter writer("a/B");
  const std::vector<std::uint8_t> bytes = writer.version(52).access(kAccModule).finish();
  const auto file = ClassFile::parse(bytes);
  ASSERT_TRUE(file) << file.error().describe();
  EXPECT_FALSE(file->is_module());
}

}  // namespace
}  // namespace heddle::classfile
