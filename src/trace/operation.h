// What a trace is made of: operations of threads, each a small record whose names stand in tables.
//
// An operation belongs to the thread that ran it; which task (thread, event, idle code of a looper)
// that was follows from the operations before it. The page of the format is docs/formats/trace.md.
//
// Plain data, free of invariants; readers check what they hand out (see source.h).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace heddle::trace {

enum class ThreadId : std::uint32_t {};
enum class LockId : std::uint32_t {};
enum class HandleId : std::uint32_t {};
enum class QueueId : std::uint32_t {};
enum class FieldId : std::uint32_t {};
enum class LocationId : std::uint32_t {};
enum class SiteId : std::uint32_t {};
enum class PlaceId : std::uint32_t {};    // a call stack: a site and the place it was called from
enum class HandlerId : std::uint32_t {};  // what an event runs
enum class EventId : std::uint32_t {};    // minted at each send

enum class Operation : std::uint8_t {
  kThreadBegin,
  kThreadEnd,
  kFork,          // subject: the thread
  kJoin,          // subject: the thread
  kLock,          // subject: the lock
  kUnlock,        // subject: the lock
  kNotify,        // subject: the lock that is the monitor
  kWait,          // subject: the lock; returned from waiting, and holds it again
  kVolatileRead,  // subject: the location
  kVolatileWrite,
  kUpdate,       // subject: the location; an atomic read and write
  kSignal,       // subject: the handle
  kAwait,        // subject: the handle
  kLoopEnter,    // subject: the queue
  kLoopExit,     // subject: the queue
  kSend,         // subject: the queue; value: position among the sends of the batch
  kBarrier,      // subject: the queue; value: the barrier, an event id
  kBegin,        // subject: the event
  kEnd,          // subject: the event
  kPause,        // subject: the event, which starts a loop of its own
  kResume,       // subject: the event
  kRemove,       // subject: the event or barrier
  kQuit,         // subject: the queue
  kRead,         // subject: the location
  kWrite,        // subject: the location
  kDereference,  // value: the object
  kNullTest,     // value: the object, which was not null; subject: where the branch leads, plus one
  kTime,         // value: nanoseconds since some fixed moment
};
inline constexpr std::size_t kOperationCount = 28;

// What the subject of an operation is an id of.
enum class Subject : std::uint8_t {
  kNothing,
  kThread,
  kLock,
  kLocation,
  kHandle,
  kQueue,
  kEvent,
  kTarget,
};

inline constexpr std::array<Subject, kOperationCount> kSubjects{
    Subject::kNothing,  Subject::kNothing,  Subject::kThread,   Subject::kThread,
    Subject::kLock,     Subject::kLock,     Subject::kLock,     Subject::kLock,
    Subject::kLocation, Subject::kLocation, Subject::kLocation, Subject::kHandle,
    Subject::kHandle,   Subject::kQueue,    Subject::kQueue,    Subject::kQueue,
    Subject::kQueue,    Subject::kEvent,    Subject::kEvent,    Subject::kEvent,
    Subject::kEvent,    Subject::kEvent,    Subject::kQueue,    Subject::kLocation,
    Subject::kLocation, Subject::kNothing,  Subject::kTarget,   Subject::kNothing,
};
inline Subject subject_of(Operation operation) {
  return kSubjects[static_cast<std::size_t>(operation)];
}
// The operation's word in the text form.
std::string_view name_of(Operation operation);
std::optional<Operation> operation_named(std::string_view name);

// Bits of Record::flags; what they mean depends on the operation.
namespace flag {
inline constexpr std::uint8_t kShared = 1;    // lock, unlock
inline constexpr std::uint8_t kAll = 1;       // notify
inline constexpr std::uint8_t kSafely = 1;    // quit: what is due still runs
inline constexpr std::uint8_t kTaken = 1;     // null test: the branch was taken
inline constexpr std::uint8_t kHasValue = 1;  // accesses
inline constexpr std::uint8_t kNull = 2;      // accesses
inline constexpr std::uint8_t kNotNull = 4;   // accesses
inline constexpr std::uint8_t kInitial = 8;   // write: in the constructor of the object
inline constexpr std::uint8_t kMost = 15;
}  // namespace flag

struct Record {
  Operation operation{};
  std::uint8_t flags = 0;
  ThreadId thread{};
  std::uint32_t subject = 0;
  PlaceId place{0xFFFF'FFFFU};
  std::uint64_t value = 0;
  friend bool operator==(const Record&, const Record&) = default;
};
static_assert(sizeof(Record) == 24);

inline bool is_access(Operation operation) {
  return operation == Operation::kRead || operation == Operation::kWrite;
}
// Operations on locations, whose value is optional.
inline bool is_on_location(Operation operation) {
  return subject_of(operation) == Subject::kLocation;
}
inline bool has_value(const Record& record) {
  switch (record.operation) {
    case Operation::kSend:
    case Operation::kBarrier:
    case Operation::kDereference:
    case Operation::kNullTest:
    case Operation::kTime: return true;
    default: return (record.flags & flag::kHasValue) != 0 && is_on_location(record.operation);
  }
}

// When an event wants to run.
enum class When : std::uint8_t {
  kDelayed,  // after so many nanoseconds; an ordinary event waits for none
  kAtTime,   // at a moment
  kAtFront,  // before all others
};

struct Send {
  EventId event{};
  HandlerId handler{0xFFFF'FFFFU};
  When when{};
  bool is_asynchronous = false;  // passes barriers
  bool is_input = false;         // from outside: the user's doing
  bool is_refused = false;       // the queue had quit
  std::uint64_t time = 0;        // nanoseconds: a delay or a moment
  friend bool operator==(const Send&, const Send&) = default;
};

// A negative delay is none, and a moment at or before zero is the front.
Send send_delayed(EventId event, std::int64_t delay);
Send send_at_time(EventId event, std::int64_t time);
Send send_at_front(EventId event);

}  // namespace heddle::trace
