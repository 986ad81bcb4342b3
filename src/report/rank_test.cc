#include "report/rank.h"

#include <gtest/gtest.h>

#include <vector>

#include "report/bank_test_only.h"
#include "report/finding.h"

namespace heddle::report {
namespace {

Finding ranked(Finding finding) {
  rank(finding);
  return finding;
}

Finding race_because(std::vector<Reason> reasons) {
  Finding finding = bank_race();
  finding.reasons = std::move(reasons);
  return ranked(finding);
}

TEST(Rank, ReasonsMakeSerious) {
  EXPECT_EQ(race_because({}).severity, Severity::kModerate);
  EXPECT_EQ(race_because({{.kind = ReasonKind::kLostUpdate}}).severity, Severity::kSerious);
  EXPECT_EQ(ranked(bank_deadlock()).severity, Severity::kSerious);
}

TEST(Rank, HarmlessReasonsExcuseOnlyWhatTheyExplain) {
  EXPECT_EQ(race_because({{.kind = ReasonKind::kStatisticsCounter}}).severity,
            Severity::kLikelyHarmless);
  EXPECT_EQ(
      race_because({{.kind = ReasonKind::kLostUpdate}, {.kind = ReasonKind::kStatisticsCounter}})
          .severity,
      Severity::kLikelyHarmless);
  EXPECT_EQ(race_because(
                {{.kind = ReasonKind::kCheckThenAct}, {.kind = ReasonKind::kIdempotentInitialise}})
                .severity,
            Severity::kLikelyHarmless);
  const Finding half_made = race_because(
      {{.kind = ReasonKind::kIdempotentInitialise}, {.kind = ReasonKind::kUnsafePublication}});
  EXPECT_EQ(half_made.severity, Severity::kSerious);
  EXPECT_EQ(half_made.reasons[0].kind, ReasonKind::kUnsafePublication) << "what decides is first";
}

TEST(Rank, TypesTell) {
  Finding finding = bank_race();
  finding.subject->type = "J";
  EXPECT_EQ(ranked(finding).reasons[0].kind, ReasonKind::kTornValue);
  EXPECT_EQ(explanation(ranked(finding).reasons[0]),
            "a long that is not volatile may be read half old, half new");
  finding.kind = Kind::kOrderViolation;
  EXPECT_TRUE(ranked(finding).reasons.empty());
}

TEST(Rank, ALibraryObjectIsCorrupted) {
  Finding finding = bank_race();
  finding.object->class_name = "java.util.HashMap";
  const Finding held = ranked(finding);
  ASSERT_EQ(held.reasons.size(), 1U);
  EXPECT_EQ(explanation(held.reasons[0]), "HashMap is not made for several threads at once");
  finding.subject = {.class_name = "java.text.SimpleDateFormat"};
  finding.object.reset();
  EXPECT_EQ(explanation(ranked(finding).reasons[0]),
            "SimpleDateFormat is not made for several threads at once");
}

TEST(Rank, EvidenceIsTheStrongest) {
  Finding finding = bank_race();
  finding.support.push_back({.engine = Engine::kTrace, .evidence = Evidence::kWitnessed});
  EXPECT_EQ(ranked(finding).evidence, Evidence::kWitnessed);
}

TEST(Rank, OrdersBySeverityThenEvidenceThenName) {
  const Finding serious = race_because({{.kind = ReasonKind::kLostUpdate}});
  Finding witnessed = race_because({});
  witnessed.evidence = Evidence::kWitnessed;
  const Finding plain = race_because({});
  Finding later = plain;
  later.subject->field = "zebra";
  EXPECT_TRUE(is_before(serious, witnessed));
  EXPECT_TRUE(is_before(witnessed, plain));
  EXPECT_TRUE(is_before(plain, later));
  EXPECT_FALSE(is_before(later, plain));
  later.support = {{.engine = Engine::kWholeProgram}, {.engine = Engine::kModular}};
  EXPECT_TRUE(is_before(later, plain));
  EXPECT_TRUE(is_before(witnessed, later));
}

}  // namespace
}  // namespace heddle::report
