// What can be switched in the relaxed order. All but the window leave the order as it is; they
// change what it costs. The names are those of the AsyncClock paper
// (docs/analysis/order-relaxed.md).
#pragma once

#include <cstddef>
#include <cstdint>

#include "causality/clock.h"

namespace heddle::causality {

enum class Chains : std::uint8_t {
  kFifo,     // ordinary events of one sender share a chain; the rest as greedy
  kGreedy,   // any chain whose last task came before
  kTrivial,  // a chain for every task
};

// Wrong readings of the papers, for the tests that must notice them.
enum class Mistake : std::uint8_t {
  kNone,
  kStopAtAnyEvent,        // early stop without asking whether the stopping event comes before
  kReduceEverySend,       // a send replaces all of its class, whatever their times
  kReduceAcrossClasses,   // a send replaces the sends of other classes too
  kAtomicAtBeginOnly,     // no rule ATOMIC after a synchronization inside an event
  kFrontWithoutFixpoint,  // rules ATFRONT and ATOMIC once each
  kDropRemoved,           // a removed event stands for nobody
  kResolveAtRemoval,      // what a removed event stands for is looked up when it is removed
  kExtendOpenChain,       // chains whose last task has not ended
  kReduceUnsentPaths,     // multi-path reduction without the test on send order
  kLoopFromThreadBegin,   // events come after the thread's begin, not after the loop's
  kIdleInProgramOrder,    // idle code of a looper belongs to its thread
  kNoRelease,             // a send does not step the sender's chain forward
  kEqualTimesUnordered,   // rule PRIORITY only for an earlier time
  kCompareAllTimes,       // delays with moments
  kSyncBeforeAsync,       // barriers hold nobody back
  kSignalForEveryAwait,   // of a handle of kind notify, too
  kInputFromItsThread,    // input is sent by the thread that tells of it
  kPauseIsNoBreak,        // an event goes on through the loop inside it
  kForgetForAll,          // what one has come after is forgotten for all
};

struct RelaxedOptions {
  ClockForm clocks = ClockForm::kTree;
  Chains chains = Chains::kFifo;
  bool reclaims = true;                // frees events that nothing can refer to
  bool reduces_paths = true;           // multi-path reduction
  bool reduces_sends = true;           // an ordinary send replaces those before it
  bool stops_early = true;             // in the list of events with a time
  bool forgets_unasked = true;         // what ended spans know, if nobody will look at it
  std::uint32_t most_wait = 7;         // collections between two looks for them
  bool packs = true;                   // what ended spans know, as what they differ in
  std::uint32_t packs_from = 256;      // entries: what is small is larger when it is packed
  std::uint32_t packs_after = 256;     // later spans, for those that end now
  std::uint32_t collects_from = 1024;  // ended spans at which the first collection is worth it
  std::uint64_t window = 0;            // nanoseconds; 0: none
  std::size_t most_pasts = 32;         // loopers whose old events clocks name by a version
  Mistake mistake = Mistake::kNone;
};

}  // namespace heddle::causality
