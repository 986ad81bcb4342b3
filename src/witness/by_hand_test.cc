// A short trace for each operation, and what it shows in the relaxed order.
#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "report/finding.h"
#include "report/report.h"
#include "trace/source.h"
#include "witness/analyse.h"
#include "witness/quiet.h"

namespace heddle::witness {
namespace {

struct ByHand {
  std::string_view name, text;
  std::set<std::string> shown;  // kind, evidence, field
  std::uint64_t window = 0;
};

const std::vector<ByHand>& all_by_hand() {
  static const std::vector<ByHand> kAll{
      {.name = "two events, two senders",
       .text = R"(main loop-enter ui
A send ui e1
B send ui e2
main begin e1
main write x
main end e1
main begin e2
main read x
main end e2
)",
       .shown = {"order-violation predicted x"}},
      {.name = "two events, one sender fifo",
       .text = R"(main loop-enter ui
A send ui e1
A send ui e2
main begin e1
main write x
main end e1
main begin e2
main read x
main end e2
)",
       .shown = {}},
      {.name = "delay first longer",
       .text = R"(main loop-enter ui
A send ui e1 delay=5ms
A send ui e2
main begin e2
main write x
main end e2
main begin e1
main read x
main end e1
)",
       .shown = {"order-violation predicted x"}},
      {.name = "delay equal",
       .text = R"(main loop-enter ui
A send ui e1 delay=5ms
A send ui e2 delay=5ms
main begin e1
main write x
main end e1
main begin e2
main read x
main end e2
)",
       .shown = {}},
      {.name = "delay before at",
       .text = R"(main loop-enter ui
A send ui e1 delay=0
A send ui e2 at=5s
main begin e1
main write x
main end e1
main begin e2
main read x
main end e2
)",
       .shown = {"order-violation predicted x"}},
      {.name = "at before at",
       .text = R"(main loop-enter ui
A send ui e1 at=4s
A send ui e2 at=5s
main begin e1
main write x
main end e1
main begin e2
main read x
main end e2
)",
       .shown = {}},
      {.name = "sync then async",
       .text = R"(main loop-enter ui
A send ui e1
A send ui e2 async
main begin e1
main write x
main end e1
main begin e2
main read x
main end e2
)",
       .shown = {"order-violation predicted x"}},
      {.name = "async then sync",
       .text = R"(main loop-enter ui
A send ui e1 async
A send ui e2
main begin e1
main write x
main end e1
main begin e2
main read x
main end e2
)",
       .shown = {}},
      {.name = "front before ordinary",
       .text = R"(main loop-enter ui
A send ui e1 front
A send ui e2
main begin e1
main write x
main end e1
main begin e2
main read x
main end e2
)",
       .shown = {}},
      {.name = "ordinary then front from same thread: not ordered",
       .text = R"(main loop-enter ui
A send ui e1
A send ui e2 front
main begin e1
main write x
main end e1
main begin e2
main read x
main end e2
)",
       .shown = {"order-violation predicted x"}},
      {.name = "to the front from an event that nothing orders with the other send",
       .text = R"(main loop-enter ui
A send ui e0
A send ui e2
main begin e0
main send ui e1 front
main end e0
main begin e1
main write x
main end e1
main begin e2
main read x
main end e2
)",
       .shown = {"order-violation predicted x"}},
      {.name = "event sends event",
       .text = R"(main loop-enter ui
A send ui e1
main begin e1
main write x
main send ui e2
main end e1
main begin e2
main write x
main end e2
)",
       .shown = {}},
      {.name = "thread and event, no lock",
       .text = R"(main loop-enter ui
A send ui e1
B write x
main begin e1
main write x
main end e1
)",
       .shown = {"data-race possible x"}},
      {.name = "thread and event, lock",
       .text = R"(main loop-enter ui
A send ui e1
B lock L
B write x
B unlock L
main begin e1
main lock L
main write x
main unlock L
main end e1
)",
       .shown = {}},
      {.name = "two events under lock still order violation",
       .text = R"(main loop-enter ui
A send ui e1
B send ui e2
main begin e1
main lock L
main write x
main unlock L
main end e1
main begin e2
main lock L
main write x
main unlock L
main end e2
)",
       .shown = {"order-violation predicted x"}},
      {.name = "fork join",
       .text = R"(main write x
main fork A
A write x
A thread-end
main join A
main write x
)",
       .shown = {}},
      {.name = "reader locks, both shared",
       .text = R"(A lock L shared
A write x
A unlock L shared
B lock L shared
B write x
B unlock L shared
)",
       .shown = {"data-race possible x"}},
      {.name = "volatile flag",
       .text = R"(A write x
A volatile-write f
B volatile-read f
B write x
)",
       .shown = {}},
      {.name = "lock does not order in relaxed",
       .text = R"(A write x
A lock L
A unlock L
B lock L
B unlock L
B write x
)",
       .shown = {"data-race possible x"}},
      {.name = "notify handle next only",
       .text = R"(handle h notify
A write x
A signal h
B await h
C await h
C write x
)",
       .shown = {"data-race possible x"}},
      {.name = "listener handle every",
       .text = R"(handle h listener
A write x
A signal h
B await h
C await h
C write x
)",
       .shown = {}},
      {.name = "semaphore",
       .text = R"(handle h semaphore
A write x
A signal h
B await h
B write x
)",
       .shown = {}},
      {.name = "semaphore with an initial permit",
       .text = R"(handle h semaphore permits=1
A write x
A signal h
B await h
B write x
)",
       .shown = {"data-race possible x"}},
      {.name = "wait notify",
       .text = R"(B lock L
B unlock L
A lock L
A write x
A notify L
A unlock L
B wait L
B unlock L
B write x
)",
       .shown = {}},
      {.name = "input chain",
       .text = R"(main loop-enter ui
S1 send ui e1 input
S2 send ui e2 input
main begin e1
main write x
main end e1
main begin e2
main write x
main end e2
)",
       .shown = {}},
      {.name = "use free predicted",
       .text = R"(main loop-enter ui
A send ui e1
B send ui e2
main begin e1
main read p value=7 not-null
main dereference object=7
main end e1
main begin e2
main write p null
main end e2
)",
       .shown = {"order-violation predicted p", "use-free-race predicted p"}},
      {.name = "use free guarded by null test",
       .text = R"(place a class=C method=m()V line=3
main loop-enter ui
A send ui e1
B send ui e2
main begin e1
main read p value=7 not-null @a
main null-test object=7 @a
main dereference object=7 @a
main end e1
main begin e2
main write p null
main end e2
)",
       .shown = {"order-violation predicted p"}},
      {.name = "use free read only",
       .text = R"(main loop-enter ui
A send ui e1
B send ui e2
main begin e1
main read p value=7 not-null
main end e1
main begin e2
main write p null
main end e2
)",
       .shown = {"order-violation predicted p"}},
      {.name = "free then allocation in the same event",
       .text = R"(main loop-enter ui
A send ui e1
B send ui e2
main begin e2
main write p null
main write p value=7 not-null
main end e2
main begin e1
main read p value=7 not-null
main dereference object=7
main end e1
)",
       .shown = {"order-violation predicted p"}},
      {.name = "free in constructor",
       .text = R"(main loop-enter ui
A send ui e1
B send ui e2
main begin e2
main write p null initial
main end e2
main begin e1
main read p value=7 not-null
main dereference object=7
main end e1
)",
       .shown = {"order-violation predicted p"}},
      {.name = "use free between thread and event",
       .text = R"(main loop-enter ui
A send ui e1
main begin e1
main read p value=7 not-null
main dereference object=7
main end e1
B write p null
)",
       .shown = {"data-race possible p", "use-free-race possible p"}},
      {.name = "idle code and event",
       .text = R"(main loop-enter ui
A send ui e1
main write x
main begin e1
main write x
main end e1
)",
       .shown = {"order-violation predicted x"}},
      {.name = "before the loop",
       .text = R"(main write x
main loop-enter ui
A send ui e1
main begin e1
main write x
main end e1
main loop-exit ui
main write x
)",
       .shown = {}},
      {.name = "removed event stands",
       .text = R"(main loop-enter ui
A send ui e1
A send ui e2
A remove e2
A send ui e3
main begin e1
main write x
main end e1
main begin e3
main write x
main end e3
)",
       .shown = {}},
      {.name = "binder calls",
       .text = R"(queue calls binder
S send calls e1
S send calls e2
b1 begin e1
b1 write x
b1 end e1
b2 begin e2
b2 write x
b2 end e2
)",
       .shown = {"data-race possible x"}},
      {.name = "pause resume",
       .text = R"(main loop-enter ui
A send ui e1
B send ui e2
main begin e1
main write x
main pause e1
main begin e2
main write x
main end e2
main resume e1
main end e1
)",
       .shown = {"order-violation predicted x"}},
      {.name = "atomic",
       .text = R"(main loop-enter ui
A send ui e1
B send ui e2
main begin e1
main send other e9
main write x
main end e1
o loop-enter other
o begin e9
o signal h
o end e9
main begin e2
main await h
main write x
main end e2
)",
       .shown = {}},
      {.name = "window",
       .text = R"(main loop-enter ui
A send ui e1
B send ui e2
A time 1s
main begin e1
main write x
main end e1
A time 100s
main begin e2
main read x
main end e2
)",
       .shown = {},
       .window = 10'000'000'000},
      {.name = "window not passed",
       .text = R"(main loop-enter ui
A send ui e1
B send ui e2
A time 1s
main begin e1
main write x
main end e1
A time 10s
main begin e2
main read x
main end e2
)",
       .shown = {"order-violation predicted x"},
       .window = 10'000'000'000},
      {.name = "refused send",
       .text = R"(main loop-enter ui
A send ui e1 refused
A write x
B write x
)",
       .shown = {"data-race possible x"}},
      {.name = "barrier",
       .text = R"(main loop-enter ui
A barrier ui e5
A send ui e1
A send ui e2 async
main begin e2
main write x
main end e2
A remove e5
main begin e1
main write x
main end e1
)",
       .shown = {"order-violation predicted x"}},
      {.name = "quit drops",
       .text = R"(main loop-enter ui
A send ui e1
A quit ui
main loop-exit ui
main write x
)",
       .shown = {}},
      {.name = "update",
       .text = R"(A write x
A update c
B update c
B read x
)",
       .shown = {}},
      {.name = "array",
       .text = R"(location a0 class=int[] field=[] kind=array object=3 index=0
location a1 class=int[] field=[] kind=array object=3 index=1
A write a0
B write a1
B write a0
)",
       .shown = {"data-race possible []"}},
      {.name = "two loopers",
       .text = R"(m1 loop-enter q1
m2 loop-enter q2
A send q1 e1
A send q2 e2
m1 begin e1
m1 write x
m1 end e1
m2 begin e2
m2 write x
m2 end e2
)",
       .shown = {"data-race possible x"}},
      {.name = "negative delay is none",
       .text = R"(main loop-enter ui
A send ui e1
A send ui e2 delay=-5ms
main begin e1
main write x
main end e1
main begin e2
main write x
main end e2
)",
       .shown = {}},
      {.name = "at 0 is front",
       .text = R"(main loop-enter ui
A send ui e1 at=0
A send ui e2 at=7s
main begin e1
main write x
main end e1
main begin e2
main write x
main end e2
)",
       .shown = {}},
  };
  return kAll;
}

TEST(ByHand, ShowsWhatItShould) {
  for (const ByHand& each : all_by_hand()) {
    const std::string text = "heddle-trace 1\n" + std::string(each.text);
    const auto source = trace::open(trace::Form::kText, base::as_bytes(text));
    ASSERT_TRUE(source) << each.name;
    Options options;
    options.relaxed.window = each.window;
    const auto report = analyse(**source, each.name, QuietList(), options);
    ASSERT_TRUE(report) << each.name;
    std::set<std::string> shown;
    for (const report::Finding& finding : report->findings)
      shown.insert(std::string(report::word(finding.kind)) + " " +
                   std::string(report::word(finding.evidence)) + " " +
                   finding.subject->field.value_or(""));
    EXPECT_EQ(shown, each.shown) << each.name;
    EXPECT_TRUE(report->analysed.notes.empty()) << each.name;
  }
}

}  // namespace
}  // namespace heddle::witness
