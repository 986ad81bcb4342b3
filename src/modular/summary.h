// What a method does, in terms its callers can use: rooted at its parameters and at statics.
//
// A summary is computed once (summarise.h), callees first, and holds for every call. Whoever calls
// puts paths of its own in place of the parameters: what then is rooted at an object of its own is
// nobody else's business and is dropped.
//
// Plain data, immutable once computed; any number of threads may read it.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/id.h"
#include "ir/ids.h"
#include "model/concurrency.h"
#include "modular/path.h"

namespace heddle::modular {

using model::LockMode;

// A lock that is surely held.
struct HeldLock {
  Path path;
  LockMode mode{};
  std::uint32_t depth = 1;
  ir::MethodId taken_in = base::kNone<ir::MethodId>;  // the code that took it
  std::uint32_t taken_at = 0;

  friend bool operator==(const HeldLock&, const HeldLock&) = default;
};
using Locks = std::vector<HeldLock>;  // ascending by path and mode

// Which threads may come here; a set.
using Threads = std::uint8_t;
inline constexpr Threads kMainThread = 1, kOtherThreads = 2, kAnyThread = 3;

enum class Action : std::uint8_t { kRead, kWrite, kAcquire, kCall, kNeed, kWait };

// Is it about an object itself, not about a field of it?
inline bool is_of_object(Action action) {
  return action != Action::kRead && action != Action::kWrite;
}

// Something done to an object: a field or element read or written, the inside of a library object
// (its path ends in kContent), a lock taken, a method called of an interface that promises nothing,
// a method called whose callers must hold the lock, a call that waits for others (by the class of
// what it waits for, which may have no name).
struct Access {
  Path path;
  Action action{};
  Threads threads = kAnyThread;
  bool elsewhere = false;   // in a task or thread that the method, or what it calls, has started
  bool is_over = false;     // of what runs elsewhere: it has ended when the method that started it
                            // returns
  bool is_of_task = false;  // of what runs elsewhere: the object that was started, or behind it
  bool is_exact = true;     // every call on the way has one target and is not recursive
  bool may_fail = false;    // of kAcquire: waits for nobody, or not for ever
  std::uint32_t locks = 0;  // in Summary::locksets, those held just before
  ir::MethodId site{};      // the code that does it, and where
  std::uint32_t instruction = 0;
  // How this method comes there: by the call at `call` of `callee`, as its access number `next`.
  // No callee: by itself.
  std::uint32_t call = 0;
  ir::MethodId callee = base::kNone<ir::MethodId>;
  std::uint32_t next = 0;
  std::uint32_t steps = 0;  // so many calls from here to the site

  friend bool operator==(const Access&, const Access&) = default;
};

// After the call the object at `to` refers to what was at `from`, or to a new object (kOwned), as
// far as callers must know.
struct Store {
  Path to, from;

  friend bool operator==(const Store&, const Store&) = default;
  friend auto operator<=>(const Store&, const Store&) = default;
};

// A call of a method that is not public.
struct InnerCall {
  ir::MethodId target{};
  bool is_virtual = false;  // or of what overrides it
  bool is_bare = false;     // no lock is held, and others may have the object

  friend auto operator<=>(const InnerCall&, const InnerCall&) = default;
};

// A parameter that is a function, or another object behind an interface, which the method calls
// before it returns; `held` is held each time.
struct Run {
  std::uint32_t parameter = 0;
  Locks held;

  friend bool operator==(const Run&, const Run&) = default;
};

// What callers must know of a method to name things.
struct Shape {
  // What it may return: paths from outside; kOwned without a step where it is a new object.
  std::vector<Path> returns;
  std::vector<Store> stores;
  std::vector<Path> escapes;  // parameters, and what hangs on them, that others may now see
  std::vector<Path> starts;   // parameters whose task runs elsewhere from now on
  std::vector<Run> runs;      // one for each parameter at most
  Locks left_held;            // on every return, and not before
  Locks let_go;               // given back without having been taken
  bool waits = false;         // on every way to its end, for a thread, a task or a signal

  friend bool operator==(const Shape&, const Shape&) = default;
};

// Fields with references (each as Root::kStatic) that a method or its callees assign, of objects
// that are not being made: a path along one of them may name two objects.
struct Assigned {
  static constexpr std::size_t kMost = 16;

  std::vector<Path> assigned;
  bool assigns_more = false;  // than that; then none of them is named

  // Was it not there?
  bool add(const Path& field);
  bool add(const Assigned& others);
  bool add_unknown();

  friend bool operator==(const Assigned&, const Assigned&) = default;
};

struct Summary : Shape, Assigned {
  std::vector<Access> accesses;  // nearest first: by steps
  std::vector<Locks> locksets;   // the first is empty
  std::vector<InnerCall> inner_calls;
  bool was_cut = false;  // it does more than we keep

  friend bool operator==(const Summary&, const Summary&) = default;
};

// How a member of a circle of calls came to its summary: what has to be known to look again at some
// members of the circle as if at all of them (circle.h).
struct Past {
  // In its turn of this round the shape became this one.
  struct Change {
    std::uint32_t round = 0;
    Shape shape{};

    friend bool operator==(const Change&, const Change&) = default;
  };
  // Ascending; the last one is to the shape of the summary, and has none itself.
  std::vector<Change> changes;
  // What it assigns without others of the circle, and of which others what they assign is its own
  // doing.
  Assigned alone;
  std::vector<ir::MethodId> assigns_by;
  std::vector<std::uint8_t> in_circle;  // as accesses: so many calls away within the circle

  friend bool operator==(const Past&, const Past&) = default;
};

}  // namespace heddle::modular
