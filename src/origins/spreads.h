// What the platform may run in several threads at once for one call of the program: the functions
// given to a parallel stream, before or after it was made parallel, and to methods that work in
// parallel by themselves.
//
// A stream is followed inside the method that makes it parallel. Where one gets out of it, any
// function that the program gives to the platform may be run so.
//
// Constant once built.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "origins/call_graph.h"
#include "origins/facts.h"
#include "pointsto/ids.h"

namespace heddle::origins {

class Spreads {
 public:
  Spreads(CallGraph& calls, Facts& facts);

  [[nodiscard]] std::span<const pointsto::NodeId> given() const { return given_; }
  [[nodiscard]] bool gets_out() const { return gets_out_; }

 private:
  void look_into(ir::MethodId method);
  void note_before(const ir::Body& body, ir::ValueId stream);
  void note_after(ir::MethodId method, const ir::Body& body);
  [[nodiscard]] std::string_view package_of(ir::MethodId method, std::uint32_t value) const;
  bool takes_stream(const ir::Body& body, const ir::Instruction& instruction);
  void give(ir::MethodId method);

  CallGraph& calls_;
  Facts& facts_;
  // Of the method at hand: values that are parallel streams, and functions given to them.
  std::vector<std::uint8_t> streams_, functions_;
  std::string_view package_;  // of the stream
  std::vector<pointsto::NodeId> given_;
  bool gets_out_ = false;
};

}  // namespace heddle::origins
