// Who may use what (JVMS 5.4.4). Modules are not looked at: everything is taken to be exported, and
// all classes of one package are taken to be of one loader. Phantoms let everybody in.
//
// Thread safety: as ClassTable. Cost: a few comparisons; a class's nest host is worked out once.
#pragma once

#include <cstdint>
#include <vector>

#include "base/id.h"
#include "ir/class_table.h"
#include "ir/hierarchy.h"
#include "ir/ids.h"

namespace heddle::ir {

class AccessControl {
 public:
  AccessControl(ClassTable& classes, const Hierarchy& hierarchy)
      : classes_(classes), hierarchy_(hierarchy) {}

  // May code of `from` name the type?
  [[nodiscard]] bool may_access(ClassId from, Type type) const;

  // May code of `from` use a member that `owner` declares with these flags, through a reference
  // that names `through`? `from` and `through` must be linked.
  bool may_access_member(ClassId from, ClassId owner, std::uint32_t flags, Type through);

  // The class's nest host: the one it names, if that is there, in the same package and lists it;
  // else itself.
  ClassId nest_host(ClassId id);

 private:
  [[nodiscard]] bool same_package(ClassId left, ClassId right) const {
    return classes_.package(left) == classes_.package(right);
  }
  [[nodiscard]] bool may_access_protected(ClassId from, ClassId owner, std::uint32_t flags,
                                          Type through) const;
  ClassId find_nest_host(ClassId id);

  ClassTable& classes_;
  const Hierarchy& hierarchy_;
  std::vector<ClassId> hosts_;  // by ClassId; none: not asked yet
};

}  // namespace heddle::ir
