// Functions that the platform gives numbers to, each one once: what `forEach` of a range of numbers
// runs, also where a parallel stream runs it in several threads.
//
//   IntStream.range(0, n).parallel().forEach(i -> squares[i] = i * i)
//
// A stream is followed inside the method that makes it, up to where it has been gone through: the
// functions of a later run of that method get the same numbers, when those of the first are done.
//
// Constant once built.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "ir/body.h"
#include "ir/ids.h"
#include "origins/call_graph.h"
#include "origins/facts.h"

namespace heddle::origins {

class Counted {
 public:
  struct Function {
    ir::MethodId maker{};       // where it is made, and its numbers are gone through
    ir::MethodId method{};      // what it runs
    std::uint32_t parameter{};  // that has the number
  };

  Counted(CallGraph& calls, Facts& facts);

  [[nodiscard]] std::span<const Function> functions() const { return functions_; }

 private:
  void look_into(ir::MethodId method);
  // Does the method say so of what the path begins with, be it on condition of its receiver?
  bool says(ir::MethodId method, const ir::Instruction& invoke, model::OrderFact::Kind kind,
            model::Path::Root root, std::uint32_t argument = 0);
  // Is it a stream that has each number once?
  bool is_stream_of_numbers(ir::MethodId method, const ir::Body& body, ir::ValueId stream);
  bool is_gone_through(ir::MethodId method, const ir::Body& body, std::uint32_t invoke);
  std::optional<Function> function_made(ir::MethodId method, const ir::Body& body,
                                        ir::ValueId value);

  CallGraph& calls_;
  Facts& facts_;
  std::vector<Function> functions_;
};

}  // namespace heddle::origins
