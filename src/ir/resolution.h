// What the references in a class mean, exactly as the JVM links them (JVMS 17, 5.4.3 and 6.5).
//
// An answer is a member and an outcome. The outcome is the error the JVM would throw when the
// instruction first runs; where a member was found in spite of it, it is given too, so that an
// analysis may go on with it.
//
// A member that is not found, in a hierarchy part of which is missing, is taken to be in the
// missing part: it becomes a member of the first phantom, static or not as the instruction says.
//
// Not looked at: modules, loaders, writes to final fields.
//
// Thread safety: as ClassTable. Cost: a hash lookup once answered; before that linear in the number
// of ancestors, which it links.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <optional>

#include "base/id.h"
#include "ir/access.h"
#include "ir/class_table.h"
#include "ir/hierarchy.h"
#include "ir/ids.h"
#include "ir/instruction.h"
#include "ir/lookup.h"
#include "ir/symbols.h"

namespace heddle::ir {

enum class Outcome : std::uint8_t {
  kFound,
  kPhantom,        // taken to be a member of a class that is missing
  kMissing,        // NoSuchFieldError, NoSuchMethodError
  kIncompatible,   // IncompatibleClassChangeError
  kIllegalAccess,  // IllegalAccessError
  kAbstract,       // AbstractMethodError
};

template <typename Id>
struct Resolved {
  Id member = base::kNone<Id>;
  Outcome outcome = Outcome::kMissing;

  // The JVM runs it, or would if the class were there.
  [[nodiscard]] bool runs() const {
    return outcome == Outcome::kFound || outcome == Outcome::kPhantom;
  }
  friend bool operator==(const Resolved&, const Resolved&) = default;
};

// What a method handle calls, and how.
struct HandleTarget {
  Resolved<MethodId> method;
  Invocation invocation{};
  bool constructs = false;  // makes a new object and runs this constructor on it
};

class Resolution {
 public:
  Resolution(ClassTable& classes, Hierarchy& hierarchy, Lookup& lookup)
      : classes_(classes), hierarchy_(hierarchy), lookup_(lookup), access_(classes, hierarchy) {}

  // Field resolution and the check of getstatic, getfield and their kin.
  Resolved<FieldId> field(ClassId from, FieldRef ref, bool static_access);

  // Method or interface method resolution, and what the invocation checks when it is linked. Which
  // method then runs: that very one for a static invocation, special_target() for a special one,
  // Selection::select() for the others.
  Resolved<MethodId> method(ClassId from, MethodRef ref, Invocation invocation);

  // The method that an invokespecial runs. Every class is taken to have ACC_SUPER, as since Java 8.
  Resolved<MethodId> special_target(ClassId from, MethodRef ref);

  // Nothing if the handle is of a field.
  std::optional<HandleTarget> handle_target(ClassId from, HandleRef ref);

  AccessControl& access() { return access_; }

 private:
  // A reference as all rules see it.
  struct Reference {
    ClassId from{};
    Type named;       // the class or array type it names
    ClassId owner{};  // where the search begins: the class, Object for arrays
  };

  Reference reference(ClassId from, TypeRef owner);
  Resolved<FieldId> find_field(ClassId from, FieldRef ref, bool static_access);
  Resolved<MethodId> find_method(ClassId from, MethodRef ref, Invocation invocation);
  Resolved<MethodId> find_special_target(ClassId from, MethodRef ref);
  MethodId search(const Reference& reference, MethodSelector selector);
  MethodId search_interface(ClassId owner, MethodSelector selector);
  MethodId search_object(MethodSelector selector);
  MethodId search_special(ClassId start, MethodSelector selector);
  [[nodiscard]] bool is_wrong_kind(const Reference& reference, const MethodSymbol& symbol,
                                   Invocation invocation) const;
  Outcome linked(const Reference& reference, MethodId found, Invocation invocation);
  [[nodiscard]] Outcome linked_special(const Reference& reference, MethodId found) const;
  bool may_access(const Reference& reference, MethodId found);
  Resolved<MethodId> invented(const Reference& reference, const MethodSymbol& symbol,
                              MethodSelector selector, Invocation invocation);

  ClassTable& classes_;
  Hierarchy& hierarchy_;
  Lookup& lookup_;
  AccessControl access_;
  // By class, reference, and how it is used.
  boost::unordered_flat_map<std::uint64_t, Resolved<FieldId>> fields_;
  boost::unordered_flat_map<std::uint64_t, Resolved<MethodId>> methods_;
  boost::unordered_flat_map<std::uint64_t, Resolved<MethodId>> special_targets_;
};

}  // namespace heddle::ir
