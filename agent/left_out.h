// What a recording leaves out, as the notes of its trace say it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "recording/agent_options.h"
#include "recording/guide.h"

namespace heddle::agent {

// What is known before the first class comes.
std::vector<std::string> left_out_by_choice(const recording::AgentOptions& options,
                                            const std::optional<recording::Guide>& guide);

// Counted while the program ran.
struct LeftOut {
  std::uint64_t accesses = 0, proven = 0;  // in code that was rewritten
  std::uint64_t unknown_classes = 0;       // that the guide does not know
  std::uint64_t refused_methods = 0, unreadable_classes = 0;
  std::uint64_t loaded_classes = 0;   // before the recording, and the JVM lets nobody change them
  std::uint64_t waiting_threads = 0;  // in old code to the end (old_code.h)
};
std::vector<std::string> left_out_in_the_end(const LeftOut& counts);

}  // namespace heddle::agent
