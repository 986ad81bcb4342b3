// Classes that the JVM has loaded already, given to its hook of classes once more.
#pragma once

#include <jni.h>
#include <jvmti.h>

#include <cstddef>
#include <functional>
#include <span>
#include <string_view>

namespace heddle::agent {

// Of a class a/B and its loader.
using IsWanted = std::function<bool(std::string_view name, jobject loader)>;
// Has the JVM take these classes in one go; false if it refuses, and then none of them has changed.
using Retransform = std::function<bool(std::span<const jclass> classes)>;

// All that are wanted in one go, so that no thread sees some of them old and some new. When the JVM
// refuses, each half by itself, until the classes that it refuses are alone. How many stay as they
// were, those included that the JVM lets nobody change (hidden ones).
std::size_t retransform_loaded(jvmtiEnv* jvmti, JNIEnv* jni, const IsWanted& is_wanted,
                               const Retransform& retransform);

}  // namespace heddle::agent
