// The summaries of methods that call each other in a circle: a fixed point.
//
// One thread for a circle. The same summaries for the same code, whoever else is being summarised,
// and whether or not they are known from an earlier run.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "ir/ids.h"
#include "modular/code.h"
#include "modular/summary.h"
#include "modular/values.h"

namespace heddle::modular {

// What is known of the members from an earlier run.
class EarlierCircle {
 public:
  virtual ~EarlierCircle() = default;
  // Is its code, what it calls outside of the circle, or which of its callees are within the circle
  // not what it was?
  [[nodiscard]] virtual bool is_other(ir::MethodId member) const = 0;
  // Null: it was in no circle, or that is damaged.
  virtual const Past* past(ir::MethodId member) = 0;
  // Null: damaged.
  virtual const Summary* summary(ir::MethodId member) = 0;
  // Makes sure that its body, and the summaries of what it calls outside of the circle, are there.
  virtual void need(ir::MethodId member) = 0;
};

struct CircleMember {
  std::unique_ptr<Summary> summary;  // null: it is what it was
  std::unique_ptr<Past> past;        // null: the same, or there was an earlier run
};

// As `members`. `all`: by MethodId, of which the members' are written meanwhile and left null.
// Nothing where what is known of an earlier run is damaged.
std::vector<CircleMember> summarise_circle(const Code& code, std::span<const ir::MethodId> members,
                                           std::span<const Summary*> all,
                                           const std::function<Summaries(ir::MethodId)>& callees_of,
                                           EarlierCircle* earlier = nullptr);

}  // namespace heddle::modular
