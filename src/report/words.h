// A finding in English, for every printer that talks to people.
//
// Pure functions; clauses and sentences come without a line end, and may have anything in them that
// a name can have.
#pragma once

#include <string>
#include <string_view>

#include "report/finding.h"

namespace heddle::report {

// "data race", "data races".
std::string_view kind_in_words(Kind kind, bool several = false);

// "data race on bank.Account.balance", "deadlock between main and Teller started at Main.java:14".
std::string title(const Finding& finding);

// "lost update"; what is likely harmless says so; empty where no reason is known.
std::string_view headline_reason(const Finding& finding);

// "main", "Teller started at Main.java:14 (several at once)".
std::string thread_in_words(const Thread& thread);

// "bank.Account.lock", "bank.Cache.lock (shared)".
std::string lock_in_words(const Lock& lock);

// "Account.deposit (Account.java:12)".
std::string place_in_words(const Place& place);

// Both sides are one place: the code races with itself.
bool is_against_itself(const Finding& finding);

// Why nothing orders the sides: what the engine says, and how their locks fail. For a guard
// violation, which lock is missing. Empty for deadlocks.
std::string why_unordered(const Finding& finding);

// What would order them, where the locks suggest something; else empty.
std::string advice(const Finding& finding);

}  // namespace heddle::report
