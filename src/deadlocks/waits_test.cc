// Waits that nobody ends and locks that nobody gives back, on programs of a few lines.
#include "deadlocks/waits.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <string_view>

#include "deadlocks/unreleased.h"
#include "pointsto/random_program_test_only.h"
#include "races/detection_test_only.h"

namespace heddle::deadlocks {
namespace {

constexpr std::string_view kProgram = R"(// ---- platform
class java.lang.Object {{
  access public super
  method public <init>() : void {{
  b0:
    %0 = parameter 0 : java.lang.Object
    return
  }}
  method public final native wait() : void
  method public final native wait(long) : void
  method public final native notify() : void
}}
class java.lang.Thread extends java.lang.Object {{
  access public super
  method public <init>() : void {{
  b0:
    %0 = parameter 0 : java.lang.Thread
    return
  }}
  method public native interrupt() : void
}}
class util.Lock extends java.lang.Object {{
  access public super
  method public native lock() : void
  method public native unlock() : void
}}
class util.Choice extends java.lang.Object {{
  access public super
  method public static native any() : int
}}
// ---- application
class app.Main extends java.lang.Object {{
  access public super
  field public static int data
  method public static main() : void {{
  b0:
{}    return
  }}
}}
// ---- models
lock = [
  {{ method = "java.lang.Object.wait", waits = "this" }},
  {{ method = "util.Lock.lock()V", acquires = "this" }},
  {{ method = "util.Lock.unlock()V", releases = "this" }},
]
order = [
  {{ method = "java.lang.Object.notify()V", signals = "this" }},
  {{ method = "java.lang.Thread.interrupt()V", interrupts = "this" }},
]
[[method]]
name = "java.lang.Object.wait()V"
[[method]]
name = "java.lang.Object.wait(J)V"
[[method]]
name = "java.lang.Object.notify()V"
[[method]]
name = "java.lang.Thread.interrupt()V"
[[method]]
name = "util.Lock.lock()V"
[[method]]
name = "util.Lock.unlock()V"
[[method]]
name = "util.Choice.any()I"
)";

std::size_t waits_in(std::string_view main) {
  pointsto::TextProgram world(fmt::format(kProgram, main));
  races::Detection of(world);
  return Waits(of.calls, of.origins, of.facts, of.paths, of.fields).found().size();
}

std::size_t unreleased_in(std::string_view main) {
  pointsto::TextProgram world(fmt::format(kProgram, main));
  races::Detection of(world);
  return Unreleased(of.calls, of.origins, of.facts, of.held, of.paths).found().size();
}

TEST(Waits, NobodyNotifies) {
  EXPECT_EQ(waits_in(R"(    %0 = new java.lang.Object
    invoke special java.lang.Object.<init>() : void (%0)
    invoke virtual java.lang.Object.wait() : void (%0)
)"),
            1U);
}

TEST(Waits, SomebodyNotifies) {
  EXPECT_EQ(waits_in(R"(    %0 = new java.lang.Object
    invoke special java.lang.Object.<init>() : void (%0)
    invoke virtual java.lang.Object.wait() : void (%0)
    invoke virtual java.lang.Object.notify() : void (%0)
)"),
            0U);
}

TEST(Waits, AnotherObjectIsNotified) {
  EXPECT_EQ(waits_in(R"(    %0 = new java.lang.Object
    invoke special java.lang.Object.<init>() : void (%0)
    %2 = new java.lang.Object
    invoke special java.lang.Object.<init>() : void (%2)
    invoke virtual java.lang.Object.wait() : void (%0)
    invoke virtual java.lang.Object.notify() : void (%2)
)"),
            1U);
}

TEST(Waits, ATimeLimitEndsIt) {
  EXPECT_EQ(waits_in(R"(    %0 = new java.lang.Object
    invoke special java.lang.Object.<init>() : void (%0)
    %2 = const_long 5
    invoke virtual java.lang.Object.wait(long) : void (%0, %2)
)"),
            0U);
}

TEST(Waits, TheMachineNotifiesThreads) {
  EXPECT_EQ(waits_in(R"(    %0 = new java.lang.Thread
    invoke special java.lang.Thread.<init>() : void (%0)
    invoke virtual java.lang.Object.wait() : void (%0)
)"),
            0U);
}

TEST(Unreleased, GivenBackOnOneWayOnly) {
  EXPECT_EQ(unreleased_in(R"(    %0 = new util.Lock
    %1 = get_static app.Main.data : int
    invoke virtual util.Lock.lock() : void (%0)
    if not_equal %1 0 then b1 else b2
  b1:
    invoke virtual util.Lock.unlock() : void (%0)
    return
  b2:
)"),
            1U);
}

TEST(Unreleased, GivenBackOnAllWays) {
  EXPECT_EQ(unreleased_in(R"(    %0 = new util.Lock
    %1 = get_static app.Main.data : int
    invoke virtual util.Lock.lock() : void (%0)
    if not_equal %1 0 then b1 else b2
  b1:
    invoke virtual util.Lock.unlock() : void (%0)
    return
  b2:
    invoke virtual util.Lock.unlock() : void (%0)
)"),
            0U);
}

// The result of a call may say that the lock is kept.
TEST(Unreleased, NothingIsSaidWhereACallDecides) {
  EXPECT_EQ(unreleased_in(R"(    %0 = new util.Lock
    invoke virtual util.Lock.lock() : void (%0)
    %2 = invoke static util.Choice.any() : int ()
    if not_equal %2 0 then b1 else b2
  b1:
    invoke virtual util.Lock.unlock() : void (%0)
    return
  b2:
)"),
            0U);
}

}  // namespace
}  // namespace heddle::deadlocks
