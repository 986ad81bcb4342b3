// Waits that nobody can end: no code of the program notifies an object that the waited one may be,
// or signals the condition, and nobody interrupts.
//
// Only where that is certain: waits with a time limit end by themselves, and the machine itself
// notifies threads that end. Lifetime: all that is handed in must outlive it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "locks/held.h"
#include "locks/paths.h"
#include "origins/call_graph.h"
#include "origins/describe.h"
#include "origins/facts.h"
#include "origins/origins.h"
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

 private:
  // A place that waits or signals, and on what.
  struct Place {
    ir::MethodId method{};
    std::uint32_t instruction = 0;
    ir::ValueId on = ir::kNoValue;
  };
  void scan(ir::MethodId method);
  [[nodiscard]] bool may_signal(const Place& signal, const Place& wait, pointsto::InstanceId id);
  [[nodiscard]] std::optional<ir::FieldId> own_field(const Place& place);
  [[nodiscard]] bool is_notified_by_machine(const pointsto::ObjectSet& objects) const;

  origins::CallGraph& calls_;
  const origins::Origins& origins_;
  origins::Facts& facts_;
  locks::Paths& paths_;
  const locks::Fields& fields_;
  std::vector<Place> waits_, signals_;
  std::vector<EndlessWait> found_;
};

}  // namespace heddle::deadlocks
