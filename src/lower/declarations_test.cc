// What a class file says about the class and its members arrives in ir::Class.
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "classfile/class_file.h"
#include "classfile/class_writer_test_only.h"
#include "ir/class.h"
#include "ir/symbols.h"
#include "ir/type.h"
#include "lower/assembler_test_only.h"

namespace heddle::lower {
namespace {

using classfile::ByteWriter;
using classfile::ClassWriter;

class Declarations : public testing::Test {
 protected:
  ir::Class& code() {
    if (!class_) class_ = std::make_unique<LoweredClass>(writer_);
    EXPECT_EQ(class_->error(), "");
    return class_->code();
  }
  std::string error() { return LoweredClass(writer_).error(); }
  std::string name(ir::TypeRef type) {
    return type.exists() ? ir::type_text(code().symbols, type) : "none";
  }
  std::vector<std::string> names(std::span<const ir::TypeRef> types) {
    std::vector<std::string> all;
    for (const ir::TypeRef type : types) all.push_back(name(type));
    return all;
  }
  // "@a.A(x=1, y=2)" for each.
  std::string text(std::span<const ir::Annotation> annotations) {
    std::string text;
    for (const ir::Annotation& annotation : annotations) {
      text += (annotation.visible ? "@" : "~") + name(annotation.type) + "(";
      for (const ir::AnnotationElement& element : annotation.elements)
        text += std::string(element.name) + "=" + std::string(element.value) + ",";
      text += ")";
    }
    return text;
  }
  // A list of one annotation without elements.
  ByteWriter one(std::string_view type) { return ByteWriter().u2(1).u2(writer_.utf8(type)).u2(0); }

  ClassWriter writer_{"a/C", "a/Super"};

 private:
  std::unique_ptr<LoweredClass> class_;
};

using Names = std::vector<std::string>;

TEST_F(Declarations, TheClassItself) {
  writer_.version(52, 3).access(classfile::kAccPublic | classfile::kAccFinal);
  writer_.interface("a/I").interface("a/J");
  writer_.attribute("SourceFile", ByteWriter().u2(writer_.utf8("C.java")));
  writer_.attribute("Signature", ByteWriter().u2(writer_.utf8("<T:Ljava/lang/Object;>La/Super;")));
  writer_.attribute("Synthetic", {});
  EXPECT_EQ(code().name(), "a/C");
  EXPECT_EQ(name(code().super), "a.Super");
  EXPECT_EQ(names(code().interfaces), (Names{"a.I", "a.J"}));
  EXPECT_EQ(code().access, ir::Access::kPublic | ir::Access::kFinal | ir::Access::kSynthetic);
  EXPECT_EQ(code().major, 52);
  EXPECT_EQ(code().minor, 3);
  EXPECT_EQ(code().source_file, "C.java");
  EXPECT_EQ(code().generic, "<T:Ljava/lang/Object;>La/Super;");
  EXPECT_FALSE(code().record);
  EXPECT_FALSE(code().nest_host.exists());
  EXPECT_FALSE(code().enclosing_class.exists());
}

TEST(DeclarationsOfObject, HasNoSuperclass) {
  ClassWriter writer("java/lang/Object");
  writer.raw_super_class(0);
  LoweredClass lowered(writer);
  EXPECT_EQ(lowered.error(), "");
  EXPECT_FALSE(lowered.code().super.exists());
  EXPECT_EQ(lowered.code().self, ir::kObjectType);
}

TEST_F(Declarations, FieldsAndTheirConstants) {
  const auto field = [&](const char* field_name, const char* descriptor, std::uint16_t constant) {
    writer_.field(classfile::kAccStatic | classfile::kAccFinal, field_name, descriptor)
        .attribute("ConstantValue", ByteWriter().u2(constant));
  };
  field("i", "I", writer_.integer(-7));
  field("j", "J", writer_.long_value(-8));
  field("f", "F", writer_.float_bits(std::bit_cast<std::uint32_t>(0.5F)));
  field("d", "D", writer_.double_bits(std::bit_cast<std::uint64_t>(0.25)));
  field("s", "Ljava/lang/String;", writer_.string("text"));
  writer_.field(classfile::kAccPrivate, "list", "[La/B;")
      .attribute("Signature", ByteWriter().u2(writer_.utf8("[La/B<TT;>;")))
      .attribute("Synthetic", {})
      .attribute("RuntimeVisibleAnnotations", one("La/A;"));
  const auto fields = code().fields;
  ASSERT_EQ(fields.size(), 6U);
  using ir::Constant;
  using ir::ConstantKind;
  EXPECT_EQ(fields[0].value, (Constant{ConstantKind::kInt, static_cast<std::uint32_t>(-7)}));
  EXPECT_EQ(fields[1].value, (Constant{ConstantKind::kLong, static_cast<std::uint64_t>(-8)}));
  EXPECT_EQ(fields[2].value, (Constant{ConstantKind::kFloat, std::bit_cast<std::uint32_t>(0.5F)}));
  EXPECT_EQ(fields[3].value, (Constant{ConstantKind::kDouble, std::bit_cast<std::uint64_t>(0.25)}));
  ASSERT_EQ(fields[4].value.kind, ConstantKind::kString);
  EXPECT_EQ(code().symbols.string(base::id_at<ir::StringRef>(fields[4].value.bits)), "text");
  EXPECT_EQ(fields[5].value, Constant{});
  EXPECT_EQ(fields[5].name, "list");
  EXPECT_EQ(name(fields[5].type), "a.B[]");
  EXPECT_EQ(fields[5].generic, "[La/B<TT;>;");
  EXPECT_EQ(fields[5].access, ir::Access::kPrivate | ir::Access::kSynthetic);
  EXPECT_EQ(text(fields[5].annotations), "@a.A()");
}

TEST_F(Declarations, Methods) {
  writer_.method(classfile::kAccAbstract | classfile::kAccPublic, "m", "(IJ)La/B;")
      .attribute(
          "Exceptions",
          ByteWriter().u2(2).u2(writer_.class_constant("a/E")).u2(writer_.class_constant("a/F")))
      .attribute("Signature", ByteWriter().u2(writer_.utf8("(IJ)La/B<*>;")))
      .attribute("RuntimeInvisibleAnnotations", one("La/A;"))
      .attribute("RuntimeVisibleParameterAnnotations",
                 ByteWriter().u1(2).raw(one("La/P;").bytes()).u2(0));
  writer_.method(classfile::kAccStatic, "f", "()V").code(assemble(writer_, "return"));
  const auto methods = code().methods;
  ASSERT_EQ(methods.size(), 2U);
  EXPECT_EQ(code().symbols.signature(methods[0].signature).descriptor, "(IJ)La/B;");
  EXPECT_FALSE(methods[0].has_code);
  EXPECT_EQ(names(methods[0].exceptions), (Names{"a.E", "a.F"}));
  EXPECT_EQ(methods[0].generic, "(IJ)La/B<*>;");
  EXPECT_EQ(text(methods[0].annotations), "~a.A()");
  ASSERT_EQ(methods[0].parameter_annotations.size(), 2U);
  EXPECT_EQ(text(methods[0].parameter_annotations[0]), "@a.P()");
  EXPECT_EQ(text(methods[0].parameter_annotations[1]), "");
  EXPECT_TRUE(methods[1].has_code);
  ASSERT_EQ(code().bodies.size(), 2U);
  EXPECT_EQ(code().bodies[1], nullptr);
}

TEST(DeclarationsOfMethodHandle, AcceptEverySignature) {
  for (const char* owner : {"java/lang/invoke/MethodHandle", "java/lang/invoke/VarHandle", "a/B"}) {
    ClassWriter writer(owner);
    constexpr std::uint16_t kNative = classfile::kAccNative | classfile::kAccVarargs;
    writer.method(kNative, "invoke", "([Ljava/lang/Object;)Ljava/lang/Object;");
    writer.method(kNative, "other", "(I[Ljava/lang/Object;)V");
    writer.method(classfile::kAccNative, "plain", "([Ljava/lang/Object;)V");
    LoweredClass lowered(writer);
    ASSERT_EQ(lowered.error(), "");
    EXPECT_EQ(lowered.method("invoke").signature_polymorphic, std::string_view(owner) != "a/B");
    EXPECT_FALSE(lowered.method("other").signature_polymorphic);
    EXPECT_FALSE(lowered.method("plain").signature_polymorphic);
  }
}

TEST_F(Declarations, Relations) {
  const auto outer = writer_.class_constant("a/Outer");
  const auto self = writer_.class_constant("a/C");
  writer_.attribute("NestHost", ByteWriter().u2(outer));
  writer_.attribute("InnerClasses", ByteWriter()
                                        .u2(3)
                                        .u2(self)
                                        .u2(outer)
                                        .u2(writer_.utf8("C"))
                                        .u2(9)
                                        .u2(writer_.class_constant("a/C$1"))
                                        .u2(0)
                                        .u2(0)
                                        .u2(0)
                                        .u8(0));
  writer_.attribute("EnclosingMethod",
                    ByteWriter().u2(outer).u2(writer_.name_and_type("run", "()V")));
  EXPECT_EQ(name(code().nest_host), "a.Outer");
  const auto inner = code().inner_classes;
  ASSERT_EQ(inner.size(), 2U);  // the third names no class
  EXPECT_EQ(name(inner[0].inner), "a.C");
  EXPECT_EQ(name(inner[0].outer), "a.Outer");
  EXPECT_EQ(inner[0].name, "C");
  EXPECT_EQ(inner[0].access, 9U);
  EXPECT_EQ(name(inner[1].inner), "a.C$1");
  EXPECT_FALSE(inner[1].outer.exists());
  EXPECT_EQ(inner[1].name, "");
  EXPECT_EQ(name(code().enclosing_class), "a.Outer");
  EXPECT_EQ(code().enclosing_method, "run");
  EXPECT_EQ(code().enclosing_descriptor, "()V");
}

TEST_F(Declarations, EnclosedByAnInitializer) {
  writer_.attribute("EnclosingMethod", ByteWriter().u2(writer_.class_constant("a/Outer")).u2(0));
  EXPECT_EQ(name(code().enclosing_class), "a.Outer");
  EXPECT_EQ(code().enclosing_method, "");
}

TEST_F(Declarations, NestMembersAndPermittedSubclasses) {
  const auto one_of = writer_.class_constant("a/One");
  const auto two = writer_.class_constant("a/Two");
  writer_.attribute("NestMembers", ByteWriter().u2(2).u2(one_of).u2(two));
  writer_.attribute("PermittedSubclasses", ByteWriter().u2(1).u2(two));
  EXPECT_EQ(names(code().nest_members), (Names{"a.One", "a.Two"}));
  EXPECT_EQ(names(code().permitted), (Names{"a.Two"}));
}

TEST_F(Declarations, Records) {
  writer_.attribute("Record", ByteWriter()
                                  .u2(2)
                                  .u2(writer_.utf8("x"))
                                  .u2(writer_.utf8("I"))
                                  .u2(0)
                                  .u2(writer_.utf8("names"))
                                  .u2(writer_.utf8("[Ljava/lang/String;"))
                                  .u2(0));
  EXPECT_TRUE(code().record);
  ASSERT_EQ(code().components.size(), 2U);
  EXPECT_EQ(code().components[0].name, "x");
  EXPECT_EQ(code().components[0].type, ir::kIntType);
  EXPECT_EQ(name(code().components[1].type), "java.lang.String[]");
}

TEST_F(Declarations, RecordsMayBeEmpty) {
  writer_.attribute("Record", ByteWriter().u2(0));
  EXPECT_TRUE(code().record);
  EXPECT_TRUE(code().components.empty());
}

TEST_F(Declarations, AnnotationElements) {
  ByteWriter elements;
  unsigned count = 0;
  const auto element = [&](const char* element_name, char tag, std::uint16_t value) {
    elements.u2(writer_.utf8(element_name)).u1(static_cast<std::uint8_t>(tag)).u2(value);
    ++count;
  };
  element("b", 'B', writer_.integer(-1));
  element("c", 'C', writer_.integer('x'));
  element("i", 'I', writer_.integer(-2147483647));
  element("s", 'S', writer_.integer(3));
  element("yes", 'Z', writer_.integer(1));
  element("no", 'Z', writer_.integer(0));
  element("j", 'J', writer_.long_value(-5'000'000'000));
  element("f", 'F', writer_.float_bits(std::bit_cast<std::uint32_t>(1.5F)));
  element("d", 'D', writer_.double_bits(std::bit_cast<std::uint64_t>(2.5)));
  element("text", 's', writer_.utf8("a=b"));
  element("type", 'c', writer_.utf8("La/B;"));
  element("array", 'c', writer_.utf8("[La/B;"));
  element("nothing", 'c', writer_.utf8("V"));
  element("odd", 'c', writer_.utf8("L"));
  // An enum, a nested annotation, an array.
  elements.u2(writer_.utf8("e")).u1('e').u2(writer_.utf8("La/E;")).u2(writer_.utf8("RED"));
  elements.u2(writer_.utf8("n")).u1('@').u2(writer_.utf8("La/N;")).u2(0);
  elements.u2(writer_.utf8("l"))
      .u1('[')
      .u2(2)
      .u1('s')
      .u2(writer_.utf8("x"))
      .u1('s')
      .u2(writer_.utf8("y"));
  writer_.attribute(
      "RuntimeVisibleAnnotations",
      ByteWriter().u2(1).u2(writer_.utf8("La/A;")).u2(count + 3).raw(elements.bytes()));
  EXPECT_EQ(text(code().annotations),
            "@a.A(b=-1,c=120,i=-2147483647,s=3,yes=true,no=false,j=-5000000000,f=1.5,d=2.5,"
            "text=a=b,type=a/B,array=[La/B;,nothing=V,odd=L,e=RED,n=La/N;,l=x,l=y,)");
}

TEST_F(Declarations, AnnotationsOfNoTypeAreLeftOut) {
  writer_.attribute("RuntimeVisibleAnnotations", ByteWriter()
                                                     .u2(5)
                                                     .u2(writer_.utf8("x"))
                                                     .u2(0)
                                                     .u2(writer_.utf8("["))
                                                     .u2(0)
                                                     .u2(writer_.utf8("La/A;"))
                                                     .u2(0)
                                                     .u2(writer_.utf8(""))
                                                     .u2(0)
                                                     .u2(writer_.utf8(std::string(300, '[') + "I"))
                                                     .u2(0));
  EXPECT_EQ(text(code().annotations), "@a.A()");
}

TEST_F(Declarations, BrokenAttributesAreNamed) {
  writer_.attribute("NestMembers", ByteWriter().u2(1).u2(1));
  EXPECT_EQ(error(), "NestMembers: entry 0 names constant 1 (Utf8), not a Class");
}

}  // namespace
}  // namespace heddle::lower
