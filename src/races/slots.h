// Elements of an array that each run of an origin has for itself, by a number that it was given in
// the loop that starts it: `() -> results[i] = …`, `results[this.number] = …`, `rows[i][column] =
// …`.
//
// Lifetime: all that is handed in must outlive it. Thread safety: one thread.
#pragma once

#include <boost/unordered/unordered_flat_set.hpp>
#include <cstdint>
#include <optional>
#include <utility>

#include "ir/body.h"
#include "ir/ids.h"
#include "locks/fields.h"
#include "locks/paths.h"
#include "origins/call_graph.h"
#include "origins/origins.h"
#include "races/accesses.h"
#include "races/own_paths.h"
#include "races/run_own.h"

namespace heddle::races {

class Slots {
 public:
  Slots(origins::CallGraph& calls, origins::Origins& origins, locks::Paths& paths,
        const locks::Fields& fields, RunOwn& run_own, OwnPaths& own_paths)
      : calls_(calls),
        origins_(origins),
        paths_(paths),
        fields_(fields),
        run_own_(run_own),
        own_paths_(own_paths) {}

  // Does each run of the origin have elements of its own at these two accesses to the array?
  bool are_own(origins::OriginId origin, const Access& a, const Access& b,
               pointsto::ObjectId array);
  // Is the element that of the run's number, and is the run's thread kept in an array at the same?
  bool is_that_of_thread(origins::OriginId origin, const Access& access,
                         const pointsto::ObjectSet& threads);

 private:
  // Where a number comes from: what a lambda captured, or a field of `this` that is set once.
  struct Number {
    std::optional<std::uint32_t> capture;
    std::optional<ir::FieldId> field;
    friend bool operator==(const Number&, const Number&) = default;
  };
  std::optional<Number> number(ir::MethodId method, const ir::Body& body, std::uint32_t value);
  // Of the element, or of the row that the element is in.
  std::optional<Number> number(const Access& access, bool of_row);
  // The value of the loop that starts the runs, another one in each round, that the number is.
  struct Given {
    ir::MethodId maker{};
    ir::ValueId value{};
    friend bool operator==(const Given&, const Given&) = default;
  };
  std::optional<Given> given(origins::OriginId origin, const Access& access, const Number& number);
  // The method and parameter that a parameter was handed down from.
  [[nodiscard]] std::pair<ir::MethodId, std::uint32_t> handed_down(pointsto::InstanceId id,
                                                                   std::uint32_t position) const;
  std::optional<Given> given_to_lambda(origins::OriginId origin, ir::MethodId lambda,
                                       std::uint32_t capture);
  std::optional<Given> given_to_maker(origins::OriginId origin, pointsto::InstanceId id,
                                      ir::FieldId field);
  std::optional<Given> counted_for(pointsto::ObjectId made, ir::FieldId field);
  // Is the array another one in each place of what holds it?
  bool is_row(pointsto::ObjectId array);
  void find_stored();

  origins::CallGraph& calls_;
  origins::Origins& origins_;
  locks::Paths& paths_;
  const locks::Fields& fields_;
  RunOwn& run_own_;
  OwnPaths& own_paths_;
  // Objects that code outside of the platform stores into arrays.
  std::optional<boost::unordered_flat_set<std::uint32_t>> stored_;
};

}  // namespace heddle::races
