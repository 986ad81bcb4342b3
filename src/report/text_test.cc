#include "report/text.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>

#include "report/bank_test_only.h"
#include "report/finding.h"
#include "report/finish.h"
#include "report/report.h"
#include "report/source.h"

namespace heddle::report {
namespace {

// Every line of bank/Account.java is its number.
Sources account_source() {
  return Sources([](std::string_view path) -> std::optional<SourceFile> {
    if (path != "bank/Account.java") return std::nullopt;
    SourceFile file{.path = "src/bank/Account.java"};
    for (int line = 1; line <= 30; ++line) file.text += "\tline(" + std::to_string(line) + ");\r\n";
    return file;
  });
}

std::string text_of(Report report, const TextOptions& options = {}) {
  finish(report);
  Sources sources = account_source();
  return to_text(report, sources, options);
}

Report only(const Finding& finding) {
  Report report;
  report.findings = {finding};
  return report;
}

TEST(Text, OfARace) {
  Report report = bank_report();
  report.findings[0].reasons = {{.kind = ReasonKind::kLostUpdate}};
  report.findings[0].unordered = "main never joins the teller";
  EXPECT_EQ(
      text_of(report),
      R"(data race on bank.Account.balance                               possible · lost update
  write  Account.deposit (Account.java:12)  in Teller started at Main.java:14
         holds bank.Account.lock
         12 | line(12);
  read   Account.peek (Account.java:15)     in main
         holds nothing
         15 | line(15);
  nothing orders them: main never joins the teller, and only one side holds a lock
  r-5f1c09ab · heddle explain r-5f1c09ab

1 finding: 1 serious
looked at 211 classes, 9,120 reachable methods, 6 threads, tasks and events
1 skipped, not looked at:
  lib/odd.jar!/a/B.class: constant pool index 912 out of range
1 looked at with less than full knowledge:
  a.b.Plugins.load(Plugins.java:31): reflection on an unknown name
)");
}

TEST(Text, OfADeadlockWithoutSources) {
  Report report = only(bank_deadlock());
  finish(report);
  Sources none;
  EXPECT_EQ(to_text(report, none),
            R"(deadlock between main and Teller started at Main.java:14        possible
  main
    holds  the account made at Main.java:9, taken in Account.transfer (Account.java:20)
    wants  the account made at Main.java:10 in Account.transfer (Account.java:21)
  Teller started at Main.java:14
    holds  the account made at Main.java:10, taken in Account.transfer (Account.java:20)
    wants  the account made at Main.java:9 in Account.transfer (Account.java:21)
  d-0a1b2c3d · heddle explain d-0a1b2c3d

1 finding: 1 serious
)");
}

TEST(Text, OfAGuardViolation) {
  Finding finding = bank_race();
  finding.kind = Kind::kGuardViolation;
  finding.id = "g-00000001";
  finding.sides.erase(finding.sides.begin());
  finding.sides[0].wants = Lock{.name = "bank.Account.lock"};
  EXPECT_EQ(text_of(only(finding)),
            R"(guard violation on bank.Account.balance                         possible
  read   Account.peek (Account.java:15)  in main
         holds nothing
         15 | line(15);
  the guard: bank.Account.lock guards it elsewhere and is not held here
  g-00000001 · heddle explain g-00000001

1 finding: 1 moderate
)");
}

TEST(Text, CodeThatRacesWithItselfIsToldOnce) {
  Finding finding = bank_race();
  finding.sides[1] = finding.sides[0];
  for (Side& side : finding.sides) {
    side.thread.many = true;
    side.locks = {{.name = "bank.rates", .mode = LockMode::kShared}};
    side.maybe_locks = {{.name = "bank.log"}};
  }
  EXPECT_EQ(text_of(only(finding)),
            R"(data race on bank.Account.balance                               possible
  write  Account.deposit (Account.java:12)  in Teller started at Main.java:14 (several at once)
         holds bank.rates (shared), maybe bank.log
         12 | line(12);
  and    the same place                     in Teller started at Main.java:14 (several at once)
  nothing orders them: both hold bank.rates, but only in a mode that lets several in, and no start, join or hand-off puts one first
  r-5f1c09ab · heddle explain r-5f1c09ab

1 finding: 1 moderate
)");
}

// Five races on one field, the others told in a line.
TEST(Text, AFieldIsOneGroup) {
  Report report;
  for (unsigned i = 0; i < 3; ++i) {
    report.findings.push_back(bank_race());
    report.findings.back().id = "r-0000000" + std::to_string(i);
    report.findings.back().sides[1].at.line = 15 + i;
  }
  EXPECT_EQ(text_of(report, {.most_in_group = 1}),
            R"(3 data races on bank.Account.balance                            possible
  write  Account.deposit (Account.java:12)  in Teller started at Main.java:14
         holds bank.Account.lock
         12 | line(12);
  read   Account.peek (Account.java:15)     in main
         holds nothing
         15 | line(15);
  nothing orders them: only one side holds a lock, and no start, join or hand-off puts one first
  r-00000000 · possible · heddle explain r-00000000

  and 2 more:
    r-00000001  write Account.deposit (Account.java:12), read Account.peek (Account.java:16)
    r-00000002  write Account.deposit (Account.java:12), read Account.peek (Account.java:17)

3 findings: 3 moderate
)");
}

TEST(Text, AGroupOfVeryManyIsCut) {
  Report report;
  for (unsigned i = 0; i < 5; ++i) {
    report.findings.push_back(bank_race());
    report.findings.back().id = "r-0000000" + std::to_string(i);
    report.findings.back().sides[1].at.line = 15 + i;
  }
  const std::string text = text_of(report, {.most_in_group = 1, .most_lines = 2});
  EXPECT_NE(text.find("  and 4 more:\n    r-00000001  "), std::string::npos) << text;
  EXPECT_NE(text.find("\n    2 not shown; --format json lists all\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("r-00000003"), std::string::npos) << text;
}

TEST(Text, SaysWhatSpeaksAgainstAFinding) {
  Report report;
  for (unsigned i = 0; i < 3; ++i) {
    report.findings.push_back(bank_race());
    report.findings.back().id = "r-0000000" + std::to_string(i);
    report.findings.back().sides[1].at.line = 15 + i;
  }
  report.findings[1].doubts = {"the object is one of many", "it is far away"};
  report.findings[2].doubts = {"it is far away", "it is late", "it is over"};
  const std::string text = text_of(report, {.most_in_group = 2});
  EXPECT_NE(text.find("\n  doubted: the object is one of many; and 1 more\n  r-00000001"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("(Account.java:17) · doubted\n"), std::string::npos) << text;
  EXPECT_NE(text.find("; 2 of them doubted\n"), std::string::npos) << text;
}

TEST(Text, HasViewsByObjectAndClass) {
  Finding other = bank_race();
  other.id = "r-00000001";
  other.subject->field = "owner";
  Report report = bank_report();
  report.findings.push_back(other);
  const std::string by_object = text_of(report, {.view = View::kObject});
  EXPECT_TRUE(by_object.starts_with("bank.Account made at Main.java:9 ")) << by_object;
  EXPECT_NE(by_object.find("\n  data race on bank.Account.balance\n"), std::string::npos);
  EXPECT_NE(by_object.find("\n  data race on bank.Account.owner\n"), std::string::npos);
  const std::string by_class = text_of(report, {.view = View::kClass});
  EXPECT_TRUE(by_class.starts_with("bank.Account  ")) << by_class;
}

TEST(Text, TellsWhatIsKnownFixedAndSuppressed) {
  Report report = bank_report();
  report.analysed = {.classes = 1};
  report.findings[0].known = true;
  report.suppressed = {bank_race()};
  report.suppressed[0].id = "r-00000001";
  report.suppressed[0].subject->field = "owner";
  report.suppressed[0].suppressed = Suppression{};
  report.unused_suppressions = {{"bank/Account.java:3", "nothing is found here"}};
  report.fixed = {{.id = "r-00000002", .subject = "bank.Account.name"}};
  EXPECT_EQ(text_of(report), R"(nothing found; 1 known from the baseline; 1 suppressed
1 finding of the baseline fixed:
  r-00000002  data race on bank.Account.name
1 unused suppression:
  bank/Account.java:3: nothing is found here
looked at 1 class
)");
}

TEST(Text, SaysHowManyMethodsWereLookedAtAnew) {
  Report report;
  report.analysed = {.classes = 2,
                     .counts = {{"methods_summarised", 1200}, {"methods_reanalysed", 1200}}};
  EXPECT_TRUE(text_of(report).ends_with("\nlooked at 2 classes, 1,200 methods\n"));
  report.analysed.counts[1].second = 3;
  EXPECT_TRUE(text_of(report).ends_with("\nlooked at 2 classes, 1,200 methods, 3 of them anew\n"));
}

TEST(Text, NamesTheFileThatExplainReads) {
  const std::string text = text_of(bank_report(), {.report_file = "r.json"});
  EXPECT_NE(text.find("heddle explain r-5f1c09ab --report r.json\n"), std::string::npos) << text;
}

TEST(Text, SendsNobodyToAReportThatWasNotKept) {
  const std::string text = text_of(bank_report(), {.is_kept = false});
  EXPECT_NE(text.find("\n  r-5f1c09ab\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("heddle explain"), std::string::npos) << text;
}

TEST(Text, HasColourOnlyWhenAsked) {
  EXPECT_EQ(text_of(bank_report()).find('\x1b'), std::string::npos);
  const std::string coloured = text_of(bank_report(), {.colour = true});
  EXPECT_TRUE(coloured.starts_with("\x1b[1mdata race on bank.Account.balance\x1b[0m  "));
}

TEST(Text, NamesDoNotSteerTheTerminal) {
  Finding finding = bank_race();
  finding.subject->field = "\x1b[2Jx";
  finding.sides[0].thread.name = "a\nb";
  const std::string text = text_of(only(finding));
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_EQ(text.find("a\nb"), std::string::npos);
}

TEST(Explain, TellsEverything) {
  Finding finding = bank_race();
  finding.reasons = {{.kind = ReasonKind::kLostUpdate}};
  finding.support.push_back({.engine = Engine::kTrace, .evidence = Evidence::kPredicted});
  finding.instances = 4;
  finding.how = {"the teller reads 10", "main writes 20"};
  finding.sides[1].thread = {.kind = ThreadKind::kTask,
                             .name = "the task Audit",
                             .runs_on = "a pool made at Main.java:3",
                             .sends = {{.from = "main", .at = finding.object->allocated}}};
  Report report = only(finding);
  finish(report);
  Sources sources = account_source();
  EXPECT_EQ(explain(report.findings[0], sources), R"(r-5f1c09ab  data race on bank.Account.balance
  evidence    possible, by the whole-program analysis
              predicted, by the trace analysis
  severity    serious
              lost update: the value is read, changed and written back: one of two changes can be lost
  object      bank.Account, made in Main.main (Main.java:9)
  instances   4; the clearest is shown

write in Account.deposit (Account.java:12)
  thread      Teller started at Main.java:14
              started in Main.main (Main.java:14)
  holds       bank.Account.lock, taken in Account.deposit (Account.java:11)
  stack       Teller.run (Teller.java:20)
              Account.deposit (Account.java:12)

    src/bank/Account.java
       10 |     line(10);
       11 |     line(11);
  >    12 |     line(12);
       13 |     line(13);
       14 |     line(14);

read in Account.peek (Account.java:15)
  thread      the task Audit
              runs on a pool made at Main.java:3
              sent by main in Main.main (Main.java:9)
  holds       nothing
  stack       Main.main (Main.java:15)
              Account.peek (Account.java:15)

    src/bank/Account.java
       13 |     line(13);
       14 |     line(14);
  >    15 |     line(15);
       16 |     line(16);
       17 |     line(17);

why nothing orders them
  only one side holds a lock, and no start, join or hand-off puts one first

how it happens
  the teller reads 10
  main writes 20

what would help
  hold bank.Account.lock in Account.peek too
)");
}

TEST(Explain, OfADeadlock) {
  Sources none;
  const std::string text = explain(bank_deadlock(), none);
  EXPECT_NE(text.find("  wants       the account made at Main.java:10, asked for in "
                      "Account.transfer (Account.java:21)\n"),
            std::string::npos)
      << text;
}

TEST(Sources, AreAskedForOnceAndOnlyByPlainNames) {
  int asked = 0;
  Sources sources([&](std::string_view) -> std::optional<SourceFile> {
    ++asked;
    return std::nullopt;
  });
  const Place place{"bank.Account", "m()V", "Account.java", 3};
  EXPECT_TRUE(sources.around(place, 1).empty());
  EXPECT_TRUE(sources.around(place, 1).empty());
  EXPECT_EQ(asked, 1);
  EXPECT_EQ(sources.path(place), "bank/Account.java");
  EXPECT_EQ(source_path({.class_name = "Main", .file = "Main.java"}), "Main.java");
  EXPECT_EQ(source_path({.class_name = "a.B", .file = "../../etc/passwd"}), "");
  EXPECT_EQ(source_path({.class_name = "..a.B", .file = "B.java"}), "");
  EXPECT_EQ(source_path({.class_name = "a.B"}), "");
}

TEST(Sources, LinesBeyondTheFileAreNone) {
  Sources sources = account_source();
  EXPECT_TRUE(sources.around({"bank.Account", "m()V", "Account.java", 31}, 2).empty());
  EXPECT_EQ(sources.around({"bank.Account", "m()V", "Account.java", 30}, 2).size(), 3U);
  EXPECT_EQ(sources.around({"bank.Account", "m()V", "Account.java", 1}, 2).size(), 3U);
}

}  // namespace
}  // namespace heddle::report
