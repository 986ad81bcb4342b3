#include "trace/tables.h"

#include <cstdint>

#include "base/id.h"
#include "trace/operation.h"

namespace heddle::trace {

std::uint64_t Tables::count(Subject subject) const {
  switch (subject) {
    case Subject::kThread: return threads.size();
    case Subject::kLock: return locks.size();
    case Subject::kLocation: return locations.size();
    case Subject::kHandle: return handles.size();
    case Subject::kQueue: return queues.size();
    case Subject::kEvent: return base::index(base::kNone<EventId>);
    case Subject::kNothing:
    case Subject::kTarget: break;
  }
  return std::uint64_t{1} << 32;
}

}  // namespace heddle::trace
