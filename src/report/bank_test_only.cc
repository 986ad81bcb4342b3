#include "report/bank_test_only.h"

#include <cstdint>
#include <string>

#include "report/finding.h"
#include "report/report.h"

namespace heddle::report {
namespace {

constexpr const char* kMain = "main([Ljava/lang/String;)V";

Place in_main(std::uint32_t line) { return {"bank.Main", kMain, "Main.java", line}; }

Place in_account(const std::string& method, std::uint32_t line) {
  return {"bank.Account", method, "Account.java", line};
}

Thread main_thread() { return {.kind = ThreadKind::kMain, .name = "main"}; }

Thread teller() {
  return {.kind = ThreadKind::kThread,
          .name = "Teller started at Main.java:14",
          .started = in_main(14)};
}

Side transfer(const std::string& wants, const std::string& holds, const Thread& thread) {
  const std::string method = "transfer(Lbank/Account;I)V";
  return {.operation = Operation::kAcquire,
          .at = in_account(method, 21),
          .thread = thread,
          .stack = {in_main(16), in_account(method, 21)},
          .wants = Lock{.name = wants, .acquired = in_account(method, 21)},
          .holds = {{.name = holds, .acquired = in_account(method, 20)}}};
}

}  // namespace

Finding bank_race() {
  Finding race;
  race.id = "r-5f1c09ab";
  race.support = {{.engine = Engine::kWholeProgram, .evidence = Evidence::kPossible}};
  race.subject = {.class_name = "bank.Account", .field = "balance", .type = {}};
  race.object = {.class_name = "bank.Account", .allocated = in_main(9)};
  const Place deposit = in_account("deposit(I)V", 12);
  const Place peek = in_account("peek()I", 15);
  race.sides = {
      {.operation = Operation::kWrite,
       .at = deposit,
       .thread = teller(),
       .locks = {{.name = "bank.Account.lock", .acquired = in_account("deposit(I)V", 11)}},
       .stack = {{"bank.Teller", "run()V", "Teller.java", 20}, deposit}},
      {.operation = Operation::kRead,
       .at = peek,
       .thread = main_thread(),
       .stack = {in_main(15), peek}}};
  return race;
}

Finding bank_deadlock() {
  Finding deadlock;
  deadlock.id = "d-0a1b2c3d";
  deadlock.kind = Kind::kDeadlock;
  deadlock.support = {{.engine = Engine::kWholeProgram, .evidence = Evidence::kPossible}};
  deadlock.sides = {
      transfer("the account made at Main.java:10", "the account made at Main.java:9",
               main_thread()),
      transfer("the account made at Main.java:9", "the account made at Main.java:10", teller())};
  return deadlock;
}

Report bank_report() {
  Report report;
  report.version = "0.1.0";
  report.analysed = {
      .classes = 211,
      .methods = 1843,
      .reachable_methods = 9120,
      .origins = 6,
      .skipped = {{"lib/odd.jar!/a/B.class", "constant pool index 912 out of range"}},
      .notes = {{"a.b.Plugins.load(Plugins.java:31)", "reflection on an unknown name"}},
      .counts = {}};
  report.findings = {bank_race()};
  return report;
}

}  // namespace heddle::report
