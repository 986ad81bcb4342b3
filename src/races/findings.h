// Races as findings of the report.
#pragma once

#include <vector>

#include "origins/describe.h"
#include "races/accesses.h"
#include "races/races.h"
#include "report/finding.h"

namespace heddle::races {

class Findings {
 public:
  Findings(origins::CallGraph& calls, locks::Locks& locks, locks::Paths& paths,
           const Accesses& accesses, origins::Describe& describe)
      : calls_(calls), locks_(locks), paths_(paths), accesses_(accesses), describe_(describe) {}

  report::Finding finding(const Race& race);

 private:
  report::Subject subject(const Access& access, pointsto::ObjectId object);
  report::Subject holder(const Access& access, pointsto::ObjectId object);
  report::Side side(const RaceSide& side);
  report::Lock lock(const locks::Lock& lock);
  void add_reasons(const Race& race, report::Finding& finding);
  [[nodiscard]] bool is_read_back(const Access& write) const;

  origins::CallGraph& calls_;
  locks::Locks& locks_;
  locks::Paths& paths_;
  const Accesses& accesses_;
  origins::Describe& describe_;
};

}  // namespace heddle::races
