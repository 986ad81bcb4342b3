// Which locks one method surely holds at each of its instructions, by its own doing and that of
// what it calls, and which threads may come there. What its callers hold is not seen here.
//
// A forward analysis over the body: on every path, or not at all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "ir/body.h"
#include "ir/ids.h"
#include "modular/code.h"
#include "modular/summary.h"
#include "modular/values.h"

namespace heddle::modular {

class HeldLocks {
 public:
  // Nobody holds more at once; what a class file takes beyond that is passed over.
  static constexpr std::size_t kMostHeld = 64;

  // An instruction that takes a lock, or a synchronized method's beginning (instruction 0).
  struct Acquisition {
    std::uint32_t instruction = 0;
    Path path;
    bool at_entry = false;
    bool may_fail = false;
  };

  HeldLocks(const Code& code, const Summaries& summaries, const Values& values, ir::MethodId method,
            const ir::Body& body);

  // Just before the instruction; unreachable code holds nothing.
  [[nodiscard]] const Locks& at(std::uint32_t instruction) const {
    return states_[state_of_[instruction]].locks;
  }
  [[nodiscard]] Threads threads(std::uint32_t instruction) const {
    return states_[state_of_[instruction]].threads;
  }
  [[nodiscard]] const std::vector<Acquisition>& acquisitions() const { return acquisitions_; }
  [[nodiscard]] const Locks& left_held() const { return left_held_; }
  [[nodiscard]] const Locks& let_go() const { return let_go_; }

  // The lock that a value is, with the mode of the view it is reached through.
  struct Named {
    Path path;
    std::optional<LockMode> mode;
  };
  [[nodiscard]] Named named(ir::ValueId value) const;

 private:
  struct State {
    Locks locks;
    Threads threads = kAnyThread;
    friend bool operator==(const State&, const State&) = default;
  };

  State at_entry();
  [[nodiscard]] bool is_needed() const;
  void run();
  template <typename Leave>
  void flow(std::uint32_t block, State state, Leave&& leave);
  void apply(std::uint32_t at, State& state);
  void apply(const model::LockFact& fact, std::uint32_t at, State& state);
  void apply(const Summary& callee, std::uint32_t at, State& state);
  void choose(const ir::Instruction& branch, std::uint32_t successor, State& state);
  void give_back(State& state, const Path& path, std::optional<LockMode> mode);
  void record();
  void add_acquisition(std::uint32_t at);
  std::uint32_t keep(const State& state);
  [[nodiscard]] HeldLock lock(const Path& path, LockMode mode, std::uint32_t at) const {
    return {.path = path, .mode = mode, .taken_in = method_, .taken_at = at};
  }

  const Code& code_;
  Summaries summaries_;
  const Values& values_;
  ir::MethodId method_;
  const ir::Body& body_;
  std::vector<std::optional<State>> in_;  // by block
  std::vector<State> states_;             // distinct ones
  std::vector<std::uint32_t> state_of_;   // by instruction
  std::vector<Acquisition> acquisitions_;
  Locks left_held_, let_go_;
  Path wanted_;  // which callers must hold
};

}  // namespace heddle::modular
