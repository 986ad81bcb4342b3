// Of the interfaces above a class, those that declare the method are met from the most derived one
// back (Hierarchy lists each after those it extends). One that is not marked yet is maximally
// specific, and everything above it gets marked, since it is overridden there.
#include "ir/lookup.h"

#include <cstdint>
#include <ranges>

#include "base/id.h"
#include "ir/class.h"
#include "ir/class_table.h"
#include "ir/hierarchy.h"
#include "ir/ids.h"

namespace heddle::ir {

MethodId Lookup::in_classes(ClassId from, MethodSelector selector) const {
  for (ClassId at = from; !base::is_none(at); at = hierarchy_.super(at)) {
    const MethodId polymorphic = classes_.declared_polymorphic(at, classes_.name(selector));
    if (!base::is_none(polymorphic)) return polymorphic;
    const MethodId declared = classes_.declared(at, selector);
    if (!base::is_none(declared)) return declared;
  }
  return base::kNone<MethodId>;
}

MethodId Lookup::instance_in_classes(ClassId from, MethodSelector selector) const {
  for (ClassId at = from; !base::is_none(at); at = hierarchy_.super(at)) {
    const MethodId declared = classes_.declared(at, selector);
    if (!base::is_none(declared) && !classes_.method(declared).is(Access::kStatic)) return declared;
  }
  return base::kNone<MethodId>;
}

MaximallySpecific Lookup::in_interfaces(ClassId from, MethodSelector selector) {
  MaximallySpecific result;
  bool any_is_abstract = false;
  begin_marking();
  for (const ClassId interface : hierarchy_.all_interfaces(from) | std::views::reverse) {
    const MethodId id = classes_.declared(interface, selector);
    if (base::is_none(id)) continue;
    const ClassTable::MethodEntry& method = classes_.method(id);
    if (method.is(Access::kPrivate | Access::kStatic)) continue;
    const bool abstract = method.is(Access::kAbstract);
    if (abstract || !any_is_abstract) result.any = id;
    any_is_abstract |= abstract;
    if (!mark(interface)) continue;
    for (const ClassId above : hierarchy_.all_interfaces(interface)) mark(above);
    if (abstract) continue;
    result.conflict |= !base::is_none(result.only_concrete);
    result.only_concrete = id;
  }
  if (result.conflict) result.only_concrete = base::kNone<MethodId>;
  return result;
}

FieldId Lookup::field(ClassId from, FieldSelector selector) {
  begin_marking();
  for (ClassId at = from; !base::is_none(at); at = hierarchy_.super(at)) {
    const FieldId declared = classes_.declared(at, selector);
    if (!base::is_none(declared)) return declared;
    const FieldId inherited = field_in_interfaces(at, selector);
    if (!base::is_none(inherited)) return inherited;
  }
  return base::kNone<FieldId>;
}

FieldId Lookup::field_in_interfaces(ClassId from, FieldSelector selector) {
  for (const ClassId interface : hierarchy_.interfaces(from)) {
    if (!mark(interface)) continue;
    const FieldId declared = classes_.declared(interface, selector);
    if (!base::is_none(declared)) return declared;
    const FieldId inherited = field_in_interfaces(interface, selector);
    if (!base::is_none(inherited)) return inherited;
  }
  return base::kNone<FieldId>;
}

void Lookup::begin_marking() {
  if (marks_.size() < classes_.size()) marks_.resize(classes_.size());
  ++search_;
}

bool Lookup::mark(ClassId id) {
  std::uint32_t& last = marks_[base::index(id)];
  if (last == search_) return false;
  last = search_;
  return true;
}

}  // namespace heddle::ir
