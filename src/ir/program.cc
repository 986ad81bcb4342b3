// The parts, bottom up: class_table.h loads and numbers, hierarchy.h links, lookup.h searches,
// resolution.h and selection.h apply the JVM's rules. Here they are only put together.
#include "ir/program.h"

#include <cstddef>
#include <optional>
#include <string_view>

#include "base/id.h"
#include "ir/class.h"
#include "ir/class_source.h"
#include "ir/class_table.h"
#include "ir/ids.h"
#include "ir/resolution.h"
#include "ir/symbols.h"

namespace heddle::ir {

Program::Program(ClassSource& source)
    : classes_(source),
      hierarchy_(classes_),
      lookup_(classes_, hierarchy_),
      resolution_(classes_, hierarchy_, lookup_),
      selection_(classes_, hierarchy_, lookup_) {}

const Signature& Program::signature(MethodId id) const {
  const ClassTable::MethodEntry& method = classes_.method(id);
  return classes_.code(method.home)->symbols.signature(method.signature);
}

std::size_t Program::parameter_count(MethodId id) const { return signature(id).parameters.size(); }

Type Program::parameter_type(MethodId id, std::size_t position) {
  return type_of(classes_.method(id).home, signature(id).parameters[position]);
}

Type Program::result_type(MethodId id) {
  return type_of(classes_.method(id).home, signature(id).result);
}

Type Program::type(FieldId id) { return type_of(classes_.field(id).home, classes_.field(id).type); }

MethodId Program::declared_method(ClassId id, std::string_view name,
                                  std::string_view descriptor) const {
  const std::optional<MethodSelector> selector = classes_.known_selector(name, descriptor);
  return selector ? classes_.declared(id, *selector) : base::kNone<MethodId>;
}

std::optional<HandleTarget> Program::lambda_target(ClassId from, CallSiteRef ref) {
  const CallSite& site = code(from)->symbols.call_site(ref);
  if (site.kind != CallSiteKind::kLambda) return std::nullopt;
  return handle_target(from, site.handle);
}

}  // namespace heddle::ir
