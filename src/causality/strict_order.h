// The strict order of a run: what the Java memory model says happened before what in this very run.
// A thread's operations are ordered as they ran, events on it included; unlocks come before later
// locks, volatile writes before later reads, signals before later awaits, forks, joins and sends as
// one expects. The rules are docs/analysis/order-strict.md.
//
// Feed it every record that is not a plain access (those may be fed too; they change nothing). In
// between, has_reached(thread, epoch) tells whether that moment comes before the thread's next
// operation. An epoch is a thread and a time of its own: 8 bytes, compared in a few instructions.
//
// Not thread safe. Cost: a clock of one number per thread for each thread, lock and variable in
// use; joins skip what is known to be known.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/id.h"
#include "trace/operation.h"

namespace heddle::causality {

// The thread in the upper half, its time in the lower; 0: no moment.
using Epoch = std::uint64_t;

inline std::uint32_t thread_of(Epoch epoch) { return static_cast<std::uint32_t>(epoch >> 32); }
inline std::uint32_t time_of(Epoch epoch) { return static_cast<std::uint32_t>(epoch); }

class StrictOrder {
 public:
  // `sends` are those of the record's batch.
  void apply(const trace::Record& record, std::span<const trace::Send> sends);

  // Makes room; thread ids handed in must be below.
  void grow(std::size_t threads);

  [[nodiscard]] Epoch now(trace::ThreadId thread) const {
    const std::uint32_t index = base::index(thread);
    return (Epoch{index} << 32) | own_[index];
  }
  [[nodiscard]] bool has_reached(trace::ThreadId thread, Epoch epoch) const {
    const Times& clock = threads_[base::index(thread)];
    const std::uint32_t other = thread_of(epoch);
    if (other == base::index(thread)) return true;
    return other < clock.size() ? clock[other] >= time_of(epoch) : time_of(epoch) == 0;
  }
  // Bytes in clocks; a trace of very many threads can make them too many.
  [[nodiscard]] std::uint64_t bytes() const { return numbers_ * sizeof(std::uint32_t); }

 private:
  using Times = std::vector<std::uint32_t>;
  struct Lock {
    Epoch released = 0;     // the last time exclusively
    bool is_of_one = true;  // `exclusive` is the clock of that thread then
    Times exclusive, shared;
  };

  void acquire(const trace::Record& record);
  void release(const trace::Record& record);
  void join(Times& clock, const Times& other);
  // What was known at the event's send is of no use any more.
  void forget_event(std::uint32_t event);
  // Everything the thread has reached, itself included, into a clock; then it steps forward.
  void publish(std::uint32_t thread, Times& clock);
  // The same, if there is nothing in the clock that the thread has not reached.
  void overwrite(std::uint32_t thread, Times& clock);

  std::vector<Times> threads_;      // what each has reached of the others
  std::vector<std::uint32_t> own_;  // and its own time
  std::uint64_t numbers_ = 0;
  std::vector<Lock> locks_;
  std::vector<Times> handles_;
  boost::unordered_flat_map<std::uint32_t, Times> volatiles_, events_;
};

}  // namespace heddle::causality
