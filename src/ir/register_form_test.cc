// Code shaped as Dalvik gives it must type, verify and say what it means in SSA form.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "ir/print.h"
#include "ir/round_trip_test_only.h"

namespace heddle::ir {
namespace {

// The body of f, without side tables; it must verify and round-trip.
std::string built(std::string_view method) {
  const auto classes = parsed("class C {\n" + std::string(method) + "\n}");
  if (classes.empty()) return "";
  EXPECT_EQ(violations_in(*classes[0]), "") << print_class(*classes[0]);
  expect_round_trip(*classes[0]);
  return "\n" + print_body(*classes[0], body_named(*classes[0], "f"),
                           {.offsets = false, .lines = false, .names = false});
}

std::string error_in(std::string_view method) {
  return parse_error("class C {\n" + std::string(method) + "\n}");
}

TEST(RegisterForm, ZeroBecomesWhatItsUsesWant) {
  EXPECT_EQ(built(R"(method static f() : void registers 2 {
      const r0 0
      invoke-static (r0) C.number(int) : void
      invoke-static (r0) C.fraction(float) : void
      invoke-static (r0) C.object(java.lang.Object) : void
      return-void
    })"),
            R"(
  b0:
    %0 = const_float 0.0
    %1 = const_null
    %2 = const_int 0
    invoke static C.number(int) : void (%2)
    invoke static C.fraction(float) : void (%0)
    invoke static C.object(java.lang.Object) : void (%1)
    return
)");
}

TEST(RegisterForm, PairsAreOneValueAndEndTogether) {
  EXPECT_EQ(built(R"(method static f(long, double) : long registers 8 {
      const-wide r0 1
      add-long r0 r0 r4          // in place over the pair r0, r1; the parameters are r4..r7
      const-wide r2 0x3FF0000000000000
      add-double r2 r2 r6
      double-to-long r2 r2
      add-long r0 r2
      return-wide r0
    })"),
            R"(
  b0:
    %0 = parameter 0 : long
    %1 = parameter 1 : double
    %2 = const_long 1
    %3 = add %2 %0 : long
    %4 = const_double 1.0
    %5 = add %4 %1 : double
    %6 = convert double_to_long %5
    %7 = add %3 %6 : long
    return %7
)");
  EXPECT_EQ(error_in(R"(method static f() : long registers 3 {
      const-wide r0 1
      const r1 2
      return-wide r0
    })"),
            "line 5: r0 is read before it is written");
  EXPECT_EQ(error_in("method static f() : long registers 1 {\n const-wide r0 1\n}"),
            "line 3: a pair needs two registers");
  EXPECT_EQ(error_in("method static f(int) : int registers 3 {\n move-wide r0 r2\n return r0\n}"),
            "line 3: this is no pair");
  EXPECT_EQ(error_in("method static f(long) : int registers 3 {\n move r0 r1\n return r0\n}"),
            "line 3: this is a pair");
}

TEST(RegisterForm, RegistersAreReusedAcrossTypesAndLoops) {
  EXPECT_EQ(built(R"(method static f(int[]) : int registers 4 {
      const r0 0
      const r1 0
    loop:
      array-length r2 r3
      if-ge r0 r2 done
      aget r2 r3 r0
      add-int r1 r2
      add-int r0 r0 1
      goto loop
    done:
      const-string r2 "done"
      invoke-static (r2) C.say(java.lang.String) : void
      return r1
    })"),
            R"(
  b0:
    %0 = parameter 0 : int[]
    %1 = const_int 0
    %2 = const_int 0
    goto b1
  b1:
    %4 = phi (b0: %1, b2: %11) : int
    %5 = phi (b0: %2, b2: %9) : int
    %6 = array_length %0
    if greater_or_equal %4 %6 then b3 else b2
  b2:
    %8 = array_load int %0 %4
    %9 = add %5 %8 : int
    %10 = const_int 1
    %11 = add %4 %10 : int
    goto b1
  b3:
    %13 = const_string "done"
    invoke static C.say(java.lang.String) : void (%13)
    return %5
)");
}

TEST(RegisterForm, ResultsAreFetchedAndCastInPlace) {
  EXPECT_EQ(built(R"(method f(java.util.List) : java.lang.String registers 4 {
      const r0 0
      invoke-interface (r3, r0) java.util.List.get(int) : java.lang.Object
      move-result-object r1
      check-cast r1 java.lang.String
      move-object r0 r1
      return-object r0
    })"),
            R"(
  b0:
    %0 = parameter 0 : C
    %1 = parameter 1 : java.util.List
    %2 = const_int 0
    %3 = invoke interface java.util.List.get(int) : java.lang.Object (%1, %2)
    %4 = check_cast %3 java.lang.String
    return %4
)");
  EXPECT_EQ(error_in("method static f() : int registers 1 {\n move-result r0\n return r0\n}"),
            "line 3: there is no result to fetch");
}

TEST(RegisterForm, HandlersSeeTheRegistersAsTheyWere) {
  EXPECT_EQ(built(R"(method static f(C) : int registers 3 {
      const r0 1
    from:
      invoke-static () C.first() : int
      move-result r0
      invoke-static () C.second() : void
    to:
      return r0
    failed:
      move-exception r1
      return r0
    anything:
      move-exception r1
      throw r1
      try from to handlers java.io.IOException failed, * anything
    })"),
            R"(
  b0:
    %0 = parameter 0 : C
    %1 = const_int 1
    goto b1
  b1:  handlers java.io.IOException b4, * b5
    %3 = invoke static C.first() : int ()
    goto b2
  b2:  handlers java.io.IOException b4, * b5
    invoke static C.second() : void ()
    goto b3
  b3:
    return %3
  b4:
    %8 = phi (b1: %1, b2: %3) : int
    %9 = catch : java.io.IOException
    return %8
  b5:
    %11 = catch : java.lang.Throwable
    throw %11
)");
}

TEST(RegisterForm, ArraysAndTheirPayloads) {
  EXPECT_EQ(built(R"(method static f(float[], double[]) : void registers 8 {
      const r0 2
      new-array r1 r0 char[]
      fill-array-data r1 char {65, 66}
      aget-char r2 r1 r0
      filled-new-array (r0, r2) int[]
      move-result-object r1
      aget r2 r6 r0
      aput r2 r6 r0
      aget-wide r2 r7 r0
      aput-wide r2 r7 r0
      const r2 0
      aput r2 r6 r0
      return-void
    })"),
            R"(
  b0:
    %0 = parameter 0 : float[]
    %1 = parameter 1 : double[]
    %2 = const_int 2
    %3 = new_array char[] %2
    fill_array char %3 {65, 66}
    %5 = array_load char %3 %2
    %6 = const_int 2
    %7 = new_array int[] %6
    %8 = const_int 0
    array_store int %7 %8 %2
    %10 = const_int 1
    array_store int %7 %10 %5
    %12 = array_load float %0 %2
    array_store float %0 %2 %12
    %14 = array_load double %1 %2
    array_store double %1 %2 %14
    %16 = const_float 0.0
    array_store float %0 %2 %16
    return
)");
}

TEST(RegisterForm, NullMergesWithReferences) {
  EXPECT_EQ(built(R"(method static f(int, java.lang.String) : java.lang.String registers 3 {
      const r0 0
      if-eqz r1 end
      move-object r0 r2
    end:
      return-object r0
    })"),
            R"(
  b0:
    %0 = parameter 0 : int
    %1 = parameter 1 : java.lang.String
    %2 = const_null
    if equal %0 0 then b2 else b1
  b1:
    goto b2
  b2:
    %5 = phi (b0: %2, b1: %1) : java.lang.String
    return %5
)");
}

TEST(RegisterForm, EveryInstructionVerifies) {
  built(R"(
    call_site #0 call run(int) : java.lang.Runnable {
      bootstrap invoke_static C.boot() : java.lang.Object
    }
    method f(int, long, float, double, java.lang.Object) : void registers 20 {
      nop line 3
      new-instance r0 C
      invoke-direct (r0) C.<init>() : void
      instance-of r1 r0 C
      monitor-enter r0
      monitor-exit r0
      const-class r1 C[]
      iget r1 r0 C.i : int
      iput r1 r0 C.i : int
      iget r2 r0 C.l : long
      iput r2 r0 C.l : long
      sget r1 C.b : boolean
      sput r1 C.b : boolean
      neg-int r1 r1
      not-int r1 r1
      neg-double r2 r17
      rsub-int r1 r1 5
      shl-long r2 r14 r13
      shr-long r2 r14 3
      ushr-int r1 r13 r13
      div-int r1 r13
      rem-float r4 r16 r16
      int-to-long r2 r1
      long-to-float r4 r2
      int-to-byte r1 r1
      cmp-long r1 r14 r14
      cmpl-float r1 r16 r16
      cmpg-double r1 r17 r17
      invoke-custom (r1) #0
      move-result r5
      invoke-virtual (r0, r14, r15) C.wide(long) : double
      move-result-wide r2
      aget-object r6 r19 r1
      packed-switch r1 {1: one, 2: two}
    one:
      if-ne r1 r13 two
      if-nez r5 two
      goto one
    two:
      throw r5
    })");
}

TEST(RegisterForm, SaysWhatIsWrong) {
  EXPECT_EQ(error_in("method static f() : void registers 1 {\n frob r0\n}"),
            "line 3: `frob` is no instruction of the register form");
  EXPECT_EQ(error_in("method static f() : void registers 1 {\n const r1 0\n}"),
            "line 3: expected a register below r1, found `r1`");
  EXPECT_EQ(error_in("method static f() : void registers 1 {\n const r0 0\n}"),
            "line 3: the code falls off its end");
  EXPECT_EQ(error_in("method static f() : void registers 1 {\n goto away\n}"),
            "line 3: there is no label away");
  EXPECT_EQ(error_in("method static f(long) : void registers 1 {\n return-void\n}"),
            "line 3: there are more parameters than registers");
  EXPECT_EQ(error_in("method static f() : void registers 2 {\n"
                     " invoke-static (r0) C.g(long) : void\n return-void\n}"),
            "line 3: an argument is missing");
  EXPECT_EQ(error_in("method static f() : void registers 1 {\na:\n new-instance r0 C\nb:\n"
                     " return-void\n try a b handlers * b\n}"),
            "line 4: a handler is also reached without an exception");
  EXPECT_EQ(error_in("method static f() : long registers 2 {\n const r0 0\n return-wide r0\n}"),
            "line 4: a constant of one size is used as one of another");
}

}  // namespace
}  // namespace heddle::ir
