#include "report/id.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "report/bank_test_only.h"
#include "report/finding.h"
#include "report/names.h"

namespace heddle::report {
namespace {

std::string fresh_id(Finding finding) {
  finding.id.clear();
  std::vector<Finding> findings = {std::move(finding)};
  assign_ids(findings);
  return findings[0].id;
}

TEST(Names, LoseTheNumbersOfCompilersAndMachines) {
  EXPECT_EQ(without_numbers("lambda$run$3(I)V"), "lambda$run$(I)V");
  EXPECT_EQ(without_numbers("a.Foo$1"), "a.Foo$");
  EXPECT_EQ(without_numbers("a.Foo$1Local"), "a.Foo$Local");
  EXPECT_EQ(without_numbers("a.Foo$12$3"), "a.Foo$$");
  EXPECT_EQ(without_numbers("a.Foo$$Lambda$14/0x7f00"), "a.Foo$$Lambda");
  EXPECT_EQ(without_numbers("a.Foo$$Lambda/0x7f00"), "a.Foo$$Lambda");
  EXPECT_EQ(without_numbers("m(La/Foo$1;J)V"), "m(La/Foo$;J)V");
  EXPECT_EQ(without_numbers("a.Vector3.x1"), "a.Vector3.x1");
}

TEST(Names, InWords) {
  EXPECT_EQ(method_in_words({.class_name = "a.B", .method = "m(I)V"}), "B.m");
  EXPECT_EQ(method_in_words({.class_name = "a.B", .method = "<init>()V"}), "the constructor of B");
  EXPECT_EQ(method_in_words({.class_name = "a.B", .method = "lambda$m$0()V"}), "a lambda in B.m");
  EXPECT_EQ(method_in_words({.class_name = "a.B", .method = "lambda$new$0()V"}),
            "a lambda in the constructor of B");
  EXPECT_EQ(where({.class_name = "a.B", .file = "B.java", .line = 3}), "B.java:3");
  EXPECT_EQ(where({.class_name = "a.B"}), "a.B");
  EXPECT_EQ(top_class("a.B$C$1"), "a.B");
  EXPECT_EQ(top_class("$Proxy"), "$Proxy");
  EXPECT_EQ(subject_in_words({.class_name = "int[]", .field = "[]"}), "an element of int[]");
  EXPECT_EQ(subject_in_words({.class_name = "", .field = "x"}), "x");
}

TEST(Id, TellsTheKindAndCanBeTyped) {
  EXPECT_EQ(fresh_id(bank_race()).substr(0, 2), "r-");
  EXPECT_EQ(fresh_id(bank_race()).size(), 10U);
  EXPECT_EQ(fresh_id(bank_deadlock()).substr(0, 2), "d-");
}

// A change here breaks everybody's baseline.
TEST(Id, IsTheSameInEveryVersion) {
  EXPECT_EQ(shape_of(bank_race()),
            "data-race\nbank.Account.balance\nread bank.Account.peek()I\nwrite "
            "bank.Account.deposit(I)V");
  EXPECT_EQ(fresh_id(bank_race()), id_of(Kind::kDataRace, shape_of(bank_race()), 0));
  EXPECT_EQ(id_of(Kind::kDataRace, "data-race", 0), "r-0ba175e4");
}

TEST(Id, SurvivesEditsElsewhere) {
  Finding moved = bank_race();
  for (Side& side : moved.sides) {
    side.at.line += 7;
    side.stack.clear();
    side.locks.clear();
    side.thread = {};
  }
  std::swap(moved.sides[0], moved.sides[1]);
  moved.object.reset();
  EXPECT_EQ(fresh_id(moved), fresh_id(bank_race()));
}

TEST(Id, SurvivesRenumberedLambdasAndAnonymousClasses) {
  Finding before = bank_race();
  before.sides[0].at.method = "lambda$run$3(I)V";
  before.sides[1].at.class_name = "bank.Main$1";
  Finding after = before;
  after.sides[0].at.method = "lambda$run$11(I)V";
  after.sides[1].at.class_name = "bank.Main$2";
  EXPECT_EQ(fresh_id(before), fresh_id(after));
}

TEST(Id, ADeadlocksLockNamesMayHaveLines) {
  Finding moved = bank_deadlock();
  moved.sides[0].wants->name = "the account made at Main.java:99";
  EXPECT_EQ(fresh_id(moved), fresh_id(bank_deadlock()));
  moved.sides[0].holds[0].acquired->method = "other()V";
  EXPECT_NE(fresh_id(moved), fresh_id(bank_deadlock()));
}

TEST(Id, DiffersWithWhatIsDone) {
  std::set<std::string> ids = {fresh_id(bank_race())};
  Finding other = bank_race();
  other.sides[1].operation = Operation::kWrite;
  ids.insert(fresh_id(other));
  other.sides[1].ordinal = 1;
  ids.insert(fresh_id(other));
  other.subject->field = "owner";
  ids.insert(fresh_id(other));
  other.sides[0].at.method = "deposit(J)V";
  ids.insert(fresh_id(other));
  EXPECT_EQ(ids.size(), 5U);
}

TEST(Id, EqualShapesAreNumberedInTheOrderOfTheSource) {
  std::vector<Finding> findings;
  for (const std::uint32_t line : {30U, 4U, 12U}) {
    Finding finding = bank_race();
    finding.id.clear();
    finding.sides[0].at.line = line;
    findings.push_back(finding);
  }
  std::vector<Finding> turned(findings.rbegin(), findings.rend());
  assign_ids(findings);
  assign_ids(turned);
  const std::string shape = shape_of(bank_race());
  EXPECT_EQ(findings[1].id, id_of(Kind::kDataRace, shape, 0));
  EXPECT_EQ(findings[2].id, id_of(Kind::kDataRace, shape, 1));
  EXPECT_EQ(findings[0].id, id_of(Kind::kDataRace, shape, 2));
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(turned[2 - i].id, findings[i].id);
}

TEST(Id, AnIdThatIsThereIsKeptAndNotGivenAgain) {
  Finding old = bank_race();
  old.id = id_of(Kind::kDataRace, shape_of(old), 0);
  Finding added = bank_race();
  added.id.clear();
  added.sides[0].at.line = 1;
  std::vector<Finding> findings = {added, old};
  assign_ids(findings);
  EXPECT_EQ(findings[1].id, old.id);
  EXPECT_EQ(findings[0].id, id_of(Kind::kDataRace, shape_of(old), 1));
}

}  // namespace
}  // namespace heddle::report
