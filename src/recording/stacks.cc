#include "recording/stacks.h"

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "trace/tables.h"

namespace heddle::recording {

std::vector<std::optional<Stacks::Known>> Stacks::find(std::span<const Frame> frames) const {
  std::vector<std::optional<Known>> all(frames.size());
  const std::lock_guard lock(mutex_);
  for (std::size_t each = 0; each < frames.size(); ++each)
    if (const auto found = known_.find(frames[each]); found != known_.end())
      all[each] = found->second;
  return all;
}

Stacks::Known Stacks::name(const Frame& frame, trace::Site site, bool is_hidden) {
  const std::lock_guard lock(mutex_);
  const Known fresh{static_cast<std::uint32_t>(sites_.size()), is_hidden};
  const auto [found, is_new] = known_.emplace(frame, fresh);
  if (is_new) sites_.push_back(std::move(site));
  return found->second;
}

std::uint32_t Stacks::add(std::vector<std::uint32_t> frames) {
  const std::lock_guard lock(mutex_);
  if (const auto found = stack_numbers_.find(frames); found != stack_numbers_.end())
    return found->second;
  const auto number = static_cast<std::uint32_t>(stacks_.size());
  stack_numbers_.emplace(frames, number);
  stacks_.push_back(std::move(frames));
  return number;
}

std::vector<std::uint32_t> Stacks::frames(std::uint32_t stack) const {
  const std::lock_guard lock(mutex_);
  return stack < stacks_.size() ? stacks_[stack] : std::vector<std::uint32_t>();
}

trace::Site Stacks::site(std::uint32_t frame) const {
  const std::lock_guard lock(mutex_);
  return sites_[frame];
}

}  // namespace heddle::recording
