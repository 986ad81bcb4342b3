// Why a race matters, or why it may not, as far as the code of its two methods says.
//
// Read off the method that writes: does the value come from what it just read there, did it look
// at the field before, has it just made what it stores? Names count only for what excuses: a field
// that keeps a hash, or statistics.
//
// Lifetime: all that is handed in must outlive it. Thread safety: one thread.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <vector>

#include "ir/body.h"
#include "ir/ids.h"
#include "origins/call_graph.h"
#include "races/accesses.h"
#include "races/races.h"
#include "report/finding.h"

namespace heddle::races {

class Reasons {
 public:
  Reasons(origins::CallGraph& calls, const Accesses& accesses)
      : calls_(calls), accesses_(accesses) {}

  std::vector<report::Reason> of(const Race& race);

 private:
  [[nodiscard]] const ir::Body& body(const Access& access) const;
  // Is what it writes made from what the same method just read there?
  [[nodiscard]] bool is_read_back(const Access& write) const;
  // Does the method put back there what it makes of what it reads?
  [[nodiscard]] bool is_part_of_update(const Access& read) const;
  // Does the method write only after it looked at what is there?
  bool is_checked(const Access& write);
  // Has the method just made what it writes?
  [[nodiscard]] bool is_new(const Access& write) const;
  // Does a loop go on as long as it reads the same?
  bool is_awaited(const Access& read);
  // Would whoever comes second write the same?
  bool is_idempotent(const Access& write);
  // Is the field counted up, and otherwise only told?
  bool is_statistics(ir::FieldId field);
  [[nodiscard]] bool is_only_told(const Access& read) const;
  const std::vector<std::uint32_t>& accesses_to(ir::FieldId field);

  origins::CallGraph& calls_;
  const Accesses& accesses_;
  boost::unordered_flat_map<std::uint32_t, std::vector<std::uint32_t>> by_field_;
};

}  // namespace heddle::races
