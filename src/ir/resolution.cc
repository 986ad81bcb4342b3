// Each function below is one paragraph of the specification, in its order: the class is resolved
// and must be accessible, then must be of the kind the reference claims, then the member is
// searched for, must be accessible, and must suit the instruction. The first rule that is broken is
// the outcome.
//
// For example `invokevirtual a/C.m()V` from b/D: is a/C public or in package b? Is it a class and
// no interface? Is m in a/C or above? If protected: is D below its class, and a/C on D's line? Is
// it an instance method?
#include "ir/resolution.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/check.h"
#include "base/id.h"
#include "ir/class.h"
#include "ir/class_table.h"
#include "ir/ids.h"
#include "ir/instruction.h"
#include "ir/lookup.h"
#include "ir/symbols.h"
#include "ir/type.h"

namespace heddle::ir {
namespace {

constexpr std::string_view kInitializer = "<init>";

std::uint64_t memo_key(ClassId from, std::uint32_t ref, std::uint32_t use) {
  HEDDLE_DCHECK(ref < 1U << 30U && use < 4, "a reference's number is too large");
  return std::uint64_t{base::index(from)} << 32U | ref << 2U | use;
}

std::optional<Invocation> invocation_of(HandleKind kind) {
  switch (kind) {
    case HandleKind::kGetField:
    case HandleKind::kGetStatic:
    case HandleKind::kPutField:
    case HandleKind::kPutStatic: return std::nullopt;
    case HandleKind::kInvokeVirtual: return Invocation::kVirtual;
    case HandleKind::kInvokeStatic: return Invocation::kStatic;
    case HandleKind::kInvokeSpecial:
    case HandleKind::kNewInvokeSpecial: return Invocation::kSpecial;
    case HandleKind::kInvokeInterface: return Invocation::kInterface;
  }
  return std::nullopt;
}

}  // namespace

Resolved<FieldId> Resolution::field(ClassId from, FieldRef ref, bool static_access) {
  const std::uint64_t key =
      memo_key(from, base::index(ref), static_cast<std::uint32_t>(static_access));
  if (const auto known = fields_.find(key); known != fields_.end()) return known->second;
  return fields_[key] = find_field(from, ref, static_access);
}

Resolved<MethodId> Resolution::method(ClassId from, MethodRef ref, Invocation invocation) {
  const std::uint64_t key =
      memo_key(from, base::index(ref), static_cast<std::uint32_t>(invocation));
  if (const auto known = methods_.find(key); known != methods_.end()) return known->second;
  return methods_[key] = find_method(from, ref, invocation);
}

Resolved<MethodId> Resolution::special_target(ClassId from, MethodRef ref) {
  const std::uint64_t key = memo_key(from, base::index(ref), 0);
  if (const auto known = special_targets_.find(key); known != special_targets_.end())
    return known->second;
  return special_targets_[key] = find_special_target(from, ref);
}

std::optional<HandleTarget> Resolution::handle_target(ClassId from, HandleRef ref) {
  const HandleSymbol& handle = classes_.code(from)->symbols.handle(ref);
  const std::optional<Invocation> invocation = invocation_of(handle.kind);
  if (!invocation) return std::nullopt;
  const bool special = invocation == Invocation::kSpecial;
  return HandleTarget{.method = special ? special_target(from, handle.method())
                                        : method(from, handle.method(), *invocation),
                      .invocation = *invocation,
                      .constructs = handle.kind == HandleKind::kNewInvokeSpecial};
}

Resolution::Reference Resolution::reference(ClassId from, TypeRef owner) {
  const Type named = classes_.type_of(from, owner);
  const ClassId start = named.is_array() ? hierarchy_.object() : named.class_id();
  hierarchy_.link(from);
  hierarchy_.link(start);
  return {.from = from, .named = named, .owner = start};
}

// --- fields: JVMS 5.4.3.2 ------------------------------------------------------------------------

Resolved<FieldId> Resolution::find_field(ClassId from, FieldRef ref, bool static_access) {
  const Symbols& symbols = classes_.code(from)->symbols;
  const FieldSymbol& symbol = symbols.field(ref);
  const Reference used = reference(from, symbol.owner);
  if (used.named.is_array()) return {};
  const FieldSelector selector = classes_.selector(symbols, symbol.name, symbol.type);

  FieldId found = lookup_.field(used.owner, selector);
  const ClassId phantom = hierarchy_.first_phantom(used.owner);
  const bool invented = base::is_none(found) && !base::is_none(phantom);
  if (invented) found = classes_.invent_field(phantom, selector, static_access, from, symbol.type);

  if (!access_.may_access(from, used.named)) return {found, Outcome::kIllegalAccess};
  if (base::is_none(found)) return {};
  if (invented) return {found, Outcome::kPhantom};
  const ClassTable::FieldEntry& field = classes_.field(found);
  if (!access_.may_access_member(from, field.owner, field.access, used.named))
    return {found, Outcome::kIllegalAccess};
  if (field.is(Access::kStatic) != static_access) return {found, Outcome::kIncompatible};
  return {found, Outcome::kFound};
}

// --- methods: JVMS 5.4.3.3, 5.4.3.4 --------------------------------------------------------------

Resolved<MethodId> Resolution::find_method(ClassId from, MethodRef ref, Invocation invocation) {
  const Symbols& symbols = classes_.code(from)->symbols;
  const MethodSymbol& symbol = symbols.method(ref);
  const Reference used = reference(from, symbol.owner);
  if (symbol.owner_is_interface) classes_.phantom_is_interface(used.owner);
  const MethodSelector selector =
      classes_.selector(symbol.name, symbols.signature(symbol.signature).descriptor);

  const MethodId found = search(used, selector);
  if (!access_.may_access(from, used.named)) return {found, Outcome::kIllegalAccess};
  if (is_wrong_kind(used, symbol, invocation)) return {found, Outcome::kIncompatible};
  if (base::is_none(found)) return invented(used, symbol, selector, invocation);
  return {found, linked(used, found, invocation)};
}

MethodId Resolution::search(const Reference& reference, MethodSelector selector) {
  const ClassId owner = reference.owner;
  if (classes_.is_phantom(owner) && classes_.name(selector) == kInitializer)
    return base::kNone<MethodId>;  // not Object's
  if (classes_.is_interface(owner)) return search_interface(owner, selector);
  const MethodId found = lookup_.in_classes(owner, selector);
  if (!base::is_none(found)) return found;
  const MaximallySpecific specific = lookup_.in_interfaces(owner, selector);
  return base::is_none(specific.only_concrete) ? specific.any : specific.only_concrete;
}

MethodId Resolution::search_interface(ClassId owner, MethodSelector selector) {
  const MethodId declared = classes_.declared(owner, selector);
  if (!base::is_none(declared)) return declared;
  const MethodId of_object = search_object(selector);
  if (!base::is_none(of_object)) return of_object;
  const MaximallySpecific specific = lookup_.in_interfaces(owner, selector);
  return base::is_none(specific.only_concrete) ? specific.any : specific.only_concrete;
}

// The public instance methods of Object, which interfaces have too.
MethodId Resolution::search_object(MethodSelector selector) {
  const MethodId found = classes_.declared(hierarchy_.object(), selector);
  if (base::is_none(found)) return found;
  const ClassTable::MethodEntry& method = classes_.method(found);
  const bool counts = method.is(Access::kPublic) && !method.is(Access::kStatic);
  return counts ? found : base::kNone<MethodId>;
}

bool Resolution::is_wrong_kind(const Reference& reference, const MethodSymbol& symbol,
                               Invocation invocation) const {
  if (invocation == Invocation::kVirtual && symbol.owner_is_interface) return true;
  if (invocation == Invocation::kInterface && !symbol.owner_is_interface) return true;
  return !classes_.is_phantom(reference.owner) &&
         classes_.is_interface(reference.owner) != symbol.owner_is_interface;
}

Resolved<MethodId> Resolution::invented(const Reference& reference, const MethodSymbol& symbol,
                                        MethodSelector selector, Invocation invocation) {
  const ClassId phantom = hierarchy_.first_phantom(reference.owner);
  const bool inherited = phantom != reference.owner;
  if (base::is_none(phantom) || (inherited && symbol.name == kInitializer)) return {};
  const bool is_static = invocation == Invocation::kStatic;
  return {classes_.invent_method(phantom, selector, is_static, reference.from, symbol.signature),
          Outcome::kPhantom};
}

// What is checked once the method is found.
Outcome Resolution::linked(const Reference& reference, MethodId found, Invocation invocation) {
  if (!may_access(reference, found)) return Outcome::kIllegalAccess;
  if (invocation == Invocation::kSpecial) {
    const Outcome outcome = linked_special(reference, found);
    if (outcome != Outcome::kFound) return outcome;
  }
  const bool is_static = classes_.method(found).is(Access::kStatic);
  return is_static == (invocation == Invocation::kStatic) ? Outcome::kFound
                                                          : Outcome::kIncompatible;
}

bool Resolution::may_access(const Reference& reference, MethodId found) {
  const ClassTable::MethodEntry& method = classes_.method(found);
  std::uint32_t flags = method.access;
  // Arrays have a public clone.
  if (reference.named.is_array() && classes_.name(method.selector) == "clone")
    flags = (flags & ~(Access::kProtected | Access::kPrivate)) | Access::kPublic;
  return access_.may_access_member(reference.from, method.owner, flags, reference.named);
}

// JVMS 6.5.invokespecial; an interface's method only if the interface is the class's own.
Outcome Resolution::linked_special(const Reference& reference, MethodId found) const {
  const ClassTable::MethodEntry& method = classes_.method(found);
  if (classes_.name(method.selector) == kInitializer && method.owner != reference.owner)
    return Outcome::kMissing;
  if (!classes_.is_interface(reference.owner) || reference.owner == reference.from)
    return Outcome::kFound;
  const bool direct = std::ranges::find(hierarchy_.interfaces(reference.from), reference.owner) !=
                      hierarchy_.interfaces(reference.from).end();
  return direct ? Outcome::kFound : Outcome::kIncompatible;
}

Resolved<MethodId> Resolution::find_special_target(ClassId from, MethodRef ref) {
  const Resolved<MethodId> resolved = method(from, ref, Invocation::kSpecial);
  const MethodSymbol& symbol = classes_.code(from)->symbols.method(ref);
  if (!resolved.runs() || symbol.name == kInitializer) return resolved;

  const ClassId named = reference(from, symbol.owner).owner;
  const bool is_super_call =
      !symbol.owner_is_interface && named != from && hierarchy_.extends(from, named);
  const ClassId start = is_super_call ? hierarchy_.super(from) : named;

  const MethodSelector selector = classes_.method(resolved.member).selector;
  const MethodId found = search_special(start, selector);
  if (!base::is_none(found)) {
    const bool abstract = classes_.method(found).is(Access::kAbstract);
    return {found, abstract ? Outcome::kAbstract : Outcome::kFound};
  }
  const MaximallySpecific specific = lookup_.in_interfaces(start, selector);
  if (!base::is_none(specific.only_concrete)) return {specific.only_concrete, Outcome::kFound};
  if (specific.conflict) return {.outcome = Outcome::kIncompatible};
  const ClassId phantom = hierarchy_.first_phantom(start);
  if (base::is_none(phantom)) return {.outcome = Outcome::kAbstract};
  return {classes_.invent_method(phantom, selector, false, from, symbol.signature),
          Outcome::kPhantom};
}

// The steps that do not look at superinterfaces.
MethodId Resolution::search_special(ClassId start, MethodSelector selector) {
  if (!classes_.is_interface(start)) return lookup_.instance_in_classes(start, selector);
  const MethodId declared = classes_.declared(start, selector);
  return base::is_none(declared) ? search_object(selector) : declared;
}

}  // namespace heddle::ir
