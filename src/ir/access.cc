#include "ir/access.h"

#include <algorithm>
#include <cstdint>

#include "base/id.h"
#include "ir/class.h"
#include "ir/class_table.h"
#include "ir/ids.h"
#include "ir/type.h"

namespace heddle::ir {

bool AccessControl::may_access(ClassId from, Type type) const {
  if (!type.has_class()) return true;
  const ClassId id = type.class_id();
  return (classes_.access(id) & Access::kPublic) != 0 || same_package(from, id);
}

bool AccessControl::may_access_member(ClassId from, ClassId owner, std::uint32_t flags,
                                      Type through) {
  if ((flags & Access::kPublic) != 0 || from == owner) return true;
  if ((flags & Access::kPrivate) != 0) return nest_host(from) == nest_host(owner);
  if (same_package(from, owner)) return true;
  return (flags & Access::kProtected) != 0 && may_access_protected(from, owner, flags, through);
}

// An instance member of a superclass only through the accessing class's own line.
bool AccessControl::may_access_protected(ClassId from, ClassId owner, std::uint32_t flags,
                                         Type through) const {
  if (!hierarchy_.extends(from, owner)) return false;
  if ((flags & Access::kStatic) != 0) return true;
  if (!through.is_class()) return false;
  return hierarchy_.extends(from, through.class_id()) ||
         hierarchy_.extends(through.class_id(), from);
}

ClassId AccessControl::nest_host(ClassId id) {
  if (hosts_.size() < classes_.size()) hosts_.resize(classes_.size(), base::kNone<ClassId>);
  if (base::is_none(hosts_[base::index(id)])) {
    const ClassId host = find_nest_host(id);
    hosts_[base::index(id)] = host;
  }
  return hosts_[base::index(id)];
}

ClassId AccessControl::find_nest_host(ClassId id) {
  const Class* code = classes_.code(id);
  if (code == nullptr || !code->nest_host.exists() || code->nest_host.is_array()) return id;
  const ClassId host = classes_.find(code->symbols.base_name(code->nest_host));
  if (base::is_none(host) || !same_package(id, host)) return id;
  const Class& host_code = *classes_.code(host);
  const bool listed = std::ranges::any_of(host_code.nest_members, [&](TypeRef member) {
    return !member.is_array() && host_code.symbols.base_name(member) == classes_.name(id);
  });
  return listed ? host : id;
}

}  // namespace heddle::ir
