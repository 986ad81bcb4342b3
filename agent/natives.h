// The probes' classes, and the methods of theirs that are not Java.
#pragma once

#include <jni.h>

namespace heddle::agent {

// Puts the probes into java.base; false, with an exception pending or not, if the JVM does not let
// them in.
bool define_probes(JNIEnv* jni);

}  // namespace heddle::agent
