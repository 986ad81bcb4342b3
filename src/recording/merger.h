// Puts the events of all threads into one order in which they may have happened.
//
// Each thread's events keep their order, and those with stamps come in the order of the stamps.
// What releases is stamped before it happens and what acquires after, so whatever one thread could
// know of another comes behind it. Events without stamps go right behind the last one that has one.
//
// A stamp that never comes (a thread died between taking and writing it) would hold back all that
// follow: skip_lost() goes on without it.
//
// Events stay the words that the probes wrote: they come and go in runs.
//
// Not thread safe. Cost: constant for each event; memory for those that wait.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "recording/event.h"

namespace heddle::recording {

class Merger {
 public:
  using Words = std::span<const std::uint64_t>;
  // Gets whole events of one thread.
  using Out = std::function<void(std::uint64_t thread, Words events)>;

  // `first` is the smallest stamp.
  Merger(std::uint64_t first, Out out) : next_(first), out_(std::move(out)) {}

  // Takes whole events of a thread, behind those it took before; hands on those that are due.
  void add(std::uint64_t thread, Words events);

  // Hands on whatever has become due.
  void merge();

  // Does something wait for a stamp that is not there?
  [[nodiscard]] bool is_waiting() const { return near_count_ + far_.size() != 0; }
  // Goes on with the smallest stamp that is there.
  void skip_lost();
  [[nodiscard]] std::uint64_t lost() const { return lost_; }
  // How many words it holds.
  [[nodiscard]] std::size_t pending() const { return pending_; }

 private:
  struct Thread {
    std::uint64_t number = 0;
    std::vector<std::uint64_t> words;
    std::size_t at = 0;       // of the first that was not handed on
    bool is_waiting = false;  // for the stamp of that
  };

  // The next events of a thread that does not wait; how many words were due.
  std::size_t hand_on(std::size_t thread, Words events);
  void advance(std::size_t thread);
  void drop(Thread& thread, std::size_t at);

  std::uint64_t next_;
  Out out_;
  std::vector<Thread> threads_;
  static constexpr std::size_t kMostSpare = 16;
  std::vector<std::vector<std::uint64_t>> spare_;                    // memory for words, empty
  boost::unordered_flat_map<std::uint64_t, std::size_t> positions_;  // of threads, by number
  // Threads that wait, by stamp: `near_` has those whose place there no other has.
  static constexpr std::size_t kNear = 1 << 10;
  struct Waiting {
    std::uint64_t stamp = 0;
    std::size_t thread = kNobody;
  };
  static constexpr std::size_t kNobody = ~std::size_t{0};
  void await(std::uint64_t stamp, std::size_t thread);
  // Who waited for the next stamp, and does no more; kNobody.
  std::size_t take_next();
  std::vector<Waiting> near_ = std::vector<Waiting>(kNear);
  std::size_t near_count_ = 0;
  boost::unordered_flat_map<std::uint64_t, std::size_t> far_;
  std::uint64_t lost_ = 0;
  std::size_t pending_ = 0;
};

}  // namespace heddle::recording
