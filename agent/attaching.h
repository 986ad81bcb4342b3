// The agent in a JVM that ran before: `heddle record --attach`.
#pragma once

#include <jni.h>

namespace heddle::agent {

// Begins to record, if the options say where the other side is; false if not, which that side is
// told.
bool attach(JavaVM* vm, const char* options);

}  // namespace heddle::agent
