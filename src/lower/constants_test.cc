// What the instructions that push constants make, with constants of every kind.
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <limits>
#include <string>

#include "classfile/class_writer_test_only.h"
#include "classfile/constant_pool.h"
#include "lower/assembler_test_only.h"

namespace heddle::lower {
namespace {

using classfile::ClassWriter;
using classfile::HandleKind;

std::string loaded(ClassWriter& writer, const std::string& mnemonic, std::uint16_t constant,
                   const std::string& descriptor, const std::string& give) {
  return operations(writer, "()" + descriptor,
                    mnemonic + " #" + std::to_string(constant) + "; " + give);
}

TEST(Constants, WithoutPool) {
  EXPECT_EQ(operations("()V", "iconst_m1; istore_0; iconst_5; istore_0; return"),
            "%0 = const_int -1; %1 = const_int 5");
  EXPECT_EQ(operations("()V", "bipush -128; istore_0; sipush -32768; istore_0; return"),
            "%0 = const_int -128; %1 = const_int -32768");
  EXPECT_EQ(operations("()V", "lconst_0; lstore_0; lconst_1; lstore_0; return"),
            "%0 = const_long 0; %1 = const_long 1");
  EXPECT_EQ(operations("()V", "fconst_0; fstore_0; fconst_2; fstore_0; return"),
            "%0 = const_float 0.0; %1 = const_float 2.0");
  EXPECT_EQ(operations("()V", "dconst_0; dstore_0; dconst_1; dstore_0; return"),
            "%0 = const_double 0.0; %1 = const_double 1.0");
  EXPECT_EQ(operations("()V", "aconst_null; astore_0; return"), "%0 = const_null");
}

TEST(Constants, Numbers) {
  ClassWriter ints("C");
  EXPECT_EQ(
      loaded(ints, "ldc", ints.integer(std::numeric_limits<std::int32_t>::min()), "I", "ireturn"),
      "%0 = const_int -2147483648");
  ClassWriter floats("C");
  EXPECT_EQ(loaded(floats, "ldc_w", floats.float_bits(std::bit_cast<std::uint32_t>(-1.5F)), "F",
                   "freturn"),
            "%0 = const_float -1.5");
  ClassWriter longs("C");
  EXPECT_EQ(loaded(longs, "ldc2_w", longs.long_value(-0x1'2345'6789), "J", "lreturn"),
            "%0 = const_long -4886718345");
  ClassWriter doubles("C");
  EXPECT_EQ(loaded(doubles, "ldc2_w", doubles.double_bits(std::bit_cast<std::uint64_t>(1e300)), "D",
                   "dreturn"),
            "%0 = const_double 1e+300");
}

TEST(Constants, Symbols) {
  const std::string object = "Ljava/lang/Object;";
  ClassWriter strings("C");
  EXPECT_EQ(loaded(strings, "ldc", strings.string("text"), object, "areturn"),
            "%0 = const_string \"text\"");
  ClassWriter classes("C");
  EXPECT_EQ(loaded(classes, "ldc_w", classes.class_constant("[[J"), object, "areturn"),
            "%0 = const_class long[][]");
  ClassWriter types("C");
  EXPECT_EQ(loaded(types, "ldc", types.method_type("(I)V"), object, "areturn"),
            "%0 = const_method_type (int) : void");
  ClassWriter handles("C");
  const auto handle =
      handles.method_handle(HandleKind::kInvokeStatic, handles.method_ref("a/B", "m", "()V"));
  EXPECT_EQ(loaded(handles, "ldc", handle, object, "areturn"),
            "%0 = const_method_handle invoke_static a.B.m() : void");
}

TEST(Constants, Dynamic) {
  const auto dynamic = [](ClassWriter& writer, const char* descriptor) {
    const auto handle = writer.method_handle(
        HandleKind::kInvokeStatic,
        writer.method_ref("a/B", "make",
                          "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/"
                          "Class;)Ljava/lang/Object;"));
    return writer.dynamic(writer.bootstrap(handle, {}), "value", descriptor);
  };
  ClassWriter small("C");
  EXPECT_EQ(loaded(small, "ldc", dynamic(small, "Z"), "I", "ireturn"),
            "%0 = const_dynamic #0 value() : boolean");
  ClassWriter wide("C");
  EXPECT_EQ(loaded(wide, "ldc2_w", dynamic(wide, "D"), "D", "dreturn"),
            "%0 = const_dynamic #0 value() : double");
  ClassWriter object("C");
  EXPECT_EQ(loaded(object, "ldc_w", dynamic(object, "[La/B;"), "Ljava/lang/Object;", "areturn"),
            "%0 = const_dynamic #0 value() : a.B[]");
  ClassWriter torn("C");
  EXPECT_EQ(loaded(torn, "ldc", dynamic(torn, "J"), "J", "lreturn"),
            "error: method f()J: ldc names constant 15, which it cannot load: Dynamic at "
            "instruction 0");
}

TEST(Constants, WrongKinds) {
  ClassWriter names("C");
  EXPECT_EQ(loaded(names, "ldc", names.utf8("x"), "I", "ireturn"),
            "error: method f()I: ldc names constant 5, which it cannot load: Utf8 at "
            "instruction 0");
  ClassWriter longs("C");
  EXPECT_EQ(loaded(longs, "ldc", longs.long_value(1), "J", "lreturn"),
            "error: method f()J: ldc names constant 5, which it cannot load: Long at "
            "instruction 0");
  ClassWriter ints("C");
  EXPECT_EQ(loaded(ints, "ldc2_w", ints.integer(1), "I", "ireturn"),
            "error: method f()I: ldc2_w names constant 5, which it cannot load: Integer at "
            "instruction 0");
  ClassWriter none("C");
  EXPECT_EQ(loaded(none, "ldc_w", 60000, "I", "ireturn"),
            "error: method f()I: ldc_w names constant 60000, which it cannot load: nothing at "
            "instruction 0");
}

}  // namespace
}  // namespace heddle::lower
