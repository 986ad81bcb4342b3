// The twin and the solver against sets written by hand, policy by policy.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "pointsto/analysed_test_only.h"

namespace heddle::pointsto {
namespace {

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

}  // namespace
}  // namespace heddle::pointsto
