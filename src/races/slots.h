// Elements of an array that each run of an origin has for itself, by a number that it was given in
// the loop that starts it: `() -> results[i] = …`, `results[this.number] = …`, `rows[i][column] =
// …`; or by two, between which they lie (parts.h).
//
// Lifetime: all that is handed in must outlive it. Thread safety: one thread.
#pragma once

#include <boost/unordered/unordered_flat_set.hpp>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

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
  // Is the element, or its row, that of a number which no other run of the same function has?
  bool are_of_numbers(const Access& a, const Access& b, pointsto::ObjectId array);
  // Are the indices numbers that were drawn from one counter, each once?
  bool are_drawn(const Access& a, const Access& b);
  // Is the index a field of what the method runs on, which is made with the number of a loop's
  // round? Of one run of that loop these differ; the same object may still be run twice.
  bool seem_numbered(const Access& a, const Access& b);
  // Is the element that of the run's number, and is the run's thread kept in an array at the same?
  bool is_that_of_thread(origins::OriginId origin, const Access& access,
                         const pointsto::ObjectSet& threads);

 private:
  // Where a number comes from: what a lambda captured, or a field of `this` that is set once.
  struct Number {
    pointsto::InstanceId instance{};  // that reads it
    ir::MethodId lambda{};            // where it is a capture
    std::optional<std::uint32_t> capture;
    std::optional<ir::FieldId> field;

    [[nodiscard]] bool is_like(const Number& other) const {
      return capture == other.capture && field == other.field && lambda == other.lambda;
    }
  };
  std::optional<Number> number(pointsto::InstanceId id, ir::ValueId value);
  // Of the element, or of the row that the element is in.
  const std::optional<Number>& number(const Access& access, bool of_row);
  std::optional<Number> find_number(const Access& access, bool of_row);
  const std::optional<origins::Draw>& drawn(const Access& access);
  // Accesses of one place have the same index.
  static std::uint64_t key(const Access& access) {
    return std::uint64_t{base::index(access.instance)} << 32U | access.instruction;
  }
  // What the number is where the runs are made, and the instruction there that hands it over.
  struct Given {
    ir::MethodId maker{};
    std::uint32_t giver = 0;
    ir::ValueId value{};
    friend bool operator==(const Given&, const Given&) = default;
  };
  std::optional<Given> given(origins::OriginId origin, const Number& number);
  std::optional<Given> given_to_lambda(origins::OriginId origin, const Number& number);
  std::optional<Given> given_to_maker(origins::OriginId origin, const Number& number);
  [[nodiscard]] bool is_once(ir::MethodId method) const;
  bool is_made_with_counter(const Number& number);
  std::optional<Given> given_for(pointsto::ObjectId made, ir::FieldId field);
  // Is it another one in each round?
  bool is_counted(const Given& given);
  // The numbers between which the index lies.
  struct Bounds {
    Number first, behind;
  };
  std::vector<Bounds> bounds(const Access& access);
  bool are_parts(origins::OriginId origin, const Bounds& bounds);
  bool have_own_parts(origins::OriginId origin, const Access& a, const Access& b);
  // Is the array another one in each place of what holds it?
  bool is_row(pointsto::ObjectId array);
  void find_stored();

  origins::CallGraph& calls_;
  origins::Origins& origins_;
  locks::Paths& paths_;
  const locks::Fields& fields_;
  RunOwn& run_own_;
  OwnPaths& own_paths_;
  // By place; they stay where they are. `of_row` has its own.
  std::unordered_map<std::uint64_t, std::optional<Number>> numbers_, row_numbers_;
  std::unordered_map<std::uint64_t, std::optional<origins::Draw>> drawn_;
  // Objects that code outside of the platform stores into arrays.
  std::optional<boost::unordered_flat_set<std::uint32_t>> stored_;
};

}  // namespace heddle::races
