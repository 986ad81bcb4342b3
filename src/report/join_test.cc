#include "report/join.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "report/bank_test_only.h"
#include "report/finding.h"
#include "report/finish.h"
#include "report/json.h"
#include "report/report.h"
#include "report/sarif.h"
#include "report/source.h"
#include "report/text.h"

namespace heddle::report {
namespace {

// The race of the bank as a recorded run shows it: names of its own for threads, no ordinals.
Finding recorded(Evidence evidence = Evidence::kWitnessed) {
  Finding race = bank_race();
  race.id.clear();
  race.evidence = evidence;
  race.support = {{.engine = Engine::kTrace, .evidence = evidence}};
  race.object.reset();
  for (Side& side : race.sides) {
    side.stack.clear();
    side.locks.clear();
    side.ordinal = 0;
    side.thread = {.name = "Thread-0"};
  }
  return race;
}

Report run_of(std::vector<Finding> findings) {
  Report run;
  run.findings = std::move(findings);
  run.analysed.counts = {{"operations", 12}};
  return run;
}

std::uint64_t count_of(const Report& report, std::string_view name) {
  for (const auto& [counted, number] : report.analysed.counts)
    if (counted == name) return number;
  return ~std::uint64_t{0};
}

TEST(Join, ARunRaisesTheEvidenceAndTheIdStays) {
  Report report = bank_report();
  report.findings[0].sides[0].ordinal = 3;  // which no run knows
  const Joined joined = join(report, run_of({recorded()}));
  finish(report);
  EXPECT_EQ(joined.supported, 1U);
  EXPECT_EQ(joined.missed, 0U);
  ASSERT_EQ(report.findings.size(), 1U);
  const Finding& finding = report.findings[0];
  EXPECT_EQ(finding.id, "r-5f1c09ab");
  EXPECT_EQ(finding.evidence, Evidence::kWitnessed);
  const std::vector<Support> both = {
      {.engine = Engine::kWholeProgram, .evidence = Evidence::kPossible},
      {.engine = Engine::kTrace, .evidence = Evidence::kWitnessed}};
  EXPECT_EQ(finding.support, both);
  EXPECT_TRUE(finding.missed.empty());
  EXPECT_EQ(count_of(report, "supported_by_run"), 1U);
  EXPECT_EQ(count_of(report, "static_misses"), 0U);
  EXPECT_EQ(count_of(report, "operations"), 12U);
}

TEST(Join, AnotherLineOperationMethodOrFieldIsAStaticMiss) {
  const auto missed = [](const auto& change) {
    Finding other = recorded();
    change(other);
    Report report = bank_report();
    const Joined joined = join(report, run_of({other}));
    EXPECT_EQ(joined.supported, 0U);
    EXPECT_EQ(joined.missed, 1U);
    EXPECT_EQ(report.findings.size(), 2U);
    EXPECT_EQ(report.findings[0].evidence, Evidence::kPossible);
    return report.findings[1].missed;
  };
  const std::string elsewhere = "the static report has a finding on it, for other accesses";
  EXPECT_EQ(missed([](Finding& finding) { finding.sides[1].at.line = 99; }), elsewhere);
  EXPECT_EQ(missed([](Finding& finding) { finding.sides[0].at.method = "lend(I)V"; }), elsewhere);
  EXPECT_EQ(missed([](Finding& finding) { finding.sides[0].at.class_name = "a.B"; }), elsewhere);
  EXPECT_EQ(missed([](Finding& finding) { finding.sides[1].operation = Operation::kWrite; }),
            elsewhere);
  EXPECT_EQ(missed([](Finding& finding) { finding.subject->field = "owner"; }),
            "the static report has nothing on it");
}

TEST(Join, OneLineWithTwoAccessesIsSupportedTwice) {
  Report report = bank_report();
  Finding second = bank_race();
  second.id.clear();
  second.sides[0].ordinal = 1;
  report.findings.push_back(second);
  EXPECT_EQ(join(report, run_of({recorded()})).supported, 2U);
  finish(report);
  for (const Finding& finding : report.findings) EXPECT_EQ(finding.evidence, Evidence::kWitnessed);
}

TEST(Join, CallsOfALibrarysObjectAreOneByTheirPlaces) {
  Finding by_analysis = bank_race();
  by_analysis.subject = {.class_name = "bank.Bank", .field = "accounts"};
  by_analysis.object = {.class_name = "java.util.HashMap"};
  Finding by_run = recorded(Evidence::kPredicted);
  by_run.subject = {.class_name = "java.util.HashMap"};
  by_run.object = {.class_name = "java.util.HashMap"};
  by_run.sides[1].operation = Operation::kWrite;
  Report report = run_of({by_analysis});
  EXPECT_EQ(join(report, run_of({by_run})).supported, 1U);
  by_run.object = {.class_name = "java.util.ArrayList"};
  by_run.subject = {.class_name = "java.util.ArrayList"};
  EXPECT_EQ(join(report, run_of({by_run})).missed, 1U);
}

TEST(Join, WhatIsSuppressedStaysSo) {
  Report report = bank_report();
  report.suppressed = std::move(report.findings);
  report.findings.clear();
  report.suppressed[0].suppressed = Suppression{};
  EXPECT_EQ(join(report, run_of({recorded()})).supported, 1U);
  finish(report);
  EXPECT_TRUE(report.findings.empty());
  ASSERT_EQ(report.suppressed.size(), 1U);
  EXPECT_EQ(report.suppressed[0].evidence, Evidence::kWitnessed);
}

TEST(Join, EveryFormTellsTheMisses) {
  Report report = bank_report();
  Finding other = recorded();
  other.subject->field = "owner";
  join(report, run_of({recorded(), other}));
  finish(report);
  Sources sources([](std::string_view) { return std::optional<SourceFile>(); });
  const std::string text = to_text(report, sources, {});
  EXPECT_NE(text.find("static miss: the static report has nothing on it"), std::string::npos);
  EXPECT_NE(text.find("the run shows 1 of 1 static finding; 1 static miss"), std::string::npos)
      << text;
  EXPECT_NE(to_sarif(report, sources).find("\"staticMiss\""), std::string::npos);
  const auto again = from_json(to_json(report));
  ASSERT_TRUE(again) << again.error().describe();
  EXPECT_EQ(*again, report);
}

}  // namespace
}  // namespace heddle::report
