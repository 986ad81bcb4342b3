// What makes the summary of one method, for summarise.h and circle.h alone.
//
// First its shape: all but accesses, which is what callers must know to name things. Then its
// accesses, nearest first: its own, then, level by level, those of its callees that are so many
// calls away from them. What is near does not depend on what is far: so methods that call each
// other in a circle can do this side by side, and what is left out where there is too much does not
// depend on who comes first.
//
// Its parts are in files of their own: what the method does itself (builder.cc), what its callees
// do for it (builder_calls.cc), what it starts and hands to others (builder_tasks.cc).
//
// Lifetime: for one summary; code, summaries and body must outlive it.
#pragma once

#include <boost/unordered/unordered_flat_set.hpp>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
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

  // Once, before all else.
  void find_shape();
  // As far as others have come who are looked at side by side with this one.
  struct Beside {
    const Summary* summary = nullptr;
    const std::vector<std::uint8_t>* in_circle = nullptr;  // see there
  };
  // Once, after that: what it does itself. `circle`: of callees within the circle; null for others.
  using Circle = std::function<const Beside*(ir::MethodId)>;
  void begin(const Circle& circle = {});
  // What callees do that is `level` calls away from them. Is there more to come?
  bool go_on(std::uint32_t level);

  // As far as it has come.
  [[nodiscard]] const Summary& summary() const { return summary_; }
  // Adds what an earlier look at the same method found, so that looking again never loses anything.
  // Of what must hold the later look counts; once that is settled, only what both say.
  void join_shape(const Summary& earlier, bool is_settled);
  // In place of what was found: what several looks came to.
  void set_shape(const Shape& shape);

  // ---- Once begun, within a circle ----
  // Of accesses: so many calls away within the circle.
  [[nodiscard]] const std::vector<std::uint8_t>& in_circle() const { return in_circle_; }
  // Callees within the circle: what they assign is its own doing, too.
  [[nodiscard]] std::vector<ir::MethodId> assigns_by() const;
  void set_assigned(const Assigned& assigned);

  Summary take();

 private:
  // Within a circle accesses are passed on so many times.
  static constexpr std::uint8_t kMostInCircle = 4;
  static constexpr std::size_t kMostStores = 32;

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
  void call_from_here(std::uint32_t at);
  void call_unchecked(std::uint32_t at, std::span<const ir::ValueId> arguments);
  void call_guarded(const Call& call, std::uint32_t at, std::span<const ir::ValueId> arguments);
  [[nodiscard]] bool is_held(const Path& guard, std::uint32_t locks) const;
  void note_inner_call(const Call& call, std::uint32_t at, std::span<const ir::ValueId> arguments);
  bool is_others_too(ir::ValueId object, std::uint32_t at);

  struct Callee {
    ir::MethodId target{};
    std::span<const ir::ValueId> arguments{};
    bool is_exact = true;
    bool elsewhere = false;
    bool is_over = false;
    bool is_task = false;             // the object it is called on is what was started
    Locks meanwhile{};                // held while it runs, beyond what is held at the call
    ir::ValueId task = ir::kNoValue;  // the only argument, in place of `arguments`
    Threads threads = kAnyThread;     // that can come there
  };
  // A callee whose accesses are taken over as far as `next`.
  struct Source {
    Callee callee;
    const Summary* summary = nullptr;
    std::uint32_t at = 0;
    const Beside* circle = nullptr;
    std::uint32_t next = 0;
    bool is_open = false;  // the rest is there
    bool is_begin = false, tells_statics = false;
    Locks held{};
    std::vector<std::int64_t> translated{};  // by their locksets; below 0: not yet
  };
  void add_source(const Callee& callee, const Summary& summary, std::uint32_t at);
  static const Summary& current(const Source& source);
  void open(Source& source);
  void follow(Source& source, std::uint32_t level);
  void take_over(Source& source, std::uint32_t number);
  std::uint32_t locks_of(Source& source, const Access& theirs,
                         std::span<const ir::ValueId> arguments);
  [[nodiscard]] bool begins_life(const Callee& callee) const;
  [[nodiscard]] static std::span<const ir::ValueId> arguments_of(const Callee& callee);
  void wait(const Call& call, std::uint32_t at);
  void note_assigned(std::uint32_t at);
  void pass_on(const Summary& summary, std::span<const ir::ValueId> arguments);
  // ---- Functions that are passed on ----
  void note_run(ir::ValueId function, std::uint32_t at, const Locks& meanwhile);
  void note_own_run(const Call& call, std::uint32_t at, std::span<const ir::ValueId> arguments);
  void pass_on_runs(const Summary& summary, std::span<const ir::ValueId> arguments,
                    std::uint32_t at, const Locks& meanwhile);
  Locks held_by_targets(std::span<const ir::MethodId> targets,
                        std::span<const ir::ValueId> arguments, std::size_t position,
                        std::uint32_t at);
  void access_library(const Call& call, std::uint32_t at, std::span<const ir::ValueId> arguments);
  [[nodiscard]] model::Effect effect_of(const Call& call, ir::ValueId object) const;

  // ---- What runs elsewhere ----
  void hand_over(std::uint32_t at);
  void escape(const Path& value, std::uint32_t at, const Path& where);
  void run_tasks(const Call& call, std::uint32_t at, std::span<const ir::ValueId> arguments,
                 std::span<const ir::MethodId> targets);
  Locks held_meanwhile(const Call& call, std::span<const ir::ValueId> arguments, std::uint32_t at);
  // What AccessController.doPrivileged is given.
  void run_at_once(const Call& call, std::uint32_t at, std::span<const ir::ValueId> arguments);
  void note_handed(ir::MethodId target);
  // Where a task runs, and what keeps others away meanwhile.
  struct Elsewhere {
    Threads threads = kAnyThread;
    Locks meanwhile{};
  };
  Elsewhere elsewhere(const Call& call, const Started& start, std::uint32_t at,
                      std::span<const ir::ValueId> arguments) const;
  void run_elsewhere(ir::ValueId task, const model::MethodName& runs, std::uint32_t at,
                     const Elsewhere& where);
  void run_what_it_was_given(ir::ValueId object, std::uint32_t at, const Elsewhere& where);
  [[nodiscard]] ir::MethodId run_method(ir::ValueId task, const model::MethodName& runs) const;
  [[nodiscard]] ir::ClassId declared_class(ir::ValueId value) const;
  void start(Callee task, std::uint32_t at);
  [[nodiscard]] bool is_waited_for(std::uint32_t started) const;

  // ---- Locks ----
  static Locks outside_only(const Locks& locks);
  Locks in_our_terms(const Locks& theirs, std::span<const ir::ValueId> arguments) const;
  std::uint32_t translate(const Locks& theirs, std::span<const ir::ValueId> arguments,
                          const Locks& held, const Locks& meanwhile);
  static Locks joined(Locks locks, std::span<const HeldLock> more);
  std::uint32_t lockset(Locks locks);

  // ---- What is kept ----
  bool keep(const Access& access);

  const Code& code_;
  Summaries summaries_;
  ir::MethodId method_;
  const ir::Body& body_;
  Values values_;
  HeldLocks held_;
  Summary summary_;
  boost::unordered_flat_set<std::uint64_t> known_;
  std::vector<std::uint32_t> waits_;  // calls
  std::vector<Source> sources_;
  std::vector<std::uint8_t> in_circle_;  // as accesses
  bool is_in_circle_ = false;
  FewPaths here_, to_, from_;          // scratch
  std::vector<Path> outside_;          // the same
  std::vector<ir::ValueId> given_to_;  // whose arguments are being looked at
};

}  // namespace heddle::modular
