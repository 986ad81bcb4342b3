// Searching a class and what is above it for a member, the steps that resolution (resolution.h) and
// selection (selection.h) share. Nothing here looks at access, except that private and static
// methods of interfaces are not inherited.
//
// All classes asked about must be linked. Thread safety: as ClassTable. Cost: linear in the number
// of ancestors.
#pragma once

#include <cstdint>
#include <vector>

#include "base/id.h"
#include "ir/class_table.h"
#include "ir/hierarchy.h"
#include "ir/ids.h"

namespace heddle::ir {

// The maximally-specific superinterface methods of a class for one selector (JVMS 5.4.3.3), as far
// as anybody asks.
struct MaximallySpecific {
  MethodId only_concrete = base::kNone<MethodId>;  // the one that is not abstract, if exactly one
  bool conflict = false;                           // several are not abstract
  // Some method of a superinterface that is neither private nor static, whether or not it is
  // maximally specific: an abstract one if there is one.
  MethodId any = base::kNone<MethodId>;
};

class Lookup {
 public:
  Lookup(const ClassTable& classes, const Hierarchy& hierarchy)
      : classes_(classes), hierarchy_(hierarchy) {}

  // The first class from `from` upwards that declares it; signature-polymorphic methods are found
  // by their name alone (JVMS 5.4.3.3 step 2).
  [[nodiscard]] MethodId in_classes(ClassId from, MethodSelector selector) const;
  // The same, where only instance methods count and no method is found by name alone.
  [[nodiscard]] MethodId instance_in_classes(ClassId from, MethodSelector selector) const;
  MaximallySpecific in_interfaces(ClassId from, MethodSelector selector);

  // JVMS 5.4.3.2: the class, its interfaces, its superclass.
  FieldId field(ClassId from, FieldSelector selector);

 private:
  FieldId field_in_interfaces(ClassId from, FieldSelector selector);
  void begin_marking();
  bool mark(ClassId id);  // was it not marked yet?

  const ClassTable& classes_;
  const Hierarchy& hierarchy_;
  std::vector<std::uint32_t> marks_;  // by ClassId: the last search that marked it
  std::uint32_t search_ = 0;
};

}  // namespace heddle::ir
