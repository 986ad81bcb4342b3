// Whether a call into the platform's code was given what that code calls back.
//
// The platform's code is shared by all who call it, so that it seems to call back, for each of
// them, whatever anybody ever gave it: asking for the name of the operating system, which goes
// through a stream, seems to run the lambdas of every other stream. What a call was given are its
// receiver and arguments and what the platform can reach from these.
//
// Leans to yes for what a model calls. What the platform keeps of an earlier call, in objects of
// its own, is not looked for: the answer is for doubts, not for ruling out.
//
// Lifetime: all that is handed in must outlive it. Thread safety: one thread; answers are kept.
#pragma once

#include <array>
#include <boost/unordered/unordered_flat_map.hpp>
#include <boost/unordered/unordered_flat_set.hpp>
#include <cstdint>
#include <vector>

#include "origins/call_graph.h"
#include "origins/heap_closure.h"
#include "origins/point.h"

namespace heddle::origins {

class Callbacks {
 public:
  explicit Callbacks(CallGraph& calls) : calls_(calls), closure_(calls.heap(), calls.program()) {}

  // May the platform, when the program calls it there, come to what the instance runs on?
  bool is_given(const Point& call, pointsto::InstanceId called_back);

 private:
  bool find_given(const Point& call, pointsto::InstanceId called_back);
  // Objects, as bits, that the platform comes to from there; empty: it is no call.
  const std::vector<std::uint64_t>& reached_from(const Point& call);
  std::vector<std::uint64_t> find_reached(const Point& call) const;
  const std::vector<pointsto::ObjectId>& run_on(pointsto::InstanceId called_back);

  CallGraph& calls_;
  HeapClosure closure_;
  boost::unordered_flat_map<std::uint32_t, std::vector<pointsto::ObjectId>> run_on_;  // by instance
  boost::unordered_flat_map<std::array<std::uint32_t, 3>, bool> answers_;
  // By instance and instruction; all are forgotten when they are many.
  boost::unordered_flat_map<std::uint64_t, std::vector<std::uint64_t>> reached_;
};

}  // namespace heddle::origins
