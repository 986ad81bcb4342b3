#include "report/baseline.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "report/bank_test_only.h"
#include "report/finding.h"
#include "report/finish.h"
#include "report/report.h"

namespace heddle::report {
namespace {

Finding race_on(const std::string& field) {
  Finding finding = bank_race();
  finding.id.clear();
  finding.subject->field = field;
  return finding;
}

Report report_of(std::vector<Finding> findings) {
  Report report;
  report.findings = std::move(findings);
  finish(report);
  return report;
}

std::string refusal(std::string_view text) {
  const auto entries = from_baseline(text);
  return entries ? "taken" : entries.error().describe();
}

TEST(Baseline, HasNoLinesAndOneEntryALine) {
  Report report = bank_report();
  report.findings[0].sides[0].at.method = "lambda$deposit$4(I)V";
  EXPECT_EQ(to_baseline(baseline_of(report)), R"({
  "schema": "heddle-baseline/1",
  "findings": [
    {"id": "r-5f1c09ab", "kind": "data-race", "subject": "bank.Account.balance", "sites": ["write bank.Account.lambda$deposit$(I)V", "read bank.Account.peek()I"]}
  ]
}
)");
}

TEST(Baseline, ReadsBack) {
  const std::vector<BaselineEntry> entries =
      baseline_of(report_of({race_on("a"), race_on("b"), bank_deadlock()}));
  const auto back = from_baseline(to_baseline(entries));
  ASSERT_TRUE(back) << back.error().describe();
  EXPECT_EQ(*back, entries);
  EXPECT_EQ(to_baseline({entries.rbegin(), entries.rend()}), to_baseline(entries));
}

TEST(Baseline, TellsNewKnownAndFixed) {
  const std::vector<BaselineEntry> baseline = baseline_of(report_of({race_on("a"), race_on("b")}));
  Finding moved = race_on("b");
  moved.sides[0].at.line += 100;
  Report report = report_of({moved, race_on("c")});
  compare(report, baseline);
  ASSERT_EQ(report.findings.size(), 2U);
  EXPECT_EQ(report.findings[0].known, true);
  EXPECT_EQ(report.findings[1].known, false);
  ASSERT_EQ(report.fixed.size(), 1U);
  EXPECT_EQ(report.fixed[0].subject, "bank.Account.a");
  EXPECT_EQ(outcome(report), Outcome::kFindings);
}

// The pair is new although both of its sites are in the baseline with others.
TEST(Baseline, DoesNotHideANewPairOfOldSites) {
  const std::vector<BaselineEntry> baseline = baseline_of(report_of({race_on("a")}));
  Finding other = race_on("a");
  other.sides[1] = other.sides[0];
  Report report = report_of({other});
  compare(report, baseline);
  EXPECT_EQ(report.findings[0].known, false);
}

TEST(Baseline, WhatIsSuppressedIsNotFixed) {
  Report report = report_of({race_on("a")});
  const std::vector<BaselineEntry> baseline = baseline_of(report);
  report.suppressed = report.findings;
  report.findings.clear();
  compare(report, baseline);
  EXPECT_TRUE(report.fixed.empty());
}

TEST(Baseline, RefusesWithThePlace) {
  EXPECT_EQ(
      refusal(R"({"schema": "heddle-report/1", "findings": []})"),
      "schema: want \"heddle-baseline/1\"; this is not a baseline, or one of another version");
  EXPECT_EQ(refusal(R"({"schema": "heddle-baseline/1", "findings": [{"id": 3}]})"),
            "findings[0].id: want a text, found a number");
}

}  // namespace
}  // namespace heddle::report
