// The calls of the platform that a recorded program makes through us: the static methods of the
// classes in java/ whose first parameter is what the program calls the method on.
//
// Those of static methods are named by the class, too: `java_util_Arrays$fill`. Calls that name a
// subtype of that parameter count, for the subtypes that calls.cc knows.
#pragma once

#include "rewrite/rewrite.h"

namespace heddle::agent {

rewrite::Calls replaced_calls();

}  // namespace heddle::agent
