// Which methods order threads, as far as their own code shows: what is lost when such a method runs
// without its probes.
//
// Thread safety: a call uses its arguments only. Cost: linear in the method.
#pragma once

#include <span>

#include "classfile/class_file.h"
#include "rewrite/hook.h"
#include "rewrite/rewrite.h"

namespace heddle::rewrite {

// Does the method take or give back a lock, wait, write a volatile field of its own class, or call
// one of `calls`? Volatile fields that are only read do not count: a thread's loop usually asks one
// whether to go on, and would never be left. Code that cannot be read orders nothing.
bool may_order(const classfile::ClassFile& file, const classfile::Member& method,
               const Calls& calls);

// Does a hook tell something when the method returns? What is told at its beginning or in between
// does not count, nor that a thread has come to its end.
bool tells_at_return(const classfile::ClassFile& file, const classfile::Member& method,
                     std::span<const Hook> hooks);

}  // namespace heddle::rewrite
