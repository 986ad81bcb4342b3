// All schedules of a tiny program: threads and events of one looper, each a few steps, with
// branches on a shared value.
//
// A run of a program is a trace like any other; enumerating gives the traces of all runs, for a
// test that holds what the relaxed order says of one run against what the others do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "trace/convert_test_only.h"

namespace heddle::causality {

enum class StepKind : std::uint8_t {
  kAccess,  // what is watched
  kSet,     // the shared value becomes true
  kSend,    // `body` as an event, after `delay`
  kFront,   // `body` as an event, to the front
  kSignal,  // the one handle
  kAwait,   // waits for the signal
  kRemove,  // the last event sent, if it still waits
};

struct ProgramStep {
  StepKind kind{};
  std::uint32_t body = 0, delay = 0;
  bool only_if_set = false;  // a branch: skipped unless the shared value is true
};

// The first kThreads bodies are threads that run from the start; the others are run by events. An
// event sends later bodies only, so every run ends.
struct TinyProgram {
  static constexpr std::size_t kThreads = 2;
  std::vector<std::vector<ProgramStep>> bodies;
};

TinyProgram random_program(std::uint64_t seed);

struct Run {
  trace::WholeTrace trace;
  // By operation: which step of which body, sent by which step and so on; the same in every run. 0
  // for what is no step.
  std::vector<std::uint64_t> steps;
};

// At most that many; fewer if those are all.
std::vector<Run> runs_of(const TinyProgram& program, std::size_t most);

}  // namespace heddle::causality
