// What the application's code reads and writes that others might: fields, static fields, elements
// of arrays, and the state of library objects through their methods.
#pragma once

#include <array>
#include <boost/unordered/unordered_flat_map.hpp>
#include <boost/unordered/unordered_flat_set.hpp>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "ir/ids.h"
#include "ir/instruction.h"
#include "ir/resolution.h"
#include "locks/locks.h"
#include "model/concurrency.h"
#include "origins/call_graph.h"
#include "origins/facts.h"
#include "origins/order.h"
#include "origins/origins.h"
#include "races/indices.h"
#include "races/initialising.h"
#include "races/ownership.h"
#include "races/sharing.h"
#include "races/touches.h"

namespace heddle::races {

struct Subject {
  enum class Kind : std::uint8_t { kField, kStatic, kElements, kState };
  Kind kind{};
  ir::FieldId field = base::kNone<ir::FieldId>;  // of the first two

  friend bool operator==(const Subject&, const Subject&) = default;
};

struct Access {
  pointsto::InstanceId instance{};
  std::uint32_t instruction = 0;
  ir::ValueId base = ir::kNoValue;  // the object; none for static fields
  Subject subject;
  bool writes = false;
  Owned owned{};
  std::optional<Range> elements{};  // of an array: which ones, where that is known
  // What a call does to elements: from the first one up to one behind the last, or so many.
  ir::ValueId first = ir::kNoValue, behind = ir::kNoValue, count = ir::kNoValue;
  bool is_atomic = false;  // not plain: no race with others of this kind
  // The field of `base` that holds the object, where it is not `base` itself: 0, or its index + 1.
  std::uint32_t through = 0;
  using Mutex = Touches::Mutex;
  Mutex mutex{};  // of `base`, or of what a field of it holds
  ir::FieldId mutex_field = base::kNone<ir::FieldId>;
  // Of a method reference that others than those who make it call: where one of them does, and the
  // number of the list of who does, Accesses::callers_of().
  std::optional<origins::Point> called_from{};
  std::uint32_t callers = 0;
};

// All accesses to one subject of one object.
struct Location {
  pointsto::ObjectId object = base::kNone<pointsto::ObjectId>;  // none: a static field
  Subject subject;
  std::vector<std::uint32_t> accesses;  // indices
};

class Accesses {
 public:
  Accesses(origins::CallGraph& calls, origins::Origins& origins, origins::Facts& facts,
           const Sharing& sharing, Ownership& ownership, locks::Locks& locks);

  [[nodiscard]] std::span<const Access> all() const { return all_; }
  [[nodiscard]] const Sharing& sharing() const { return sharing_; }
  // In the order in which they were met.
  [[nodiscard]] std::span<const Location> locations() const { return locations_; }

  // To shared fields and elements, but of an object that nobody else had seen yet: whoever finds it
  // without order may not see them.
  [[nodiscard]] std::span<const Access> fresh() const { return fresh_; }

  // Who runs it: bits by origin.
  [[nodiscard]] std::span<const std::uint64_t> running(const Access& access) const {
    return access.called_from ? std::span<const std::uint64_t>(callers_[access.callers])
                              : origins_.running(access.instance);
  }

  // Calls of library methods that may be on too many objects.
  [[nodiscard]] std::span<const origins::Point> left_out() const { return left_out_; }

  struct Counts {
    std::uint64_t accesses = 0, owned = 0, shared = 0;
  };
  [[nodiscard]] const Counts& counts() const { return counts_; }

 private:
  void scan(pointsto::InstanceId id);
  void field(pointsto::InstanceId id, std::uint32_t at, const ir::Instruction& access,
             bool is_static, bool writes);
  void call(pointsto::InstanceId id, std::uint32_t at, const ir::Instruction& invoke);
  // `"all: " + names` asks for the text of each value that is put in.
  void concatenation(pointsto::InstanceId id, std::uint32_t at, const ir::Instruction& invoke);
  // `forEach(list::add)`: what the reference names is called by whoever it is given to.
  void reference(pointsto::InstanceId id, std::uint32_t at, const ir::Instruction& making);
  // `action.accept(list)`, where the action is `List::clear`: that is called on the list.
  void referred(pointsto::InstanceId id, std::uint32_t at, const ir::Instruction& invoke,
                ir::MethodId called);
  std::optional<ir::HandleTarget> without_receiver(pointsto::ObjectId object, ir::MethodId called);
  // Those who call what a lambda made there runs, other than in the calls of its maker.
  struct Callers {
    std::optional<origins::Point> from{};  // one of the places
    std::vector<std::uint64_t> bits;       // by origin
    bool is_begun_on = false;              // a thread or task has a place of its own for it
  };
  Callers callers_of(pointsto::InstanceId id, std::uint32_t at, const ir::Instruction& making,
                     const ir::HandleTarget& target);
  [[nodiscard]] bool is_spread(const pointsto::ObjectSet& lambdas) const;
  void touch_all(const Access& access, ir::MethodId method, ir::Invocation invocation);
  // What models say of a library method beyond its receiver.
  void described(pointsto::InstanceId id, std::uint32_t at, const ir::Instruction& invoke,
                 const model::AccessFact& fact);
  void described(Access access, ir::ValueId handle);
  // Objects that a call reads or changes, and how it gets there.
  struct Touched {
    pointsto::ObjectId object{};
    Access as;
  };
  // What made the part of a collection that a call is on, as far as the same method says it.
  struct Maker {
    ir::ValueId of = ir::kNoValue;  // what it is a part of
    bool holds_as_much = false;     // it held no lock that is not held at the call
  };
  Maker maker(const Access& access);
  void tell(const Access& access, std::span<const Touches::Touch> touches,
            std::vector<Touched>& touched);
  std::optional<Access> as_told(const Access& access, const Touches::Touch& touch,
                                const Maker& maker);
  void through_maker(Access& access, pointsto::ObjectId whole, const Maker& maker);
  // Was the array made with the length 0?
  [[nodiscard]] bool has_no_elements(pointsto::ObjectId array) const;
  void touch_given(Access access);
  ir::MethodId text_method();
  void add_touched(const std::vector<Touched>& touched);
  // The field by which one of the objects of the value is a view of that one.
  std::optional<ir::FieldId> view_of(pointsto::InstanceId id, ir::ValueId wrapper,
                                     pointsto::ObjectId inner);
  void find_inside(const pointsto::ObjectSet& wrappers);
  bool holds_as_much(const Access& access, ir::ValueId made);
  static constexpr unsigned kMostMakers = 3;
  static constexpr std::size_t kMostMade = 64;
  // Does what the call gives come from the library, by methods of the program that take no lock?
  bool is_made_bare(pointsto::InstanceId id, ir::ValueId made, unsigned deeper);
  bool gives_bare(pointsto::InstanceId id, unsigned deeper);
  void add(Access access);
  // A class initialiser that starts nothing is over before others see what it did.
  void find_starting(const origins::Origins& origins);
  [[nodiscard]] bool is_quiet_initializer(pointsto::InstanceId id) const;
  void file(std::uint32_t number, pointsto::ObjectId object);

  origins::CallGraph& calls_;
  origins::Origins& origins_;
  origins::Facts& facts_;
  const Sharing& sharing_;
  Ownership& ownership_;
  locks::Locks& locks_;
  Touches touches_;
  Initialising initialising_;
  Indices indices_;
  std::vector<std::uint8_t>
      starts_;  // by instance: it, or what it calls, starts something of the program
  std::vector<Access> all_, fresh_;
  std::vector<Location> locations_;
  // By object, kind and field: places in locations_.
  boost::unordered_flat_map<std::array<std::uint32_t, 3>, std::uint32_t> by_key_;
  // Objects and accesses of the call at hand.
  boost::unordered_flat_set<std::uint64_t> filed_;
  std::vector<origins::Point> left_out_;
  std::vector<std::vector<std::uint64_t>> callers_;
  // What the objects of one value are views of, and by which field: that of the last value asked
  // for.
  std::uint64_t inside_of_ = ~std::uint64_t{0};
  boost::unordered_flat_map<std::uint32_t, ir::FieldId> inside_;  // by object
  Counts counts_;
};

}  // namespace heddle::races
