// Gates: what nobody passes before others have given their signals. A latch, a semaphore without
// permits, a barrier, a future that is completed by hand, a volatile field that is tested.
//
// A gate is of one single object, or one field of it. Who has passed it is known by instructions:
// all that stands behind one of them has. Who may give signals is known for the whole program, with
// how often at most. `needed` signals let one pass; so if fewer than that can come from elsewhere
// than behind a point, the point comes before all that stands behind the gate.
//
// Constant once built. Lifetime: all that is handed in must outlive it.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "ir/body.h"
#include "origins/call_graph.h"
#include "origins/facts.h"
#include "origins/origins.h"
#include "origins/point.h"
#include "origins/start_facts.h"
#include "origins/times.h"

namespace heddle::origins {

// Names of the locks that are surely held at an instruction of an instance, each of one real lock
// wherever it is met, ascending; only those held by nobody else, if `alone`.
using HeldThere =
    std::function<std::vector<std::uint64_t>(pointsto::InstanceId, std::uint32_t, bool alone)>;

struct Signal {
  pointsto::InstanceId instance{};
  std::uint32_t instruction = 0;
  std::uint32_t weight = 1;  // so many at once
  std::uint32_t times = 0;   // at most, in one run of a giver, weight included
  // The calls that make it a signal, from the one that gives the value on down to the signal
  // itself; empty: it is one however it is come to.
  Frames through{};
};

// The signals of one origin.
struct Giver {
  OriginId origin{};
  std::vector<Signal> signals;
  std::uint32_t times = 0;  // at most, in one run
  Number runs;              // at most
};

struct Gate {
  Number needed;
  std::vector<Giver> givers;
};

// Behind the instruction the gate has been passed.
struct Pass {
  std::uint32_t instruction = 0;
  std::optional<ir::BlockId> branch;  // only where this block was entered
  std::uint32_t gate = 0;
};

class Gates {
 public:
  // Without `held` no field under a lock opens a gate.
  Gates(CallGraph& calls, Origins& origins, Facts& facts, const StartFacts& starts, Times& times,
        const HeldThere& held);

  [[nodiscard]] std::size_t size() const { return gates_.size(); }
  [[nodiscard]] const Gate& operator[](std::uint32_t gate) const { return gates_[gate]; }
  // By instance.
  [[nodiscard]] const boost::unordered_flat_map<std::uint32_t, std::vector<Pass>>& passes() const {
    return passes_;
  }

  // The gate that is passed when the object is awaited.
  [[nodiscard]] std::optional<std::uint32_t> gate_of(pointsto::ObjectId object) const;
  // May code of the program signal the object?
  [[nodiscard]] bool is_signalled(pointsto::ObjectId object) const {
    return signalled_.contains(base::index(object));
  }

  // For those who find them. None: it would order nothing, since some signal comes from code that
  // no origin runs, or there are fewer signals than are needed.
  std::optional<std::uint32_t> add(const Number& needed, std::span<const Signal> signals);
  void add(pointsto::InstanceId id, const Pass& pass) { passes_[base::index(id)].push_back(pass); }
  void set_gate_of(pointsto::ObjectId object, std::uint32_t gate) {
    gates_of_.emplace(base::index(object), gate);
  }
  void set_signalled(pointsto::ObjectId object) { signalled_.insert(base::index(object)); }

 private:
  CallGraph& calls_;
  Origins& origins_;
  Times& times_;
  std::vector<Gate> gates_;
  boost::unordered_flat_map<std::uint32_t, std::uint32_t> gates_of_;  // by object
  std::set<std::uint32_t> signalled_;                                 // objects
  boost::unordered_flat_map<std::uint32_t, std::vector<Pass>> passes_;
};

// The blocks that are entered only where an `if` found that the value is zero, or null; or that it
// is not.
std::vector<ir::BlockId> branches_where(const ir::Body& body, ir::ValueId value, bool is_zero);
// A wait that counts whatever its result: the blocks in which it does, where the code asks for the
// result. Not those that are there for the case that the time was up, but what comes behind them.
// None: it counts wherever it is over.
std::optional<std::vector<ir::BlockId>> blocks_past(const ir::Body& body, ir::ValueId wait,
                                                    bool is_over_if_zero);
// Those that are entered only where it found that a count, which is never below zero, is zero.
std::vector<ir::BlockId> branches_where_none(const ir::Body& body, ir::ValueId count);

}  // namespace heddle::origins
