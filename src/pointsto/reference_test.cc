// The twin and the solver against sets written by hand, rule by rule, so that they cannot be wrong
// together.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <set>
#include <string>
#include <string_view>

#include "pointsto/facts_test_only.h"
#include "pointsto/policy.h"
#include "pointsto/random_program_test_only.h"
#include "pointsto/reference_test_only.h"
#include "pointsto/solve.h"

namespace heddle::pointsto {
namespace {

using Set = std::set<std::string>;

constexpr std::string_view kPlatform = R"(// ---- platform
class java.lang.Object {
  access public super
  method public toString() : java.lang.String {
  b0:
    %0 = parameter 0 : java.lang.Object
    %1 = const_string "object"
    return %1
  }
}
class java.lang.String extends java.lang.Object {
  access public super
}
class java.lang.Class extends java.lang.Object {
  access public super
  method public static native forName(java.lang.String) : java.lang.Class
  method public native newInstance() : java.lang.Object
}
class java.lang.Throwable extends java.lang.Object {
  access public super
}
class java.lang.Exception extends java.lang.Throwable {
  access public super
}
class java.lang.Runnable extends java.lang.Object {
  access public interface abstract
  method public abstract run() : void
}
class java.lang.Thread extends java.lang.Object {
  access public super
  field public java.lang.Runnable target
  method public run() : void {
  b0:
    %0 = parameter 0 : java.lang.Thread
    %1 = get_field %0 java.lang.Thread.target : java.lang.Runnable
    invoke interface java.lang.Runnable.run() : void (%1)
    return
  }
  method public native start() : void
  method public static native current() : java.lang.Thread
}
class util.Fun extends java.lang.Object {
  access public interface abstract
  method public abstract apply(java.lang.Object) : java.lang.Object
}
class util.Box extends java.lang.Object {
  access public super
  field public java.lang.Object item
  method public set(java.lang.Object) : void {
  b0:
    %0 = parameter 0 : util.Box
    %1 = parameter 1 : java.lang.Object
    put_field %0 util.Box.item : java.lang.Object, %1
    return
  }
  method public static of() : util.Box {
  b0:
    %0 = new util.Box
    return %0
  }
}
)";

constexpr std::string_view kModels = R"toml(
// ---- models
[[method]]
name = "java.lang.Thread.start()V"
starts = [{ method = "java.lang.Thread.run()V", on = "this", kind = "thread" }]
[[method]]
name = "java.lang.Thread.current()Ljava/lang/Thread;"
operation = "current-thread"
[[method]]
name = "java.lang.Class.forName(Ljava/lang/String;)Ljava/lang/Class;"
operation = "class-for-name"
[[method]]
name = "java.lang.Class.newInstance()Ljava/lang/Object;"
operation = "new-instance"
[[class]]
name = "util.Box"
context = "container"
[[class]]
name = "java.lang.Thread"
context = "thread"
)toml";

constexpr std::string_view kShapes = R"(
class app.A extends java.lang.Object {
  access public super
  field public java.lang.Object f
  method public <init>() : void {
  b0:
    %0 = parameter 0 : app.A
    return
  }
  method public m(java.lang.Object) : java.lang.Object {
  b0:
    %0 = parameter 0 : app.A
    %1 = parameter 1 : java.lang.Object
    return %1
  }
}
class app.B extends app.A implements java.lang.Runnable {
  access public super
  method public m(java.lang.Object) : java.lang.Object {
  b0:
    %0 = parameter 0 : app.B
    %1 = parameter 1 : java.lang.Object
    return %0
  }
  method public run() : void {
  b0:
    %0 = parameter 0 : app.B
    return
  }
}
)";

// The facts of a class app.Main with these members, beside app.A and app.B.
class Analysed {
 public:
  explicit Analysed(std::string_view members, std::string_view policy = "insensitive",
                    std::string_view more_models = "", std::string_view more_classes = "")
      : facts_(run(members, policy, more_models, more_classes)) {}

  Set at(const std::string& pointer) const {
    const auto known = facts_.points_to.find(pointer);
    return known == facts_.points_to.end() ? Set() : known->second;
  }
  // Of a variable of main.
  Set main(int value) const { return at(kMain + "#" + std::to_string(value)); }
  bool calls(const std::string& from, const std::string& to) const {
    return facts_.call_edges.contains(from + " -> " + to);
  }
  bool reaches(const std::string& instance) const { return facts_.reachable.contains(instance); }
  const Facts& facts() const { return facts_; }

  static inline const std::string kMain = "app.Main.main()V";
  static std::string site(int value) { return kMain + "@" + std::to_string(value); }

 private:
  static Facts run(std::string_view members, std::string_view policy, std::string_view more_models,
                   std::string_view more_classes) {
    const std::string text = std::string(kPlatform) + std::string(more_classes) +
                             "// ---- application\n" + std::string(kShapes) +
                             "class app.Main extends java.lang.Object {\n  access public super\n" +
                             std::string(members) + "}\n" + std::string(kModels) +
                             std::string(more_models);
    TextProgram world(text), again(text);
    Facts facts = reference_facts(world.program, world.models, world.entries, policy);
    Options options;
    options.policy = *parse_policy(policy);
    const Solved solved = solve(again.program, again.models, again.entries, options);
    EXPECT_EQ(difference(facts, facts_of(*solved.heap)), "");
    return facts;
  }

  Facts facts_;
};

// All values of main are read at its end, so that all have variables.
std::string main_text(std::string_view body) {
  constexpr std::string_view kReturn = "    return\n";
  std::string reads;
  for (std::size_t at = body.find("    %"); at != std::string_view::npos;
       at = body.find("    %", at + 1)) {
    const std::string_view value = body.substr(at + 4, body.find(' ', at + 4) - at - 4);
    const std::string_view rest = body.substr(at + 4 + value.size());
    // Only the first and the last block's are made on every path to the end.
    const bool is_made = at < body.find("\n  b") || at > body.rfind("\n  b") + 1;
    if (is_made && !rest.starts_with(" = const_int"))
      reads += fmt::format("    %9{} = instance_of {} app.A\n", value.substr(1), value);
  }
  std::string text(body);
  text.insert(text.rfind(kReturn), reads);
  return "  method public static main() : void {\n  b0:\n" + text + "  }\n";
}
std::string site(int value) { return Analysed::site(value); }

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

constexpr std::string_view kStarts = R"(
    %0 = new java.lang.Thread
    %1 = new app.B
    put_field %0 java.lang.Thread.target : java.lang.Runnable, %1
    invoke virtual java.lang.Thread.start() : void (%0)
    %4 = invoke static java.lang.Thread.current() : java.lang.Thread ()
    return
)";

TEST(Reference, Starts) {  // Rules 18 to 20, and the start column.
  const Analysed plain(main_text(kStarts));
  EXPECT_TRUE(plain.reaches("java.lang.Thread.start()V[model app.Main.main()V@3]"));
  const std::string start = "java.lang.Thread.start()V[model app.Main.main()V@3]@model";
  EXPECT_TRUE(plain.calls(start, "java.lang.Thread.run()V"));
  EXPECT_TRUE(plain.calls("java.lang.Thread.run()V@2", "app.B.run()V"));
  EXPECT_EQ(plain.at("threads"), (Set{site(0), "vm java.lang.Thread"}));
  EXPECT_EQ(plain.main(4), (Set{site(0), "vm java.lang.Thread"}));

  const Analysed origin(main_text(kStarts), "origin(1)");
  const std::string begun = "[" + site(0) + "!java.lang.Thread.run()V | ]";
  EXPECT_TRUE(origin.calls(start, "java.lang.Thread.run()V" + begun));
  EXPECT_TRUE(origin.calls("java.lang.Thread.run()V" + begun + "@2", "app.B.run()V" + begun));

  const Analysed recommended(main_text(kStarts), "recommended");
  const std::string thread = "[" + site(0) + "!java.lang.Thread.run()V | " + site(0) + "]";
  EXPECT_TRUE(recommended.calls(start, "java.lang.Thread.run()V" + thread));
  EXPECT_TRUE(recommended.calls("java.lang.Thread.run()V" + thread + "@2", "app.B.run()V" + begun));
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

// Two boxes, each with a thing of its own.
constexpr std::string_view kBoxes = R"(
    %0 = new util.Box
    %1 = new util.Box
    %2 = new app.A
    %3 = new app.B
    invoke virtual util.Box.set(java.lang.Object) : void (%0, %2)
    invoke virtual util.Box.set(java.lang.Object) : void (%1, %3)
    %6 = get_field %0 util.Box.item : java.lang.Object
    %7 = invoke static util.Box.of() : util.Box ()
    return
)";

// A container of the program's own: generic, and it holds a thing of its type. It extends a class
// that is nested in it, which Java forbids and other languages do not.
constexpr std::string_view kOwnTable = R"(// ---- application
class app.Table$Base extends java.lang.Object {
  access public super
}
class app.Table extends app.Table$Base {
  access public super
  generic "<T:Ljava/lang/Object;>Ljava/lang/Object;"
  field public java.lang.Object item {
    generic "TT;"
  }
  method public set(java.lang.Object) : void {
  b0:
    %0 = parameter 0 : app.Table
    %1 = parameter 1 : java.lang.Object
    put_field %0 app.Table.item : java.lang.Object, %1
    return
  }
}
// ---- platform
)";

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

TEST(Reference, OwnContainers) {
  const std::string body = main_text(R"(
    %0 = new app.Table
    %1 = new app.Table
    %2 = new app.A
    %3 = new app.B
    invoke virtual app.Table.set(java.lang.Object) : void (%0, %2)
    invoke virtual app.Table.set(java.lang.Object) : void (%1, %3)
    %6 = get_field %0 app.Table.item : java.lang.Object
    return
)");
  EXPECT_EQ(Analysed(body, "insensitive", "", kOwnTable).main(6), (Set{site(2), site(3)}));
  const Analysed got(body, "recommended", "", kOwnTable);
  EXPECT_EQ(got.main(6), Set{site(2)});
  EXPECT_EQ(got.at("app.Table.set(Ljava/lang/Object;)V[ | " + site(1) + "]#1"), Set{site(3)});
}

TEST(Reference, Contexts) {
  const std::string set = "util.Box.set(Ljava/lang/Object;)V", of = "util.Box.of()Lutil/Box;";
  EXPECT_EQ(Analysed(main_text(kBoxes)).main(6), (Set{site(2), site(3)}));
  EXPECT_EQ(Analysed(main_text(kBoxes), "origin(1)").main(6), (Set{site(2), site(3)}));

  const Analysed object(main_text(kBoxes), "object(2)");
  EXPECT_EQ(object.main(6), Set{site(2)});
  EXPECT_EQ(object.at(set + "[ | " + site(1) + "]#1"), Set{site(3)});
  EXPECT_TRUE(object.reaches(of));

  const Analysed call_site(main_text(kBoxes), "call-site(2)");
  EXPECT_EQ(call_site.main(6), Set{site(2)});
  EXPECT_EQ(call_site.at(set + "[ | " + site(5) + "]#0"), Set{site(1)});
  EXPECT_EQ(call_site.main(7), Set{of + "@0 in [ | " + site(7) + "]"});

  const Analysed recommended(main_text(kBoxes), "recommended");
  EXPECT_EQ(recommended.main(6), Set{site(2)});
  EXPECT_EQ(recommended.at(set + "[ | " + site(0) + "]#1"), Set{site(2)});
  EXPECT_EQ(recommended.main(7), Set{of + "@0 in [ | " + site(7) + "]"});
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
