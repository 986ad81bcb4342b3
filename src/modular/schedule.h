// Which components can be done now; those that call them follow. For several threads.
//
// Those with far more above them come first: a large circle with long ways to it would else be left
// for the end, for one thread alone. The others follow each other as on one thread: what one has
// touched the next one finds near.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <span>
#include <vector>

#include "modular/components.h"

namespace heddle::modular {

class Schedule {
 public:
  // `summarise` is called once for each component when all it calls are done.
  Schedule(const MethodCalls& calls, const Components& components,
           std::function<void(const Component&)> summarise);

  // Takes a few at a time until all are done. Each of the threads calls it.
  void work();

 private:
  void find_callers(const MethodCalls& calls);
  [[nodiscard]] std::span<const std::uint32_t> callers(std::uint32_t component) const;
  void find_order();
  void find_freed(std::span<const std::uint32_t> done, std::vector<std::uint32_t>& freed);
  void add(std::uint32_t component);
  std::uint32_t take();

  const Components& components_;
  std::function<void(const Component&)> summarise_;
  std::vector<std::uint32_t> first_caller_, callers_;  // by component, once for each call
  std::vector<std::uint32_t> order_, place_;           // components in order; where each is in it
  std::vector<std::atomic<std::uint32_t>> missing_;    // by component: callees that are not done
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::uint32_t> first_;  // places in order_ of those without callees, lowest first
  std::size_t next_first_ = 0;
  std::vector<std::uint32_t> ready_;  // the same of those that were freed, a heap
  std::size_t left_ = 0;
};

}  // namespace heddle::modular
