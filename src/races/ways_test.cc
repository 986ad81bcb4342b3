// How a thread comes to a place, and with what in hand: what it was given, what code that no loop
// goes through would have to do again, what the platform was given to call back.
#include "origins/ways.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/id.h"
#include "origins/callbacks.h"
#include "origins/handed_over.h"
#include "origins/needs_unset.h"
#include "origins/repeats.h"
#include "origins/start_ways.h"
#include "origins/way_objects.h"
#include "pointsto/random_program_test_only.h"
#include "races/arrivals.h"
#include "races/detection_test_only.h"

namespace heddle::races {
namespace {

using origins::OriginId;
using origins::Point;
using pointsto::InstanceId;
using pointsto::ObjectId;

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
}
class util.Task extends java.lang.Object {
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

constexpr std::string_view kModels = R"toml(// ---- models
[[method]]
name = "java.lang.Thread.start()V"
starts = [{ method = "java.lang.Thread.run()V", on = "this", kind = "thread" }]
)toml";

constexpr std::string_view kConstructor = R"(  method public <init>() : void {{
  b0:
    %0 = parameter 0 : app.{0}
    return
  }}
)";

// A class with a constructor, and these lines.
std::string class_of(std::string_view name, std::string_view of, std::string_view lines) {
  return fmt::format("class app.{} {} {{\n  access public super\n{}{}}}\n", name, of,
                     fmt::format(kConstructor, name), lines);
}

std::string program_of(std::string_view main, std::string_view classes) {
  return fmt::format(R"({}// ---- application
class app.Main extends java.lang.Object {{
  access public super
  field public static int data
  method public static main() : void {{
{}    return
  }}
}}
{}{})",
                     kPlatform, main, classes, kModels);
}

// The only instance of a method.
InstanceId instance(const Detection& in, std::string_view owner, std::string_view name) {
  InstanceId found = base::kNone<InstanceId>;
  for (std::uint32_t i = 0; i < in.calls.size(); ++i) {
    const auto id = base::id_at<InstanceId>(i);
    const ir::MethodId method = in.calls.at(id).method;
    const ir::Program& program = in.calls.program();
    if (program.name(program.owner(method)) != owner || program.name(method) != name) continue;
    EXPECT_TRUE(base::is_none(found)) << owner << "." << name;
    found = id;
  }
  EXPECT_FALSE(base::is_none(found)) << owner << "." << name;
  return found;
}

ObjectId only_object(const Detection& in, InstanceId id, std::uint32_t value) {
  ObjectId found = base::kNone<ObjectId>;
  in.calls.heap().value(id, base::id_at<ir::ValueId>(value)).for_each([&](ObjectId object) {
    found = object;
  });
  return found;
}

// --- objects along a way -------------------------------------------------------------------------

constexpr std::string_view kStartsTwo = R"(  b0:
    %0 = new app.Left
    invoke special app.Left.<init>() : void (%0)
    invoke virtual app.Base.start() : void (%0)
    %3 = new app.Right
    invoke special app.Right.<init>() : void (%3)
    invoke virtual app.Base.start() : void (%3)
)";

std::string base_and_two() {
  const auto init = [](std::string_view name) {
    return fmt::format(R"(  method public init() : void {{
  b0:
    %0 = parameter 0 : app.{}
    return
  }}
)",
                       name);
  };
  return class_of("Base", "extends java.lang.Object",
                  init("Base") + R"(  method public start() : void {
  b0:
    %0 = parameter 0 : app.Base
    invoke virtual app.Base.init() : void (%0)
    return
  }
)") + class_of("Left", "extends app.Base", init("Left")) +
         class_of("Right", "extends app.Base", init("Right"));
}

TEST(WayObjects, WhatIsCalledOnIsWhatWasGiven) {
  pointsto::TextProgram world(program_of(kStartsTwo, base_and_two()));
  Detection in(world);
  origins::WayObjects ways(in.calls, in.origins);
  const InstanceId main = instance(in, "app/Main", "main"),
                   start = instance(in, "app/Base", "start");
  const InstanceId left = instance(in, "app/Left", "init"),
                   right = instance(in, "app/Right", "init");
  const auto can = [&](std::uint32_t call, InstanceId init, ObjectId object) {
    return ways.can_have(origins::kMainOrigin, {{main, call}, {start, 1}, {init, 0}},
                         base::is_none(object) ? ir::kNoValue : ir::ValueId{0}, object);
  };
  constexpr auto kAny = base::kNone<ObjectId>;
  EXPECT_TRUE(can(2, left, kAny));
  EXPECT_FALSE(can(2, right, kAny));
  EXPECT_TRUE(can(5, right, kAny));
  EXPECT_FALSE(can(5, left, kAny));
  EXPECT_TRUE(can(2, left, only_object(in, main, 0)));
  EXPECT_FALSE(can(2, left, only_object(in, main, 3)));
}

// `Left.init` calls that of `Base`, which `Right` inherits: `Base.init` seems to run on both.
std::string base_and_inheriting() {
  return class_of("Base", "extends java.lang.Object", R"(  method public init() : void {
  b0:
    %0 = parameter 0 : app.Base
    return
  }
  method public start() : void {
  b0:
    %0 = parameter 0 : app.Base
    invoke virtual app.Base.init() : void (%0)
    return
  }
)") + class_of("Left", "extends app.Base", R"(  method public init() : void {
  b0:
    %0 = parameter 0 : app.Left
    invoke special app.Base.init() : void (%0)
    return
  }
)") + class_of("Right", "extends app.Base", "");
}

TEST(WayObjects, ACallRunsWhatItsObjectOverrides) {
  pointsto::TextProgram world(program_of(kStartsTwo, base_and_inheriting()));
  Detection in(world);
  origins::WayObjects ways(in.calls, in.origins);
  const InstanceId main = instance(in, "app/Main", "main"),
                   start = instance(in, "app/Base", "start");
  const InstanceId left = instance(in, "app/Left", "init"), base = instance(in, "app/Base", "init");
  const auto can = [&](const origins::Frames& frames) {
    return ways.can_have(origins::kMainOrigin, frames, ir::kNoValue, base::kNone<ObjectId>);
  };
  EXPECT_FALSE(can({{main, 2}, {start, 1}, {base, 0}}));
  EXPECT_TRUE(can({{main, 2}, {start, 1}, {left, 1}, {base, 0}}));
  EXPECT_TRUE(can({{main, 5}, {start, 1}, {base, 0}}));
}

// --- what the platform calls back ----------------------------------------------------------------

constexpr std::string_view kCallsTwo = R"(  b0:
    %0 = new app.One
    invoke special app.One.<init>() : void (%0)
    invoke static util.Caller.call(util.Task) : void (%0)
    %3 = new app.Two
    invoke special app.Two.<init>() : void (%3)
    invoke static util.Caller.call(util.Task) : void (%3)
)";

TEST(Callbacks, ACallRunsWhatItWasGiven) {
  const auto task = [](std::string_view name) {
    return class_of(name, "extends java.lang.Object implements util.Task",
                    fmt::format(R"(  method public call() : void {{
  b0:
    %0 = parameter 0 : app.{}
    return
  }}
)",
                                name));
  };
  pointsto::TextProgram world(program_of(kCallsTwo, task("One") + task("Two")));
  Detection in(world);
  origins::Callbacks callbacks(in.calls);
  const InstanceId main = instance(in, "app/Main", "main");
  const InstanceId one = instance(in, "app/One", "call"), two = instance(in, "app/Two", "call");
  EXPECT_TRUE(callbacks.is_given({main, 2}, one));
  EXPECT_FALSE(callbacks.is_given({main, 2}, two));
  EXPECT_FALSE(callbacks.is_given({main, 5}, one));
  EXPECT_TRUE(callbacks.is_given({main, 5}, two));
}

// --- who has an object ---------------------------------------------------------------------------

// Two threads, each begun on a counter of its own, or both on the first.
std::string counted(bool on_one) {
  const auto thread = [](std::string_view name) {
    return fmt::format(R"(class app.{0} extends java.lang.Thread {{
  access public super
  field private app.Counter counter
  method public <init>(app.Counter) : void {{
  b0:
    %0 = parameter 0 : app.{0}
    %1 = parameter 1 : app.Counter
    put_field %0 app.{0}.counter : app.Counter, %1
    return
  }}
  method public run() : void {{
  b0:
    %0 = parameter 0 : app.{0}
    %1 = get_field %0 app.{0}.counter : app.Counter
    invoke virtual app.Counter.add() : void (%1)
    return
  }}
}}
)",
                       name);
  };
  const std::string main = fmt::format(R"(  b0:
    %0 = new app.Counter
    invoke special app.Counter.<init>() : void (%0)
    %2 = new app.Counter
    invoke special app.Counter.<init>() : void (%2)
    %4 = new app.First
    invoke special app.First.<init>(app.Counter) : void (%4, %0)
    invoke virtual java.lang.Thread.start() : void (%4)
    %7 = new app.Second
    invoke special app.Second.<init>(app.Counter) : void (%7, %{})
    invoke virtual java.lang.Thread.start() : void (%7)
)",
                                       on_one ? 0 : 2);
  return program_of(main,
                    class_of("Counter", "extends java.lang.Object", R"(  field private int count
  method public add() : void {
  b0:
    %0 = parameter 0 : app.Counter
    %1 = const_int 1
    put_field %0 app.Counter.count : int, %1
    return
  }
)") + thread("First") + thread("Second"));
}

// How many threads may be at the write with the counter that main made first.
unsigned having_first(bool on_one) {
  pointsto::TextProgram world(counted(on_one));
  Detection in(world);
  Arrivals arrivals(in.calls, in.origins, in.sharing);
  const ObjectId first = only_object(in, instance(in, "app/Main", "main"), 0);
  std::uint64_t threads = 0;
  for (const Access& access : in.accesses.all()) {
    if (!in.calls.heap().value(access.instance, access.base).contains(first)) continue;
    if (access.writes) threads |= arrivals.having(access, first)[0];
  }
  return static_cast<unsigned>(std::popcount(threads & ~std::uint64_t{1}));
}

TEST(Arrivals, AThreadHasWhatItWasBegunOn) {
  EXPECT_EQ(having_first(true), 2U);
  EXPECT_EQ(having_first(false), 1U);
}

// --- what would have to be done again ------------------------------------------------------------

constexpr std::string_view kThread = R"(  method public run() : void {
  b0:
    %0 = parameter 0 : app.T
    return
  }
)";

constexpr std::string_view kStartsOnce = R"(  b0:
    %0 = const_int 1
    put_static app.Main.data : int, %0
    %2 = new app.T
    invoke special app.T.<init>() : void (%2)
    invoke virtual java.lang.Thread.start() : void (%2)
    put_static app.Main.data : int, %0
)";

constexpr std::string_view kStartsInLoop = R"(  b0:
    %0 = const_int 1
    goto b1
  b1:
    put_static app.Main.data : int, %0
    %3 = new app.T
    invoke special app.T.<init>() : void (%3)
    invoke virtual java.lang.Thread.start() : void (%3)
    %6 = get_static app.Main.data : int
    if equal %6 0 then b2 else b1
  b2:
)";

struct Repeated {
  bool in_loop = false, before = false, behind = false;
};

// Is the thread started in a loop, and are two points of main before its start only?
Repeated repeated(std::string_view main, std::uint32_t one, std::uint32_t other) {
  pointsto::TextProgram world(program_of(main, class_of("T", "extends java.lang.Thread", kThread)));
  Detection in(world);
  origins::Ways ways(in.calls, in.origins, in.order);
  origins::Repeats repeats(in.calls, in.origins, in.order, ways);
  const OriginId thread{1};
  const auto is_before = [&](std::uint32_t at) {
    const Point point{instance(in, "app/Main", "main"), at};
    return repeats.is_before_start({.frames = {point}, .called_back = {}}, origins::kMainOrigin,
                                   thread);
  };
  return {repeats.is_started_in_loop(thread), is_before(one), is_before(other)};
}

TEST(Repeats, StraightCodeIsBeforeItsStart) {
  const Repeated found = repeated(kStartsOnce, 1, 5);
  EXPECT_FALSE(found.in_loop);
  EXPECT_TRUE(found.before);
  EXPECT_FALSE(found.behind);
}

TEST(Repeats, ALoopComesBackToWhatStandsBefore) {
  const Repeated found = repeated(kStartsInLoop, 2, 6);
  EXPECT_TRUE(found.in_loop);
  EXPECT_FALSE(found.before);
  EXPECT_FALSE(found.behind);
}

// --- what is in hand where a thread is started ---------------------------------------------------

// One method starts a worker for the job it is given: main calls it twice.
std::string two_jobs(bool are_same) {
  return fmt::format(R"(  b0:
    %0 = new app.First
    invoke special app.First.<init>() : void (%0)
    %2 = new app.Second
    invoke special app.Second.<init>() : void (%2)
    %4 = const_int 1
    invoke static app.Starter.begin(app.Job) : void (%0)
    put_static app.Main.data : int, %4
    invoke static app.Starter.begin(app.Job) : void (%{})
    put_static app.Main.data : int, %4
)",
                     are_same ? 0 : 2);
}

std::string job(std::string_view name, std::string_view of) {
  return class_of(name, fmt::format("extends {}", of),
                  fmt::format(R"(  method public call() : void {{
  b0:
    %0 = parameter 0 : app.{}
    return
  }}
)",
                              name));
}

std::string workers() {
  return job("Job", "java.lang.Object") + job("First", "app.Job") + job("Second", "app.Job") +
         class_of("Starter", "extends java.lang.Object",
                  R"(  method public static begin(app.Job) : void {
  b0:
    %0 = parameter 0 : app.Job
    %1 = new app.Worker
    invoke special app.Worker.<init>(app.Job) : void (%1, %0)
    invoke virtual java.lang.Thread.start() : void (%1)
    return
  }
)") + R"(class app.Worker extends java.lang.Thread {
  access public super
  field private app.Job job
  method public <init>(app.Job) : void {
  b0:
    %0 = parameter 0 : app.Worker
    %1 = parameter 1 : app.Job
    put_field %0 app.Worker.job : app.Job, %1
    return
  }
  method public run() : void {
  b0:
    %0 = parameter 0 : app.Worker
    %1 = get_field %0 app.Worker.job : app.Job
    invoke virtual app.Job.call() : void (%1)
    return
  }
}
)";
}

// Main's two writes, the one between the starts first, and a worker that runs a job.
struct StartedWith {
  explicit StartedWith(bool are_same) : StartedWith(two_jobs(are_same)) {}
  explicit StartedWith(std::string_view main)
      : world(program_of(main, workers())),
        in(world),
        ways(in.calls, in.origins, in.order),
        repeats(in.calls, in.origins, in.order, ways),
        objects(in.calls, in.origins),
        starts(in.calls, in.origins, in.order, ways, repeats, objects) {}

  bool is_before(std::uint32_t write, std::string_view job) {
    const origins::Way by_main{.frames = {{instance(in, "app/Main", "main"), write}},
                               .called_back = {}};
    const origins::Way by_worker = to(job);
    return starts.is_before_starts({.origin = origins::kMainOrigin, .way = &by_main},
                                   {.origin = OriginId{1}, .way = &by_worker});
  }
  bool is_once(std::string_view job) {
    const origins::Way way = to(job);
    const origins::Arrival worker{.origin = OriginId{1}, .way = &way};
    return starts.are_started_once(worker, worker);
  }
  origins::Way to(std::string_view job) {
    return ways.to({instance(in, job, "call"), 0}, OriginId{1}, OriginId{1});
  }

  pointsto::TextProgram world;
  Detection in;
  origins::Ways ways;
  origins::Repeats repeats;
  origins::WayObjects objects;
  origins::StartWays starts;
};

TEST(StartWays, WhatIsDoneBeforeTheStartWithTheJobIsBeforeIt) {
  StartedWith two(false);
  EXPECT_TRUE(two.is_before(6, "app/Second"));
  EXPECT_FALSE(two.is_before(6, "app/First"));
  EXPECT_FALSE(two.is_before(8, "app/Second"));
}

TEST(StartWays, AJobIsStartedOnceIfOneCallGivesIt) {
  StartedWith two(false), same(true);
  EXPECT_TRUE(two.is_once("app/First"));
  EXPECT_TRUE(two.is_once("app/Second"));
  EXPECT_FALSE(same.is_once("app/First"));
}

// Main begins the second job, or writes: never both.
constexpr std::string_view kStartsOrWrites = R"(  b0:
    %0 = new app.First
    invoke special app.First.<init>() : void (%0)
    %2 = new app.Second
    invoke special app.Second.<init>() : void (%2)
    invoke static app.Starter.begin(app.Job) : void (%0)
    %5 = get_static app.Main.data : int
    if equal %5 0 then b1 else b2
  b1:
    invoke static app.Starter.begin(app.Job) : void (%2)
    goto b3
  b2:
    put_static app.Main.data : int, %5
    goto b3
  b3:
)";

TEST(StartWays, WhatIsDoneInsteadOfTheStartIsBeforeIt) {
  StartedWith one(kStartsOrWrites);
  EXPECT_TRUE(one.is_before(9, "app/Second"));
  EXPECT_FALSE(one.is_before(9, "app/First"));
}

// Threads each of which starts all of them, and a target; main writes before it starts the first.
std::string relays(int count) {
  std::string starts;
  int value = 0;
  const auto add_start = [&](const std::string& name) {
    starts += fmt::format(
        "    %{0} = new app.{1}\n    invoke special app.{1}.<init>() : void (%{0})\n"
        "    invoke virtual java.lang.Thread.start() : void (%{0})\n",
        value, name);
    value += 3;
  };
  const auto thread = [](const std::string& name, const std::string& line) {
    return class_of(name, "extends java.lang.Thread",
                    fmt::format("  method public run() : void {{\n  b0:\n    %0 = parameter 0 : "
                                "app.{}\n{}    return\n  }}\n",
                                name, line));
  };
  std::string classes = thread("Target", "");
  add_start("Target");
  for (int i = 0; i < count; ++i) {
    const std::string name = fmt::format("Relay{}", i);
    classes += thread(name, "    invoke static app.Starter.all() : void ()\n");
    add_start(name);
  }
  return classes +
         class_of("Starter", "extends java.lang.Object",
                  "  method public static all() : void {\n  b0:\n" + starts + "    return\n  }\n");
}

constexpr std::string_view kStartsRelay = R"(  b0:
    %0 = const_int 1
    put_static app.Main.data : int, %0
    %2 = new app.Relay0
    invoke special app.Relay0.<init>() : void (%2)
    invoke virtual java.lang.Thread.start() : void (%2)
)";

// Is main's write before all starts that lead to the first target? And how often nobody looked.
std::pair<bool, std::uint64_t> is_before_relayed(int count) {
  pointsto::TextProgram world(program_of(kStartsRelay, relays(count)));
  Detection in(world);
  origins::Ways ways(in.calls, in.origins, in.order);
  origins::Repeats repeats(in.calls, in.origins, in.order, ways);
  origins::WayObjects objects(in.calls, in.origins);
  origins::StartWays starts(in.calls, in.origins, in.order, ways, repeats, objects);
  const ir::Program& program = in.calls.program();
  for (std::uint32_t o = 1; o < in.origins.size(); ++o) {
    const origins::Origin& origin = in.origins[OriginId{o}];
    if (program.name(program.owner(origin.entry)) != "app/Target") continue;
    const origins::Way by_main{.frames = {{instance(in, "app/Main", "main"), 1}},
                               .called_back = {}};
    const origins::Way by_target{.frames = {{origin.entries.front(), 0}}, .called_back = {}};
    const bool is_before =
        starts.is_before_starts({.origin = origins::kMainOrigin, .way = &by_main},
                                {.origin = OriginId{o}, .way = &by_target});
    return {is_before, starts.left_out()};
  }
  ADD_FAILURE() << "no target";
  return {};
}

TEST(StartWays, AChainOfStartsIsFollowed) { EXPECT_EQ(is_before_relayed(1), std::pair(true, 0UL)); }

TEST(StartWays, ManyChainsOfStartsAreLeftOutAndCounted) {
  EXPECT_EQ(is_before_relayed(40), std::pair(false, 1UL));
}

// --- work that is handed over --------------------------------------------------------------------

// A thread that runs what stands in a field, and a main that puts it there.
constexpr std::string_view kMakesTask = R"(  b0:
    %0 = const_int 1
    %1 = new app.T
    invoke special app.T.<init>() : void (%1)
    invoke virtual java.lang.Thread.start() : void (%1)
    put_static app.Main.data : int, %0
    %5 = new app.Task
    invoke special app.Task.<init>() : void (%5)
    put_static app.T.next : app.Task, %5
    put_static app.Main.data : int, %0
)";

constexpr std::string_view kMakesTasks = R"(  b0:
    %0 = const_int 1
    %1 = new app.T
    invoke special app.T.<init>() : void (%1)
    invoke virtual java.lang.Thread.start() : void (%1)
    goto b1
  b1:
    put_static app.Main.data : int, %0
    %6 = new app.Task
    invoke special app.Task.<init>() : void (%6)
    put_static app.T.next : app.Task, %6
    %9 = get_static app.Main.data : int
    if equal %9 0 then b2 else b1
  b2:
)";

std::string runs_next() {
  return class_of("T", "extends java.lang.Thread", R"(  field public static app.Task next
  method public run() : void {
  b0:
    %0 = parameter 0 : app.T
    %1 = get_static app.T.next : app.Task
    invoke virtual app.Task.work() : void (%1)
    return
  }
)") + class_of("Task", "extends java.lang.Object", R"(  method public work() : void {
  b0:
    %0 = parameter 0 : app.Task
    %1 = get_static app.Main.data : int
    return
  }
)");
}

// Does the thread read only after main was at the instruction, for main makes the task then?
bool is_worked_later(std::string_view main, std::uint32_t instruction) {
  pointsto::TextProgram world(program_of(main, runs_next()));
  Detection in(world);
  origins::Ways ways(in.calls, in.origins, in.order);
  origins::Repeats repeats(in.calls, in.origins, in.order, ways);
  origins::WayObjects objects(in.calls, in.origins);
  origins::HandedOver handed(in.calls, in.origins, ways, repeats, objects);
  const origins::Frames by_main{{instance(in, "app/Main", "main"), instruction}};
  const origins::Frames by_thread{{instance(in, "app/T", "run"), 2},
                                  {instance(in, "app/Task", "work"), 1}};
  return handed.needs_later(by_main, origins::kMainOrigin, by_thread);
}

TEST(HandedOver, WhatIsDoneForATaskComesBehindWhatWasDoneBeforeItWasMade) {
  EXPECT_TRUE(is_worked_later(kMakesTask, 4));
  EXPECT_FALSE(is_worked_later(kMakesTask, 8)) << "the task was made before";
}

TEST(HandedOver, ALoopMakesTheNextTaskAfterIt) {
  EXPECT_FALSE(is_worked_later(kMakesTasks, 5)) << "the task of the round before may run";
}

// --- gates, and fields that are set --------------------------------------------------------------

// A thread that reads the data only where it has seen the gate open.
std::string looks_first() {
  return class_of("T", "extends java.lang.Thread", R"(  field public static volatile int open
  method public run() : void {
  b0:
    %0 = parameter 0 : app.T
    %1 = get_static app.T.open : int
    if equal %1 0 then b2 else b1
  b1:
    %3 = get_static app.Main.data : int
    goto b2
  b2:
    return
  }
)") + class_of("S", "extends java.lang.Object", R"(  method public static set(int) : void {
  b0:
    %0 = parameter 0 : int
    %1 = const_int 1
    put_static app.Main.data : int, %1
    if equal %0 0 then b2 else b1
  b1:
    put_static app.T.open : int, %1
    goto b2
  b2:
    return
  }
)");
}

constexpr std::string_view kSetsTwice = R"(  b0:
    %0 = const_int 1
    %1 = new app.T
    invoke special app.T.<init>() : void (%1)
    invoke virtual java.lang.Thread.start() : void (%1)
    %4 = const_int 0
    invoke static app.S.set(int) : void (%0)
    invoke static app.S.set(int) : void (%4)
)";

// Is main's write, by its call there, before it opens the gate that the thread has passed?
bool is_before_opening(std::uint32_t call) {
  pointsto::TextProgram world(program_of(kSetsTwice, looks_first()));
  Detection in(world);
  origins::Ways ways(in.calls, in.origins, in.order);
  origins::Repeats repeats(in.calls, in.origins, in.order, ways);
  origins::WayObjects objects(in.calls, in.origins);
  origins::StartWays starts(in.calls, in.origins, in.order, ways, repeats, objects);
  const origins::Frames by_main{{instance(in, "app/Main", "main"), call},
                                {instance(in, "app/S", "set"), 2}};
  const origins::Frames by_thread{{instance(in, "app/T", "run"), 3}};
  const auto to = [&](OriginId origin, Point point) -> const std::vector<origins::Frames>& {
    return starts.to(origin, point);
  };
  return repeats.is_before_gate(by_main, origins::kMainOrigin, by_thread, to);
}

TEST(Repeats, WhatIsDoneBeforeAGateIsOpenedIsBeforeIt) { EXPECT_TRUE(is_before_opening(5)); }

TEST(Repeats, AnotherWayMayHaveOpenedTheGateBefore) {
  EXPECT_FALSE(is_before_opening(6)) << "the first call opens it, the second one writes";
}

std::string fills_once(std::string_view stored) {
  return class_of("T", "extends java.lang.Thread", R"(  method public run() : void {
  b0:
    %0 = parameter 0 : app.T
    %1 = get_static app.Main.data : int
    return
  }
)") + class_of("S", "extends java.lang.Object",
               fmt::format(R"(  field public static int made
  method public static get() : void {{
  b0:
    %0 = get_static app.S.made : int
    if equal %0 0 then b1 else b2
  b1:
    %2 = const_int {}
    put_static app.Main.data : int, %2
    put_static app.S.made : int, %2
    goto b2
  b2:
    return
  }}
)",
                           stored));
}

constexpr std::string_view kFillsFirst = R"(  b0:
    invoke static app.S.get() : void ()
    %1 = new app.T
    invoke special app.T.<init>() : void (%1)
    invoke virtual java.lang.Thread.start() : void (%1)
    invoke static app.S.get() : void ()
)";

constexpr std::string_view kFillsLate = R"(  b0:
    %0 = new app.T
    invoke special app.T.<init>() : void (%0)
    invoke virtual java.lang.Thread.start() : void (%0)
    invoke static app.S.get() : void ()
)";

struct Filled {
  bool is_proven = false, is_doubted = false;
};

// Is main's write, by its call there, done only before it starts the thread?
Filled filled(std::string_view main, std::string_view stored, std::uint32_t call) {
  pointsto::TextProgram world(program_of(main, fills_once(stored)));
  Detection in(world);
  origins::Ways ways(in.calls, in.origins, in.order);
  origins::Repeats repeats(in.calls, in.origins, in.order, ways);
  origins::WayObjects objects(in.calls, in.origins);
  origins::StartWays starts(in.calls, in.origins, in.order, ways, repeats, objects);
  origins::NeedsUnset needs(in.calls, in.origins, in.order, repeats, starts);
  origins::SetBefore set(in.calls, in.origins, in.order);
  const OriginId thread{1};
  const Point write{instance(in, "app/S", "get"), 3};
  const origins::Way by_main{.frames = {{instance(in, "app/Main", "main"), call}, write},
                             .called_back = {}};
  const origins::Way by_thread{.frames = {{instance(in, "app/T", "run"), 1}}, .called_back = {}};
  return {set.is_before_starts(write, origins::kMainOrigin, thread),
          needs.needs_unset({.origin = origins::kMainOrigin, .way = &by_main},
                            {.origin = thread, .way = &by_thread})};
}

// A method that starts what reads the data, where it did not yet, and writes it before or after.
std::string starts_once(std::string_view is_synchronized, std::string_view before,
                        std::string_view after) {
  return class_of("T", "extends java.lang.Thread", R"(  method public run() : void {
  b0:
    %0 = parameter 0 : app.T
    %1 = get_static app.Main.data : int
    return
  }
)") + class_of("S", "extends java.lang.Object",
               fmt::format(R"(  field public static int made
  method public static {} get() : void {{
  b0:
    %0 = get_static app.S.made : int
    if equal %0 0 then b1 else b2
  b1:
    %2 = const_int 1
    {}
    put_static app.S.made : int, %2
    %5 = new app.T
    invoke special app.T.<init>() : void (%5)
    invoke virtual java.lang.Thread.start() : void (%5)
    {}
    goto b2
  b2:
    return
  }}
)",
                           is_synchronized, before, after));
}

// Is the write of the method that starts the thread done once, before that?
bool is_done_once(std::string_view is_synchronized, bool is_before) {
  constexpr std::string_view kWrites = "put_static app.Main.data : int, %2";
  constexpr std::string_view kOther = "put_static app.S.made : int, %2";
  pointsto::TextProgram world(program_of(
      "  b0:\n    invoke static app.S.get() : void ()\n    invoke static app.S.get() : void ()\n",
      starts_once(is_synchronized, is_before ? kWrites : kOther, is_before ? kOther : kWrites)));
  Detection in(world);
  origins::Ways ways(in.calls, in.origins, in.order);
  origins::Repeats repeats(in.calls, in.origins, in.order, ways);
  origins::WayObjects objects(in.calls, in.origins);
  origins::StartWays starts(in.calls, in.origins, in.order, ways, repeats, objects);
  origins::NeedsUnset needs(in.calls, in.origins, in.order, repeats, starts);
  const origins::Way by_main{.frames = {{instance(in, "app/Main", "main"), 0},
                                        {instance(in, "app/S", "get"), is_before ? 3U : 8U}},
                             .called_back = {}};
  const origins::Way by_thread{.frames = {{instance(in, "app/T", "run"), 1}}, .called_back = {}};
  return needs.is_done_once({.origin = origins::kMainOrigin, .way = &by_main},
                            {.origin = OriginId{1}, .way = &by_thread});
}

TEST(NeedsUnset, WhatASynchronizedMethodDoesBeforeItsOnlyStartIsDoneOnce) {
  EXPECT_TRUE(is_done_once("synchronized", true));
  EXPECT_FALSE(is_done_once("synchronized", false)) << "the write is behind the start";
  EXPECT_FALSE(is_done_once("", true)) << "two may find it unset";
}

TEST(SetBefore, WhatIsDoneWhereAFieldIsUnsetIsNotDoneAgain) {
  const Filled found = filled(kFillsFirst, "1", 4);
  EXPECT_TRUE(found.is_proven);
  EXPECT_TRUE(found.is_doubted);
}

TEST(SetBefore, AFieldThatIsSetLateMayBeFoundUnset) {
  const Filled found = filled(kFillsLate, "1", 3);
  EXPECT_FALSE(found.is_proven);
  EXPECT_FALSE(found.is_doubted);
}

TEST(SetBefore, ZeroIsNotSet) {
  const Filled found = filled(kFillsFirst, "0", 4);
  EXPECT_FALSE(found.is_proven);
  EXPECT_FALSE(found.is_doubted);
}

}  // namespace
}  // namespace heddle::races
