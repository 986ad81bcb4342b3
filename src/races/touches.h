// What a call on library objects reads and changes: the object itself, what it is a view of, and
// the collection that it is a part of.
//
// That is the same wherever the same objects are called by the same method, so it is worked out
// once: thousands of calls are on what may be any map of the program, or any iterator of one. What
// the place of the call knows of a part (was the iterator made here?) is for the caller to add.
//
// Lifetime: all that is handed in must outlive it. Thread safety: one thread; answers are kept.
#pragma once

#include <array>
#include <boost/unordered/unordered_flat_map.hpp>
#include <boost/unordered/unordered_flat_set.hpp>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <span>
#include <vector>

#include "base/id.h"
#include "ir/ids.h"
#include "ir/instruction.h"
#include "model/concurrency.h"
#include "origins/call_graph.h"
#include "origins/facts.h"
#include "pointsto/object_set.h"

namespace heddle::races {

class Touches {
 public:
  Touches(origins::CallGraph& calls, origins::Facts& facts);

  // The monitor that the library holds meanwhile: that of the receiver, or of what a field of it
  // holds. kLeft: it was taken by the one who handed out what is used here, and let go.
  enum class Mutex : std::uint8_t { kNone, kBase, kField, kLeft };
  struct Touch {
    pointsto::ObjectId object{};
    bool writes = false;
    bool is_whole = false;  // the receiver is a part of it
    Mutex mutex{};
    ir::FieldId mutex_field = base::kNone<ir::FieldId>;
    // The fields that lead there from the receiver; 0: it is the receiver.
    std::uint32_t through = 0;
    friend bool operator==(const Touch&, const Touch&) = default;
  };
  // Each once. Null: it may be on so many objects that nothing is known.
  const std::vector<Touch>* of(const pointsto::ObjectSet& on, ir::MethodId method,
                               ir::Invocation invocation);

  // What is done to what the objects are views or parts of, and not to them.
  std::vector<Touch> viewed(const pointsto::ObjectSet& on, ir::MethodId method);

  // The class of the library whose state the object has: its own, or the one that a class of the
  // application extends.
  [[nodiscard]] ir::ClassId library_class(pointsto::ObjectId object) const {
    return library_classes_[base::index(object)];
  }
  [[nodiscard]] bool is_library(pointsto::ObjectId object) const {
    return !base::is_none(library_class(object));
  }
  // The fields that lead from such an object to what it is a view of, or a part.
  std::span<const ir::FieldId> views(const model::ObjectFact& fact) { return fields(fact).views; }
  // What the object holds in the field, if it has that.
  [[nodiscard]] const pointsto::ObjectSet& held_in(pointsto::ObjectId object, ir::FieldId field);

 private:
  // What is called, and how.
  struct Called {
    const pointsto::ObjectSet* on = nullptr;
    ir::MethodId method{};
    ir::Invocation invocation{};
    friend bool operator==(const Called& one, const Called& other) {
      return one.method == other.method && one.invocation == other.invocation &&
             (one.on == other.on || one.on->equals(*other.on));
    }
  };
  struct Hash {
    std::size_t operator()(const Called& called) const;
    std::size_t operator()(const Touch& touch) const;
  };
  struct Answer {
    bool is_anything = false;
    std::vector<Touch> touches{};
  };
  Answer find(const Called& called);
  void touch(const Touch& from, ir::MethodId method, unsigned depth);
  void touch_viewed(const Touch& from, const model::ObjectFact& fact, ir::MethodId method,
                    unsigned depth);
  void touch_whole(const Touch& part, const model::ObjectFact& fact, ir::MethodId method);
  void add(const Touch& touch);
  bool is_taken(const pointsto::ObjectSet& objects, const Touch& how, unsigned depth);
  struct Fields {
    std::vector<ir::FieldId> views;
    ir::FieldId under = base::kNone<ir::FieldId>;
  };
  const Fields& fields(const model::ObjectFact& fact);
  [[nodiscard]] bool is_anything(const pointsto::ObjectSet& objects) const;
  [[nodiscard]] ir::ClassId library_class(ir::ClassId of);
  void list_library_classes();
  // Has the object a method of its own in place of the library's?
  [[nodiscard]] bool is_overridden(pointsto::ObjectId object, const Called& called);

  origins::CallGraph& calls_;
  origins::Facts& facts_;
  std::vector<ir::ClassId> library_classes_;  // by object
  boost::unordered_flat_map<Called, const Answer*, Hash> known_;
  std::deque<Answer> answers_;
  std::map<const model::ObjectFact*, Fields> fields_;  // never gone through in order
  // Of the call at hand. Sets that were gone through, and how.
  boost::unordered_flat_set<std::array<std::uint64_t, 3>> taken_;
  boost::unordered_flat_set<Touch, Hash> met_;
  std::vector<Touch> found_;
};

}  // namespace heddle::races
