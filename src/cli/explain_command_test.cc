#include "cli/explain_command.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/exit_code.h"
#include "cli/heddle_test_only.h"
#include "cli/last_report.h"
#include "cli/report_options.h"
#include "report/finding.h"
#include "report/json.h"
#include "report/report.h"
#include "workspace/scratch_folder_test_only.h"

namespace heddle::cli {
namespace {

using nlohmann::json;

report::Side side_at(std::uint32_t line) {
  return {.operation = report::Operation::kWrite,
          .at = {"bank.Account", "deposit(I)V", "Account.java", line},
          .thread = {.name = "Teller"}};
}

class ExplainCommand : public testing::Test {
 protected:
  ExplainCommand() {
    report::Report report;
    report.findings = {
        {.id = "r-5f1c09ab",
         .subject = report::Subject{.class_name = "bank.Account", .field = "balance"},
         .sides = {side_at(12), side_at(15)}}};
    report.suppressed = {
        {.id = "d-0a1b2c3d", .kind = report::Kind::kDeadlock, .sides = {side_at(20), side_at(21)}}};
    report_ = scratch_.write("report.json", report::to_json(report));
  }

  Answer explain(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "explain");
    arguments.insert(arguments.end(), {"--report", report_});
    return heddle(arguments);
  }

  workspace::ScratchFolder scratch_;
  std::string report_;
};

TEST_F(ExplainCommand, TellsEverythingWithSources) {
  std::string source;
  for (int line = 1; line <= 20; ++line) source += "line" + std::to_string(line) + "();\n";
  scratch_.write("project/src/main/java/bank/Account.java", source);
  const Answer answer = explain({"r-5f1c09ab", "--source", scratch_.path("project")});
  EXPECT_EQ(answer.code, ExitCode::kNothingFound) << answer.errors;
  EXPECT_TRUE(answer.output.starts_with("r-5f1c09ab  data race on bank.Account.balance\n"));
  EXPECT_NE(answer.output.find("  >    12 | line12();\n"), std::string::npos) << answer.output;
  EXPECT_EQ(answer.output.find('\x1b'), std::string::npos);
}

TEST_F(ExplainCommand, FindsWhatIsSuppressed) {
  const Answer answer = explain({"d-0a1b2c3d"});
  EXPECT_EQ(answer.code, ExitCode::kNothingFound) << answer.errors;
  EXPECT_TRUE(answer.output.starts_with("d-0a1b2c3d  deadlock of Teller with others like it\n"));
}

TEST_F(ExplainCommand, HasTheOtherFormats) {
  const Answer as_json = explain({"r-5f1c09ab", "--format", "json"});
  EXPECT_EQ(json::parse(as_json.output).at("findings").at(0).at("id"), "r-5f1c09ab");
  const Answer as_sarif = explain({"r-5f1c09ab", "--format", "sarif"});
  EXPECT_EQ(json::parse(as_sarif.output).at("runs").at(0).at("results").size(), 1U);
}

TEST_F(ExplainCommand, SaysWhatIsWrong) {
  const Answer unknown = explain({"r-00000000"});
  EXPECT_EQ(unknown.code, ExitCode::kWrongUsage);
  EXPECT_EQ(unknown.errors, "heddle: " + report_ + ": no finding r-00000000 among its 2\n");
  const Answer missing = heddle({"explain", "r-5f1c09ab", "--report", scratch_.path("none")});
  EXPECT_EQ(missing.code, ExitCode::kUnreadableInput);
  EXPECT_NE(missing.errors.find("none: No such file or directory"), std::string::npos);
  const Answer broken =
      heddle({"explain", "r-5f1c09ab", "--report", scratch_.write("broken.json", "{}")});
  EXPECT_EQ(broken.code, ExitCode::kUnreadableInput);
  EXPECT_NE(broken.errors.find("broken.json: want a key \"schema\"\n"), std::string::npos);
  const Answer none_kept = heddle({"explain", "r-5f1c09ab"});
  EXPECT_EQ(none_kept.code, ExitCode::kWrongUsage);
  EXPECT_EQ(none_kept.errors,
            "heddle: no report was kept; run heddle check first, or name a report with --report "
            "FILE\n");
}

TEST(LastReport, IsNowhereWithoutACache) {
  const auto environment = [](const char* name) -> std::optional<std::string> {
    return std::string_view(name) == "HEDDLE_CACHE" ? "off" : "/home/me";
  };
  EXPECT_EQ(last_report_file(environment), "");
  EXPECT_FALSE(keep_last_report({}, {}, environment));
  EXPECT_TRUE(last_source_folders(environment).empty());
}

TEST(LastReport, IsKeptWithItsSourceFolders) {
  const workspace::ScratchFolder scratch;
  const auto environment = [&](const char* name) {
    return std::string_view(name) == "HEDDLE_CACHE" ? std::optional(scratch.path("new/cache"))
                                                    : std::nullopt;
  };
  report::Report report;
  report.version = "1";
  EXPECT_TRUE(last_source_folders(environment).empty());
  EXPECT_TRUE(keep_last_report(report, {"/some/src", "/other"}, environment));
  report.version = "2";
  EXPECT_TRUE(keep_last_report(report, {"/some/src", "/other"}, environment));
  const auto kept = open_report(last_report_file(environment));
  ASSERT_TRUE(kept);
  EXPECT_EQ(kept->version, "2");
  EXPECT_EQ(last_source_folders(environment), (std::vector<std::string>{"/some/src", "/other"}));
  const std::string file = scratch.write("file", "");
  const auto blocked = [&](const char*) { return std::optional(file); };
  EXPECT_FALSE(keep_last_report(report, {}, blocked));
}

}  // namespace
}  // namespace heddle::cli
