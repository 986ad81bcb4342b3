#include "report/json.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "report/bank_test_only.h"
#include "report/finding.h"
#include "report/report.h"

namespace heddle::report {
namespace {

using nlohmann::json;

// The contract, as the design of the product shows it.
constexpr const char* kContract = R"json({
  "schema": "heddle-report/1",
  "tool": {"name": "heddle", "version": "0.1.0"},
  "analysed": {"classes": 211, "methods": 1843, "reachable_methods": 9120, "origins": 6,
               "skipped": [{"what": "lib/odd.jar!/a/B.class", "why": "constant pool index 912 out of range"}],
               "notes": [{"what": "a.b.Plugins.load(Plugins.java:31)", "why": "reflection on an unknown name"}]},
  "findings": [{
    "id": "r-5f1c09ab",
    "kind": "data-race",
    "evidence": "possible",
    "support": [{"engine": "whole-program", "evidence": "possible"}],
    "subject": {"class": "bank.Account", "field": "balance"},
    "object": {"class": "bank.Account", "allocated": {"class": "bank.Main", "method": "main([Ljava/lang/String;)V", "file": "Main.java", "line": 9}},
    "sides": [{
      "operation": "write",
      "at": {"class": "bank.Account", "method": "deposit(I)V", "file": "Account.java", "line": 12},
      "thread": {"kind": "thread", "name": "Teller started at Main.java:14", "started": {"class": "bank.Main", "method": "main([Ljava/lang/String;)V", "file": "Main.java", "line": 14}},
      "locks": [{"name": "bank.Account.lock", "mode": "exclusive", "acquired": {"class": "bank.Account", "method": "deposit(I)V", "file": "Account.java", "line": 11}}],
      "stack": [{"class": "bank.Teller", "method": "run()V", "file": "Teller.java", "line": 20}]
    }, {"operation": "read"}]
  }]
})json";

// Everything in `wanted` is in `found` with the same value; objects of `found` may have more.
void expect_within(const json& wanted, const json& found, const std::string& where) {
  if (wanted.is_object()) {
    ASSERT_TRUE(found.is_object()) << where;
    for (const auto& [key, value] : wanted.items()) {
      ASSERT_TRUE(found.contains(key)) << where << "." << key;
      expect_within(value, found.at(key), where + "." + key);
    }
  } else if (wanted.is_array()) {
    ASSERT_TRUE(found.is_array()) << where;
    ASSERT_LE(wanted.size(), found.size()) << where;
    for (std::size_t i = 0; i < wanted.size(); ++i)
      expect_within(wanted[i], found[i], where + "[" + std::to_string(i) + "]");
  } else {
    EXPECT_EQ(wanted, found) << where;
  }
}

TEST(Json, KeepsWhatWasProven) {
  Report report = bank_report();
  report.guide = {{.class_name = "bank.Account",
                   .bytes = "00000000000000ff",
                   .methods = {{.method = "deposit(I)V", .proven = {4, 19}}}},
                  {.class_name = "bank.Main", .bytes = "0123456789abcdef", .methods = {}}};
  const auto again = from_json(to_json(report));
  ASSERT_TRUE(again) << again.error().describe();
  EXPECT_EQ(*again, report);
}

TEST(Json, IsTheContract) {
  expect_within(json::parse(kContract), json::parse(to_json(bank_report())), "");
}

TEST(Json, BothSidesHaveTheSameKeys) {
  const json sides = json::parse(to_json(bank_report())).at("findings").at(0).at("sides");
  ASSERT_EQ(sides.size(), 2U);
  for (const auto& [key, value] : sides[0].items()) EXPECT_TRUE(sides[1].contains(key)) << key;
  EXPECT_EQ(sides[1].at("locks"), json::array());
  EXPECT_EQ(sides[1].at("thread").at("kind"), "main");
  EXPECT_EQ(sides[1].at("thread").at("started"), nullptr);
}

TEST(Json, ADeadlockHasWantsAndHolds) {
  Report report;
  report.findings = {bank_deadlock()};
  const json finding = json::parse(to_json(report)).at("findings").at(0);
  EXPECT_EQ(finding.at("kind"), "deadlock");
  EXPECT_EQ(finding.at("subject"), nullptr);
  ASSERT_EQ(finding.at("sides").size(), 2U);
  for (const json& side : finding.at("sides")) {
    EXPECT_EQ(side.at("operation"), "acquire");
    EXPECT_EQ(side.at("wants").at("acquired").at("line"), 21);
    EXPECT_EQ(side.at("holds").at(0).at("acquired").at("line"), 20);
    EXPECT_FALSE(side.contains("locks"));
  }
}

TEST(Json, WhatIsNotKnownIsNull) {
  Report report;
  report.findings = {Finding{.subject = Subject{.class_name = "java.util.HashMap"},
                             .sides = {Side{.at = {.class_name = "a.B", .method = "m()V"}}}}};
  const json finding = json::parse(to_json(report)).at("findings").at(0);
  EXPECT_EQ(finding.at("subject").at("field"), nullptr);
  EXPECT_EQ(finding.at("object"), nullptr);
  EXPECT_EQ(finding.at("sides").at(0).at("at").at("file"), nullptr);
  EXPECT_EQ(finding.at("sides").at(0).at("at").at("line"), nullptr);
}

TEST(Json, WhatEnginesCountAndRunsCostIsThere) {
  Report report;
  report.analysed.counts = {{"pairs_considered", 12}, {"shared", 4}};
  report.seconds = {{"read", 0.25}, {"solve", 1.5}};
  report.peak_megabytes = 112.25;
  const json found = json::parse(to_json(report));
  EXPECT_EQ(found.at("analysed").at("counts"), json({{"pairs_considered", 12}, {"shared", 4}}));
  EXPECT_EQ(found.at("seconds").at("solve"), 1.5);
  EXPECT_EQ(found.at("peak_mb"), 112.2);
}

TEST(Json, ATaskKnowsWhoSentIt) {
  Report report = bank_report();
  Thread& thread = report.findings[0].sides[0].thread;
  thread = {.kind = ThreadKind::kEvent,
            .name = "onLoaded",
            .many = true,
            .runs_on = "main looper",
            .sends = {{.from = "main", .at = Place{"a.A", "go()V", "A.java", 3}}}};
  const json found =
      json::parse(to_json(report)).at("findings").at(0).at("sides").at(0).at("thread");
  EXPECT_EQ(found.at("many"), true);
  EXPECT_EQ(found.at("runs_on"), "main looper");
  EXPECT_EQ(found.at("sends").at(0).at("from"), "main");
  EXPECT_EQ(found.at("sends").at(0).at("at").at("line"), 3);
}

// --- reading it back -----------------------------------------------------------------------------

// Everything that a report can have.
Report full_report() {
  Report report = bank_report();
  report.analysed.counts = {{"pairs_considered", 12}, {"shared", 4}, {"a", 1}};
  report.seconds = {{"read", 0.25}};
  report.peak_megabytes = 12.5;
  report.findings.push_back(bank_deadlock());
  Finding& race = report.findings[0];
  race.reasons = {{.kind = ReasonKind::kLostUpdate, .why = "so"},
                  {.kind = ReasonKind::kStatisticsCounter}};
  race.severity = Severity::kSerious;
  race.instances = 7;
  race.unordered = "nobody waits";
  race.how = {"one", "two"};
  race.known = false;
  race.sides[0].ordinal = 2;
  race.sides[0].maybe_locks = {{.name = "l", .mode = LockMode::kShared}};
  race.sides[0].thread.many = true;
  race.sides[0].thread.runs_on = "a pool";
  race.sides[0].thread.sends = {{.from = "main", .at = race.sides[1].at}, {.from = "x"}};
  report.suppressed = {bank_race()};
  report.suppressed[0].suppressed = {.kind = SuppressionKind::kConfiguration, .where = "here"};
  report.unused_suppressions = {{"Account.java:3", "nothing is found here"}};
  report.fixed = {{.id = "r-1", .subject = "a.B.c", .sites = {"read a.B.m()V"}}};
  return report;
}

std::string refusal(std::string_view text) {
  const auto report = from_json(text);
  return report ? "taken" : report.error().describe();
}

TEST(JsonRead, GivesBackWhatWasWritten) {
  for (const Report& report : {Report{}, bank_report(), full_report()}) {
    const auto back = from_json(to_json(report));
    ASSERT_TRUE(back) << back.error().describe();
    EXPECT_EQ(*back, report);
    EXPECT_EQ(to_json(*back), to_json(report));
  }
}

TEST(JsonRead, TakesTheContractAsOthersWriteIt) {
  const auto report = from_json(kContract);
  ASSERT_TRUE(report) << report.error().describe();
  ASSERT_EQ(report->findings.size(), 1U);
  EXPECT_EQ(report->findings[0].sides[0].locks[0].acquired->line, 11U);
  EXPECT_EQ(report->findings[0].instances, 1U);
}

TEST(JsonRead, PassesOverWhatItDoesNotKnow) {
  EXPECT_EQ(refusal(R"({"schema": "heddle-report/1", "findings": [], "mood": {"a": [1]}})"),
            "taken");
}

TEST(JsonRead, NamesThePlace) {
  json wrong = json::parse(to_json(bank_report()));
  wrong["findings"][0]["sides"][1]["at"]["line"] = "12";
  EXPECT_EQ(refusal(wrong.dump()),
            "findings[0].sides[1].at.line: want a whole number, found a text");
  wrong["findings"][0]["sides"][1]["at"]["line"] = 5'000'000'000;
  EXPECT_EQ(refusal(wrong.dump()),
            "findings[0].sides[1].at.line: want a whole number up to 4294967295, found 5000000000");
  wrong["findings"][0]["kind"] = "mood";
  EXPECT_EQ(refusal(wrong.dump()),
            "findings[0].kind: \"mood\" is not known here; was this written by a newer heddle?");
  wrong["findings"][0].erase("id");
  EXPECT_EQ(refusal(wrong.dump()), "findings[0]: want a key \"id\"");
  wrong["findings"] = 3;
  EXPECT_EQ(refusal(wrong.dump()), "findings: want a list, found a number");
  wrong["schema"] = "other/1";
  EXPECT_EQ(refusal(wrong.dump()),
            "schema: want \"heddle-report/1\"; this is not a report, or one of another version");
}

TEST(JsonRead, RefusesWhatIsNoReport) {
  EXPECT_TRUE(refusal("").starts_with("not JSON: line 1, column 1: ")) << refusal("");
  EXPECT_TRUE(refusal("{\"schema\": \"\xff\"}").starts_with("not JSON: "));
  EXPECT_TRUE(refusal("[1e999]").starts_with("not JSON: ")) << refusal("[1e999]");
  EXPECT_EQ(refusal("[]"), "want a key \"schema\"");
  EXPECT_EQ(refusal("null"), "want an object, found nothing");
  EXPECT_LT(refusal("{\"a\": " + std::string(100'000, 'x')).size(), 200U);
}

TEST(JsonRead, HasLimits) {
  const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');
  EXPECT_EQ(refusal(deep), "nested too deeply");
  std::string wide = "{";
  for (int i = 0; i < 200'000; ++i) wide += "\"k" + std::to_string(i) + "\":0,";
  EXPECT_EQ(refusal(wide + "\"z\":0}"), "an object with too many keys");
}

}  // namespace
}  // namespace heddle::report
