#include "classfile/descriptor.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace heddle::classfile {
namespace {

std::vector<std::string> parameters(std::string_view descriptor) {
  std::vector<std::string> types;
  for (const std::string_view type : ParameterTypes(descriptor)) types.emplace_back(type);
  return types;
}

std::string repeated(std::string_view text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

TEST(Descriptor, FieldDescriptors) {
  for (const char* good : {"B", "C", "D", "F", "I", "J", "S", "Z", "La;", "La/b/C;", "[I", "[[La;",
                           "Lstrange name(<>);", "L\xC3\xA9;"}) {
    EXPECT_TRUE(is_field_descriptor(good)) << good;
  }
  for (const char* bad : {"", "V", "[V", "[", "L", "L;", "La", "II", "La;I", "La.b;", "La//b;",
                          "L/a;", "La/;", "L[I;", "X", "()V"}) {
    EXPECT_FALSE(is_field_descriptor(bad)) << bad;
  }
}

TEST(Descriptor, ArraysHaveAtMost255Dimensions) {
  EXPECT_TRUE(is_field_descriptor(std::string(255, '[') + "I"));
  EXPECT_FALSE(is_field_descriptor(std::string(256, '[') + "I"));
}

TEST(Descriptor, MethodDescriptors) {
  for (const char* good : {"()V", "(I)I", "(IJ[[La/B;D)[La/B;", "(La)b;)V", "()La)b;"}) {
    EXPECT_TRUE(is_method_descriptor(good)) << good;
  }
  for (const char* bad :
       {"", "V", "(", "()", "(V)V", "(I", "(I)VV", "(I)IV", ")V", "(L)V", "I()V"}) {
    EXPECT_FALSE(is_method_descriptor(bad)) << bad;
  }
}

TEST(Descriptor, MethodsTakeAtMost255Slots) {
  EXPECT_TRUE(is_method_descriptor("(" + repeated("I", 255) + ")V"));
  EXPECT_FALSE(is_method_descriptor("(" + repeated("I", 256) + ")V"));
  EXPECT_TRUE(is_method_descriptor("(" + repeated("J", 127) + "I)V"));
  EXPECT_FALSE(is_method_descriptor("(" + repeated("J", 128) + ")V"));
}

TEST(Descriptor, ParametersAndResult) {
  using Types = std::vector<std::string>;
  EXPECT_EQ(parameters("()V"), Types());
  EXPECT_EQ(parameters("(IJ[[La/B;D[Z)V"), (Types{"I", "J", "[[La/B;", "D", "[Z"}));
  EXPECT_EQ(parameters("(La)b;I)V"), (Types{"La)b;", "I"}));
  EXPECT_EQ(return_type("()V"), "V");
  EXPECT_EQ(return_type("(I)[La/B;"), "[La/B;");
  EXPECT_EQ(return_type("(La)b;)Lc)d;"), "Lc)d;");
  EXPECT_TRUE(ParameterTypes("()V").empty());
}

TEST(Descriptor, Slots) {
  EXPECT_EQ(slots("J"), 2U);
  EXPECT_EQ(slots("D"), 2U);
  EXPECT_EQ(slots("V"), 0U);
  EXPECT_EQ(slots("[J"), 1U);
  EXPECT_EQ(argument_slots("()J"), 0U);
  EXPECT_EQ(argument_slots("(IJ[JLa;D)V"), 7U);
}

TEST(Names, Unqualified) {
  for (const char* good : {"a", "this$0", "<x>", "a b", "-", "\xE2\x82\xAC"}) {
    EXPECT_TRUE(is_unqualified_name(good)) << good;
  }
  for (const char* bad : {"", "a.b", "a;", "[a", "a/b"})
    EXPECT_FALSE(is_unqualified_name(bad)) << bad;
}

TEST(Names, Methods) {
  for (const char* good : {"run", "<init>", "<clinit>", "a-b"})
    EXPECT_TRUE(is_method_name(good)) << good;
  for (const char* bad : {"", "<x>", "<init", "a<b", "a>", "a.b", "a/b"}) {
    EXPECT_FALSE(is_method_name(bad)) << bad;
  }
}

TEST(Names, Classes) {
  for (const char* good : {"A", "a/B", "a/b/package-info"})
    EXPECT_TRUE(is_class_name(good)) << good;
  for (const char* bad : {"", "/", "a/", "/a", "a//b", "a.b", "a;", "[I"}) {
    EXPECT_FALSE(is_class_name(bad)) << bad;
  }
  EXPECT_TRUE(is_class_reference("[I"));
  EXPECT_TRUE(is_class_reference("[[La/B;"));
  EXPECT_FALSE(is_class_reference("[La/B"));
  EXPECT_FALSE(is_class_reference("["));
}

TEST(Names, Modules) {
  for (const char* good : {"java.base", "a\\:b", "a\\\\b", "\\@"})
    EXPECT_TRUE(is_module_name(good)) << good;
  for (const char* bad : {"", "a:b", "a@b", "a\\", "a\\b", "a\tb"})
    EXPECT_FALSE(is_module_name(bad)) << bad;
}

}  // namespace
}  // namespace heddle::classfile
