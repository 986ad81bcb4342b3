#include "classfile/annotation.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "classfile/class_file.h"
#include "classfile/class_writer_test_only.h"
#include "classfile/code.h"
#include "classfile/opcode.h"

namespace heddle::classfile {
namespace {

class AnnotationTest : public testing::Test {
 protected:
  ClassWriter writer_{"a/B"};
  std::vector<std::uint8_t> bytes_;

  ClassFile parse() {
    bytes_ = writer_.finish();
    auto file = ClassFile::parse(bytes_);
    EXPECT_TRUE(file) << file.error().describe();
    return std::move(*file);
  }
  // An annotation without elements.
  ByteWriter bare(std::string_view type) { return ByteWriter().u2(writer_.utf8(type)).u2(0); }
  // A list of one annotation whose only element has the given value.
  ByteWriter with_value(const ByteWriter& value) {
    return ByteWriter()
        .u2(1)
        .u2(writer_.utf8("La/A;"))
        .u2(1)
        .u2(writer_.utf8("value"))
        .raw(value.bytes());
  }
  ElementValue value_of(const ByteWriter& value) {
    writer_.attribute("RuntimeVisibleAnnotations", with_value(value));
    const ClassFile file = parse();
    auto list = annotations(file);
    EXPECT_TRUE(list) << list.error().describe();
    return list ? (*list)[0].elements[0].value : ElementValue();
  }
  std::string why(const ByteWriter& content) {
    writer_.attribute("RuntimeVisibleAnnotations", content);
    const ClassFile file = parse();
    const auto list = annotations(file);
    return list ? "nothing" : list.error().what;
  }
};

TEST_F(AnnotationTest, None) {
  writer_.method(kAccAbstract, "run", "()V");
  const ClassFile file = parse();
  EXPECT_TRUE(annotations(file)->empty());
  EXPECT_TRUE(type_annotations(file)->empty());
  EXPECT_TRUE(annotations(file, file.methods()[0])->empty());
  EXPECT_TRUE(parameter_annotations(file, file.methods()[0])->empty());
  EXPECT_FALSE(annotation_default(file, file.methods()[0])->has_value());
}

TEST_F(AnnotationTest, VisibleOnesComeFirst) {
  writer_.attribute("RuntimeInvisibleAnnotations",
                    ByteWriter().u2(1).raw(bare("La/Hidden;").bytes()));
  writer_.attribute("RuntimeVisibleAnnotations",
                    ByteWriter().u2(2).raw(bare("La/X;").bytes()).raw(bare("La/Y;").bytes()));
  const ClassFile file = parse();
  const auto list = annotations(file);
  ASSERT_TRUE(list) << list.error().describe();
  ASSERT_EQ(list->size(), 3U);
  EXPECT_EQ((*list)[0].type, "La/X;");
  EXPECT_TRUE((*list)[0].visible);
  EXPECT_EQ((*list)[1].type, "La/Y;");
  EXPECT_EQ((*list)[2].type, "La/Hidden;");
  EXPECT_FALSE((*list)[2].visible);
}

TEST_F(AnnotationTest, OnMembersAndComponents) {
  const ByteWriter one = ByteWriter().u2(1).raw(bare("La/X;").bytes());
  writer_.field(0, "x", "I").attribute("RuntimeVisibleAnnotations", one);
  writer_.method(kAccAbstract, "run", "()V").attribute("RuntimeInvisibleAnnotations", one);
  writer_.attribute("Record", ByteWriter()
                                  .u2(1)
                                  .u2(writer_.utf8("x"))
                                  .u2(writer_.utf8("I"))
                                  .u2(1)
                                  .u2(writer_.utf8("RuntimeVisibleAnnotations"))
                                  .u4(one.size())
                                  .raw(one.bytes()));
  const ClassFile file = parse();
  EXPECT_EQ(annotations(file, file.fields()[0])->at(0).type, "La/X;");
  EXPECT_EQ(annotations(file, file.methods()[0])->at(0).type, "La/X;");
  const auto components = file.record_components();
  EXPECT_EQ(annotations(file, (**components)[0])->at(0).type, "La/X;");
}

TEST_F(AnnotationTest, Numbers) {
  for (const char tag : {'B', 'C', 'I', 'S', 'Z'}) {
    writer_ = ClassWriter("a/B");
    const auto constant = writer_.integer(1);
    const ElementValue value =
        value_of(ByteWriter().u1(static_cast<std::uint8_t>(tag)).u2(constant));
    EXPECT_EQ(value.tag, tag);
    EXPECT_EQ(value.constant, constant);
  }
  writer_ = ClassWriter("a/B");
  EXPECT_EQ(value_of(ByteWriter().u1('J').u2(writer_.long_value(1))).tag, 'J');
  writer_ = ClassWriter("a/B");
  EXPECT_EQ(value_of(ByteWriter().u1('F').u2(writer_.float_bits(1))).tag, 'F');
  writer_ = ClassWriter("a/B");
  EXPECT_EQ(value_of(ByteWriter().u1('D').u2(writer_.double_bits(1))).tag, 'D');
}

TEST_F(AnnotationTest, String) {
  const ElementValue value = value_of(ByteWriter().u1('s').u2(writer_.utf8("this")));
  EXPECT_EQ(value.tag, 's');
  EXPECT_EQ(value.name, "this");
}

TEST_F(AnnotationTest, EnumConstant) {
  const ElementValue value =
      value_of(ByteWriter().u1('e').u2(writer_.utf8("La/E;")).u2(writer_.utf8("ONE")));
  EXPECT_EQ(value.type, "La/E;");
  EXPECT_EQ(value.name, "ONE");
}

TEST_F(AnnotationTest, Class) {
  EXPECT_EQ(value_of(ByteWriter().u1('c').u2(writer_.utf8("V"))).type, "V");
}

TEST_F(AnnotationTest, ArrayOfAnnotations) {
  const ByteWriter inner = bare("La/Inner;");
  const ElementValue value =
      value_of(ByteWriter().u1('[').u2(2).u1('@').raw(inner.bytes()).u1('@').raw(inner.bytes()));
  ASSERT_EQ(value.array.size(), 2U);
  ASSERT_EQ(value.array[1].nested.size(), 1U);
  EXPECT_EQ(value.array[1].nested[0].type, "La/Inner;");
}

TEST_F(AnnotationTest, EmptyArray) {
  EXPECT_TRUE(value_of(ByteWriter().u1('[').u2(0)).array.empty());
}

TEST_F(AnnotationTest, DepthIsLimited) {
  const auto nested = [this](unsigned depth) {
    ByteWriter value;
    for (unsigned i = 0; i < depth; ++i) value.u1('[').u2(1);
    return with_value(value.u1('s').u2(1));
  };
  EXPECT_EQ(why(nested(kMaxAnnotationDepth)), "nothing");
  writer_ = ClassWriter("a/B");
  EXPECT_EQ(why(nested(kMaxAnnotationDepth + 1)),
            "RuntimeVisibleAnnotations: values are nested more than 64 deep");
}

TEST_F(AnnotationTest, DepthOfAnnotationsIsLimited) {
  ByteWriter value;
  for (unsigned i = 0; i < 20000; ++i) value.u1('@').u2(1).u2(1).u2(1);
  EXPECT_EQ(why(with_value(value.u1('s').u2(1))),
            "RuntimeVisibleAnnotations: values are nested more than 64 deep");
}

TEST_F(AnnotationTest, UnknownTag) {
  EXPECT_EQ(why(with_value(ByteWriter().u1('x').u2(1))),
            "RuntimeVisibleAnnotations: a value has the unknown tag 120");
}

TEST_F(AnnotationTest, NumberOfAnotherKind) {
  EXPECT_EQ(why(with_value(ByteWriter().u1('J').u2(writer_.integer(1)))),
            "RuntimeVisibleAnnotations: names constant 5 (Integer), not a Long");
}

TEST_F(AnnotationTest, TypeOfAnotherKind) {
  EXPECT_EQ(why(ByteWriter().u2(1).u2(2).u2(0)),
            "RuntimeVisibleAnnotations: names constant 2 (Class), not a Utf8");
}

TEST_F(AnnotationTest, Miscounted) {
  EXPECT_EQ(why(ByteWriter().u2(65535).u2(1).u2(0)),
            "RuntimeVisibleAnnotations: has room for fewer than the 65535 entries it counts");
}

TEST_F(AnnotationTest, ArrayMiscounted) {
  EXPECT_EQ(why(with_value(ByteWriter().u1('[').u2(65535).u1('s').u2(1))),
            "RuntimeVisibleAnnotations: has room for fewer than the 65535 entries it counts");
}

TEST_F(AnnotationTest, BytesLeftOver) {
  EXPECT_EQ(why(ByteWriter().u2(0).u2(0)), "RuntimeVisibleAnnotations: has 2 bytes left over");
}

TEST_F(AnnotationTest, ErrorsNameTheMember) {
  writer_.method(kAccAbstract, "run", "()V")
      .attribute("RuntimeVisibleAnnotations", ByteWriter().u1(0));
  const ClassFile file = parse();
  EXPECT_EQ(annotations(file, file.methods()[0]).error().what,
            "RuntimeVisibleAnnotations of method run()V: is cut short");
}

TEST_F(AnnotationTest, OnParameters) {
  const ByteWriter x = bare("La/X;");
  writer_.method(kAccAbstract, "run", "(II)V")
      .attribute("RuntimeVisibleParameterAnnotations", ByteWriter().u1(1).u2(1).raw(x.bytes()))
      .attribute("RuntimeInvisibleParameterAnnotations",
                 ByteWriter().u1(2).u2(1).raw(x.bytes()).u2(2).raw(x.bytes()).raw(x.bytes()));
  const ClassFile file = parse();
  const auto lists = parameter_annotations(file, file.methods()[0]);
  ASSERT_TRUE(lists) << lists.error().describe();
  ASSERT_EQ(lists->size(), 2U);
  ASSERT_EQ((*lists)[0].size(), 2U);
  EXPECT_TRUE((*lists)[0][0].visible);
  EXPECT_FALSE((*lists)[0][1].visible);
  EXPECT_EQ((*lists)[1].size(), 2U);
}

TEST_F(AnnotationTest, Default) {
  writer_.method(kAccAbstract, "value", "()I")
      .attribute("AnnotationDefault", ByteWriter().u1('I').u2(writer_.integer(7)));
  const ClassFile file = parse();
  const auto value = annotation_default(file, file.methods()[0]);
  ASSERT_TRUE(value && *value);
  EXPECT_EQ(file.pool().integer((*value)->constant), 7);
}

TEST_F(AnnotationTest, DefaultCutShort) {
  writer_.method(kAccAbstract, "value", "()I").attribute("AnnotationDefault", {});
  const ClassFile file = parse();
  EXPECT_EQ(annotation_default(file, file.methods()[0]).error().what,
            "AnnotationDefault of method value()I: is cut short");
}

class TypeAnnotationTest : public AnnotationTest {
 protected:
  std::uint16_t type_ = writer_.utf8("La/X;");

  ByteWriter after(const ByteWriter& target) {
    return ByteWriter().u2(1).raw(target.bytes()).u1(1).u1(3).u1(2).u2(type_).u2(0);
  }
  TypeAnnotation on_class(const ByteWriter& target) {
    writer_ = ClassWriter("a/B");
    type_ = writer_.utf8("La/X;");
    writer_.attribute("RuntimeVisibleTypeAnnotations", after(target));
    const ClassFile file = parse();
    auto list = type_annotations(file);
    EXPECT_TRUE(list) << list.error().describe();
    return list ? (*list)[0] : TypeAnnotation();
  }
};

TEST_F(TypeAnnotationTest, Targets) {
  const TypeAnnotation parameter = on_class(ByteWriter().u1(0x00).u1(5));
  EXPECT_EQ(parameter.target, 0);
  EXPECT_EQ(parameter.parameter, 5);
  ASSERT_EQ(parameter.path.size(), 1U);
  EXPECT_EQ(parameter.path[0].kind, 3);
  EXPECT_EQ(parameter.path[0].argument, 2);
  EXPECT_EQ(parameter.annotation.type, "La/X;");
  EXPECT_TRUE(parameter.annotation.visible);
  EXPECT_EQ(on_class(ByteWriter().u1(0x10).u2(65535)).index, 65535);
  EXPECT_EQ(on_class(ByteWriter().u1(0x11).u1(1).u1(2)).bound, 2);
  EXPECT_EQ(on_class(ByteWriter().u1(0x13)).target, 0x13);
  EXPECT_EQ(on_class(ByteWriter().u1(0x16).u1(3)).parameter, 3);
  EXPECT_EQ(on_class(ByteWriter().u1(0x17).u2(3)).index, 3);
  EXPECT_EQ(on_class(ByteWriter().u1(0x42).u2(4)).index, 4);
  EXPECT_EQ(on_class(ByteWriter().u1(0x44).u2(9)).offset, 9);
  const TypeAnnotation cast = on_class(ByteWriter().u1(0x47).u2(9).u1(1));
  EXPECT_EQ(cast.offset, 9);
  EXPECT_EQ(cast.argument, 1);
  const TypeAnnotation local = on_class(ByteWriter().u1(0x40).u2(1).u2(7).u2(8).u2(9));
  ASSERT_EQ(local.variables.size(), 1U);
  EXPECT_EQ(local.variables[0].start, 7);
  EXPECT_EQ(local.variables[0].length, 8);
  EXPECT_EQ(local.variables[0].slot, 9);
}

TEST_F(TypeAnnotationTest, OnFieldsMethodsComponentsAndCode) {
  const ByteWriter content = after(ByteWriter().u1(0x13));
  writer_.field(0, "x", "I").attribute("RuntimeInvisibleTypeAnnotations", content);
  writer_.method(0, "run", "()V")
      .attribute("RuntimeVisibleTypeAnnotations", content)
      .code(
          CodeWriter(0, 1).op(Opcode::kReturn).attribute("RuntimeVisibleTypeAnnotations", content));
  writer_.attribute("Record", ByteWriter()
                                  .u2(1)
                                  .u2(writer_.utf8("x"))
                                  .u2(writer_.utf8("I"))
                                  .u2(1)
                                  .u2(writer_.utf8("RuntimeVisibleTypeAnnotations"))
                                  .u4(content.size())
                                  .raw(content.bytes()));
  const ClassFile file = parse();
  EXPECT_FALSE(type_annotations(file, file.fields()[0])->at(0).annotation.visible);
  EXPECT_EQ(type_annotations(file, file.methods()[0])->size(), 1U);
  const auto code = parse_code(file, file.methods()[0]);
  ASSERT_TRUE(code);
  EXPECT_EQ(type_annotations(file, file.methods()[0], *code)->size(), 1U);
  const auto components = file.record_components();
  EXPECT_EQ(type_annotations(file, (**components)[0])->size(), 1U);
}

TEST_F(TypeAnnotationTest, UnknownTarget) {
  writer_.attribute("RuntimeVisibleTypeAnnotations", after(ByteWriter().u1(0x50)));
  const ClassFile file = parse();
  EXPECT_EQ(type_annotations(file).error().what,
            "RuntimeVisibleTypeAnnotations: unknown target type 80");
}

}  // namespace
}  // namespace heddle::classfile
