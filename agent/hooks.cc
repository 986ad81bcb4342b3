#include "agent/hooks.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "agent/hooks_table.h"
#include "recording/event.h"
#include "rewrite/hook.h"

namespace heddle::agent {
namespace {

std::vector<rewrite::Hook> sorted_hooks() {
  const auto table = hooks_table();
  std::vector<rewrite::Hook> sorted(table.begin(), table.end());
  std::ranges::stable_sort(sorted, {}, &rewrite::Hook::class_name);
  return sorted;
}

}  // namespace

std::span<const rewrite::Hook> hooks_of(std::string_view class_name) {
  static const std::vector<rewrite::Hook> sorted = sorted_hooks();
  return std::ranges::equal_range(sorted, class_name, {}, &rewrite::Hook::class_name);
}

std::vector<rewrite::Hook> queue_hooks(const QueueMethods& queue) {
  using recording::What;
  using rewrite::HookWhen;
  const auto hook_of = [&](const QueueMethod& method, HookWhen when, What what) {
    rewrite::Hook hook;
    hook.class_name = method.class_name;
    hook.method = method.name;
    hook.descriptor = method.descriptor;
    hook.when = when;
    hook.subject = queue.event;
    hook.action =
        static_cast<std::int16_t>(static_cast<unsigned>(what) | queue.number << kQueueBits);
    return hook;
  };
  return {hook_of(queue.sends, HookWhen::kEntry, What::kSend),
          hook_of(queue.begins, HookWhen::kEntry, What::kRun),
          hook_of(queue.ends, HookWhen::kLeave, What::kRan)};
}

}  // namespace heddle::agent
