// Branches, loops, switches and handlers become blocks; phis stand where values really meet.
#include <gtest/gtest.h>

#include <cstddef>
#include <string>

#include "lower/assembler_test_only.h"

namespace heddle::lower {
namespace {

TEST(Flow, ValuesMeetInPhis) {
  EXPECT_EQ(lowered("(I)I",
                    "iload_0; ifge positive; iconst_m1; goto end; positive: iconst_1; "
                    "end: ireturn"),
            R"(
b0:
  %0 = parameter 0 : int
  if greater_or_equal %0 0 then b2 else b1
b1:
  %2 = const_int -1
  goto b3
b2:
  %4 = const_int 1
  goto b3
b3:
  %6 = phi (b1: %2, b2: %4) : int
  return %6
)");
}

TEST(Flow, Conditions) {
  const auto condition = [](const char* kinds, const char* loads, const char* mnemonic) {
    const std::string text = lowered(std::string("(") + kinds + ")V",
                                     std::string(loads) + mnemonic + " yes; return; yes: return");
    const std::size_t at = text.find("  if ");
    return text.substr(at + 2, text.find(" then") - at - 2);
  };
  EXPECT_EQ(condition("I", "iload_0;", "ifeq"), "if equal %0 0");
  EXPECT_EQ(condition("I", "iload_0;", "ifne"), "if not_equal %0 0");
  EXPECT_EQ(condition("I", "iload_0;", "iflt"), "if less %0 0");
  EXPECT_EQ(condition("I", "iload_0;", "ifge"), "if greater_or_equal %0 0");
  EXPECT_EQ(condition("I", "iload_0;", "ifgt"), "if greater %0 0");
  EXPECT_EQ(condition("I", "iload_0;", "ifle"), "if less_or_equal %0 0");
  EXPECT_EQ(condition("II", "iload_0; iload_1;", "if_icmpeq"), "if equal %0 %1");
  EXPECT_EQ(condition("II", "iload_0; iload_1;", "if_icmpne"), "if not_equal %0 %1");
  EXPECT_EQ(condition("II", "iload_0; iload_1;", "if_icmplt"), "if less %0 %1");
  EXPECT_EQ(condition("II", "iload_0; iload_1;", "if_icmpge"), "if greater_or_equal %0 %1");
  EXPECT_EQ(condition("II", "iload_0; iload_1;", "if_icmpgt"), "if greater %0 %1");
  EXPECT_EQ(condition("II", "iload_0; iload_1;", "if_icmple"), "if less_or_equal %0 %1");
  EXPECT_EQ(condition("La/B;La/B;", "aload_0; aload_1;", "if_acmpeq"), "if equal %0 %1");
  EXPECT_EQ(condition("La/B;La/B;", "aload_0; aload_1;", "if_acmpne"), "if not_equal %0 %1");
  EXPECT_EQ(condition("La/B;", "aload_0;", "ifnull"), "if equal %0 null");
  EXPECT_EQ(condition("La/B;", "aload_0;", "ifnonnull"), "if not_equal %0 null");
}

TEST(Flow, FarJumps) {
  EXPECT_EQ(lowered("()V", "goto_w there; there: return"), "\nb0:\n  goto b1\nb1:\n  return\n");
}

TEST(Flow, LoopsGetPhisForWhatTheyChangeOnly) {
  EXPECT_EQ(lowered("(I)I",
                    "iconst_0; istore_1; head: iload_1; iload_0; if_icmpge end; iinc 1 1; "
                    "goto head; end: iload_1; ireturn"),
            R"(
b0:
  %0 = parameter 0 : int
  %1 = const_int 0
  goto b1
b1:
  %3 = phi (b0: %1, b2: %6) : int
  if greater_or_equal %3 %0 then b3 else b2
b2:
  %5 = const_int 1
  %6 = add %3 %5 : int
  goto b1
b3:
  return %3
)");
}

TEST(Flow, FirstBlockMayBeALoopHead) {
  EXPECT_EQ(lowered("(I)V", "head: iinc 0 -1; iload_0; ifgt head; return"), R"(
b0:
  %0 = parameter 0 : int
  goto b1
b1:
  %2 = phi (b0: %0, b1: %4) : int
  %3 = const_int -1
  %4 = add %2 %3 : int
  if greater %4 0 then b1 else b2
b2:
  return
)");
}

TEST(Flow, ForeverWithoutWayOut) {
  EXPECT_EQ(lowered("()V", "here: goto here"), "\nb0:\n  goto b1\nb1:\n  goto b1\n");
}

TEST(Flow, ReusedLocalsOfDifferentKindsMeetHarmlessly) {
  EXPECT_EQ(lowered("(I)I",
                    "iload_0; ifeq other; iconst_1; istore_1; goto end; "
                    "other: aconst_null; astore_1; end: iload_0; ireturn"),
            R"(
b0:
  %0 = parameter 0 : int
  if equal %0 0 then b2 else b1
b1:
  %2 = const_int 1
  goto b3
b2:
  %4 = const_null
  goto b3
b3:
  return %0
)");
}

TEST(Flow, PhisOfReferencesHaveTheTypeAllAgreeOn) {
  const auto joined = [](const char* left, const char* right) {
    const std::string text =
        lowered("(I)Ljava/lang/Object;", std::string("iload_0; ifeq other; ") + left +
                                             "; goto end; other: " + right + "; end: areturn");
    const std::size_t at = text.find(" : ", text.find("= phi"));
    return text.substr(at + 3, text.find('\n', at) - at - 3);
  };
  EXPECT_EQ(joined("new a/B", "new a/B"), "a.B");
  EXPECT_EQ(joined("new a/B", "aconst_null"), "a.B");
  EXPECT_EQ(joined("aconst_null", "aconst_null"), "null");
  EXPECT_EQ(joined("new a/B", "new a/C"), "java.lang.Object");
}

TEST(Flow, LoadsFromPhisOfArraysAreTypedThroughLoops) {
  // The array in local 1 is its own element, over and over: only Object can say so.
  EXPECT_EQ(lowered("([[Ljava/lang/Object;I)Ljava/lang/Object;",
                    "head: aload_0; iconst_0; aaload; checkcast [[Ljava/lang/Object;; astore_0; "
                    "iload_1; ifeq head; aload_0; areturn"),
            R"(
b0:
  %0 = parameter 0 : java.lang.Object[][]
  %1 = parameter 1 : int
  goto b1
b1:
  %3 = phi (b0: %0, b1: %6) : java.lang.Object[][]
  %4 = const_int 0
  %5 = array_load reference %3 %4 : java.lang.Object[]
  %6 = check_cast %5 java.lang.Object[][]
  if equal %1 0 then b1 else b2
b2:
  return %6
)");
}

TEST(Flow, Switches) {
  EXPECT_EQ(lowered("(I)V",
                    "iload_0; tableswitch -1 first second first end; first: return; "
                    "second: return; end: return"),
            R"(
b0:
  %0 = parameter 0 : int
  switch %0 {-1: b1, 0: b2, 1: b1} else b3
b1:
  return
b2:
  return
b3:
  return
)");
  EXPECT_EQ(lowered("(I)V",
                    "iload_0; lookupswitch -2147483648 first 7 end 2147483647 first end; "
                    "first: return; end: return"),
            R"(
b0:
  %0 = parameter 0 : int
  switch %0 {-2147483648: b1, 7: b2, 2147483647: b1} else b2
b1:
  return
b2:
  return
)");
  EXPECT_EQ(lowered("(I)V", "iload_0; lookupswitch end; end: return"), R"(
b0:
  %0 = parameter 0 : int
  switch %0 {} else b1
b1:
  return
)");
}

TEST(Flow, DeadCodeIsDropped) {
  // Whatever it holds: a stack that underflows, a local of the wrong kind.
  EXPECT_EQ(lowered("()V", "return; pop; iadd; fload_0; areturn"), "\nb0:\n  return\n");
  EXPECT_EQ(lowered("()V",
                    "goto end; dead: invokestatic C.g ()V; end: return; handler: pop; return; "
                    ".catch dead end handler"),
            "\nb0:\n  goto b1\nb1:\n  return\n");
}

TEST(Flow, HandlersNothingCanThrowToAreDropped) {
  EXPECT_EQ(lowered("(I)I",
                    "from: iload_0; iload_0; iadd; ireturn; to: pop; iconst_0; ireturn; "
                    ".catch from to to"),
            R"(
b0:
  %0 = parameter 0 : int
  %1 = add %0 %0 : int
  return %1
)");
}

TEST(Flow, HandlersInTheOrderOfTheTable) {
  EXPECT_EQ(lowered("()V",
                    "from: invokestatic C.g ()V; to: return; "
                    "first: pop; return; second: pop; return; third: pop; return; "
                    ".catch from to first a/E; .catch from to second a/F; "
                    ".catch from to third a/E; .catch from to third; .catch from to first a/G"),
            R"(
b0:  handlers a.E b2, a.F b3, * b4
  invoke static C.g() : void ()
  goto b1
b1:
  return
b2:
  %3 = catch : a.E
  return
b3:
  %5 = catch : a.F
  return
b4:
  %7 = catch : java.lang.Throwable
  return
)");
}

TEST(Flow, OneHandlerForTwoTypesCatchesThrowable) {
  EXPECT_EQ(lowered("()V",
                    "from: invokestatic C.g ()V; to: return; handler: pop; return; "
                    ".catch from to handler a/E; .catch from to handler a/F"),
            R"(
b0:  handlers a.E b2, a.F b2
  invoke static C.g() : void ()
  goto b1
b1:
  return
b2:
  %3 = catch : java.lang.Throwable
  return
)");
}

TEST(Flow, TryBlocksAreSplitWhereAHandlerWouldSeeTwoValues) {
  EXPECT_EQ(lowered("()I",
                    "iconst_0; istore_0; from: invokestatic C.g ()I; istore_0; "
                    "invokestatic C.g ()I; istore_0; to: iload_0; ireturn; "
                    "handler: pop; iload_0; ireturn; .catch from to handler"),
            R"(
b0:
  %0 = const_int 0
  goto b1
b1:  handlers * b4
  %2 = invoke static C.g() : int ()
  goto b2
b2:  handlers * b4
  %4 = invoke static C.g() : int ()
  goto b3
b3:
  return %4
b4:
  %7 = phi (b1: %0, b2: %2) : int
  %8 = catch : java.lang.Throwable
  return %7
)");
}

TEST(Flow, StoresBeforeTheFirstThrowSplitNothing) {
  EXPECT_EQ(lowered("(II)I",
                    "from: iload_0; istore_1; iinc 1 1; iload_0; iload_1; idiv; iload_1; irem; "
                    "ireturn; to: pop; iload_1; ireturn; .catch from to to a/E"),
            R"(
b0:  handlers a.E b1
  %0 = parameter 0 : int
  %1 = parameter 1 : int
  %2 = const_int 1
  %3 = add %0 %2 : int
  %4 = divide %0 %3 : int
  %5 = remainder %4 %3 : int
  return %5
b1:
  %7 = catch : a.E
  return %3
)");
}

TEST(Flow, HandlerMayCoverItself) {
  EXPECT_EQ(lowered("()V",
                    "from: invokestatic C.g ()V; return; handler: pop; invokestatic C.h ()V; "
                    "return; to: nop; return; .catch from to handler"),
            R"(
b0:  handlers * b1
  invoke static C.g() : void ()
  return
b1:  handlers * b1
  %2 = catch : java.lang.Throwable
  invoke static C.h() : void ()
  return
)");
}

TEST(Flow, HandlerThatIsAlsoReachedNormallyGetsALandingBlock) {
  EXPECT_EQ(lowered("()Ljava/lang/Throwable;",
                    "aconst_null; goto end; from: invokestatic C.g ()V; "
                    "to: aconst_null; end: areturn; .catch from to end"),
            "\nb0:\n  %0 = const_null\n  goto b1\nb1:\n  return %0\n");
  EXPECT_EQ(lowered("(I)Ljava/lang/Throwable;",
                    "aconst_null; iload_0; ifeq end; pop; from: invokestatic C.g ()V; "
                    "to: aconst_null; end: areturn; .catch from to end"),
            R"(
b0:
  %0 = parameter 0 : int
  %1 = const_null
  if equal %0 0 then b5 else b1
b1:
  goto b2
b2:  handlers * b4
  invoke static C.g() : void ()
  goto b3
b3:
  %6 = const_null
  goto b5
b4:
  %8 = catch : java.lang.Throwable
  goto b5
b5:
  %10 = phi (b0: %1, b3: %6, b4: %8) : java.lang.Throwable
  return %10
)");
}

TEST(Flow, MonitorsKeepTheirHandler) {
  EXPECT_EQ(lowered("(La/B;)V",
                    "aload_0; dup; astore_1; monitorenter; from: invokestatic C.g ()V; aload_1; "
                    "monitorexit; to: return; handler: astore_2; aload_1; monitorexit; last: "
                    "aload_2; athrow; .catch from to handler; .catch handler last handler"),
            R"(
b0:
  %0 = parameter 0 : a.B
  monitor_enter %0
  goto b1
b1:  handlers * b3
  invoke static C.g() : void ()
  monitor_exit %0
  goto b2
b2:
  return
b3:  handlers * b3
  %7 = catch : java.lang.Throwable
  monitor_exit %0
  goto b4
b4:
  throw %7
)");
}

TEST(Flow, AnyHandlerAtTheBeginningCannotBe) {
  EXPECT_EQ(rejection("()V", "from: invokestatic C.g ()V; to: return; .catch from to from"),
            "stack depth is 0 or 1 where paths meet");
}

}  // namespace
}  // namespace heddle::lower
