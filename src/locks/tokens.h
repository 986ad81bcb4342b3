// Semaphores that hand one permit around: together they were made with one, and nobody gives a
// permit to one of them who has not taken one from them before.
//
//   empty = new Semaphore(1), full = new Semaphore(0)
//   empty.acquire(); slot = value; full.release();     full.acquire(); use(slot); empty.release();
//
// Who has the permit is alone, and comes after all who had it before. Semaphores are joined where a
// method takes from one and gives to another. A method that takes must give back itself.
//
// Lifetime: all that is handed in must outlive it. Constant once built.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "ir/body.h"
#include "origins/call_graph.h"
#include "origins/facts.h"
#include "origins/origins.h"

namespace heddle::locks {

class Tokens {
 public:
  Tokens(origins::CallGraph& calls, origins::Origins& origins, origins::Facts& facts);

  struct Token {
    pointsto::ObjectId group{};  // one of the semaphores, always the same for one permit
    std::uint32_t taken_at = 0;
    friend auto operator<=>(const Token&, const Token&) = default;
  };
  // Those that the instance has itself just before the instruction; ascending.
  [[nodiscard]] std::vector<Token> at(pointsto::InstanceId id, std::uint32_t instruction) const;

 private:
  using Taken = std::vector<pointsto::ObjectId>;  // ascending
  struct Step {
    pointsto::ObjectId semaphore{};
    bool is_release = false;
  };
  // By instruction.
  using Steps = std::map<std::uint32_t, Step>;

  std::optional<bool> is_release(ir::MethodId method, const ir::Instruction& invoke);
  void find_steps(ir::MethodId method);
  void follow(pointsto::InstanceId id, const Steps& steps);
  void apply(const Step& step, Taken& taken);
  void settle(const Step& step, const Taken& before);
  void count_permits();
  void join(pointsto::ObjectId one, pointsto::ObjectId other);
  [[nodiscard]] pointsto::ObjectId group(pointsto::ObjectId semaphore) const;

  origins::CallGraph& calls_;
  origins::Origins& origins_;
  origins::Facts& facts_;
  const model::LockFact* one_ = nullptr;  // says how one is made with a single permit
  std::map<pointsto::InstanceId, Steps> steps_;
  std::map<pointsto::ObjectId, pointsto::ObjectId> joined_;               // towards the group
  std::map<pointsto::ObjectId, bool> is_bad_;                             // by group, in the end
  std::map<pointsto::InstanceId, std::map<std::uint32_t, Taken>> taken_;  // by instruction
};

}  // namespace heddle::locks
