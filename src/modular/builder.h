// What makes the summary of one method, for summarise.h alone.
//
// Its parts are in files of their own: what the method does itself (builder.cc), what its callees
// do for it (builder_calls.cc), what it starts and hands to others (builder_tasks.cc).
//
// Lifetime: for one summary; code, summaries and body must outlive it.
#pragma once

#include <boost/unordered/unordered_flat_set.hpp>
#include <cstdint>
#include <span>
#include <vector>

#include "ir/body.h"
#include "ir/ids.h"
#include "model/concurrency.h"
#include "model/model.h"
#include "modular/code.h"
#include "modular/held_locks.h"
#include "modular/path.h"
#include "modular/summary.h"
#include "modular/values.h"

namespace heddle::modular {

class Builder {
 public:
  Builder(const Code& code, const Summaries& summaries, ir::MethodId method, const ir::Body& body);
  Summary build();

 private:
  // ---- What the method does itself ----
  void visit(std::uint32_t at);
  void access_field(std::uint32_t at, Action action);
  void access_static(std::uint32_t at, Action action);
  [[nodiscard]] bool is_worth_telling(ir::FieldId field) const;
  [[nodiscard]] bool is_same_for_all(const ir::Instruction& put) const;
  void access_inside(std::uint32_t at, std::uint32_t object, ir::FieldId step, Action action);
  void add_acquisition(const HeldLocks::Acquisition& taken);
  void add(const Path& path, Action action, std::uint32_t at);
  Access made(const Path& path, Action action, std::uint32_t at);
  void note_store(std::uint32_t at);
  void note_store(const Path& to, const Path& value);
  void note_return(ir::ValueId value);
  static void note_once(std::vector<Path>& list, const Path& path);

  // ---- Calls ----
  void call(std::uint32_t at);
  void call_unchecked(std::uint32_t at, std::span<const ir::ValueId> arguments);
  void call_guarded(const Call& call, std::uint32_t at, std::span<const ir::ValueId> arguments);
  [[nodiscard]] bool is_held(const Path& guard, std::uint32_t locks) const;
  void note_inner_call(const Call& call, std::uint32_t at, std::span<const ir::ValueId> arguments);
  bool is_others_too(ir::ValueId object, std::uint32_t at);

  struct Callee {
    ir::MethodId target{};
    std::span<const ir::ValueId> arguments;
    bool is_exact = true;
    bool elsewhere = false;
    bool is_over = false;
    bool is_task = false;                 // the object it is called on is what was started
    const HeldLock* meanwhile = nullptr;  // held while it runs, beyond what is held at the call
  };
  void instantiate(const Callee& callee, const Summary& summary, std::uint32_t at);
  [[nodiscard]] bool begins_life(const Callee& callee) const;
  [[nodiscard]] bool is_recursive(ir::MethodId target) const;
  void pass_on(const Summary& summary, std::span<const ir::ValueId> arguments);
  void access_library(const Call& call, std::uint32_t at, std::span<const ir::ValueId> arguments);
  [[nodiscard]] model::Effect effect_of(const Call& call, ir::ValueId object) const;

  // ---- What runs elsewhere ----
  void hand_over(std::uint32_t at);
  void escape(const Path& value, std::uint32_t at, const Path& where);
  void run_tasks(const Call& call, std::uint32_t at, std::span<const ir::ValueId> arguments,
                 std::span<const ir::MethodId> targets);
  HeldLock held_meanwhile(const Call& call, std::span<const ir::ValueId> arguments,
                          std::uint32_t at);
  void run_elsewhere(ir::ValueId task, const model::MethodName& runs, std::uint32_t at);
  void run_what_it_was_given(ir::ValueId object, std::uint32_t at);
  [[nodiscard]] ir::MethodId run_method(ir::ValueId task, const model::MethodName& runs) const;
  [[nodiscard]] ir::ClassId declared_class(ir::ValueId value) const;
  void run_elsewhere(ir::MethodId target, std::span<const ir::ValueId> arguments, std::uint32_t at,
                     bool is_task = false);
  [[nodiscard]] bool is_waited_for(std::uint32_t started) const;

  // ---- Locks ----
  static Locks outside_only(const Locks& locks);
  std::uint32_t translate(const Locks& theirs, std::span<const ir::ValueId> arguments,
                          const Locks& held, const HeldLock* meanwhile);
  std::uint32_t lockset(Locks locks);

  // ---- What is kept ----
  void keep(Access access);

  const Code& code_;
  Summaries summaries_;
  ir::MethodId method_;
  const ir::Body& body_;
  Values values_;
  HeldLocks held_;
  Summary summary_;
  boost::unordered_flat_set<std::uint64_t> known_;
  std::vector<std::uint32_t> waits_;   // calls
  std::vector<Path> here_, outside_;   // scratch
  std::vector<ir::ValueId> given_to_;  // whose arguments are being looked at
};

}  // namespace heddle::modular
