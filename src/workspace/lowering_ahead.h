// Bodies of many classes, lowered by threads of its own while somebody already uses those that are
// done.
//
// Who wants a class settles it first: waits until it is done, or, if nobody has begun with it, does
// it himself. Whoever wants them in the given order hardly waits. A body that cannot be lowered is
// left null; what is wrong with it finds out who asks for it again.
//
// Thread safety: settle from one thread. Lifetime: the classes and arenas must outlive it.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <span>
#include <thread>
#include <vector>

#include "base/arena.h"
#include "lower/class_lowering.h"

namespace heddle::workspace {

class LoweringAhead {
 public:
  // One thread for each of `arenas` but the first, which is of whoever settles.
  LoweringAhead(std::vector<lower::ClassLowering*> classes, std::span<base::Arena* const> arenas);
  // Waits for what has begun; what has not is left as it is.
  ~LoweringAhead();
  LoweringAhead(const LoweringAhead&) = delete;
  LoweringAhead& operator=(const LoweringAhead&) = delete;

  void settle(std::size_t at);

 private:
  enum State : unsigned char { kWaiting, kBegun, kDone };

  void lower(std::size_t at, lower::Workshop& workshop, base::Arena& arena);
  void work(base::Arena& arena);
  bool begin(std::size_t at);

  std::vector<lower::ClassLowering*> classes_;
  std::unique_ptr<std::atomic<State>[]> states_;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> is_over_{false};
  lower::Workshop workshop_;
  base::Arena& arena_;
  std::vector<std::jthread> threads_;
};

}  // namespace heddle::workspace
