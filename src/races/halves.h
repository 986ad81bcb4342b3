// Tasks that halve a range: each makes one for either half, and waits for both.
//
//   int middle = (from + to) >>> 1;
//   invokeAll(new Sort(array, from, middle), new Sort(array, middle, to));
//   merge(middle);
//
// Of two tasks of such a tree one is below the other, and then the upper one touches elements only
// before it begins the halves and after they have ended; or their ranges have no element in common.
// So what each does inside its own range nobody else does at the same time.
//
// Numbers that wrap around are not thought of, nor tasks that are left by an exception.
//
// Lifetime: all that is handed in must outlive it. Thread safety: one thread.
#pragma once

#include <array>
#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "ir/body.h"
#include "ir/ids.h"
#include "locks/fields.h"
#include "locks/paths.h"
#include "origins/call_graph.h"
#include "origins/order.h"
#include "origins/origins.h"
#include "pointsto/ids.h"
#include "races/accesses.h"

namespace heddle::races {

class Halves {
 public:
  Halves(origins::CallGraph& calls, origins::Origins& origins, origins::Order& order,
         locks::Paths& paths, const locks::Fields& fields)
      : calls_(calls), origins_(origins), order_(order), paths_(paths), fields_(fields) {}

  // Are both accesses to elements in the range of the task that makes them, both of one tree?
  bool are_apart(const Access& a, const Access& b);

 private:
  // How a method halves the range of what it runs on.
  struct Split {
    ir::MethodId method{};
    ir::FieldId low{}, high{};             // of the range
    bool includes_high = false;            // [low, high], and else [low, high)
    std::array<std::uint32_t, 2> made{};   // where it makes the tasks for the halves
    std::vector<origins::OriginId> begun;  // those of them that it does not run itself
  };
  // A method on the way from one that halves to an access: where it calls the next one, or the
  // access itself; and what it is given.
  struct Frame {
    pointsto::InstanceId instance{};
    std::uint32_t instruction = 0;
    std::span<const ir::ValueId> given;
  };
  class InRange;

  const Split* own_range(const Access& access);
  // From the access up to all callers that halve: the same split at each; false where one does not.
  bool climb(const Access& access, std::vector<Frame>& frames, const Split*& found);
  [[nodiscard]] bool is_by_itself(const Split& split, std::uint32_t instruction);

  const Split* split(ir::MethodId method);
  std::optional<Split> find_split(ir::MethodId method);
  // Where the method makes what it runs on, and the one object of the kind that is made elsewhere.
  bool find_makers(ir::MethodId method, Split& split, pointsto::ObjectId& root);
  bool halves(Split& split);
  bool halves(Split& split, std::uint32_t lower, std::uint32_t upper);
  bool is_run_once(Split& split, std::uint32_t made);
  // The instructions of the method that begin it, and those that call the method on it; false: it
  // may be begun or called elsewhere, too.
  bool add_starts(Split& split, std::uint32_t made, std::vector<std::uint32_t>& runs);
  bool add_calls(const Split& split, std::uint32_t made, std::vector<std::uint32_t>& runs);
  [[nodiscard]] bool is_begun_once(pointsto::ObjectId root) const;
  std::vector<ir::FieldId> numbers_read(ir::MethodId method) const;
  // The field of `this` that the method reads there, if it always holds the same.
  [[nodiscard]] std::optional<ir::FieldId> read_of_this(ir::MethodId method,
                                                        ir::ValueId value) const;
  // What is given for the field where the object is made.
  std::optional<ir::ValueId> given(ir::MethodId method, std::uint32_t made, ir::FieldId field);

  origins::CallGraph& calls_;
  origins::Origins& origins_;
  origins::Order& order_;
  locks::Paths& paths_;
  const locks::Fields& fields_;
  boost::unordered_flat_map<std::uint32_t, std::unique_ptr<Split>> splits_;  // by method
  boost::unordered_flat_map<std::array<std::uint32_t, 3>, const Split*>
      own_ranges_;  // by point, write
};

}  // namespace heddle::races
