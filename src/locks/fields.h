// What all code of the program together does to a field: is it ever set again, and does it alone
// hold what is in it?
//
// Only code outside the platform is looked at; of the platform's own fields only what they declare
// counts. Constant once built.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <optional>

#include "ir/ids.h"
#include "model/concurrency.h"
#include "origins/call_graph.h"
#include "origins/facts.h"

namespace heddle::locks {

// A field that holds another field's lock, seen in a mode: `read = lock.readLock()`.
struct FieldView {
  ir::FieldId of{};
  model::LockMode mode{};
};

class Fields {
 public:
  Fields(origins::CallGraph& calls, origins::Facts& facts);

  // Once its object is made it always holds the same: final, or only set by constructors on what
  // they make, or by the class initialiser.
  [[nodiscard]] bool is_stable(ir::FieldId field) const;
  // What it holds is held by no other field: only fresh objects are ever put there, and nowhere
  // else.
  [[nodiscard]] bool is_exclusive(ir::FieldId field) const;
  // It is set once, to what a call that hands out a view of a lock gave for this very field.
  [[nodiscard]] bool is_made_for(ir::FieldId field) const;
  // What it holds is a view of another field's lock.
  [[nodiscard]] std::optional<FieldView> view(ir::FieldId field) const;

 private:
  struct Use {
    bool is_set_late = false;
    bool holds_shared = false;
    bool is_set = false;
    std::uint32_t sets = 0;
    bool is_view_made_for_it = false;  // and nothing else is done with the view
    std::optional<FieldView> view;
  };
  void scan(ir::MethodId method);
  void note_put(ir::MethodId method, const ir::Body& body, const ir::Instruction& put);
  bool is_fresh(const ir::Body& body, ir::ValueId value, const ir::Instruction& put,
                unsigned depth) const;
  bool is_kept_elsewhere(const ir::Body& body, ir::ValueId value, const ir::Instruction& put) const;
  bool is_view(ir::MethodId method, const ir::Body& body, ir::ValueId value);
  std::optional<FieldView> view_of(ir::MethodId method, const ir::Body& body, ir::ValueId value);

  ir::Program& program_;
  origins::Facts& facts_;
  boost::unordered_flat_map<std::uint32_t, Use> uses_;  // by field
};

}  // namespace heddle::locks
