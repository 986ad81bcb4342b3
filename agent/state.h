// What the parts of the agent share: its options, the recorder, what was counted.
//
// Thread safety: what is written after the agent has begun is atomic, guarded, or safe by itself.
#pragma once

#include <jni.h>
#include <jvmti.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "agent/calls.h"
#include "agent/connection.h"
#include "agent/old_code.h"
#include "recording/agent_options.h"
#include "recording/guide.h"
#include "recording/program.h"
#include "recording/recorder.h"
#include "rewrite/hook.h"
#include "rewrite/rewrite.h"

namespace heddle::agent {

// On standard error.
void say(const std::string& text);

// What was done to classes.
struct Counts {
  std::uint64_t classes = 0, methods = 0, refused = 0, unreadable = 0;
  std::uint64_t accesses = 0, proven = 0, unknown = 0;
  std::vector<std::string> first_refused = {};

  void add(const Counts& more) {
    classes += more.classes;
    methods += more.methods;
    refused += more.refused;
    unreadable += more.unreadable;
    accesses += more.accesses;
    proven += more.proven;
    unknown += more.unknown;
    constexpr std::size_t kMostListed = 20;
    for (const std::string& each : more.first_refused)
      if (first_refused.size() < kMostListed) first_refused.push_back(each);
  }
};

// There is one JVM in a process, and its callbacks come without a place for us: hence a global.
struct Agent {
  recording::AgentOptions options;
  int file = -1;
  jvmtiEnv* jvmti = nullptr;
  jobject platform_loader = nullptr;
  std::optional<recording::Guide> guide;
  recording::Program program;
  rewrite::Calls calls = replaced_calls();
  std::unique_ptr<recording::Recorder> recorder;
  std::uint8_t* states = nullptr;
  std::uint8_t* class_numbers = nullptr;
  jobjectArray logs = nullptr;  // of the probes, by the threads' numbers
  jsize log_places = 0;
  std::atomic<bool> is_ready = false;
  std::atomic<std::uint8_t> has_several_threads = 0;
  std::atomic<std::uint32_t> opened_logs = 0;
  bool has_colliding_hashes = false;
  std::vector<rewrite::Hook> queue_hooks;
  std::mutex mutex;
  Counts counts;  // guarded by mutex
  std::once_flag ends;

  // Of a JVM that ran before.
  std::optional<Connection> connection;
  std::atomic<std::uint8_t> has_all_probes = 0;
  OldCode old_code;
  std::size_t left_loaded = 0;  // classes that stayed as they were
};

extern Agent* agent;

}  // namespace heddle::agent
