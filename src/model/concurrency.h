// What library methods do to locks, to order between threads, and to the state of their own
// objects, as data: the tables [[lock]], [[order]], [[object]] and
// [[access]] of docs/formats/models.md.
//
// Immutable once built; names are texts, and who uses a fact looks it up.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/name.h"
#include "model/path.h"

namespace heddle::model {

enum class LockMode : std::uint8_t { kExclusive, kShared };

// When a fact holds after the call: always, or only where its result passes a test.
enum class When : std::uint8_t { kAlways, kTrue, kNotZero, kNotNull, kFalse };

// An argument that is a constant in the code: a number, true, false or null. One that a constructor
// does not have is zero.
struct Constant {
  std::uint32_t argument = 0;
  std::int32_t value = 0;
};

// The number in an argument that makes a wait so long that who waits has waited for good, and the
// static field that the next argument is read from then: its unit, `a/b/Unit.SECONDS`; empty: none.
struct Patience {
  std::uint32_t argument = 0;
  std::int64_t least = 0;
  std::string unit;
};

struct LockFact {
  enum class Kind : std::uint8_t {
    kAcquire,  // held after the call
    kRelease,  // no longer held after it
    kView,     // the result is the lock `on`, to be taken in `mode`
    kHold,     // held while the call runs what it was given
    kConvert,  // held in `mode` from now on, in whichever it was held before
    kWait,     // let go and taken again inside the call
    kSpoil,    // whoever else counts on it: this object is no lock
  };
  MethodName method;
  Kind kind{};
  Path on;
  LockMode mode{};
  bool mode_is_of_view = true;  // `mode` was not said: that of the view the lock was taken through
  When when{};
  // Only objects whose constructor was given this are locks, and only if nobody spoils them: calls
  // with other arguments than `given` do, and releases by those who do not hold them.
  bool is_conditional = false;
  std::vector<Constant> made_with, given;
  std::string origin;  // "locks.toml:12", for messages
};

struct OrderFact {
  enum class Kind : std::uint8_t {
    kJoinThread,    // the thread `on` has ended
    kJoinTask,      // the task whose future is `on` has ended
    kJoinTasks,     // what this very call started for `on`, a task or a collection, has ended
    kJoinExecutor,  // every task given to the executor `on` has ended
    kShutdown,      // the executor `on` takes no more tasks
    kSignal,        // a latch is counted down, a permit released, a phaser arrived at
    kAwait,         // waits until `on` was signalled as often as its count says
    kBarrier,       // waits for all others at the barrier `on`, which wait for it
    kGive,          // `on` (an argument) goes to whoever takes from `at`
    kTake,          // the result was given to `at` and belongs to the taker
    kSerial,        // the result is an executor that runs its tasks one after the other
    kPublish,       // `on` may now be seen by whoever looks into `at`
    kSee,           // the result was published in `at`, and others may see it, too
    kConfine,       // the result is the running thread's own: who else asks gets another one
    kGather,        // the result is a future of all the futures in `on`
    kInterrupt,     // the thread `on` may be thrown out of what it waits for
    kSpread,        // several threads may run `on`: a function, or those given to a stream
    kCount,         // `on` is a stream of numbers, each once, or a function that gets them so; of a
                    // stream's method, if those of the stream are
    kNeed,          // a constructor: so many signals as `on`, or `number`, let one pass who awaits
    kPermits,       // a constructor: so many signals as `on` are there from the beginning
    kStore,         // the cell `at` holds `on` now: a number, a truth value, a reference
    kLoad,          // the result `on` is what the cell `at` held
    kAdd,           // the number in the cell `on` is `amount` more now
    kElements,      // the result is an array of all that is in `on`
    kRemain,        // the result is how often `on` must still be signalled to let pass who awaits
  };
  MethodName method;
  Kind kind{};
  Path on;
  Path at;  // of kGive, kTake, kPublish, kSee, kStore and kLoad: the queue, map or cell
  When when{};
  std::uint32_t number = 0;        // of kNeed, where `on` is not said
  std::int32_t amount = 0;         // of kAdd
  std::optional<Path> times;       // of kSignal and kAwait: as many at once; none: one
  std::optional<Path> since;       // of kAwait: holds if that is zero, or what a call on `on` gave
  std::vector<Constant> given;     // holds for calls with these arguments only
  std::vector<Patience> patience;  // with any of these it holds whatever the result
  std::uint32_t table = 0;         // which table said it, counted over all files
  std::string origin;
};

// What a method of a library class does to the object it is called on.
enum class Effect : std::uint8_t {
  kUnsaid,  // nothing is known: as if it were safe, but counted
  kSafe,    // made for several threads, or immutable
  kReads,
  kMutates,
};

// What a library method reads and writes that is not the state of its receiver: elements of arrays,
// fields by handle or offset, collections among the arguments.
struct AccessFact {
  enum class Mode : std::uint8_t { kPlain, kOpaque, kAcquire, kRelease, kVolatile };
  MethodName method;
  std::optional<Path> reads, writes;
  std::optional<Path> of;  // the handle or offset that says which field; none: elements, or all
  // Which elements: from that number on, up to one behind the last, or so many; none: any.
  std::optional<Path> reads_from, writes_from, behind, count;
  Mode mode{};
  std::string origin;
};

struct ObjectFact {
  // java/util/HashMap, java/util/HashMap* (it and its nested classes), java/util/concurrent/** (all
  // below the package); and, where they say nothing themselves, the classes that extend it
  std::string owner;
  Effect otherwise = Effect::kUnsaid;
  // Names of methods; get(I)B with a descriptor; set* for all that begin so.
  std::vector<std::string> reads, mutates, safe;
  // These mutate, too, if its constructor was given this.
  std::vector<Constant> made_with;
  std::vector<std::string> then_mutates;
  // Fields that hold what it is a view of. What a method does to this object it does to that; if
  // `is_part` it reads that, those of `changes_whole` excepted, which mutate it.
  std::vector<std::string> views;  // java/util/Collections$SynchronizedMap.m
  bool is_part = false;
  std::vector<std::string> changes_whole;
  // The field of the object whose monitor it holds meanwhile, but for the methods of `outside`.
  std::string under;
  std::vector<std::string> outside;
  std::string origin;
};

// A name with that descriptor wins over one without, that over the longest beginning; what is not
// listed does `otherwise`.
Effect effect(const ObjectFact& fact, std::string_view method, std::string_view descriptor = {});

}  // namespace heddle::model
