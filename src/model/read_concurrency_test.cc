#include "model/read_concurrency.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "model/concurrency.h"
#include "model/model.h"
#include "model/path.h"
#include "model/read.h"

namespace heddle::model {
namespace {

using Lines = std::vector<std::string>;

Models good(std::vector<std::string> texts) {
  std::vector<File> files;
  for (auto& text : texts) files.push_back({.name = "f.toml", .text = std::move(text)});
  auto models = read(files);
  for (const auto& line : models ? Lines() : models.error()) ADD_FAILURE() << line;
  return models ? std::move(*models) : Models();
}

Lines errors(std::string text) {
  const std::vector<File> files = {{.name = "f.toml", .text = std::move(text)}};
  const auto models = read(files);
  return models ? Lines() : models.error();
}

TEST(ReadConcurrencyTest, LocksOfEveryKind) {
  const auto models = good({R"toml(
lock = [
  {method = "a.L.lock()V", acquires = "this"},
  {method = "a.L.tryLock", acquires = "this", mode = "exclusive", when = "true"},
  {method = "a.L.unlock", releases = "this"},
  {method = "a.L.reader", views = "this", mode = "shared"},
  {method = "a.L.run(La/R;)V", holds = "this.(a.L.inner)"},
  {method = "a.L.upgrade", converts = "0", mode = "exclusive", when = "not-zero"},
  {method = "a.L.await", waits = "this"},
])toml"});
  const LockFact* lock = models.lock("a/L", "lock", "()V");
  ASSERT_NE(lock, nullptr);
  EXPECT_EQ(lock->kind, LockFact::Kind::kAcquire);
  EXPECT_EQ(print(lock->on), "this");
  EXPECT_TRUE(lock->mode_is_of_view);
  EXPECT_EQ(lock->when, When::kAlways);
  EXPECT_EQ(lock->origin, "f.toml:3");
  const LockFact* attempt = models.lock("a/L", "tryLock", "(J)Z");
  ASSERT_NE(attempt, nullptr);
  EXPECT_FALSE(attempt->mode_is_of_view);
  EXPECT_EQ(attempt->mode, LockMode::kExclusive);
  EXPECT_EQ(attempt->when, When::kTrue);
  EXPECT_EQ(models.lock("a/L", "unlock", "()V")->kind, LockFact::Kind::kRelease);
  const LockFact* reader = models.lock("a/L", "reader", "()La/L;");
  EXPECT_EQ(reader->kind, LockFact::Kind::kView);
  EXPECT_EQ(reader->mode, LockMode::kShared);
  EXPECT_EQ(print(models.lock("a/L", "run", "(La/R;)V")->on), "this.(a.L.inner)");
  EXPECT_EQ(models.lock("a/L", "run", "(La/R;)V")->kind, LockFact::Kind::kHold);
  EXPECT_EQ(models.lock("a/L", "upgrade", "(J)J")->kind, LockFact::Kind::kConvert);
  EXPECT_EQ(models.lock("a/L", "upgrade", "(J)J")->when, When::kNotZero);
  EXPECT_EQ(models.lock("a/L", "await", "()V")->kind, LockFact::Kind::kWait);
  EXPECT_EQ(models.lock("a/L", "lock", "(I)V"), nullptr);
  EXPECT_EQ(models.lock("a/M", "lock", "()V"), nullptr);
}

TEST(ReadConcurrencyTest, LocksUnderAConditionAndWhatSpoilsThem) {
  const auto models = good({R"toml(
lock = [
  {method = "a.Flag.swap(ZZ)Z", acquires = "this", when = "false", made-with = ["0 = false"], given = ["0 = true", "1 = 7"]},
  {method = "a.Flag.add", spoils = "this", made-with = ["0 = null"]},
])toml"});
  const LockFact* swap = models.lock("a/Flag", "swap", "(ZZ)Z");
  ASSERT_NE(swap, nullptr);
  EXPECT_TRUE(swap->is_conditional);
  EXPECT_EQ(swap->when, When::kFalse);
  ASSERT_EQ(swap->made_with.size(), 1U);
  EXPECT_EQ(swap->made_with[0].value, 0);
  ASSERT_EQ(swap->given.size(), 2U);
  EXPECT_EQ(swap->given[1].argument, 1U);
  EXPECT_EQ(swap->given[1].value, 7);
  EXPECT_EQ(models.lock("a/Flag", "add", "()V")->kind, LockFact::Kind::kSpoil);
  EXPECT_EQ(errors("lock = [{method = 'a.B.m', acquires = 'this', given = ['0: 1']}]"),
            Lines({"f.toml:1:56: `0: 1` is no constant argument: want `0 = 1`, `0 = true` or "
                   "`0 = null`"}));
}

TEST(ReadConcurrencyTest, Accesses) {
  const auto models = good({R"toml(
access = [
  {method = "a.Arrays.copy", reads = "0", writes = "2"},
  {method = "a.Handle.set", writes = "0", of = "this", mode = "release"},
  {method = "a.Arrays.fill", writes = "0", writes-from = "1", behind = "2"},
  {method = "a.Arrays.move", reads = "0", reads-from = "1", writes = "2", writes-from = "3", count = "4"},
])toml"});
  const AccessFact* copy = models.access("a/Arrays", "copy", "()V");
  ASSERT_NE(copy, nullptr);
  EXPECT_EQ(print(copy->reads.value()), "0");
  EXPECT_EQ(print(copy->writes.value()), "2");
  EXPECT_EQ(copy->mode, AccessFact::Mode::kPlain);
  const AccessFact* set = models.access("a/Handle", "set", "()V");
  ASSERT_NE(set, nullptr);
  EXPECT_EQ(set->mode, AccessFact::Mode::kRelease);
  EXPECT_EQ(print(set->of.value()), "this");
  const AccessFact* fill = models.access("a/Arrays", "fill", "()V");
  ASSERT_NE(fill, nullptr);
  EXPECT_EQ(print(fill->writes_from.value()), "1");
  EXPECT_EQ(print(fill->behind.value()), "2");
  EXPECT_FALSE(fill->reads_from || fill->count);
  EXPECT_EQ(print(models.access("a/Arrays", "move", "()V")->count.value()), "4");
  EXPECT_EQ(errors("access = [{method = 'a.B.m', writes = '0', writes-from = '1'}]"),
            Lines({"f.toml:1:11: a range of elements needs its begin and its end"}));
  EXPECT_EQ(errors("access = [{method = 'a.B.m'}]"),
            Lines({"f.toml:1:11: nothing is said of the method"}));
}

TEST(ReadConcurrencyTest, ViewsPartsAndMonitors) {
  const auto models = good({R"toml(
[[object]]
class = "a.Wrapper"
views = ["a.Wrapper.inner"]
under = "a.Wrapper.mutex"
outside = ["iterator"]
made-with = ["2 = true"]
then-mutates = ["get"]

[[object]]
class = "a.Cursor"
part-of = ["a.Cursor.whole"]
changes-whole = ["remove"]
)toml"});
  const ObjectFact* wrapper = models.object("a/Wrapper");
  ASSERT_NE(wrapper, nullptr);
  EXPECT_EQ(wrapper->views, Lines({"a/Wrapper.inner"}));
  EXPECT_FALSE(wrapper->is_part);
  EXPECT_EQ(wrapper->under, "a/Wrapper.mutex");
  EXPECT_EQ(wrapper->then_mutates, Lines({"get"}));
  ASSERT_EQ(wrapper->made_with.size(), 1U);
  EXPECT_TRUE(models.object("a/Cursor")->is_part);
}

TEST(ReadConcurrencyTest, ATableOfOrderMaySaySeveralThings) {
  const auto models = good({R"toml(
order = [
  {method = "a.X.swap", gives = "0", to = "this", takes = "return", from = "this.(a.X.slot)"},
  {method = "a.T.all(La/T;La/T;)V", joins-task = ["0", "1"]},
  {method = "a.Q.poll", takes = "return", from = "this", when = "not-null"},
  {method = "a.Map.swap", publishes = ["0", "1"], to = "this", sees = "return", from = "this"},
])toml"});
  const auto swap = models.order("a/X", "swap", "(La/B;)La/B;");
  ASSERT_EQ(swap.size(), 2U);
  EXPECT_EQ(swap[0]->kind, OrderFact::Kind::kGive);
  EXPECT_EQ(print(swap[0]->on), "0");
  EXPECT_EQ(print(swap[0]->at), "this");
  EXPECT_EQ(swap[1]->kind, OrderFact::Kind::kTake);
  EXPECT_EQ(print(swap[1]->at), "this.(a.X.slot)");
  EXPECT_EQ(swap[1]->origin, "f.toml:3");
  const auto all = models.order("a/T", "all", "(La/T;La/T;)V");
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(print(all[0]->on), "0");
  EXPECT_EQ(print(all[1]->on), "1");
  ASSERT_EQ(models.order("a/Q", "poll", "()V").size(), 1U);
  EXPECT_EQ(models.order("a/Q", "poll", "()V")[0]->when, When::kNotNull);
  EXPECT_TRUE(models.order("a/Q", "take", "()V").empty());
  const auto exchange = models.order("a/Map", "swap", "()V");
  ASSERT_EQ(exchange.size(), 3U);
  EXPECT_EQ(exchange[1]->kind, OrderFact::Kind::kPublish);
  EXPECT_EQ(print(exchange[1]->on), "1");
  EXPECT_EQ(exchange[2]->kind, OrderFact::Kind::kSee);
  EXPECT_EQ(print(exchange[2]->at), "this");
}

TEST(ReadConcurrencyTest, EveryKindOfOrderHasItsKey) {
  using Kind = OrderFact::Kind;
  const std::vector<std::pair<std::string, Kind>> keys = {{"joins-thread", Kind::kJoinThread},
                                                          {"joins-task", Kind::kJoinTask},
                                                          {"joins-tasks", Kind::kJoinTasks},
                                                          {"joins-executor", Kind::kJoinExecutor},
                                                          {"shuts-down", Kind::kShutdown},
                                                          {"signals", Kind::kSignal},
                                                          {"awaits", Kind::kAwait},
                                                          {"barrier", Kind::kBarrier},
                                                          {"makes-serial", Kind::kSerial},
                                                          {"confines", Kind::kConfine},
                                                          {"gathers", Kind::kGather},
                                                          {"interrupts", Kind::kInterrupt},
                                                          {"spreads", Kind::kSpread},
                                                          {"counts", Kind::kCount},
                                                          {"needs", Kind::kNeed},
                                                          {"permits", Kind::kPermits},
                                                          {"elements", Kind::kElements},
                                                          {"remains", Kind::kRemain}};
  for (const auto& [key, kind] : keys) {
    const auto models = good({"order = [{method = 'a.B.m', " + key + " = 'this'}]"});
    ASSERT_EQ(models.order("a/B", "m", "()V").size(), 1U) << key;
    EXPECT_EQ(models.order("a/B", "m", "()V")[0]->kind, kind) << key;
  }
}

TEST(ReadConcurrencyTest, AnOrderMayWantConstants) {
  const auto models =
      good({"order = [{method = 'a.B.m', makes-serial = 'this', given = ['0 = 1', '2 = true']}]"});
  ASSERT_EQ(models.order("a/B", "m", "()V").size(), 1U);
  const auto& given = models.order("a/B", "m", "()V")[0]->given;
  ASSERT_EQ(given.size(), 2U);
  EXPECT_EQ(given[1].argument, 2U);
  EXPECT_EQ(given[1].value, 1);
}

TEST(ReadConcurrencyTest, AWaitMaySayWhatIsLong) {
  const auto models =
      good({"order = [{method = 'a.B.m', awaits = 'this', when = 'true', "
            "patient = ['0 >= 5 a.b.Unit.HOURS', '1 >= 5000000000']}]"});
  ASSERT_EQ(models.order("a/B", "m", "()V").size(), 1U);
  const auto& patience = models.order("a/B", "m", "()V")[0]->patience;
  ASSERT_EQ(patience.size(), 2U);
  EXPECT_EQ(patience[0].least, 5);
  EXPECT_EQ(patience[0].unit, "a/b/Unit.HOURS");
  EXPECT_EQ(patience[1].argument, 1U);
  EXPECT_EQ(patience[1].least, 5000000000);
  EXPECT_EQ(patience[1].unit, "");
  for (const std::string wrong : {"0 > 5", "x >= 5", "0 >= x", "0 >= 5 HOURS", "0 >= 5 a.b."})
    EXPECT_FALSE(
        errors("order = [{method = 'a.B.m', awaits = 'this', patient = ['" + wrong + "']}]")
            .empty())
        << wrong;
}

TEST(ReadConcurrencyTest, ACountIsANumberAndACell) {
  const auto models = good({"order = [{method = 'a.B.m', adds = -1, to = 'this'}]"});
  ASSERT_EQ(models.order("a/B", "m", "()V").size(), 1U);
  EXPECT_EQ(models.order("a/B", "m", "()V")[0]->kind, OrderFact::Kind::kAdd);
  EXPECT_EQ(models.order("a/B", "m", "()V")[0]->amount, -1);
}

TEST(ReadConcurrencyTest, ADescriptorWinsAndThenTheLaterFile) {
  const auto models =
      good({"lock = [{method = 'a.B.m()V', waits = 'this'}]\n"
            "order = [{method = 'a.B.m', signals = 'this', barrier = 'this'}]",
            "\nlock = [{method = 'a.B.m', acquires = 'this'}]\n"
            "order = [{method = 'a.B.m', awaits = 'this'}]"});
  EXPECT_EQ(models.lock("a/B", "m", "()V")->kind, LockFact::Kind::kWait);
  EXPECT_EQ(models.lock("a/B", "m", "(I)V")->kind, LockFact::Kind::kAcquire);
  ASSERT_EQ(models.order("a/B", "m", "()V").size(), 1U);
  EXPECT_EQ(models.order("a/B", "m", "()V")[0]->kind, OrderFact::Kind::kAwait);
}

TEST(ReadConcurrencyTest, FactsDoNotMakeAMethodModelled) {
  const auto models =
      good({"lock = [{method = 'a.B.m()V', waits = 'this'}]\n"
            "order = [{method = 'a.B.m()V', signals = 'this'}]\n"
            "object = [{class = 'a.B'}]"});
  EXPECT_EQ(models.method("a/B", "m", "()V"), nullptr);
  EXPECT_FALSE(models.knows_class("a/B"));
}

TEST(ReadConcurrencyTest, ObjectsByTheMostSpecificPattern) {
  const auto models = good({R"toml(
object = [
  {class = "a.**", otherwise = "safe"},
  {class = "a.Map*", otherwise = "reads"},
  {class = "a.Map", otherwise = "mutates", reads = ["get", "at(I)B"], safe = ["lock"], mutates = ["at"]},
])toml",
                            "\nobject = [{class = 'a.**', otherwise = 'unsaid'}]"});
  const ObjectFact* map = models.object("a/Map");
  ASSERT_NE(map, nullptr);
  EXPECT_EQ(effect(*map, "get"), Effect::kReads);
  EXPECT_EQ(effect(*map, "get", "()V"), Effect::kReads);
  EXPECT_EQ(effect(*map, "at", "(I)B"), Effect::kReads);
  EXPECT_EQ(effect(*map, "at", "()B"), Effect::kMutates);
  EXPECT_EQ(effect(*map, "lock"), Effect::kSafe);
  EXPECT_EQ(effect(*map, "put"), Effect::kMutates);
  EXPECT_EQ(map->origin, "f.toml:5");
  EXPECT_EQ(effect(*models.object("a/Map$Entry"), "get"), Effect::kReads);
  EXPECT_EQ(effect(*models.object("a/b/X"), "get"), Effect::kUnsaid);
  EXPECT_EQ(models.object("a/b/X")->origin, "f.toml:2");
  EXPECT_EQ(models.object("b/X"), nullptr);
}

TEST(ReadConcurrencyTest, ObjectsOfSeveralClassesAndMethodsByTheirBeginning) {
  const auto models = good({R"toml(
[[object]]
class = ["a.B", "a.C"]
reads = ["get*", "getAndLook"]
mutates = ["getAnd*"]
)toml"});
  for (const char* name : {"a/B", "a/C"}) {
    const ObjectFact* fact = models.object(name);
    ASSERT_NE(fact, nullptr) << name;
    EXPECT_EQ(effect(*fact, "getX"), Effect::kReads);
    EXPECT_EQ(effect(*fact, "get"), Effect::kReads);
    EXPECT_EQ(effect(*fact, "getAndSet", "()V"), Effect::kMutates);
    EXPECT_EQ(effect(*fact, "getAndLook"), Effect::kReads);
    EXPECT_EQ(effect(*fact, "ge"), Effect::kUnsaid);
  }
}

TEST(ReadConcurrencyTest, UnknownWordsAreNoted) {
  EXPECT_EQ(errors("locks = []"), Lines({"f.toml:1:1: unknown key `locks`; did you mean `lock`?"}));
  EXPECT_EQ(errors("[[lock]]\nmethod = 'a.B.m'\nacquire = 'this'\nreleases = 'this'\n"),
            Lines({"f.toml:3:1: unknown key `acquire`; did you mean `acquires`?"}));
  EXPECT_EQ(errors("[[lock]]\nmethod = 'a.B.m'\nwaits = 'this'\nmode = 'sharde'\nwhen = 'tru'\n"),
            Lines({"f.toml:4:8: unknown mode `sharde`; did you mean `shared`?",
                   "f.toml:5:8: unknown condition `tru`; did you mean `true`?"}));
  EXPECT_EQ(errors("[[order]]\nmethod = 'a.B.m'\nawaits = 'this'\njoin-task = '0'\n"),
            Lines({"f.toml:4:1: unknown key `join-task`; did you mean `joins-task`?"}));
  EXPECT_EQ(errors("[[object]]\nclass = 'a.B'\notherwise = 'save'\nread = []\n"),
            Lines({"f.toml:3:13: unknown effect `save`; did you mean `safe`?",
                   "f.toml:4:1: unknown key `read`; did you mean `reads`?"}));
}

TEST(ReadConcurrencyTest, WhatIsMissingOrTooMuchIsNoted) {
  EXPECT_EQ(errors("[[lock]]\nwaits = 'this'\n"),
            Lines({"f.toml:1:1: the key `method` is missing"}));
  EXPECT_EQ(
      errors("[[lock]]\nmethod = 'a.B.m'\n[[lock]]\nmethod = 'a.B.n'\nwaits = '0'\n"
             "views = '0'\n"),
      Lines({"f.toml:1:1: want one of acquires, releases, views, holds, converts, waits, spoils, "
             "found 0",
             "f.toml:3:1: want one of acquires, releases, views, holds, converts, waits, spoils, "
             "found 2"}));
  EXPECT_EQ(errors("[[lock]]\nmethod = 'a.B.m'\nconverts = 'this'\n"),
            Lines({"f.toml:1:1: the key `mode` is missing"}));
  EXPECT_EQ(errors("[[order]]\nmethod = 'a.B.m'\nwhen = 'true'\n"),
            Lines({"f.toml:1:1: nothing is said of the method"}));
  EXPECT_EQ(errors("[[order]]\nmethod = 'a.B.m'\ngives = '0'\nfrom = 'this'\n"),
            Lines({"f.toml:1:1: `from` is for `takes`, `sees` and `loads`",
                   "f.toml:1:1: the key `to` is missing"}));
  EXPECT_EQ(errors("[[object]]\notherwise = 'safe'\n"),
            Lines({"f.toml:1:1: the key `class` is missing"}));
}

TEST(ReadConcurrencyTest, PathsAndNamesAreChecked) {
  EXPECT_EQ(errors("[[lock]]\nmethod = 'a.B.m()V'\nwaits = '0'\n"),
            Lines({"f.toml:1:1: path `0` speaks of argument 0, and the method has 0"}));
  EXPECT_EQ(errors("[[order]]\nmethod = 'a.B.m(I)V'\ngives = '0'\nto = '2'\n"),
            Lines({"f.toml:1:1: path `2` speaks of argument 2, and the method has 1"}));
  EXPECT_EQ(errors("[[order]]\nmethod = 'a.B.m'\njoins-task = ['that', 1]\n"),
            Lines({"f.toml:3:15: path `that` must begin with this, return, static(a.b.C.f) or an "
                   "argument's number",
                   "f.toml:3:23: want a text, found a number"}));
  EXPECT_EQ(errors("[[object]]\nclass = 'a.B'\nreads = ['a.get', 'get(']\n"),
            Lines({"f.toml:3:10: `a.get` is no method: want get, get(I)B or get*",
                   "f.toml:3:19: `get(` is no method: want get, get(I)B or get*"}));
}

TEST(ReadConcurrencyTest, NothingIsSaidTwiceInOneFile) {
  EXPECT_EQ(errors("lock = [{method = 'a.B.m', waits = 'this'}, {method = 'a.B.m', waits = '0'}]"),
            Lines({"f.toml:1:55: lock `a.B.m` is there twice in this file"}));
  EXPECT_EQ(errors("order = [{method = 'a.B.m', awaits = '0'}, {method = 'a.B.m', awaits = '0'}]"),
            Lines({"f.toml:1:54: order `a.B.m` is there twice in this file"}));
  EXPECT_EQ(errors("object = [{class = 'a.B'}, {class = 'a.B'}]"),
            Lines({"f.toml:1:37: object `a.B` is there twice in this file"}));
  EXPECT_EQ(errors("object = [{class = 'a.B', reads = ['get'], mutates = ['put', 'get']}]"),
            Lines({"f.toml:1:11: method `get` is listed twice"}));
}

}  // namespace
}  // namespace heddle::model
