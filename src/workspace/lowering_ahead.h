// Bodies of many classes, lowered by threads of its own while somebody already uses those that are
// done.
//
// Who wants a class settles it first: does it himself if nobody has begun with it, and others while
// it is not done. Whoever wants them in the given order hardly waits. Classes that are found later
// can be added. A body that cannot be lowered is left null; what is wrong with it finds out who
// asks for it again.
//
// Thread safety: add and settle from one thread. Lifetime: the classes and arenas must outlive it.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

#include "base/arena.h"
#include "lower/class_lowering.h"

namespace heddle::workspace {

class LoweringAhead {
 public:
  // One thread for each of `arenas` but the first, which is of whoever settles.
  LoweringAhead(const std::vector<lower::ClassLowering*>& classes,
                std::span<base::Arena* const> arenas);
  // Waits for what has begun; what has not is left as it is.
  ~LoweringAhead();
  LoweringAhead(const LoweringAhead&) = delete;
  LoweringAhead& operator=(const LoweringAhead&) = delete;

  // One more class, behind all others; its number.
  std::size_t add(lower::ClassLowering& lowering);
  void settle(std::size_t at);
  // Or is it whoever settles a class that lowers it?
  [[nodiscard]] bool has_threads() const { return !threads_.empty(); }

 private:
  enum State : unsigned char { kWaiting, kBegun, kDone };
  struct Entry {
    explicit Entry(lower::ClassLowering* of) : lowering(of) {}
    lower::ClassLowering* lowering;
    std::atomic<State> state{kWaiting};

    bool begin();
    void lower(lower::Workshop& workshop, base::Arena& arena);
  };

  void work(base::Arena& arena);
  Entry* next();
  // The next one that nobody has begun with, begun now; null: there is none. The lock is held.
  Entry* begin_next();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Entry> entries_;  // who adds may read it without the lock
  std::size_t next_ = 0;
  std::size_t idle_ = 0;  // threads that wait for more
  bool is_over_ = false;
  lower::Workshop workshop_;
  base::Arena& arena_;
  std::vector<std::jthread> threads_;
};

}  // namespace heddle::workspace
