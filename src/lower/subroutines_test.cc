// jsr and ret are expanded: each call of a subroutine is written out. (Class files before version
// 51; the lowering does not ask for the version.)
#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "lower/assembler_test_only.h"

namespace heddle::lower {
namespace {

TEST(Subroutines, OneCall) {
  EXPECT_EQ(lowered("(I)I", "jsr sub; iload_0; ireturn; sub: astore_1; iinc 0 1; ret 1"), R"(
b0:
  %0 = parameter 0 : int
  %1 = const_null
  goto b1
b1:
  %3 = const_int 1
  %4 = add %0 %3 : int
  goto b2
b2:
  return %4
)");
}

TEST(Subroutines, TwoCallsAreTwoCopies) {
  EXPECT_EQ(lowered("(I)I",
                    "jsr sub; jsr_w sub; iload_0; ireturn; sub: wide astore 1; iinc 0 2; "
                    "wide ret 1"),
            R"(
b0:
  %0 = parameter 0 : int
  %1 = const_null
  goto b1
b1:
  %3 = const_int 2
  %4 = add %0 %3 : int
  goto b2
b2:
  %6 = const_null
  goto b3
b3:
  %8 = const_int 2
  %9 = add %4 %8 : int
  goto b4
b4:
  return %9
)");
}

TEST(Subroutines, LocalsItDoesNotTouchKeepTheirKinds) {
  // Local 2 is an int at one call and a reference at the other.
  EXPECT_EQ(lowered("()La/B;",
                    "iconst_1; istore_2; jsr sub; new a/B; astore_2; jsr sub; aload_2; areturn; "
                    "sub: astore_1; ret 1"),
            R"(
b0:
  %0 = const_int 1
  %1 = const_null
  goto b1
b1:
  goto b2
b2:
  %4 = new a.B
  %5 = const_null
  goto b3
b3:
  goto b4
b4:
  return %4
)");
}

TEST(Subroutines, InsideALoop) {
  EXPECT_EQ(lowered("(I)V",
                    "head: iload_0; ifle end; jsr sub; goto head; end: return; "
                    "sub: astore_1; iinc 0 -1; ret 1"),
            R"(
b0:
  %0 = parameter 0 : int
  goto b1
b1:
  %2 = phi (b0: %0, b4: %7) : int
  if less_or_equal %2 0 then b5 else b2
b2:
  %4 = const_null
  goto b3
b3:
  %6 = const_int -1
  %7 = add %2 %6 : int
  goto b4
b4:
  goto b1
b5:
  return
)");
}

TEST(Subroutines, Nested) {
  EXPECT_EQ(lowered("()V",
                    "jsr outer; return; outer: astore_0; invokestatic C.a ()V; jsr inner; "
                    "invokestatic C.c ()V; ret 0; inner: astore_1; invokestatic C.b ()V; ret 1"),
            R"(
b0:
  %0 = const_null
  goto b1
b1:
  invoke static C.a() : void ()
  %3 = const_null
  goto b2
b2:
  invoke static C.b() : void ()
  goto b3
b3:
  invoke static C.c() : void ()
  goto b4
b4:
  return
)");
}

TEST(Subroutines, ReturnToTheOuterCaller) {
  // The inner subroutine returns through the outer one's address.
  EXPECT_EQ(lowered("()V",
                    "jsr outer; return; outer: astore_0; jsr inner; invokestatic C.never ()V; "
                    "ret 0; inner: pop; ret 0"),
            R"(
b0:
  %0 = const_null
  goto b1
b1:
  %2 = const_null
  goto b2
b2:
  goto b3
b3:
  return
)");
}

TEST(Subroutines, SeveralReturns) {
  EXPECT_EQ(lowered("(I)V",
                    "jsr sub; return; sub: astore_1; iload_0; ifeq other; ret 1; other: "
                    "invokestatic C.a ()V; ret 1"),
            R"(
b0:
  %0 = parameter 0 : int
  %1 = const_null
  goto b1
b1:
  if equal %0 0 then b3 else b2
b2:
  goto b4
b3:
  invoke static C.a() : void ()
  goto b4
b4:
  return
)");
}

TEST(Subroutines, NeedNotReturn) {
  EXPECT_EQ(lowered("()V", "jsr sub; sub: pop; return"),
            "\nb0:\n  %0 = const_null\n  goto b1\nb1:\n  return\n");
}

TEST(Subroutines, HandlersInside) {
  EXPECT_EQ(lowered("()V",
                    "jsr sub; return; sub: astore_0; from: invokestatic C.a ()V; to: ret 0; "
                    "handler: pop; ret 0; .catch from to handler"),
            R"(
b0:
  %0 = const_null
  goto b1
b1:
  goto b2
b2:  handlers * b4
  invoke static C.a() : void ()
  goto b3
b3:
  goto b5
b4:
  %6 = catch : java.lang.Throwable
  goto b5
b5:
  return
)");
}

TEST(Subroutines, FinallyAsOldCompilersWroteIt) {
  // try { a(); } finally { b(); }
  EXPECT_EQ(lowered("()V",
                    "from: invokestatic C.a ()V; to: jsr sub; return; "
                    "handler: astore_1; jsr sub; aload_1; athrow; "
                    "sub: astore_2; invokestatic C.b ()V; ret 2; .catch from to handler"),
            R"(
b0:  handlers * b4
  invoke static C.a() : void ()
  goto b1
b1:
  %2 = const_null
  goto b2
b2:
  invoke static C.b() : void ()
  goto b3
b3:
  return
b4:
  %7 = catch : java.lang.Throwable
  %8 = const_null
  goto b5
b5:
  invoke static C.b() : void ()
  goto b6
b6:
  throw %7
)");
}

TEST(Subroutines, RecursionIsCut) {
  // The handler of an exception thrown inside the subroutine calls it again.
  const std::string text =
      lowered("()V",
              "jsr sub; return; sub: astore_0; from: invokestatic C.a ()V; to: ret 0; "
              "handler: pop; jsr sub; return; .catch from to handler");
  EXPECT_TRUE(text.starts_with("\nb0:\n")) << text;
}

TEST(Subroutines, Refused) {
  EXPECT_EQ(rejection("()V", "ret 0"),
            "ret of local 0, which holds no return address at instruction 0");
  EXPECT_EQ(rejection("()V", "jsr sub; return; sub: astore_0; ret 1"),
            "ret of local 1, which holds no return address at instruction 5");
  EXPECT_EQ(rejection("()V", "jsr sub; return; sub: nop; astore_0; ret 0"),
            "a subroutine does not begin by storing its return address at instruction 4");
  EXPECT_EQ(rejection("()V", "goto start; sub: astore_0; ret 0; start: jsr sub"),
            "a subroutine returns behind the end of the code at instruction 4");
  EXPECT_EQ(rejection("()V", "jsr sub; return; sub: istore_0; ret 0"),
            "the stack holds a reference where an int is wanted at instruction 4");
}

// Each subroutine calls the next one twice.
TEST(Subroutines, ExponentialNestingIsRefusedSoon) {
  std::string code = "jsr s0; return; ";
  for (unsigned i = 0; i < 200; ++i) {
    const std::string slot = std::to_string(i);
    const std::string next = "jsr s" + std::to_string(i + 1) + "; ";
    code += "s" + slot + ": astore " + slot + "; " + next + next + "ret " + slot + "; ";
  }
  code += "s200: astore 200; ret 200";
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_TRUE(rejection("()V", code, {.stack = 1, .locals = 201}).starts_with("too complex: "));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
}

}  // namespace
}  // namespace heddle::lower
