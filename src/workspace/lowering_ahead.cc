#include "workspace/lowering_ahead.h"

#include <cstdint>
#include <utility>

#include "ir/class.h"

namespace heddle::workspace {

LoweringAhead::LoweringAhead(std::vector<lower::ClassLowering*> classes,
                             std::span<base::Arena* const> arenas)
    : classes_(std::move(classes)),
      states_(std::make_unique<std::atomic<State>[]>(classes_.size())),
      arena_(*arenas[0]) {
  for (std::size_t i = 0; i < classes_.size(); ++i) states_[i] = kWaiting;
  for (base::Arena* arena : arenas.subspan(1))
    threads_.emplace_back([this, arena] { work(*arena); });
}

LoweringAhead::~LoweringAhead() { is_over_ = true; }

bool LoweringAhead::begin(std::size_t at) {
  State expected = kWaiting;
  return states_[at].compare_exchange_strong(expected, kBegun, std::memory_order_relaxed);
}

void LoweringAhead::lower(std::size_t at, lower::Workshop& workshop, base::Arena& arena) {
  lower::ClassLowering& lowering = *classes_[at];
  const ir::Class& code = lowering.code();
  for (std::uint32_t method = 0; method < code.methods.size(); ++method)
    if (code.methods[method].has_code) static_cast<void>(lowering.lower(method, workshop, arena));
  states_[at].store(kDone, std::memory_order_release);
  states_[at].notify_all();
}

void LoweringAhead::work(base::Arena& arena) {
  lower::Workshop workshop;
  while (!is_over_.load(std::memory_order_relaxed)) {
    const std::size_t at = next_.fetch_add(1, std::memory_order_relaxed);
    if (at >= classes_.size()) return;
    if (begin(at)) lower(at, workshop, arena);
  }
}

void LoweringAhead::settle(std::size_t at) {
  if (begin(at)) return lower(at, workshop_, arena_);
  for (State state = states_[at].load(std::memory_order_acquire); state != kDone;
       state = states_[at].load(std::memory_order_acquire))
    states_[at].wait(state, std::memory_order_acquire);
}

}  // namespace heddle::workspace
