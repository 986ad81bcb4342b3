// The receiver's class and its superclasses are searched for a method that overrides the resolved
// one; if there is none, the interfaces are asked.
//
// A public or protected method is overridden by any method of its name and descriptor that is not
// private or static. A package-private one is overridden from within its package, and from
// elsewhere only through a method between the two that overrides it and can itself be overridden:
//
//   package p: class A { void m() }            B.m overrides A.m (same package), C.m overrides B.m
//   package p: class B extends A { public void m() }            (public), hence also A.m.
//   package q: class C extends B { public void m() }
//
// So the declarations between the receiver and A are taken from A downwards: those of A's package
// override A.m, and once one of them is public or protected, all further ones do.
#include "ir/selection.h"

#include <cstdint>
#include <ranges>

#include "base/id.h"
#include "ir/class.h"
#include "ir/class_table.h"
#include "ir/ids.h"
#include "ir/instruction.h"
#include "ir/lookup.h"
#include "ir/resolution.h"

namespace heddle::ir {

Resolved<MethodId> Selection::select(ClassId receiver, MethodId resolved, Invocation invocation) {
  const std::uint64_t key = std::uint64_t{base::index(receiver)} << 32U | base::index(resolved);
  auto known = selected_.find(key);
  if (known == selected_.end()) known = selected_.emplace(key, find(receiver, resolved)).first;
  Resolved<MethodId> result = known->second;
  if (invocation == Invocation::kInterface && !base::is_none(result.member) &&
      !classes_.method(result.member).is(Access::kPublic | Access::kPrivate))
    result.outcome = Outcome::kIllegalAccess;
  return result;
}

Resolved<MethodId> Selection::find(ClassId receiver, MethodId resolved) {
  hierarchy_.link(receiver);
  const ClassTable::MethodEntry method = classes_.method(resolved);
  hierarchy_.link(method.owner);
  if (method.is(Access::kStatic)) return {.outcome = Outcome::kIncompatible};
  if (!hierarchy_.is_subclass(receiver, method.owner) && hierarchy_.is_complete(receiver))
    return {.outcome = Outcome::kIncompatible};
  if (method.is(Access::kPrivate)) return {resolved, Outcome::kFound};
  const MethodId found = overriding(receiver, method);
  if (base::is_none(found)) return from_interfaces(receiver, method);
  const bool abstract = classes_.method(found).is(Access::kAbstract);
  return {found, abstract ? Outcome::kAbstract : Outcome::kFound};
}

MethodId Selection::overriding(ClassId receiver, const ClassTable::MethodEntry& resolved) {
  if (!resolved.is(Access::kPublic | Access::kProtected))
    return overriding_in_package(receiver, resolved);
  for (ClassId at = receiver; !base::is_none(at); at = hierarchy_.super(at)) {
    const MethodId declared = classes_.declared(at, resolved.selector);
    if (!base::is_none(declared) &&
        !classes_.method(declared).is(Access::kPrivate | Access::kStatic))
      return declared;
  }
  return base::kNone<MethodId>;
}

MethodId Selection::overriding_in_package(ClassId receiver,
                                          const ClassTable::MethodEntry& resolved) {
  line_.clear();
  for (ClassId at = receiver; !base::is_none(at) && at != resolved.owner;
       at = hierarchy_.super(at)) {
    const MethodId declared = classes_.declared(at, resolved.selector);
    if (!base::is_none(declared) &&
        !classes_.method(declared).is(Access::kPrivate | Access::kStatic))
      line_.push_back(declared);
  }
  MethodId last = classes_.declared(resolved.owner, resolved.selector);
  bool from_anywhere = false;
  for (const MethodId id : line_ | std::views::reverse) {
    const ClassTable::MethodEntry& method = classes_.method(id);
    if (!from_anywhere && classes_.package(method.owner) != classes_.package(resolved.owner))
      continue;
    last = id;
    from_anywhere |= method.is(Access::kPublic | Access::kProtected);
  }
  return last;
}

Resolved<MethodId> Selection::from_interfaces(ClassId receiver,
                                              const ClassTable::MethodEntry& resolved) {
  const MaximallySpecific specific = lookup_.in_interfaces(receiver, resolved.selector);
  if (!base::is_none(specific.only_concrete)) return {specific.only_concrete, Outcome::kFound};
  if (specific.conflict) return {.outcome = Outcome::kIncompatible};
  const ClassId phantom = hierarchy_.first_phantom(receiver);
  if (base::is_none(phantom)) return {.outcome = Outcome::kAbstract};
  return {
      classes_.invent_method(phantom, resolved.selector, false, resolved.home, resolved.signature),
      Outcome::kPhantom};
}

}  // namespace heddle::ir
