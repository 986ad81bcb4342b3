#include "report/suppress.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/bank_test_only.h"
#include "report/comments.h"
#include "report/finding.h"
#include "report/finish.h"
#include "report/report.h"
#include "report/source.h"

namespace heddle::report {
namespace {

// bank/Account.java with one line that says something.
Sources account_with(std::uint32_t line, std::string text) {
  return Sources([line, text](std::string_view path) -> std::optional<SourceFile> {
    if (path != "bank/Account.java") return std::nullopt;
    SourceFile file{.path = "src/bank/Account.java"};
    for (std::uint32_t i = 1; i <= 20; ++i) file.text += (i == line ? text : "  code();") + "\n";
    return file;
  });
}

Report suppressed_by(const Suppressions& suppressions, Sources sources = {}) {
  Report report = bank_report();
  finish(report);
  suppress(report, suppressions, sources);
  return report;
}

bool is_suppressed(const Suppressions& suppressions) {
  const Report report = suppressed_by(suppressions);
  EXPECT_EQ(report.suppressed.size() + report.findings.size(), 1U);
  EXPECT_EQ(report.unused_suppressions.empty(), !report.suppressed.empty());
  return !report.suppressed.empty();
}

bool is_suppressed(const SuppressionRule& rule) {
  return is_suppressed(Suppressions{.rules = {rule}});
}

bool is_suppressed(AnnotatedElement element) {
  element.annotation = "com.acme.SuppressHeddle";
  return is_suppressed(Suppressions{.annotated = {element}});
}

// --- comments ------------------------------------------------------------------------------------

TEST(Comments, AreAboutTheirLineOrTheNextCode) {
  const std::vector<Comment> found = find_comments(
      "int a; // heddle: ignore\n"
      "// heddle:ignore data-race, deadlock -- because\n"
      "\n"
      "/* heddle: ignore moods */\n"
      "int b;\n"
      "String c = \"// heddle: ignore\";\n"
      "// nothing heddle: ignore\n"
      "// heddle: ignore");
  ASSERT_EQ(found.size(), 4U);
  EXPECT_EQ(found[0].about_line, 1U);
  EXPECT_EQ(found[1].line, 2U);
  EXPECT_EQ(found[1].about_line, 5U);
  EXPECT_EQ(found[1].kinds, (std::vector{Kind::kDataRace, Kind::kDeadlock}));
  EXPECT_EQ(found[1].why, "because");
  EXPECT_EQ(found[2].about_line, 5U);
  EXPECT_EQ(found[2].unknown_kinds, std::vector<std::string>{"moods"});
  EXPECT_EQ(found[3].about_line, 8U);
}

TEST(Suppress, ByComment) {
  const Report report = suppressed_by(
      {}, account_with(12, "balance += d; // heddle: ignore data-race -- shown only"));
  ASSERT_EQ(report.suppressed.size(), 1U);
  EXPECT_TRUE(report.findings.empty());
  const Suppression& by = *report.suppressed[0].suppressed;
  EXPECT_EQ(by.kind, SuppressionKind::kComment);
  EXPECT_EQ(by.where, "src/bank/Account.java:12");
  EXPECT_EQ(by.why, "shown only");
  EXPECT_TRUE(report.unused_suppressions.empty());
  EXPECT_EQ(outcome(report), Outcome::kNothingFound);
}

TEST(Suppress, ByACommentAboveTheOtherSide) {
  EXPECT_EQ(suppressed_by({}, account_with(14, "  // heddle: ignore")).suppressed.size(), 1U);
}

TEST(Suppress, ACommentThatSuppressesNothingIsTold) {
  const Report elsewhere = suppressed_by({}, account_with(2, "x(); // heddle: ignore"));
  EXPECT_EQ(elsewhere.findings.size(), 1U);
  EXPECT_EQ(elsewhere.unused_suppressions,
            (std::vector<Remark>{{"src/bank/Account.java:2", "this comment suppresses nothing"}}));
  const Report other_kind = suppressed_by({}, account_with(12, "x(); // heddle: ignore deadlock"));
  EXPECT_EQ(other_kind.unused_suppressions.size(), 1U);
  const Report misspelt = suppressed_by({}, account_with(12, "x(); // heddle: ignore data-rice"));
  EXPECT_EQ(misspelt.findings.size(), 1U);
  EXPECT_EQ(misspelt.unused_suppressions[0].why, "`data-rice` is no kind of finding");
}

TEST(Suppress, FilesWithoutFindingsAreSearchedIfGiven) {
  const Report report =
      suppressed_by({.files = {{.path = "src/Other.java", .text = "// heddle: ignore\n"}}});
  ASSERT_EQ(report.unused_suppressions.size(), 1U);
  EXPECT_EQ(report.unused_suppressions[0].what, "src/Other.java:1");
}

// --- annotations ---------------------------------------------------------------------------------

TEST(Suppress, ByAnnotation) {
  EXPECT_TRUE(is_suppressed(AnnotatedElement{.class_name = "bank.Account"}));
  EXPECT_TRUE(is_suppressed(AnnotatedElement{.class_name = "bank.Account", .field = "balance"}));
  EXPECT_TRUE(is_suppressed(AnnotatedElement{.class_name = "bank.Account", .method = "peek()I"}));
  EXPECT_TRUE(is_suppressed(
      AnnotatedElement{.class_name = "bank.Account", .values = {"deadlock", "data-race"}}));
  EXPECT_FALSE(
      is_suppressed(AnnotatedElement{.class_name = "bank.Account", .values = {"deadlock"}}));
  EXPECT_FALSE(is_suppressed(AnnotatedElement{.class_name = "bank.Acc"}));
  EXPECT_FALSE(is_suppressed(AnnotatedElement{.class_name = "bank.Account", .field = "owner"}));
  EXPECT_FALSE(is_suppressed(AnnotatedElement{.class_name = "bank.Account", .method = "peek()J"}));
}

TEST(Suppress, AnAnnotationReachesIntoLambdasAndNestedClasses) {
  Report report = bank_report();
  report.findings[0].subject.reset();
  report.findings[0].sides[0].at.class_name = "bank.Main$1";
  report.findings[0].sides[1].at = {.class_name = "bank.Teller", .method = "lambda$run$3()V"};
  const auto covers = [&](AnnotatedElement element) {
    element.annotation = "SuppressHeddle";
    Report copy = report;
    Sources none;
    suppress(copy, {.annotated = {element}}, none);
    return copy.findings.empty();
  };
  EXPECT_TRUE(covers({.class_name = "bank.Main"}));
  EXPECT_TRUE(covers({.class_name = "bank.Teller", .method = "run()V"}));
  EXPECT_FALSE(covers({.class_name = "bank.Teller", .method = "stop()V"}));
}

TEST(Suppress, AnnotationsCountByTheirSimpleName) {
  EXPECT_TRUE(is_suppressing("a.b.SuppressHeddle", {"SuppressHeddle"}));
  EXPECT_TRUE(is_suppressing("a.b.Outer$SuppressHeddle", {"SuppressHeddle"}));
  EXPECT_FALSE(is_suppressing("a.b.MySuppressHeddle", {"SuppressHeddle"}));
  const Report report =
      suppressed_by({.annotated = {{.annotation = "a.Other", .class_name = "bank.Account"}}});
  EXPECT_EQ(report.findings.size(), 1U);
  EXPECT_TRUE(report.unused_suppressions.empty());
}

// --- configuration -------------------------------------------------------------------------------

TEST(Suppress, ByRule) {
  EXPECT_TRUE(is_suppressed(SuppressionRule{.id = "r-5f1c09ab"}));
  EXPECT_TRUE(is_suppressed(SuppressionRule{.class_name = "bank.*"}));
  EXPECT_TRUE(is_suppressed(SuppressionRule{.class_name = "*Account", .field = "bal*ce"}));
  EXPECT_TRUE(is_suppressed(SuppressionRule{.class_name = "bank.Account", .method = "peek"}));
  EXPECT_TRUE(is_suppressed(SuppressionRule{.method = "peek()I"}));
  EXPECT_TRUE(is_suppressed(SuppressionRule{.kind = Kind::kDataRace}));
  EXPECT_FALSE(is_suppressed(SuppressionRule{.kind = Kind::kDeadlock, .class_name = "bank.*"}));
  EXPECT_FALSE(is_suppressed(SuppressionRule{.class_name = "bank.Acc"}));
  EXPECT_FALSE(is_suppressed(SuppressionRule{.class_name = "shop.*", .field = "balance"}));
  EXPECT_FALSE(is_suppressed(SuppressionRule{.field = "balance", .method = "close"}));
  EXPECT_FALSE(is_suppressed(SuppressionRule{.id = "r-5f1c09a"}));
}

TEST(Suppress, BothOfTwoThatCoverAreUsed) {
  const Report report = suppressed_by({.rules = {{.where = "heddle.toml:1", .field = "balance"},
                                                 {.where = "heddle.toml:2", .method = "peek"},
                                                 {.where = "heddle.toml:3", .method = "poke"}}});
  ASSERT_EQ(report.suppressed.size(), 1U);
  EXPECT_EQ(report.suppressed[0].suppressed->where, "heddle.toml:1");
  EXPECT_EQ(report.unused_suppressions,
            (std::vector<Remark>{{"heddle.toml:3", "this rule suppresses nothing"}}));
}

}  // namespace
}  // namespace heddle::report
