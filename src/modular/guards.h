// Which lock a guarding annotation names.
//
// Pure functions of a program; nothing is loaded.
#pragma once

#include <string_view>

#include "base/id.h"
#include "ir/ids.h"
#include "ir/program.h"
#include "modular/code.h"
#include "modular/path.h"

namespace heddle::modular {

// What `guard` means where it stands on a member of `owner`, for the object at `object` (unknown
// for a static member): `this`, `lock`, `this.lock`, `Account.this`, `Account.class`,
// `Account.lock`, also of the classes around. `itself`: on that field. Unknown: nobody has such a
// lock.
Path guard_path(const Code& code, ir::ClassId owner, std::string_view guard, const Path& object,
                ir::FieldId itself = base::kNone<ir::FieldId>);

// Is the lock, of a method of `of`, the one that the guard means? One behind the reference that
// an inner object has to what is around it may as well go by another name there.
bool is_guard(const Code& code, const Path& guard, const Path& lock, ir::ClassId of);

}  // namespace heddle::modular
