// The figures of the thesis, by hand, with the order they show. Operations are named by the number
// behind @; both the engine and the closure of the rules are asked.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "causality/clock.h"
#include "causality/closure_test_only.h"
#include "causality/options.h"
#include "causality/relaxed_order.h"
#include "trace/convert_test_only.h"
#include "trace/operation.h"
#include "trace/source.h"

namespace heddle::causality {
namespace {

class Figure {
 public:
  explicit Figure(std::string_view text, RelaxedOptions options = {})
      : trace_(trace::read_all(trace::Form::kText, "heddle-trace 1\n" + std::string(text)).value()),
        closure_(trace_, options.window),
        order_(options) {
    EXPECT_TRUE(closure_.contradictions().empty());
    for (const trace::Record& record : trace_.records) {
      order_.apply(trace_.tables, record, trace_.sends);
      moments_.push_back(order_.last_moment());
      clocks_.push_back(order_.last_clock());
    }
  }

  // Does the operation at the first place come before the one at the second?
  [[nodiscard]] bool before(std::uint32_t first, std::uint32_t second) const {
    const std::size_t one = at(first), other = at(second);
    if (other < one) return false;
    const bool is_ordered = clocks_[other].has_reached(moments_[one]);
    EXPECT_EQ(is_ordered, closure_.is_ordered(one, other)) << first << " and " << second;
    return is_ordered;
  }
  [[nodiscard]] RelaxedStatistics statistics() const { return order_.statistics(); }

 private:
  [[nodiscard]] std::size_t at(std::uint32_t place) const {
    for (std::size_t each = 0; each < trace_.records.size(); ++each) {
      const trace::PlaceId id = trace_.records[each].place;
      if (!base::is_none(id) && trace_.tables[trace_.tables[id].site].line == place) return each;
    }
    ADD_FAILURE() << "no place " << place;
    return 0;
  }

  trace::WholeTrace trace_;
  Closure closure_;
  RelaxedOrder order_;
  std::vector<Moment> moments_;
  std::vector<Clock> clocks_;
};

TEST(Figures, Figure32aEventsOfOneQueueFollowTheirSends) {
  const Figure figure(R"(T send q A
T signal m
U await m
U send q B
L begin A
L end A @1
L begin B @2
L end B
)");
  EXPECT_TRUE(figure.before(1, 2));
}

TEST(Figures, Figure32bAtomicEventsAreOrderedFromTheSynchronizationOn) {
  const Figure figure(R"(T send q E1
U send q E2
L begin E1
L signal m
L read x @1
L end E1
L begin E2
L read y @2
L await m
L read z @3
L end E2
)");
  EXPECT_FALSE(figure.before(1, 2));
  EXPECT_TRUE(figure.before(1, 3));
}

TEST(Figures, Figure34EqualDelaysKeepTheOrderLongerOnesDoNot) {
  const Figure equal(R"(T send q A delay=5ms
T send q B delay=5ms
L begin A
L end A @1
L begin B @2
)");
  EXPECT_TRUE(equal.before(1, 2)) << "a";
  const Figure longer(R"(T send q A delay=5ms
T send q B delay=1ms
L begin B
L end B @1
L begin A @2
)");
  EXPECT_FALSE(longer.before(1, 2)) << "b";
}

TEST(Figures, Figure34cToTheFrontBeforeTheOtherCanBegin) {
  const Figure figure(R"(T send q C
L begin C
L send q A
L send q B front
L end C
L begin B
L end B @1
L begin A @2
)");
  EXPECT_TRUE(figure.before(1, 2));
}

// That B was sent before A begins is known only once rule ATOMIC has spoken: the rules take turns.
TEST(Figures, Figure34cNoticesRulesThatDoNotTakeTurns) {
  const auto trace = trace::read_all(trace::Form::kText, R"(heddle-trace 1
T send q C
L begin C
L send q A
L send q B front
L end C
L begin B
L end B
L begin A
)");
  const auto is_ordered = [&](Mistake mistake) {
    RelaxedOptions options;
    options.mistake = mistake;
    RelaxedOrder order(options);
    std::vector<Moment> moments;
    for (const trace::Record& record : trace->records) {
      order.apply(trace->tables, record, trace->sends);
      moments.push_back(order.last_moment());
    }
    return order.last_clock().has_reached(moments[6]);
  };
  EXPECT_TRUE(is_ordered(Mistake::kNone));
  EXPECT_FALSE(is_ordered(Mistake::kFrontWithoutFixpoint));
}

TEST(Figures, Figure34deToTheFrontFromElsewhere) {
  const Figure front_first(R"(T send q A
T send q B front
L begin B
L end B @1
L begin A @2
)");
  EXPECT_FALSE(front_first.before(1, 2)) << "d";
  const Figure front_last(R"(T send q A
L begin A
L end A @1
T send q B front
L begin B @2
)");
  EXPECT_FALSE(front_last.before(1, 2)) << "e";
}

TEST(Figures, Figure41WhatTheLatestSendsStandFor) {
  const Figure figure(R"(T1 send q A
T2 send q B
T2 signal m
T1 await m
T1 send q D
T2 send q C
T2 send q E
L begin A
L end A @1
L begin B
L end B @2
L begin D @4
L end D @40
L begin C
L end C @3
L begin E @5
)");
  EXPECT_TRUE(figure.before(1, 4));
  EXPECT_TRUE(figure.before(2, 4));
  EXPECT_TRUE(figure.before(3, 5));
  EXPECT_TRUE(figure.before(2, 5));
  EXPECT_FALSE(figure.before(1, 5));
  EXPECT_FALSE(figure.before(40, 5));
}

TEST(Figures, Figure42EventsThatKeepGettingSuccessors) {
  const Figure figure(R"(handle a listener
handle b listener
T1 send q A1
T2 send q B1
L begin A1
L send r A2
L signal a
L end A1
L begin B1
L send r B2
L signal b
L end B1
M begin A2
M end A2 @1
M begin B2
M end B2 @2
T1 await a
T1 send r A3
T2 await b
T2 send r B3
M begin A3 @3
M end A3
M begin B3 @4
)");
  EXPECT_TRUE(figure.before(1, 3));
  EXPECT_TRUE(figure.before(2, 4));
  EXPECT_FALSE(figure.before(1, 4));
  EXPECT_FALSE(figure.before(2, 3));
}

TEST(Figures, Figure43AnEventThatOnlyAnEndedOneKnows) {
  constexpr std::string_view text = R"(T send q A1
T send r B1
T send q A2
L begin A1
L end A1 @1
M begin B1
M end B1 @2
L begin A2 @3
L end A2
T send q A3
T send r B2
L begin A3 @4
L end A3
M begin B2 @5
)";
  RelaxedOptions options;
  options.collects_from = 0;
  const Figure figure(text, options);
  EXPECT_TRUE(figure.before(1, 3));
  EXPECT_TRUE(figure.before(1, 4));
  EXPECT_TRUE(figure.before(2, 5));
  EXPECT_FALSE(figure.before(2, 3));
  EXPECT_GE(figure.statistics().reduced_paths, 1U) << "B1 need not remember A1";
}

TEST(Figures, Figure44WhatIsOldComesBeforeWhatIsNew) {
  constexpr std::string_view text = R"(T1 send q E1
T2 send q E2
T3 send q E3
T1 time 1s
L begin E1
L end E1 @1
T1 time 50s
L begin E2
L end E2 @2
T1 time 130s
L begin E3 @3
)";
  const Figure without(text);
  EXPECT_FALSE(without.before(1, 3));
  RelaxedOptions options;
  options.window = 120'000'000'000;
  const Figure with(text, options);
  EXPECT_TRUE(with.before(1, 3));
  EXPECT_FALSE(with.before(2, 3));
}

// Chain A sends delays 1 4 2 5, chain B 3 1; the event with delay 3 comes after those up to 3.
TEST(Figures, Figure45EventsWithATimeHangInLists) {
  const Figure figure(R"(A send q A1 delay=1ms
A send q A2 delay=4ms
A send q A3 delay=2ms
A send q A4 delay=5ms
A signal m
B send q B1 delay=3ms
B send q B2 delay=1ms
B await m
B send q E delay=3ms
L begin A1
L end A1 @1
L begin B2
L end B2 @6
L begin A3
L end A3 @3
L begin B1
L end B1 @5
L begin A2
L end A2 @2
L begin A4
L end A4 @4
L begin E @9
)");
  EXPECT_TRUE(figure.before(1, 9));
  EXPECT_TRUE(figure.before(3, 9));
  EXPECT_TRUE(figure.before(5, 9));
  EXPECT_TRUE(figure.before(6, 9));
  EXPECT_FALSE(figure.before(2, 9));
  EXPECT_FALSE(figure.before(4, 9));
}

TEST(Figures, Figure48InputEventsThatSendEventsAtATime) {
  const Figure figure(R"(T send q I1 input
T send q I2 input
T send q I3 input
L begin I1
L send q B1 at=10ms
L end I1
L begin I2
L send q B2 at=20ms
L end I2
L begin I3
L send q B3 at=15ms
L end I3
L begin B1
L end B1 @1
L begin B3 @3
L end B3 @30
L begin B2 @2
)");
  EXPECT_TRUE(figure.before(1, 2));
  EXPECT_TRUE(figure.before(1, 3));
  EXPECT_FALSE(figure.before(30, 2));
}

TEST(Oddities, AreCountedAndTolerated) {
  const auto trace = trace::read_all(trace::Form::kText, R"(heddle-trace 1
A join B
L begin never
L begin again
L end other
L end again
L resume again
L loop-exit q
A fork C
A fork C
C read x
A fork C
A join C
L loop-enter q
L thread-end
)");
  ASSERT_TRUE(trace) << trace.error();
  RelaxedOrder order(RelaxedOptions{});
  for (const trace::Record& record : trace->records)
    order.apply(trace->tables, record, trace->sends);
  const auto count = [&](Oddity oddity) {
    return order.oddities()[static_cast<std::size_t>(oddity)].count;
  };
  EXPECT_EQ(count(Oddity::kJoinedBeforeFork), 1U);
  EXPECT_EQ(count(Oddity::kBegunNeverSent), 2U);
  EXPECT_EQ(count(Oddity::kBegunInsideAnother), 1U);
  EXPECT_EQ(count(Oddity::kResumedNeverPaused), 1U);
  EXPECT_EQ(count(Oddity::kLoopNotEntered), 1U);
  EXPECT_EQ(count(Oddity::kForkedTwice), 2U);
  EXPECT_EQ(count(Oddity::kForkedAfterBegin), 1U);
  EXPECT_EQ(count(Oddity::kJoinedBeforeEnd), 1U);
  EXPECT_EQ(count(Oddity::kLoopNotExited), 1U);
}

}  // namespace
}  // namespace heddle::causality
