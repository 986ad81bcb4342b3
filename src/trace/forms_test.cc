#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "trace/binary_source.h"
#include "trace/convert_test_only.h"
#include "trace/operation.h"
#include "trace/source.h"

namespace heddle::trace {
namespace {

constexpr std::string_view kEverything = R"(heddle-trace 1
thread main
thread worker
thread worker~2
lock bank.Account.lock
handler onClick
handle h listener
handle s semaphore permits=2
handle n notify
queue ui looper
queue calls binder
location balance field=balance class=bank.Account object=17
location balance~1 field=balance class=bank.Account object=18
location [] field=[] class=int[] kind=array object=3 index=7
location count field=count class=bank.Main kind=static
place p0 class=bank.Main method=main([Ljava/lang/String;)V file=Main.java line=9 offset=4
place p1 class=bank.Account method=deposit%20it(I)V file=Account.java line=12 caller=p0
note classes%20of%20a.b%20were%20left%20out
main thread-begin
main time 12ms
main fork worker @p0
main join worker
worker thread-begin
worker lock bank.Account.lock @p1
worker lock bank.Account.lock shared
worker notify bank.Account.lock all
worker unlock bank.Account.lock shared
worker wait bank.Account.lock
worker volatile-read count
worker volatile-write count value=7
worker update count
worker signal h
worker await s
worker~2 signal n
main loop-enter ui
worker send ui e1
worker send ui e2 delay=250ms async handler=onClick @p1
worker send ui e3 at=9s
worker send ui e4 front
worker send ui e5 input
worker send calls e6 refused
worker barrier ui e7
worker remove e7
main begin e1
main pause e1
main begin e4
main read balance value=99 null @p1
main dereference object=99
main null-test object=99 target=17 taken
main write [] not-null
main write balance~1 null initial
main end e4
main resume e1
main end e1
main quit ui safely
main loop-exit ui
main thread-end
)";

TEST(Forms, TextSurvivesBinary) {
  const std::string binary = converted(Form::kText, Form::kBinary, kEverything);
  EXPECT_EQ(converted(Form::kBinary, Form::kText, binary), kEverything);
  EXPECT_EQ(converted(Form::kText, Form::kText, kEverything), kEverything);
}

TEST(Forms, NamesDeclareThemselves) {
  const auto trace = read_all(Form::kText,
                              "heddle-trace 1\n"
                              "# by hand\n"
                              "T1 write x @12   # a place is a line\n"
                              "T1 send q A delay=-5\n"
                              "T1 send q B at=0\n"
                              "T2 begin A @a.B.run:7\n");
  ASSERT_TRUE(trace) << trace.error();
  EXPECT_EQ(trace->tables.threads, (std::vector<std::string>{"T1", "T2"}));
  EXPECT_EQ(trace->tables.fields[0].name, "x");
  EXPECT_EQ(trace->tables.sites[0].line, 12U);
  EXPECT_EQ(trace->tables.sites[1].class_name, "a.B");
  EXPECT_EQ(trace->tables.sites[1].method, "run");
  EXPECT_EQ(trace->sends[0].when, When::kDelayed);
  EXPECT_EQ(trace->sends[0].time, 0U) << "a negative delay is none";
  EXPECT_EQ(trace->sends[1].when, When::kAtFront) << "time zero is the front";
  EXPECT_EQ(trace->tables.handlers, (std::vector<std::string>{"A", "B"}));
}

TEST(Forms, StdSurvives) {
  const std::string text =
      "T1|begin(0)|0\nT1|fork(T2)|1\nT1|acq(L)|2\nT1|w(x)|3\nT1|rel(L)|4\nT2|r(x)|5\n"
      "T1|join(T2)|6\nT1|end(0)|0\n";
  EXPECT_EQ(converted(Form::kStd, Form::kStd, text), text);
  const std::string binary = converted(Form::kStd, Form::kBinary, text);
  EXPECT_EQ(converted(Form::kBinary, Form::kStd, binary), text);
  EXPECT_EQ(converted(Form::kText, Form::kStd, kEverything),
            "error: operation 7 is a shared lock, which STD has no word for");
}

// What a name, a number or a time could be taken for when it is read again.
TEST(Forms, OddTracesSurvive) {
  const std::string odd =
      "heddle-trace 1\n"
      "thread lock~0\n"
      "thread %\n"
      "thread thread~2\n"
      "lock lock\n"
      "handle h listener permits=4294967294\n"
      "queue q looper\n"
      "location a%0Ab field=a%0Ab class=c\n"
      "location b field=b class=c%0Aa\n"
      "place p0 class=A%0AB method=C\n"
      "place p1 class=A method=B%0AC\n"
      "lock~0 lock lock @p0\n"
      "% write a%0Ab @p1\n"
      "thread~2 write b\n"
      "lock~0 time 9223372036854775807\n"
      "lock~0 send q e4294967294 delay=9223372036854775807\n"
      "lock~0 send q e2147483648 front\n"
      "lock~0 barrier q e4294967293\n";
  EXPECT_EQ(converted(Form::kText, Form::kText, odd), odd);
  const std::string binary = converted(Form::kText, Form::kBinary, odd);
  EXPECT_EQ(converted(Form::kBinary, Form::kText, binary), odd);
}

TEST(Forms, OddStdSurvivesText) {
  const std::string text = converted(Form::kStd, Form::kText, "lock|fork(L)|24\nT|w((x)|5\n");
  EXPECT_EQ(converted(Form::kText, Form::kText, text), text);
}

// Two objects of one class have locks of one name; the same holds for threads.
TEST(Forms, StdKeepsEqualNamesApart) {
  EXPECT_EQ(converted(Form::kText, Form::kStd,
                      "heddle-trace 1\n"
                      "thread w\nthread w~1\nlock L\nlock L~1\n"
                      "w lock L\nw~1 lock L~1\nw write a%20b\nw write a_b\n"),
            "w|acq(L)|0\nw~1|acq(L~1)|0\nw|w(a_b)|0\nw|w(a_b~1)|0\n");
}

TEST(Binary, TimesAndEventsOutOfRangeAreRefused) {
  WholeTrace trace = read_all(Form::kText, "heddle-trace 1\nT send q e1\nT time 1\n").value();
  EXPECT_TRUE(read_all(Form::kBinary, write_all(Form::kBinary, trace)));
  WholeTrace late = trace;
  late.records[1].value = ~std::uint64_t{0};
  EXPECT_FALSE(read_all(Form::kBinary, write_all(Form::kBinary, late)));
  trace.sends[0].event = EventId{0xFFFF'FFFFU};
  EXPECT_FALSE(read_all(Form::kBinary, write_all(Form::kBinary, trace)));
}

struct Bad {
  Form form{};
  std::string_view text, why;
};

TEST(Forms, BadTextIsRefusedWithItsPlace) {
  const std::vector<Bad> cases{
      {Form::kText, "", "the first line is not 'heddle-trace 1' at byte 0"},
      {Form::kText, "heddle-trace 2\n", "an unknown version of the trace format at byte 0"},
      {Form::kText, "heddle-trace 1\nT1\n", "line 2: a thread that does nothing at byte 15"},
      {Form::kText, "heddle-trace 1\nT1 fly\n", "line 2: no operation 'fly' at byte 15"},
      {Form::kText, "heddle-trace 1\nT1 read\n", "line 2: read wants to know what at byte 15"},
      {Form::kText, "heddle-trace 1\nT1 read x value=y\n",
       "line 2: read has no value=y at byte 15"},
      {Form::kText, "heddle-trace 1\nlock L\nlock L\n",
       "line 3: 'L' is declared twice, or after its first use at byte 22"},
      {Form::kText, "heddle-trace 1\nlocation x field=x static\n",
       "line 2: a location is not 'static' at byte 15"},
      {Form::kText, "heddle-trace 1\nqueue q looper soon\n",
       "line 2: a queue is not 'soon' at byte 15"},
      {Form::kText, "heddle-trace 1\nqueue q permits=1\n",
       "line 2: a queue has no permits=1 at byte 15"},
      {Form::kText, "heddle-trace 1\nT1 send q A later\n",
       "line 2: a send is not 'later' at byte 15"},
      {Form::kText, "heddle-trace 1\nT1 send q A delay=1 at=2\n",
       "line 2: a send has one of delay, at and front at byte 15"},
      {Form::kText, "heddle-trace 1\nT1 send q A delay=1 front\n",
       "line 2: a send has one of delay, at and front at byte 15"},
      {Form::kText, "heddle-trace 1\nT1 time -5\n", "line 2: '-5' is not a time at byte 15"},
      {Form::kText, "heddle-trace 1\nT1 send q A\nT1 send q e2147483648\n",
       "line 3: 'e2147483648' cannot name an event at byte 27"},
      {Form::kText, "heddle-trace 1\nT1 read %zz\n", "line 2: '%zz' is not a name at byte 15"},
      {Form::kStd, "T1 acq L\n", "line 1: not a line of STD, T1|acq(L1)|12: 'T1 acq L' at byte 0"},
      {Form::kStd, "T1|fly(x)|1\n",
       "line 1: an operation STD does not have: 'T1|fly(x)|1' at byte 0"},
      {Form::kStd, "T1|r(x)|4294967295\n",
       "line 1: the place is not a number: 'T1|r(x)|4294967295' at byte 0"},
      {Form::kStd, "T1|r(x)|y\n", "line 1: the place is not a number: 'T1|r(x)|y' at byte 0"},
      {Form::kBinary, "HEDDLE", "not a trace: it does not begin with HEDDLETR at byte 0"},
  };
  for (const Bad& bad : cases) {
    const auto trace = read_all(bad.form, bad.text);
    ASSERT_FALSE(trace) << bad.text;
    EXPECT_EQ(trace.error(), bad.why);
  }
}

TEST(Binary, OtherVersionsAreRefused) {
  std::string bytes = converted(Form::kText, Form::kBinary, kEverything);
  bytes[8] = 9;
  const auto trace = read_all(Form::kBinary, bytes);
  ASSERT_FALSE(trace);
  EXPECT_EQ(trace.error(), "version 9 of the trace format; this heddle reads version 2 at byte 8");
}

TEST(Binary, EveryFlippedByteIsNoticed) {
  const std::string bytes = converted(Form::kText, Form::kBinary, kEverything);
  const auto whole = read_all(Form::kBinary, bytes);
  ASSERT_TRUE(whole);
  std::size_t refused = 0;
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::string broken = bytes;
    broken[at] = static_cast<char>(broken[at] ^ 0x41);
    const auto trace = read_all(Form::kBinary, broken);
    if (!trace)
      ++refused;
    else  // in what is not needed to read from the start to the end
      EXPECT_TRUE(trace->records == whole->records || !trace->cut_short.empty()) << at;
  }
  EXPECT_GT(refused, bytes.size() / 2);
}

// A long trace in several blocks, the tables growing all the time.
std::string long_trace(std::size_t operations) {
  std::string text = "heddle-trace 1\n";
  for (std::size_t each = 0; each < operations; ++each)
    text += "T" + std::to_string(each % 7) + " write x" + std::to_string(each / 1000) + " @" +
            std::to_string(each % 100) + "\n";
  return text;
}

TEST(Binary, ATruncatedFileIsGoodUpToItsLastWholeBlock) {
  const std::string bytes = converted(Form::kText, Form::kBinary, long_trace(50'000));
  const auto whole = read_all(Form::kBinary, bytes);
  ASSERT_TRUE(whole);
  EXPECT_TRUE(whole->cut_short.empty());
  EXPECT_EQ(whole->records.size(), 50'000U);
  std::size_t seen = 0;
  for (std::size_t size = 16; size < bytes.size(); size += 97) {
    const auto trace = read_all(Form::kBinary, std::string_view(bytes).substr(0, size));
    ASSERT_TRUE(trace) << trace.error();
    EXPECT_GE(trace->records.size(), seen);
    seen = trace->records.size();
    EXPECT_TRUE(std::equal(trace->records.begin(), trace->records.end(), whole->records.begin()));
    EXPECT_FALSE(trace->cut_short.empty()) << size;
  }
  EXPECT_GT(seen, 30'000U);
  const auto nearly = read_all(Form::kBinary, std::string_view(bytes).substr(0, bytes.size() - 1));
  ASSERT_TRUE(nearly);
  EXPECT_EQ(nearly->records.size(), 50'000U);
  EXPECT_FALSE(nearly->cut_short.empty());
}

TEST(Binary, Seeks) {
  const std::string bytes = converted(Form::kText, Form::kBinary, long_trace(50'000));
  const auto whole = read_all(Form::kBinary, bytes);
  for (const std::uint64_t wanted : {0U, 1U, 16'383U, 16'384U, 40'000U, 49'999U}) {
    auto source = BinarySource::open(base::as_bytes(bytes));
    ASSERT_TRUE(source);
    const auto first = (*source)->seek(wanted);
    ASSERT_TRUE(first) << first.error().describe();
    const auto batch = (*source)->next();
    ASSERT_TRUE(batch) << batch.error().describe();
    ASSERT_GT(*first + batch->size(), wanted);
    EXPECT_EQ((*batch)[wanted - *first], whole->records[wanted]);
  }
  auto source = BinarySource::open(base::as_bytes(bytes));
  EXPECT_EQ((*source)->seek(60'000).value(), 50'000U);
  EXPECT_TRUE((*source)->next()->empty());
}

TEST(Text, ABillionThreadsAreRefusedNotAllocated) {
  std::string in_std, declared = "heddle-trace 1\n", undeclared = declared;
  for (std::size_t each = 0; each < (1U << 20) + 1; ++each) {
    in_std += "T" + std::to_string(each) + "|r(x)|1\n";
    declared += "thread T" + std::to_string(each) + "\n";
    undeclared += "T" + std::to_string(each) + " read x\n";
  }
  const auto error_of = [](Form form, const std::string& text) {
    const auto trace = read_all(form, text);
    return trace ? std::string() : trace.error();
  };
  EXPECT_TRUE(error_of(Form::kStd, in_std).starts_with("line 1048577: more than 1048576 threads"));
  EXPECT_TRUE(
      error_of(Form::kText, declared).starts_with("line 1048578: more than 1048576 threads"));
  EXPECT_TRUE(
      error_of(Form::kText, undeclared).starts_with("line 1048578: more than 1048576 threads"));
}

}  // namespace
}  // namespace heddle::trace
