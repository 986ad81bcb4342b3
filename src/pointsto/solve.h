// Points-to sets and the call graph of a whole program, from its entries on.
//
//   const Solved solved = solve(program, models, entries, {.policy =
//   *parse_policy("recommended")}); solved.heap->points_to(instance, value)
//
// What is computed: docs/analysis/points-to.md. Inclusion-based and field-sensitive (Andersen),
// contexts by policy. Deterministic: the same program, models, entries and options give the same
// answer, number for number.
//
// Thread safety: call it from one thread; the program must not be asked by others meanwhile.
// Cost: seconds and hundreds of megabytes for a program with the JDK behind it.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ir/ids.h"
#include "ir/program.h"
#include "model/model.h"
#include "pointsto/graph.h"
#include "pointsto/heap.h"
#include "pointsto/policy.h"

namespace heddle::pointsto {

struct Options {
  Policy policy;
  // In units of work: unions of sets and objects used, some five million a second. Above it the
  // policy steps down (policy.h); `insensitive` has no limit.
  std::uint64_t budget = 100'000'000;
  Techniques techniques;
  // Internal names of the classes that provide a service, itself by internal name.
  std::function<std::vector<std::string>(std::string_view)> services;
  // Called now and then, for a progress line.
  std::function<void(std::size_t methods, std::size_t nodes)> progress;
};

struct Solved {
  std::unique_ptr<Heap> heap;
  std::vector<Policy> given_up;  // policies that went over the budget, in order
};

Solved solve(ir::Program& program, const model::Models& models,
             std::span<const ir::MethodId> entries, const Options& options);

}  // namespace heddle::pointsto
