// A finding: what every engine says of one bug, as plain data.
//
// An engine fills a Finding with names, hands it to a Report and forgets it; printers, baselines
// and suppressions read nothing else. No IR, no ids of a program: texts only, so that a finding
// outlives what it was found in and can be read back from a file. Values; no thread safety of their
// own.
//
// Names: classes with dots and `$` for nested ones (`bank.Account$Entry`), methods with their JVM
// descriptor (`deposit(I)V`), files as the class file names them (`Account.java`). An empty text
// and line 0 mean: not known.
//
// Which sides there are:
//   data-race, use-free-race   two; a site against itself has two equal ones
//   order-violation            two, in the order in which they ran
//   guard-violation            one, that `wants` the guard
//   endless-wait               one, where it waits
//   unreleased-lock            one, where the lock is taken
//   unchecked-call             one, the call
//   deadlock                   one per thread, round the cycle, each with `wants` and `holds`
//
// What an engine need not fill, for `finish` (report/finish.h) does: `id`, `evidence` (the
// strongest of `support`), `severity`, the reasons that follow from names alone. Nor `suppressed`
// and `known`.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::report {

enum class Kind : std::uint8_t {
  kDataRace,
  kDeadlock,
  kUseFreeRace,
  kOrderViolation,
  kGuardViolation,
  kEndlessWait,
  kUnreleasedLock,
  kUncheckedCall,
};

// Weakest first.
enum class Evidence : std::uint8_t { kPossible, kCertain, kPredicted, kWitnessed };

enum class Engine : std::uint8_t { kWholeProgram, kModular, kTrace };

enum class Operation : std::uint8_t { kRead, kWrite, kUse, kFree, kAcquire, kWait };

enum class LockMode : std::uint8_t { kExclusive, kShared, kOptimistic };

enum class ThreadKind : std::uint8_t { kMain, kThread, kTask, kEvent };

// Least serious first.
enum class Severity : std::uint8_t { kLikelyHarmless, kModerate, kSerious };

// Why a finding matters, or why it may not.
enum class ReasonKind : std::uint8_t {
  kLostUpdate,            // read, change, write back: one of two changes is lost
  kTornValue,             // a long or double written in two halves
  kCheckThenAct,          // what was checked no longer holds when it is acted upon
  kUnsafePublication,     // an object seen before its fields are
  kCorruptedCollection,   // a library object that is not made for several threads
  kStaleRead,             // a plain flag whose change may never be seen
  kIdempotentInitialise,  // likely harmless: whoever comes second stores an equal value
  kStatisticsCounter,     // likely harmless: written, and read only to be shown
};

struct Place {
  std::string class_name{};
  std::string method{};
  std::string file{};
  std::uint32_t line = 0;

  auto operator<=>(const Place&) const = default;
};

// A lock, and where it is taken.
struct Lock {
  std::string name{};  // as a person would: bank.Account.lock
  LockMode mode = LockMode::kExclusive;
  std::optional<Place> acquired{};

  auto operator<=>(const Lock&) const = default;
};

// One step of how a task or event came to run: who sent the next one, and from where.
struct Send {
  std::string from{};  // the sender, as Thread::name says it
  std::optional<Place> at{};

  auto operator<=>(const Send&) const = default;
};

// A thread, an executor's task or an event.
struct Thread {
  ThreadKind kind = ThreadKind::kThread;
  std::string name{};              // in words: "Teller started at Main.java:14"
  std::optional<Place> started{};  // where it is started, submitted or posted
  bool many = false;               // several may run at once
  std::string runs_on{};           // the looper or pool that runs it
  std::vector<Send> sends{};       // from the first sender to the one that sent this

  auto operator<=>(const Thread&) const = default;
};

struct Side {
  Operation operation = Operation::kRead;
  Place at{};
  // Which one, in the order of the code, among the places of this method that do the same to the
  // same subject. Engines that see the code count the same way; 0 where it is not known.
  std::uint32_t ordinal = 0;
  Thread thread{};
  std::vector<Lock> locks{};        // surely held
  std::vector<Lock> maybe_locks{};  // held on some ways here
  std::vector<Place> stack{};       // from the thread's entry down to `at`, or to what calls it
  std::optional<Lock> wants{};      // deadlocks: waited for; guard violations: missing
  std::vector<Lock> holds{};        // deadlocks only

  auto operator<=>(const Side&) const = default;
};

// The field they fight over. Array elements: the array's type and "[]". A library object that no
// field of the application holds: its class, and no field.
struct Subject {
  std::string class_name{};
  std::optional<std::string> field{};
  std::string type{};  // of the field, as a descriptor: "J"; for ranking, not printed

  auto operator<=>(const Subject&) const = default;
};

struct Object {
  std::string class_name{};
  std::optional<Place> allocated{};

  auto operator<=>(const Object&) const = default;
};

struct Support {
  Engine engine = Engine::kWholeProgram;
  Evidence evidence = Evidence::kPossible;

  auto operator<=>(const Support&) const = default;
};

struct Reason {
  ReasonKind kind = ReasonKind::kLostUpdate;
  std::string why{};  // one clause about this very finding; empty: what is always said of the kind

  auto operator<=>(const Reason&) const = default;
};

enum class SuppressionKind : std::uint8_t { kComment, kAnnotation, kConfiguration };

struct Suppression {
  SuppressionKind kind = SuppressionKind::kComment;
  std::string
      where{};        // "bank/Account.java:12", "heddle.toml:3", "@SuppressHeddle on bank.Account"
  std::string why{};  // as its author put it; may be empty

  auto operator<=>(const Suppression&) const = default;
};

struct Finding {
  std::string id{};
  Kind kind = Kind::kDataRace;
  Evidence evidence = Evidence::kPossible;
  std::vector<Support> support{};
  Severity severity = Severity::kModerate;
  std::vector<Reason> reasons{};
  std::optional<Subject> subject{};  // deadlocks have none
  std::optional<Object> object{};
  std::vector<Side> sides{};    // the clearest instance
  std::uint64_t instances = 1;  // pairs of threads, stacks and locks that are this finding
  // What speaks against it, a clause each: the analysis had to guess more than it likes to.
  std::vector<std::string> doubts{};
  std::string unordered{};         // why nothing orders the sides, as a clause; may be empty
  std::vector<std::string> how{};  // how a run shows it, step by step; may be empty
  // Of what a run shows and a static report of the same program does not have: what that has
  // instead, as a clause (report/join.h). Empty: it has it, or there was none.
  std::string missed{};
  std::optional<Suppression> suppressed{};
  std::optional<bool> known{};  // in the baseline; nothing where there is no baseline

  auto operator<=>(const Finding&) const = default;
};

// The words of the report, which no version changes: "data-race", "possible", "whole-program".
std::string_view word(Kind kind);
std::string_view word(Evidence evidence);
std::string_view word(Engine engine);
std::string_view word(Operation operation);
std::string_view word(LockMode mode);
std::string_view word(ThreadKind kind);
std::string_view word(Severity severity);
std::string_view word(ReasonKind kind);
std::string_view word(SuppressionKind kind);

// The value that has this word; nothing if none has.
template <typename Enum>
std::optional<Enum> from_word(std::string_view text);

}  // namespace heddle::report
