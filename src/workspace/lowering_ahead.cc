#include "workspace/lowering_ahead.h"

#include <cstdint>

#include "ir/class.h"

namespace heddle::workspace {

LoweringAhead::LoweringAhead(const std::vector<lower::ClassLowering*>& classes,
                             std::span<base::Arena* const> arenas)
    : arena_(*arenas[0]) {
  for (lower::ClassLowering* const lowering : classes) entries_.emplace_back(lowering);
  for (base::Arena* arena : arenas.subspan(1))
    threads_.emplace_back([this, arena] { work(*arena); });
}

LoweringAhead::~LoweringAhead() {
  {
    const std::scoped_lock lock(mutex_);
    is_over_ = true;
  }
  changed_.notify_all();
}

bool LoweringAhead::Entry::begin() {
  State expected = kWaiting;
  return state.compare_exchange_strong(expected, kBegun, std::memory_order_relaxed);
}

void LoweringAhead::Entry::lower(lower::Workshop& workshop, base::Arena& arena) {
  const ir::Class& code = lowering->code();
  for (std::uint32_t method = 0; method < code.methods.size(); ++method)
    if (code.methods[method].has_code) static_cast<void>(lowering->lower(method, workshop, arena));
  state.store(kDone, std::memory_order_release);
  state.notify_all();
}

std::size_t LoweringAhead::add(lower::ClassLowering& lowering) {
  std::size_t number = 0;
  {
    const std::scoped_lock lock(mutex_);
    number = entries_.size();
    entries_.emplace_back(&lowering);
    if (idle_ == 0) return number;
  }
  changed_.notify_one();
  return number;
}

LoweringAhead::Entry* LoweringAhead::begin_next() {
  while (next_ < entries_.size())
    if (Entry& entry = entries_[next_++]; entry.begin()) return &entry;
  return nullptr;
}

// Waits for one that nobody has begun with; null: it is over.
LoweringAhead::Entry* LoweringAhead::next() {
  std::unique_lock lock(mutex_);
  for (;;) {
    if (is_over_) return nullptr;
    if (Entry* const entry = begin_next()) return entry;
    ++idle_;
    changed_.wait(lock);
    --idle_;
  }
}

void LoweringAhead::work(base::Arena& arena) {
  lower::Workshop workshop;
  while (Entry* const entry = next()) entry->lower(workshop, arena);
}

void LoweringAhead::settle(std::size_t at) {
  Entry& entry = entries_[at];
  if (entry.begin()) return entry.lower(workshop_, arena_);
  for (State state = entry.state.load(std::memory_order_acquire); state != kDone;
       state = entry.state.load(std::memory_order_acquire)) {
    Entry* other = nullptr;
    {
      const std::scoped_lock lock(mutex_);
      other = begin_next();
    }
    if (other != nullptr)
      other->lower(workshop_, arena_);
    else
      entry.state.wait(state, std::memory_order_acquire);
  }
}

}  // namespace heddle::workspace
