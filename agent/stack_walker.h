// The call stack of a thread that is at a probe, as the JVM shows it.
#pragma once

#include <jvmti.h>

#include <cstdint>
#include <optional>

#include "recording/stacks.h"

namespace heddle::agent {

// The callers of the method that the current thread's probe stands in, at most `depth` of them;
// none when the JVM does not tell. Any thread.
std::optional<std::uint32_t> take_stack(jvmtiEnv* jvmti, JNIEnv* jni, int depth,
                                        recording::Stacks& stacks);

}  // namespace heddle::agent
