// `heddle trace` as its users see it.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <ios>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "cli/exit_code.h"
#include "cli/heddle_test_only.h"
#include "workspace/scratch_folder_test_only.h"

namespace heddle::cli {
namespace {

// Figure 3.6 of the thesis, MyTracks: what was used may have been freed.
constexpr std::string_view kMyTracks = R"(heddle-trace 1
main loop-enter ui
service send ui onServiceConnected @a.Service.connect:9
main send ui onDestroy input
main begin onServiceConnected
main read utils value=7 not-null @a.Tracks.onServiceConnected:20
main dereference object=7 @a.Tracks.onServiceConnected:21
main end onServiceConnected
main begin onDestroy
main write utils null @a.Tracks.onDestroy:30
main end onDestroy
)";

// Figure 3.7: a guarded use, and a use after an allocation, against a free.
constexpr std::string_view kCommutative = R"(heddle-trace 1
main loop-enter ui
A send ui onPause
B send ui onFocus
C send ui onResume
main begin onPause
main read p value=7 not-null @a.A.onPause:1
main null-test object=7 @a.A.onPause:2
main dereference object=7 @a.A.onPause:3
main end onPause
main begin onFocus
main write p null @a.A.onFocus:4
main end onFocus
main begin onResume
main write p value=8 not-null @a.A.onResume:5
main read p value=8 not-null @a.A.onResume:6
main dereference object=8 @a.A.onResume:7
main end onResume
)";

std::string read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

class TraceCommand : public testing::Test {
 protected:
  std::string file(const std::string& name, std::string_view text) {
    return folder_.write(name, text);
  }
  std::string path(const std::string& name) { return folder_.path(name); }

  workspace::ScratchFolder folder_;
};

std::size_t count(const nlohmann::json& report, std::string_view kind) {
  std::size_t found = 0;
  for (const auto& finding : report["findings"]) found += finding["kind"] == kind ? 1U : 0U;
  return found;
}

TEST_F(TraceCommand, FindsTheUseAfterFreeOfMyTracks) {
  const Answer answer = heddle({"trace", file("run.txt", kMyTracks), "--format", "json"});
  EXPECT_EQ(answer.code, ExitCode::kFindings) << answer.errors;
  const auto report = nlohmann::json::parse(answer.output);
  ASSERT_EQ(count(report, "use-free-race"), 1U);
  EXPECT_EQ(count(report, "order-violation"), 1U);
  for (const auto& finding : report["findings"]) {
    EXPECT_EQ(finding["evidence"], "predicted");
    EXPECT_EQ(finding["subject"]["field"], "utils");
  }
}

TEST_F(TraceCommand, LeavesCommutativeEventsAlone) {
  const Answer answer = heddle({"trace", file("run.txt", kCommutative), "--format", "json"});
  EXPECT_EQ(count(nlohmann::json::parse(answer.output), "use-free-race"), 0U);
}

TEST_F(TraceCommand, WitnessesRacesInTheStrictOrder) {
  const Answer answer = heddle({"trace", file("run.std", "T1|w(x)|1\nT2|w(x)|2\nT1|w(y)|3\n"),
                                "--order", "strict", "--format", "json"});
  EXPECT_EQ(answer.code, ExitCode::kFindings);
  const auto report = nlohmann::json::parse(answer.output);
  ASSERT_EQ(report["findings"].size(), 1U);
  EXPECT_EQ(report["findings"][0]["evidence"], "witnessed");
  EXPECT_EQ(report["findings"][0]["subject"], (nlohmann::json{{"class", ""}, {"field", "x"}}));
}

TEST_F(TraceCommand, TellsTheLinesOfStd) {
  const Answer answer = heddle({"trace", file("run.std", "T1|w(x)|12\nT2|w(x)|20\n")});
  EXPECT_NE(answer.output.find("data race on x "), std::string::npos) << answer.output;
  EXPECT_NE(answer.output.find("write  line 12  in T1"), std::string::npos) << answer.output;
  EXPECT_NE(answer.output.find("write  line 20  in T2"), std::string::npos) << answer.output;
}

// T1 and T2 race on x and on y.
constexpr std::string_view kTwoRaces = R"(heddle-trace 1
location x field=x class=a.A object=1
location y field=y class=a.A object=1
place p1 class=a.A method=one()V file=A.java line=1
place p2 class=a.A method=two()V file=A.java line=2
T1 write x @p1
T2 write x @p2
T1 write y @p1
T2 read y @p2
)";

TEST_F(TraceCommand, TellsInBothOrdersWhatEitherShows) {
  const std::string run = file("run.txt", kTwoRaces);
  const auto evidence = [&](const std::string& order) {
    const Answer answer = heddle({"trace", run, "--order", order, "--format", "json"});
    std::string words;
    const auto report = nlohmann::json::parse(answer.output);
    for (const auto& finding : report["findings"]) {
      words += finding["evidence"].get<std::string>() + " ";
      EXPECT_EQ(finding["instances"], 1);
    }
    return words;
  };
  EXPECT_EQ(evidence("relaxed"), "possible possible ");
  EXPECT_EQ(evidence("both"), "witnessed witnessed ");
}

TEST_F(TraceCommand, JoinsAStaticReport) {
  const std::string known = file("static.json", R"({"schema": "heddle-report/1", "findings": [
      {"id": "r-00000001", "kind": "data-race", "evidence": "possible",
       "support": [{"engine": "whole-program", "evidence": "possible"}],
       "subject": {"class": "a.A", "field": "x"},
       "sides": [{"operation": "write", "ordinal": 2, "at": {"class": "a.A", "method": "two()V", "line": 2}},
                 {"operation": "write", "at": {"class": "a.A", "method": "one()V", "line": 1}}]},
      {"id": "r-00000002", "kind": "data-race", "evidence": "possible",
       "support": [{"engine": "whole-program", "evidence": "possible"}],
       "subject": {"class": "a.A", "field": "z"},
       "sides": [{"operation": "write"}, {"operation": "read"}]}]})");
  const Answer answer =
      heddle({"trace", file("run.txt", kTwoRaces), "--report", known, "--format", "json"});
  EXPECT_EQ(answer.code, ExitCode::kFindings) << answer.errors;
  const auto report = nlohmann::json::parse(answer.output);
  std::map<std::string, nlohmann::json> by_field;
  for (const auto& finding : report["findings"]) by_field[finding["subject"]["field"]] = finding;
  ASSERT_EQ(by_field.size(), 3U);
  EXPECT_EQ(by_field["x"]["id"], "r-00000001");
  EXPECT_EQ(by_field["x"]["evidence"], "witnessed");
  EXPECT_EQ(by_field["x"]["support"].size(), 2U);
  EXPECT_FALSE(by_field["x"].contains("static_miss"));
  EXPECT_EQ(by_field["y"]["static_miss"], "the static report has nothing on it");
  EXPECT_EQ(by_field["z"]["evidence"], "possible");
  EXPECT_EQ(report["analysed"]["counts"]["supported_by_run"], 1);
  EXPECT_EQ(report["analysed"]["counts"]["static_misses"], 1);
}

TEST_F(TraceCommand, SaysThatAStaticReportCannotBeRead) {
  const Answer answer = heddle({"trace", file("run.txt", kTwoRaces), "--report", path("none")});
  EXPECT_EQ(answer.code, ExitCode::kUnreadableInput);
  EXPECT_NE(answer.errors.find("none"), std::string::npos);
}

TEST_F(TraceCommand, ConvertsThereAndBack) {
  const std::string text = file("run.txt", kMyTracks);
  EXPECT_EQ(heddle({"trace", "convert", text, path("run.trace")}).code, ExitCode::kNothingFound);
  EXPECT_EQ(heddle({"trace", "convert", path("run.trace"), path("one.txt")}).code,
            ExitCode::kNothingFound);
  EXPECT_EQ(heddle({"trace", "convert", path("one.txt"), path("two.txt")}).code,
            ExitCode::kNothingFound);
  EXPECT_EQ(read(path("one.txt")), read(path("two.txt")));
  EXPECT_EQ(heddle({"trace", text, "--format", "json"}).output.size(),
            heddle({"trace", path("run.trace"), "--format", "json"}).output.size());
}

TEST_F(TraceCommand, FindsTheSameWithoutItsTechniques) {
  const std::string text = file("run.txt", kMyTracks);
  const std::string whole = heddle({"trace", text}).output;
  EXPECT_EQ(heddle({"trace", "--without", "tree,sends", text}).output, whole);
  EXPECT_EQ(heddle({"trace", "--without", "reclaim", "--chains", "trivial", text}).output, whole);
}

TEST_F(TraceCommand, MergesSeveralTraces) {
  const Answer answer = heddle({"trace", file("one.std", "T1|w(x)|1\nT2|w(x)|2\n"),
                                file("two.std", "T1|w(y)|1\nT2|w(y)|2\n"), "--format", "json"});
  EXPECT_EQ(nlohmann::json::parse(answer.output)["findings"].size(), 2U);
}

TEST_F(TraceCommand, SaysWhatIsWrongWithAFile) {
  const Answer broken = heddle({"trace", file("bad.trace", "HEDDLETR")});
  EXPECT_EQ(broken.code, ExitCode::kUnreadableInput);
  EXPECT_NE(broken.errors.find("not a trace"), std::string::npos) << broken.errors;
  EXPECT_EQ(heddle({"trace", path("none.trace")}).code, ExitCode::kUnreadableInput);
  EXPECT_EQ(heddle({"trace", file("run.xyz", "")}).code, ExitCode::kUnreadableInput);
  EXPECT_EQ(heddle({"trace"}).code, ExitCode::kWrongUsage);
  const Answer odd = heddle({"trace", file("odd.txt", "heddle-trace 1\nL begin A\nL end A\n")});
  EXPECT_EQ(odd.code, ExitCode::kNothingFound);
  EXPECT_NE(odd.output.find("an event begins that nobody sent"), std::string::npos) << odd.output;
}

TEST_F(TraceCommand, NotesOrdersThatCannotBe) {
  struct Odd {
    std::string_view operations, why;
  };
  for (const Odd& odd : {Odd{"A join B\n", "a thread is joined that was never seen"},
                         Odd{"A end e1\n", "an event ends that is not running"},
                         Odd{"A begin e1\nA end e1\n", "an event begins that nobody sent"},
                         Odd{"B thread-begin\nA fork B\n", "a thread is forked after it began"},
                         Odd{"A lock L\nB lock L\n", "a lock is taken that another thread holds"},
                         Odd{"A unlock L\n", "a lock is released that is not held"}}) {
    const std::string text = "heddle-trace 1\n" + std::string(odd.operations);
    const Answer answer = heddle({"trace", file("odd.txt", text)});
    EXPECT_EQ(answer.code, ExitCode::kNothingFound);
    EXPECT_NE(answer.output.find(odd.why), std::string::npos) << answer.output;
  }
}

TEST_F(TraceCommand, KeepsTheReportForExplain) {
  ::setenv("HEDDLE_CACHE", path("cache").c_str(), 1);
  const Answer answer = heddle({"trace", file("run.txt", kMyTracks)});
  const std::size_t hint = answer.output.find("heddle explain ");
  ASSERT_NE(hint, std::string::npos) << answer.output;
  const std::size_t id = hint + std::string_view("heddle explain ").size();
  const Answer told =
      heddle({"explain", answer.output.substr(id, answer.output.find_first_of(" \n", id) - id)});
  ::setenv("HEDDLE_CACHE", "off", 1);
  EXPECT_NE(told.output.find("onServiceConnected"), std::string::npos) << told.errors;
  EXPECT_EQ(heddle({"trace", path("run.txt")}).output.find("heddle explain"), std::string::npos)
      << "nobody is sent where nothing is kept";
}

TEST_F(TraceCommand, DoesNotConvertAFileIntoItself) {
  const std::string text = file("run.txt", kMyTracks);
  EXPECT_EQ(heddle({"trace", "convert", text, text}).code, ExitCode::kWrongUsage);
  EXPECT_EQ(read(text), kMyTracks);
}

TEST_F(TraceCommand, ReadsATruncatedFileUpToItsLastWholeBlock) {
  std::string text = "heddle-trace 1\n";
  for (int each = 0; each < 20'000; ++each)
    text += "T" + std::to_string(each % 2) + " write x @" + std::to_string(each % 2) + "\n";
  heddle({"trace", "convert", file("run.txt", text), path("run.trace")});
  const std::string bytes = read(path("run.trace"));
  const Answer answer =
      heddle({"trace", file("cut.trace", bytes.substr(0, bytes.size() - 40)), "--order", "strict"});
  EXPECT_EQ(answer.code, ExitCode::kFindings) << answer.errors;
  EXPECT_NE(answer.output.find("cut short"), std::string::npos) << answer.output;
  const Answer nothing = heddle({"trace", file("short.trace", bytes.substr(0, 60))});
  EXPECT_EQ(nothing.code, ExitCode::kUnreadableInput) << "nothing in it could be analysed";
  EXPECT_NE(nothing.errors.find("nothing of it can be read"), std::string::npos) << nothing.errors;
}

}  // namespace
}  // namespace heddle::cli
