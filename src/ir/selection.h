// Which method runs when a resolved one is called on an object (JVMS 17, 5.4.5 and 5.4.6).
//
// Thread safety: as ClassTable. Cost: a hash lookup once answered; before that linear in the number
// of the receiver's ancestors, which it links.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <vector>

#include "base/id.h"
#include "ir/class_table.h"
#include "ir/hierarchy.h"
#include "ir/ids.h"
#include "ir/instruction.h"
#include "ir/lookup.h"
#include "ir/resolution.h"

namespace heddle::ir {

class Selection {
 public:
  Selection(ClassTable& classes, Hierarchy& hierarchy, Lookup& lookup)
      : classes_(classes), hierarchy_(hierarchy), lookup_(lookup) {}

  // What `resolved` (an instance method) means for an object of class `receiver`, called by
  // invokevirtual or invokeinterface. An array's methods are those of Object. The method is given
  // with an outcome other than kFound where the JVM would find it and then refuse to run it.
  //
  // The receiver must be a subtype of the type that the reference named: only the caller knows
  // that one, which may be below the class that declares `resolved`.
  Resolved<MethodId> select(ClassId receiver, MethodId resolved, Invocation invocation);

 private:
  Resolved<MethodId> find(ClassId receiver, MethodId resolved);
  MethodId overriding(ClassId receiver, const ClassTable::MethodEntry& resolved);
  MethodId overriding_in_package(ClassId receiver, const ClassTable::MethodEntry& resolved);
  Resolved<MethodId> from_interfaces(ClassId receiver, const ClassTable::MethodEntry& resolved);

  ClassTable& classes_;
  Hierarchy& hierarchy_;
  Lookup& lookup_;
  boost::unordered_flat_map<std::uint64_t, Resolved<MethodId>> selected_;  // by receiver and method
  std::vector<MethodId> line_;                                             // scratch
};

}  // namespace heddle::ir
