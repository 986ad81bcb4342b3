// Traces of any size, made as they are written: the same numbers give the same bytes.
#pragma once

#include <cstdint>
#include <string>

namespace heddle::bench {

struct ThreadShape {
  std::uint64_t operations = 10'000'000;
  unsigned threads = 8;
  unsigned synchronization = 5;  // per cent of the operations
};

// Threads that work on data of their own, on data under locks, and on data they all read.
bool write_threads(const ThreadShape& shape, const std::string& path);

// An application as Table 4.1 of the thesis describes them.
struct EventShape {
  std::uint64_t events = 50'000;
  unsigned loopers = 3, binders = 4, workers = 60;
  unsigned accesses = 20;  // of an event
};

// Events of which each soon has no successors left to wait for: workers send to their loopers in
// one order, at once or with one delay, and events send on to the next looper.
bool write_settled_events(const EventShape& shape, const std::string& path);

bool write_events(const EventShape& shape, const std::string& path);

}  // namespace heddle::bench
