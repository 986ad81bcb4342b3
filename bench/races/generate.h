// Programs of any size with many threads, as texts of the IR: the same numbers give the same text.
#pragma once

#include <cstdint>
#include <string>

namespace heddle::bench {

struct RaceShape {
  unsigned origins = 64;  // main among them
  std::uint32_t accesses = 100'000;
  unsigned crowd = 24;  // accesses to one field of one object
};

// Threads work on parts that all of them know: most parts are locked, some are written by main
// before it starts the threads and after it joined them, a few are touched as anybody likes.
std::string threads_on_parts(const RaceShape& shape);

}  // namespace heddle::bench
