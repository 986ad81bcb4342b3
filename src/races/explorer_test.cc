// What the explorer says of programs whose every run is plain to see.
#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <string_view>

#include "pointsto/random_program_test_only.h"
#include "races/explorer_test_only.h"

namespace heddle::races {
namespace {

// A thread and main, with a node that both know and a second one.
std::string program_of(std::string_view run, std::string_view main) {
  std::string text = R"(// ---- platform
class java.lang.Object {
  access public super
}
class java.lang.Thread extends java.lang.Object {
  access public super
  method public run() : void {
  b0:
    %0 = parameter 0 : java.lang.Thread
    return
  }
  method public native start() : void
  method public final native join() : void
}
class util.Choice extends java.lang.Object {
  access public super
  method public static native any() : int
}
// ---- application
class app.Node extends java.lang.Object {
  access public super
  field public int number
}
class app.T extends java.lang.Thread {
  access public super
  field public static app.Node a
  field public static app.Node b
  method public run() : void {
  b0:
    %0 = parameter 0 : app.T
    %1 = get_static app.T.a : app.Node
    %2 = get_static app.T.b : app.Node
    %3 = const_int 1
)";
  text += run;
  text += R"(    return
  }
  method public static main() : void {
  b0:
    %0 = new app.Node
    %1 = new app.Node
    put_static app.T.a : app.Node, %0
    put_static app.T.b : app.Node, %1
    %4 = const_int 2
    %5 = new app.T
    invoke virtual java.lang.Thread.start() : void (%5)
)";
  text += main;
  return text + "    return\n  }\n}\n";
}

Occurred explored(std::string_view run, std::string_view main) {
  pointsto::TextProgram world(program_of(run, main));
  Occurred occurred = explore(world.program, world.entries[0], {});
  EXPECT_TRUE(occurred.complete);
  return occurred;
}

constexpr std::string_view kWriteA = "    put_field %1 app.Node.number : int, %3\n";
constexpr std::string_view kMainWritesA = "    put_field %0 app.Node.number : int, %4\n";

TEST(Explorer, SeesTwoWritesMeet) {
  const Occurred occurred = explored(kWriteA, kMainWritesA);
  ASSERT_EQ(occurred.races.size(), 1U);
  const auto& [first, second] = *occurred.races.begin();
  EXPECT_NE(first[0], second[0]);
  EXPECT_TRUE(occurred.deadlocks.empty());
}

TEST(Explorer, TellsObjectsApart) {
  EXPECT_TRUE(explored(kWriteA, "    put_field %1 app.Node.number : int, %4\n").races.empty());
}

TEST(Explorer, TwoReadsAreNoRace) {
  EXPECT_TRUE(explored("    %4 = get_field %1 app.Node.number : int\n",
                       "    %7 = get_field %0 app.Node.number : int\n")
                  .races.empty());
}

TEST(Explorer, NothingRunsBesideAJoin) {
  EXPECT_TRUE(explored(kWriteA,
                       "    invoke virtual java.lang.Thread.join() : void (%5)\n"
                       "    put_field %0 app.Node.number : int, %4\n")
                  .races.empty());
}

TEST(Explorer, MonitorsExclude) {
  const std::string mine =
      "    monitor_enter %1\n" + std::string(kWriteA) + "    monitor_exit %1\n";
  const auto theirs = [](std::string_view lock) {
    return "    monitor_enter " + std::string(lock) + "\n" + std::string(kMainWritesA) +
           "    monitor_exit " + std::string(lock) + "\n";
  };
  EXPECT_TRUE(explored(mine, theirs("%0")).races.empty());
  EXPECT_EQ(explored(mine, theirs("%1")).races.size(), 1U);
}

TEST(Explorer, SeesCirclesOfMonitors) {
  const auto both = [](std::string_view first, std::string_view second) {
    const std::string a(first), b(second);
    return "    monitor_enter " + a + "\n    monitor_enter " + b + "\n    monitor_exit " + b +
           "\n    monitor_exit " + a + "\n";
  };
  EXPECT_EQ(explored(both("%1", "%2"), both("%1", "%0")).deadlocks.size(), 1U);
  EXPECT_TRUE(explored(both("%1", "%2"), both("%0", "%1")).deadlocks.empty());
}

TEST(Explorer, GoesBothWays) {
  const std::string write_if_chosen =
      "    %4 = invoke static util.Choice.any() : int ()\n"
      "    if not_equal %4 0 then b1 else b2\n"
      "  b1:\n"
      "    put_field %1 app.Node.number : int, %3\n"
      "    goto b2\n"
      "  b2:\n";
  EXPECT_EQ(explored(write_if_chosen, kMainWritesA).races.size(), 1U);
}

}  // namespace
}  // namespace heddle::races
