// What the probes of a running program write, one or a few 64-bit words for each event.
//
//   bits  0-7    what happened
//   bits  8-31   the site, an action of a hook, or the number of a class
//   bits 32-63   the object's number; 0: none
//   then         what words_of says: a stamp, then an argument, then a count
//
// Stamps come from one counter for all threads; only what synchronizes has one. The probes
// (agent/java/HeddleProbe.java) know these numbers by heart.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace heddle::recording {

enum class What : std::uint8_t {
  kRead = 0,                 // site, object
  kWrite = 1,                // site, object
  kReadElement = 2,          // site, object; argument: index, and the array's class above it
  kWriteElement = 3,         // likewise
  kStampedRead = 4,          // site, object, stamp: volatile, or not known to be plain
  kStampedWrite = 5,         // likewise
  kLock = 6,                 // site, object, stamp; argument: class
  kUnlock = 7,               // likewise
  kEnter = 8,                // likewise: the monitor of a synchronized method
  kLeave = 9,                // stamp: gives back or takes again what the last kEnter or kWait named
  kWait = 10,                // site, object, stamp; argument: class: gives the lock up to wait
  kNotify = 11,              // likewise
  kNotifyAll = 12,           // likewise
  kFork = 13,                // stamp; argument: the thread
  kJoin = 14,                // likewise
  kBegin = 15,               // stamp
  kEnd = 16,                 // stamp
  kInitialised = 17,         // site, stamp: the initializer of the site's class has run
  kUsesClass = 18,           // class, stamp: the thread relies on that
  kSignal = 19,              // object, stamp; argument: class
  kAwait = 20,               // likewise
  kLockShared = 21,          // like kLock
  kUnlockShared = 22,        // like kLock
  kAtomicRead = 23,          // object, stamp; argument: class
  kAtomicWrite = 24,         // likewise
  kAtomicReadElement = 25,   // like kReadElement, with a stamp
  kAtomicWriteElement = 26,  // likewise
  kReadContents = 27,        // site, object; argument: class: what a collection contains
  kWriteContents = 28,       // likewise
  kStack = 29,               // site; argument: the stack (stacks.h) from which the thread is there
  kReadRange = 30,           // like kReadElement, of the element and as many as the count says
  kWriteRange = 31,          // likewise
  kSend = 32,  // a queue's number in place of the site; object: the event, stamp; argument: class
  kRun = 33,   // likewise: the event begins
  kRan = 34,   // stamp: what the last kRun named ends
  kReadReference = 35,   // site, object; argument: the number of what was read; 0: null
  kWriteReference = 36,  // site, object; argument: 1 if it is an object; 0: null
  kDereference = 37,     // site, object
  kNullTest = 38,        // site, object, which is not null
  kGroup = 39,         // site, object: accesses to fields of it, those of the sites before this one
  kAtomicUpdate = 40,  // like kAtomicRead: read and written in one
  kAtomicUpdateElement = 41,  // like kAtomicReadElement
};
inline constexpr std::size_t kWhatCount = 42;

struct Event {
  What what{};
  std::uint32_t site = 0;
  std::uint32_t object = 0;
  std::uint64_t stamp = 0;
  std::uint64_t argument = 0;
  std::uint64_t count = 1;
};

constexpr bool has_stamp(What what) {
  return (what > What::kWriteElement && what < What::kReadContents) ||
         (what >= What::kSend && what <= What::kRan) || what >= What::kAtomicUpdate;
}

constexpr bool has_argument(What what) {
  switch (what) {
    case What::kReadElement:
    case What::kWriteElement:
    case What::kLock:
    case What::kUnlock:
    case What::kEnter:
    case What::kWait:
    case What::kNotify:
    case What::kNotifyAll:
    case What::kFork:
    case What::kJoin:
    case What::kSignal:
    case What::kAwait:
    case What::kLockShared:
    case What::kUnlockShared:
    case What::kAtomicRead:
    case What::kAtomicWrite:
    case What::kAtomicReadElement:
    case What::kAtomicWriteElement:
    case What::kAtomicUpdate:
    case What::kAtomicUpdateElement:
    case What::kReadContents:
    case What::kWriteContents:
    case What::kStack:
    case What::kReadRange:
    case What::kWriteRange:
    case What::kSend:
    case What::kRun:
    case What::kReadReference:
    case What::kWriteReference: return true;
    default: return false;
  }
}

constexpr bool has_count(What what) {
  return what == What::kReadRange || what == What::kWriteRange;
}

inline constexpr std::array<std::uint8_t, kWhatCount> kWords = [] {
  std::array<std::uint8_t, kWhatCount> words{};
  for (std::size_t each = 0; each < kWhatCount; ++each) {
    const auto what = static_cast<What>(each);
    words[each] = static_cast<std::uint8_t>(
        1 + (has_stamp(what) ? 1 : 0) + (has_argument(what) ? 1 : 0) + (has_count(what) ? 1 : 0));
  }
  return words;
}();
inline std::size_t words_of(What what) { return kWords[static_cast<std::size_t>(what)]; }

inline What what_is(std::uint64_t first_word) { return static_cast<What>(first_word & 0xFF); }

// Reads the event at `words`, all of whose words are there, and moves behind it.
inline Event take_event(const std::uint64_t*& words) {
  const std::uint64_t first = *words++;
  Event event;
  event.what = what_is(first);
  event.site = static_cast<std::uint32_t>(first >> 8) & 0xFF'FFFF;
  event.object = static_cast<std::uint32_t>(first >> 32);
  if (has_stamp(event.what)) event.stamp = *words++;
  if (has_argument(event.what)) event.argument = *words++;
  if (has_count(event.what)) event.count = *words++;
  return event;
}

}  // namespace heddle::recording
