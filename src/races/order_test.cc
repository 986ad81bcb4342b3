// What starts, joins, gates and futures order, on programs of a few lines: main writes a static
// field, a thread does as well, and the two are a race or not.
#include "origins/order.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "origins/origins.h"
#include "origins/times.h"
#include "pointsto/random_program_test_only.h"
#include "races/detection_test_only.h"

namespace heddle::races {
namespace {

constexpr std::string_view kPlatform = R"(// ---- platform
class java.lang.Object {
  access public super
  method public <init>() : void {
  b0:
    %0 = parameter 0 : java.lang.Object
    return
  }
}
class java.lang.Thread extends java.lang.Object {
  access public super
  method public <init>() : void {
  b0:
    %0 = parameter 0 : java.lang.Thread
    return
  }
  method public run() : void {
  b0:
    %0 = parameter 0 : java.lang.Thread
    return
  }
  method public native start() : void
  method public final native join() : void
}
class util.Latch extends java.lang.Object {
  access public super
  method public <init>(int) : void {
  b0:
    %0 = parameter 0 : util.Latch
    %1 = parameter 1 : int
    return
  }
  method public native countDown() : void
  method public native await() : void
}
class util.Flag extends java.lang.Object {
  access public super
  method public <init>() : void {
  b0:
    %0 = parameter 0 : util.Flag
    return
  }
  method public native set(int) : void
  method public native get() : int
}
class util.Pool extends java.lang.Object {
  access public super
  method public <init>() : void {
  b0:
    %0 = parameter 0 : util.Pool
    return
  }
  method public native submit(java.lang.Thread) : util.Future
  method public native serial(java.lang.Thread) : void
  method public native close() : void
}
class util.Future extends java.lang.Object {
  access public super
  method public native get() : void
}
)";

constexpr std::string_view kModels = R"toml(// ---- models
order = [
  { method = "java.lang.Thread.join()V", joins-thread = "this" },
  { method = "util.Latch.<init>(I)V", needs = "0" },
  { method = "util.Latch.countDown()V", signals = "this" },
  { method = "util.Latch.await()V", awaits = "this" },
  { method = "util.Flag.set(I)V", stores = "0", to = "this" },
  { method = "util.Flag.get()I", loads = "return", from = "this" },
  { method = "util.Future.get()V", joins-task = "this" },
  { method = "util.Pool.close()V", joins-executor = "this" },
]
[[method]]
name = "java.lang.Thread.start()V"
starts = [{ method = "java.lang.Thread.run()V", on = "this", kind = "thread" }]
[[method]]
name = "util.Pool.submit(Ljava/lang/Thread;)Lutil/Future;"
creates = [{ type = "util.Future", into = "return" }]
starts = [{ method = "java.lang.Thread.run()V", on = "0", kind = "task", completes = "return" }]
[[method]]
name = "util.Pool.serial(Ljava/lang/Thread;)V"
starts = [{ method = "java.lang.Thread.run()V", on = "0", kind = "task", serial = "this" }]
[[method]]
name = "java.lang.Thread.join()V"
[[method]]
name = "util.Latch.countDown()V"
[[method]]
name = "util.Latch.await()V"
[[method]]
name = "util.Flag.set(I)V"
[[method]]
name = "util.Flag.get()I"
[[method]]
name = "util.Future.get()V"
[[method]]
name = "util.Pool.close()V"
)toml";

// Lines of a body, without the numbers of those that give no value.
struct Bodies {
  std::string_view run;
  std::string_view main;
};

std::string program_of(const Bodies& bodies) {
  return fmt::format(R"({}// ---- application
class app.Main extends java.lang.Object {{
  access public super
  field public static int data
  field public static int plain
  field public static volatile int ready
  field public static util.Latch latch
  field public static util.Flag flag
  method public static main() : void {{
{}    return
  }}
}}
class app.T extends java.lang.Thread {{
  access public super
  method public <init>() : void {{
  b0:
    %0 = parameter 0 : app.T
    return
  }}
  method public run() : void {{
{}    return
  }}
}}
{})",
                     kPlatform, bodies.main, bodies.run, kModels);
}

std::size_t races_in(const Bodies& bodies) {
  pointsto::TextProgram world(program_of(bodies));
  const Detection detection(world);
  return detection.races.found().size();
}

constexpr std::string_view kWrite = R"(  b0:
    %0 = parameter 0 : app.T
    %1 = const_int 1
    put_static app.Main.data : int, %1
)";

constexpr std::string_view kNewThread = R"(  b0:
    %0 = const_int 1
    %1 = new app.T
    invoke special app.T.<init>() : void (%1)
)";

std::string main_with(std::string_view lines) { return fmt::format("{}{}", kNewThread, lines); }

// --- starts and joins ----------------------------------------------------------------------------

TEST(Order, NothingOrdersWhatFollowsAStart) {
  EXPECT_EQ(races_in({kWrite, main_with(R"(    invoke virtual java.lang.Thread.start() : void (%1)
    put_static app.Main.data : int, %0
)")}),
            1U);
}

TEST(Order, AStartComesAfterWhatStandsBeforeIt) {
  EXPECT_EQ(races_in({kWrite, main_with(R"(    put_static app.Main.data : int, %0
    invoke virtual java.lang.Thread.start() : void (%1)
)")}),
            0U);
}

TEST(Order, AJoinEndsTheThread) {
  EXPECT_EQ(races_in({kWrite, main_with(R"(    invoke virtual java.lang.Thread.start() : void (%1)
    invoke virtual java.lang.Thread.join() : void (%1)
    put_static app.Main.data : int, %0
)")}),
            0U);
}

TEST(Order, AJoinBeforeTheStartWaitsForNothing) {
  EXPECT_EQ(races_in({kWrite, main_with(R"(    invoke virtual java.lang.Thread.join() : void (%1)
    invoke virtual java.lang.Thread.start() : void (%1)
    put_static app.Main.data : int, %0
)")}),
            1U);
}

// --- more than a word has bits -------------------------------------------------------------------

constexpr std::string_view kCaller = R"(class util.Task extends java.lang.Object {
  access public interface abstract
  method public abstract call() : void
}
class util.Caller extends java.lang.Object {
  access public super
  method public static call(util.Task) : void {
  b0:
    %0 = parameter 0 : util.Task
    invoke interface util.Task.call() : void (%0)
    return
  }
}
)";

// A thread that has the platform call its own task, which writes a field of its own.
std::string thread_and_task(unsigned number) {
  return fmt::format(R"(class app.Task{0} extends java.lang.Object implements util.Task {{
  access public super
  method public <init>() : void {{
  b0:
    %0 = parameter 0 : app.Task{0}
    return
  }}
  method public call() : void {{
  b0:
    %0 = parameter 0 : app.Task{0}
    %1 = const_int 1
    put_static app.Main.data{0} : int, %1
    return
  }}
}}
class app.Thread{0} extends java.lang.Thread {{
  access public super
  method public <init>() : void {{
  b0:
    %0 = parameter 0 : app.Thread{0}
    return
  }}
  method public run() : void {{
  b0:
    %0 = parameter 0 : app.Thread{0}
    %1 = new app.Task{0}
    invoke special app.Task{0}.<init>() : void (%1)
    invoke static util.Caller.call(util.Task) : void (%1)
    return
  }}
}}
)",
                     number);
}

// Main writes the field of each thread before it starts it, that of every other one behind it, too.
TEST(Order, TellsMoreThreadsApartThanAWordHasBits) {
  constexpr unsigned kThreads = 150;
  std::string classes, fields, main = "  b0:\n    %0 = const_int 1\n";
  unsigned value = 1;
  for (unsigned number = 0; number < kThreads; ++number) {
    classes += thread_and_task(number);
    fields += fmt::format("  field public static int data{}\n", number);
    const std::string put = fmt::format("    put_static app.Main.data{} : int, %0\n", number);
    main += put;
    const unsigned thread = ++value;
    main += fmt::format(R"(    %{1} = new app.Thread{0}
    invoke special app.Thread{0}.<init>() : void (%{1})
    invoke virtual java.lang.Thread.start() : void (%{1})
)",
                        number, thread);
    value += 3;
    if (number % 2 == 0) continue;
    main += put;
    ++value;
  }
  pointsto::TextProgram world(fmt::format(R"({}{}// ---- application
class app.Main extends java.lang.Object {{
  access public super
{}  method public static main() : void {{
{}    return
  }}
}}
{}{})",
                                          kPlatform, kCaller, fields, main, classes, kModels));
  const Detection detection(world);
  EXPECT_EQ(detection.origins.size(), kThreads + 1);
  EXPECT_EQ(detection.races.found().size(), kThreads / 2);
}

// --- gates ---------------------------------------------------------------------------------------

constexpr std::string_view kWriteAndCountDown = R"(  b0:
    %0 = parameter 0 : app.T
    %1 = const_int 1
    put_static app.Main.data : int, %1
    %3 = get_static app.Main.latch : util.Latch
    invoke virtual util.Latch.countDown() : void (%3)
)";

constexpr std::string_view kCountDownAndWrite = R"(  b0:
    %0 = parameter 0 : app.T
    %1 = get_static app.Main.latch : util.Latch
    invoke virtual util.Latch.countDown() : void (%1)
    %3 = const_int 1
    put_static app.Main.data : int, %3
)";

std::string main_with_latch(unsigned count) {
  return fmt::format(R"(  b0:
    %0 = const_int {}
    %1 = new util.Latch
    invoke special util.Latch.<init>(int) : void (%1, %0)
    put_static app.Main.latch : util.Latch, %1
    %4 = new app.T
    invoke special app.T.<init>() : void (%4)
    invoke virtual java.lang.Thread.start() : void (%4)
    invoke virtual util.Latch.await() : void (%1)
    put_static app.Main.data : int, %0
)",
                     count);
}

TEST(Gates, ALatchOrdersWhatWasDoneBeforeItsSignal) {
  EXPECT_EQ(races_in({kWriteAndCountDown, main_with_latch(1)}), 0U);
}

TEST(Gates, NotWhatIsDoneBehindIt) {
  EXPECT_EQ(races_in({kCountDownAndWrite, main_with_latch(1)}), 1U);
}

TEST(Gates, ALatchOfNothingIsOpen) {
  EXPECT_EQ(races_in({kWriteAndCountDown, main_with_latch(0)}), 1U);
}

// --- cells ---------------------------------------------------------------------------------------

std::string write_and_set(std::string_view value) {
  return fmt::format(R"(  b0:
    %0 = parameter 0 : app.T
    %1 = const_int 1
    put_static app.Main.data : int, %1
    %3 = const_int {}
    put_static app.Main.ready : int, %3
)",
                     value);
}

// Main writes where it has seen the field to be other than zero.
std::string main_that_tests(std::string_view condition) {
  return fmt::format(R"(  b0:
    %0 = const_int 1
    %1 = new app.T
    invoke special app.T.<init>() : void (%1)
    invoke virtual java.lang.Thread.start() : void (%1)
    %4 = get_static app.Main.ready : int
    if {} %4 0 then b1 else b2
  b1:
    put_static app.Main.data : int, %0
    goto b2
  b2:
)",
                     condition);
}

TEST(CellGates, AVolatileFieldThatWasSeenOrdersWhatCameBeforeIt) {
  EXPECT_EQ(races_in({write_and_set("1"), main_that_tests("not_equal")}), 0U);
}

TEST(CellGates, NotWhereItWasSoFromTheBeginning) {
  EXPECT_EQ(races_in({write_and_set("1"), main_that_tests("equal")}), 1U);
}

TEST(CellGates, AStoreThatCannotBeSeenIsNoSignal) {
  // Nobody stores what is looked for: the branch is never entered, and nothing is known of it.
  EXPECT_EQ(races_in({write_and_set("0"), main_that_tests("not_equal")}), 1U);
}

TEST(CellGates, AnAtomicObjectIsACell) {
  constexpr std::string_view kRun = R"(  b0:
    %0 = parameter 0 : app.T
    %1 = const_int 1
    put_static app.Main.data : int, %1
    %3 = get_static app.Main.flag : util.Flag
    invoke virtual util.Flag.set(int) : void (%3, %1)
)";
  constexpr std::string_view kMain = R"(  b0:
    %0 = const_int 1
    %1 = new util.Flag
    invoke special util.Flag.<init>() : void (%1)
    put_static app.Main.flag : util.Flag, %1
    %4 = new app.T
    invoke special app.T.<init>() : void (%4)
    invoke virtual java.lang.Thread.start() : void (%4)
    %7 = invoke virtual util.Flag.get() : int (%1)
    if not_equal %7 0 then b1 else b2
  b1:
    put_static app.Main.data : int, %0
    goto b2
  b2:
)";
  EXPECT_EQ(races_in({kRun, kMain}), 0U);
}

// --- plain fields under a lock -------------------------------------------------------------------

std::string under_lock(std::string_view first, std::string_view lock, std::string_view rest) {
  return fmt::format(R"(  b0:
    %0 = parameter 0 : app.T
    %1 = const_int 1
    {}
    %3 = const_class {}
    monitor_enter %3
{}    monitor_exit %3
)",
                     first, lock, rest);
}

constexpr std::string_view kWriteData = "put_static app.Main.data : int, %1";
constexpr std::string_view kSetFlag = R"(    put_static app.Main.plain : int, %1
)";
constexpr std::string_view kCount = R"(    %5 = get_static app.Main.plain : int
    %6 = add %5 %1 : int
    put_static app.Main.plain : int, %6
)";

// Main writes where it has seen the plain field to be so.
std::string main_that_tests_under_lock(std::string_view test, unsigned threads) {
  std::string starts;
  unsigned value = 1;
  for (unsigned i = 0; i < threads; ++i, value += 3)
    starts += fmt::format(R"(    %{0} = new app.T
    invoke special app.T.<init>() : void (%{0})
    invoke virtual java.lang.Thread.start() : void (%{0})
)",
                          value);
  return fmt::format(R"(  b0:
    %0 = const_int 2
{}    %{} = const_class app.Main
    monitor_enter %{}
    %{} = get_static app.Main.plain : int
    monitor_exit %{}
    if {} then b1 else b2
  b1:
    put_static app.Main.data : int, %0
    goto b2
  b2:
)",
                     starts, value, value, value + 2, value,
                     fmt::format(fmt::runtime(test), value + 2));
}

TEST(CellGates, APlainFieldUnderOneLockIsACell) {
  const std::string run = under_lock(kWriteData, "app.Main", kSetFlag);
  EXPECT_EQ(races_in({run, main_that_tests_under_lock("not_equal %{} 0", 1)}), 0U);
}

TEST(CellGates, UnderTwoLocksItIsNone) {
  // The race on the field itself is the second.
  const std::string run = under_lock(kWriteData, "app.T", kSetFlag);
  EXPECT_EQ(races_in({run, main_that_tests_under_lock("not_equal %{} 0", 1)}), 2U);
}

TEST(CounterGates, WhoSeesTheLastOneComesAfterAll) {
  // The two threads race with each other in any case.
  const std::string run = under_lock(kWriteData, "app.Main", kCount);
  EXPECT_EQ(races_in({run, main_that_tests_under_lock("greater_or_equal %{} %0", 2)}), 1U);
  EXPECT_EQ(races_in({run, main_that_tests_under_lock("not_equal %{} 0", 2)}), 2U);
}

// --- starts that models describe -----------------------------------------------------------------

std::string main_with_pool(std::string_view lines) {
  return fmt::format(R"(  b0:
    %0 = const_int 1
    %1 = new app.T
    invoke special app.T.<init>() : void (%1)
    %3 = new util.Pool
    invoke special util.Pool.<init>() : void (%3)
{})",
                     lines);
}

TEST(StartFacts, AFutureIsDoneWhenItsTaskHasEnded) {
  EXPECT_EQ(
      races_in(
          {kWrite,
           main_with_pool(
               R"(    %5 = invoke virtual util.Pool.submit(java.lang.Thread) : util.Future (%3, %1)
    invoke virtual util.Future.get() : void (%5)
    put_static app.Main.data : int, %0
)")}),
      0U);
}

TEST(StartFacts, ATaskWhoseFutureNobodyAsksIsUnderWay) {
  EXPECT_EQ(
      races_in(
          {kWrite,
           main_with_pool(
               R"(    %5 = invoke virtual util.Pool.submit(java.lang.Thread) : util.Future (%3, %1)
    put_static app.Main.data : int, %0
)")}),
      1U);
}

constexpr std::string_view kTwoTasks = R"(    %5 = new app.T
    invoke special app.T.<init>() : void (%5)
)";

TEST(StartFacts, TasksOfOneQueueNeverOverlap) {
  EXPECT_EQ(races_in({kWrite,
                      main_with_pool(fmt::format(
                          R"({}    invoke virtual util.Pool.serial(java.lang.Thread) : void (%3, %1)
    invoke virtual util.Pool.serial(java.lang.Thread) : void (%3, %5)
)",
                          kTwoTasks))}),
            0U);
}

TEST(StartFacts, TasksOfTwoQueuesDo) {
  EXPECT_EQ(races_in({kWrite, main_with_pool(fmt::format(R"({}    %7 = new util.Pool
    invoke special util.Pool.<init>() : void (%7)
    invoke virtual util.Pool.serial(java.lang.Thread) : void (%3, %1)
    invoke virtual util.Pool.serial(java.lang.Thread) : void (%7, %5)
)",
                                                         kTwoTasks))}),
            1U);
}

// Nothing was handed to an executor that is null.
TEST(StartFacts, AnExecutorIsClosedWhereItIsNotNull) {
  EXPECT_EQ(
      races_in(
          {kWrite,
           main_with_pool(
               R"(    %5 = invoke virtual util.Pool.submit(java.lang.Thread) : util.Future (%3, %1)
    if equal %3 null then b2 else b1
  b1:
    invoke virtual util.Pool.close() : void (%3)
    goto b2
  b2:
    put_static app.Main.data : int, %0
)")}),
      0U);
}

// --- how often -----------------------------------------------------------------------------------

// The number of runs of the thread that main starts.
origins::Number runs_of(const std::string& main) {
  pointsto::TextProgram world(program_of({kWrite, main}));
  Detection detection(world);
  return detection.times.runs(origins::OriginId{1});
}

std::string main_with_loop(std::string_view first, std::string_view step) {
  return fmt::format(R"(  b0:
    %0 = const_int {}
    %1 = const_int 4
    %2 = const_int {}
    goto b1
  b1:
    %4 = phi (b0: %0, b2: %9) : int
    if less %4 %1 then b2 else b3
  b2:
    %6 = new app.T
    invoke special app.T.<init>() : void (%6)
    invoke virtual java.lang.Thread.start() : void (%6)
    %9 = add %4 %2 : int
    goto b1
  b3:
)",
                     first, step);
}

TEST(Times, OneStartIsOneRun) {
  EXPECT_TRUE(
      runs_of(main_with("    invoke virtual java.lang.Thread.start() : void (%1)\n")).is(1));
}

TEST(Times, ALoopThatCountsStartsAsOftenAsItCounts) {
  EXPECT_TRUE(runs_of(main_with_loop("0", "1")).is(4));
}

TEST(Times, OneThatDoesNotCountFromZeroIsNotKnown) {
  EXPECT_EQ(runs_of(main_with_loop("-9", "1")).kind, origins::Number::Kind::kUnknown);
}

}  // namespace
}  // namespace heddle::races
