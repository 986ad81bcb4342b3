// The report that product documents show: a race on bank.Account.balance, and a deadlock beside it.
#pragma once

#include "report/finding.h"
#include "report/report.h"

namespace heddle::report {

// Teller writes under a lock, main reads without one.
Finding bank_race();

// Two transfers that lock each other's account.
Finding bank_deadlock();

// What was looked at, and bank_race() alone.
Report bank_report();

}  // namespace heddle::report
