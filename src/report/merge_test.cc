#include "report/merge.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "report/bank_test_only.h"
#include "report/finding.h"
#include "report/finish.h"
#include "report/report.h"

namespace heddle::report {
namespace {

// The same race as a recorded run shows it.
Finding traced_race() {
  Finding race = bank_race();
  race.id.clear();
  race.support = {{.engine = Engine::kTrace, .evidence = Evidence::kPredicted}};
  std::swap(race.sides[0], race.sides[1]);
  for (Side& side : race.sides) {
    side.stack.clear();
    side.thread = {.name = "Thread-0"};
  }
  race.how = {"first this", "then that"};
  return race;
}

Report report_of(std::vector<Finding> findings) {
  Report report;
  report.findings = std::move(findings);
  return report;
}

TEST(Merge, EnginesAddEvidenceToTheSameFinding) {
  Report report = bank_report();
  merge(report, report_of({traced_race()}));
  finish(report);
  ASSERT_EQ(report.findings.size(), 1U);
  const Finding& joined = report.findings[0];
  EXPECT_EQ(joined.id, "r-5f1c09ab");
  EXPECT_EQ(joined.evidence, Evidence::kPredicted);
  EXPECT_EQ(joined.support.size(), 2U);
  EXPECT_EQ(joined.instances, 1U);
  EXPECT_EQ(joined.how.size(), 2U);
  EXPECT_EQ(joined.sides, bank_race().sides) << "the static sides say more";
}

TEST(Merge, TheSideThatSaysMoreIsShownWhicheverComesFirst) {
  Report report = report_of({traced_race()});
  merge(report, bank_report());
  finish(report);
  ASSERT_EQ(report.findings.size(), 1U);
  EXPECT_EQ(report.findings[0].sides, bank_race().sides);
  EXPECT_EQ(report.analysed.classes, 211U);
}

TEST(Merge, AMovedSourceDoesNotPartASingleFinding) {
  Finding moved = traced_race();
  moved.sides[0].at.line += 5;
  Report report = bank_report();
  merge(report, report_of({moved}));
  EXPECT_EQ(report.findings.size(), 1U);
}

TEST(Merge, EqualShapesFindTheirPartnerByLine) {
  Finding other = bank_race();
  other.id = "r-00000002";
  other.sides[0].at.line = 40;
  Report report = bank_report();
  report.findings.push_back(other);
  Finding traced = traced_race();
  traced.sides[1].at.line = 40;
  merge(report, report_of({traced}));
  ASSERT_EQ(report.findings.size(), 2U);
  EXPECT_EQ(report.findings[0].support.size(), 1U);
  EXPECT_EQ(report.findings[1].support.size(), 2U);
}

TEST(Merge, AStrangersIdIsNotTakenTwice) {
  Finding stranger = bank_race();
  stranger.subject->field = "owner";
  Report report = bank_report();
  merge(report, report_of({stranger}));
  finish(report);
  ASSERT_EQ(report.findings.size(), 2U);
  EXPECT_NE(report.findings[0].id, report.findings[1].id);
}

TEST(Merge, WhatIsSuppressedStaysSo) {
  Report report;
  report.suppressed = {bank_race()};
  report.suppressed[0].suppressed = Suppression{.where = "Account.java:12"};
  merge(report, report_of({traced_race()}));
  EXPECT_TRUE(report.findings.empty());
  ASSERT_EQ(report.suppressed.size(), 1U);
  EXPECT_EQ(report.suppressed[0].support.size(), 2U);
}

TEST(Merge, WhatWasLookedAtIsAddedUp) {
  Report report = bank_report();
  report.analysed.counts = {{"pairs", 3}};
  Report more = bank_report();
  more.analysed.counts = {{"pairs", 4}, {"events", 9}};
  merge(report, more);
  EXPECT_EQ(report.analysed.classes, 422U);
  EXPECT_EQ(report.analysed.skipped.size(), 1U);
  const decltype(report.analysed.counts) counts = {{"pairs", 7}, {"events", 9}};
  EXPECT_EQ(report.analysed.counts, counts);
}

TEST(Finish, InstancesOfOneEngineAreCounted) {
  Finding other = bank_race();
  other.sides[1].thread = {.kind = ThreadKind::kTask, .name = "a task"};
  Report report = report_of({bank_race(), other});
  finish(report);
  ASSERT_EQ(report.findings.size(), 1U);
  EXPECT_EQ(report.findings[0].instances, 2U);
  EXPECT_EQ(report.findings[0].sides[1].thread.name, "main") << "its start is known";
}

TEST(Finish, IsTheSameInAnyOrderAndTwice) {
  std::vector<Finding> all;
  for (const char* field : {"a", "b", "c"}) {
    all.push_back(bank_race());
    all.back().id.clear();
    all.back().subject->field = field;
  }
  all.push_back(bank_deadlock());
  all.back().id.clear();
  Report report = report_of(all);
  std::ranges::reverse(all);
  for (Finding& finding : all) std::ranges::reverse(finding.sides);
  Report turned = report_of(all);
  finish(report);
  finish(turned);
  EXPECT_EQ(report, turned);
  finish(turned);
  EXPECT_EQ(report, turned);
  EXPECT_EQ(report.findings[0].kind, Kind::kDeadlock);
}

TEST(Finish, TheOutcomeKnowsBaselinesAndEmptyInputs) {
  Report report = bank_report();
  EXPECT_EQ(outcome(report), Outcome::kFindings);
  report.findings[0].known = true;
  EXPECT_EQ(outcome(report), Outcome::kNothingFound);
  EXPECT_EQ(outcome({}), Outcome::kNothingAnalysed);
  report = {};
  report.analysed.counts = {{"events", 3}};
  EXPECT_EQ(outcome(report), Outcome::kNothingFound);
}

}  // namespace
}  // namespace heddle::report
