// Waits with a lock held that the other side needs, on programs of a few lines.
#include "deadlocks/held_waits.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <string_view>

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
}}
class java.lang.Thread extends java.lang.Object {{
  access public super
  method public <init>() : void {{
  b0:
    %0 = parameter 0 : java.lang.Thread
    return
  }}
  method public run() : void {{
  b0:
    %0 = parameter 0 : java.lang.Thread
    return
  }}
  method public native start() : void
  method public final native join() : void
}}
class util.Latch extends java.lang.Object {{
  access public super
  method public <init>() : void {{
  b0:
    %0 = parameter 0 : util.Latch
    return
  }}
  method public native countDown() : void
  method public native await() : void
}}
// ---- application
class app.T extends java.lang.Thread {{
  access public super
  method public <init>() : void {{
  b0:
    %0 = parameter 0 : app.T
    invoke special java.lang.Thread.<init>() : void (%0)
    return
  }}
  method public run() : void {{
  b0:
    %0 = parameter 0 : app.T
    %1 = const_class {}
    %2 = get_static app.Main.latch : util.Latch
    monitor_enter %1
    invoke virtual util.Latch.countDown() : void (%2)
    monitor_exit %1
    return
  }}
}}
class app.Main extends java.lang.Object {{
  access public super
  field public static util.Latch latch
  method public static main() : void {{
  b0:
    %0 = new util.Latch
    invoke special util.Latch.<init>() : void (%0)
    put_static app.Main.latch : util.Latch, %0
    %3 = new app.T
    invoke special app.T.<init>() : void (%3)
    invoke virtual java.lang.Thread.start() : void (%3)
    %6 = const_class app.Main
    monitor_enter %6
    {}
    monitor_exit %6
    {}
    return
  }}
}}
// ---- models
order = [
  {{ method = "java.lang.Thread.join()V", joins-thread = "this" }},
  {{ method = "util.Latch.<init>()V", needs = 1 }},
  {{ method = "util.Latch.countDown()V", signals = "this" }},
  {{ method = "util.Latch.await()V", awaits = "this" }},
]
[[method]]
name = "java.lang.Thread.start()V"
starts = [{{ method = "java.lang.Thread.run()V", on = "this", kind = "thread" }}]
[[method]]
name = "java.lang.Thread.join()V"
[[method]]
name = "util.Latch.countDown()V"
[[method]]
name = "util.Latch.await()V"
)";

constexpr std::string_view kJoin = "invoke virtual java.lang.Thread.join() : void (%3)";
constexpr std::string_view kAwait = "invoke virtual util.Latch.await() : void (%0)";
constexpr std::string_view kNothing = "%8 = const_int 0";
constexpr std::string_view kNothingLater = "%10 = const_int 0";

// The thread takes the monitor of that class; main waits with its own, or later.
std::size_t found(std::string_view lock, std::string_view inside, std::string_view behind) {
  pointsto::TextProgram world(fmt::format(kProgram, lock, inside, behind));
  races::Detection all(world);
  const HeldWaits waits(all.calls, all.origins, all.facts, all.order, all.gates, all.held,
                        all.locks, all.paths,
                        [&](origins::Point x, origins::OriginId p, origins::Point y,
                            origins::OriginId q) { return all.races.is_set_between(x, p, y, q); });
  return waits.found().size();
}

TEST(HeldWaitsTest, AJoinWithTheLockThatTheThreadWants) {
  EXPECT_EQ(found("app.Main", kJoin, kNothingLater), 1U);
}

TEST(HeldWaitsTest, NotWithAnotherLock) { EXPECT_EQ(found("app.T", kJoin, kNothingLater), 0U); }

TEST(HeldWaitsTest, NotBehindTheLock) { EXPECT_EQ(found("app.Main", kNothing, kJoin), 0U); }

TEST(HeldWaitsTest, ALatchThatIsCountedDownUnderTheLock) {
  EXPECT_EQ(found("app.Main", kAwait, kNothingLater), 1U);
}

TEST(HeldWaitsTest, NotOneThatIsCountedDownUnderAnother) {
  EXPECT_EQ(found("app.T", kAwait, kNothingLater), 0U);
}

}  // namespace
}  // namespace heddle::deadlocks
