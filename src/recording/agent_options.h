// What the agent is told when it is loaded: key=value, separated by commas. A comma, a percent sign
// or a colon inside a value is written %2C, %25 or %3A.
//
//   output=FILE        where the trace goes; {pid} in it is the number of the process
//   report=FD          a descriptor that gets a line about the recording at its end
//   include=A:B        only these classes: a class, with what is nested in it, or a package
//   exclude=A:B        none of these
//   stacks=N           how many callers of accesses are kept; 0: none
//   queues=Q:R         queues of the program: name|sends|begins|ends|event, methods as a.B.c or
//   with
//                      their descriptors, the event as "this" or the number of an argument
//   guide=FILE         accesses that need no probe (recording/guide.h)
//   accesses=WHAT      all, fields (no elements of arrays), none (synchronization alone)
//   early=1            accesses also while there is only one thread
//   values=1           which references are null, and what becomes of the others
//   limit=BYTES        the trace ends with the block that has as many
//   attached=SOCKET    where `heddle record --attach` listens: the other options come from there
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::recording {

inline constexpr int kUsualStacks = 8, kMostStacks = 100;
enum class Accesses : std::uint8_t { kAll, kFields, kNone };
// "all", "fields", "none"
std::string_view word(Accesses accesses);

struct QueueOption {
  std::string name, sends, begins, ends;
  std::string event = "0";
  friend bool operator==(const QueueOption&, const QueueOption&) = default;
};

struct AgentOptions {
  std::string output;
  int report = -1;
  std::vector<std::string> include, exclude;  // with dots
  int stacks = kUsualStacks;
  std::vector<QueueOption> queues;
  std::string guide;  // empty: none
  Accesses accesses = Accesses::kAll;
  bool has_values = false;
  bool has_early = false;   // accesses while there is only one thread
  std::uint64_t limit = 0;  // 0: none
  std::string attached;     // empty: the agent was there when the program started

  friend bool operator==(const AgentOptions&, const AgentOptions&) = default;
};

std::expected<AgentOptions, std::string> parse_options(std::string_view text);
std::string print_options(const AgentOptions& options);

// Is the class (a/b/C) one that is to be recorded?
bool is_included(const AgentOptions& options, std::string_view internal_name);

}  // namespace heddle::recording
