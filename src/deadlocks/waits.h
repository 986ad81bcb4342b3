// Waits that nobody can end: no code of the program notifies an object that the waited one may be,
// or signals the condition, and nobody interrupts.
//
// Only where that is certain: waits with a time limit end by themselves, and the machine itself
// notifies threads that end. Lifetime: all that is handed in must outlive it.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "locks/held.h"
#include "locks/paths.h"
#include "origins/call_graph.h"
#include "origins/describe.h"
#include "origins/facts.h"
#include "origins/origins.h"
#include "origins/point.h"
#include "report/finding.h"

namespace heddle::deadlocks {

struct EndlessWait {
  pointsto::InstanceId instance{};
  std::uint32_t instruction = 0;
};

class Waits {
 public:
  Waits(origins::CallGraph& calls, const origins::Origins& origins, origins::Facts& facts,
        locks::Paths& paths, const locks::Fields& fields);

  [[nodiscard]] std::span<const EndlessWait> found() const { return found_; }
  report::Finding finding(const EndlessWait& wait, origins::Describe& describe);

  // A place that waits or signals, and on what.
  struct Place {
    ir::MethodId method{};
    std::uint32_t instruction = 0;
    ir::ValueId on = ir::kNoValue;
  };
  // The application's waits without a limit: for a notify or signal, and at gates that stay shut
  // until somebody else opens them.
  [[nodiscard]] std::span<const Place> waits() const { return waits_; }
  [[nodiscard]] std::span<const Place> waits_at_gates() const { return waits_at_gates_; }
  // What may end the wait of that instance, if some origin runs it. Without those that no code of a
  // method gives (`latch::countDown`).
  std::vector<origins::Point> signals_for(const Place& wait, pointsto::InstanceId id);

  // Is a signal given, to whomever, by what is no code of a method?
  [[nodiscard]] bool are_signals_handed_on() const { return are_signals_handed_on_; }

 private:
  void scan(ir::MethodId method);
  void look_for_handed_on();
  // Does the call wait without a limit for a gate that nothing but signals opens?
  [[nodiscard]] bool is_wait_at_gate(ir::MethodId called, const ir::Instruction& invoke);
  [[nodiscard]] bool is_made_open(ir::ClassId gate);
  [[nodiscard]] bool may_signal(const Place& signal, const Place& wait, pointsto::InstanceId id);
  [[nodiscard]] std::optional<ir::FieldId> own_field(const Place& place);
  [[nodiscard]] bool is_notified_by_machine(const pointsto::ObjectSet& objects) const;

  origins::CallGraph& calls_;
  const origins::Origins& origins_;
  origins::Facts& facts_;
  locks::Paths& paths_;
  const locks::Fields& fields_;
  std::vector<Place> waits_, waits_at_gates_, signals_;
  std::set<ir::MethodId> signalling_;  // methods of the platform
  bool are_signals_handed_on_ = false;
  std::vector<EndlessWait> found_;
};

}  // namespace heddle::deadlocks
