// What is told at methods of queues of events, by probes at their beginning and end.
#pragma once

#include <string_view>
#include <vector>

#include "rewrite/hook.h"

namespace heddle::agent {

struct QueueMethod {
  std::string_view class_name, name, descriptor;  // internal; no descriptor: all of the name
};

// A queue of events that one thread runs.
struct QueueMethods {
  unsigned number = 0;  // below kMostQueues; 0 is that of AWT
  QueueMethod sends, begins, ends;
  rewrite::HookSubject event = rewrite::HookSubject::kArgument;  // of the first two
};
inline constexpr unsigned kQueueBits = 10, kMostQueues = 32;

// The texts live as long as the methods'.
std::vector<rewrite::Hook> queue_hooks(const QueueMethods& queue);

}  // namespace heddle::agent
