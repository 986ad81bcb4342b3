// The twin and the solver against sets written by hand, rule by rule, so that they cannot be wrong
// together. What contexts do: reference_contexts_test.cc.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "pointsto/analysed_test_only.h"

namespace heddle::pointsto {
namespace {

TEST(Reference, PhisAndCasts) {  // Rule 2.
  const Analysed got(main_text(R"(
    %0 = new app.A
    if equal %0 null then b1 else b2
  b1:
    %2 = new app.B
    goto b3
  b2:
    goto b3
  b3:
    %5 = phi (b1: %2, b2: %0) : app.A
    %6 = check_cast %5 app.B
    %7 = check_cast %5 java.lang.String
    return
)"));
  EXPECT_EQ(got.main(5), (Set{site(0), site(2)}));
  EXPECT_EQ(got.main(6), Set{site(2)});
  EXPECT_EQ(got.main(7), Set{});
}

TEST(Reference, NewObjects) {  // Rules 3 and 6.
  const Analysed got(main_text(R"(
    %0 = const_int 2
    %1 = new_multi_array app.A[][][] (%0, %0)
    %2 = array_load reference %1 %0 : app.A[][]
    %3 = array_load reference %2 %0 : app.A[]
    %4 = new_array app.A[] %0
    %5 = new app.B
    %6 = const_string "no A"
    array_store reference %4 %0 %5
    array_store reference %4 %0 %6
    %9 = array_load reference %4 %0 : app.A
    %10 = new java.lang.Runnable
    %11 = new app.Missing
    %12 = new_array int[] %0
    return
)"));
  EXPECT_EQ(got.main(1), Set{site(1)});
  EXPECT_EQ(got.main(2), Set{site(1) + "/1"});
  EXPECT_EQ(got.main(3), Set{});
  EXPECT_EQ(got.main(9), Set{site(5)});
  EXPECT_EQ(got.at(site(4) + "[]"), Set{site(5)});
  EXPECT_EQ(got.main(10), Set{});
  EXPECT_EQ(got.main(11), Set{});
  EXPECT_EQ(got.main(12), Set{site(12)});
}

TEST(Reference, Constants) {  // Rule 4.
  const Analysed got(main_text(R"(
    %0 = const_string "text"
    %1 = const_class app.A[]
    %2 = new app.A
    %3 = invoke virtual java.lang.Object.toString() : java.lang.String (%2)
    %4 = const_string "lock"
    monitor_enter %4
    %6 = const_string "app.B"
    return
)"));
  EXPECT_EQ(got.main(0), Set{"merged java.lang.String"});
  EXPECT_EQ(got.main(4), Set{"\"lock\""});
  EXPECT_EQ(got.main(6), Set{"\"app.B\""});
  EXPECT_EQ(got.main(1), Set{"class app.A[]"});
  EXPECT_EQ(got.main(3), Set{"merged java.lang.String"});
}

TEST(Reference, Fields) {  // Rules 5 and 12.
  const Analysed got(R"(
  field public static java.lang.Object s
  field public static final java.lang.String NAME = string "main"
  method static <clinit>() : void {
  b0:
    %0 = new app.B
    put_static app.Main.s : java.lang.Object, %0
    return
  }
)" + main_text(R"(
    %0 = new app.A
    %1 = new app.B
    put_field %0 app.A.f : java.lang.Object, %1
    %3 = get_field %0 app.A.f : java.lang.Object
    %4 = get_field %3 app.A.f : java.lang.Object
    %5 = get_static app.Main.s : java.lang.Object
    %6 = get_static app.Main.NAME : java.lang.String
    %7 = get_field %6 app.A.f : java.lang.Object
    return
)"));
  EXPECT_EQ(got.main(3), Set{site(1)});
  EXPECT_EQ(got.at(site(0) + ".app.A.f"), Set{site(1)});
  EXPECT_EQ(got.main(4), Set{});
  EXPECT_EQ(got.main(5), Set{"app.Main.<clinit>()V@0"});
  EXPECT_EQ(got.main(6), Set{"merged java.lang.String"});
  EXPECT_EQ(got.main(7), Set{});
  EXPECT_EQ(got.at("static app.Main.s"), Set{"app.Main.<clinit>()V@0"});
  EXPECT_TRUE(got.calls(site(5), "app.Main.<clinit>()V"));
  EXPECT_TRUE(got.calls("root", "app.Main.main()V"));
}

TEST(Reference, Calls) {  // Rules 1, 7, 8 and 9.
  const Analysed got(R"(
  method public static same(java.lang.Object) : java.lang.Object {
  b0:
    %0 = parameter 0 : java.lang.Object
    return %0
  }
)" + main_text(R"(
    %0 = new app.A
    %1 = new app.B
    if equal %0 null then b1 else b2
  b1:
    goto b2
  b2:
    %4 = phi (b0: %0, b1: %1) : app.A
    %5 = invoke virtual app.A.m(java.lang.Object) : java.lang.Object (%4, %0)
    %6 = invoke special app.A.m(java.lang.Object) : java.lang.Object (%1, %0)
    %7 = invoke static app.Main.same(java.lang.Object) : java.lang.Object (%1)
    invoke interface java.lang.Runnable.run() : void (%4)
    return
)"));
  EXPECT_EQ(got.main(5), (Set{site(0), site(1)}));
  EXPECT_EQ(got.at("app.B.m(Ljava/lang/Object;)Ljava/lang/Object;#0"), Set{site(1)});
  EXPECT_EQ(got.at("app.A.m(Ljava/lang/Object;)Ljava/lang/Object;#0"), (Set{site(0), site(1)}));
  EXPECT_EQ(got.main(6), Set{site(0)});
  EXPECT_EQ(got.main(7), Set{site(1)});
  EXPECT_EQ(got.at("app.B.run()V#0"), Set{site(1)});
  EXPECT_TRUE(got.calls(site(8), "app.B.run()V"));
  EXPECT_FALSE(got.calls(site(6), "app.B.m(Ljava/lang/Object;)Ljava/lang/Object;"));
}

constexpr std::string_view kLambdas = R"(
  call_site #0 call apply(java.lang.Object) : util.Fun {
    bootstrap invoke_static a.L.m() : java.lang.Object
    lambda invoke_static app.Main.pick(java.lang.Object, java.lang.Object) : java.lang.Object
    erased (java.lang.Object) : java.lang.Object
    instantiated (java.lang.Object) : java.lang.Object
  }
  call_site #1 call apply() : util.Fun {
    bootstrap invoke_static a.L.m() : java.lang.Object
    lambda new_invoke_special app.A.<init>() : void
    erased (java.lang.Object) : java.lang.Object
    instantiated () : app.A
  }
  call_site #2 call apply(app.A) : util.Fun {
    bootstrap invoke_static a.L.m() : java.lang.Object
    lambda invoke_virtual app.A.m(java.lang.Object) : java.lang.Object
    erased (java.lang.Object) : java.lang.Object
    instantiated (java.lang.Object) : java.lang.Object
  }
  call_site #3 call apply() : util.Fun {
    bootstrap invoke_static a.L.m() : java.lang.Object
    lambda invoke_virtual java.lang.Object.toString() : java.lang.String
    erased (java.lang.Object) : java.lang.Object
    instantiated (java.lang.Object) : java.lang.String
  }
  call_site #4 call makeConcat(java.lang.Object) : java.lang.String {
    bootstrap invoke_static a.L.m() : java.lang.Object
    concatenate "\x01"
  }
  method public static pick(java.lang.Object, java.lang.Object) : java.lang.Object {
  b0:
    %0 = parameter 0 : java.lang.Object
    %1 = parameter 1 : java.lang.Object
    return %1
  }
)";

TEST(Reference, Lambdas) {  // Rule 10.
  const Analysed got(std::string(kLambdas) + main_text(R"(
    %0 = new app.A
    %1 = new app.B
    %2 = invoke_dynamic #0 apply(java.lang.Object) : util.Fun (%0)
    %3 = invoke interface util.Fun.apply(java.lang.Object) : java.lang.Object (%2, %1)
    %4 = invoke_dynamic #1 apply() : util.Fun ()
    %5 = invoke interface util.Fun.apply(java.lang.Object) : java.lang.Object (%4, %1)
    %6 = invoke_dynamic #2 apply(app.A) : util.Fun (%1)
    %7 = invoke interface util.Fun.apply(java.lang.Object) : java.lang.Object (%6, %0)
    %8 = invoke_dynamic #3 apply() : util.Fun ()
    %9 = invoke interface util.Fun.apply(java.lang.Object) : java.lang.Object (%8, %0)
    %10 = invoke virtual java.lang.Object.toString() : java.lang.String (%8)
    return
)"));
  const std::string pick = "app.Main.pick(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;";
  EXPECT_EQ(got.main(2), Set{site(2)});
  EXPECT_EQ(got.at(site(2) + "{0}"), Set{site(0)});
  EXPECT_EQ(got.at(pick + "#0"), Set{site(0)});
  EXPECT_EQ(got.at(pick + "#1"), Set{site(1)});
  EXPECT_EQ(got.main(3), Set{site(1)});
  EXPECT_TRUE(got.calls(site(3), pick));
  EXPECT_EQ(got.main(5), Set{site(4) + ":app.A"});
  EXPECT_EQ(got.at("app.A.<init>()V#0"), Set{site(4) + ":app.A"});
  EXPECT_EQ(got.main(7), Set{site(1)});
  EXPECT_EQ(got.main(9), Set{"merged java.lang.String"});
  EXPECT_EQ(got.main(10), Set{"merged java.lang.String"});
  EXPECT_EQ(got.at("java.lang.Object.toString()Ljava/lang/String;#0"), (Set{site(0), site(8)}));
}

TEST(Reference, Concatenation) {  // Rule 10.
  const Analysed got(std::string(kLambdas) + main_text(R"(
    %0 = new app.A
    %1 = invoke_dynamic #4 makeConcat(java.lang.Object) : java.lang.String (%0)
    return
)"));
  EXPECT_EQ(got.main(1), Set{"merged java.lang.String"});
  EXPECT_TRUE(got.calls(site(1), "java.lang.Object.toString()Ljava/lang/String;"));
}

TEST(Reference, Exceptions) {  // Rules 9 and 11.
  const Analysed got(R"(
  method public static fail() : void {
  b0:
    %0 = new java.lang.Exception
    throw %0
  }
)" + main_text(R"(
    goto b1
  b1:  handlers java.lang.Exception b2, * b3
    invoke static app.Main.fail() : void ()
    %2 = new java.lang.Throwable
    throw %2
  b2:
    %4 = catch : java.lang.Exception
    throw %4
  b3:
    %6 = catch : java.lang.Throwable
    return
)"),
                     "insensitive", "[vm]\nexceptions = [\"java.lang.Exception\"]\n");
  EXPECT_EQ(got.at("app.Main.fail()V#thrown"), Set{"app.Main.fail()V@0"});
  EXPECT_EQ(got.main(4), (Set{"app.Main.fail()V@0", "vm java.lang.Exception"}));
  EXPECT_EQ(got.main(6), (Set{site(2), "vm java.lang.Exception"}));
  EXPECT_EQ(got.at("app.Main.main()V#thrown"),
            (Set{"app.Main.fail()V@0", "vm java.lang.Exception"}));
}

TEST(Reference, InitialisationOfInterfaces) {  // Rule 12.
  const std::string_view classes = R"(
class util.Quiet extends java.lang.Object {
  access public interface abstract
  method static <clinit>() : void {
  b0:
    return
  }
}
class util.Loud extends java.lang.Object implements util.Quiet {
  access public interface abstract
  method static <clinit>() : void {
  b0:
    return
  }
  method public say() : void {
  b0:
    %0 = parameter 0 : util.Loud
    return
  }
}
class util.Both extends java.lang.Object implements util.Loud {
  access public super
}
)";
  const Analysed got(main_text("    %0 = new util.Both\n    return\n"), "insensitive", "", classes);
  EXPECT_TRUE(got.calls(site(0), "util.Loud.<clinit>()V"));
  EXPECT_FALSE(got.reaches("util.Quiet.<clinit>()V"));
}

TEST(Reference, Finalizers) {  // Rule 13.
  const std::string_view classes = R"(
class java.lang.ref.Finalizer extends java.lang.Object {
  access public super
  method public static register(java.lang.Object) : void {
  b0:
    %0 = parameter 0 : java.lang.Object
    return
  }
}
class util.Closed extends java.lang.Object {
  access public super
  method protected finalize() : void {
  b0:
    %0 = parameter 0 : util.Closed
    return
  }
}
)";
  const Analysed got(main_text("    %0 = new util.Closed\n    %1 = new app.A\n    return\n"),
                     "insensitive", "", classes);
  EXPECT_EQ(got.at("java.lang.ref.Finalizer.register(Ljava/lang/Object;)V#0"), Set{site(0)});
}

TEST(Reference, RootsAndWhatHasNoCode) {  // Rules 14 and 16.
  const Analysed got(R"(
  method public main(app.A[], java.lang.Runnable) : void {
  b0:
    %0 = parameter 0 : app.Main
    %1 = parameter 1 : app.A[]
    %2 = parameter 2 : java.lang.Runnable
    %3 = const_int 0
    %4 = array_load reference %1 %3 : app.A
    %5 = invoke static app.Main.unknown() : app.B ()
    %6 = instance_of %4 app.A
    %7 = instance_of %5 app.A
    return
  }
  method public static native unknown() : app.B
)");
  const std::string entry = "app.Main.main([Lapp/A;Ljava/lang/Runnable;)V#";
  EXPECT_EQ(got.at(entry + "0"), Set{"vm app.Main"});
  EXPECT_EQ(got.at(entry + "1"), Set{"vm app.A[]"});
  EXPECT_EQ(got.at(entry + "2"), Set{});
  EXPECT_EQ(got.at(entry + "4"), Set{"vm app.A"});
  EXPECT_EQ(got.at(entry + "5"), Set{"vm app.B"});
  EXPECT_EQ(got.facts().unmodelled, Set{"app.Main.unknown()Lapp/B;"});
}

TEST(Reference, MergedClasses) {  // Rule 17.
  const std::string main = main_text(R"(
    %0 = new util.Box
    %1 = invoke static util.Box.of() : util.Box ()
    %2 = new app.B
    return
)");
  const Analysed library(main, "insensitive",
                         "[[class]]\nname = \"util.Box*\"\nmerge = \"library\"\n");
  EXPECT_EQ(library.main(0), Set{site(0)});
  EXPECT_EQ(library.main(1), Set{"merged util.Box"});
  const Analysed everywhere(main, "insensitive",
                            "[[class]]\nname = \"app.A\"\nmerge = \"everywhere\"\n");
  EXPECT_EQ(everywhere.main(1), Set{"util.Box.of()Lutil/Box;@0"});
  EXPECT_EQ(everywhere.main(2), Set{"merged app.B"});
}

TEST(Reference, EffectsOfModels) {  // Rule 19.
  const Analysed got(R"(
  method public static native make(java.lang.Object) : java.lang.Object
  method public static native apply(util.Fun, java.lang.Object) : java.lang.Object
)" + std::string(kLambdas) +
                         main_text(R"(
    %0 = new app.A
    %1 = invoke static app.Main.make(java.lang.Object) : java.lang.Object (%0)
    %2 = invoke_dynamic #0 apply(java.lang.Object) : util.Fun (%0)
    %3 = new app.B
    %4 = invoke static app.Main.apply(util.Fun, java.lang.Object) : java.lang.Object (%2, %3)
    return
)"),
                     "call-site(1)", R"toml(
[[method]]
name = "app.Main.make(Ljava/lang/Object;)Ljava/lang/Object;"
creates = [{ type = "util.Box", into = "return" }]
moves = ["0 -> return.(util.Box.item)"]
[[method]]
name = "app.Main.apply(Lutil/Fun;Ljava/lang/Object;)Ljava/lang/Object;"
calls = [{ method = "util.Fun.apply(Ljava/lang/Object;)Ljava/lang/Object;", on = "0", with = ["1"], result = "return" }]
)toml");
  EXPECT_EQ(got.main(1), Set{site(1) + ":util.Box"});
  EXPECT_EQ(got.at(site(1) + ":util.Box.util.Box.item"), Set{site(0)});
  EXPECT_EQ(got.main(4), Set{site(3)});
  EXPECT_TRUE(got.calls(
      "app.Main.apply(Lutil/Fun;Ljava/lang/Object;)Ljava/lang/Object;[model " + site(4) + "]@model",
      "app.Main.pick(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;[ | " + site(4) + "]"));
}

TEST(Reference, Reflection) {  // Rule 20.
  const Analysed got(main_text(R"(
    %0 = const_string "app.A"
    %1 = invoke static java.lang.Class.forName(java.lang.String) : java.lang.Class (%0)
    %2 = invoke virtual java.lang.Class.newInstance() : java.lang.Object (%1)
    return
)"));
  EXPECT_EQ(got.main(1), Set{"class app.A"});
  EXPECT_EQ(got.main(2), Set{site(2) + ":app.A"});
  EXPECT_TRUE(
      got.calls("java.lang.Class.newInstance()Ljava/lang/Object;[model " + site(2) + "]@model",
                "app.A.<init>()V"));
}

// What a method returns of what it was given is each caller's own.
constexpr std::string_view kFluent = R"(// ---- application
class app.Fluent extends java.lang.Object {
  access public super final
  method public self() : app.Fluent {
  b0:
    %0 = parameter 0 : app.Fluent
    return %0
  }
  method public again(java.lang.Object) : java.lang.Object {
  b0:
    %0 = parameter 0 : app.Fluent
    %1 = parameter 1 : java.lang.Object
    %2 = invoke virtual app.Fluent.self() : app.Fluent (%0)
    return %2
  }
  method public static same(java.lang.Object) : java.lang.Object {
  b0:
    %0 = parameter 0 : java.lang.Object
    return %0
  }
}
// ---- platform
)";

TEST(Reference, WhatIsGivenBack) {  // Rule 8.
  const Analysed got(main_text(R"(
    %0 = new app.Fluent
    %1 = new app.Fluent
    %2 = invoke virtual app.Fluent.self() : app.Fluent (%0)
    %3 = invoke virtual app.Fluent.self() : app.Fluent (%1)
    %4 = invoke virtual app.Fluent.again(java.lang.Object) : java.lang.Object (%0, %1)
    %5 = invoke virtual app.Fluent.again(java.lang.Object) : java.lang.Object (%1, %0)
    %6 = invoke static app.Fluent.same(java.lang.Object) : java.lang.Object (%0)
    %7 = invoke static app.Fluent.same(java.lang.Object) : java.lang.Object (%1)
    %8 = invoke static app.Fluent.same(java.lang.Object) : java.lang.Object (%2)
    %9 = invoke static app.Fluent.same(java.lang.Object) : java.lang.Object (%3)
    %10 = invoke static app.Fluent.same(java.lang.Object) : java.lang.Object (%4)
    %11 = invoke static app.Fluent.same(java.lang.Object) : java.lang.Object (%5)
    %12 = invoke static app.Fluent.same(java.lang.Object) : java.lang.Object (%6)
    %13 = invoke static app.Fluent.same(java.lang.Object) : java.lang.Object (%7)
    return
)"),
                     "insensitive", "", kFluent);
  EXPECT_EQ(got.main(2), Set{site(0)});
  EXPECT_EQ(got.main(3), Set{site(1)});
  EXPECT_EQ(got.main(4), Set{site(0)});
  EXPECT_EQ(got.main(6), Set{site(0)});
  EXPECT_EQ(got.main(7), Set{site(1)});
}

TEST(Reference, TellsDifferences) {
  Facts left, right;
  left.points_to["x"] = {"a", "b"};
  right.points_to["x"] = {"b", "c"};
  EXPECT_EQ(difference(left, left), "");
  EXPECT_EQ(difference(left, right), "- points-to  x <- a\n+ points-to  x <- c\n");
}

}  // namespace
}  // namespace heddle::pointsto
