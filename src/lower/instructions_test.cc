// Each family of bytecodes becomes the IR expected of it.
#include <gtest/gtest.h>

#include <string>

#include "classfile/class_writer_test_only.h"
#include "lower/assembler_test_only.h"

namespace heddle::lower {
namespace {

TEST(Instructions, IntArithmetic) {
  const auto binary = [](const std::string& mnemonic) {
    return operations("(II)I", "iload_0; iload_1; " + mnemonic + "; ireturn");
  };
  EXPECT_EQ(binary("iadd"), "%2 = add %0 %1 : int");
  EXPECT_EQ(binary("isub"), "%2 = subtract %0 %1 : int");
  EXPECT_EQ(binary("imul"), "%2 = multiply %0 %1 : int");
  EXPECT_EQ(binary("idiv"), "%2 = divide %0 %1 : int");
  EXPECT_EQ(binary("irem"), "%2 = remainder %0 %1 : int");
  EXPECT_EQ(binary("ishl"), "%2 = shift_left %0 %1 : int");
  EXPECT_EQ(binary("ishr"), "%2 = shift_right %0 %1 : int");
  EXPECT_EQ(binary("iushr"), "%2 = shift_right_unsigned %0 %1 : int");
  EXPECT_EQ(binary("iand"), "%2 = and %0 %1 : int");
  EXPECT_EQ(binary("ior"), "%2 = or %0 %1 : int");
  EXPECT_EQ(binary("ixor"), "%2 = xor %0 %1 : int");
  EXPECT_EQ(operations("(I)I", "iload_0; ineg; ireturn"), "%1 = negate %0 : int");
}

TEST(Instructions, LongArithmetic) {
  const auto binary = [](const std::string& mnemonic) {
    return operations("(JJ)J", "lload_0; lload_2; " + mnemonic + "; lreturn");
  };
  EXPECT_EQ(binary("ladd"), "%2 = add %0 %1 : long");
  EXPECT_EQ(binary("lsub"), "%2 = subtract %0 %1 : long");
  EXPECT_EQ(binary("lmul"), "%2 = multiply %0 %1 : long");
  EXPECT_EQ(binary("ldiv"), "%2 = divide %0 %1 : long");
  EXPECT_EQ(binary("lrem"), "%2 = remainder %0 %1 : long");
  EXPECT_EQ(binary("land"), "%2 = and %0 %1 : long");
  EXPECT_EQ(binary("lor"), "%2 = or %0 %1 : long");
  EXPECT_EQ(binary("lxor"), "%2 = xor %0 %1 : long");
  const auto shift = [](const std::string& mnemonic) {
    return operations("(JI)J", "lload_0; iload_2; " + mnemonic + "; lreturn");
  };
  EXPECT_EQ(shift("lshl"), "%2 = shift_left %0 %1 : long");
  EXPECT_EQ(shift("lshr"), "%2 = shift_right %0 %1 : long");
  EXPECT_EQ(shift("lushr"), "%2 = shift_right_unsigned %0 %1 : long");
  EXPECT_EQ(operations("(J)J", "lload_0; lneg; lreturn"), "%1 = negate %0 : long");
}

TEST(Instructions, FloatAndDoubleArithmetic) {
  const auto floats = [](const std::string& mnemonic) {
    return operations("(FF)F", "fload_0; fload_1; " + mnemonic + "; freturn");
  };
  EXPECT_EQ(floats("fadd"), "%2 = add %0 %1 : float");
  EXPECT_EQ(floats("fsub"), "%2 = subtract %0 %1 : float");
  EXPECT_EQ(floats("fmul"), "%2 = multiply %0 %1 : float");
  EXPECT_EQ(floats("fdiv"), "%2 = divide %0 %1 : float");
  EXPECT_EQ(floats("frem"), "%2 = remainder %0 %1 : float");
  EXPECT_EQ(operations("(F)F", "fload_0; fneg; freturn"), "%1 = negate %0 : float");
  const auto doubles = [](const std::string& mnemonic) {
    return operations("(DD)D", "dload_0; dload_2; " + mnemonic + "; dreturn");
  };
  EXPECT_EQ(doubles("dadd"), "%2 = add %0 %1 : double");
  EXPECT_EQ(doubles("dsub"), "%2 = subtract %0 %1 : double");
  EXPECT_EQ(doubles("dmul"), "%2 = multiply %0 %1 : double");
  EXPECT_EQ(doubles("ddiv"), "%2 = divide %0 %1 : double");
  EXPECT_EQ(doubles("drem"), "%2 = remainder %0 %1 : double");
  EXPECT_EQ(operations("(D)D", "dload_0; dneg; dreturn"), "%1 = negate %0 : double");
}

TEST(Instructions, Conversions) {
  const auto converted = [](char from, const std::string& mnemonic, char to) {
    const std::string load = {from == 'I' ? 'i' : from == 'J' ? 'l' : from == 'F' ? 'f' : 'd'};
    const std::string give = {to == 'I' ? 'i' : to == 'J' ? 'l' : to == 'F' ? 'f' : 'd'};
    return operations(std::string("(") + from + ")" + to,
                      load + "load_0; " + mnemonic + "; " + give + "return");
  };
  EXPECT_EQ(converted('I', "i2l", 'J'), "%1 = convert int_to_long %0");
  EXPECT_EQ(converted('I', "i2f", 'F'), "%1 = convert int_to_float %0");
  EXPECT_EQ(converted('I', "i2d", 'D'), "%1 = convert int_to_double %0");
  EXPECT_EQ(converted('J', "l2i", 'I'), "%1 = convert long_to_int %0");
  EXPECT_EQ(converted('J', "l2f", 'F'), "%1 = convert long_to_float %0");
  EXPECT_EQ(converted('J', "l2d", 'D'), "%1 = convert long_to_double %0");
  EXPECT_EQ(converted('F', "f2i", 'I'), "%1 = convert float_to_int %0");
  EXPECT_EQ(converted('F', "f2l", 'J'), "%1 = convert float_to_long %0");
  EXPECT_EQ(converted('F', "f2d", 'D'), "%1 = convert float_to_double %0");
  EXPECT_EQ(converted('D', "d2i", 'I'), "%1 = convert double_to_int %0");
  EXPECT_EQ(converted('D', "d2l", 'J'), "%1 = convert double_to_long %0");
  EXPECT_EQ(converted('D', "d2f", 'F'), "%1 = convert double_to_float %0");
  EXPECT_EQ(converted('I', "i2b", 'I'), "%1 = convert int_to_byte %0");
  EXPECT_EQ(converted('I', "i2c", 'I'), "%1 = convert int_to_char %0");
  EXPECT_EQ(converted('I', "i2s", 'I'), "%1 = convert int_to_short %0");
}

TEST(Instructions, Comparisons) {
  EXPECT_EQ(operations("(JJ)I", "lload_0; lload_2; lcmp; ireturn"), "%2 = compare long %0 %1");
  EXPECT_EQ(operations("(FF)I", "fload_0; fload_1; fcmpl; ireturn"),
            "%2 = compare float_less %0 %1");
  EXPECT_EQ(operations("(FF)I", "fload_0; fload_1; fcmpg; ireturn"),
            "%2 = compare float_greater %0 %1");
  EXPECT_EQ(operations("(DD)I", "dload_0; dload_2; dcmpl; ireturn"),
            "%2 = compare double_less %0 %1");
  EXPECT_EQ(operations("(DD)I", "dload_0; dload_2; dcmpg; ireturn"),
            "%2 = compare double_greater %0 %1");
}

TEST(Instructions, Increment) {
  EXPECT_EQ(operations("(I)I", "iinc 0 -128; iload_0; ireturn"),
            "%1 = const_int -128; %2 = add %0 %1 : int");
  EXPECT_EQ(operations("(I)I", "wide iinc 0 -30000; iload_0; ireturn"),
            "%1 = const_int -30000; %2 = add %0 %1 : int");
}

TEST(Instructions, LocalsInShortLongAndWideForm) {
  // Moves leave nothing behind.
  EXPECT_EQ(operations("(I)I", "iload 0; istore 7; iload 7; istore_3; iload_3; ireturn"), "");
  EXPECT_EQ(operations("(JFD)J",
                       "lload 0; wide lstore 300; fload_2; wide fstore 302; dload 3; "
                       "wide dstore 303; wide lload 300; lreturn",
                       {.stack = 4, .locals = 305}),
            "");
  EXPECT_EQ(operations("(La/B;)La/B;", "aload_0; wide astore 299; wide aload 299; areturn",
                       {.stack = 4, .locals = 300}),
            "");
}

TEST(Instructions, ArrayAccesses) {
  EXPECT_EQ(operations("([II)I", "aload_0; iload_1; iaload; ireturn"), "%2 = array_load int %0 %1");
  EXPECT_EQ(operations("([JI)J", "aload_0; iload_1; laload; lreturn"),
            "%2 = array_load long %0 %1");
  EXPECT_EQ(operations("([FI)F", "aload_0; iload_1; faload; freturn"),
            "%2 = array_load float %0 %1");
  EXPECT_EQ(operations("([DI)D", "aload_0; iload_1; daload; dreturn"),
            "%2 = array_load double %0 %1");
  EXPECT_EQ(operations("([[La/B;I)[La/B;", "aload_0; iload_1; aaload; areturn"),
            "%2 = array_load reference %0 %1 : a.B[]");
  EXPECT_EQ(operations("([BI)I", "aload_0; iload_1; baload; ireturn"),
            "%2 = array_load byte %0 %1");
  EXPECT_EQ(operations("([ZI)I", "aload_0; iload_1; baload; ireturn"),
            "%2 = array_load byte %0 %1");
  EXPECT_EQ(operations("([CI)I", "aload_0; iload_1; caload; ireturn"),
            "%2 = array_load char %0 %1");
  EXPECT_EQ(operations("([SI)I", "aload_0; iload_1; saload; ireturn"),
            "%2 = array_load short %0 %1");
  EXPECT_EQ(operations("([DID)V", "aload_0; iload_1; dload_2; dastore; return"),
            "array_store double %0 %1 %2");
  EXPECT_EQ(operations("([SII)V", "aload_0; iload_1; iload_2; sastore; return"),
            "array_store short %0 %1 %2");
  EXPECT_EQ(operations("([La/B;ILa/B;)V", "aload_0; iload_1; aload_2; aastore; return"),
            "array_store reference %0 %1 %2");
  EXPECT_EQ(operations("([I)I", "aload_0; arraylength; ireturn"), "%1 = array_length %0");
}

TEST(Instructions, ObjectsAreTakenForArraysWhereNothingSaysOtherwise) {
  EXPECT_EQ(
      operations("(Ljava/lang/Object;I)Ljava/lang/Object;", "aload_0; iload_1; aaload; areturn"),
      "%2 = array_load reference %0 %1 : java.lang.Object");
  EXPECT_EQ(operations("(I)I", "aconst_null; iload_0; aaload; iload_0; iaload; ireturn"),
            "%1 = const_null; %2 = array_load reference %1 %0 : null; "
            "%3 = array_load int %2 %0");
}

TEST(Instructions, NewObjectsAndArrays) {
  EXPECT_EQ(operations("()Ljava/lang/Object;", "new a/B; areturn"), "%0 = new a.B");
  EXPECT_EQ(operations("(I)[La/B;", "iload_0; anewarray a/B; areturn"), "%1 = new_array a.B[] %0");
  EXPECT_EQ(operations("(I)[[I", "iload_0; anewarray [I; areturn"), "%1 = new_array int[][] %0");
  EXPECT_EQ(operations("(II)[[[I", "iload_0; iload_1; multianewarray [[[I 2; areturn"),
            "%2 = new_multi_array int[][][] (%0, %1)");
  const std::string names[] = {"boolean", "char",  "float", "double",
                               "byte",    "short", "int",   "long"};
  for (unsigned code = 4; code <= 11; ++code)
    EXPECT_EQ(operations("(I)Ljava/lang/Object;",
                         "iload_0; newarray " + std::to_string(code) + "; areturn"),
              "%1 = new_array " + names[code - 4] + "[] %0");
}

TEST(Instructions, CastsAndMonitors) {
  EXPECT_EQ(operations("(La/B;)[La/C;", "aload_0; checkcast [La/C;; areturn"),
            "%1 = check_cast %0 a.C[]");
  EXPECT_EQ(operations("(La/B;)I", "aload_0; instanceof a/C; ireturn"), "%1 = instance_of %0 a.C");
  EXPECT_EQ(operations("(La/B;)V", "aload_0; dup; monitorenter; monitorexit; return"),
            "monitor_enter %0; monitor_exit %0");
}

TEST(Instructions, Fields) {
  EXPECT_EQ(operations("(La/B;)I", "aload_0; getfield a/B.f B; ireturn"),
            "%1 = get_field %0 a.B.f : byte");
  EXPECT_EQ(operations("(La/B;J)V", "aload_0; lload_1; putfield a/B.f J; return"),
            "put_field %0 a.B.f : long, %1");
  EXPECT_EQ(operations("()[I", "getstatic a/B.s [I; areturn"), "%0 = get_static a.B.s : int[]");
  EXPECT_EQ(operations("(Z)V", "iload_0; putstatic a/B.z Z; return"),
            "put_static a.B.z : boolean, %0");
}

TEST(Instructions, Calls) {
  EXPECT_EQ(operations("(La/B;J)I", "aload_0; lload_1; invokevirtual a/B.m (J)I; ireturn"),
            "%2 = invoke virtual a.B.m(long) : int (%0, %1)");
  EXPECT_EQ(operations("()V", "new a/B; invokespecial a/B.<init> ()V; return"),
            "%0 = new a.B; invoke special a.B.<init>() : void (%0)");
  EXPECT_EQ(operations("(D)Z", "dload_0; invokestatic a/B.m (D)Z; ireturn"),
            "%1 = invoke static a.B.m(double) : boolean (%0)");
  EXPECT_EQ(operations("(La/I;)V", "aload_0; invokeinterface a/I.m ()V; return"),
            "invoke interface a.I.m() : void (%0)");
}

TEST(Instructions, StaticAndSpecialCallsOfInterfaces) {
  classfile::ClassWriter writer("C");
  const auto method = std::to_string(writer.interface_method_ref("a/I", "m", "()V"));
  EXPECT_EQ(
      operations(writer, "(La/I;)V",
                 "aload_0; invokespecial #" + method + "; invokestatic #" + method + "; return"),
      "invoke special interface a.I.m() : void (%0); "
      "invoke static interface a.I.m() : void ()");
}

TEST(Instructions, Returns) {
  EXPECT_EQ(lowered("()V", "nop; return"), "\nb0:\n  return\n");
  EXPECT_EQ(lowered("(Ljava/lang/Throwable;)I", "aload_0; athrow"), R"(
b0:
  %0 = parameter 0 : java.lang.Throwable
  throw %0
)");
}

TEST(Instructions, InstanceMethodsHaveTheirReceiverFirst) {
  classfile::ClassWriter writer("a/B");
  writer.method(classfile::kAccPublic, "g", "(JI)I").code(assemble(writer, "iload_3; ireturn"));
  EXPECT_EQ(LoweredClass(writer).text("g"), R"(
b0:
  %0 = parameter 0 : a.B
  %1 = parameter 1 : long
  %2 = parameter 2 : int
  return %2
)");
}

}  // namespace
}  // namespace heddle::lower
