// Which locks are surely held when an instance runs an instruction: by its own method and by every
// chain of callers.
//
// A lock is known by a path in the terms of the method, by a path that means the same everywhere,
// or as an object that stands for one real one. Two sides hold a common lock only if it is surely
// the same real object; which of that holds relative to an accessed object is for the asker.
//
// Lifetime: all that is handed in must outlive it. Constant once built, but for what Held keeps.
#pragma once

#include <array>
#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "locks/held.h"
#include "locks/paths.h"
#include "locks/tokens.h"
#include "origins/call_graph.h"
#include "origins/facts.h"
#include "origins/order.h"
#include "origins/origins.h"

namespace heddle::locks {

struct Lock {
  enum class Kind : std::uint8_t { kPath, kObject, kInsideObject };
  Kind kind{};
  // A PathId in the terms of the instance's method; an ObjectId: its monitor, or the lock it is.
  std::uint32_t id = 0;
  model::LockMode mode{};
  // Where it was taken, for people.
  pointsto::InstanceId taken_in{};
  std::uint32_t taken_at = 0;

  [[nodiscard]] std::uint64_t key() const {
    return std::uint64_t{static_cast<std::uint8_t>(kind)} << 32U | id;
  }
};

class Locks {
 public:
  Locks(origins::CallGraph& calls, origins::Origins& origins, origins::Facts& facts, Held& held,
        Paths& paths);

  // Ascending by key.
  std::vector<Lock> at(pointsto::InstanceId id, std::uint32_t instruction);
  // Names of what is held there, each of one real lock wherever it is met, ascending; if `alone`
  // only of what no reader may hold at the same time.
  std::vector<std::uint64_t> named_at(pointsto::InstanceId id, std::uint32_t instruction,
                                      bool alone);
  [[nodiscard]] std::span<const Lock> at_entry(pointsto::InstanceId id) const;
  // What is held by who comes to the last of these points by way of the others, each a call of the
  // next one's instance: at least what is held on every way.
  std::vector<Lock> along(std::span<const origins::Point> way);
  // What is held when the acquisition begins.
  std::vector<Lock> before(pointsto::InstanceId id, const Acquisition& acquisition);
  // The lock that an acquisition takes, as one or two Locks.
  std::vector<Lock> taken(pointsto::InstanceId id, const Acquisition& acquisition);
  // As the method that took it names it; nothing if it has no name beyond that method.
  std::optional<std::string> lasting_name(const Lock& lock);
  // Is what models call a lock under a condition one?
  bool is_lock(pointsto::InstanceId id, const HeldLock& held);

 private:
  // The body of a lambda that is never kept runs inside of the call it is given to.
  struct RunNow {
    ir::MethodId body{};
    std::uint32_t made = 0;  // the instruction that makes the lambda
    std::uint32_t call = 0;  // the one it is given to
  };
  void find_run_now();
  void find_run_now(ir::MethodId method, const std::vector<std::uint8_t>& kept);
  [[nodiscard]] std::vector<std::uint8_t> kept_objects() const;
  // Nothing: what runs it has not been looked at yet.
  std::optional<std::vector<Lock>> in_terms_of(pointsto::InstanceId id, const RunNow& lambda);
  static constexpr std::uint32_t kAnyInstruction = 0xFFFF'FFFF;
  std::optional<std::vector<Lock>> around_body(pointsto::InstanceId at, const RunNow& lambda,
                                               pointsto::InstanceId maker, unsigned depth,
                                               std::uint32_t only_instruction);
  const std::optional<std::vector<Lock>>& around_body_in(pointsto::InstanceId at,
                                                         const RunNow& lambda,
                                                         pointsto::InstanceId maker,
                                                         unsigned depth);
  const std::vector<const origins::Call*>& calls_with(pointsto::InstanceId at, const RunNow& lambda,
                                                      pointsto::InstanceId maker,
                                                      bool with_handing_on);
  void find_captured();
  [[nodiscard]] std::vector<pointsto::ObjectId> with_it_inside(const RunNow& lambda,
                                                               pointsto::InstanceId maker) const;
  [[nodiscard]] bool gives_one(const origins::Call& call,
                               std::span<const pointsto::ObjectId> objects) const;
  void add_holds(pointsto::InstanceId id, std::uint32_t instruction, std::vector<Lock>& locks);
  using Reach = std::function<void(pointsto::InstanceId, const std::vector<Lock>&)>;
  void spread();
  void spread_lambdas(pointsto::InstanceId maker, const Reach& reach);
  static void insert(std::vector<Lock>& locks, const Lock& lock);
  static bool keep_common(std::vector<Lock>& locks, const std::vector<Lock>& others);
  bool meet(pointsto::InstanceId at, const std::vector<Lock>& locks);
  struct Renaming {
    PathId here{}, there{};
  };
  void rename(const Lock& lock, std::span<const Renaming> names, std::vector<Lock>& there);
  [[nodiscard]] bool are_same_everywhere(const std::vector<Lock>& locks) const;
  std::vector<Lock> in_terms_of(const origins::Call& call, const std::vector<Lock>& locks);
  void add_behind_view(const origins::Call& call, const Lock& lock, std::vector<Lock>& there);
  std::vector<Lock> in_terms_of_caller(const origins::Call& call, const std::vector<Lock>& locks);
  void add(pointsto::InstanceId id, const HeldLock& held, std::vector<Lock>& locks);
  void add_held(pointsto::InstanceId id, std::uint32_t instruction, std::vector<Lock>& locks);
  // Objects that are locks only if nobody does anything else to them: who does?
  void find_spoiled();
  void find_spoiled(ir::MethodId method);
  // A release in a method that did not take the lock itself: all who call it must hold it.
  struct HandedRelease {
    ir::MethodId method{};
    std::uint32_t instruction = 0;
    PathId path{};
    ir::ValueId on{};
  };
  bool spoil_unheld();
  // Views of a lock in the mode of readers, `rw.readLock()`, which somebody may take as any lock.
  void find_shared_views();
  bool may_be_shared_view(pointsto::InstanceId id, ir::ValueId value);

  origins::CallGraph& calls_;
  origins::Origins& origins_;
  origins::Facts& facts_;
  Held& held_;
  Paths& paths_;
  Tokens tokens_;
  boost::unordered_flat_map<std::uint32_t, std::vector<Lock>> entry_;  // by instance; absent: none
  std::vector<std::uint8_t> seen_;
  boost::unordered_flat_map<std::uint32_t, std::vector<RunNow>> run_now_;  // by making method
  std::vector<std::uint8_t> is_run_now_;                                   // by method: a body
  // By instance that may run lambdas of others: those who made them.
  boost::unordered_flat_map<std::uint32_t, std::set<std::uint32_t>> waiting_;
  // By object of such a lambda: the lambdas that captured it.
  boost::unordered_flat_map<std::uint32_t, std::vector<pointsto::ObjectId>> captured_by_;
  // By instance, maker, where the lambda is made, and whether calls that hand it on are in it.
  std::map<std::array<std::uint32_t, 4>, std::vector<const origins::Call*>> calls_with_;
  std::vector<std::uint8_t> spoiled_;  // by object
  std::vector<HandedRelease> handed_releases_;
  std::set<std::uint32_t> shared_views_;                          // objects
  boost::unordered_flat_map<std::uint64_t, bool> may_be_shared_;  // by instance and value
  // Of the question at hand, by instance and depth; they stay where they are.
  std::map<std::uint64_t, std::optional<std::vector<Lock>>> around_bodies_;
  bool is_unknown_ = false;  // around_body() met an instance that was not reached yet
};

}  // namespace heddle::locks
