#include "recording/stacks.h"

#include <cstdint>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "trace/tables.h"

namespace heddle::recording {

std::optional<Stacks::Known> Stacks::find(const Frame& frame) const {
  const std::lock_guard lock(mutex_);
  const auto found = known_.find(frame);
  return found == known_.end() ? std::nullopt : std::optional(found->second);
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
  const auto [found, is_new] =
      stack_numbers_.emplace(frames, static_cast<std::uint32_t>(stacks_.size()));
  if (is_new) stacks_.push_back(std::move(frames));
  return found->second;
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
