// Which locks one method surely holds at each of its instructions by its own doing: monitors, the
// lock methods that models describe, and what it calls that comes back with more or fewer locks
// than it was given.
//
// A forward analysis over the body: on every path, or not at all. What the callers hold is not seen
// here (locks.h).
//
// Thread safety: one thread; a method is analysed when first asked about, once.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "ir/body.h"
#include "ir/ids.h"
#include "locks/paths.h"
#include "locks/sorted_pairs.h"
#include "model/concurrency.h"
#include "origins/call_graph.h"
#include "origins/facts.h"

namespace heddle::locks {

// Where a synchronized method takes its lock.
inline constexpr std::uint32_t kAtEntry = 0xFFFF'FFFE;

struct HeldLock {
  PathId path{};
  model::LockMode mode{};
  std::uint16_t depth = 1;           // how often it was taken and not given back
  std::uint32_t site = 0;            // the instruction that took it first, or kAtEntry
  ir::ValueId value = ir::kNoValue;  // what was locked there; none: a class, or inside a callee
  // It is a lock only if the object was made so, and nobody spoils it: null, or what says so.
  const model::LockFact* only_if = nullptr;

  friend bool operator==(const HeldLock&, const HeldLock&) = default;
};

// An instruction that takes a lock, and what is held just before.
struct Acquisition {
  std::uint32_t instruction = 0;  // or kAtEntry
  PathId path{};
  model::LockMode mode{};
  ir::ValueId value = ir::kNoValue;
  bool retakes = false;                      // a wait, which gave it back before
  bool may_fail = false;                     // tryLock: waits for nobody, or not for ever
  const model::LockFact* only_if = nullptr;  // as of HeldLock
};

class Held {
 public:
  Held(origins::CallGraph& calls, origins::Facts& facts, const Fields& fields, Paths& paths)
      : calls_(calls),
        facts_(facts),
        fields_(fields),
        paths_(paths),
        sorted_(calls, facts, fields) {}

  // Just before the instruction runs.
  std::span<const HeldLock> at(ir::MethodId method, std::uint32_t instruction);
  std::span<const Acquisition> acquisitions(ir::MethodId method) { return of(method).acquisitions; }

  // A lock as a value names it: a monitor's object, or the lock behind a view of it.
  struct Named {
    PathId path{};
    model::LockMode mode{};
    bool is_view = false;
    ir::ValueId value = ir::kNoValue;  // the lock object; none where only its field is known
  };
  Named named(ir::MethodId method, const ir::Body& body, ir::ValueId value);
  // By what the lock that was taken at the site comes before the one wanted; see SortedPairs.
  SortedPairs::Order sorted_by(ir::MethodId method, std::uint32_t site, const Acquisition& wants);
  // Is the path held by the method itself just before the instruction?
  bool holds(ir::MethodId method, std::uint32_t instruction, PathId path);

 private:
  using State = std::vector<HeldLock>;  // ascending by path; one for each mode
  using Objects = std::set<pointsto::ObjectId>;
  struct Released {
    PathId path{};
    std::optional<model::LockMode> mode;  // none: in whichever it is held
    friend bool operator==(const Released&, const Released&) = default;
  };
  // What a call of the method leaves behind, in the terms of its parameters.
  struct OfMethod {
    bool is_known = false;
    std::vector<State> states;            // distinct ones
    std::vector<std::uint32_t> state_of;  // by instruction; empty: nothing is ever held
    std::vector<Acquisition> acquisitions;
    std::vector<HeldLock> left_held;  // on every return, and not before
    std::vector<Released> let_go;     // given back without having been taken
    Objects let_go_objects;           // so, too, by calls that are not followed
  };
  class Flow;

  const OfMethod& of(ir::MethodId method);
  // The value of the method that the path begins with; none: it begins elsewhere.
  [[nodiscard]] ir::ValueId root(const ir::Body& body, PathId path) const;
  [[nodiscard]] std::vector<ir::MethodId> callees(ir::MethodId method) const;
  [[nodiscard]] ir::MethodId followed(ir::MethodId method, std::uint32_t invoke) const;
  [[nodiscard]] bool is_platforms(ir::MethodId method) const;
  [[nodiscard]] bool is_of_lambda(ir::MethodId method, std::uint32_t invoke) const;
  // Calls that are not followed, to one of several methods or to a lambda's, as far as they may
  // give locks back.
  [[nodiscard]] std::vector<origins::Call> unfollowed(ir::MethodId method,
                                                      std::uint32_t invoke) const;
  void add_let_go(const origins::Call& call, Objects& into);
  void add_receivers(const origins::Call& call, Objects& into) const;

  origins::CallGraph& calls_;
  origins::Facts& facts_;
  const Fields& fields_;
  Paths& paths_;
  SortedPairs sorted_;
  boost::unordered_flat_map<std::uint32_t, std::unique_ptr<OfMethod>> methods_;
};

}  // namespace heddle::locks
