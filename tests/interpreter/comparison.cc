// The calls share one program, as they shared one JVM, so that what one leaves behind in static
// fields is there for the next. A disagreement in a run that met something each JVM answers
// differently (an identity hash code, a clock) proves nothing and counts as unsupported.
#include "comparison.h"

#include <fmt/format.h>

#include <cstddef>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "base/id.h"
#include "encoding.h"
#include "interpreter.h"
#include "ir/class.h"
#include "ir/ids.h"
#include "ir/program.h"
#include "value.h"

namespace heddle::interpreter {
namespace {

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  if (text.empty()) return parts;
  for (;;) {
    const std::size_t end = text.find(separator);
    parts.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

struct Answer {
  std::string result;
  std::vector<std::string> after;
};

// What the interpreter answers to a call.
Answer answer(Interpreter& interpreter, const Call& call) {
  ir::Program& program = interpreter.program();
  const ir::ClassId type = interpreter.required(call.type);
  const ir::MethodId method = program.declared_method(type, call.method, call.descriptor);
  if (base::is_none(method)) throw Unsupported("no such method");
  std::vector<Value> arguments;
  for (const std::string& text : call.arguments) arguments.push_back(decode(interpreter, text));
  Answer answer;
  Value value;
  const bool ok = interpreter.initialize(type) && interpreter.run(method, arguments, value);
  answer.result = ok ? encode(interpreter, program.result_type(method), value)
                     : encode_exception(interpreter, interpreter.take_pending());
  for (std::size_t i = 0; i < arguments.size(); ++i)
    answer.after.push_back(
        call.after[i] == "-" ? "-" : encode(interpreter, ir::Type(program.object()), arguments[i]));
  return answer;
}

std::string joined(const std::vector<std::string>& parts) {
  return fmt::format("{}", fmt::join(parts, " "));
}

void compare_call(Interpreter& interpreter, const Call& call, Tally& tally) {
  interpreter.begin_run();
  const auto give_up = [&](const std::string& cause) {
    ++tally.unsupported;
    ++tally.causes[cause];
    ++tally.unsupported_by_label[call.label];
  };
  try {
    const Answer ours = answer(interpreter, call);
    if (ours.result == call.result && ours.after == call.after) {
      ++tally.equal;
      tally.methods[call.label].insert(call.name());
    } else if (!interpreter.inexact().empty()) {
      give_up("depends on " + *interpreter.inexact().begin());
    } else {
      tally.disagreements.push_back(
          fmt::format("{}({})\n  JVM:  {} afterwards {}\n  ours: {} afterwards {}", call.name(),
                      joined(call.arguments), call.result, joined(call.after), ours.result,
                      joined(ours.after)));
    }
  } catch (const Unsupported& cause) {
    give_up(cause.what());
  }
}

}  // namespace

Answers read_answers(const std::string& file) {
  Answers answers;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    const std::vector<std::string> parts = split(line, '\t');
    if (parts[0] == "property") {
      answers.properties[unquoted(parts[1])] = unquoted(parts[2]);
      continue;
    }
    HEDDLE_CHECK(parts.size() >= 8, "an unknown line from the oracle");
    answers.calls.push_back({.label = parts[1],
                             .type = parts[2],
                             .method = parts[3],
                             .descriptor = parts[4],
                             .is_static = parts[5] == "static",
                             .arguments = split(parts[6], ' '),
                             .after = split(parts.size() > 8 ? parts[8] : "", ' '),
                             .result = parts[7]});
  }
  return answers;
}

Tally compare(ir::Program& program, const Answers& answers) {
  Tally tally;
  Interpreter interpreter(program, answers.properties);
  for (const Call& call : answers.calls) compare_call(interpreter, call, tally);
  interpreter.begin_run();
  tally.steps = interpreter.steps();
  return tally;
}

}  // namespace heddle::interpreter
