#include "ir/resolution_reference_test_only.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "ir/class.h"
#include "ir/instruction.h"
#include "ir/resolution.h"
#include "ir/symbols.h"
#include "ir/type.h"

namespace heddle::ir {
namespace {

using Classes = std::map<std::string, const Class*, std::less<>>;

// A method together with the class that declares it.
struct Declared {
  const Class* owner = nullptr;
  const Method* method = nullptr;
  bool arbitrary = false;
  [[nodiscard]] bool is(std::uint32_t flags) const { return method->is(flags); }
};

struct Wanted {
  std::string_view name, descriptor;
};

struct Rules {
  const Classes& classes;

  const Class* named(const Class& from, TypeRef type) const {
    return classes.find(from.symbols.base_name(type))->second;
  }
  const Class* superclass(const Class* c) const {
    return c->super.exists() ? named(*c, c->super) : nullptr;
  }
  std::vector<const Class*> direct_interfaces(const Class* c) const {
    std::vector<const Class*> result;
    for (const TypeRef type : c->interfaces) result.push_back(named(*c, type));
    return result;
  }
  void collect_superinterfaces(const Class* c, std::set<const Class*>& into) const {
    for (const Class* i : direct_interfaces(c)) {
      into.insert(i);
      collect_superinterfaces(i, into);
    }
    if (superclass(c) != nullptr) collect_superinterfaces(superclass(c), into);
  }
  std::set<const Class*> superinterfaces(const Class* c) const {
    std::set<const Class*> result;
    collect_superinterfaces(c, result);
    return result;
  }
  bool is_superclass_or_same(const Class* super, const Class* sub) const {
    for (const Class* c = sub; c != nullptr; c = superclass(c))
      if (c == super) return true;
    return false;
  }

  static Declared declares(const Class* c, Wanted wanted) {
    for (const Method& method : c->methods)
      if (method.name == wanted.name &&
          c->symbols.signature(method.signature).descriptor == wanted.descriptor)
        return {c, &method};
    return {};
  }

  // 5.4.3.3: "A maximally-specific superinterface method of a class or interface C…"
  std::vector<Declared> maximally_specific(const Class* c, Wanted wanted) const {
    std::vector<Declared> candidates, result;
    for (const Class* i : superinterfaces(c)) {
      const Declared declared = declares(i, wanted);
      if (declared.method != nullptr && !declared.is(Access::kPrivate | Access::kStatic))
        candidates.push_back(declared);
    }
    for (const Declared& candidate : candidates) {
      const bool overridden = std::ranges::any_of(candidates, [&](const Declared& other) {
        return superinterfaces(other.owner).contains(candidate.owner);
      });
      if (!overridden) result.push_back(candidate);
    }
    return result;
  }
  std::vector<Declared> specific_and_not_abstract(const Class* c, Wanted wanted) const {
    std::vector<Declared> result = maximally_specific(c, wanted);
    std::erase_if(result, [](const Declared& method) { return method.is(Access::kAbstract); });
    return result;
  }
  Declared in_superinterfaces(const Class* c, Wanted wanted) const {
    const std::vector<Declared> concrete = specific_and_not_abstract(c, wanted);
    if (concrete.size() == 1) return concrete.front();
    const std::vector<Declared> any = maximally_specific(c, wanted);
    if (any.empty()) return {};
    return {any.front().owner, any.front().method, true};  // "one of these is arbitrarily chosen"
  }

  // 5.4.3.3
  Declared in_class(const Class* c, Wanted wanted) const {
    const Declared declared = declares(c, wanted);
    if (declared.method != nullptr) return declared;
    return superclass(c) == nullptr ? Declared{} : in_class(superclass(c), wanted);
  }
  Declared resolve_in_class(const Class* c, Wanted wanted) const {
    const Declared found = in_class(c, wanted);
    return found.method != nullptr ? found : in_superinterfaces(c, wanted);
  }
  Declared public_in_object(Wanted wanted) const {
    const Declared found = declares(classes.find("java/lang/Object")->second, wanted);
    if (found.method == nullptr || !found.is(Access::kPublic) || found.is(Access::kStatic))
      return {};
    return found;
  }
  // 5.4.3.4
  Declared resolve_in_interface(const Class* c, Wanted wanted) const {
    Declared found = declares(c, wanted);
    if (found.method == nullptr) found = public_in_object(wanted);
    if (found.method == nullptr) found = in_superinterfaces(c, wanted);
    return found;
  }

  static std::string_view package(const Class* c) {
    const std::string_view name = c->name();
    const std::size_t slash = name.rfind('/');
    return slash == std::string_view::npos ? "" : name.substr(0, slash);
  }
  // 5.4.4
  const Class* nest_host(const Class* d) const {
    if (!d->nest_host.exists()) return d;
    const auto at = classes.find(d->symbols.base_name(d->nest_host));
    if (at == classes.end()) return d;
    const Class* h = at->second;
    if (package(h) != package(d)) return d;
    for (const TypeRef member : h->nest_members)
      if (h->symbols.base_name(member) == d->name()) return h;
    return d;
  }
  bool class_accessible(const Class* c, const Class* d) const {
    return c->is(Access::kPublic) || package(c) == package(d);
  }
  bool member_accessible(const Class* c, std::uint32_t access, const Class* t,
                         const Class* d) const {
    if ((access & Access::kPublic) != 0) return true;
    if ((access & Access::kProtected) != 0 && is_superclass_or_same(c, d)) {
      if ((access & Access::kStatic) != 0) return true;
      if (is_superclass_or_same(t, d) || is_superclass_or_same(d, t)) return true;
    }
    if ((access & Access::kPrivate) == 0 && package(c) == package(d)) return true;
    return (access & Access::kPrivate) != 0 && nest_host(c) == nest_host(d);
  }

  // 5.4.5
  bool can_override(const Declared& mc, const Declared& ma) const {
    if (mc.is(Access::kPrivate)) return false;
    if (ma.is(Access::kPublic | Access::kProtected)) return true;
    if (ma.is(Access::kPrivate)) return false;
    if (package(mc.owner) == package(ma.owner)) return true;
    if (mc.owner == ma.owner || !is_superclass_or_same(ma.owner, mc.owner)) return false;
    for (const Class* b = superclass(mc.owner); b != ma.owner; b = superclass(b)) {
      const Declared mb = same_in(b, ma);
      if (mb.method != nullptr && can_override(mc, mb) && can_override(mb, ma)) return true;
    }
    return false;
  }
  // The instance method of `c` with the name and descriptor of `method`.
  static Declared same_in(const Class* c, const Declared& method) {
    const Declared found =
        declares(c, {method.method->name,
                     method.owner->symbols.signature(method.method->signature).descriptor});
    return found.method == nullptr || found.is(Access::kStatic) ? Declared{} : found;
  }
};

ReferenceAnswer answer(const Declared& declared, Outcome outcome) {
  return {.owner = declared.owner, .outcome = outcome, .arbitrary = declared.arbitrary};
}

struct DeclaredField {
  const Class* owner = nullptr;
  const Field* field = nullptr;
};

DeclaredField find_field(const Rules& rules, const Class* c, std::string_view name,
                         const std::string& descriptor) {
  for (const Field& field : c->fields)
    if (field.name == name && type_descriptor(c->symbols, field.type) == descriptor)
      return {c, &field};
  for (const Class* i : rules.direct_interfaces(c)) {
    const DeclaredField found = find_field(rules, i, name, descriptor);
    if (found.field != nullptr) return found;
  }
  const Class* super = rules.superclass(c);
  return super == nullptr ? DeclaredField{} : find_field(rules, super, name, descriptor);
}

}  // namespace

ReferenceAnswer ResolutionReference::field(const Class& from, FieldRef ref,
                                           bool static_access) const {
  const Rules rules{classes_};
  const FieldSymbol& symbol = from.symbols.field(ref);
  const Class* c = rules.named(from, symbol.owner);
  const DeclaredField found =
      find_field(rules, c, symbol.name, type_descriptor(from.symbols, symbol.type));
  if (!rules.class_accessible(c, &from)) return {found.owner, Outcome::kIllegalAccess};
  if (found.field == nullptr) return {};
  if (!rules.member_accessible(found.owner, found.field->access, c, &from))
    return {found.owner, Outcome::kIllegalAccess};
  if (found.field->is(Access::kStatic) != static_access)
    return {found.owner, Outcome::kIncompatible};
  return {found.owner, Outcome::kFound};
}

ReferenceAnswer ResolutionReference::method(const Class& from, MethodRef ref,
                                            Invocation invocation) const {
  const Rules rules{classes_};
  const MethodSymbol& symbol = from.symbols.method(ref);
  const Wanted wanted{symbol.name, from.symbols.signature_of(ref).descriptor};
  const Class* c = rules.named(from, symbol.owner);
  const Declared found =
      c->is_interface() ? rules.resolve_in_interface(c, wanted) : rules.resolve_in_class(c, wanted);
  if (!rules.class_accessible(c, &from)) return answer(found, Outcome::kIllegalAccess);
  if (c->is_interface() != symbol.owner_is_interface) return answer(found, Outcome::kIncompatible);
  if (invocation == Invocation::kVirtual && symbol.owner_is_interface)
    return answer(found, Outcome::kIncompatible);
  if (invocation == Invocation::kInterface && !symbol.owner_is_interface)
    return answer(found, Outcome::kIncompatible);
  if (found.method == nullptr) return {};
  if (!rules.member_accessible(found.owner, found.method->access, c, &from))
    return answer(found, Outcome::kIllegalAccess);
  if (invocation == Invocation::kSpecial) {
    if (symbol.name == "<init>" && found.owner != c) return answer(found, Outcome::kMissing);
    if (c->is_interface() && c != &from) {
      const std::vector<const Class*> direct = rules.direct_interfaces(&from);
      if (std::ranges::find(direct, c) == direct.end())
        return answer(found, Outcome::kIncompatible);
    }
  }
  if (found.is(Access::kStatic) != (invocation == Invocation::kStatic))
    return answer(found, Outcome::kIncompatible);
  return answer(found, Outcome::kFound);
}

// 6.5.invokespecial
ReferenceAnswer ResolutionReference::special_target(const Class& from, MethodRef ref) const {
  const Rules rules{classes_};
  const ReferenceAnswer resolved = method(from, ref, Invocation::kSpecial);
  const MethodSymbol& symbol = from.symbols.method(ref);
  if (resolved.outcome != Outcome::kFound || symbol.name == "<init>") return resolved;
  const Wanted wanted{symbol.name, from.symbols.signature_of(ref).descriptor};
  const Class* c = rules.named(from, symbol.owner);
  if (!c->is_interface() && c != &from && rules.is_superclass_or_same(c, &from))
    c = rules.superclass(&from);

  Declared found;
  if (c->is_interface()) {
    found = Rules::declares(c, wanted);
    if (found.method == nullptr) found = rules.public_in_object(wanted);
  } else {
    for (const Class* s = c; s != nullptr && found.method == nullptr; s = rules.superclass(s)) {
      const Declared declared = Rules::declares(s, wanted);
      if (declared.method != nullptr && !declared.is(Access::kStatic)) found = declared;
    }
  }
  if (found.method == nullptr) {
    const std::vector<Declared> specific = rules.specific_and_not_abstract(c, wanted);
    if (specific.size() > 1) return {.outcome = Outcome::kIncompatible};
    if (specific.empty()) return {.outcome = Outcome::kAbstract};
    found = specific.front();
  }
  return answer(found, found.is(Access::kAbstract) ? Outcome::kAbstract : Outcome::kFound);
}

// 5.4.6, and what 6.5.invokevirtual and 6.5.invokeinterface say of its result
ReferenceAnswer ResolutionReference::select(const Class& receiver, const Class& declaring,
                                            std::string_view name, std::string_view descriptor,
                                            Invocation invocation) const {
  const Rules rules{classes_};
  const Declared resolved = Rules::declares(&declaring, {name, descriptor});
  if (resolved.is(Access::kPrivate)) return answer(resolved, Outcome::kFound);
  Declared selected;
  for (const Class* c = &receiver; c != nullptr && selected.method == nullptr;
       c = rules.superclass(c)) {
    const Declared m = Rules::same_in(c, resolved);
    if (m.method != nullptr && rules.can_override(m, resolved)) selected = m;
  }
  if (selected.method == nullptr) {
    const std::vector<Declared> specific =
        rules.specific_and_not_abstract(&receiver, {name, descriptor});
    if (specific.size() > 1) return {.outcome = Outcome::kIncompatible};
    if (specific.empty()) return {.outcome = Outcome::kAbstract};
    selected = specific.front();
  }
  if (invocation == Invocation::kInterface && !selected.is(Access::kPublic | Access::kPrivate))
    return answer(selected, Outcome::kIllegalAccess);
  return answer(selected, selected.is(Access::kAbstract) ? Outcome::kAbstract : Outcome::kFound);
}

}  // namespace heddle::ir
