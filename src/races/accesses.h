// What the application's code reads and writes that others might: fields, static fields, elements
// of arrays, and the state of library objects through their methods.
#pragma once

#include <array>
#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "ir/ids.h"
#include "ir/instruction.h"
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
  bool is_atomic = false;           // not plain: no race with others of this kind
  // The field of `base` that holds the object, where it is not `base` itself: 0, or its index + 1.
  std::uint32_t through = 0;
  // The monitor that the library holds meanwhile: that of `base`, or of what a field of it holds.
  // kLeft: it was taken by the one who handed out what is used here, and let go.
  enum class Mutex : std::uint8_t { kNone, kBase, kField, kLeft };
  Mutex mutex{};
  ir::FieldId mutex_field = base::kNone<ir::FieldId>;
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
  // The same, whoever calls.
  struct Touch {
    explicit Touch(const Touched& of)
        : object(of.object),
          writes(of.as.writes),
          through(of.as.through),
          mutex(of.as.mutex),
          mutex_field(of.as.mutex_field) {}
    pointsto::ObjectId object;
    bool writes;
    std::uint32_t through;
    Access::Mutex mutex;
    ir::FieldId mutex_field;
  };
  void touch(const Access& from, pointsto::ObjectId object, ir::MethodId method,
             std::vector<Touched>& touched);
  void touch(const Access& from, pointsto::ObjectId object, ir::MethodId method,
             std::vector<Touched>& touched, unsigned depth);
  [[nodiscard]] bool is_anything(const pointsto::ObjectSet& objects) const;
  // Was the array made with the length 0?
  [[nodiscard]] bool has_no_elements(pointsto::ObjectId array) const;
  void touch_viewed(const Access& from, pointsto::ObjectId object, const model::ObjectFact& fact,
                    ir::MethodId method, std::vector<Touched>& touched, unsigned depth = 0);
  void touch_given(Access access);
  ir::MethodId text_method();
  void touch_whole(const Access& from, pointsto::ObjectId part, const model::ObjectFact& fact,
                   ir::MethodId method, std::vector<Touched>& touched);
  void add_touched(const std::vector<Touched>& touched);
  // The class of the library whose state the object has: its own, or the one that a class of the
  // application extends.
  [[nodiscard]] ir::ClassId library_class(pointsto::ObjectId object) const {
    return library_classes_[base::index(object)];
  }
  [[nodiscard]] ir::ClassId library_class(ir::ClassId of);
  void list_library_classes();
  [[nodiscard]] bool is_library(pointsto::ObjectId object) const {
    return !base::is_none(library_class(object));
  }
  // Has the object a method of its own in place of the library's?
  [[nodiscard]] bool is_overridden(pointsto::ObjectId object, ir::MethodId method,
                                   ir::Invocation invocation);
  [[nodiscard]] pointsto::ObjectSet const& held_in(pointsto::ObjectId object, std::string_view name,
                                                   ir::FieldId& field);
  // The field by which one of the objects of the value is a view of that one.
  std::optional<ir::FieldId> view_of(pointsto::InstanceId id, ir::ValueId wrapper,
                                     pointsto::ObjectId inner);
  void find_inside(const pointsto::ObjectSet& wrappers);
  // Was the iterator made by a call of the same method that holds no more than is held here?
  bool is_said_by_maker(const Access& access, ir::ValueId part);
  static constexpr unsigned kMostMakers = 3;
  // Does what the call gives come from the library, by methods of the program that take no lock?
  bool is_made_bare(pointsto::InstanceId id, ir::ValueId made, unsigned deeper);
  bool gives_bare(pointsto::InstanceId id, unsigned deeper);
  void add(Access access);
  // A class initialiser that starts nothing is over before others see what it did.
  void find_starting(const origins::Origins& origins);
  [[nodiscard]] bool is_quiet_initializer(pointsto::InstanceId id) const;
  void file(std::uint32_t number, pointsto::ObjectId object);

  origins::CallGraph& calls_;
  origins::Facts& facts_;
  const Sharing& sharing_;
  Ownership& ownership_;
  locks::Locks& locks_;
  Initialising initialising_;
  Indices indices_;
  std::vector<std::uint8_t>
      starts_;  // by instance: it, or what it calls, starts something of the program
  std::vector<ir::ClassId> library_classes_;  // by object
  std::vector<Access> all_, fresh_;
  std::vector<Location> locations_;
  // By object, kind and field: places in locations_.
  boost::unordered_flat_map<std::array<std::uint32_t, 3>, std::uint32_t> by_key_;
  std::vector<origins::Point> left_out_;
  static constexpr std::uint32_t kNotKept = 0xFFFF'FFFF;
  // What the objects of one value are views of, and by which field: that of the last value asked
  // for.
  std::uint64_t inside_of_ = ~std::uint64_t{0};
  boost::unordered_flat_map<std::uint32_t, ir::FieldId> inside_;           // by object
  boost::unordered_flat_map<std::uint64_t, std::uint32_t> known_touches_;  // by object and method
  std::vector<std::vector<Touch>> touches_;
  bool met_part_ = false;  // while one is found
  Counts counts_;
};

}  // namespace heddle::races
