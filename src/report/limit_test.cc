#include "report/limit.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "report/finding.h"
#include "report/source.h"
#include "report/text.h"

namespace heddle::report {
namespace {

Finding on(const std::string& field, const std::string& id) {
  Finding finding;
  finding.id = id;
  finding.subject = Subject{.class_name = "bank.Account", .field = field};
  return finding;
}

std::vector<std::string> ids(const Report& report) {
  std::vector<std::string> all;
  for (const Finding& finding : report.findings) all.push_back(finding.id);
  return all;
}

TEST(Limit, KeepsWholeGroupsInTheirOrder) {
  Report report;
  report.findings = {on("a", "r-1"), on("b", "r-2"), on("c", "r-3"), on("a", "r-4"),
                     on("d", "r-5")};
  keep_groups(report, {.few = 2, .most = 2});
  EXPECT_EQ(ids(report), (std::vector<std::string>{"r-1", "r-2", "r-4"}));
  ASSERT_EQ(report.analysed.notes.size(), 1U);
  EXPECT_EQ(report.analysed.notes[0].why,
            "2 that are doubted or less serious, 2 fields and objects among them, are not listed: "
            "--all lists them");
}

TEST(Limit, KeepsTheFirstDeadlocksOfTheSameLocks) {
  Report report;
  for (const char* id : {"d-1", "d-2", "d-3"}) {
    Finding& circle = report.findings.emplace_back();
    circle.kind = Kind::kDeadlock;
    circle.id = id;
    circle.sides.emplace_back().wants = Lock{.name = "bank.Account"};
  }
  report.findings[2].sides[0].wants->name = "bank.Branch";
  keep_groups(report, {.circles = 1});
  EXPECT_EQ(ids(report), (std::vector<std::string>{"d-1", "d-3"}));
  ASSERT_EQ(report.analysed.notes.size(), 1U);
  EXPECT_EQ(report.analysed.notes[0].why,
            "1 of the same locks as others are not listed: --all lists them");
}

TEST(Limit, LeavesOutWhatIsDoubtedWhereThereIsMuch) {
  Report report;
  report.findings = {on("a", "r-1"), on("b", "r-2"), on("c", "r-3"), on("a", "r-4")};
  report.findings[0].doubts = {"one of many", "called back"};
  report.findings[1].doubts = {"called back"};
  keep_groups(report, {.few = 3, .most = 9});
  EXPECT_EQ(ids(report), (std::vector<std::string>{"r-1", "r-2", "r-3", "r-4"}));
  keep_groups(report, {.few = 2, .most = 9});
  EXPECT_EQ(ids(report), (std::vector<std::string>{"r-3", "r-4"}));
}

TEST(Limit, ListsNothingOfMuchThatIsAllDoubted) {
  Report report;
  report.findings = {on("a", "r-1"), on("b", "r-2"), on("c", "r-3"), on("a", "r-4")};
  for (Finding& finding : report.findings) finding.doubts = {"called back"};
  keep_groups(report, {.few = 3, .most = 9});
  EXPECT_EQ(ids(report), (std::vector<std::string>{"r-1", "r-2", "r-3", "r-4"}));
  keep_groups(report, {.few = 2, .most = 9});
  EXPECT_TRUE(report.findings.empty());
  Sources none;
  EXPECT_NE(to_text(report, none, {})
                .find("nothing found that nothing speaks against; 4 doubted or "
                      "less serious, which --all lists\n"),
            std::string::npos);
  ASSERT_EQ(report.analysed.notes.size(), 1U);
  EXPECT_EQ(report.analysed.notes[0].why,
            "4 that are doubted or less serious, 3 fields and objects among them, are not listed: "
            "--all lists them");
}

TEST(Limit, SaysNothingWhereAllFit) {
  Report report;
  report.findings = {on("a", "r-1"), on("b", "r-2")};
  keep_groups(report, {.few = 2, .most = 2});
  EXPECT_EQ(ids(report), (std::vector<std::string>{"r-1", "r-2"}));
  EXPECT_TRUE(report.analysed.notes.empty());
}

Finding deadlock(const std::string& id, const std::string& first, const std::string& second) {
  Finding finding;
  finding.id = id;
  finding.kind = Kind::kDeadlock;
  for (const std::string& lock : {first, second})
    finding.sides.emplace_back().wants = Lock{.name = lock};
  return finding;
}

TEST(Limit, TakesDeadlocksOfTheSameLocksTogether) {
  Report report;
  report.findings = {deadlock("d-1", "a", "b"), deadlock("d-2", "b", "a"), on("a", "r-1"),
                     deadlock("d-3", "a", "c")};
  keep_groups(report, {.few = 2, .most = 2});
  EXPECT_EQ(ids(report), (std::vector<std::string>{"d-1", "d-2", "r-1"}));
}

}  // namespace
}  // namespace heddle::report
