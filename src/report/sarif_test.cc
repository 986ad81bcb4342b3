// What the SARIF schema asks for, as far as we write it, checked by hand: whoever changes the
// printer runs tools/proofs/sarif, which asks the schema itself.
#include "report/sarif.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "report/bank_test_only.h"
#include "report/finding.h"
#include "report/finish.h"
#include "report/report.h"
#include "report/sarif_location.h"
#include "report/source.h"

namespace heddle::report {
namespace {

using nlohmann::json;

json sarif_of(Report report, const SarifOptions& options = {}, Sources sources = {}) {
  finish(report);
  return json::parse(to_sarif(report, sources, options));
}

json first_result(const Report& report) {
  return sarif_of(report).at("runs").at(0).at("results").at(0);
}

void expect_location(const json& location) {
  const json& artifact = location.at("physicalLocation").at("artifactLocation");
  const auto uri = artifact.at("uri").get<std::string>();
  EXPECT_FALSE(uri.starts_with('/')) << uri;
  EXPECT_EQ(uri.find_first_of(": \\"), std::string::npos) << uri;
  EXPECT_EQ(artifact.at("uriBaseId"), "%SRCROOT%");
  EXPECT_GE(location.at("physicalLocation").at("region").at("startLine"), 1);
}

TEST(Sarif, HasWhatTheSchemaRequires) {
  const json log = sarif_of(bank_report());
  EXPECT_EQ(log.at("version"), "2.1.0");
  ASSERT_EQ(log.at("runs").size(), 1U);
  const json& run = log.at("runs").at(0);
  const json& driver = run.at("tool").at("driver");
  EXPECT_EQ(driver.at("name"), "heddle");
  EXPECT_EQ(driver.at("version"), "0.1.0");
  for (const json& rule : driver.at("rules")) {
    EXPECT_TRUE(rule.at("id").is_string());
    EXPECT_TRUE(rule.at("shortDescription").at("text").is_string());
  }
  EXPECT_EQ(run.at("invocations").at(0).at("executionSuccessful"), true);
  EXPECT_EQ(run.at("invocations").at(0).at("toolExecutionNotifications").size(), 2U);
  EXPECT_TRUE(run.at("originalUriBaseIds").contains("%SRCROOT%"));
}

TEST(Sarif, AResultHasItsPlacesAndFingerprints) {
  const json run = sarif_of(bank_report()).at("runs").at(0);
  const json& result = run.at("results").at(0);
  EXPECT_EQ(result.at("ruleId"), "data-race");
  const auto index = result.at("ruleIndex").get<std::size_t>();
  EXPECT_EQ(run.at("tool").at("driver").at("rules").at(index).at("id"), "data-race");
  EXPECT_EQ(result.at("level"), "warning");
  EXPECT_EQ(result.at("fingerprints"), json({{"heddleFinding/v1", "r-5f1c09ab"}}));
  EXPECT_EQ(result.at("partialFingerprints"), result.at("fingerprints"));
  ASSERT_EQ(result.at("locations").size(), 1U);
  expect_location(result.at("locations").at(0));
  EXPECT_EQ(result.at("relatedLocations").size(), 4U);
  std::set<int> ids;
  for (const json& location : result.at("relatedLocations")) {
    expect_location(location);
    EXPECT_TRUE(location.at("message").at("text").is_string());
    ids.insert(location.at("id").get<int>());
  }
  EXPECT_EQ(ids, (std::set{1, 2, 3, 4}));
  EXPECT_EQ(result.at("message").at("text"),
            "Data race on bank.Account.balance: write in Account.deposit (Account.java:12) by "
            "Teller started at Main.java:14, holding bank.Account.lock; read in [Account.peek "
            "(Account.java:15)](1) by main, holding no lock. Why: only one side holds a lock, and "
            "no start, join or hand-off puts one first.");
}

TEST(Sarif, EachSideIsAThreadFlow) {
  const json result = first_result(bank_report());
  const json flows = result.at("codeFlows").at(0).at("threadFlows");
  ASSERT_EQ(flows.size(), 2U);
  EXPECT_EQ(flows[0].at("id"), "1");
  EXPECT_EQ(flows[0].at("message").at("text"), "Teller started at Main.java:14");
  ASSERT_EQ(flows[0].at("locations").size(), 3U) << "start, run, deposit";
  ASSERT_EQ(flows[1].at("locations").size(), 2U) << "main, peek";
  for (const json& flow : flows)
    for (const json& step : flow.at("locations")) expect_location(step.at("location"));
  EXPECT_EQ(flows[1].at("locations").at(1).at("importance"), "essential");
}

TEST(Sarif, ADeadlockHasOneFlowPerThread) {
  Report report;
  report.findings = {bank_deadlock()};
  const json result = first_result(report);
  EXPECT_EQ(result.at("level"), "error");
  EXPECT_EQ(result.at("codeFlows").at(0).at("threadFlows").size(), 2U);
}

TEST(Sarif, PathsAreThoseOfTheSourcesIfThereAreAny) {
  Sources sources([](std::string_view path) -> std::optional<SourceFile> {
    return SourceFile{.path = "my src/" + std::string(path), .text = "a\nb\n"};
  });
  Report report = bank_report();
  report.findings[0].sides[0].at.line = 2;
  const json location = sarif_of(report, {}, std::move(sources))
                            .at("runs")
                            .at(0)
                            .at("results")
                            .at(0)
                            .at("locations")
                            .at(0)
                            .at("physicalLocation");
  EXPECT_EQ(location.at("artifactLocation").at("uri"), "my%20src/bank/Account.java");
  EXPECT_EQ(location.at("region").at("snippet").at("text"), "b");
}

TEST(Sarif, APlaceWithoutAFileHasOnlyAName) {
  Report report = bank_report();
  report.findings[0].sides[0].at.file.clear();
  report.findings[0].sides[0].at.line = 0;
  const json location = first_result(report).at("locations").at(0);
  EXPECT_FALSE(location.contains("physicalLocation"));
  EXPECT_EQ(location.at("logicalLocations").at(0).at("fullyQualifiedName"),
            "bank.Account.deposit(I)V");
}

TEST(Sarif, NamesDoNotBecomeLinks) {
  EXPECT_EQ(escaped("int[] a\\b"), "int\\[\\] a\\\\b");
  EXPECT_EQ(uri_of("a b/ü:c#d.java"), "a%20b/%C3%BC%3Ac%23d.java");
}

TEST(Sarif, KnowsBaselinesAndSuppressions) {
  Report report = bank_report();
  report.findings[0].known = true;
  report.suppressed = {bank_deadlock()};
  report.suppressed[0].suppressed = {.kind = SuppressionKind::kConfiguration, .why = "later"};
  EXPECT_EQ(first_result(report).at("baselineState"), "unchanged");
  EXPECT_EQ(sarif_of(report).at("runs").at(0).at("results").size(), 1U);
  const json all = sarif_of(report, {.with_suppressed = true}).at("runs").at(0).at("results");
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[1].at("suppressions"),
            json::array({{{"kind", "external"}, {"justification", "later"}}}));
}

TEST(Sarif, KeepsToTheLimitsOfCodeHostsAndSaysSo) {
  Report report;
  for (int i = 0; i < 4; ++i) {
    report.findings.push_back(bank_race());
    report.findings.back().id = "r-" + std::to_string(i);
    report.findings.back().subject->field = "f" + std::to_string(i);
    report.findings.back().sides[0].stack.insert(report.findings.back().sides[0].stack.begin(), 50,
                                                 report.findings.back().sides[1].at);
  }
  const json run = sarif_of(report, {.most_results = 3, .most_locations = 2}).at("runs").at(0);
  EXPECT_EQ(run.at("results").size(), 3U);
  EXPECT_EQ(run.at("results").at(0).at("relatedLocations").size(), 2U);
  EXPECT_EQ(
      run.at("results").at(0).at("codeFlows").at(0).at("threadFlows").at(0).at("locations").size(),
      4U)
      << "the start, two frames, the access";
  EXPECT_EQ(
      run.at("invocations").at(0).at("toolExecutionNotifications").at(0).at("message").at("text"),
      "1 findings are left out: only the 3 most serious are here");
}

}  // namespace
}  // namespace heddle::report
