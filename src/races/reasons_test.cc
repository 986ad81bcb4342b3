// Why races matter: two threads run the same few lines on one field.
#include "races/reasons.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>

#include "pointsto/random_program_test_only.h"
#include "races/detection_test_only.h"
#include "report/finding.h"

namespace heddle::races {
namespace {

using report::ReasonKind;
using Kinds = std::set<ReasonKind>;

constexpr std::string_view kPlatform = R"(// ---- platform
class java.lang.Object {
  access public super
  method public <init>() : void {
  b0:
    %0 = parameter 0 : java.lang.Object
    return
  }
}
class java.lang.String extends java.lang.Object {
  access public super
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
)";

constexpr std::string_view kModels = R"toml(// ---- models
[[method]]
name = "java.lang.Thread.start()V"
starts = [{ method = "java.lang.Thread.run()V", on = "this", kind = "thread" }]
)toml";

// All that is said of races on the field, two threads of whose program run these lines; of those
// that main is a part of, if it does something beside them.
Kinds reasons(std::string_view field, std::string_view run, std::string_view beside = {}) {
  pointsto::TextProgram world(fmt::format(R"({}// ---- application
class app.Main extends java.lang.Object {{
  access public super
  field public static {}
  method public static main() : void {{
  b0:
    %0 = new app.T
    invoke special app.T.<init>() : void (%0)
    invoke virtual java.lang.Thread.start() : void (%0)
    %1 = new app.T
    invoke special app.T.<init>() : void (%1)
    invoke virtual java.lang.Thread.start() : void (%1)
{}    return
  }}
  method public static take(int) : void {{
  b0:
    %0 = parameter 0 : int
    return
  }}
  method public static println(int) : void {{
  b0:
    %0 = parameter 0 : int
    return
  }}
  method public static told() : int {{
  b0:
    %0 = const_int 7
    return %0
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
  b0:
    %0 = parameter 0 : app.T
{}  }}
}}
{})",
                                          kPlatform, field, beside, run, kModels));
  const Detection detection(world);
  EXPECT_FALSE(detection.races.found().empty());
  origins::CallGraph calls(*detection.solved.heap, world.program);
  Reasons all(calls, detection.accesses);
  Kinds kinds;
  const auto is_of_main = [](const Race& race) {
    return race.first.origin == origins::kMainOrigin || race.second.origin == origins::kMainOrigin;
  };
  for (const Race& race : detection.races.found())
    if (beside.empty() || is_of_main(race))
      for (const report::Reason& reason : all.of(race)) kinds.insert(reason.kind);
  return kinds;
}

TEST(Reasons, AnUpdateIsLost) {
  constexpr std::string_view kCount = R"(    %1 = get_static app.Main.{0} : int
    %2 = const_int 1
    %3 = add %1 %2 : int
    put_static app.Main.{0} : int, %3
    return
)";
  EXPECT_EQ(reasons("int balance", fmt::format(kCount, "balance")), Kinds{ReasonKind::kLostUpdate});
  EXPECT_EQ(reasons("int cacheHits", fmt::format(kCount, "cacheHits")),
            (Kinds{ReasonKind::kLostUpdate, ReasonKind::kStatisticsCounter}));
  EXPECT_EQ(reasons("int statementHitsets", fmt::format(kCount, "statementHitsets")),
            Kinds{ReasonKind::kLostUpdate});
}

TEST(Reasons, WhoOnlyReadsLosesNothing) {
  constexpr std::string_view kCount = R"(    %1 = get_static app.Main.balance : int
    %2 = const_int 1
    %3 = add %1 %2 : int
    put_static app.Main.balance : int, %3
    return
)";
  constexpr std::string_view kRead = R"(    %6 = get_static app.Main.balance : int
)";
  constexpr std::string_view kReset = R"(    %6 = const_int 0
    put_static app.Main.balance : int, %6
)";
  EXPECT_EQ(reasons("int balance", kCount, kRead), Kinds{});
  EXPECT_EQ(reasons("int balance", kCount, kReset), Kinds{ReasonKind::kLostUpdate});
}

TEST(Reasons, ACountThatIsHandedOnIsNoStatistics) {
  constexpr std::string_view kHandOn = R"(    %1 = get_static app.Main.CACHE_HITS : int
    %2 = const_int 1
    %3 = add %1 %2 : int
    put_static app.Main.CACHE_HITS : int, %3
    %4 = get_static app.Main.CACHE_HITS : int
    %5 = subtract %4 %2 : int
    invoke static app.Main.{}(int) : void (%5)
    return
)";
  EXPECT_EQ(reasons("int CACHE_HITS", fmt::format(kHandOn, "take")),
            Kinds{ReasonKind::kLostUpdate});
  EXPECT_EQ(reasons("int CACHE_HITS", fmt::format(kHandOn, "println")),
            (Kinds{ReasonKind::kLostUpdate, ReasonKind::kStatisticsCounter}));
}

TEST(Reasons, ACountThatIsTestedIsNoStatistics) {
  EXPECT_EQ(reasons("int cacheHits", R"(    %1 = get_static app.Main.cacheHits : int
    %2 = const_int 1
    %3 = add %1 %2 : int
    put_static app.Main.cacheHits : int, %3
    %4 = get_static app.Main.cacheHits : int
    if equal %4 0 then b1 else b2
  b1:
    return
  b2:
    return
)"),
            Kinds{ReasonKind::kLostUpdate});
}

TEST(Reasons, ACheckIsNoLongerTrueWhenItIsActedOn) {
  constexpr std::string_view kInitialise = R"(    %1 = get_static app.Main.{0} : int
    if equal %1 0 then b1 else b2
  b1:
    %2 = invoke static app.Main.told() : int ()
    put_static app.Main.{0} : int, %2
    return
  b2:
    return
)";
  EXPECT_EQ(reasons("int id", fmt::format(kInitialise, "id")), Kinds{ReasonKind::kCheckThenAct});
  EXPECT_EQ(reasons("int hash", fmt::format(kInitialise, "hash")),
            (Kinds{ReasonKind::kCheckThenAct, ReasonKind::kIdempotentInitialise}));
}

TEST(Reasons, WhatIsReadElsewhereIsNotChecked) {
  EXPECT_EQ(reasons("int id", R"(    %1 = const_int 3
    put_static app.Main.id : int, %1
    %2 = get_static app.Main.id : int
    if equal %2 0 then b1 else b2
  b1:
    return
  b2:
    return
)"),
            Kinds{});
}

TEST(Reasons, AnObjectIsSeenBeforeItIsDone) {
  EXPECT_EQ(reasons("java.lang.Object box", R"(    %1 = new app.Main
    put_static app.Main.box : java.lang.Object, %1
    %2 = get_static app.Main.box : java.lang.Object
    return
)"),
            Kinds{ReasonKind::kUnsafePublication});
}

// It may be read once and never again, but not where a lock is taken between.
TEST(Reasons, ALoopMayNeverSeeTheChange) {
  constexpr std::string_view kSet = R"(    %6 = const_int 1
    put_static app.Main.done : int, %6
)";
  constexpr std::string_view kLoop = R"(    goto b1
  b1:
{}    %1 = get_static app.Main.done : int
{}    if equal %1 0 then b1 else b2
  b2:
    return
)";
  EXPECT_EQ(reasons("int done", fmt::format(kLoop, "", ""), kSet), Kinds{ReasonKind::kStaleRead});
  EXPECT_EQ(reasons("int done",
                    fmt::format(kLoop, "    monitor_enter %0\n", "    monitor_exit %0\n"), kSet),
            Kinds{});
  EXPECT_EQ(reasons("int done", R"(    %1 = get_static app.Main.done : int
    if equal %1 0 then b1 else b2
  b1:
    return
  b2:
    return
)",
                    kSet),
            Kinds{});
}

}  // namespace
}  // namespace heddle::races
