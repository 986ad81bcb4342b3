// Runs what the oracle wrote down and compares.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "interpreter.h"
#include "ir/program.h"

namespace heddle::interpreter {

// One line of the oracle: a call and the JVM's answer.
struct Call {
  std::string label, type, method, descriptor;
  bool is_static = false;
  std::vector<std::string> arguments, after;  // afterwards, `-` where nothing can have changed
  std::string result;

  [[nodiscard]] std::string name() const { return type + "." + method + descriptor; }
};

struct Answers {
  Properties properties;
  std::vector<Call> calls;
};

// Reads the oracle's output.
Answers read_answers(const std::string& file);

struct Tally {
  std::size_t equal = 0, unsupported = 0;
  std::uint64_t steps = 0;
  std::map<std::string, std::set<std::string>> methods;  // compared at least once, by label
  std::map<std::string, std::size_t> causes;             // of what is unsupported
  std::map<std::string, std::size_t> unsupported_by_label;
  std::vector<std::string> disagreements;  // call, the JVM's answer, ours
};

// Runs all calls, in order, in one program.
Tally compare(ir::Program& program, const Answers& answers);

}  // namespace heddle::interpreter
