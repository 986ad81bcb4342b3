// Points-to sets and the call graph of a whole program, from its entries on.
//
//   const Options options{.policy = *parse_policy("recommended")};
//   const Solved solved = solve(program, models, entries, options);
//   solved.heap->value(instance, value)
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
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/persist.h"
#include "ir/ids.h"
#include "ir/program.h"
#include "model/model.h"
#include "pointsto/graph.h"
#include "pointsto/heap.h"
#include "pointsto/platform_layer.h"
#include "pointsto/policy.h"
#include "pointsto/surroundings.h"

namespace heddle::pointsto {

struct Options {
  Policy policy;
  // In units of work: unions of sets, objects used and edges, some five million a second. Above it
  // the policy steps down (policy.h) and has half as much; `insensitive` has no limit. Of the
  // recommended policy it is the budget of the first step down; before that it has a quarter. An
  // eighth of each may go to calls that no context tells apart. A simpler policy is left out if
  // they took as much already, or if it is too little for as many methods as were reached.
  std::uint64_t budget = 50'000'000;
  Techniques techniques;
  Surroundings surroundings;
  // Called now and then, for a progress line.
  std::function<void(std::size_t methods, std::size_t nodes)> progress;
};

struct Solved {
  std::unique_ptr<Heap> heap;
  std::vector<Policy> given_up;  // policies that were tried and went over the budget, in order
};

// `platform`: the layer to build on, of the same program, models and options; null: it is worked
// out first.
Solved solve(ir::Program& program, const model::Models& models,
             std::span<const ir::MethodId> entries, const Options& options,
             std::unique_ptr<PlatformLayer> platform = nullptr);

// The answer and the program it is about, to be kept. What is loaded answers every question as the
// saved one did. The program must not have been asked anything; where nothing comes back it may be
// good for nothing. Whoever loads knows that program, models, entries and options are the same.
void save(const Solved& solved, base::Saver& saver);
std::optional<Solved> load(ir::Program& program, const model::Models& models,
                           const Options& options, base::Loader& loader);

// For those who solve in parts. The last policy has to do, whatever it takes.
std::uint64_t effective_budget(const Options& options);
std::function<void()> progress_of(const Options& options, const State& state);

}  // namespace heddle::pointsto
