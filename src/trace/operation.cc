#include "trace/operation.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace heddle::trace {
namespace {

constexpr std::array<std::string_view, kOperationCount> kNames{
    "thread-begin", "thread-end",  "fork",          "join",           "lock",    "unlock",
    "notify",       "wait",        "volatile-read", "volatile-write", "update",  "signal",
    "await",        "loop-enter",  "loop-exit",     "send",           "barrier", "begin",
    "end",          "pause",       "resume",        "remove",         "quit",    "read",
    "write",        "dereference", "null-test",     "time",
};

}  // namespace

std::string_view name_of(Operation operation) {
  return kNames[static_cast<std::size_t>(operation)];
}

std::optional<Operation> operation_named(std::string_view name) {
  for (std::size_t each = 0; each < kOperationCount; ++each)
    if (kNames[each] == name) return static_cast<Operation>(each);
  return std::nullopt;
}

Send send_delayed(EventId event, std::int64_t delay) {
  Send send;
  send.event = event;
  send.time = delay < 0 ? 0 : static_cast<std::uint64_t>(delay);
  return send;
}

Send send_at_time(EventId event, std::int64_t time) {
  if (time <= 0) return send_at_front(event);
  Send send;
  send.event = event;
  send.when = When::kAtTime;
  send.time = static_cast<std::uint64_t>(time);
  return send;
}

Send send_at_front(EventId event) {
  Send send;
  send.event = event;
  send.when = When::kAtFront;
  return send;
}

}  // namespace heddle::trace
