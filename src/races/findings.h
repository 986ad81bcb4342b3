// Races as findings of the report.
#pragma once

#include <string>
#include <vector>

#include "origins/describe.h"
#include "races/accesses.h"
#include "races/holders.h"
#include "races/races.h"
#include "races/reasons.h"
#include "report/finding.h"

namespace heddle::races {

class Findings {
 public:
  Findings(origins::CallGraph& calls, origins::Origins& origins, locks::Locks& locks,
           locks::Paths& paths, const Accesses& accesses, Races& races, origins::Describe& describe)
      : calls_(calls),
        origins_(origins),
        locks_(locks),
        paths_(paths),
        accesses_(accesses),
        reasons_(calls, accesses),
        races_(races),
        describe_(describe),
        holders_(calls) {}

  report::Finding finding(const Race& race);

 private:
  report::Subject subject(const Race& race);
  report::Subject subject(ir::FieldId field);
  // The field of the application that a library object was read from, or is in; none: no such one.
  ir::FieldId holder(const Race& race);
  [[nodiscard]] ir::FieldId read_from(const Access& access);
  // How a side comes to its access, and what it holds then.
  struct Come {
    origins::Way way;
    std::vector<locks::Lock> held;
  };
  Come come(const RaceSide& of, pointsto::ObjectId object, origins::OriginId beside);
  // With what is held on every way, and on this one.
  report::Side side(const RaceSide& of, const Come& come);
  void add_doubts(const Race& race, const Come& first, const Come& second,
                  std::vector<std::string>& doubts);
  // More than this, and that it is this one is a guess.
  static constexpr std::size_t kMostChoices = 4;
  [[nodiscard]] origins::Arrival arrival(const RaceSide& side, const Come& come,
                                         pointsto::ObjectId object) const;
  // Can the side go the way it is shown to have come, and have the object there?
  bool comes(const origins::Arrival& side);
  // Are they elements of an array that two constants name?
  [[nodiscard]] bool are_named_apart(const RaceSide& one, const RaceSide& other) const;
  // Has the side just put another object where it reads this one from?
  [[nodiscard]] bool has_replaced(const RaceSide& side, pointsto::ObjectId object) const;
  [[nodiscard]] ir::FieldId constant_index(const RaceSide& side) const;
  [[nodiscard]] std::size_t choices(const RaceSide& side) const;
  [[nodiscard]] bool is_under_construction(const RaceSide& of, pointsto::ObjectId object,
                                           const origins::Way& way) const;
  report::Lock lock(const locks::Lock& lock);

  origins::CallGraph& calls_;
  origins::Origins& origins_;
  locks::Locks& locks_;
  locks::Paths& paths_;
  const Accesses& accesses_;
  Reasons reasons_;
  Races& races_;
  origins::Describe& describe_;
  Holders holders_;
};

}  // namespace heddle::races
